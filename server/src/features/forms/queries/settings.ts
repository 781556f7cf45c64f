import type { StaffLabel } from 'contract'
import { sql } from 'kysely'
import type { HeldSettings } from '../../../ambulance/form-settings.ts'
import type { Tx } from '../../../db/database.ts'
import { selectStaffLabel } from '../../../db/labels.ts'
import type { Writer } from './record-changes.ts'

/** The newest changes first. */
export async function listSettingsChanges(
  tx: Tx,
  limit: number,
): Promise<{ _id: string; at: string; by: StaffLabel; reason: string }[]> {
  const { rows } = await sql<{ _id: string; at: string; by: StaffLabel; reason: string }>`
    select c.id as _id, c.at, ${selectStaffLabel('s')} as by, c.reason
    from form_settings c join staff s on s.id = c.staff_id
    order by c.version desc limit ${limit}`.execute(tx)
  return rows
}

/** Whether the version was stored; false if somebody else has stored the same version meanwhile. */
export async function insertFormSettings(
  tx: Tx,
  { id, version, settings, reason }: HeldSettings & { id: string; reason: string },
  { hospitalId, staffId, now }: Writer,
): Promise<boolean> {
  const { rows } = await sql`
    insert into form_settings (id, hospital_id, version, at, staff_id, reason, settings)
    values (${id}, ${hospitalId}, ${version}, ${now}, ${staffId}, ${reason}, ${JSON.stringify(settings)}::jsonb)
    on conflict (hospital_id, version) do nothing returning id`.execute(tx)
  return rows.length > 0
}
