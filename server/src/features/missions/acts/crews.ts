import {
  type CrewBelow,
  type CrewLevel,
  findEmptyPlaces,
  findTransportPlans,
  type Mission,
  type ReferralRisk,
  type TransportPlan,
  takeMissionStep,
} from 'contract'
import type * as z from 'zod/mini'
import { findFormSettings } from '../../../ambulance/form-settings.ts'
import { findActiveStaff, listCrew, requireJoinersFree } from '../../../ambulance/mission-crews.ts'
import { createInvalidFieldFailure, Failure } from '../../../core/failure.ts'
import type { Context } from '../../../http/handler.ts'
import type { LockedMission } from '../queries/events.ts'
import { findMission, viewEveryRecord } from '../queries/missions.ts'
import { createStepRefusal, type Step, type Teller } from './steps.ts'

type Planned = { risk: ReferralRisk | null; plan: TransportPlan | undefined }

/** What the risk of its referral asks of the crew and the vehicle of a mission. */
export async function findPlan(tx: Context['tx'], { referral }: Mission): Promise<Planned> {
  const risk = referral?.risk ?? null
  const plan = risk === null ? undefined : findTransportPlans((await findFormSettings(tx)).settings)[risk]
  return { risk, plan }
}

/** Throws if the crew has less training than the risk asks for, without a reason and a doctor who answers for it. */
export function requireLevels(
  { risk, plan }: Planned,
  levels: readonly CrewLevel[],
  { note, doctor }: Pick<Step, 'note' | 'doctor'>,
): void {
  const places = plan ? findEmptyPlaces(plan.crew, levels) : []
  if (risk === null || places.length === 0 || (note !== null && doctor !== null)) return
  const detail: z.input<typeof CrewBelow> = { risk, places: places.map((place) => [...place]) }
  throw new Failure('crew-below', {
    fields: [
      ...(note === null ? [{ field: 'note', message: 'reason-required' }] : []),
      ...(doctor === null ? [{ field: 'doctor', message: 'field-required' }] : []),
    ],
    detail,
  })
}

/**
 * Somebody is in the crew after it was changed, everybody once; nobody leaves who is not in it. Nobody joins who is out
 * on another mission, until the patient is handed over: after that it is written who went. What the risk asks of those
 * who care for the patient is judged as with an assignment.
 */
export async function checkCrew(
  context: Context,
  mission: LockedMission,
  step: Step,
  teller: Teller,
): Promise<void> {
  if (takeMissionStep(mission.state, 'CREW_CHANGED') === null) return
  const { tx, now } = context
  const { leaves, joins } = step
  if (leaves.length + joins.length === 0) throw createInvalidFieldFailure('joins', 'field-required')
  const named = [...leaves, ...joins.map(({ staff_id }) => staff_id)]
  const repeated = joins.findIndex(({ staff_id }) => named.indexOf(staff_id) !== named.lastIndexOf(staff_id))
  if (repeated >= 0) throw createInvalidFieldFailure(`joins.${repeated}.staff_id`, 'member-repeated')
  if (new Set(leaves).size < leaves.length) throw createInvalidFieldFailure('leaves', 'member-repeated')
  const crew = new Map((await listCrew(tx, mission.id)).map((one) => [one.staff_id, one]))
  if (!leaves.every((id) => crew.has(id)))
    throw await createStepRefusal(context, teller.viewer, mission, 'not-in-crew')
  const active = await findActiveStaff(
    tx,
    joins.map(({ staff_id }) => staff_id),
  )
  const unknown = joins.findIndex(({ staff_id }) => !crew.has(staff_id) && !active.has(staff_id))
  if (unknown >= 0) throw createInvalidFieldFailure(`joins.${unknown}.staff_id`, 'choice-invalid')
  for (const id of leaves) crew.delete(id)
  const joiners = joins.filter(({ staff_id }) => !crew.has(staff_id)).map(({ staff_id }) => staff_id)
  for (const one of joins) crew.set(one.staff_id, one)
  if (crew.size === 0) throw createInvalidFieldFailure('leaves', 'crew-empty')
  await requireJoinersFree(tx, mission.id, joiners)
  const found = await findMission(tx, viewEveryRecord(now), mission.id)
  if (!found) throw new Error('the mission is locked')
  const carers = [...crew.values()].flatMap(({ role, level }) => (level && role !== 'DRIVER' ? [level] : []))
  requireLevels(await findPlan(tx, found), carers, step)
  // Whoever joins reads the patients of the mission from now on.
  context.addAuditDetail({ left: leaves, joined: joiners })
}
