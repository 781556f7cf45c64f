import {
  type Allergy,
  type ArrivalCorrection,
  admittedDisposition,
  type Birth,
  type Gender,
  type LatestValue,
  type Medication,
  news2KeptMs,
  type PatientLabel,
  type ReportSpan,
  type SpO2Scale,
  type Triage,
  type TriageQueueRow,
  type TriageSettings,
  toStartOfDay,
  triageLevels,
  type Visit,
  type VisitAtTriage,
  wardUndoHours,
} from 'contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { selectLatest } from '../../bedside/latest-values.ts'
import type { Tx } from '../../db/database.ts'
import { isInVisit } from '../../db/in-visit.ts'
import { selectIsoText } from '../../db/iso-text.ts'
import { selectBothNames, selectPatientLabel, selectStaffLabel, selectVisitLabel } from '../../db/labels.ts'
import { isRecordOpen, type OpenRecord, type Viewer } from '../../identity/record-access.ts'
import {
  selectPreviousTriage,
  selectTriagedAt,
  selectTriageName,
} from '../../patient-flow/select-triage-name.ts'
import { type Asked, listUnaskedOfPatient, selectAsked } from '../../patient-flow/unasked.ts'
import { changesArrival, selectVisit } from '../../patient-flow/visit-columns.ts'

/** The label of patient `p` with the ward `w` and the bed `b` of the query. */
const selectPatient = () => sql`
  ${selectPatientLabel({ more: sql`'gender', p.gender, 'date_of_birth', p.date_of_birth, 'birth_date_precision', p.birth_date_precision, 'an', p.an` })}`

/** The most visits that are shown: the newest. More are visits that nobody has ended. */
const shownVisits = 300

type WaitingRow = Omit<TriageQueueRow, 'due'>

/**
 * The row `l` of a score that still counts. The note says when its oldest part was measured; a score stays the newest
 * for however long no other is computed.
 */
const isKeptScore = (now: string) => sql<SqlBool>`case when l.vital = 'news2' then
  coalesce(l.note::timestamptz, l.measured_at) > ${new Date(Date.parse(now) - news2KeptMs).toISOString()} end`

/** Whether the patient `p` of the visit `v` is here and in no bed of a ward. */
const isWaiting = sql<SqlBool>`v.is_open and ${isInVisit}`

/** Who is here and in no bed of a ward, the newest arrival first. */
export async function listWaitingVisits(tx: Tx, now: string): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select json_build_object('_id', v.id, 'vn', v.vn, 'kind', v.kind, 'visited_at', ${selectIsoText('v.visited_at')},
        'er_since', ${selectIsoText('v.er_since')}, 'complaint', v.complaint, 'first_seen_at', ${selectIsoText('v.first_seen_at')}) as visit,
      ${selectPatient()} as patient,
      (select json_build_object('level', ${selectTriageName('t.level')}, 'at', ${selectIsoText('triaged.at')}, 'zone', t.zone,
          'news2', t.news2, 'before', ${selectPreviousTriage()})
        from triages t cross join lateral ${selectTriagedAt()} triaged
        where t.visit_id = v.id and t.patient_id = v.patient_id
        order by t.at desc, t.id desc limit 1) as last,
      (select json_build_object('value', l.value, 'measured_at', ${selectIsoText('l.measured_at')})
        from latest_values l where l.patient_id = v.patient_id and l.vital = 'news2' and ${isKeptScore(now)}) as score
    from visits v join patients p on p.id = v.patient_id
      left join wards w on w.id = p.ward_id left join beds b on b.id = p.bed_id
    where ${isWaiting}
    order by v.visited_at desc, v.id desc
    limit ${sql.lit(shownVisits)}`.execute(tx)
  return rows
}

/** How many there are, shown or not. */
export async function countWaitingVisits(tx: Tx): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from visits v join patients p on p.id = v.patient_id where ${isWaiting}`.execute(
    tx,
  )
  return rows[0]?.total ?? 0
}

type Prepared = {
  patient: WaitingRow['patient'] & { an: string | null }
  no_known_allergy: boolean
  allergies: Pick<Allergy, 'substance' | 'severity'>[]
  diseases: { name_en: string; name_th: string }[]
  medications: Pick<Medication, 'name' | 'dose'>[]
  spo2_scale: SpO2Scale
  latest: LatestValue[]
}

/** What is known of the patient before the triage. */
export async function findPrepared(tx: Tx, patientId: OpenRecord): Promise<Prepared | undefined> {
  const { rows } = await sql<Prepared>`
    select ${selectPatient()} as patient, p.no_known_allergy,
      coalesce((select c.scale from spo2_scales c where c.patient_id = p.id
        order by c.at desc, c.id desc limit 1), 1) as spo2_scale,
      coalesce((select json_agg(json_build_object('substance', a.substance, 'severity', a.severity)
          order by a.recorded_at)
        from patient_allergies a where a.patient_id = p.id and a.ended_at is null), '[]') as allergies,
      coalesce((select json_agg(json_build_object(${selectBothNames('u')}) order by d.recorded_at)
        from patient_underlying_diseases d join underlying_diseases u on u.code = d.underlying_disease
        where d.patient_id = p.id and d.ended_at is null), '[]') as diseases,
      coalesce((select json_agg(json_build_object('name', m.name, 'dose', m.dose) order by m.recorded_at)
        from patient_medications m where m.patient_id = p.id and m.ended_at is null), '[]') as medications,
      ${selectLatest(sql`p.id`)} as latest
    from patients p left join wards w on w.id = p.ward_id left join beds b on b.id = p.bed_id
    where p.id = ${patientId}`.execute(tx)
  return rows[0]
}

