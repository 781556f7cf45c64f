import type { alarms, PlaceLabel, Result } from 'contract'
import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import { selectStaffLabelOrNull } from '../../../db/labels.ts'

export async function listDuties(tx: Tx): Promise<Result<typeof alarms.duties>['wards']> {
  const { rows } = await sql<PlaceLabel & Omit<Result<typeof alarms.duties>['wards'][number], 'ward'>>`
    select w.id as _id, w.name_en, w.name_th, ${selectStaffLabelOrNull('nurse')} as nurse_in_charge, ${selectStaffLabelOrNull('physician')} as doctor,
      coalesce((
        select json_agg(json_build_object('_id', g.id, 'name', g.name, 'level', g.escalation, 'member_ids', array(
            select m.staff_id from group_members m join staff s on s.id = m.staff_id and s.status = 'approved'
            where m.group_id = g.id)) order by g.name)
        from group_wards f join groups g on g.id = f.group_id and g.deleted_at is null and g.escalation is not null
        where f.ward_id = w.id), '[]') as groups
    from wards w
      left join staff nurse on nurse.id = w.nurse_in_charge
      left join staff physician on physician.id = w.doctor
    where w.closed_at is null
    order by w.position`.execute(tx)
  return rows.map(({ nurse_in_charge, doctor, groups, ...ward }) => ({
    ward,
    nurse_in_charge,
    doctor,
    groups,
  }))
}

type Duty = { nurse_in_charge: string | null; doctor: string | null }

/** Who is in charge of a ward, which stays locked until the transaction ends. */
export function lockDuty(tx: Tx, wardId: string): Promise<Duty | undefined> {
  return tx
    .selectFrom('wards')
    .select(['nurse_in_charge', 'doctor'])
    .where('id', '=', wardId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function updateDuty(tx: Tx, wardId: string, duty: Duty): Promise<void> {
  await tx.updateTable('wards').set(duty).where('id', '=', wardId).execute()
}
