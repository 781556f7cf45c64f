import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { selectRecordsOf, selectUsedRecordOf } from '../identity/merged-records.ts'
import { isCountedEvent } from './mission-events.ts'

/**
 * Whether a referral, a row of `form_records`, is open for the mission `m` of a patient: begun in the month before the
 * call or later, while the mission lasts, and not travelled with on a mission before. `offset 0`: those missions are
 * looked for by the patient of each referral; joined with it, all of the hospital would be read.
 */
export const isOpenReferral = (referral: string): RawBuilder<SqlBool> => {
  const of = (column: string) => sql.ref(`${referral}.${column}`)
  return sql<SqlBool>`(${of('form')} = 'ambulance-referral' and ${of('state')} <> 'void'
    and ${of('created_at')} >= m.called_at - interval '30 days'
    and (m.ended_at is null or ${of('created_at')} <= m.ended_at)
    and not exists (select from form_records asked
        join missions before on before.hospital_id = asked.hospital_id and before.id = asked.id
        join mission_events e on e.hospital_id = before.hospital_id and e.mission_id = before.id
      where asked.hospital_id = ${of('hospital_id')} and asked.patient_id = any(${selectRecordsOf(of('patient_id'))})
        and asked.form = 'ambulance-request' and before.id <> m.id and before.called_at <= m.called_at
        and e.step in ('LEFT_SCENE', 'AT_DESTINATION', 'HANDED_OVER') and e.at >= ${of('created_at')}
        and ${isCountedEvent} offset 0))`
}

/** Whether somebody is out on the mission of a referral, a row of `form_records`: one for its patient. */
export const isOutWithReferral = (
  referral: string,
  staffId: string,
): RawBuilder<SqlBool> => sql<SqlBool>`exists (
  select from missions m
    join form_records q on q.hospital_id = m.hospital_id and q.id = m.id
    join team_members c on c.hospital_id = m.hospital_id and c.team_id = m.team_id
  where m.is_out and c.staff_id = ${staffId}
    and ${selectUsedRecordOf(sql`q.patient_id`)} = ${selectUsedRecordOf(sql.ref(`${referral}.patient_id`))}
    and ${isOpenReferral(referral)})`
