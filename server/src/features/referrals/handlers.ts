import {
  type Body,
  computeAge,
  findReferralHolder,
  isCriticalAppraisal,
  type Referral,
  type referrals,
  type ShiftHeld,
  type StaffLabel,
  suggestReferralRisk,
} from 'contract'
import type * as z from 'zod/mini'
import { createInvalidFieldFailure, Failure } from '../../core/failure.ts'
import { formatZonedDate, hospitalTimeZone } from '../../core/time.ts'
import { allInOrder } from '../../db/all-in-order.ts'
import { listPatientIds } from '../../http/audited-patient.ts'
import type { Handlers, OpenRecordContext } from '../../http/handler.ts'
import { listGrantedStaffTypes } from '../../identity/permissions.ts'
import {
  findAdmittingRecord,
  findReferral,
  findRiskValues,
  insertAct,
  isProfileInUse,
  listActiveStaff,
  listActs,
  listDuplicates,
  type ReferralRow,
  selectReferralPatient,
  type WrittenAct,
} from './queries.ts'

const dayMs = 24 * 60 * 60_000

export const referralHandlers: Handlers<typeof referrals> = {
  async get(context, { _id }) {
    const [referral, , about] = await allInOrder([
      findReferral(context.tx, _id, { staffId: context.actor._id, isLocked: false }),
      context.checkRecords(selectReferralPatient(_id)),
      readShownParts(context, _id),
    ])
    return { referral: describe(context, await openReferral(context, referral), about) }
  },

  /** A second taker is told who has it since when, and may then take it over with a reason. */
  async shift(context, { _id, act_id, change }) {
    const { tx, actor } = context
    const referral = await requireReferral(context, _id, { isLocked: true })
    const acts = await listActs(tx, _id)
    if (acts.some((one) => one._id === act_id)) return { referral: await show(context, referral) }
    requireOpenForm(referral)
    const holder = findReferralHolder(acts)
    if (change.act === 'TAKEN') {
      const isTakenOver = holder !== null && holder.act_id === change.over
      if (holder && !isTakenOver) {
        context.auditPatients(listPatientIds([referral]))
        const detail: z.input<typeof ShiftHeld> = { holder }
        throw new Failure('shift-held', { detail })
      }
      if (isTakenOver && change.note === null)
        throw createInvalidFieldFailure('change.note', 'reason-required')
      for (const [field, table, id] of [
        ['change.vehicle_id', 'vehicles', change.vehicle_id],
        ['change.team_id', 'teams', change.team_id],
      ] as const)
        if (id !== null && !(await isProfileInUse(tx, table, id)))
          throw createInvalidFieldFailure(field, 'choice-invalid')
      await write(context, referral, acts.length, {
        id: act_id,
        act: 'TAKEN',
        level: change.level,
        vehicleId: change.vehicle_id,
        teamId: change.team_id,
        note: change.note,
      })
    } else {
      if (holder?.staff._id !== actor._id) throw new Failure('shift-not-held')
      const toStaffId = change.act === 'HANDED_OVER' ? change.to_staff_id : null
      if (
        toStaffId !== null &&
        !(await listReferralTakers(context)).some(({ _id: taker }) => taker === toStaffId)
      )
        throw createInvalidFieldFailure('change.to_staff_id', 'choice-invalid')
      await write(context, referral, acts.length, {
        id: act_id,
        act: change.act,
        toStaffId,
        note: change.note,
      })
    }
    return { referral: await show(context, referral) }
  },

  async answer(context, { _id, act_id, said }) {
    const referral = await requireReferral(context, _id, { isLocked: true })
    const acts = await listActs(context.tx, _id)
    if (acts.some((one) => one._id === act_id)) return { referral: await show(context, referral) }
    requireOpenForm(referral)
    const isOther =
      (said.act === 'DECLINED' && said.reason === 'OTHER') ||
      (said.act === 'NOT_ARRIVED' && said.result === 'OTHER')
    if (isOther && said.note === null) throw createInvalidFieldFailure('said.note', 'reason-required')
    if (said.act === 'APPRAISED' && said.note === null && isCriticalAppraisal(said.appraisal))
      throw createInvalidFieldFailure('said.note', 'reason-required')
    const isPutOff = said.act === 'TIME_ASKED' || said.act === 'POSTPONED'
    const proposedAt = isPutOff ? said.proposed_at : null
    if (isPutOff && proposedAt === null && said.note === null)
      throw createInvalidFieldFailure('said.note', 'field-required')
    await write(context, referral, acts.length, {
      id: act_id,
      act: said.act,
      toldBy: said.act === 'APPRAISED' ? null : said.told_by,
      reason: said.act === 'DECLINED' ? said.reason : null,
      result: said.act === 'NOT_ARRIVED' ? said.result : null,
      bed: said.act === 'ACCEPTED' ? said.bed : null,
      proposedAt,
      appraisal: said.act === 'APPRAISED' ? said.appraisal : null,
      note: said.note,
    })
    return { referral: await show(context, referral) }
  },

  reply: (context, said) => writeOfSender(context, 'REPLIED', said),
  tellPatient: (context, said) => writeOfSender(context, 'PATIENT_TOLD', said),
}

