import { maxCharted, readingValueNames, type TimelineKind, timelinePage } from 'contract'
import { type RawBuilder, sql } from 'kysely'
import { alarmState, shownNumber } from '../../../bedside/alarms/alarm-rows.ts'
import { getValueColumn } from '../../../bedside/intake/store.ts'
import { isChartedReading } from '../../../db/charted-readings.ts'
import { selectIsoText } from '../../../db/iso-text.ts'
import { selectDeviceLabel, selectPlaceLabel, selectStaffLabelOrNull } from '../../../db/labels.ts'
import type { OpenRecord } from '../../../identity/record-access.ts'
import { selectTriageName } from '../../../patient-flow/select-triage-name.ts'

/** Which entries are read: the newest, or the newest before this one. */
export type TimelineCursor = { at: string; _id: string } | undefined

type TimelineSource = {
  /** Selects `at` and `id` of the patient's entries: at least those of the page. An index has them by time. */
  entries: (patientId: OpenRecord, before: TimelineCursor) => RawBuilder<unknown>
  /** Selects what else the entry `e` has, as one JSON object. */
  detail: (patientId: OpenRecord) => RawBuilder<unknown>
}

const readingJson = sql`
  jsonb_build_object('_id', r.id, 'kind', r.kind, 'note', r.note, 'is_correction', r.corrects is not null)
  || jsonb_strip_nulls(jsonb_build_object(${sql.join(
    readingValueNames.flatMap((name) => [sql.lit(name), sql.ref(`r.${getValueColumn(name)}`)]),
  )}))`

const isCharted = (patientId: OpenRecord) =>
  sql`r.patient_id = ${patientId} and ${isChartedReading} and r.replaced_at is null`

type StayEntry = Extract<TimelineKind, 'admitted' | 'moved' | 'left' | 'returned'>

/** Which place begins with each kind of entry, by its own kind and that of the place before it. */
const beginsWith: Readonly<Record<StayEntry, RawBuilder<unknown>>> = {
  admitted: sql`c.before is null`,
  moved: sql`(c.before = 'leave') = (c.kind = 'leave')`,
  left: sql`c.before <> 'leave' and c.kind = 'leave'`,
  returned: sql`c.before = 'leave' and c.kind <> 'leave'`,
}

/** The places that hold: what was corrected, undone or voided is in the history of the stay. */
const selectPlacesAs = (kind: StayEntry): TimelineSource => ({
  entries: (patientId) => sql`
    select c.at, c.id from (
      select p.id, lower(p.during) as at, p.kind,
        lag(p.kind) over (partition by p.stay_id order by lower(p.during)) as before
      from stays y join stay_places p on p.hospital_id = y.hospital_id and p.stay_id = y.id
      where y.patient_id = ${patientId} and y.voided_at is null and p.superseded_at is null
    ) c
    where ${beginsWith[kind]}`,
  detail: () => sql`
    select ${stayJson} from stay_places c join stays y on y.hospital_id = c.hospital_id and y.id = c.stay_id
      join stay_acts a on a.hospital_id = c.hospital_id and a.id = c.act_id
      ${joinPlace}
    where c.id = e.id`,
})

/** The author of the entry, and the place of the patient. */
const stayJson = sql`json_build_object('by', ${selectStaffLabelOrNull('s')}, 'an', y.an, 'bed', b.label,
  'ward', ${selectPlaceLabel('w')})`
const joinPlace = sql`join wards w on w.id = c.ward_id left join beds b on b.id = c.bed_id
  left join staff s on s.id = a.staff_id`

const selectDeviceDetail = (column: 'assigned_by' | 'taken_by') => () =>
  sql`
  select json_build_object('by', ${selectStaffLabelOrNull('s')},
    'device', ${selectDeviceLabel('d')})
  from device_assignments a join devices d on d.id = a.device_id left join staff s on s.id = ${sql.ref(`a.${column}`)}
  where a.id = e.id`

