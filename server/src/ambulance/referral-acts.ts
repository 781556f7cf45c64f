import type { ReferralAct } from 'contract'
import { sql } from 'kysely'
import { sqlArray } from '../db/binary-array.ts'
import type { Tx } from '../db/database.ts'
import { selectProfileLabelOrNull, selectStaffLabel, selectStaffLabelOrNull } from '../db/labels.ts'

/** The acts of referrals, in the order of each. */
export async function listReferralActs(
  tx: Tx,
  recordIds: readonly string[],
): Promise<(ReferralAct & { record_id: string })[]> {
  const { rows } = await sql<ReferralAct & { record_id: string }>`
    select a.record_id, a.id as _id, a.act, a.at, ${selectStaffLabel('s')} as by, ${selectStaffLabelOrNull('taker')} as to, a.level,
      ${selectProfileLabelOrNull('v', 'call_sign')} as vehicle,
      ${selectProfileLabelOrNull('t')} as team,
      a.told_by, a.reason, a.result, a.bed, a.proposed_at, a.note, a.appraisal
    from referral_acts a
      join staff s on s.id = a.staff_id
      left join staff taker on taker.id = a.to_staff_id
      left join vehicles v on v.id = a.vehicle_id
      left join teams t on t.id = a.team_id
    where a.record_id = any(${sqlArray('uuid', recordIds)})
    order by a.record_id, a.position`.execute(tx)
  return rows
}
