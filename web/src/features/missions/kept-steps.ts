import type { CallError, Input, missions } from 'contract'
import { createStore } from '../../api/store.ts'
import { takeTurn } from '../../api/turns.ts'

type Report = Input<typeof missions.report>

/** A step for the hospital alone, with its author and all that they wrote. Any session of the hospital brings it. */
export type SealedStep = { hospital_id: string; key_id: string; message: Uint8Array<ArrayBuffer> }

/**
 * A step that was pressed without a signal, with the moment of the press. It names a mission by its id and number, and
 * says nothing of its patient: a reason and words are stored as `sealed` alone. `failure`: why the panel refused it;
 * then it waits for a person.
 */
export type KeptStep = {
  by: string
  body: Report & { at: string }
  /** Where nothing could be sealed its author alone sends it. */
  sealed?: SealedStep | undefined
  /** Its reason and words stand in `sealed` alone. */
  isSealedOnly?: true | undefined
  /** It could not be stored, and is lost with this page. */
  isInPage?: true
  /** An earlier version of the app did not keep it. */
  number?: string
  failure?: CallError
  /** Its first call is under way in the page where it was pressed: it is not sent beside it, nor shown as unsent. */
  isPressed?: true
}

/** Whoever sends a step or takes it back has its turn. */
export const getTurnName = (eventId: string) => `mission-step-${eventId}`

/** Each stands under a key of its own, so that no tab overwrites what another one keeps at the same moment. */
const prefix = 'unsent_mission_step:'
const getKey = (eventId: string) => `${prefix}${eventId}`

const isOther = (eventId: string) => (one: KeptStep) => one.body.event_id !== eventId
/** Whether it says more than which step it is, and when. */
const hasWords = ({ reason, note }: Report): boolean => Boolean(reason) || Boolean(note)

const isStep = (one: Partial<KeptStep> | null | undefined): one is KeptStep =>
  typeof one?.by === 'string' &&
  typeof one.body?.event_id === 'string' &&
  typeof one.body.at === 'string' &&
  typeof one.body.step === 'string'

function parse(text: string | null): KeptStep[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]', (key, value) =>
      key === 'message' ? Uint8Array.from(atob(value), (char) => char.charCodeAt(0)) : value,
    )
    return [stored].flat().filter((one) => isStep(one as Partial<KeptStep>)) as KeptStep[]
  } catch {
    return []
  }
}

/** What found no room in the storage. */
let unstored: readonly KeptStep[] = []
/** Why the panel refused a step. Another page asks again. */
const failures = new Map<string, CallError>()

/** In the order in which they were pressed, which that of their ids is. */
export const keptSteps = createStore<readonly KeptStep[]>([])

function readStored(): KeptStep[] {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  return keys.toSorted().flatMap((key) => parse(localStorage.getItem(key)))
}

function refresh(): void {
  const inPage = unstored.map((one) => ({ ...one, isInPage: true as const }))
  const kept = [...readStored(), ...inPage].filter(({ isPressed }) => !isPressed)
  keptSteps.set(
    kept.map((one) => {
      const failure = failures.get(one.body.event_id)
      return failure ? { ...one, failure } : one
    }),
  )
}

function store({ by, body, sealed, number, isPressed, isSealedOnly }: KeptStep): boolean {
  if (hasWords(body) && !sealed) return false
  const { reason: _reason, note: _note, ...named } = body
  const message = sealed && btoa(Array.from(sealed.message, (byte) => String.fromCharCode(byte)).join(''))
  const kept = {
    by,
    body: named,
    number,
    isPressed,
    isSealedOnly: isSealedOnly || hasWords(body) || undefined,
  }
  const stored = { ...kept, sealed: sealed && { ...sealed, message } }
  try {
    localStorage.setItem(getKey(body.event_id), JSON.stringify(stored))
    return true
  } catch {
    // A full storage leaves it in this page, which says that it is not sent.
    return false
  }
}

export function keepStep(step: KeptStep): void {
  unstored = unstored.filter(isOther(step.body.event_id))
  if (!store(step)) unstored = [...unstored, step]
  refresh()
}

export function dropStep(eventId: string): void {
  localStorage.removeItem(getKey(eventId))
  failures.delete(eventId)
  // There may be room for another one now.
  unstored = unstored.filter((one) => isOther(eventId)(one) && !store(one))
  refresh()
}

/** Never dropped by itself: what was pressed did happen, whoever has the mission by now. */
export function noteRefused(eventId: string, failure: CallError): void {
  failures.set(eventId, failure)
  refresh()
}

/** Whether any session of this user's hospital brings it. */
export const isDelivered = ({ sealed }: KeptStep, user: { hospital: { _id: string } } | undefined): boolean =>
  sealed !== undefined && sealed.hospital_id === user?.hospital._id

/** Asks the storage, which may know more than this tab was told. */
export const isKept = (eventId: string): boolean =>
  localStorage.getItem(getKey(eventId)) !== null || !unstored.every(isOther(eventId))

/** An earlier version of the app kept all of them in one entry. */
function adoptEarlier(): void {
  const earlierKey = 'unsent_mission_steps'
  const earlier = parse(localStorage.getItem(earlierKey))
  localStorage.removeItem(earlierKey)
  earlier.forEach(keepStep)
}

/** Where the page of a pressed step was closed before the call had an answer: while it lives it has the turn. */
function adoptPressed(): void {
  for (const { body, isPressed } of readStored())
    if (isPressed)
      void takeTurn(getTurnName(body.event_id), async () => {
        for (const { isPressed: isLeft, ...step } of parse(localStorage.getItem(getKey(body.event_id))))
          if (isLeft) keepStep(step)
      })
}

adoptEarlier()
adoptPressed()
refresh()
addEventListener('storage', ({ key }) => {
  if (key !== null && !key.startsWith(prefix)) return
  refresh()
  adoptPressed()
})
