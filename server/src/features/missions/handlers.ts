import {
  type Body,
  type CrewBelow,
  canFillIn,
  clockToleranceMs,
  collectMissionTimes,
  crewSteps,
  deriveMissionState,
  findEmptyPlaces,
  findTransportPlans,
  findWithdrawable,
  isCallAhead,
  listCountedEvents,
  listDisorderedStamps,
  listOpenSheets,
  listStandingSteps,
  listStepReasons,
  listVehicleLacks,
  type Mission,
  type MissionChangedMeanwhile,
  type MissionState,
  type MissionStep,
  missions,
  SealedStepPart,
  type SheetsOpen,
  settleStep,
  takeMissionStep,
  toBangkokDay,
  type VehicleBelow,
} from 'contract'
import type * as z from 'zod/mini'
import { selectCheckCutoff } from '../../ambulance/check-rule.ts'
import { findFormSettings } from '../../ambulance/form-settings.ts'
import {
  listAlarmsOfArrived,
  listPreAlertAlarms,
  restorePreAlertAlarm,
} from '../../ambulance/pre-alert-alarms.ts'
import { findStaff, openSealedPart } from '../../ambulance/sealed-parts.ts'
import { findDoubt } from '../../ambulance/written-time.ts'
import { clearAlarms } from '../../bedside/alarms/alarm-store.ts'
import { createInvalidFieldFailure, Failure } from '../../core/failure.ts'
import type { Context, Handlers } from '../../http/handler.ts'
import { toViewer, type Viewer } from '../../identity/record-access.ts'
import { findTokenOwners } from '../../identity/session.ts'
import {
  findMission,
  findTeamLevels,
  findVehicleFitness,
  insertEvent,
  insertPosition,
  isOperationInUse,
  isRecorded,
  type LockedMission,
  listBoard,
  listOwnMissions,
  lockMission,
  updateMission,
  viewEveryRecord,
} from './queries.ts'

const shownAfterEndMs = 12 * 60 * 60_000

export const missionHandlers: Handlers<typeof missions> = {
  async board({ tx, now, actor, auditPatients }) {
    const found = await listBoard(
      tx,
      toViewer(actor, now),
      new Date(Date.parse(now) - shownAfterEndMs).toISOString(),
    )
    auditPatients(listPatients(found))
    return { missions: found }
  },

  async mine({ tx, now, actor, auditPatients }) {
    const found = await listOwnMissions(tx, actor._id, now)
    auditPatients(listPatients(found))
    return { missions: found }
  },

  async dispatch(context, step) {
    const mission = await lockMission(context.tx, step._id)
    if (!mission) throw new Failure('not-found')
    const viewer = toViewer(context.actor, context.now)
    const teller = { viewer, staffId: context.actor._id }
    if (mission.events.some(({ id }) => id === step.event_id))
      return { mission: await show(context, viewer, mission.id) }
    if (step.step === 'WITHDRAWN') return { mission: await withdraw(context, mission, step, teller) }
    if (step.step === 'ASSIGNED') {
      requirePastCall(mission, context.now)
      await checkAssignment(context, step)
    } else {
      const given = (['vehicle_id', 'team_id', 'operation_id'] as const).find((name) => step[name] !== null)
      if (given && !(given === 'operation_id' && step.step === 'OPERATION_CHANGED'))
        throw createInvalidFieldFailure(given, 'invalid')
      await checkOperation(context, step)
    }
    if (step.step === 'CLOSED' && takeMissionStep(mission.state, 'CLOSED') !== null)
      await checkSheets(context, step)
    if ((step.step === 'DIVERTED') !== (step.destination !== null))
      throw createInvalidFieldFailure('destination', 'field-required')
    return { mission: await take(context, mission, step, teller) }
  },

  async report(context, step) {
    return { mission: await report(context, step, context.actor._id) }
  },

  async deliver(context, delivered) {
    await deliverStep(context, delivered)
    return { now: context.now }
  },

  /** A phone whose clock is ahead says where it is now. */
  async position({ tx, now, newId, hospitalId, actor, emit }, { _id, at = now, ...place }) {
    const measured = { ...place, at: Date.parse(at) > Date.parse(now) ? now : at }
    const writer = { hospitalId, staffId: actor._id, now }
    if (!(await insertPosition(tx, { id: newId(), missionId: _id, ...measured }, writer)))
      throw new Failure('not-found')
    emit({ kind: 'missions-outdated' })
    emit({ kind: 'inbound-outdated' })
    return {}
  },
}

