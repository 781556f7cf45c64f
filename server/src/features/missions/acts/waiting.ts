import {
  type Body,
  crewSteps,
  listStandingSteps,
  type Mission,
  missions,
  SealedStepPart,
  type WaitingReason,
} from 'contract'
import { wasRelievedLater } from '../../../ambulance/mission-crews.ts'
import { findStaff, openSealedPart } from '../../../ambulance/sealed-parts.ts'
import { computeMadeTime, findDoubt } from '../../../ambulance/written-time.ts'
import { createInvalidFieldFailure, Failure } from '../../../core/failure.ts'
import type { Context } from '../../../http/handler.ts'
import { toViewer } from '../../../identity/record-access.ts'
import { findTokenOwners } from '../../../identity/session.ts'
import { isRecorded, type LockedMission, lockMission } from '../queries/events.ts'
import { viewEveryRecord } from '../queries/missions.ts'
import {
  decideWaitingStep,
  findCrewing,
  insertWaitingStep,
  isWaiting,
  lockWaitingStep,
} from '../queries/waiting-steps.ts'
import { createStepRefusal, show, type Teller, take, withdraw } from './steps.ts'

type Reported = Body<typeof missions.report>
type Told = { outcome: 'applied' | 'waiting'; mission: Mission | null }

/**
 * Takes a step that a member of the crew says, once. Of somebody who is no longer of it, it waits; what they said until
 * they were relieved counts.
 */
export async function report(context: Context, step: Reported, by: string): Promise<Told> {
  const { tx, now } = context
  const mission = await lockMission(tx, step._id, by)
  if (mission) {
    const viewer = viewEveryRecord(now)
    const isTaken = mission.events.some(({ id }) => id === step.event_id)
    // What a dispatcher decides about, or has rejected, is not taken beside that.
    if (!isTaken && (await isWaiting(tx, step, by)))
      return { outcome: 'waiting', mission: await show(context, viewer, mission.id) }
    return { outcome: 'applied', mission: await takeOfCrew(context, mission, step, { viewer, staffId: by }) }
  }
  // It was taken while the mission was its author's, and the answer was lost: nothing is left to send.
  if (await isRecorded(tx, step, by)) {
    context.auditPatients([])
    return { outcome: 'applied', mission: null }
  }
  if (await takeOfRelieved(context, step, by)) return { outcome: 'applied', mission: null }
  if (!(await wait(context, step, { by, because: 'not-of-crew' }))) throw new Failure('not-found')
  return { outcome: 'waiting', mission: null }
}

/**
 * Takes a step that somebody pressed before they were relieved, if the mission can take it. They read nothing of it any
 * more, so that a refusal would not help them.
 */
