import {
  type Answers,
  compareSigned,
  deriveReferResult,
  deriveReferStatus,
  type Form,
  type FormName,
  type FormRecord,
  type FormSignature,
  findForm,
  findProposedTime,
  type formStates,
  missionForms,
  type PageRequest,
  pickSigned,
  requestDecisions,
  type SentReferral,
  stepNames,
  writeSignedAnswers,
  writeSignedText,
} from 'contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { hashSigned } from '../../../ambulance/hash-signed.ts'
import { wasOnCrew, wasRelieved } from '../../../ambulance/mission-crews.ts'
import { countsAsEvent, isCountedEvent } from '../../../ambulance/mission-events.ts'
import { panelDevice } from '../../../ambulance/mission-sheets.ts'
import { isOnTheWay, isOutWithReferral } from '../../../ambulance/referral-crews.ts'
import { sqlArray } from '../../../db/binary-array.ts'
import type { Tx } from '../../../db/database.ts'
import { selectIsoText } from '../../../db/iso-text.ts'
import {
  selectMissionLabelOrNull,
  selectPatientLabel,
  selectStaffLabel,
  selectStaffLabelOrNull,
} from '../../../db/labels.ts'
import { buildLimit, countRows, joinConditions, type Page, readPage } from '../../../db/listing/pages.ts'
import { isRecordOpen, type Viewer } from '../../../identity/record-access.ts'
import { hideClinical } from '../rules.ts'
import { isInCrew, isInCrewOfRecord } from './mission-facts.ts'
import { type Signed, selectPhotoRecord } from './parts.ts'

/**
 * Who reads. `seesAll`: the records of everybody; else those that they began, and those of a mission in whose crew they
 * are. A crew reads of its own patient while the mission lasts. `readsReferrals`: referrals too; else those of such a
 * mission alone, and who `dispatches` those of all missions that last. `isClinician`: also what clinicians alone read.
 */
export type Reader = {
  viewer: Viewer
  staffId: string
  seesAll: boolean
  readsReferrals: boolean
  dispatches: boolean
  isClinician: boolean
}

/** A record as it is stored: whether a signature still holds is compared outside of the database. */
export type StoredRecord = Omit<FormRecord, 'signatures' | 'sent'> & {
  sent: SentReferral | null
  signatures: (Omit<FormSignature, 'holds' | 'has_more'> & {
    content_hash: string
    signed_answers: Answers | null
  })[]
}

const selectRecord = ({ viewer, staffId, seesAll }: Reader) => {
  const isHidden = sql<SqlBool>`(p.id is not null and not ${isRecordOpen(viewer, 'p')}
    and not ${isReadByCrew(staffId)})`
  return sql<StoredRecord>`
    select r.id as _id, r.form, r.form_version, r.number, r.state,
      ${isHidden} as is_hidden, case when ${isHidden} then '{}'::jsonb else r.answers || r.later_answers end as answers,
      case when ${isHidden} then '[]'::json else ${selectOtherAnswers} end as other_answers,
      case when p.id is not null then ${seesAll ? selectPatientLabel() : selectPatientOfCrew(staffId)} end as patient,
      ${selectMissionLabelOrNull('m')} as mission,
      case when r.form = 'ambulance-referral' then ${selectSent} end as sent,
      case when ${isHidden} then '[]'::json else ${selectDecisions} end as decisions,
      case when ${isHidden} then '[]'::json else ${selectSteps} end as steps,
      array(select distinct row_id from form_readings fr
        where fr.hospital_id = r.hospital_id and fr.record_id = r.id order by row_id) as measured_rows,
      ${selectFilledTimes} as filled_times, ${isOfOthers(staffId)} as is_of_others, r.version,
      r.created_at, ${selectStaffLabel('author')} as created_by, r.changed_at, ${selectStaffLabel('editor')} as changed_by,
      r.completed_at, ${selectStaffLabelOrNull('finisher')} as completed_by,
      r.voided_at, ${selectStaffLabelOrNull('voider')} as voided_by, r.void_reason, ${selectDrugs} as drugs,
      case when ${isHidden} then '[]'::json else ${selectPhotos} end as photos,
      case when ${isHidden} then '[]'::json else ${selectSignatures} end as signatures,
      case when ${isHidden} then '[]'::json else ${selectAddenda} end as addenda,
      case when ${isHidden} then '[]'::json else ${selectFinished} end as finished`
}

