import type { AlarmOff } from 'contract'
import { type SqlBool, sql } from 'kysely'
import type { HospitalContext } from '../../core/hospital-context.ts'
import type { DueHospitals } from '../../core/schedule.ts'
import { allInOrder } from '../../db/all-in-order.ts'
import { sqlArray } from '../../db/binary-array.ts'
import type { Tx } from '../../db/database.ts'
import { selectIsoText } from '../../db/iso-text.ts'

/** Whether a setting `n` switches alarms off: those of the vital sign, or those beyond a limit. */
const isOff = sql<SqlBool>`(n.is_current and (n.mode = 'disabled' or n.off_bounds <> '{}'))`

/** Which alarms of a patient are switched off now, as a part of a query; an empty list if none is. */
export const selectAlarmsOff = (patientId: string, now: string) => sql<AlarmOff[]>`coalesce((
  select json_agg(json_build_object('vital', n.vital, 'until', ${selectIsoText('n.until')},
    'bounds', case when n.mode <> 'disabled' then n.off_bounds end) order by n.vital)
  from notify_settings n
  where n.patient_id = ${sql.ref(patientId)} and ${isOff} and (n.until is null or n.until > ${now})), '[]')`

/**
 * The patient list shows a patient's notifications as disabled while any vital sign of the patient is not monitored, or
 * not beyond every limit of the hospital.
 */
export async function copyNotifyStatus(tx: Tx, patientIds: readonly string[], now: string): Promise<void> {
  await sql`
    update patients p
      set notify_status = s.status
      from (select id, case when exists (
              select from notify_settings n
              where n.patient_id = named.id and ${isOff}
                and (n.until is null or n.until > ${now})) then 'disabled' else 'default' end as status
            from unnest(${sqlArray('uuid', [...patientIds])}) as named (id)) s
      where p.id = s.id and p.notify_status <> s.status`.execute(tx)
}

/** Patients with a vital sign that was not monitored for a time that is now over. */
const selectExpiredSettings = (now: string) => sql`
  select p.hospital_id, p.id from patients p
  where p.notify_status = 'disabled'
    and p.id in (select n.patient_id from notify_settings n
      where ${isOff} and n.until <= ${now})
    and not exists (select from notify_settings n
      where n.hospital_id = p.hospital_id and n.patient_id = p.id and ${isOff}
        and (n.until is null or n.until > ${now}))`

export const selectDueNotifySettings: DueHospitals = (now) =>
  sql`select hospital_id from (${selectExpiredSettings(now)}) as over`

/** Resumes monitoring of vital signs that were paused until now. */
export async function endNotifySettings({ tx, now, emit }: HospitalContext): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    ${selectExpiredSettings(now)}
    order by p.id
    for no key update of p`.execute(tx)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return
  await copyNotifyStatus(tx, ids, now)
  emit({ kind: 'patients-outdated', patient_ids: ids })
}

/** Ends the limits and the pauses that hold for one patient alone: the hospital's limits hold again. */
export async function resetNotifySettings(
  { tx, hospitalId, now, newId }: HospitalContext,
  { patientId, staffId }: { patientId: string; staffId: string },
): Promise<void> {
  const { rows } = await sql<{ vital: string }>`
    update notify_settings set is_current = false
    where patient_id = ${patientId} and is_current and mode <> 'default' returning vital`.execute(tx)
  if (rows.length === 0) return
  await allInOrder([
    ...rows.map(({ vital }) =>
      sql`
        insert into notify_settings (id, hospital_id, patient_id, vital, at, staff_id, mode, is_current)
        values (${newId()}, ${hospitalId}, ${patientId}, ${vital}, ${now}, ${staffId}, 'default', true)`.execute(
        tx,
      ),
    ),
    copyNotifyStatus(tx, [patientId], now),
  ])
}
