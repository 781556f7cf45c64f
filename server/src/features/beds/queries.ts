import {
  type BoardWard,
  type LatestValue,
  type MappedBed,
  type MappedWard,
  type PlaceLabel,
  triageLevels,
  type WardPatient,
} from 'contract'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { patientLabel } from '../../db/labels.ts'
import { isOnChosenWard } from '../../identity/followed-wards.ts'
import { isRecordOpen, type Viewer } from '../../identity/record-access.ts'

export type BedMapRequest = {
  viewer: Viewer
  staffId: string
  /** Without one, the wards that the user's groups follow, or every ward. */
  ward: BoardWard | undefined
  now: string
}

/** The ward `w`, and the patient of a place, as columns: to build 600 JSON objects costs PostgreSQL more than to find them. */
type WardRow = { ward_id: string; ward_name_en: string; ward_name_th: string }
const selectWard = sql`w.id as ward_id, w.name_en as ward_name_en, w.name_th as ward_name_th`

const toPlaceLabel = ({ ward_id, ward_name_en, ward_name_th }: WardRow): PlaceLabel => ({
  _id: ward_id,
  name_en: ward_name_en,
  name_th: ward_name_th,
})

type PlacedRow = {
  patient_id: string
  hn: string
  title: string
  name: string
  surname: string
  gender: WardPatient['patient']['gender']
  date_of_birth: string | null
  triage_level: number | null
  stay_id: string
  version: number
  kind: WardPatient['kind']
  admitted_at: string
  since: string
  due_back_at: string | null
  score: number | null
  score_second: number | null
  score_note: string | null
  scored_at: string | null
  score_source: LatestValue['source']
  score_is_derived: boolean | null
  is_open: boolean
  doctor_id: string | null
  doctor_first_name: string
  doctor_last_name: string
  isolation: WardPatient['isolation']
  planned_discharge_on: string | null
}

/** Of the place `c`, whose patient `joinPatient` joins. */
const selectPlaced = ({ viewer }: BedMapRequest) => sql`
  p.id as patient_id, p.hn, p.title, p.name, p.surname, p.gender, p.date_of_birth, p.triage_level,
  s.id as stay_id, s.version, c.kind, s.admitted_at, lower(c.during) as since, c.due_back_at,
  n.value as score, n.second as score_second, n.note as score_note, n.measured_at as scored_at,
  n.source as score_source, n.is_derived as score_is_derived,
  case when p.id is not null then ${isRecordOpen(viewer, 'p')} end as is_open,
  doctor.id as doctor_id, doctor.first_name as doctor_first_name, doctor.last_name as doctor_last_name,
  nullif(s.isolation, '{}') as isolation, s.planned_discharge_on`

/** The conditions say what holds for every open place, so that indexes of the present are read, and no stay that is over. */
const joinPatient = sql`
  left join stays s on s.hospital_id = c.hospital_id and s.id = c.stay_id
    and s.discharged_at is null and s.voided_at is null
  left join patients p on p.hospital_id = s.hospital_id and p.id = s.patient_id and p.ward_id is not null
  left join staff doctor on doctor.id = s.attending_id
  left join latest_values n on n.hospital_id = p.hospital_id and n.patient_id = p.id and n.vital = 'news2'`

function toWardPatient(row: PlacedRow, ward: PlaceLabel, bed: string | null): WardPatient {
  return {
    patient: {
      _id: row.patient_id,
      hn: row.hn,
      title: row.title,
      name: row.name,
      surname: row.surname,
      gender: row.gender,
      date_of_birth: row.date_of_birth,
      triage_level: row.triage_level === null ? null : (triageLevels[row.triage_level - 1] ?? null),
      ward,
      bed,
    },
    stay_id: row.stay_id,
    version: row.version,
    kind: row.kind,
    admitted_at: row.admitted_at,
    since: row.since,
    due_back_at: row.due_back_at,
    score: row.scored_at === null ? null : toScore(row, row.scored_at),
    attending:
      row.is_open && row.doctor_id !== null
        ? { _id: row.doctor_id, first_name: row.doctor_first_name, last_name: row.doctor_last_name }
        : null,
    isolation: row.is_open ? (row.isolation ?? []) : null,
    planned_discharge_on: row.is_open ? row.planned_discharge_on : null,
  }
}

const toScore = (row: PlacedRow, measured_at: string): LatestValue => ({
  vital: 'news2',
  value: row.score,
  second: row.score_second,
  note: row.score_note,
  measured_at,
  source: row.score_source,
  is_derived: row.score_is_derived ?? false,
})

type BedRow = WardRow & {
  bed_id: string | null
  label: string
  state: MappedBed['state']
  state_note: string | null
  state_at: string | null
  features: MappedBed['features'] | null
  reservation: MappedBed['reservation']
} & ({ patient_id: null } | PlacedRow)