/** Takes a step that a member of the crew says. Null if it was taken before, and they no longer see the mission. */
async function report(
  context: Context,
  step: Body<typeof missions.report>,
  by: string,
): Promise<Mission | null> {
  const mission = await lockMission(context.tx, step._id, by)
  if (!mission) {
    // It was taken while the mission was its author's, and the answer was lost: nothing is left to send.
    if (!(await isRecorded(context.tx, step, by))) throw new Failure('not-found')
    context.auditPatients([])
    return null
  }
  const viewer = viewEveryRecord(context.now)
  const none = { vehicle_id: null, team_id: null, operation_id: null, destination: null, doctor: null }
  if (step.step !== 'WITHDRAWN') return take(context, mission, { ...step, ...none }, { viewer, staffId: by })
  if (mission.events.some(({ id }) => id === step.event_id)) return show(context, viewer, mission.id)
  if (step.withdraws !== null && !crewSteps.some((one) => one === step.withdraws))
    throw createInvalidFieldFailure('withdraws', 'choice-invalid')
  return withdraw(context, mission, { ...step, ...none }, { viewer, staffId: by })
}

/** Takes a step that somebody brings, as of its author. Whoever brings it is told nothing of the mission. */
async function deliverStep(context: Context, delivered: Body<typeof missions.deliver>): Promise<void> {
  const { tx } = context
  const refuse = (message: string) => createInvalidFieldFailure('sealed', message)
  const opened = await openSealedPart(context, delivered)
  const part = SealedStepPart.safeParse(opened?.described).data
  const step = missions.report.body.safeParse(part?.step).data
  if (!part || part.op_id !== delivered.op_id || step?.event_id !== part.op_id)
    throw refuse('part-unreadable')
  const [staff, owners] = [await findStaff(tx, [part.by]), await findTokenOwners(tx, [part.token])]
  if (!staff.has(part.by)) throw refuse('part-unreadable')
  context.addAuditDetail({ authors: [part.by], mission: step._id })
  const owner = owners.get(part.token)
  const doubt = findDoubt(owner, part)
  if (doubt) throw refuse(`step-${doubt}`)
  if (!owner?.permissions.has('mission:crew')) throw refuse('step-not-allowed')
  try {
    await report(context, step, part.by)
  } catch (error) {
    if (error instanceof Failure && error.detail)
      throw new Failure(error.code, { fields: error.fields ?? [] })
    throw error
  }
}

/** Steps after which, and states in which, nobody is brought here any more: nobody has to acknowledge it. */
const endsInbound: ReadonlySet<MissionState | MissionStep> = new Set([
  'CANCELLED',
  'STOOD_DOWN',
  'NO_TRANSPORT',
  'REASSIGNED',
  'DIVERTED',
  'BACK_AT_BASE',
])

type Step = Body<typeof missions.dispatch>
/** Whose step it is, and what its reply may show. */
type Teller = { staffId: string; viewer: Viewer }

/**
 * Records a step once. One that the state does not allow is a time that is filled in or corrected afterwards, or
 * refused.
 */
async function take(
  context: Context,
  mission: LockedMission,
  given: Step,
  { viewer, staffId }: Teller,
): Promise<Mission> {
  const { tx, now, hospitalId } = context
  const { event_id, step, source, reason, note, doctor, vehicle_id, team_id, operation_id, destination } =
    given
  if (mission.events.some(({ id }) => id === event_id)) return show(context, viewer, mission.id)
  const at = settleStep(mission.called_at, mission.events, { step, at: given.at ?? now })
  const next = takeMissionStep(mission.state, step)
  // A press without a time is of now: it was meant for the state that the mission had before.
  const isWritten = next === null && listStandingSteps(mission.events).some((event) => event.step === step)
  if (next === null && (!canFillIn(mission.state, step) || (isWritten && given.at === undefined)))
    throw await createStepRefusal(context, viewer, mission, 'mission-step')
  checkReason(step, given.reason)
  if (isWritten && note === null) throw createInvalidFieldFailure('note', 'reason-required')
  if (Date.parse(at) > Date.parse(now) + clockToleranceMs)
    throw createInvalidFieldFailure('at', 'date-in-future')
  const events = [...mission.events, { step, at }]
  if (listDisorderedStamps(collectMissionTimes(mission.called_at, events)).length > 0)
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
    destination,
    withdraws: null,
  }
  await insertEvent(tx, event, { hospitalId, staffId, now })
  await updateMission(tx, next ?? mission.state, event)
  if (next !== null) {
    const listEnded = endsInbound.has(step) ? listPreAlertAlarms : listAlarmsOfArrived
    await clearAlarms(context, await listEnded(tx, mission.id), { clearing: 'person', staffId })
  }
  context.emit({ kind: 'missions-outdated' })
  context.emit({ kind: 'inbound-outdated' })
  return show(context, viewer, mission.id)
}

