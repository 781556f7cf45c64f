import {
  type BedReservation,
  type BirthDatePrecision,
  type BoardWard,
  type MappedBed,
  type MappedWard,
  type PlaceLabel,
  type StaffLabel,
  toWardScore,
  triageLevels,
  type WardPatient,
} from 'contract'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { selectPatientLabel, toStaffLabel } from '../../db/labels.ts'
import { type PackedColumns, selectPackedRows } from '../../db/packed-rows.ts'
import { isOnChosenWard } from '../../identity/followed-wards.ts'
import { isRecordOpen, type Viewer } from '../../identity/record-access.ts'

export type BedMapRequest = {
  viewer: Viewer
  staffId: string
  /** Without a ward these are those that the user's groups follow, or every ward. */
  ward: BoardWard | undefined
  now: string
}

/** The patient of a place as columns: to build 600 JSON objects costs PostgreSQL more than to find them. */
type PlacedRow = {
  patient_id: string
  hn: string
  title: string
  name: string
  surname: string
  gender: WardPatient['patient']['gender']
  date_of_birth: string | null
  birth_date_precision: BirthDatePrecision | null
  triage_level: number | null
  stay_id: string
  version: number
  kind: WardPatient['kind']
  admitted_at: string
  since: string
  due_back_at: string | null
  score: number | null
  score_note: string | null
  scored_at: string
  is_open: boolean
  doctor_id: string | null
  doctor_first_name: string
  doctor_last_name: string
  isolation: WardPatient['isolation'] | null
  planned_discharge_on: string | null
}

const placedColumns: PackedColumns<PlacedRow> = {
  patient_id: 'value',
  hn: 'value',
  title: 'value',
  name: 'value',
  surname: 'value',
  gender: 'value',
  date_of_birth: 'value',
  birth_date_precision: 'value',
  triage_level: 'value',
  stay_id: 'value',
  version: 'value',
  kind: 'value',
  admitted_at: 'instant',
  since: 'instant',
  due_back_at: 'instant',
  score: 'value',
  score_note: 'value',
  scored_at: 'instant',
  is_open: 'value',
  doctor_id: 'value',
  doctor_first_name: 'value',
  doctor_last_name: 'value',
  isolation: 'value',
  planned_discharge_on: 'value',
}

/** What the map shows of the patient in place `c`, whom `joinPatient` joins. */
const selectPlaced = ({ viewer }: BedMapRequest) => sql`
  p.id as patient_id, p.hn, p.title, p.name, p.surname, p.gender, p.date_of_birth, p.birth_date_precision, p.triage_level,
  s.id as stay_id, s.version, c.kind, s.admitted_at, lower(c.during) as since, c.due_back_at,
  n.value as score, n.note as score_note, n.measured_at as scored_at,
  case when p.id is not null then ${isRecordOpen(viewer, 'p')} end as is_open,
  doctor.id as doctor_id, doctor.first_name as doctor_first_name, doctor.last_name as doctor_last_name,
  nullif(s.isolation, '{}') as isolation, s.planned_discharge_on`

/**
 * The conditions say what holds for every open place, so that indexes of the present are read, and no stay that is
 * over.
 */
const joinPatient = sql`
  left join stays s on s.hospital_id = c.hospital_id and s.id = c.stay_id
    and s.discharged_at is null and s.voided_at is null
  left join patients p on p.hospital_id = s.hospital_id and p.id = s.patient_id and p.ward_id is not null
  left join staff doctor on doctor.id = s.attending_id
  left join latest_values n on n.hospital_id = p.hospital_id and n.patient_id = p.id and n.vital = 'news2'`

function toWardPatient(row: PlacedRow): WardPatient {
  const isOpen = row.is_open
  return {
    patient: {
      _id: row.patient_id,
      hn: row.hn,
      title: row.title,
      name: row.name,
      surname: row.surname,
      gender: row.gender,
      date_of_birth: row.date_of_birth ?? undefined,
      birth_date_precision: row.birth_date_precision ?? undefined,
      triage_level: row.triage_level === null ? undefined : triageLevels[row.triage_level - 1],
    },
    stay_id: row.stay_id,
    version: row.version,
    kind: row.kind,
    admitted_at: row.admitted_at,
    since: row.since,
    due_back_at: row.due_back_at ?? undefined,
    score: toWardScore({ value: row.score, note: row.score_note, measured_at: row.scored_at }),
    attending_id: (isOpen && row.doctor_id) || undefined,
    isolation: (isOpen && row.isolation) || undefined,
    planned_discharge_on: (isOpen && row.planned_discharge_on) || undefined,
  }
}

type BedRow = {
  ward_id: string
  bed_id: string
  label: string
  state: MappedBed['state']
  state_note: string | null
  state_at: string | null
  features: MappedBed['features'] | null
  needs_terminal_cleaning: boolean
} & ({ patient_id: null } | PlacedRow)

const bedColumns: PackedColumns<BedRow> & PackedColumns<PlacedRow> = {
  ...placedColumns,
  ward_id: 'value',
  bed_id: 'value',
  label: 'value',
  state: 'value',
  state_note: 'value',
  state_at: 'instant',
  features: 'value',
  needs_terminal_cleaning: 'value',
}

/**
 * These wards with their open beds, and their patients who have none: the longest there first. The statements are sent
 * together. They read the wards' beds, their open places and the reservations that last, each by its index: the past
 * costs nothing.
 */
