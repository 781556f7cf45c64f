import {
  type Age,
  type Answer,
  type BirthDatePrecision,
  collectMissionTimes,
  computeAge,
  crewRows,
  type FormName,
  type MissionChoice,
  type MissionEvent,
  type MissionFact,
  missionForms,
  type Rows,
  toBangkokDay,
} from 'contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isArrival } from '../../../ambulance/mission-arrivals.ts'
import { isOnCrew, wasOnCrew } from '../../../ambulance/mission-crews.ts'
import { isCountedEvent } from '../../../ambulance/mission-events.ts'
import { missionPatients } from '../../../ambulance/mission-patients.ts'
import { panelDevice } from '../../../ambulance/mission-sheets.ts'
import { fromMissionReferral, selectWorstRisk } from '../../../ambulance/referral-crews.ts'
import { sqlArray } from '../../../db/binary-array.ts'
import type { Tx } from '../../../db/database.ts'
import { selectPatientNames } from '../../../db/labels.ts'
import { selectPersonUsedRecord } from '../../../identity/merged-records.ts'
import { selectPhotoRecord } from './parts.ts'

/** What is known of a mission, by the names that the forms have for it. */
export type MissionFacts = { readonly [Fact in MissionFact]?: Answer | Rows | null }

type FoundPatient = {
  id: string
  hn: string
  title: string
  name: string
  surname: string
  gender: string
  phone: string | null
  national_id: string | null
  blood_group: string | null
  address: string | null
  vn: string | null
  an: string | null
  date_of_birth: string | null
  birth_date_precision: BirthDatePrecision | null
  allergies: string | null
  medicines: string | null
  diseases: string | null
  /** In kg. */
  weight: number | null
}

type Found = {
  number: string
  called_at: string
  destination: string | null
  request: Record<string, Answer>
  /** Whether a person has written the weight into the request. */
  is_weight_told: boolean
  vehicle: string | null
  vehicle_class: string | null
  team: string | null
  /** The people in the crew, then those who have left it, with when they left. */
  crew: { row: Record<string, string>; left_at: string | null }[]
  events: (MissionEvent & { reason: string | null })[]
  operation: { fee_code: string | null; name: string; price: number | null; km_rate: number | null } | null
  patient: FoundPatient | null
  /** When the mission was last taken from its vehicle since the sheet was begun. */
  reassigned_at: string | null
  /** When its people were last changed. */
  crew_changed_at: string | null
  /** Whether somebody of the crew that has the mission now has written into the sheet since then. */
  is_taken_over: boolean
  is_closed: boolean
  /** Whether another sheet of its form was begun before it and counted then. */
  is_later_sheet: boolean
  /** Its patient is the first of the mission, the second and so on. */
  patient_number: number
  /** The one that counts for the mission. */
  referral_number: string | null
  referral_risk: string | null
}

/** What a form takes at most: none comes after it. */
const lastPatientNumber = 999

const mostMissionChoices = 20

/** A Thai title is written without a space before the name. */
const formatName = ({ title, name, surname }: { title: string; name: string; surname: string }) =>
  `${title}${/[\u0e00-\u0e7f]$/.test(title) ? '' : ' '}${name} ${surname}`.trim()

const sexByGender: Record<string, string> = { male: '1', female: '2' }

/** What lasts of the clinical lists of patient `p`, as one text: of allergies the worst first. */
const allergiesOfRecord = sql`(
  select string_agg(e.substance, ', '
    order by array_position('{life_threatening,severe,moderate,mild}', e.severity), e.substance)
  from patient_allergies e where e.patient_id = p.id and e.ended_at is null)`

const medicinesOfRecord = sql`(
  select string_agg(e.name, ', ' order by e.name) from patient_medications e
  where e.patient_id = p.id and e.ended_at is null)`

/** An older weight is not filled in, because doses are told by it. Default of the panel. */
const weightCountsDays = 7