async function createStepRefusal(
  context: Context,
  viewer: Viewer,
  { id }: LockedMission,
  code: 'mission-step' | 'step-replaced',
): Promise<Failure> {
  const detail: z.input<typeof MissionChangedMeanwhile> = { mission: await show(context, viewer, id) }
  return new Failure(code, { detail })
}

/**
 * Takes back the newest step, which was pressed by mistake, with the times that it got. What was recorded stays. A
 * vehicle that is out for somebody else by now does not go back to this mission. If somebody is brought again, or more
 * of a scene are, an unanswered red pre-alert sounds again.
 */
async function withdraw(
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
    withdraws,
  } as const
  await insertEvent(tx, event, { hospitalId, staffId, now })
  const state = deriveMissionState([...mission.events, event])
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

/** Every step would be before the call. Without a vehicle the request can still be voided. */
function requirePastCall({ called_at }: LockedMission, now: string): void {
  if (isCallAhead(new Date(called_at).toISOString(), Date.parse(now)))
    throw new Failure('step-time', { fields: [{ field: 'at', message: 'call-in-future' }] })
}

/** A mission is closed when its documents are complete; else with a reason. */
async function checkSheets({ tx, now }: Context, { _id, note }: Step): Promise<void> {
  const mission = await findMission(tx, viewEveryRecord(now), _id)
  const open = mission && note === null ? listOpenSheets(mission) : []
  if (open.length === 0) return
  const detail: z.input<typeof SheetsOpen> = { sheets: open.map(({ form, state }) => ({ form, state })) }
  throw new Failure('sheets-open', { fields: [{ field: 'note', message: 'reason-required' }], detail })
}

/**
 * A vehicle that is not ready, or whose check is due, goes only with a reason. So does one that has less than the
 * request, the referral and its risk ask for, and a crew that has less training; for that a doctor answers.
 */
async function checkAssignment(
  { tx, now }: Context,
  { _id, vehicle_id, team_id, operation_id, note, doctor }: Step,
): Promise<void> {
  if (vehicle_id === null) throw createInvalidFieldFailure('vehicle_id', 'field-required')
  if (team_id === null) throw createInvalidFieldFailure('team_id', 'field-required')
  const vehicle = await findVehicleFitness(tx, vehicle_id, toBangkokDay(now), selectCheckCutoff(now))
  if (vehicle === undefined) throw createInvalidFieldFailure('vehicle_id', 'choice-invalid')
  const levels = await findTeamLevels(tx, team_id)
  if (!levels) throw createInvalidFieldFailure('team_id', 'choice-invalid')
  await checkOperation({ tx }, { operation_id })
  if (vehicle.fitness !== 'READY' && note === null)
    throw new Failure('vehicle-not-ready', { fields: [{ field: 'note', message: 'vehicle-not-ready' }] })
  const mission = await findMission(tx, viewEveryRecord(now), _id)
  if (!mission) throw new Error('the mission is locked')
  const risk = mission.referral?.risk ?? null
  const plan = risk === null ? undefined : findTransportPlans((await findFormSettings(tx)).settings)[risk]
  const places = plan ? findEmptyPlaces(plan.crew, levels) : []
  if (risk !== null && places.length > 0 && (note === null || doctor === null)) {
    const detail: z.input<typeof CrewBelow> = { risk, places: places.map((place) => [...place]) }
    throw new Failure('crew-below', {
      fields: [
        ...(note === null ? [{ field: 'note', message: 'reason-required' }] : []),
        ...(doctor === null ? [{ field: 'doctor', message: 'field-required' }] : []),
      ],
      detail,
    })
  }
  const lacks = listVehicleLacks(plan, mission, vehicle)
  if (lacks.length === 0 || note !== null) return
  const detail: z.input<typeof VehicleBelow> = { risk, unit: plan?.unit ?? null, lacks }
  throw new Failure('vehicle-below', { fields: [{ field: 'note', message: 'reason-required' }], detail })
}

async function checkOperation(
  { tx }: Pick<Context, 'tx'>,
  { operation_id }: Pick<Step, 'operation_id'>,
): Promise<void> {
  if (operation_id !== null && !(await isOperationInUse(tx, operation_id)))
    throw createInvalidFieldFailure('operation_id', 'choice-invalid')
}

async function show({ tx, auditPatients }: Context, viewer: Viewer, id: string): Promise<Mission> {
  const mission = await findMission(tx, viewer, id)
  if (!mission) throw new Error('the mission is locked')
  auditPatients(listPatients([mission]))
  return mission
}

const listPatients = (found: readonly Mission[]): string[] =>
  found.flatMap(({ patient }) => (patient ? [patient._id] : []))