/**
 * The patient of a record for whoever reads no others: where they are now is told while the mission lasts; afterwards
 * their own record says no more than whom it named before the mission was over for them.
 */
const selectPatientOfCrew = (staffId: string) => sql`case
  when ${isReadByCrew(staffId)} then ${selectPatientLabel()}
  when r.answers ->> 'patient' = p.id::text and (m.id is null or exists (
    select from form_operations o
      left join mission_crews c on c.hospital_id = m.hospital_id and c.mission_id = m.id and c.staff_id = ${staffId}
    where o.hospital_id = r.hospital_id and o.record_id = r.id and o.path = 'patient'
      and o.answer = r.answers -> 'patient'
      and (coalesce(c.left_at, m.ended_at) is null or o.received_at <= coalesce(c.left_at, m.ended_at))))
    then ${selectPatientLabel({ ward: null, bed: sql`null` })} end`

/** Whether an operation, `o`, waits beside the present answer. */
export const isWaiting = sql<SqlBool>`(o.outcome = 'conflict' and not exists (select from form_operations later
  where later.hospital_id = o.hospital_id and later.record_id = o.record_id and o.id = any(later.settles)))`

/** What the hospital has changed of the drug list, or had changed when the record was completed. */
const selectDrugs = sql`coalesce((select c.settings -> 'drugs' from form_settings c
  where c.hospital_id = r.hospital_id and (r.completed_at is null or c.version = r.settings_version)
  order by c.version desc limit 1), '{}')`

const selectOtherAnswers = sql`(
  select coalesce(json_agg(json_build_object('op_id', o.id, 'path', o.path, 'answer', o.answer,
      'at', ${selectIsoText('o.made_at')}, 'by', ${selectStaffLabel('s')}) order by o.received_at, o.id), '[]'::json)
  from form_operations o join staff s on s.id = o.staff_id
  where o.hospital_id = r.hospital_id and o.record_id = r.id and ${isWaiting})`

const selectSent = sql`json_build_object('state', r.state, 'direction', r.answers ->> 'direction',
  'cause', r.answers ->> 'cause', 'valid_until', r.answers ->> 'valid_until', 'acts', (
    select coalesce(json_agg(json_build_object('act', a.act, 'result', a.result,
      'proposed_at', ${selectIsoText('a.proposed_at')}) order by a.position), '[]'::json)
    from referral_acts a where a.hospital_id = r.hospital_id and a.record_id = r.id))`

/**
 * How the mission of a request was accepted, and how it ended where nobody was brought. The note of a vehicle says why
 * this one goes: it is none of the answer. If the time of an end was corrected, its last time and reason count, with
 * its first note: the note of a correction says why the time was wrong.
 */
const selectDecisions = sql`(
  select coalesce(json_agg(json_build_object('step', case e.step when 'ASSIGNED' then 'ACCEPTED' else e.step end,
      'at', ${selectIsoText('e.at')}, 'by', ${selectStaffLabelOrNull('s')}, 'reason', e.reason,
      'note', case when e.step = 'NO_TRANSPORT' then (select n.note from mission_events n
          where n.hospital_id = e.hospital_id and n.mission_id = e.mission_id and n.step = e.step and ${countsAsEvent('n')}
          order by n.position limit 1) when e.step <> 'ASSIGNED' then e.note end)
    order by e.position), '[]'::json)
  from mission_events e left join staff s on s.id = e.staff_id
  where e.hospital_id = r.hospital_id and e.mission_id = r.id and ${isCountedEvent}
    and (e.step = any(${sqlArray('text', [...requestDecisions])}) and not (e.step = 'NO_TRANSPORT' and exists (
        select from mission_events n where n.hospital_id = e.hospital_id and n.mission_id = e.mission_id
          and n.step = e.step and n.position > e.position and ${countsAsEvent('n')})) or (e.step = 'ASSIGNED' and not exists (
      select from mission_events b where b.hospital_id = e.hospital_id and b.mission_id = e.mission_id
        and b.step in ('ACCEPTED', 'ASSIGNED') and b.position < e.position and ${countsAsEvent('b')}))))`