/** A patient, `p`, with the newest weight that was measured in the week before an instant or in the day after it. */
const describePatient = (
  instant: RawBuilder<unknown>,
) => sql`json_build_object('id', p.id, ${selectPatientNames('p')},
        'gender', p.gender, 'phone', p.mobile, 'national_id', p.national_id, 'an', p.an,
        'blood_group', (select b.name_en from blood_groups b where b.code = p.blood_group),
        'vn', (select v.vn from visits v where v.hospital_id = p.hospital_id and v.patient_id = p.id and v.is_open),
        'address', (select nullif(concat_ws(' ', p.house_no, p.village, p.soi, p.road, s.name_th, d.name_th, c.name_th,
            p.zipcode), '')
          from (select) one left join sub_districts s on s.code = p.sub_district
            left join districts d on d.code = p.district left join provinces c on c.code = p.province),
        'date_of_birth', p.date_of_birth, 'birth_date_precision', p.birth_date_precision,
        'allergies', ${allergiesOfRecord},
        'medicines', ${medicinesOfRecord},
        'diseases', (select string_agg(d.name_th, ', ' order by d.name_th) from patient_underlying_diseases u
          join underlying_diseases d on d.code = u.underlying_disease
          where u.patient_id = p.id and u.ended_at is null),
        'weight', (select r.weight from readings r
          where r.hospital_id = p.hospital_id and r.patient_id = p.id and r.kind = 'body' and r.weight is not null
            and r.replaced_at is null and r.measured_at >= ${instant} - make_interval(days => ${weightCountsDays})
            and r.measured_at < ${instant} + interval '1 day'
          order by r.measured_at desc, r.received_at desc limit 1))`

/**
 * What is known of a mission on a day, `today`, without what is `withheld`. Who the patient is, the arrival says if the
 * request does not: of a mission with several sheets of a form nobody but a person knows which is about them. A row of
 * the crew gets an id that is made for it.
 */
export async function findMissionFacts(
  tx: Tx,
  missionId: string,
  sheet: { id: string; form: FormName; created_at: string },
  { today, newId, withheld }: { today: string; newId: () => string; withheld: readonly MissionFact[] },
): Promise<{
  facts: MissionFacts
  reassignedAt: string | null
  crewChangedAt: string | null
  isTakenOver: boolean
  isClosed: boolean
  isLaterSheet: boolean
}> {
  const isEarlierSheet = sql`o.hospital_id = m.hospital_id and o.mission_id = m.id and o.form = ${sheet.form}
    and (coalesce(o.given_at, o.created_at), o.id) < (${sheet.created_at}::timestamptz, ${sheet.id}::uuid)`
  const { rows } = await sql<Found>`
    select m.number, m.called_at, coalesce(m.destination, r.answers ->> 'destination') as destination,
      r.answers as request, exists (select from form_operations w
        where w.hospital_id = r.hospital_id and w.record_id = r.id and w.path = 'weight_kg' and w.device <> ${panelDevice}
      ) as is_weight_told, v.call_sign || ' ' || v.plate as vehicle, v.class as vehicle_class, t.name as team,
      (select coalesce(json_agg(json_build_object('row', json_strip_nulls(json_build_object(
            'crew_name', s.first_name || ' ' || s.last_name, 'crew_level', c.level,
            'crew_code', case when length(c.certificate_number) <= ${crewRows.fields.crew_code.most}
              then c.certificate_number end)), 'left_at', c.left_at) order by c.left_at nulls first, c.position), '[]'::json)
        from mission_crews c join staff s on s.id = c.staff_id
        where c.hospital_id = m.hospital_id and c.mission_id = m.id and (c.is_on or c.left_at is not null)
          and c.role is not null) as crew,
      (select max(e.recorded_at) from mission_events e
        where e.mission_id = m.id and e.step = 'CREW_CHANGED') as crew_changed_at,
      (select coalesce(json_agg(json_build_object('step', e.step, 'at', e.at, 'reason', e.reason) order by e.position), '[]'::json)
        from mission_events e where e.mission_id = m.id and ${isCountedEvent}) as events,
      taken.at as reassigned_at,
      exists (select from form_operations w
          join mission_crews c on c.mission_id = m.id and c.staff_id = w.staff_id and c.is_on
        where w.record_id = ${sheet.id} and w.device <> ${panelDevice}
          and w.received_at >= taken.at) as is_taken_over,
      m.state = 'CLOSED' as is_closed,
      exists (select from form_records o where ${isEarlierSheet}
        and (o.voided_at is null or o.voided_at > ${sheet.created_at})) as is_later_sheet,
      (select greatest(count(*), max((o.answers ->> 'patient_number')::int)
        filter (where (o.answers ->> 'patient_number')::int < ${lastPatientNumber})) + 1 from form_records o
        where ${isEarlierSheet} and o.state <> 'void')::int as patient_number,
      case when o.id is not null then json_build_object('fee_code', o.fee_code, 'name', o.name, 'price', o.price,
        'km_rate', o.km_rate) end as operation,
      case when p.id is not null then ${describePatient(sql`m.called_at`)} end as patient,
      (select f.number ${fromMissionReferral}) as referral_number, ${selectWorstRisk} as referral_risk
    from missions m
      join form_records r on r.hospital_id = m.hospital_id and r.id = m.id
      left join inbound_acts came on came.hospital_id = m.hospital_id and came.mission_id = m.id and ${isArrival('came')}
        and ${missionPatients} = 1
        and not exists (select from form_records o where o.hospital_id = m.hospital_id and o.mission_id = m.id
          and o.form = ${sheet.form} and o.id <> ${sheet.id} and o.state <> 'void')
      left join patients p on p.hospital_id = r.hospital_id
        and p.id = ${selectPersonUsedRecord(sql`coalesce(r.patient_id, came.patient_id)`)}
      left join vehicles v on v.hospital_id = m.hospital_id and v.id = m.vehicle_id
      left join teams t on t.hospital_id = m.hospital_id and t.id = m.team_id
      left join operations o on o.hospital_id = m.hospital_id and o.id = m.operation_id
      cross join lateral (
        select max(e.recorded_at) as at from mission_events e
        where e.mission_id = m.id and e.step = 'REASSIGNED' and e.recorded_at >= ${sheet.created_at}) taken
    where m.id = ${missionId}`.execute(tx)
  const [found] = rows
  if (!found)
    return {
      facts: {},
      reassignedAt: null,
      crewChangedAt: null,
      isTakenOver: false,
      isClosed: false,
      isLaterSheet: false,
    }
  const hidden = Object.fromEntries(withheld.map((fact) => [fact, null]))
  return {
    facts: { ...toFacts(found, today, newId), ...hidden },
    reassignedAt: found.reassigned_at,
    crewChangedAt: found.crew_changed_at,
    isTakenOver: found.is_taken_over,
    isClosed: found.is_closed,
    isLaterSheet: found.is_later_sheet,
  }
}

