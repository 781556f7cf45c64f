import type { BoardWard, MappedBed, MappedWard, WardPatient } from 'contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { selectIsoText } from '../../db/iso-text.ts'
import { staffLabelOrNull } from '../../db/labels.ts'
import { selectFollowedWards } from '../../identity/followed-wards.ts'
import { isRecordOpen, type Viewer } from '../../identity/record-access.ts'

export type BedMapRequest = {
  viewer: Viewer
  staffId: string
  /** Without one, the wards that the user's groups follow, or every ward. */
  ward: BoardWard | undefined
  now: string
}

/** The patient `p` of the query, whose ward is `w`. */
const patientParts = sql`'_id', p.id, 'hn', p.hn, 'title', p.title, 'name', p.name, 'surname', p.surname`

/** The patient `p`, whose place `c` is on the ward `w`; `bed` is the label of the bed. */
function selectWardPatient({ viewer }: BedMapRequest, bed: RawBuilder<unknown>): RawBuilder<WardPatient> {
  return sql`json_build_object(
    'patient', json_build_object(${patientParts}, 'gender', p.gender, 'date_of_birth', p.date_of_birth, 'bed', ${bed},
      'ward', json_build_object('_id', w.id, 'name_en', w.name_en, 'name_th', w.name_th),
      'triage_level', (array['RED', 'PINK', 'YELLOW', 'GREEN', 'WHITE'])[p.triage_level]),
    'kind', c.kind, 'admitted_at', ${selectIsoText('s.admitted_at')},
    'since', to_char(lower(c.during), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'due_back_at', ${selectIsoText('c.due_back_at')},
    'score', case when n.patient_id is not null then json_build_object('vital', n.vital, 'value', n.value,
      'second', n.second, 'note', n.note, 'measured_at', ${selectIsoText('n.measured_at')}, 'source', n.source,
      'is_derived', n.is_derived) end,
    'attending', case when ${isRecordOpen(viewer, 'p')} then ${staffLabelOrNull('doctor')} end,
    'isolation', case when ${isRecordOpen(viewer, 'p')} then s.isolation end,
    'planned_discharge_on', case when ${isRecordOpen(viewer, 'p')} then s.planned_discharge_on end)`
}

/** What a place `c` joins for its patient. */
const joinPatient = sql`
  left join stays s on s.hospital_id = c.hospital_id and s.id = c.stay_id
  left join patients p on p.hospital_id = s.hospital_id and p.id = s.patient_id
  left join staff doctor on doctor.id = s.attending_id
  left join latest_values n on n.hospital_id = p.hospital_id and n.patient_id = p.id and n.vital = 'news2'`

/**
 * The open beds of these wards, in one statement. It reads the wards' beds, their open places and the reservations that
 * last, each by its index: the past costs nothing.
 */
export async function listMappedBeds(tx: Tx, request: BedMapRequest): Promise<MappedWard[]> {
  const { rows } = await sql<{ ward: MappedWard['ward']; bed: MappedBed | null }>`
    select json_build_object('_id', w.id, 'name_en', w.name_en, 'name_th', w.name_th) as ward,
      case when b.id is not null then json_build_object('_id', b.id, 'label', b.label, 'state', b.state,
        'state_note', b.state_note, 'state_at', ${selectIsoText('b.state_at')}, 'features', b.features,
        'occupant', case when p.id is not null then ${selectWardPatient(request, sql`b.label`)} end,
        'reservation', kept.reservation) end as bed
    from wards w
      left join beds b on b.hospital_id = w.hospital_id and b.ward_id = w.id and b.closed_at is null
      left join stay_places c on c.bed_id = b.id and upper_inf(c.during) and c.superseded_at is null
      ${joinPatient}
      left join (${selectReservations(request.now)}) kept on kept.bed_id = b.id
    where w.closed_at is null and ${buildWardCondition(request)}
    order by w.position, w.code, b.position, b.label`.execute(tx)
  return groupByWard(rows)
}

function groupByWard(rows: readonly { ward: MappedWard['ward']; bed: MappedBed | null }[]): MappedWard[] {
  const wards = new Map<string, MappedWard>()
  for (const { ward, bed } of rows) {
    const known = wards.get(ward._id) ?? { ward, beds: [], without_bed: [] }
    wards.set(ward._id, known)
    if (bed) known.beds.push(bed)
  }
  return [...wards.values()]
}

/** The patients of these wards who have no bed, by ward: the longest there first. */
export async function listPatientsWithoutBed(
  tx: Tx,
  request: BedMapRequest,
): Promise<{ ward_id: string; patient: WardPatient }[]> {
  const { rows } = await sql<{ ward_id: string; patient: WardPatient }>`
    select c.ward_id, ${selectWardPatient(request, sql`null::text`)} as patient
    from wards w
      join stay_places c on c.hospital_id = w.hospital_id and c.ward_id = w.id and upper_inf(c.during)
        and c.superseded_at is null and c.bed_id is null
      ${joinPatient}
    where ${buildWardCondition(request)}
    order by lower(c.during), c.id`.execute(tx)
  return rows
}

function buildWardCondition({ ward, staffId }: BedMapRequest): RawBuilder<SqlBool> {
  const followed = selectFollowedWards(staffId)
  if (ward === 'every') return sql`true`
  if (ward === 'mine') return sql`w.id = any(${followed})`
  if (ward !== undefined) return sql`w.id = ${ward}`
  return sql`(cardinality(${followed}) = 0 or w.id = any(${followed}))`
}

/** The reservations that last, by bed. */
const selectReservations = (now: string) => sql`
  select r.bed_id, json_build_object('_id', r.id,
      'until', to_char(upper(r.during), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'patient', json_build_object(${patientParts}, 'bed', pb.label,
        'ward', case when pw.id is not null then
          json_build_object('_id', pw.id, 'name_en', pw.name_en, 'name_th', pw.name_th) end)) as reservation
  from bed_reservations r
    join patients p on p.hospital_id = r.hospital_id and p.id = r.patient_id
    left join wards pw on pw.id = p.ward_id
    left join beds pb on pb.id = p.bed_id
  where upper(r.during) > ${now}::timestamptz and r.during @> ${now}::timestamptz`

export async function isPatient(tx: Tx, id: string): Promise<boolean> {
  return (await tx.selectFrom('patients').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
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