/**
 * The open beds of these wards, in one statement. It reads the wards' beds, their open places and the reservations that
 * last, each by its index: the past costs nothing.
 */
export async function listMappedBeds(tx: Tx, request: BedMapRequest): Promise<MappedWard[]> {
  const { rows } = await sql<BedRow>`
    select ${selectWard}, b.id as bed_id, b.label, b.state, b.state_note, b.state_at, nullif(b.features, '{}') as features,
      kept.reservation, ${selectPlaced(request)}
    from wards w
      left join beds b on b.hospital_id = w.hospital_id and b.ward_id = w.id and b.closed_at is null
      left join stay_places c on c.bed_id = b.id and upper_inf(c.during) and c.superseded_at is null
      ${joinPatient}
      left join (${selectReservations(request.now)}) kept on kept.bed_id = b.id
    where w.closed_at is null and ${isOnChosenWard('w.id', request)}
    order by w.position, w.code, b.position, b.label`.execute(tx)
  const wards = new Map<string, MappedWard>()
  for (const row of rows) {
    const known = wards.get(row.ward_id) ?? { ward: toPlaceLabel(row), beds: [], without_bed: [] }
    wards.set(row.ward_id, known)
    if (row.bed_id !== null) known.beds.push(toMappedBed(row, row.bed_id, known.ward))
  }
  return [...wards.values()]
}

function toMappedBed(row: BedRow, bedId: string, ward: PlaceLabel): MappedBed {
  const { label, state, state_note, state_at, features, reservation } = row
  const occupant = row.patient_id === null ? null : toWardPatient(row, ward, label)
  return { _id: bedId, label, state, state_note, state_at, features: features ?? [], occupant, reservation }
}

/** The patients of these wards who have no bed, by ward: the longest there first. */
export async function listPatientsWithoutBed(
  tx: Tx,
  request: BedMapRequest,
): Promise<{ ward_id: string; patient: WardPatient }[]> {
  const { rows } = await sql<WardRow & PlacedRow>`
    select ${selectWard}, ${selectPlaced(request)}
    from wards w
      join stay_places c on c.hospital_id = w.hospital_id and c.ward_id = w.id and upper_inf(c.during)
        and c.superseded_at is null and c.bed_id is null
      ${joinPatient}
    where p.id is not null and ${isOnChosenWard('w.id', request)}
    order by lower(c.during), c.id`.execute(tx)
  return rows.map((row) => ({
    ward_id: row.ward_id,
    patient: toWardPatient(row, toPlaceLabel(row), null),
  }))
}

/** The reservations that last, by bed. */
const selectReservations = (now: string) => sql`
  select r.bed_id, json_build_object('_id', r.id,
      'until', to_char(upper(r.during), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'patient', ${patientLabel({ ward: 'pw', bed: sql`pb.label` })}) as reservation
  from bed_reservations r
    join patients p on p.hospital_id = r.hospital_id and p.id = r.patient_id
    left join wards pw on pw.id = p.ward_id
    left join beds pb on pb.id = p.bed_id
  where upper(r.during) > ${now}::timestamptz and r.during @> ${now}::timestamptz`

export async function updateBedState(
  tx: Tx,
  id: string,
  {
    state,
    note,
    at,
    staffId,
  }: { state: MappedBed['state']; note: string | null; at: string; staffId: string },
): Promise<void> {
  await tx
    .updateTable('beds')
    .set({ state, state_note: note, state_at: at, state_by: staffId })
    .where('id', '=', id)
    .execute()
}

export async function updateBedFeatures(tx: Tx, id: string, features: readonly string[]): Promise<void> {
  await tx
    .updateTable('beds')
    .set({ features: [...features] })
    .where('id', '=', id)
    .execute()
}

type NewReservation = {
  id: string
  hospitalId: string
  bedId: string
  patientId: string
  from: string
  until: string
  staffId: string
}

export async function insertReservation(tx: Tx, made: NewReservation): Promise<void> {
  await sql`
    insert into bed_reservations (id, hospital_id, bed_id, patient_id, during, reserved_by)
    values (${made.id}, ${made.hospitalId}, ${made.bedId}, ${made.patientId},
      tstzrange(${made.from}, ${made.until}), ${made.staffId})`.execute(tx)
}

/** Ends a reservation that lasts; undefined if there is none such. */
export async function endReservation(
  tx: Tx,
  id: string,
  now: string,
): Promise<{ patient_id: string; ward_id: string } | undefined> {
  const { rows } = await sql<{ patient_id: string; ward_id: string }>`
    update bed_reservations r set during = tstzrange(lower(r.during), ${now})
    from beds b where b.id = r.bed_id and r.id = ${id} and r.during @> ${now}::timestamptz
    returning r.patient_id, b.ward_id`.execute(tx)
  return rows[0]
}