function toFacts(found: Found, today: string, newId: () => string): MissionFacts {
  const { request, patient, operation } = found
  const calledAt = new Date(found.called_at).toISOString()
  const times = collectMissionTimes(
    calledAt,
    found.events.map(({ step, at }) => ({ step, at: new Date(at).toISOString() })),
  )
  const leftBase = times.left_base ?? times.at_scene ?? times.left_scene
  // Whoever left the crew before it went was not on the way.
  const crew = found.crew
    .filter(
      ({ left_at }) => left_at === null || (leftBase ? Date.parse(left_at) > Date.parse(leftBase) : false),
    )
    .slice(0, crewRows.most)
  const groups = request['symptom_groups']
  const day = toBangkokDay(calledAt)
  const birth = typeof request['date_of_birth'] === 'string' ? request['date_of_birth'] : null
  return {
    ...times,
    no_transport: found.events.findLast(({ step }) => step === 'NO_TRANSPORT')?.reason ?? null,
    number: found.number,
    vehicle: found.vehicle,
    vehicle_class: found.vehicle_class,
    team: found.team,
    ...(crew.length > 0 && { crew: Object.fromEntries(crew.map(({ row }) => [newId(), row])) }),
    kind: request['kind'] ?? null,
    fee_code: operation?.fee_code ?? null,
    fee_description: operation?.name ?? null,
    price: operation?.price ?? null,
    km_rate: operation?.km_rate ?? null,
    referral_number: found.referral_number,
    referral_risk: found.referral_risk,
    pick_up:
      [request['pick_up'], request['sub_district']].filter((one) => typeof one === 'string').join(' ') ||
      null,
    latitude: request['latitude'] ?? null,
    longitude: request['longitude'] ?? null,
    destination: found.destination,
    colour: request['colour'] ?? null,
    colour_number: request['colour_number'] ?? null,
    symptom_group: Array.isArray(groups) ? (groups[0] ?? null) : null,
    complaint: request['complaint'] ?? null,
    patient_number: found.patient_number,
    patient_name: request['patient_name'] ?? null,
    sex: request['sex'] ?? null,
    date_of_birth: birth,
    ...(birth !== null && birth <= day
      ? toAgeFacts(computeAge(birth, day))
      : {
          age_years: request['age_years'] ?? null,
          age_months: request['age_months'] ?? null,
          age_days: request['age_days'] ?? null,
          is_age_estimated: request['is_age_estimated'] ?? null,
        }),
    phone: request['patient_phone'] ?? null,
    weight: request['weight_kg'] ?? null,
    allergies: request['allergies'] ?? null,
    diseases: request['diseases'] ?? null,
    medicines: request['medicines'] ?? null,
    ...(patient && toPatientFacts(patient, today)),
    ...(found.is_weight_told && { weight: request['weight_kg'] ?? null }),
  }
}

/** Months of somebody below two years, and days of a newborn. */
const toAgeFacts = ({ years, months, days }: Age, isEstimated = false): MissionFacts => ({
  age_years: years,
  age_months: years < 2 ? months : null,
  age_days: years === 0 && months === 0 ? days : null,
  is_age_estimated: isEstimated,
})

