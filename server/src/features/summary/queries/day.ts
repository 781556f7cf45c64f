import { dayVitals, news2Parameters, type OwnLimits, type TileDevice, vitalSignKinds } from 'contract'
import { sql } from 'kysely'
import { selectOwnLimits } from '../../../bedside/alarms/own-limits.ts'
import { sqlArray } from '../../../db/binary-array.ts'
import type { Tx } from '../../../db/database.ts'
import { selectIsoText } from '../../../db/iso-text.ts'
import type { OpenRecord } from '../../../identity/record-access.ts'
import type { DayReading, ScaleSetting } from '../rules.ts'

/** The facts of the patient by which their values are judged. */
export async function findJudged(
  tx: Tx,
  patientId: OpenRecord,
  now: string,
): Promise<
  { date_of_birth: string | null; is_pregnant: boolean; own_limits: OwnLimits[] | null } | undefined
> {
  return tx
    .selectFrom('patients')
    .select(['date_of_birth', 'is_pregnant', selectOwnLimits('patients.id', now).as('own_limits')])
    .where('id', '=', patientId)
    .executeTakeFirst()
}

/** The devices that the patient wears. */
export async function listWorn(tx: Tx, patientId: OpenRecord): Promise<TileDevice[]> {
  const { rows } = await sql<TileDevice>`
    select d.id as _id, d.kind, d.name, d.status, d.battery, ${selectIsoText('d.last_seen_at')} as last_seen_at
    from device_assignments a join devices d on d.id = a.device_id
    where a.patient_id = ${patientId} and upper_inf(a.during)
    order by d.kind, d.name`.execute(tx)
  return rows
}

const measuredNames = [...new Set([...dayVitals, ...news2Parameters])].filter((name) => name !== 'news2')

/**
 * What was measured since then, oldest first; the last to arrive is the newest of one instant. It is one JSON text,
 * which is parsed ten times as fast as thousands of rows.
 */
export async function listDayReadings(tx: Tx, patientId: OpenRecord, since: string): Promise<DayReading[]> {
  const { rows } = await sql<{ readings: DayReading[] }>`
    select coalesce(json_agg(measured order by at, received_at, id), '[]') as readings
    from (
      select id, received_at, (extract(epoch from least(measured_at, received_at)) * 1000)::float8 as at,
        json_strip_nulls(json_build_object(
          'at', (extract(epoch from least(measured_at, received_at)) * 1000)::float8,
          ${sql.join(measuredNames.flatMap((name) => [sql.lit(name), sql.ref(name)]))})) as measured
      from readings
      where patient_id = ${patientId} and kind = any(${sqlArray('text', vitalSignKinds)})
        and measured_at >= ${since} and replaced_at is null
    ) as day`.execute(tx)
  return rows[0]?.readings ?? []
}

/** The newest first. */
export async function listScaleSettings(tx: Tx, patientId: OpenRecord): Promise<ScaleSetting[]> {
  const { rows } = await sql<ScaleSetting>`
    select at, scale from spo2_scales where patient_id = ${patientId} order by at desc, id desc`.execute(tx)
  return rows
}
