import {
  type Answers,
  type BroughtStay,
  type BroughtVisit,
  type FollowUp,
  type FollowUpKind,
  findForm,
  followUpForms,
  type PageRequest,
} from 'contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  type FollowUpsAsked,
  hasFollowUp,
  isFollowUpAsked,
  joinFollowUpSheets,
} from '../../../ambulance/follow-ups.ts'
import { isArrival } from '../../../ambulance/mission-arrivals.ts'
import { isCountedEvent } from '../../../ambulance/mission-events.ts'
import { missionPatients } from '../../../ambulance/mission-patients.ts'
import { panelDevice } from '../../../ambulance/mission-sheets.ts'
import { sqlArray } from '../../../db/binary-array.ts'
import type { Tx } from '../../../db/database.ts'
import { selectIsoText } from '../../../db/iso-text.ts'
import { selectPatientLabel, selectStaffLabel } from '../../../db/labels.ts'
import { buildLimit, countRows, joinConditions, type Page, readPage } from '../../../db/listing/pages.ts'
import { isRecordOpen, type Viewer } from '../../../identity/record-access.ts'

/** A sheet of a mission that is over, or the mission without one, with what its patient's records say. */
export type FoundFollowUp = Omit<FollowUp, 'about' | 'payment' | 'outcome'> & {
  later: Answers
  stay: BroughtStay | null
  visit: BroughtVisit | null
}

/** The section of each sheet that holds what is followed up. */
const sectionByKind = { payment: 'fees', outcome: 'result' } as const satisfies Record<FollowUpKind, string>

const listSectionFields = (about: FollowUpKind): string[] => {
  const section = findForm(followUpForms[about][0])?.sections.find(
    ({ name }) => name === sectionByKind[about],
  )
  if (!section) throw new Error('the sheet has no such section')
  return Object.keys(section.fields)
}

/** The request names the patient of a sheet that names nobody: of several patients, nobody knows whose it is. */
const isOfRequest = sql<SqlBool>`(f.id is null or ${missionPatients} = 1)`

const buildMissionSource = (about: FollowUpKind) => sql`${joinFollowUpSheets(about)}
  left join patients p on p.hospital_id = r.hospital_id
    and p.id = coalesce(f.patient_id, case when ${isOfRequest} then r.patient_id end)`

function selectFollowUps(about: FollowUpKind, viewer: Viewer): RawBuilder<FoundFollowUp> {
  const isHidden = sql<SqlBool>`(p.id is not null and not ${isRecordOpen(viewer, 'p')})`
  return sql<FoundFollowUp>`
    select coalesce(f.id, m.id) as _id,
      json_build_object('_id', m.id, 'number', m.number, 'state', m.state, 'called_at', ${selectIsoText('m.called_at')},
        'kind', r.answers ->> 'kind', 'destination', coalesce(m.destination, r.answers ->> 'destination'),
        'operation', case when o.id is not null then json_build_object('fee_code', o.fee_code, 'price', o.price,
          'km_rate', o.km_rate) end) as mission,
      case when f.id is not null then json_build_object('_id', f.id, 'form', f.form, 'number', f.number,
        'state', f.state, 'version', f.version) end as sheet,
      case when p.id is not null then ${selectPatientLabel()} end as patient,
      coalesce(case when jsonb_typeof(f.answers -> 'patient_name') = 'string' then f.answers ->> 'patient_name' end,
        case when ${isOfRequest} then r.answers ->> 'patient_name' end) as patient_name, ${isHidden} as is_hidden,
      case when ${isHidden} then '{}'::jsonb else coalesce(f.later_answers, '{}') end as later,
      case when ${isHidden} then '[]'::json else ${selectRecords(about)} end as records,
      case when not ${isHidden} and came.at is not null then (
        select json_build_object('an', s.an, 'admitted_at', ${selectIsoText('s.admitted_at')},
          'discharged_at', ${selectIsoText('s.discharged_at')}, 'discharge_status', s.discharge_status,
          'discharge_type', s.discharge_type, 'goes_home_to_die', s.goes_home_to_die)
        from stays s where s.hospital_id = p.hospital_id and s.patient_id = p.id and s.voided_at is null
          and s.admitted_at < came.at + interval '24 hours' and (s.discharged_at is null or s.discharged_at > came.at)
          -- Whoever was an inpatient when they came fares as their visit says, unless it ended with the stay.
          and (v.id is null or s.admitted_at >= v.visited_at or s.discharged_at = v.left_at)
        order by s.admitted_at limit 1) end as stay,
      case when not ${isHidden} and v.id is not null then json_build_object('vn', v.vn,
        'visited_at', ${selectIsoText('v.visited_at')}, 'left_at', ${selectIsoText('v.left_at')},
        'disposition', v.disposition) end as visit
    from ${buildMissionSource(about)}
      left join operations o on o.hospital_id = m.hospital_id and o.id = m.operation_id
      left join wards w on w.id = p.ward_id
      left join beds b on b.id = p.bed_id
      left join inbound_acts a on a.hospital_id = m.hospital_id and a.mission_id = m.id and ${isArrival('a')}
        and a.patient_id = p.id
      left join visits v on v.hospital_id = a.hospital_id and v.id = a.visit_id
      left join lateral (select coalesce(v.visited_at, (select min(e.at) from mission_events e
        where e.hospital_id = m.hospital_id and e.mission_id = m.id and e.step in ('AT_DESTINATION', 'HANDED_OVER')
          and ${isCountedEvent})) as at
      ) came on true`
}