async function takeOfRelieved(context: Context, step: Reported, by: string): Promise<boolean> {
  const { tx, now } = context
  const { _id: missionId, at = now, made_at = now } = step
  const said = Date.parse(made_at) > Date.parse(at) ? made_at : at
  if (!(await wasRelievedLater(tx, { missionId, staffId: by, at: said })) || (await isWaiting(tx, step, by)))
    return false
  const mission = await lockMission(tx, missionId)
  if (!mission) throw new Error('a crew has a mission')
  try {
    await takeOfCrew(context, mission, step, { viewer: viewEveryRecord(now), staffId: by })
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}

/**
 * Whether somebody said that nobody was taken along before a colleague's word of it arrived, or may have: they could
 * not mean to correct it.
 */
function isToldUnseen({ events }: LockedMission, step: Reported, { staffId }: Teller): boolean {
  if (step.step !== 'NO_TRANSPORT' || events.some(({ id }) => id === step.event_id)) return false
  const standing = listStandingSteps(events).find((event) => event.step === 'NO_TRANSPORT')
  if (!standing || standing.staff_id === staffId) return false
  return step.made_at === undefined || Date.parse(step.made_at) < Date.parse(standing.recorded_at)
}

async function takeOfCrew(
  context: Context,
  mission: LockedMission,
  step: Reported,
  teller: Teller,
): Promise<Mission> {
  if (isToldUnseen(mission, step, teller))
    throw await createStepRefusal(context, teller.viewer, mission, 'mission-step')
  const none = {
    vehicle_id: null,
    team_id: null,
    operation_id: null,
    destination: null,
    comes_here: false,
    leaves: [],
    joins: [],
    doctor: null,
  }
  if (step.step !== 'WITHDRAWN') return take(context, mission, { ...step, ...none }, teller)
  if (mission.events.some(({ id }) => id === step.event_id)) return show(context, teller.viewer, mission.id)
  if (step.withdraws !== null && !crewSteps.some((one) => one === step.withdraws))
    throw createInvalidFieldFailure('withdraws', 'choice-invalid')
  return withdraw(context, mission, { ...step, ...none }, teller)
}

/**
 * Takes a step that somebody brings, as of its author. Whoever brings it is told nothing of the mission. They cannot
 * read it, nor could its author who forgot their PIN: what the mission does not take waits.
 */
export async function deliverStep(
  context: Context,
  delivered: Body<typeof missions.deliver>,
): Promise<Told['outcome']> {
  const { tx, now } = context
  const refuse = (message: string) => createInvalidFieldFailure('sealed', message)
  const opened = await openSealedPart(context, delivered)
  const part = SealedStepPart.safeParse(opened?.described).data
  const step = missions.report.body.safeParse(part?.step).data
  if (!part || part.op_id !== delivered.op_id || step?.event_id !== part.op_id)
    throw refuse('part-unreadable')
  const { by } = part
  const [staff, owners] = [await findStaff(tx, [by]), await findTokenOwners(tx, [part.token])]
  if (!staff.has(by)) throw refuse('part-unreadable')
  context.addAuditDetail({ authors: [by], mission: step._id })
  const owner = owners.get(part.token)
  const because = findDoubt(owner, part) ?? (owner?.permissions.has('mission:crew') ? null : 'not-allowed')
  if (because !== null) {
    if (await isRecorded(tx, step, by)) {
      context.auditPatients([])
      return 'applied'
    }
    if (!(await wait(context, step, { by, because }))) throw refuse(`step-${because}`)
    return 'waiting'
  }
  try {
    return (await report(context, { ...step, made_at: computeMadeTime(part, now) }, by)).outcome
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (await wait(context, step, { by, because: 'not-taken' })) return 'waiting'
    throw new Failure(error.code, { fields: error.fields ?? [] })
  }
}

/**
 * Has a step wait for a dispatcher, once; false if nobody need decide about it: its author was never in a crew of the
 * mission, or is in it, and the mission is over.
 */
async function wait(
  context: Context,
  step: Reported,
  { by, because }: { by: string; because: WaitingReason },
): Promise<boolean> {
  const { tx, now, actor, hospitalId } = context
  const crewing = await findCrewing(tx, step._id, by)
  if (!crewing?.was_on_crew || (because === 'not-of-crew' && crewing.is_on_crew)) return false
  // If two tablets bring it at once, the second one finds it here.
  await lockMission(tx, step._id)
  if (!(await isWaiting(tx, step, by))) {
    const at = step.at ?? now
    await insertWaitingStep(tx, { ...step, at, by, because }, { hospitalId, staffId: actor._id, now })
    context.emit({ kind: 'missions-outdated' })
  }
  context.addAuditDetail({ waiting: because })
  await show(context, viewEveryRecord(now), step._id)
  return true
}

/** Takes a step that waits into its mission, as of its author and by the rules of the mission, or rejects it. */
export async function decideStep(
  context: Context,
  { _id, is_accepted, note }: Body<typeof missions.decide>,
): Promise<Mission> {
  const { tx, now, actor } = context
  const waiting = await lockWaitingStep(tx, _id)
  if (!waiting) throw new Failure('not-found')
  const { mission_id, staff_id, decided_at, ...step } = waiting
  if (decided_at !== null) throw new Failure('step-decided')
  if (!is_accepted && note === null) throw createInvalidFieldFailure('note', 'reason-required')
  context.addAuditDetail({ authors: [staff_id], mission: mission_id, is_accepted })
  await decideWaitingStep(tx, _id, { isAccepted: is_accepted, note }, { staffId: actor._id, now })
  const viewer = toViewer(actor, now)
  if (!is_accepted) {
    context.emit({ kind: 'missions-outdated' })
    return show(context, viewer, mission_id)
  }
  const mission = await lockMission(tx, mission_id)
  if (!mission) throw new Error('a step waits for a mission')
  const decided = { source: 'LATER', note: step.note ?? note, made_at: now } as const
  const given = { ...step, ...decided, _id: mission_id, event_id: _id }
  return takeOfCrew(context, mission, given, { viewer, staffId: staff_id })
}