/** The newest answer to each step, and confirmation of a number, that stands. */
const selectSteps = sql`(
  select coalesce(json_agg(json_build_object('field', o.path, 'at', ${selectIsoText('o.at')}, 'by', ${selectStaffLabel('s')})
      order by o.path), '[]'::json)
  from (select distinct on (path) path, staff_id, answer, made_at - clock_offset_ms * interval '1 millisecond' as at
      from form_operations
      where hospital_id = r.hospital_id and record_id = r.id and outcome = 'applied'
        and (path = any(${sqlArray('text', stepNames)}) or path like '%/confirmed')
      order by path, received_at desc, id desc) o
    join staff s on s.id = o.staff_id
  where o.answer is not null)`

/** When the request says that the call came: there it is compared with the present. */
const selectFilledTimes = sql`array(
  select o.path from form_operations o
  where o.hospital_id = r.hospital_id and o.record_id = r.id and o.path = 'call'
  group by o.path having bool_and(o.device = ${panelDevice}))`

const selectSignatures = sql`(
  select coalesce(json_agg(json_build_object('_id', g.id, 'role', g.role, 'signer_name', g.signer_name,
      'relation', g.relation, 'strokes', g.strokes, 'content_hash', encode(g.content_hash, 'hex'),
      'signed_answers', g.signed_answers,
      'at', ${selectIsoText('g.at')}, 'by', ${selectStaffLabel('s')}) order by g.at, g.id), '[]'::json)
  from form_signatures g join staff s on s.id = g.staff_id
  where g.hospital_id = r.hospital_id and g.record_id = r.id)`

const selectPhotos = sql`(
  select coalesce(json_agg(json_build_object('_id', f.id, 'photo_id', f.id, 'row_id', f.row_id,
      'caption', f.caption,
      'at', ${selectIsoText('f.at')}, 'by', ${selectStaffLabel('s')}) order by f.at, f.id), '[]'::json)
  from form_photos f join staff s on s.id = f.staff_id
  where f.hospital_id = r.hospital_id and f.record_id = r.id and f.struck_out_at is null)`

const selectAddenda = sql`(
  select coalesce(json_agg(json_build_object('_id', a.id, 'what', a.what, 'why', a.why,
      'at', ${selectIsoText('a.at')}, 'by', ${selectStaffLabel('s')}) order by a.at, a.id), '[]'::json)
  from form_addenda a join staff s on s.id = a.staff_id
  where a.hospital_id = r.hospital_id and a.record_id = r.id)`

const selectFinished = sql`(
  select coalesce(json_agg(json_build_object('section', d.section, 'at', ${selectIsoText('d.at')}, 'by', ${selectStaffLabel('s')})
      order by d.at, d.section), '[]'::json)
  from form_finishes d join staff s on s.id = d.staff_id
  where d.hospital_id = r.hospital_id and d.record_id = r.id)`

const fromRecords = sql`form_records r
  left join patients p on p.hospital_id = r.hospital_id and p.id = r.patient_id
  left join wards w on w.id = p.ward_id
  left join beds b on b.id = p.bed_id
  join staff author on author.id = r.created_by
  join staff editor on editor.id = r.changed_by
  left join staff finisher on finisher.id = r.completed_by
  left join staff voider on voider.id = r.voided_by
  left join missions m on m.hospital_id = r.hospital_id and m.id = r.mission_id`

/** Whether a record is the sheet of a mission in whose crew somebody never was, and which they did not begin. */
export const isOfOthers = (staffId: string) =>
  sql<SqlBool>`(r.form = any(${sqlArray('text', missionForms)}) and r.mission_id is not null and r.created_by <> ${staffId}
    and not ${wasOnCrew(sql`r.mission_id`, staffId)})`

