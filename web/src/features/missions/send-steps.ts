import { CallError, errorCodes, missions } from 'contract'
import { call, queryClient } from '../../api/client.ts'
import { callsLostAt } from '../../api/connection.ts'
import { createRetry } from '../../api/retry.ts'
import { createStore } from '../../api/store.ts'
import { takeTurn } from '../../api/turns.ts'
import { screenLock } from '../../session/lock.ts'
import { session } from '../../session/session.ts'
import { dropStep, isKept, type KeptStep, keptSteps, noteRefused } from './kept-steps.ts'
import { outdatedByMission } from './queries.ts'

const passing = (
  [
    'not-made',
    'session-ended',
    'session-locked',
    'password-must-change',
    'second-factor-needed',
    'too-slow',
    'too-many-calls',
    'busy',
  ] as const
).map((name): number => errorCodes[name])

/** What a proxy or the sign-in page of a network answers instead of the panel. */
const notOfPanel = 0

/** Whether the panel took nothing in, for now: what was sent may be sent again. */
export const isUnreached = ({ code }: CallError): boolean => code === notOfPanel || passing.includes(code)

/** The step that this tab is sending. */
export const stepInFlight = createStore<string | undefined>(undefined)

/** While a step is sent no other tab sends it, and nobody takes it back. */
const takeTurnOf = <Value>(eventId: string, work: () => Promise<Value>): Promise<Value> =>
  takeTurn(`mission-step-${eventId}`, work)

/** Takes a kept step back; false if it was sent meanwhile. */
export const removeStep = (eventId: string): Promise<boolean> =>
  takeTurnOf(eventId, async () => {
    const isThere = isKept(eventId)
    dropStep(eventId)
    return isThere
  })

let flight: Promise<boolean> | undefined

/**
 * Sends what the signed-in user pressed, in order; false if the panel could not be reached. It takes a step that
 * arrives twice once.
 */
export const sendKeptSteps = (): Promise<boolean> => {
  flight ??= send().finally(() => {
    flight = undefined
  })
  return flight
}

async function send(): Promise<boolean> {
  const tried = new Set<string>()
  const refused = new Set<string>()
  // Looked up anew each time: a step may have been taken back or pressed meanwhile.
  const findNext = () =>
    keptSteps
      .get()
      // What was pressed later in the same mission follows from what was refused.
      .find((one) => isOwn(one) && !tried.has(one.body.event_id) && !refused.has(one.body._id))
  for (let next = findNext(); next && !screenLock.get(); next = findNext()) {
    const { event_id, _id } = next.body
    tried.add(event_id)
    const failure = await sendStep(next)
    if (!failure) continue
    if (isUnreached(failure)) return false
    refused.add(_id)
    noteRefused(event_id, failure)
  }
  return true
}

/** Never in the name of another person who is signed in on this tablet by now. */
const isOwn = ({ by }: KeptStep): boolean => by === session.get()?._id

function sendStep(kept: KeptStep): Promise<CallError | undefined> {
  const { event_id } = kept.body
  return takeTurnOf(event_id, async () => {
    // Meanwhile another tab may have sent it, or its author have taken it back or signed out.
    if (!isKept(event_id) || !isOwn(kept)) return undefined
    stepInFlight.set(event_id)
    try {
      await call(missions.report, kept.body)
      dropStep(event_id)
      for (const { path } of outdatedByMission) void queryClient.invalidateQueries({ queryKey: [path] })
      return undefined
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
    if (!isReachable || !keptSteps.get().some(isOwn)) return
    // Also one that somebody else began, who may not try again; once, or each join would put the next try off.
    const sending = sendKeptSteps()
    if (sending === joined) return
    joined = sending
    retry.stop()
    if (await sending) retry.forget()
    else if (isStarted) retry.plan()
  }
  const sendNew = () => {
    if (keptSteps.get().some((one) => isOwn(one) && !one.failure)) void sendByItself()
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
