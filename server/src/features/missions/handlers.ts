import {
  isCallAhead,
  listOpenSheets,
  listVehicleLacks,
  type missions,
  type SheetsOpen,
  takeMissionStep,
  toBangkokDay,
  type VehicleBelow,
} from 'contract'
import type * as z from 'zod/mini'
import { selectCheckCutoff } from '../../ambulance/check-rule.ts'
import { findDiversion } from '../../ambulance/diversions.ts'
import { requireTeamFree } from '../../ambulance/mission-crews.ts'
import { findVehicleFitness } from '../../ambulance/vehicle-fitness.ts'
import { createInvalidFieldFailure, Failure } from '../../core/failure.ts'
import { listPatientIds } from '../../http/audited-patient.ts'
import type { Context, Handlers } from '../../http/handler.ts'
import { toViewer } from '../../identity/record-access.ts'
import { checkCrew, findPlan, requireLevels } from './acts/crews.ts'
import { type Step, show, take, withdraw } from './acts/steps.ts'
import { decideStep, deliverStep, report } from './acts/waiting.ts'
import { type LockedMission, lockMission } from './queries/events.ts'
import { findMission, listBoard, listOwnMissions, viewEveryRecord } from './queries/missions.ts'
import { findTeamLevels, insertPosition, isOperationInUse } from './queries/vehicles.ts'

const shownAfterEndMs = 12 * 60 * 60_000

export const missionHandlers: Handlers<typeof missions> = {
  async board({ tx, now, actor, auditPatients }) {
    const found = await listBoard(
      tx,
      toViewer(actor, now),
      new Date(Date.parse(now) - shownAfterEndMs).toISOString(),
    )
    auditPatients(listPatientIds(found))
    return { missions: found }
  },

  async mine({ tx, now, actor, auditPatients }) {
    const found = await listOwnMissions(tx, actor._id, now)
    auditPatients(listPatientIds(found))
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
    if (step.step === 'CREW_CHANGED') await checkCrew(context, mission, step, teller)
    else if (step.leaves.length + step.joins.length > 0) throw createInvalidFieldFailure('joins', 'invalid')
    if (step.step === 'CLOSED' && takeMissionStep(mission.state, 'CLOSED') !== null)
      await checkSheets(context, step)
    return { mission: await take(context, mission, await settleDestination(context, step), teller) }
  },

  async report(context, step) {
    return report(context, step, context.actor._id)
  },

  async deliver(context, delivered) {
    return { outcome: await deliverStep(context, delivered), now: context.now }
  },

  async decide(context, decision) {
    return { mission: await decideStep(context, decision) }
  },

  async position({ tx, now, newId, hospitalId, actor, emit }, { _id, age_ms, ...place }) {
    const measured = { ...place, at: new Date(Date.parse(now) - age_ms).toISOString() }
    const writer = { hospitalId, staffId: actor._id, now }
    if (!(await insertPosition(tx, { id: newId(), missionId: _id, ...measured }, writer)))
      throw new Failure('not-found')
    emit({ kind: 'missions-outdated' })
    emit({ kind: 'inbound-outdated' })
    return {}
  },
}

/** A diversion leads to this hospital or to another destination; no other step leads anywhere. */
async function settleDestination({ tx, hospitalId }: Context, step: Step): Promise<Step> {
  const { destination, comes_here } = step
  if (step.step !== 'DIVERTED') {
    if (destination !== null || comes_here) throw createInvalidFieldFailure('destination', 'invalid')
    return step
  }
  if ((destination !== null) === comes_here)
    throw createInvalidFieldFailure('destination', comes_here ? 'invalid' : 'field-required')
  const found = await findDiversion(tx, hospitalId, destination)
  return { ...step, destination: found.destination, comes_here: found.comesHere }
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
  await requireTeamFree(tx, _id, team_id)
  await checkOperation({ tx }, { operation_id })
  if (vehicle.fitness !== 'READY' && note === null)
    throw new Failure('vehicle-not-ready', { fields: [{ field: 'note', message: 'vehicle-not-ready' }] })
  const mission = await findMission(tx, viewEveryRecord(now), _id)
  if (!mission) throw new Error('the mission is locked')
  const { risk, plan } = await findPlan(tx, mission)
  requireLevels({ risk, plan }, levels, { note, doctor })
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