export async function findVisitAtTriage(tx: Tx, patientId: OpenRecord): Promise<VisitAtTriage | undefined> {
  const { rows } = await sql<VisitAtTriage>`
    select ${selectVisit()}, v.zone, v.fast_tracks from visits v where v.patient_id = ${patientId} and v.is_open`.execute(
    tx,
  )
  return rows[0]
}

const selectTriage = (): RawBuilder<unknown> => sql`
  t.id as _id, t.at, ${selectStaffLabel('s')} as by, ${selectTriageName('t.level')} as level,
  ${selectTriageName('t.suggested')} as suggested, t.rule, t.findings, t.inputs as found, t.override, t.override_words, t.zone,
  t.fast_tracks, t.news2, t.corrects, t.completes, t.late_reason,
  (select c.id from triages c where c.corrects = t.id) as corrected_by,
  (select ${selectTriageName('before.level')} from triages before
    where before.visit_id = t.visit_id and before.patient_id = t.patient_id and (before.at, before.id) < (t.at, t.id)
    order by before.at desc, before.id desc limit 1) as "from"`

type VisitTriage = Triage & { visit: { _id: string; vn: string } }
type TriageRow = Omit<VisitTriage, 'unasked'> & {
  asked: Asked | null
  gender: Gender
  date_of_birth: string | null
}

/** The triages of the patient, the newest first; of one visit only if there is its id or `open`, for the open one. */
export async function listTriages(
  tx: Tx,
  patientId: OpenRecord,
  now: string,
  visitId?: string,
): Promise<VisitTriage[]> {
  const isOfVisit = visitId === 'open' ? sql`v.is_open` : sql`t.visit_id = ${visitId}`
  const ofVisit = visitId === undefined ? sql`true` : isOfVisit
  const { rows } = await sql<TriageRow>`
    select ${selectTriage()}, ${selectVisitLabel('v')} as visit, p.gender, p.date_of_birth,
      case when v.is_open and not exists (
        select from triages later
        where later.visit_id = t.visit_id and later.patient_id = t.patient_id and (later.at, later.id) > (t.at, t.id))
        then ${selectAsked()} end as asked
    from triages t join staff s on s.id = t.staff_id join visits v on v.id = t.visit_id
      join patients p on p.id = t.patient_id
    where t.patient_id = ${patientId} and ${ofVisit}
    order by t.at desc, t.id desc`.execute(tx)
  return rows.map((row) => ({ ...row, unasked: listUnaskedOfPatient(row.asked, row, now) }))
}

type NewTriage = Pick<
  Triage,
  | '_id'
  | 'at'
  | 'rule'
  | 'findings'
  | 'override'
  | 'override_words'
  | 'zone'
  | 'fast_tracks'
  | 'news2'
  | 'corrects'
  | 'completes'
  | 'late_reason'
> & {
  hospitalId: string
  patientId: OpenRecord
  visitId: string
  staffId: string
  level: Triage['level']
  suggested: Triage['suggested']
  inputs: unknown
}

export async function insertTriage(tx: Tx, triage: NewTriage): Promise<void> {
  const { _id, hospitalId, patientId, visitId, staffId, level, suggested, findings, inputs, ...others } =
    triage
  await tx
    .insertInto('triages')
    .values({
      id: _id,
      hospital_id: hospitalId,
      patient_id: patientId,
      visit_id: visitId,
      staff_id: staffId,
      level: triageLevels.indexOf(level) + 1,
      suggested: suggested && triageLevels.indexOf(suggested) + 1,
      findings: JSON.stringify(findings),
      inputs: JSON.stringify(inputs),
      ...others,
    })
    .execute()
}

/** All visits of the patient, the newest first. */
export async function listVisits(
  tx: Tx,
  patientId: OpenRecord,
  now: string,
): Promise<(Visit & { end_act: string | null })[]> {
  const reopenableSince = new Date(Date.parse(now) - wardUndoHours * 3_600_000).toISOString()
  const { rows } = await sql<Visit & { end_act: string | null }>`
    select ${selectVisit()}, case when not v.is_open and v.disposition <> ${admittedDisposition}
        and v.left_at >= ${reopenableSince} then (
      select a.id from visit_acts a
      where a.hospital_id = v.hospital_id and a.visit_id = v.id and a.before ->> 'is_open' = 'true'
        and a.at >= ${reopenableSince}
        and not exists (select from visit_acts u where u.hospital_id = a.hospital_id and u.undoes = a.id)
      order by a.at desc, a.id desc limit 1) end as end_act
    from visits v where v.patient_id = ${patientId}
    order by v.visited_at desc, v.id desc`.execute(tx)
  return rows
}