/** What the record says; what it does not say is not in it. */
function toPatientFacts(patient: FoundPatient, today: string): MissionFacts {
  const { id, hn, gender, date_of_birth, birth_date_precision, vn, an } = patient
  const { phone, national_id, blood_group, address, allergies, diseases, medicines, weight } = patient
  const facts = {
    patient: id,
    hn,
    patient_name: formatName(patient),
    sex: sexByGender[gender] ?? '9',
    // A form has no other date than a whole one.
    date_of_birth: birth_date_precision === 'day' ? date_of_birth : null,
    ...(date_of_birth !== null &&
      toAgeFacts(computeAge(date_of_birth, today), birth_date_precision !== 'day')),
    phone,
    national_id,
    blood_group,
    address,
    visit_number: vn,
    admission_number: an,
    allergies,
    record_allergies: allergies,
    diseases,
    medicines,
    weight,
  }
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== null))
}

/** What the record of a patient says on a day, by the names that the forms have for it. */
export async function findPatientFacts(tx: Tx, patientId: string, today: string): Promise<MissionFacts> {
  const { rows } = await sql<{ patient: FoundPatient }>`
    select ${describePatient(sql`(${today}::timestamp at time zone 'Asia/Bangkok')`)} as patient from patients p where p.id = ${patientId}`.execute(
    tx,
  )
  return rows[0] ? toPatientFacts(rows[0].patient, today) : {}
}

/** Whether somebody is in the crew of a mission that lasts. */
export const isInCrew = (mission: RawBuilder<unknown>, staffId: string) => sql<SqlBool>`exists (
  select from missions own where own.id = ${mission} and own.ended_at is null and ${isOnCrew(sql`own.id`, staffId)})`

/** Whether that is the mission on which a record, `r`, hangs, or which it began as its request. */
export const isInCrewOfRecord = (staffId: string) =>
  isInCrew(sql`case when r.form = 'ambulance-request' then r.id else r.mission_id end`, staffId)

/** Whether somebody is on the crew of a mission that lasts, and whether they ever were. */
type OwnMission = { is_in_crew: boolean; was_in_crew: boolean }

/** Whether there is such a mission, and whether this member of staff is or was in its crew. */
export async function findOwnMission(
  tx: Tx,
  missionId: string,
  staffId: string,
): Promise<OwnMission | undefined> {
  const { rows } = await sql<OwnMission>`
    select ${isInCrew(sql`m.id`, staffId)} as is_in_crew, ${wasOnCrew(sql`m.id`, staffId)} as was_in_crew
    from missions m where m.id = ${missionId}`.execute(tx)
  return rows[0]
}

/**
 * The newest missions in whose crew the author of a record is or was, if it is the draft of a sheet that hangs on
 * none. Where a patient was picked up is told of a mission that lasts alone.
 */
export async function listMissionsOfAuthor(tx: Tx, recordId: string): Promise<MissionChoice[]> {
  const { rows } = await sql<MissionChoice>`
    select m.id as _id, m.number, m.called_at, m.state,
      case when m.ended_at is null then asked.answers ->> 'pick_up' end as pick_up
    from form_records r
      join mission_crews c on c.hospital_id = r.hospital_id and c.staff_id = r.created_by
      join missions m on m.hospital_id = c.hospital_id and m.id = c.mission_id
      join form_records asked on asked.hospital_id = m.hospital_id and asked.id = m.id
    where r.id = ${recordId} and r.state = 'draft' and r.mission_id is null
      and r.form = any(${sqlArray('text', [...missionForms])})
    order by m.called_at desc, m.id desc limit ${mostMissionChoices}`.execute(tx)
  return rows
}

/** The same of the mission on which the record of a photo hangs. */
export async function isInCrewOfPhoto(tx: Tx, photoId: string, staffId: string): Promise<boolean> {
  const { rows } = await sql<{ is_in_crew: boolean }>`
    select ${isInCrewOfRecord(staffId)} as is_in_crew
    from form_records r where r.id in ${selectPhotoRecord(photoId)}`.execute(tx)
  return rows[0]?.is_in_crew === true
}

/** Whether a mission is about this patient, maybe by the HN of a record that was merged into this one. */
export async function isPatientOfMission(tx: Tx, missionId: string, patientId: string): Promise<boolean> {
  const { rows } = await sql`
    select from (
      select patient_id from form_records where id = ${missionId}
      union all select a.patient_id from inbound_acts a where a.mission_id = ${missionId} and ${isArrival('a')}) as named
    where patient_id = ${patientId} or ${selectPersonUsedRecord(sql`patient_id`)} = ${patientId}`.execute(tx)
  return rows.length > 0
}
