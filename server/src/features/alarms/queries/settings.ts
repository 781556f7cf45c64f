import {
  alarmBounds,
  type LimitBound,
  type LimitedVital,
  type Limits,
  type NotifyChange,
  type NotifySetting,
  type StaffLabel,
  toLimitRule,
} from 'contract'
import { sql } from 'kysely'
import { sqlArray } from '../../../db/binary-array.ts'
import type { Tx } from '../../../db/database.ts'
import { selectStaffLabelOrNull } from '../../../db/labels.ts'
import type { OpenRecord } from '../../../identity/record-access.ts'

export function findBirthDate(
  tx: Tx,
  patientId: OpenRecord,
): Promise<{ date_of_birth: string | null } | undefined> {
  return tx.selectFrom('patients').select('date_of_birth').where('id', '=', patientId).executeTakeFirst()
}

/** Changes of settings, newest first. */
export async function listSettingChanges(
  tx: Tx,
  patientId: OpenRecord,
  { isCurrent, limit }: { isCurrent?: boolean; limit?: number } = {},
): Promise<(NotifyChange & { by: StaffLabel | null })[]> {
  const { rows } = await sql<Omit<NotifyChange, 'limits'> & Limits>`
    select n.id as _id, n.at, ${selectStaffLabelOrNull('doer')} as by, n.vital, n.mode, n.critical_low, n.low, n.high, n.critical_high,
      n.reason, n.until
    from notify_settings n left join staff doer on doer.id = n.staff_id
    where n.patient_id = ${patientId} ${isCurrent ? sql`and n.is_current` : sql``}
    order by n.at desc, n.id desc
    ${limit === undefined ? sql`` : sql`limit ${limit}`}`.execute(tx)
  return rows.map(({ critical_low, low, high, critical_high, ...row }) => ({
    ...row,
    limits: row.mode === 'own' ? { critical_low, low, high, critical_high } : null,
  }))
}

/** Changes are never deleted, so that their number is the version of the settings. */
export async function countSettingChanges(tx: Tx, patientId: OpenRecord): Promise<number> {
  const { count } = await tx
    .selectFrom('notify_settings')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('patient_id', '=', patientId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

type NewSetting = Pick<NotifySetting, 'mode' | 'limits' | 'reason' | 'until'> & {
  /** The limits of the hospital that are off. */
  offBounds: readonly LimitBound[]
}

export async function insertSetting(
  tx: Tx,
  { id, hospitalId, now, staffId }: { id: string; hospitalId: string; now: string; staffId: string },
  { patientId, vital }: { patientId: OpenRecord; vital: LimitedVital },
  { mode, limits, reason, until, offBounds }: NewSetting,
): Promise<void> {
  await tx
    .updateTable('notify_settings')
    .set({ is_current: false })
    .where('patient_id', '=', patientId)
    .where('vital', '=', vital)
    .where('is_current', '=', true)
    .execute()
  await tx
    .insertInto('notify_settings')
    .values({
      id,
      hospital_id: hospitalId,
      patient_id: patientId,
      vital,
      at: now,
      staff_id: staffId,
      mode,
      critical_low: limits?.critical_low ?? null,
      low: limits?.low ?? null,
      high: limits?.high ?? null,
      critical_high: limits?.critical_high ?? null,
      reason,
      until,
      off_bounds: [...offBounds],
      is_current: true,
    })
    .execute()
}

/**
 * Locks the open alarms of a patient's vital signs until the transaction ends, and deletes the counted breaches of
 * them.
 */
export async function lockVitalAlarms(tx: Tx, patientId: string, vitals: readonly LimitedVital[]) {
  const rules = vitals.flatMap((vital) => alarmBounds.map((bound) => toLimitRule(vital, bound)))
  const isOfRules = sql<boolean>`rule = any(${sqlArray('text', rules)})`
  const open = await tx
    .selectFrom('alarms')
    .select(['id', 'rule', 'last_value as value'])
    .where('patient_id', '=', patientId)
    .where(isOfRules)
    .where('cleared_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  // After the alarms, in the same order as readings lock them; the other order could deadlock.
  await tx.deleteFrom('breaches').where('patient_id', '=', patientId).where(isOfRules).execute()
  return open
}
