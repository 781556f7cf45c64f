import { type Input, missions } from 'contract'
import { fromBase64 } from '../../../../api/base64.ts'
import { takeTurn } from '../../../../api/turns.ts'
import { session } from '../../../../session/session.ts'
import { putPart } from '../kept-parts.ts'
import { refreshState } from '../outbox.ts'
import { findChain, findStep, getTurnName, keepStep } from './kept-steps.ts'

/** As an earlier version of the app kept it, in clear: a message is Base64. */
type EarlierStep = {
  by: string
  body: Input<typeof missions.report> & { at: string }
  sealed?: { hospital_id: string; key_id: string; message: string }
  isSealedOnly?: true
  number?: string
}

const prefix = 'unsent_mission_step:'
/** A still earlier version kept all of them in one entry. */
const listName = 'unsent_mission_steps'

function parse(text: string | null): EarlierStep[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    return [stored].flat().filter((one) => isEarlier(one as Partial<EarlierStep> | null)) as EarlierStep[]
  } catch {
    return []
  }
}

const isEarlier = (one: Partial<EarlierStep> | null | undefined): boolean =>
  typeof one?.by === 'string' &&
  typeof one.body?.event_id === 'string' &&
  typeof one.body.at === 'string' &&
  typeof one.body.step === 'string'

/**
 * Hands over what an earlier version of the app kept in the local storage. What it sealed to nobody waits there for its
 * author: nobody else may seal it in their name.
 */
export async function adoptEarlier(): Promise<void> {
  for (const one of parse(localStorage.getItem(listName)))
    localStorage.setItem(`${prefix}${one.body.event_id}`, JSON.stringify(one))
  localStorage.removeItem(listName)
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  // The page that sends the first call keeps its turn until the call is answered.
  for (const key of keys.toSorted()) await takeTurn(getTurnName(key.slice(prefix.length)), () => adopt(key))
}

async function adopt(key: string): Promise<void> {
  const [step] = parse(localStorage.getItem(key))
  if (step && !(await findStep(step.body.event_id)) && !(await keep(step))) return
  localStorage.removeItem(key)
}

/** Whether it need not stay where it was. */
async function keep({ by, body, sealed, isSealedOnly, number }: EarlierStep): Promise<boolean> {
  const user = session.get()
  if (by === user?._id && !isSealedOnly) {
    const pressed = { step: body, ...(number !== undefined && { number }) }
    return keepStep(pressed, await findChain(body._id))
  }
  if (!sealed) return false
  const { hospital_id, key_id } = sealed
  const message = fromBase64(sealed.message)
  const part = {
    op_id: body.event_id,
    // It was sealed to this record.
    record_id: body._id,
    by,
    hospital_id,
    kind: 'mission-step' as const,
    kept_at: Date.parse(body.at),
    may_have_arrived: 0 as const,
    problem: null,
  }
  const isStored = await putPart(part, { op_id: part.op_id, sealed: { key_id, message }, own: null })
  await refreshState()
  return isStored
}

/** Now, for whoever signs in, and from a tab that runs the earlier version. */
export function startAdopting(): () => void {
  const adoptAll = () => void adoptEarlier()
  const adoptNew = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith(prefix)) adoptAll()
  }
  const stop = session.subscribe(adoptAll)
  addEventListener('storage', adoptNew)
  adoptAll()
  return () => {
    stop()
    removeEventListener('storage', adoptNew)
  }
}
