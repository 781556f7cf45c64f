import {
  type BoardWard,
  fluidDirections,
  fluidKinds,
  type HandoverRow,
  type ObservationOrder,
  type ObservationRisk,
  type RoundRow,
  type ShiftNote,
} from 'contract'
import { type RawBuilder, sql } from 'kysely'
import {
  computeEarlierScore,
  type EarlierParts,
  selectEarlierParts,
} from '../../bedside/intake/earlier-scores.ts'
import { selectLatest } from '../../bedside/latest-values.ts'
import { sqlArray } from '../../db/binary-array.ts'
import type { Tx } from '../../db/database.ts'
import { selectIsoText } from '../../db/iso-text.ts'
import {
  selectDeviceNames,
  selectPatientLabel,
  selectStaffLabel,
  selectStaffLabelOrNull,
} from '../../db/labels.ts'
import { isOnChosenWard } from '../../identity/followed-wards.ts'
import { isRecordOpen, type OpenRecord, type Viewer } from '../../identity/record-access.ts'

type RoundRequest = {
  viewer: Viewer
  staffId: string
  /** Without a ward these are those that the user's groups follow, or every ward. */
  ward: BoardWard | undefined
  /** When the present shift began. */
  shiftFrom: RawBuilder<string>
}

/** The patients of these wards by bed; those without a bed last. */
export async function listRound(tx: Tx, request: RoundRequest): Promise<RoundRow[]> {
  const { rows } = await sql<RoundRow>`
    with open as (${selectOfWards(request)})
    select ${selectRoundParts(request)}
    from open ${joinPlace}
    ${byBed}`.execute(tx)
  return rows
}

type RawHandoverRow = Omit<HandoverRow, 'score_before'> & {
  scored_at: string | null
  earlier: EarlierParts | null
}

/** The same with what the next shift must know; `notesFrom` is since when notes are shown. */
export async function listHandover(
  tx: Tx,
  request: RoundRequest & { notesFrom: RawBuilder<string> },
): Promise<HandoverRow[]> {
  const { rows } = await sql<RawHandoverRow>`
    with open as (${selectOfWards(request)}), scored as (
      select open.id, n.measured_at as scored_at
      from open join latest_values n on n.patient_id = open.id and n.vital = 'news2'
      where open.is_open
    )
    select ${selectRoundParts(request)},
      case when open.is_open then coalesce(st.diagnosis, st.disease) end as diagnosis,
      case when open.is_open then st.admitted_at end as admitted_at,
      case when open.is_open then ${selectStaffLabelOrNull('doctor')} end as attending,
      case when open.is_open then coalesce(st.isolation, '{}') else '{}' end as isolation,
      case when open.is_open then st.is_dnr end as is_dnr,
      case when open.is_open then st.morse_score end as morse_score,
      open.is_open and p.no_known_allergy as no_known_allergy,
      case when open.is_open then coalesce((
        select json_agg(json_build_object('substance', a.substance, 'severity', a.severity)
          order by array_position('{life_threatening,severe,moderate,mild}', a.severity), a.substance)
        from patient_allergies a where a.patient_id = p.id and a.ended_at is null), '[]') else '[]' end as allergies,
      case when open.is_open then coalesce((
        select json_agg(json_build_object('_id', d.id, ${selectDeviceNames('d')}, 'status', d.status)
          order by d.kind, d.name)
        from device_assignments da join devices d on d.id = da.device_id
        where da.patient_id = p.id and upper_inf(da.during)), '[]') else '[]' end as devices,
      case when open.is_open then coalesce((
        select json_agg(json_build_object('_id', m.id, 'at', ${selectIsoText('m.at')}, 'text', m.text,
          'by', ${selectStaffLabel('ms')}) order by m.at desc, m.id desc)
        from shift_notes m join staff ms on ms.id = m.staff_id
        where m.patient_id = p.id and m.at >= ${request.notesFrom} and m.at >= ${selectStayBegin}
        ), '[]') else '[]' end as notes,
      scored.scored_at,
      case when scored.id is not null then ${selectEarlierParts('p.id', 'scored.scored_at')} end as earlier
    from open ${joinPlace}
      left join scored on scored.id = open.id
      left join stays st on st.hospital_id = p.hospital_id and st.patient_id = p.id and st.discharged_at is null
        and st.voided_at is null
      left join staff doctor on doctor.id = st.attending_id
    ${byBed}`.execute(tx)
  return rows.map(({ scored_at, earlier, ...row }) => ({
    ...row,
    score_before: earlier && scored_at !== null ? computeEarlierScore(earlier, scored_at) : null,
  }))
}