/** Whether a record is of a mission that lasts, from whose crew somebody was relieved. */
export const isOfRelieved = (staffId: string) => wasRelieved(sql`r.mission_id`, staffId)

const isReferralUnderWay = (staffId: string) =>
  sql<SqlBool>`(r.form = 'ambulance-referral' and ${isOutWithReferral('r', staffId)})`

/** Whether somebody is in the crew of the mission on which a record hangs, or for which its patient is referred. */
export const isOfCrew = (staffId: string) =>
  sql<SqlBool>`(${isInCrew(sql`r.mission_id`, staffId)} or ${isReferralUnderWay(staffId)})`

/** The same, or whether it is the request of their mission, in which a crew writes nothing. */
const isReadByCrew = (staffId: string) =>
  sql<SqlBool>`(${isInCrewOfRecord(staffId)} or ${isReferralUnderWay(staffId)})`

const isReadable = ({ staffId, seesAll, readsReferrals, dispatches }: Reader): RawBuilder<SqlBool>[] => [
  ...(seesAll
    ? []
    : [
        sql<SqlBool>`((r.created_by = ${staffId} and not ${isOfRelieved(staffId)}) or ${isReadByCrew(staffId)})`,
      ]),
  ...(readsReferrals
    ? []
    : [
        sql<SqlBool>`(r.form <> 'ambulance-referral' or ${isReadByCrew(staffId)}
          or (${dispatches} and ${isOnTheWay('r')}))`,
      ]),
]

export type RecordsAsked = PageRequest & {
  form: FormName
  id: string | undefined
  states: readonly (typeof formStates)[number][]
  /** Selects only records whose appraisal is open to the reader. */
  isAppraisalOpen: boolean
  /** The beginning of a record's number or of its patient's HN. */
  search: string
}

/** A list counts at most this many records. */
const mostCounted = 1_000

/** The records of a form, the newest first. */
export function listRecords(tx: Tx, reader: Reader, asked: RecordsAsked): Promise<Page<FormRecord>> {
  const where = joinConditions(selectAsked(reader, asked))
  const records = sql<StoredRecord>`
    ${selectRecord(reader)} from ${fromRecords} where ${where}
    order by r.created_at desc, r.id desc ${buildLimit(asked)}`
  const counted = sql`form_records r left join patients p on p.hospital_id = r.hospital_id and p.id = r.patient_id
    where ${where}`
  return readPage(
    records.execute(tx).then(({ rows }) => rows.map((row) => toRecord(row, reader))),
    countRows(tx, counted, mostCounted),
  )
}

function selectAsked(
  reader: Reader,
  { form, id, states, isAppraisalOpen, search }: Omit<RecordsAsked, keyof PageRequest>,
): RawBuilder<SqlBool>[] {
  const conditions = [sql<SqlBool>`r.form = ${form}`, ...isReadable(reader)]
  if (id !== undefined) conditions.push(sql`r.id = ${id}`)
  if (states.length > 0) conditions.push(sql`r.state = any(${sqlArray('text', states)})`)
  if (isAppraisalOpen)
    conditions.push(isOpenAppraisal, sql`not ${wasOnCrew(sql`r.mission_id`, reader.staffId)}`)
  if (search) conditions.push(sql`(starts_with(r.number, ${search}) or starts_with(p.hn, ${search}))`)
  return conditions
}

/** Written exactly as the condition of the index `form_records_open_appraisals`. */
const isOpenAppraisal = sql<SqlBool>`(r.form = 'operation-form' and r.state = 'complete'
  and r.answers @> '{"is_transported": true}' and not r.finished_sections @> '{appraisal}')`

/** The versions of the form in which such records were written. */
export async function listVersions(
  tx: Tx,
  reader: Reader,
  asked: Omit<RecordsAsked, keyof PageRequest>,
): Promise<number[]> {
  const { rows } = await sql<{ form_version: number }>`
    select distinct r.form_version from form_records r
      left join patients p on p.hospital_id = r.hospital_id and p.id = r.patient_id
    where ${joinConditions(selectAsked(reader, asked))}`.execute(tx)
  return rows.map(({ form_version }) => form_version)
}

const exportedAtOnce = 200

