import {
  type Body,
  canFillIn,
  clockToleranceMs,
  deriveMissionState,
  findWithdrawable,
  isStepInOrder,
  listCountedEvents,
  listStandingSteps,
  listStepReasons,
  type Mission,
  type MissionChangedMeanwhile,
  type MissionState,
  type MissionStep,
  type missions,
  settleStep,
  takeMissionStep,
} from 'contract'
import type * as z from 'zod/mini'
import { requireCrewFree } from '../../../ambulance/mission-crews.ts'
import {
  listAlarmsOfArrived,
  listPreAlertAlarms,
  restorePreAlertAlarm,
} from '../../../ambulance/pre-alert-alarms.ts'
import { clearAlarms } from '../../../bedside/alarms/alarm-store.ts'
import { createInvalidFieldFailure, Failure } from '../../../core/failure.ts'
import { listPatientIds } from '../../../http/audited-patient.ts'
import type { Context } from '../../../http/handler.ts'
import type { Viewer } from '../../../identity/record-access.ts'
import { insertEvent, type LockedMission, updateMission } from '../queries/events.ts'
import { findMission } from '../queries/missions.ts'

/** Steps after which, and states in which, nobody is brought here any more: nobody has to acknowledge it. */
const endsInbound: ReadonlySet<MissionState | MissionStep> = new Set([
  'CANCELLED',
  'STOOD_DOWN',
  'NO_TRANSPORT',
  'REASSIGNED',
  'DIVERTED',
  'BACK_AT_BASE',
])

export type Step = Body<typeof missions.dispatch>
/** The author of a step, and what its reply may show. */
export type Teller = { staffId: string; viewer: Viewer }

/**
 * Records a step once. One that the state does not allow is a time that is filled in or corrected afterwards, or
 * refused.
 */
export async function take(
  context: Context,
  mission: LockedMission,
  given: Step,
  { viewer, staffId }: Teller,
): Promise<Mission> {
  const { tx, now, hospitalId } = context
  const { event_id, step, source, reason, note, doctor, vehicle_id, team_id, operation_id } = given
  if (mission.events.some(({ id }) => id === event_id)) return show(context, viewer, mission.id)
  const calledAt = new Date(mission.called_at).toISOString()
  const at = settleStep(calledAt, mission.events, { step, at: given.at ?? now })
  const next = takeMissionStep(mission.state, step)
  // A press without a time is of now: it was meant for the state that the mission had before.
  const stands = listStandingSteps(mission.events).some((event) => event.step === step)
  const isWritten = step === 'CALLED' || (next === null && stands)
  if (next === null && (!canFillIn(mission.state, step, stands) || (isWritten && given.at === undefined)))
    throw await createStepRefusal(context, viewer, mission, 'mission-step')
  checkReason(step, given.reason)
  if ((isWritten || step === 'CREW_CHANGED') && note === null)
    throw createInvalidFieldFailure('note', 'reason-required')
  if (Date.parse(at) > Date.parse(now) + clockToleranceMs)
    throw createInvalidFieldFailure('at', 'date-in-future')
  if (!isStepInOrder({ calledAt, now: Date.parse(now) }, mission.events, { step, at }))
    throw new Failure('step-time', { fields: [{ field: 'at', message: 'step-time' }] })
  const event = {
    id: event_id,
    missionId: mission.id,
    position: mission.version,
    step,
    at,
    source: next === null ? 'LATER' : source,
    reason,
    note,
    doctor,
    vehicleId: vehicle_id,
    teamId: team_id,
    operationId: operation_id,
    destination: given.destination,
    comesHere: given.comes_here,
    withdraws: null,
    withdrawsEventId: null,
    crew: step === 'CREW_CHANGED' ? { leaves: given.leaves, joins: given.joins } : null,
  }
  await insertEvent(tx, event, { hospitalId, staffId, now })
  await updateMission(tx, next ?? mission.state, event)
  if (next !== null) {
    const listEnded = endsInbound.has(step) && !given.comes_here ? listPreAlertAlarms : listAlarmsOfArrived
    await clearAlarms(context, await listEnded(tx, mission.id), { clearing: 'person', staffId })
  }
  context.emit({ kind: 'missions-outdated' })
  context.emit({ kind: 'inbound-outdated' })
  return show(context, viewer, mission.id)
}

export async function createStepRefusal(
  context: Context,
  viewer: Viewer,
  { id }: LockedMission,
  code: 'mission-step' | 'step-replaced' | 'not-in-crew',
): Promise<Failure> {
  const detail: z.input<typeof MissionChangedMeanwhile> = { mission: await show(context, viewer, id) }
  return new Failure(code, { detail })
}

/**
 * Takes back the newest step, which was pressed by mistake, with the times that it got. What was recorded stays. A
 * vehicle that is out for somebody else by now does not go back to this mission. If somebody is brought again, or more
 * of a scene are, an unanswered red pre-alert sounds again.
 */
export async function withdraw(
  context: Context,
  mission: LockedMission,
  { event_id, at = context.now, source, note, withdraws, withdraws_event_id }: Step,
  { viewer, staffId }: Teller,
): Promise<Mission> {
  const { tx, now, hospitalId } = context
  if (withdraws === null) throw createInvalidFieldFailure('withdraws', 'field-required')
  const seen = listCountedEvents(mission.events).findLast(({ step }) => step === withdraws)
  if (withdraws_event_id !== null && seen?.id !== withdraws_event_id)
    throw await createStepRefusal(context, viewer, mission, 'step-replaced')
  if (findWithdrawable(mission.events) !== withdraws)
    throw await createStepRefusal(context, viewer, mission, 'mission-step')
  if (note === null) throw createInvalidFieldFailure('note', 'reason-required')
  const event = {
    id: event_id,
    missionId: mission.id,
    position: mission.version,
    step: 'WITHDRAWN',
    at: Date.parse(at) > Date.parse(now) ? now : at,
    source,
    reason: null,
    note,
    doctor: null,
    vehicleId: null,
    teamId: null,
    operationId: null,
    destination: null,
    comesHere: false,
    withdraws,
    withdrawsEventId: withdraws === 'DIVERTED' ? (seen?.id ?? null) : null,
    crew: null,
  } as const
  const state = deriveMissionState([...mission.events, event])
  await requireCrewFree(tx, mission.id, state)
  await insertEvent(tx, event, { hospitalId, staffId, now })
  await updateMission(tx, state, event)
  const bringsAgain = endsInbound.has(withdraws) || withdraws === 'HANDED_OVER'
  if (bringsAgain && !endsInbound.has(state)) await restorePreAlertAlarm(context, mission.id)
  context.emit({ kind: 'missions-outdated' })
  context.emit({ kind: 'inbound-outdated' })
  return show(context, viewer, mission.id)
}

function checkReason(step: MissionStep, reason: Step['reason']): void {
  const reasons = listStepReasons(step)
  if (reasons === undefined) return
  if (reason === null) throw createInvalidFieldFailure('reason', 'field-required')
  if (!reasons.includes(reason)) throw createInvalidFieldFailure('reason', 'choice-invalid')
}

export async function show({ tx, auditPatients }: Context, viewer: Viewer, id: string): Promise<Mission> {
  const mission = await findMission(tx, viewer, id)
  if (!mission) throw new Error('the mission is locked')
  auditPatients(listPatientIds([mission]))
  return mission
}