function selectOfWards(request: RoundRequest): RawBuilder<unknown> {
  return sql`select p.id, ${isRecordOpen(request.viewer, 'p')} as is_open from patients p
    where ${isOnChosenWard('p.ward_id', request)}`
}

const joinPlace = sql`
  join patients p on p.id = open.id
  join wards w on w.id = p.ward_id
  left join beds b on b.id = p.bed_id`

/**
 * Since when something is of the present stay of patient `p`. What was written after the admission was noted stays of
 * it, though the admission was corrected to a later time.
 */
const selectStayBegin = sql`coalesce(least(p.admitted_at, (
  select min(a.recorded_at) from stays present
    join stay_acts a on a.hospital_id = present.hospital_id and a.stay_id = present.id and a.act = 'admitted'
  where present.hospital_id = p.hospital_id and present.patient_id = p.id and present.discharged_at is null
    and present.voided_at is null)), '-infinity')`

const byBed = sql`order by w.position, w.code, b.position nulls last, b.label, p.number`

/** The columns of a `RoundRow`, of the patient `p` in `open`. */
function selectRoundParts({ shiftFrom }: RoundRequest): RawBuilder<unknown> {
  return sql`${selectPatientLabel({ more: sql`'gender', p.gender, 'date_of_birth', p.date_of_birth, 'birth_date_precision', p.birth_date_precision` })} as patient,
    open.is_open,
    (select json_build_object('kind', c.kind, 'due_back_at', ${selectIsoText('c.due_back_at')})
      from stays present join stay_places c on c.hospital_id = present.hospital_id and c.stay_id = present.id
      where present.hospital_id = p.hospital_id and present.patient_id = p.id and present.discharged_at is null
        and present.voided_at is null and upper_inf(c.during) and c.superseded_at is null) as stay,
    case when open.is_open then ${selectLatest(sql`p.id`)} else '[]' end as latest,
    case when open.is_open then (
      select case when o.every_minutes is not null then ${orderObject} end
      from observation_orders o join staff s on s.id = o.staff_id
      where o.patient_id = p.id and o.at >= ${selectStayBegin}
      order by o.at desc, o.id desc limit 1) end as "order",
    case when open.is_open then (
      select json_build_object('into', sum(f.ml) filter (where f.kind = any(${sqlArray('text', intakes)})),
        'out', sum(f.ml) filter (where f.kind <> all(${sqlArray('text', intakes)})))
      from fluid_entries f
      where f.patient_id = p.id and f.at >= ${shiftFrom}
        and not exists (select from fluid_strikes k where k.entry_id = f.id)) end as fluids`
}

const intakes = fluidKinds.filter((kind) => fluidDirections[kind] === 'in')

const orderObject = sql`json_build_object('_id', o.id, 'at', ${selectIsoText('o.at')},
  'every_minutes', o.every_minutes, 'reason', o.reason, 'risk', o.risk, 'by', ${selectStaffLabel('s')})`

/** The orders of the present stay, the newest first. */
export async function listOrders(tx: Tx, patientId: OpenRecord, limit: number): Promise<ObservationOrder[]> {
  const { rows } = await sql<ObservationOrder>`
    select o.id as _id, o.at, o.every_minutes, o.reason, o.risk, ${selectStaffLabel('s')} as by
    from observation_orders o
      join patients p on p.id = o.patient_id
      join staff s on s.id = o.staff_id
    where o.patient_id = ${patientId} and o.at >= ${selectStayBegin}
    order by o.at desc, o.id desc
    limit ${limit}`.execute(tx)
  return rows
}

export async function insertOrder(
  tx: Tx,
  order: {
    id: string
    hospital_id: string
    patient_id: OpenRecord
    at: string
    staff_id: string
    every_minutes: number | null
    reason: string
    risk: ObservationRisk | null
  },
): Promise<void> {
  await tx.insertInto('observation_orders').values(order).execute()
}

export async function insertNote(
  tx: Tx,
  note: {
    id: string
    hospital_id: string
    patient_id: OpenRecord
    at: string
    staff_id: string
    text: string
  },
): Promise<void> {
  await tx.insertInto('shift_notes').values(note).execute()
}

export async function readNote(tx: Tx, id: string): Promise<ShiftNote> {
  const { rows } = await sql<ShiftNote>`
    select m.id as _id, m.at, m.text, ${selectStaffLabel('s')} as by
    from shift_notes m join staff s on s.id = m.staff_id
    where m.id = ${id}`.execute(tx)
  const [note] = rows
  if (!note) throw new Error('the note was not written')
  return note
}
