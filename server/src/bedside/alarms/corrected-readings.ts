import { toLimitRule } from 'contract'
import { sql } from 'kysely'
import { sqlArray } from '../../db/binary-array.ts'
import type { Tx } from '../../db/database.ts'
import type { OpenRecord } from '../../identity/record-access.ts'
import { computeEffectiveTime, listLimitedValues, listReadingValues } from '../intake/reading-values.ts'
import type { AttributedReading } from '../intake/store.ts'

/**
 * Whether an alarm is open because of a reading that is corrected: the corrected values decide about it, however late.
 * An alarm whose last value becomes earlier is of that time from then on.
 */
export async function takeAlarmsAlong(
  tx: Tx,
  patientId: OpenRecord,
  wrong: AttributedReading,
  corrected: AttributedReading,
): Promise<boolean> {
  const vitals = listReadingValues({ ...wrong, patientId }).flatMap(listLimitedValues)
  const rules = vitals.flatMap(([vital]) => [toLimitRule(vital, 'low'), toLimitRule(vital, 'high')])
  const [from, to] = [wrong, corrected].map((one) => new Date(computeEffectiveTime(one)).toISOString())
  const { rows } = await sql`
    with limited as (
      update alarms set last_at = least(last_at, ${to})
      where patient_id = ${patientId} and cleared_at is null and last_at = ${from}
        and rule = any(${sqlArray('text', rules)})
      returning id
    )
    select id from limited
    union all select id from alarms
      where patient_id = ${patientId} and cleared_at is null and last_at >= ${from} and rule = 'news2'`.execute(
    tx,
  )
  return rows.length > 0
}
