import { CallError, missions, type Reply, successCodes } from 'contract'
import { queryClient } from '../../../../api/client.ts'
import { callsLostAt } from '../../../../api/connection.ts'
import { callInTime, isUnreached } from '../../../../api/kept-call.ts'
import { createRetry } from '../../../../api/retry.ts'
import { createStore } from '../../../../api/store.ts'
import { takeFreeTurn, takeTurn } from '../../../../api/turns.ts'
import type { PressedStep, StepKeeper, StepReport } from '../../../../clinical/ambulance/kept-step.ts'
import { outdatedByMission } from '../../../../clinical/ambulance/outdated-by-mission.ts'
import { screenLock } from '../../../../session/lock.ts'
import { session } from '../../../../session/session.ts'
import { showSuccess } from '../../../../ui/feedback/call-toasts.ts'
import type { KeptPart } from '../database.ts'
import { readContent } from '../kept-parts.ts'
import { noteSent, readServerTime, refreshState } from '../outbox.ts'
import { forgetPart } from '../parts.ts'
import { isOfHospital } from '../saving-rules.ts'
import { startAdopting } from './earlier-steps.ts'
import {
  findChain,
  findStep,
  getTurnName,
  isSealed,
  keepStep,
  keptSteps,
  listSteps,
  readPressed,
  refuseStep,
  releaseStep,
  settleShown,
} from './kept-steps.ts'

/** The step that this tab is sending. */
const inFlight = createStore<string | undefined>(undefined)

/** The steps that wait for a dispatcher. */
const waiting = createStore(0)

/** A step that waits is not said to be taken. */
function noteOutcome(outcome: Reply<typeof missions.deliver>['outcome']): void {
  if (outcome === 'waiting') waiting.set(waiting.get() + 1)
}

async function sendReport(step: StepReport): Promise<void> {
  const { outcome } = await callInTime(missions.report, step, { showSuccess: false })
  noteOutcome(outcome)
  if (outcome === 'applied') showSuccess(successCodes['mission-updated'])
}

function outdateMissions(): void {
  for (const { path } of outdatedByMission) void queryClient.invalidateQueries({ queryKey: [path] })
}

/** What its author can say themselves does not depend on what was known of the tablet's clock. */
async function deliver(part: KeptPart): Promise<void> {
  const pressed = await readPressed(part)
  if (pressed) await sendReport(pressed.step)
  else {
    const { op_id, record_id } = part
    const { sealed } = (await readContent(op_id)) ?? {}
    if (!sealed) return
    const { key_id, message } = sealed
    const brought = { op_id, record_id, key_id, sealed: new File([message], 'step') }
    noteOutcome((await callInTime(missions.deliver, brought)).outcome)
  }
  outdateMissions()
}

/** It is stored before the call, which may fail minutes later, when the page is gone. */
const press = (report: StepReport, pressed: PressedStep): Promise<void> =>
  takeTurn(getTurnName(report.event_id), async () => {
    const { event_id } = report
    const chain = await findChain(report._id)
    const isBehind = await isBehindKept(chain)
    // A storage that fails costs no step.
    const isKept = await keepStep(pressed, chain, isBehind ? {} : { is_pressed: 1 }).catch(() => false)
    if (isKept && isBehind) {
      void sendKeptSteps()
      return
    }
    try {
      await sendReport(report)
    } catch (failure) {
      const isUnsent = !(failure instanceof CallError) || isUnreached(failure)
      if (isKept && isUnsent) return releaseStep(event_id)
      await forgetPart(event_id)
      throw failure
    }
    await forgetPart(event_id)
    outdateMissions()
  })

/**
 * Whether earlier steps wait for the same session that may be of the mission: it would overtake them, and they be
 * refused then.
 */
async function isBehindKept(chain: string): Promise<boolean> {
  for (const part of await listSteps()) {
    if (part.is_pressed === 1 || part.problem !== null || !(await isToBeSent(part))) continue
    if (part.record_id === chain || !(await readPressed(part))) return true
  }
  return false
}

const remove = (opId: string): Promise<boolean> =>
  takeTurn(getTurnName(opId), async () => {
    const isThere = (await findStep(opId)) !== undefined
    await forgetPart(opId)
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
    .finally(settleShown)
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
  const findNext = async () => {
    for (const one of await listSteps()) {
      // What its author pressed later in the same mission follows from what was refused, or is not sent yet.
      if (one.is_pressed === 1 || tried.has(one.op_id) || stopped.has(one.record_id)) continue
      if (await isToBeSent(one)) return one
    }
    return undefined
  }
  for (let next = await findNext(); next && !screenLock.get(); next = await findNext()) {
    const { op_id, record_id } = next
    tried.add(op_id)
    const outcome = await sendStep(op_id)
    if (outcome === 'done') continue
    stopped.add(record_id)
    if (outcome === undefined) isComplete = false
    else if (isUnreached(outcome)) return false
    else await refuseStep(op_id, outcome)
  }
  return isComplete
}

/** Never in the name of another person who is signed in on this tablet by now: what is sealed says whose it is. */
async function isToBeSent(part: KeptPart): Promise<boolean> {
  const user = session.get()
  if (!user || !isOfHospital(part, user)) return false
  return isSealed(part) || (await readPressed(part)) !== undefined
}

/** Undefined where another tab has the step. */
function sendStep(opId: string): Promise<CallError | 'done' | undefined> {
  return takeFreeTurn(getTurnName(opId), async () => {
    // Meanwhile another tab may have sent it, or its author have taken it back or signed out.
    const part = await findStep(opId)
    if (!part || !(await isToBeSent(part))) return 'done'
    inFlight.set(opId)
    try {
      await deliver(part)
      await noteSent(0)
      await forgetPart(opId)
      return 'done'
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      return error
    } finally {
      inFlight.set(undefined)
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
    if (callsLostAt.get() !== undefined || screenLock.get() || (await listSteps()).length === 0) return
    // Also one that somebody else began, who may not try again; once, or each join would put the next try off.
    const sending = sendKeptSteps()
    if (sending === joined) return
    joined = sending
    retry.stop()
    if (await sending) retry.forget()
    else if (isStarted) retry.plan()
  }
  const sendNew = () => {
    if (keptSteps.get().some(({ failure }) => !failure)) void sendByItself()
  }
  const stops = [
    ...[callsLostAt, screenLock, session].map(({ subscribe }) => subscribe(() => void sendByItself())),
    keptSteps.subscribe(sendNew),
    startAdopting(),
  ]
  // What an earlier page kept, also where nobody sends forms.
  void refreshState(false).then(sendByItself)
  return () => {
    isStarted = false
    for (const stop of stops) stop()
    retry.stop()
  }
}

export const stepKeeper: StepKeeper = {
  kept: keptSteps,
  inFlight,
  waiting,
  readServerTime,
  press,
  sendAll: sendKeptSteps,
  remove,
}
