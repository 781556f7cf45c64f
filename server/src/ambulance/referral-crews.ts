import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Whether somebody is out on the mission of a referral, a row of `form_records`: one for its patient, for which the
 * ambulance was called at most a day after the referral was begun.
 */
export const isOutWithReferral = (
  referral: string,
  staffId: string,
): RawBuilder<SqlBool> => sql<SqlBool>`exists (
  select from missions m
    join form_records q on q.hospital_id = m.hospital_id and q.id = m.id
    join team_members c on c.hospital_id = m.hospital_id and c.team_id = m.team_id
  where m.is_out and c.staff_id = ${staffId} and q.patient_id = ${sql.ref(`${referral}.patient_id`)}
    and ${sql.ref(`${referral}.created_at`)} >= m.called_at - interval '1 day')`