export async function listMappedWards(tx: Tx, request: BedMapRequest): Promise<MappedWard[]> {
  const [wards, bedRows, withoutBed, reservations] = await Promise.all([
    listOpenWards(tx, request),
    listBedRows(tx, request),
    listPatientsWithoutBed(tx, request),
    listReservations(tx, request),
  ])
  const mapped = new Map(wards.map((ward) => [ward._id, openWard(ward)]))
  for (const row of bedRows) {
    const of = mapped.get(row.ward_id)
    of?.beds.push(toMappedBed(row, reservations.get(row.bed_id)))
    if (row.patient_id !== null) of?.attend(row)
  }
  for (const row of withoutBed) {
    const of = mapped.get(row.ward_id)
    of?.without_bed.push(toWardPatient(row))
    of?.attend(row)
  }
  return [...mapped.values()].map(({ ward, beds, without_bed, doctors }) => ({
    ward,
    beds,
    without_bed,
    doctors: [...doctors.values()],
  }))
}

/** A ward that is filled with beds, patients and their doctors. */
function openWard(ward: PlaceLabel) {
  const doctors = new Map<string, StaffLabel>()
  return {
    ward,
    beds: [] as MappedBed[],
    without_bed: [] as WardPatient[],
    doctors,
    attend({ is_open, doctor_id, doctor_first_name, doctor_last_name }: PlacedRow) {
      const doctor = is_open ? toStaffLabel(doctor_id, doctor_first_name, doctor_last_name) : null
      if (doctor && !doctors.has(doctor._id)) doctors.set(doctor._id, doctor)
    },
  }
}

async function listOpenWards(tx: Tx, request: BedMapRequest): Promise<PlaceLabel[]> {
  const { rows } = await sql<PlaceLabel>`
    select w.id as _id, w.name_en, w.name_th from wards w
    where w.closed_at is null and ${isOnChosenWard('w.id', request)}
    order by w.position, w.code`.execute(tx)
  return rows
}

const isOpenPlace = sql`bed_id = b.id and upper_inf(during) and superseded_at is null`

/**
 * The open place `c` of a bed, which has one at most. PostgreSQL estimates that a third of all places are open, and
 * would scan them all for one ward, as is right for a whole map. The ward is therefore a condition of the place too.
 */
const joinOpenPlace = (request: BedMapRequest) => {
  const { ward } = request
  return ward === undefined || ward === 'mine' || ward === 'every'
    ? sql`left join stay_places c on ${isOpenPlace} and ${isOnChosenWard('c.ward_id', request)}`
    : sql`left join lateral (select * from stay_places where ${isOpenPlace} limit 1) c on true`
}

function listBedRows(tx: Tx, request: BedMapRequest): Promise<BedRow[]> {
  const query = sql<BedRow>`
    select b.ward_id, b.id as bed_id, b.label, b.state, b.state_note, b.state_at, nullif(b.features, '{}') as features,
      b.needs_terminal_cleaning,
      ${selectPlaced(request)}
    from beds b
      ${joinOpenPlace(request)}
      ${joinPatient}
    where b.closed_at is null and ${isOnChosenWard('b.ward_id', request)}
    order by b.position, b.label`
  return selectPackedRows(tx, bedColumns, query)
}

function toMappedBed(row: BedRow, reservation: MappedBed['reservation']): MappedBed {
  return {
    _id: row.bed_id,
    label: row.label,
    state: row.state,
    state_note: row.state_note ?? undefined,
    state_at: row.state_at ?? undefined,
    features: row.features ?? undefined,
    needs_terminal_cleaning: row.needs_terminal_cleaning || undefined,
    occupant: row.patient_id === null ? undefined : toWardPatient(row),
    reservation,
  }
}

async function listPatientsWithoutBed(
  tx: Tx,
  request: BedMapRequest,
): Promise<(PlacedRow & { ward_id: string })[]> {
  const { rows } = await sql<PlacedRow & { ward_id: string }>`
    select c.ward_id, ${selectPlaced(request)}
    from stay_places c ${joinPatient}
    where upper_inf(c.during) and c.superseded_at is null and c.bed_id is null and p.id is not null
      and ${isOnChosenWard('c.ward_id', request)}
    order by lower(c.during), c.id`.execute(tx)
  return rows
}

/** The reservations that last, by bed. */
async function listReservations(tx: Tx, { now }: BedMapRequest): Promise<Map<string, BedReservation>> {
  const { rows } = await sql<BedReservation & { bed_id: string }>`
    select r.bed_id, r.id as _id, upper(r.during) as until, ${selectPatientLabel({ ward: 'pw', bed: sql`pb.label` })} as patient
    from bed_reservations r
      join patients p on p.hospital_id = r.hospital_id and p.id = r.patient_id
      left join wards pw on pw.id = p.ward_id
      left join beds pb on pb.id = p.bed_id
    where upper(r.during) > ${now}::timestamptz and r.during @> ${now}::timestamptz`.execute(tx)
  return new Map(rows.map(({ bed_id, ...reservation }) => [bed_id, reservation]))
}

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
    .set({
      state,
      state_note: note,
      state_at: at,
      state_by: staffId,
      ...(state !== 'cleaning' && { needs_terminal_cleaning: false }),
    })
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