/** What was recorded by now and before. */
const selectRecords = (about: FollowUpKind) => sql`(
  select coalesce(json_agg(json_build_object('at', ${selectIsoText('o.received_at')}, 'by', ${selectStaffLabel('s')},
    'field', o.path, 'answer', o.answer) order by o.received_at desc, o.id desc), '[]'::json)
  from form_operations o join staff s on s.id = o.staff_id
  where o.hospital_id = f.hospital_id and o.record_id = f.id and o.outcome = 'applied'
    and o.device <> ${panelDevice} and o.path = any(${sqlArray('text', listSectionFields(about))}))`

const inOrder = sql`order by m.called_at, m.id, f.created_at, f.id`

/** Lists the sheets of missions that were called from a midnight of Bangkok until an instant, the oldest first. */
export function listFollowUps(
  tx: Tx,
  viewer: Viewer,
  asked: FollowUpsAsked,
  page: PageRequest,
): Promise<Page<FoundFollowUp>> {
  const where = isFollowUpAsked(asked)
  const followUps = sql<FoundFollowUp>`
    ${selectFollowUps(asked.about, viewer)} where ${where} ${inOrder} ${buildLimit(page)}`
  return readPage(
    followUps.execute(tx).then(({ rows }) => rows),
    countRows(tx, sql`${buildMissionSource(asked.about)} where ${where}`),
  )
}

/** The same, all of them. */
export async function listEveryFollowUp(
  tx: Tx,
  viewer: Viewer,
  asked: FollowUpsAsked,
): Promise<FoundFollowUp[]> {
  const { rows } = await sql<FoundFollowUp>`
    ${selectFollowUps(asked.about, viewer)} where ${isFollowUpAsked(asked)} ${inOrder}`.execute(tx)
  return rows
}

/** What is followed up of one mission. */
export async function listFollowUpsOfMission(
  tx: Tx,
  viewer: Viewer,
  about: FollowUpKind,
  missionId: string,
): Promise<FoundFollowUp[]> {
  const where = joinConditions([sql<SqlBool>`m.id = ${missionId}`, hasFollowUp[about]])
  const { rows } = await sql<FoundFollowUp>`
    ${selectFollowUps(about, viewer)} where ${where} ${inOrder}`.execute(tx)
  return rows
}

export async function hasMission(tx: Tx, missionId: string): Promise<boolean> {
  const { rows } = await sql`select from missions where id = ${missionId}`.execute(tx)
  return rows.length > 0
}

/** The sheet with this id, whatever the state of its mission. */
export async function findFollowUp(
  tx: Tx,
  viewer: Viewer,
  about: FollowUpKind,
  sheetId: string,
): Promise<FoundFollowUp | undefined> {
  const { rows } = await sql<FoundFollowUp>`
    ${selectFollowUps(about, viewer)} where f.id = ${sheetId}`.execute(tx)
  return rows[0]
}

/** Today's price of the operation of a mission; without one, that of a fee code, where an operation in use has it. */
export async function findListPrice(
  tx: Tx,
  { missionId, feeCode }: { missionId: string; feeCode: string | null },
): Promise<number | null> {
  const own = await tx
    .selectFrom('missions as m')
    .innerJoin('operations as o', 'o.id', 'm.operation_id')
    .select('o.price')
    .where('m.id', '=', missionId)
    .executeTakeFirst()
  if (own && own.price !== null) return own.price
  if (feeCode === null) return null
  const found = await tx
    .selectFrom('operations')
    .select('price')
    .where('fee_code', '=', feeCode)
    .where('deactivated_at', 'is', null)
    .where('price', 'is not', null)
    .orderBy('code')
    .executeTakeFirst()
  return found?.price ?? null
}

/** The first and last name of a member of staff, as a sheet has them. */
export async function findStaffName(tx: Tx, staffId: string): Promise<string> {
  const { first_name, last_name } = await tx
    .selectFrom('staff')
    .select(['first_name', 'last_name'])
    .where('id', '=', staffId)
    .executeTakeFirstOrThrow()
  return `${first_name} ${last_name}`.slice(0, 120)
}
