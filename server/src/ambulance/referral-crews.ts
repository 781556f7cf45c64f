import { referralRisks } from 'contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { sqlArray, sqlWords } from '../db/binary-array.ts'
import { selectPersonRecords, selectPersonUsedRecord } from '../identity/merged-records.ts'
import { isOnCrew } from './mission-crews.ts'
import { isCountedEvent } from './mission-events.ts'

/** Kinds of requests that carry nobody who is referred: the risk of a referral says nothing about them. */
const unreferredKinds = sqlArray('text', ['SCENE', 'EVENT', 'BODY'])
/** Kinds that lead away from the hospital: a referral into it is of another way. */
const outboundKinds = sqlArray('text', ['REFER_OUT', 'DISCHARGE_HOME'])
/** The acts that say how far a referral is: the last of them counts. */
const sayingActs = sqlWords([
  'ACCEPTED',
  'DECLINED',
  'ASKED',
  'TIME_ASKED',
  'POSTPONED',
  'ARRIVED',
  'NOT_ARRIVED',
])

/**
 * Whether a referral, a row of `form_records`, is open for the mission `m` of a patient, which `request` asks for:
 * begun in the month before the call or later, while the mission lasts, not over before the call, and not travelled
 * with on a mission before. What one hospital declined is not over: the patient goes to another. `offset 0`: those
 * missions are looked for by the patient of each referral; joined with it, all of the hospital would be read.
 */
export const isOpenReferral = (referral: string, request: string): RawBuilder<SqlBool> => {
  const of = (column: string) => sql.ref(`${referral}.${column}`)
  const kind = sql`coalesce(${sql.ref(`${request}.answers`)} ->> 'kind', '')`
  return sql<SqlBool>`(${of('form')} = 'ambulance-referral' and ${of('state')} <> 'void'
    and ${kind} <> all(${unreferredKinds})
    and not (${kind} = any(${outboundKinds}) and ${of('answers')} @> '{"direction": "IN"}')
    and not coalesce((select a.act in ('ARRIVED', 'NOT_ARRIVED') and a.at < m.called_at from referral_acts a
      where a.hospital_id = ${of('hospital_id')} and a.record_id = ${of('id')}
        and a.act = any(${sayingActs})
      order by a.position desc limit 1), false)
    and ${of('created_at')} >= m.called_at - interval '30 days'
    and (m.ended_at is null or ${of('created_at')} <= m.ended_at)
    and not exists (select from form_records asked
        join missions before on before.hospital_id = asked.hospital_id and before.id = asked.id
        join mission_events e on e.hospital_id = before.hospital_id and e.mission_id = before.id
      where asked.hospital_id = ${of('hospital_id')} and asked.patient_id = any(${selectPersonRecords(of('patient_id'))})
        and asked.form = 'ambulance-request' and before.id <> m.id and before.called_at <= m.called_at
        and e.step in ('LEFT_SCENE', 'AT_DESTINATION', 'HANDED_OVER') and e.at >= ${of('created_at')}
        and ${isCountedEvent} offset 0))`
}

/** Whether no hospital takes the patient of a referral, as far as was said last. */
const isDeclined = (referral: string) => sql<SqlBool>`coalesce((select a.act = 'DECLINED' from referral_acts a
  where a.hospital_id = ${sql.ref(`${referral}.hospital_id`)} and a.record_id = ${sql.ref(`${referral}.id`)}
    and a.act = any(${sayingActs}) order by a.position desc limit 1), false)`

/**
 * The referrals of the patient of the request `r` that are open for the mission `m`, each as `f`. A later one that
 * somebody completed stands in the place of one that a hospital declined.
 */
const fromOpenReferrals = sql`
  from form_records f
  where f.hospital_id = r.hospital_id and f.patient_id = any(${selectPersonRecords(sql`r.patient_id`)})
    and ${isOpenReferral('f', 'r')}
    and not (${isDeclined('f')} and exists (select from form_records later
      where later.hospital_id = f.hospital_id and later.patient_id = any(${selectPersonRecords(sql`r.patient_id`)})
        and later.state = 'complete' and (later.created_at, later.id) > (f.created_at, f.id)
        and ${isOpenReferral('later', 'r')}))`

/**
 * The referral that counts for the mission `m` of the patient of the request `r`, as `f`: of several one that somebody
 * completed, and then the newest. Its risk is not that of the mission, which is the worst of all.
 */
export const fromMissionReferral: RawBuilder<unknown> = sql`
  ${fromOpenReferrals}
  order by f.state = 'complete' desc, f.created_at desc, f.id desc limit 1`

/**
 * The worst risk that the referrals which are open for the mission `m` tell. Nobody knows with which of them the
 * patient goes, and a crew that is too small harms more than one that is too large.
 */
export const selectWorstRisk: RawBuilder<string | null> = sql`(
  select f.answers ->> 'risk' ${fromOpenReferrals}
  order by array_position(${sqlWords(referralRisks)}, f.answers ->> 'risk') nulls last limit 1)`

/** All that the referrals which are open for the mission `m` ask for in a list. */
export const selectAskedByReferrals = (list: 'isolation' | 'equipment'): RawBuilder<string[]> => sql`(
  select coalesce(jsonb_agg(distinct asked.what), '[]')
  from (select f.answers -> ${sql.lit(list)} as list ${fromOpenReferrals}) f
    cross join lateral jsonb_array_elements_text(f.list) asked (what)
  where asked.what <> 'NONE')`

const isOfPatient = (referral: string) => sql<SqlBool>`
  ${selectPersonUsedRecord(sql`q.patient_id`)} = ${selectPersonUsedRecord(sql.ref(`${referral}.patient_id`))}`

/** Whether a mission for the patient of a referral, a row of `form_records`, lasts: its dispatchers read it. */
export const isOnTheWay = (referral: string): RawBuilder<SqlBool> => sql<SqlBool>`exists (
  select from missions m
    join form_records q on q.hospital_id = m.hospital_id and q.id = m.id
  where m.ended_at is null and ${isOfPatient(referral)} and ${isOpenReferral(referral, 'q')})`

/** Whether somebody is out on the mission of a referral, a row of `form_records`: one for its patient. */
export const isOutWithReferral = (
  referral: string,
  staffId: string,
): RawBuilder<SqlBool> => sql<SqlBool>`exists (
  select from missions m
    join form_records q on q.hospital_id = m.hospital_id and q.id = m.id
  where m.is_out and ${isOnCrew(sql`m.id`, staffId)}
    and ${isOfPatient(referral)} and ${isOpenReferral(referral, 'q')})`
