import { CallError, type Input, missions } from 'contract'
import { queryClient } from '../../api/client.ts'
import { callsLostAt } from '../../api/connection.ts'
import { callInTime, isUnreached } from '../../api/kept-call.ts'
import { createRetry } from '../../api/retry.ts'
import { createStore } from '../../api/store.ts'
import { takeFreeTurn, takeTurn } from '../../api/turns.ts'
import { screenLock } from '../../session/lock.ts'
import { session } from '../../session/session.ts'
import {
  dropStep,
  getTurnName,
  isDelivered,
  isKept,
  type KeptStep,
  keepStep,
  keptSteps,
  noteRefused,
  type SealedStep,
} from './kept-steps.ts'
import { outdatedByMission } from './queries.ts'

/** The step that this tab is sending. */
export const stepInFlight = createStore<string | undefined>(undefined)

export async function report(body: Input<typeof missions.report>): Promise<void> {
  await callInTime(missions.report, body)
  outdateMissions()
}

function outdateMissions(): void {
  for (const { path } of outdatedByMission) void queryClient.invalidateQueries({ queryKey: [path] })
}

/** What its author can say themselves does not depend on what was known of the tablet's clock. */
async function deliver({ by, body, sealed, isSealedOnly }: KeptStep): Promise<void> {
  if (!sealed || (!isSealedOnly && by === session.get()?._id)) return report(body)
  const { event_id: op_id, _id: record_id } = body
  const { key_id, message } = sealed
  await callInTime(missions.deliver, { op_id, record_id, key_id, sealed: new File([message], 'step') })
  outdateMissions()
}

/** Seals a step to the hospital of the user; undefined if nothing can be sealed. */
export type SealStep = (body: KeptStep['body']) => Promise<SealedStep | undefined>

/**
 * Sends a step at its press. If the panel takes nothing in it is kept; if it refuses, the press fails. It is stored
 * before the call, which may fail minutes later, when the page is gone.
 */
export const pressStep = (
  body: Input<typeof missions.report>,
  pressed: KeptStep,
  seal: SealStep,
): Promise<void> =>
  takeTurn(getTurnName(body.event_id), async () => {
    keepStep({ ...pressed, isPressed: true })
    // What cannot be sealed its author sends.
    const step = { ...pressed, sealed: await seal(pressed.body).catch(() => undefined) }
    if (followsKept(body)) {
      keepStep(step)
      void sendKeptSteps()
      return
    }
    keepStep({ ...step, isPressed: true })
    try {
      await report(body)
    } catch (failure) {
      if (!(failure instanceof CallError) || isUnreached(failure)) return keepStep(step)
      dropStep(body.event_id)
      throw failure
    }
    dropStep(body.event_id)
  })

/** Whether earlier steps of the mission wait for the same session: it would overtake them, and they be refused then. */
const followsKept = ({ _id, event_id }: Input<typeof missions.report>): boolean =>
  keptSteps
    .get()
    .some((one) => one.body._id === _id && one.body.event_id !== event_id && !one.failure && isToBeSent(one))

/** Takes a kept step back; false if it was sent meanwhile. */
export const removeStep = (eventId: string): Promise<boolean> =>
  takeTurn(getTurnName(eventId), async () => {
    const isThere = isKept(eventId)
    dropStep(eventId)
    return isThere
  })

let flight: Promise<boolean> | undefined

/**
 * Sends what was pressed on this tablet, as far as the signed-in user may bring it, in order; false if anything is left
 * to try again, as the panel could not be reached or another tab has a step. The panel takes a step that arrives twice
 * once.
 */
export const sendKeptSteps = (): Promise<boolean> => {
  flight ??= send()
    .catch(() => false)
    .finally(() => {
      flight = undefined
    })
  return flight
}

async function send(): Promise<boolean> {
  const tried = new Set<string>()
  const stopped = new Set<string>()
  let isComplete = true
  // Looked up anew each time: a step may have been taken back or pressed meanwhile.
  const findNext = () =>
    keptSteps
      .get()
      // What its author pressed later in the same mission follows from what was refused, or is not sent yet.
      .find((one) => isToBeSent(one) && !tried.has(one.body.event_id) && !stopped.has(getChain(one)))
  for (let next = findNext(); next && !screenLock.get(); next = findNext()) {
    const { event_id } = next.body
    tried.add(event_id)
    const outcome = await sendStep(next)
    if (outcome === 'done') continue
    stopped.add(getChain(next))
    if (outcome === undefined) isComplete = false
    else if (isUnreached(outcome)) return false
    else noteRefused(event_id, outcome)
  }
  return isComplete
}

const getChain = ({ by, body }: KeptStep) => `${body._id} ${by}`

/** Never in the name of another person who is signed in on this tablet by now: what is sealed says whose it is. */
const isToBeSent = (kept: KeptStep): boolean =>
  isDelivered(kept, session.get()) || kept.by === session.get()?._id

/** Undefined where another tab has the step. */
function sendStep(kept: KeptStep): Promise<CallError | 'done' | undefined> {
  const { event_id } = kept.body
  return takeFreeTurn(getTurnName(event_id), async () => {
    // Meanwhile another tab may have sent it, or its author have taken it back or signed out.
    if (!isKept(event_id) || !isToBeSent(kept)) return 'done'
    stepInFlight.set(event_id)
    try {
      await deliver(kept)
      dropStep(event_id)
      return 'done'
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      return error
    } finally {
      stepInFlight.set(undefined)
    }
  })
}

/**
 * Sends what is kept now, and whenever the panel answers again, its author is back, another step is kept, or the panel
 * was busy a while ago.
 */
export function startSendingSteps(): () => void {
  let isStarted = true
  let joined: Promise<boolean> | undefined
  const retry = createRetry(() => void sendByItself())
  async function sendByItself(): Promise<void> {
    const isReachable = callsLostAt.get() === undefined && !screenLock.get()
    if (!isReachable || !keptSteps.get().some(isToBeSent)) return
    // Also one that somebody else began, who may not try again; once, or each join would put the next try off.
    const sending = sendKeptSteps()
    if (sending === joined) return
    joined = sending
    retry.stop()
    if (await sending) retry.forget()
    else if (isStarted) retry.plan()
  }
  const sendNew = () => {
    if (keptSteps.get().some((one) => isToBeSent(one) && !one.failure)) void sendByItself()
  }
  const stops = [
    ...[callsLostAt, screenLock, session].map(({ subscribe }) => subscribe(() => void sendByItself())),
    keptSteps.subscribe(sendNew),
  ]
  void sendByItself()
  return () => {
    isStarted = false
    for (const stop of stops) stop()
    retry.stop()
  }
}
