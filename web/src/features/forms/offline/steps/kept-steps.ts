import { CallError } from 'contract'
import { v7 as newId } from 'uuid'
import { createStore } from '../../../../api/store.ts'
import { takeTurn } from '../../../../api/turns.ts'
import type { KeptStep, PressedStep } from '../../../../clinical/ambulance/kept-step.ts'
import { session } from '../../../../session/session.ts'
import type { KeptPart } from '../database.ts'
import { listParts, unstoredParts, updatePart } from '../kept-parts.ts'
import { refreshState } from '../outbox.ts'
import { outboxState } from '../outbox-state.ts'
import { keepSealed, readOwnPart } from '../parts.ts'
import { isOfHospital, isStep } from '../saving-rules.ts'
import { vaultState } from '../vault/vault.ts'

/** Whoever sends a step or takes it back has its turn. */
export const getTurnName = (opId: string) => `mission-step-${opId}`

/**
 * Keeps a step until the panel has it: sealed for the hospital, whose sessions bring it, and readable by its author
 * alone. `chain`: what it shares with the other steps of its author in its mission.
 */
export const keepStep = (
  { step, number }: PressedStep,
  chain: string,
  more: Pick<KeptPart, 'is_pressed'> = {},
): Promise<boolean> => {
  const pressed = { step, ...(number !== undefined && { number }) }
  const described = { op_id: step.event_id, kind: 'mission-step' as const, ...pressed }
  return keepSealed(chain, described, new File([], 'none'), { plain: { pressed }, ...more })
}

/** Lists the steps of all users of this tablet, in the order in which they were pressed. */
export const listSteps = async (): Promise<KeptPart[]> => (await listParts()).filter(isStep)

export const findStep = async (opId: string): Promise<KeptPart | undefined> =>
  (await listSteps()).find(({ op_id }) => op_id === opId)

const findUnstored = (opId: string) => unstoredParts.find(({ op_id }) => op_id === opId)

/** A step as its author reads it; undefined for anybody else, and where it cannot be read. */
export async function readPressed({ op_id, by }: KeptPart): Promise<PressedStep | undefined> {
  if (by !== session.get()?._id) return undefined
  const plain = findUnstored(op_id)?.plain
  if (plain && 'pressed' in plain) return plain.pressed
  return (await readOwnPart<PressedStep>(op_id))?.described
}

export const isSealed = ({ op_id }: KeptPart): boolean => findUnstored(op_id)?.sealed !== null

/** What the steps of the user in a mission share, as far as they can be read. */
export async function findChain(missionId: string): Promise<string> {
  for (const part of await listSteps())
    if ((await readPressed(part))?.step._id === missionId) return part.record_id
  return newId()
}

/** Why a step was refused whose author may never take it back. */
const leftBehind = ['step-revoked', 'step-not-allowed']

async function toKept(part: KeptPart): Promise<KeptStep> {
  const { op_id, by, kept_at, refusal } = part
  const isOther = by !== session.get()?._id
  return {
    op_id,
    by,
    kept_at,
    isSealed: isSealed(part),
    isInPage: findUnstored(op_id) !== undefined,
    failure: refusal && new CallError({ ...refusal, fields: [...refusal.fields] }),
    isLeft: isOther && (refusal?.fields.some(({ message }) => leftBehind.includes(message)) ?? false),
    pressed: await readPressed(part),
  }
}

/** What was pressed on this tablet, of the user's hospital, but what is just being sent at its press. */
export const keptSteps = createStore<readonly KeptStep[]>([])

let shown = ''

async function showSteps(): Promise<void> {
  const parts = outboxState.get().parts.filter(isStep)
  adoptLeft(parts)
  const user = session.get()
  const here = parts.filter((one) => one.is_pressed !== 1 && isOfHospital(one, user))
  const isKnown = JSON.stringify([
    user?._id,
    vaultState.get(),
    here.map((one) => [one, findUnstored(one.op_id)?.sealed]),
  ])
  // Most of what is kept is no step.
  if (isKnown === shown) return
  shown = isKnown
  const kept = await Promise.all(here.map(toKept))
  if (isKnown === shown) keptSteps.set(kept)
}

const awaited = new Set<string>()

/** Where the page of a pressed step was closed before the call had an answer: while it lives it has the turn. */
function adoptLeft(parts: readonly KeptPart[]): void {
  for (const { op_id, is_pressed } of parts) {
    if (is_pressed !== 1 || awaited.has(op_id)) continue
    awaited.add(op_id)
    void takeTurn(getTurnName(op_id), () => releaseStep(op_id)).finally(() => awaited.delete(op_id))
  }
}

/** The call at its press has failed: from now on it is sent like all others. */
export async function releaseStep(opId: string): Promise<void> {
  const part = await findStep(opId)
  if (part?.is_pressed !== 1) return
  await updatePart(part, { is_pressed: 0 })
  await refreshState()
}

/** Never dropped by itself: what was pressed did happen, whoever has the mission by now. */
export async function refuseStep(opId: string, { code, status, fields }: CallError): Promise<void> {
  const part = await findStep(opId)
  if (!part) return
  await updatePart(part, { problem: 'refused', refusal: { code, status, fields } })
  await refreshState()
}

let showing: Promise<void> | undefined
for (const { subscribe } of [outboxState, vaultState, session])
  subscribe(() => {
    showing = showSteps()
  })

/** Waits until what has changed is shown. */
export const settleShown = async (): Promise<void> => showing