/** The same records, all of them, a batch at a time. */
export async function* streamRecords(
  tx: Tx,
  reader: Reader,
  asked: Omit<RecordsAsked, keyof PageRequest>,
): AsyncGenerator<FormRecord[]> {
  let last: string | undefined
  for (;;) {
    const conditions = selectAsked(reader, asked)
    if (last !== undefined)
      conditions.push(
        sql`(r.created_at, r.id) < (select created_at, id from form_records where id = ${last})`,
      )
    const { rows } = await sql<StoredRecord>`
      ${selectRecord(reader)} from ${fromRecords} where ${joinConditions(conditions)}
      order by r.created_at desc, r.id desc limit ${exportedAtOnce}`.execute(tx)
    if (rows.length > 0) yield rows.map((row) => toRecord(row, reader))
    if (rows.length < exportedAtOnce) return
    last = rows.at(-1)?._id
  }
}

export async function findHospitalCode(tx: Tx, hospitalId: string): Promise<string> {
  const { code } = await tx
    .selectFrom('hospitals')
    .select('code')
    .where('id', '=', hospitalId)
    .executeTakeFirstOrThrow()
  return code
}

/** What somebody signs of these answers. */
export function readSigned(form: Form, answers: Answers): Signed {
  const signed = pickSigned(form, answers)
  return { hash: hashSigned(writeSignedAnswers(form, signed)), answers: signed }
}

/** What a device says that somebody signed; without its answers if they are others than those that were signed. */
export function verifySigned(
  form: Form,
  { content_hash, signed_answers }: { content_hash: string; signed_answers: Record<string, unknown> | null },
): Signed {
  const hash = Buffer.from(content_hash, 'hex')
  const answers = signed_answers as Answers | null
  const isTheirs = answers !== null && hashSigned(writeSignedAnswers(form, answers)).equals(hash)
  return { hash, answers: isTheirs ? answers : null }
}

/** The record as this reader sees it, with whether each of its signatures is about what it says now. */
function toRecord(
  { signatures, sent, ...record }: StoredRecord,
  { isClinician, viewer }: Reader,
): FormRecord {
  const form = findForm(record.form, record.form_version)
  const answers = record.answers as Answers
  const hash = form && signatures.length > 0 && hashSigned(writeSignedText(form, answers)).toString('hex')
  return {
    ...record,
    sent: sent && {
      status: deriveReferStatus(sent, viewer.now),
      result: deriveReferResult(sent.acts),
      proposed_at: findProposedTime(sent, viewer.now),
    },
    ...(form && !isClinician && hideClinical(form, { answers, other_answers: record.other_answers })),
    signatures: signatures.map(({ content_hash, signed_answers, ...signature }) => ({
      ...signature,
      ...(form && signed_answers
        ? compareSigned(form, signed_answers, answers)
        : { holds: content_hash === hash, has_more: false }),
    })),
  }
}

/** A record of any form that the reader sees. */
export function findRecord(tx: Tx, reader: Reader, id: string): Promise<FormRecord | undefined> {
  return findMatchingRecord(tx, reader, sql`r.id = ${id}`)
}

/** Who began a record that the reader sees. */
export async function findAuthor(tx: Tx, reader: Reader, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ created_by: string }>`
    select r.created_by from form_records r where ${joinConditions([sql`r.id = ${id}`, ...isReadable(reader)])}`.execute(
    tx,
  )
  return rows[0]?.created_by
}

/** The record of a photo, if the reader may read it. */
export function findPhotoRecord(tx: Tx, reader: Reader, photoId: string): Promise<FormRecord | undefined> {
  return findMatchingRecord(tx, reader, sql`r.id in ${selectPhotoRecord(photoId)}`)
}

async function findMatchingRecord(
  tx: Tx,
  reader: Reader,
  matches: RawBuilder<SqlBool>,
): Promise<FormRecord | undefined> {
  const { rows } = await sql<StoredRecord>`
    ${selectRecord(reader)} from ${fromRecords}
    where ${joinConditions([matches, ...isReadable(reader)])}`.execute(tx)
  return rows[0] && toRecord(rows[0], reader)
}