type VisitCorrection = ArrivalCorrection & { visit: VisitTriage['visit'] }

/** What was changed of what was told at the arrivals of the patient, the newest first. */
export async function listCorrections(tx: Tx, patientId: OpenRecord): Promise<VisitCorrection[]> {
  const { rows } = await sql<VisitCorrection>`
    select a.id as _id, a.at, ${selectStaffLabel('s')} as by, a.reason, a.before, a.after,
      ${selectVisitLabel('v')} as visit
    from visits v
      join visit_acts a on a.hospital_id = v.hospital_id and a.visit_id = v.id
      join staff s on s.id = a.staff_id
    where v.patient_id = ${patientId} and ${changesArrival('a')}
    order by a.at desc, a.id desc`.execute(tx)
  return rows
}

/** The NEWS2 of the patient now; null if there is none. */
export async function findScore(tx: Tx, patientId: OpenRecord, now: string): Promise<number | null> {
  const found = await tx
    .selectFrom('latest_values as l')
    .select('l.value')
    .where('l.patient_id', '=', patientId)
    .where('l.vital', '=', 'news2')
    .where(isKeptScore(now))
    .executeTakeFirst()
  return found?.value ?? null
}

type SettingsChange = {
  _id: string
  at: string
  by: NonNullable<Triage['by']>
  reason: string
  settings: TriageSettings
}

/** Newest first. */
export async function listSettings(tx: Tx, limit: number): Promise<SettingsChange[]> {
  const { rows } = await sql<SettingsChange>`
    select c.id as _id, c.at, ${selectStaffLabel('s')} as by, c.reason, c.settings
    from triage_settings c join staff s on s.id = c.staff_id
    order by c.version desc limit ${limit}`.execute(tx)
  return rows
}

/** Whether the version was stored; false if somebody else has stored the same version meanwhile. */
export async function insertSettings(
  tx: Tx,
  change: {
    id: string
    hospitalId: string
    version: number
    at: string
    staffId: string
    reason: string
    settings: TriageSettings
  },
): Promise<boolean> {
  const { hospitalId, staffId, settings, ...others } = change
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('triage_settings')
    .values({ ...others, hospital_id: hospitalId, staff_id: staffId, settings: JSON.stringify(settings) })
    .onConflict((conflict) => conflict.columns(['hospital_id', 'version']).doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

const exportedAtOnce = 500

type VisitFacts = Omit<
  Visit,
  '_id' | 'last_correction' | 'referral' | 'brought' | 'opd_seen_at' | 'is_open' | 'voided'
>
/** A visit, with one of its triages; of one that nobody triaged there is no `_id`. */
export type ExportedTriage = VisitFacts &
  Birth & { visit_id: string; is_record_open: boolean; gender: Gender } & Pick<
    PatientLabel,
    'hn' | 'title' | 'name' | 'surname'
  > &
  ((Omit<Triage, 'unasked'> & { is_completed: boolean | null }) | { _id: null })

/** The visits of a span and their triages, by arrival: those to the emergency room, and whoever else was triaged. */
export async function* streamTriages(
  tx: Tx,
  viewer: Viewer,
  { from, until }: ReportSpan,
): AsyncGenerator<ExportedTriage[]> {
  const arrived = sql`coalesce(v.er_since, v.visited_at)`
  let last: string | undefined
  for (;;) {
    const isNext =
      last === undefined
        ? sql`true`
        : sql`(${arrived}, v.id) > (select ${arrived}, v.id from visits v where v.id = ${last})`
    const { rows } = await sql<ExportedTriage>`
      with page as (
        select v.* from visits v
        where ${arrived} >= ${toStartOfDay(from)} and ${arrived} < ${until} and ${isNext}
          and v.voided_at is null and (v.kind = 'ER' or v.triaged_at is not null)
        order by ${arrived}, v.id limit ${sql.lit(exportedAtOnce)})
      select ${selectTriage()}, (select c.completes from triages c where c.corrects = t.id) as is_completed,
        v.id as visit_id, ${isRecordOpen(viewer, 'p')} as is_record_open,
        p.hn, p.title, p.name, p.surname, p.gender, p.date_of_birth, p.birth_date_precision,
        v.vn, v.kind, v.visited_at, v.er_since, v.source, v.mode, v.referring_hospital, v.referral_number, v.complaint,
        v.symptom_groups, v.onset_at, v.is_accident, v.accident, v.pregnancy, v.pregnancy_weeks, v.infection_signs,
        v.first_seen_at, v.left_at, v.disposition
      from page v
        join patients p on p.id = v.patient_id
        left join triages t on t.visit_id = v.id and t.patient_id = v.patient_id
        left join staff s on s.id = t.staff_id
      order by ${arrived}, v.id, t.at, t.id`.execute(tx)
    if (rows.length === 0) return
    yield rows
    last = rows.at(-1)?.visit_id
  }
}