/** Writes what the sending side says. */
async function writeOfSender(
  context: OpenRecordContext,
  act: 'REPLIED' | 'PATIENT_TOLD',
  { _id, act_id, note }: Body<typeof referrals.tellPatient>,
): Promise<{ referral: Referral }> {
  const referral = await requireReferral(context, _id, { isLocked: true })
  const acts = await listActs(context.tx, _id)
  if (!acts.some((one) => one._id === act_id)) {
    requireOpenForm(referral)
    await write(context, referral, acts.length, { id: act_id, act, note })
  }
  return { referral: await show(context, referral) }
}

async function requireReferral(
  context: OpenRecordContext,
  id: string,
  { isLocked }: { isLocked: boolean },
): Promise<ReferralRow> {
  const { tx, actor } = context
  return openReferral(context, await findReferral(tx, id, { staffId: actor._id, isLocked }))
}

/**
 * A referral whose patient's record is open to the user: one who may read patients or who began it; a dispatcher sees
 * those of missions that last. Whoever is out on a mission for its patient has it open for the way.
 */
async function openReferral(
  { actor, openRecord }: OpenRecordContext,
  referral: ReferralRow | undefined,
): Promise<ReferralRow> {
  if (!referral) throw new Failure('not-found')
  const { permissions } = actor
  const mayHandle =
    permissions.has('referral:write') ||
    permissions.has('referral:answer') ||
    permissions.has('mission:crew') ||
    (permissions.has('mission:dispatch') && referral.is_on_the_way)
  const isOwn = permissions.has('patient:read') || referral.created_by === actor._id || referral.is_of_crew
  if (!mayHandle || !isOwn) throw new Failure('not-found')
  if (referral.patient && !referral.is_of_crew) await openRecord(referral.patient._id)
  return referral
}

function requireOpenForm({ state }: ReferralRow): void {
  if (state === 'void') throw new Failure('form-closed')
}

type Done = Pick<WrittenAct, 'id' | 'act'> & Partial<WrittenAct>

async function write(
  context: OpenRecordContext,
  referral: ReferralRow,
  position: number,
  done: Done,
): Promise<void> {
  const { tx, hospitalId, actor, now } = context
  const nothing = {
    toStaffId: null,
    level: null,
    vehicleId: null,
    teamId: null,
    toldBy: null,
    reason: null,
    result: null,
    bed: null,
    proposedAt: null,
    note: null,
    appraisal: null,
  }
  await insertAct(
    tx,
    { ...nothing, ...done, recordId: referral._id, position },
    { hospitalId, staffId: actor._id, now },
  )
  context.addAuditDetail({ act: done.act })
  context.emit({ kind: 'form-records-outdated', form: 'ambulance-referral' })
  context.emit({ kind: 'missions-outdated' })
}

const show = async (context: OpenRecordContext, referral: ReferralRow): Promise<Referral> =>
  describe(context, referral, await readShownParts(context, referral._id))

/** What is shown with a referral. */
async function readShownParts(context: OpenRecordContext, id: string) {
  const { tx, now } = context
  const [values, acts, duplicates, takers, admits_into] = await Promise.all([
    findRiskValues(tx, id, new Date(Date.parse(now) - dayMs).toISOString()),
    listActs(tx, id),
    listDuplicates(tx, id),
    listReferralTakers(context),
    findAdmittingRecord(tx, id),
  ])
  return { values, acts, duplicates, takers, admits_into }
}

function describe(
  { now, auditPatients }: OpenRecordContext,
  referral: ReferralRow,
  { values, ...about }: Awaited<ReturnType<typeof readShownParts>>,
): Referral {
  auditPatients(listPatientIds([referral]))
  const {
    created_by: _author,
    is_of_crew: _crew,
    is_on_the_way: _way,
    created_at: _begun,
    date_of_birth,
    ...shown
  } = referral
  const suggestion =
    referral.patient &&
    suggestReferralRisk({
      signs: null,
      values,
      isAirwaySecured: null,
      age: date_of_birth === null ? null : computeAge(date_of_birth, formatZonedDate(hospitalTimeZone, now)),
      usesPaediatricPressure: true,
    })
  return { ...shown, ...about, suggested: suggestion?.level ?? null }
}

async function listReferralTakers({ tx }: OpenRecordContext): Promise<StaffLabel[]> {
  const [types, staff] = await Promise.all([
    listGrantedStaffTypes(tx, 'mission:crew', 'mission:care'),
    listActiveStaff(tx),
  ])
  return staff.filter(({ type }) => types.includes(type)).map(({ type: _type, ...taker }) => taker)
}
