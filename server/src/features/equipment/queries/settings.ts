import { type EquipmentSettings, type ParLevels, standardCheckRule } from 'contract'
import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import { selectStaffLabelOrNull } from '../../../db/labels.ts'
import type { Author } from './checks.ts'

type StoredSettings = Omit<EquipmentSettings, 'levels'> & { levels: ParLevels }

/** The hospital's settings; version 1 and the defaults while nobody has saved any. */
export async function readSettings(tx: Tx): Promise<StoredSettings> {
  const { rows } = await sql<StoredSettings>`
    select e.check_rule, e.levels, e.version, e.updated_at, ${selectStaffLabelOrNull('s')} as updated_by
    from equipment_settings e left join staff s on s.id = e.updated_by`.execute(tx)
  return (
    rows[0] ?? { check_rule: standardCheckRule, levels: {}, version: 1, updated_at: null, updated_by: null }
  )
}

/** Saves the settings on a version; false if somebody else saved meanwhile. */
export async function saveSettings(
  tx: Tx,
  { check_rule, levels, version }: { check_rule: string; levels: ParLevels; version: number },
  { hospitalId, staffId, now }: Author,
): Promise<boolean> {
  const { rows } = await sql`
    insert into equipment_settings as e (hospital_id, check_rule, levels, version, updated_at, updated_by)
    select ${hospitalId}, ${check_rule}, ${JSON.stringify(levels)}::jsonb, 2, ${now}, ${staffId}
    where ${version} = 1 or exists (select from equipment_settings)
    on conflict (hospital_id) do update
      set check_rule = excluded.check_rule, levels = excluded.levels, version = e.version + 1,
        updated_at = excluded.updated_at, updated_by = excluded.updated_by
      where e.version = ${version}
    returning e.version`.execute(tx)
  return rows.length > 0
}