/** Where the entries of each kind come from. */
export const timelineSources: Readonly<Record<TimelineKind, TimelineSource>> = {
  charted: {
    // Grouped by itself, every reading of the patient would be read: the newest are enough for a page.
    entries: (patientId, before) => sql`
      select distinct at, id from (
        select r.measured_at as at, coalesce(r.act_id, r.id) as id from readings r
        where ${isCharted(patientId)} ${before ? sql`and r.measured_at <= ${before.at}` : sql``}
        order by r.measured_at desc limit ${sql.lit(maxCharted * (timelinePage + 1))}) as newest`,
    detail: (patientId) => sql`
      select json_build_object('by', json_agg(${selectStaffLabelOrNull('s')}) -> 0,
        'readings', json_agg(${readingJson} order by r.id))
      from readings r left join staff s on s.id = r.entered_by
      where ${isCharted(patientId)} and r.measured_at = e.at and coalesce(r.act_id, r.id) = e.id`,
  },
  alarm: {
    entries: (patientId) => sql`select raised_at as at, id from alarms where patient_id = ${patientId}`,
    detail: () => sql`
      select json_build_object('by', null, 'alarm', json_build_object('rule', a.rule, 'severity', a.severity,
        'state', ${alarmState}, 'value', ${shownNumber(sql`a.value`)}, 'second', a.second, 'limit', a.limit_value,
        'score', a.score, 'worst_value', ${shownNumber(sql`a.worst_value`)}, 'worst_second', a.worst_second,
        'ended_at', ${selectIsoText('a.ended_at')}, 'acknowledged_at', ${selectIsoText('a.acknowledged_at')},
        'acknowledged_by', ${selectStaffLabelOrNull('acknowledger')}, 'cleared_at', ${selectIsoText('a.cleared_at')},
        'cleared_by', ${selectStaffLabelOrNull('clearer')}, 'clearing', a.clearing, 'outcome', a.outcome, 'note', a.note))
      from alarms a
        left join staff acknowledger on acknowledger.id = a.acknowledged_by
        left join staff clearer on clearer.id = a.cleared_by
      where a.id = e.id`,
  },
  'alarm-setting': {
    entries: (patientId) => sql`select at, id from notify_settings where patient_id = ${patientId}`,
    detail: () => sql`
      select json_build_object('by', ${selectStaffLabelOrNull('s')}, 'setting', json_build_object('vital', n.vital,
        'mode', n.mode, 'reason', n.reason, 'until', ${selectIsoText('n.until')},
        'limits', case when n.mode = 'own' then json_build_object('critical_low', n.critical_low, 'low', n.low,
          'high', n.high, 'critical_high', n.critical_high) end))
      from notify_settings n left join staff s on s.id = n.staff_id
      where n.id = e.id`,
  },
  'spo2-scale': {
    entries: (patientId) => sql`select at, id from spo2_scales where patient_id = ${patientId}`,
    detail: () => sql`
      select json_build_object('by', ${selectStaffLabelOrNull('s')},
        'setting', json_build_object('scale', c.scale, 'reason', c.reason))
      from spo2_scales c left join staff s on s.id = c.staff_id
      where c.id = e.id`,
  },
  'device-given': {
    entries: (patientId) =>
      sql`select lower(during) as at, id from device_assignments where patient_id = ${patientId}`,
    detail: selectDeviceDetail('assigned_by'),
  },
  'device-taken': {
    entries: (patientId) => sql`
      select upper(during) as at, id from device_assignments
      where patient_id = ${patientId} and not upper_inf(during)`,
    detail: selectDeviceDetail('taken_by'),
  },
  admitted: selectPlacesAs('admitted'),
  moved: selectPlacesAs('moved'),
  left: selectPlacesAs('left'),
  returned: selectPlacesAs('returned'),
  discharged: {
    entries: (patientId) => sql`
      select discharged_at as at, id from stays
      where patient_id = ${patientId} and voided_at is null and discharged_at is not null`,
    // Where the patient had been, and who wrote the discharge that holds.
    detail: () => sql`
      select ${stayJson} from stays y
        join lateral (
          select ward_id, bed_id from stay_places p
          where p.hospital_id = y.hospital_id and p.stay_id = y.id and p.superseded_at is null
          order by lower(p.during) desc limit 1) c on true
        left join lateral (
          select staff_id from stay_acts d
          where d.hospital_id = y.hospital_id and d.stay_id = y.id and d.act = 'discharged'
          order by d.recorded_at desc limit 1) a on true
        ${joinPlace}
      where y.id = e.id`,
  },
  noted: {
    entries: (patientId) => sql`select at, id from shift_notes where patient_id = ${patientId}`,
    detail: () => sql`
      select json_build_object('by', ${selectStaffLabelOrNull('s')}, 'text', n.text)
      from shift_notes n left join staff s on s.id = n.staff_id
      where n.id = e.id`,
  },
  visited: {
    entries: (patientId) => sql`
      select visited_at as at, id from visits where patient_id = ${patientId} and voided_at is null`,
    detail: () =>
      sql`select json_build_object('by', null, 'vn', v.vn, 'visit', v.kind) from visits v where v.id = e.id`,
  },
  triaged: {
    entries: (patientId) => sql`select at, id from triages where patient_id = ${patientId}`,
    detail: () => sql`
      select json_build_object('by', ${selectStaffLabelOrNull('s')}, 'triage', json_build_object(
        'from', (select ${selectTriageName('before.level')} from triages before
          where before.visit_id = t.visit_id and before.patient_id = t.patient_id
            and (before.at, before.id) < (t.at, t.id)
          order by before.at desc, before.id desc limit 1),
        'level', ${selectTriageName('t.level')}, 'suggested', ${selectTriageName('t.suggested')}, 'rule', t.rule,
        'override', t.override, 'override_words', t.override_words, 'news2', t.news2, 'corrects', t.corrects, 'completes', t.completes,
        'late_reason', t.late_reason))
      from triages t left join staff s on s.id = t.staff_id
      where t.id = e.id`,
  },
  changed: {
    // The changes of one save have one time.
    entries: (patientId) => sql`
      select distinct on (at) at, id from patient_changes where patient_id = ${patientId} order by at desc, id desc`,
    detail: (patientId) => sql`
      select json_build_object('by', json_agg(${selectStaffLabelOrNull('s')}) -> 0,
        'changes', json_agg(json_build_object('_id', c.id, 'section', c.section, 'field', c.field,
          'from', c.from_value, 'to', c.to_value) order by c.id))
      from patient_changes c left join staff s on s.id = c.staff_id
      where c.patient_id = ${patientId} and c.at = e.at`,
  },
}
