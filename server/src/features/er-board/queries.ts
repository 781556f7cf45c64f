import { type ErRow, erVitals, type PatientLabel, type TriageSettings } from 'contract'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { selectIsoText } from '../../db/iso-text.ts'
import { patientLabel, staffLabelOrNull } from '../../db/labels.ts'
import { triageName } from '../../db/triage-name.ts'
import type { VisitState } from '../../db/visit-acts.ts'
import { isRecordOpen, type OpenRecord, type Viewer } from '../../identity/record-access.ts'

/** The most visits that are shown: the newest. More are visits that nobody has ended. */
const shownVisits = 300

/**
 * Everybody in the emergency room, by arrival: open visits of patients who have had no bed of a ward yet. It reads open visits alone,
 * by their index, however long the past. `offset 0`: whether a record is open is decided once a row.
 */
export async function listErVisits(tx: Tx, viewer: Viewer): Promise<ErRow[]> {
  const { rows } = await sql<ErRow>`
    select json_build_object('_id', v.id, 'visited_at', ${selectIsoText('v.visited_at')},
        'first_seen_at', ${selectIsoText('v.first_seen_at')}, 'zone', v.zone, 'bay', v.bay,
        'vn', case when r.is_open then v.vn end, 'complaint', case when r.is_open then v.complaint end,
        'onset_at', case when r.is_open then ${selectIsoText('v.onset_at')} end,
        'pending', case when r.is_open then v.pending else '{}' end,
        'decided', case when r.is_open then v.decided end,
        'boarding_since', case when p.an is not null or (v.decided = 2 and r.is_open)
          then coalesce(case when v.decided = 2 then ${selectIsoText('v.decided_at')} end, ${selectIsoText('p.admitted_at')}) end,
        'fast_tracks', coalesce((select json_agg(json_build_object('track', f.track, 'since', (
              select ${selectIsoText('t.at')} from triages t
              where t.patient_id = v.patient_id and t.visit_id = v.id and f.track = any(t.fast_tracks)
              order by t.at limit 1)) order by f.place)
            from unnest(v.fast_tracks) with ordinality as f (track, place) where r.is_open), '[]'),
        'doctor', case when r.is_open then ${staffLabelOrNull('doctor')} end,
        'nurse', case when r.is_open then ${staffLabelOrNull('nurse')} end) as visit,
      ${patientLabel({ more: sql`'gender', p.gender, 'date_of_birth', p.date_of_birth` })} as patient,
      (select json_build_object('level', ${triageName('t.level')}, 'at', ${selectIsoText('t.at')}, 'zone', t.zone,
          'news2', case when r.is_open then t.news2 end)
        from triages t where t.visit_id = v.id and t.patient_id = v.patient_id
        order by t.at desc, t.id desc limit 1) as last,
      coalesce((select json_agg(json_build_object('vital', l.vital, 'value', l.value, 'second', l.second,
          'note', l.note, 'measured_at', ${selectIsoText('l.measured_at')}, 'source', l.source,
          'is_derived', l.is_derived))
        from latest_values l
        where l.patient_id = v.patient_id and l.vital = any(${sql.lit(`{${erVitals.join(',')}}`)})), '[]') as latest,
      p.an is not null as is_admitted, not r.is_open as is_closed
    from visits v
      join patients p on p.id = v.patient_id
      cross join lateral (select ${isRecordOpen(viewer, 'p')} as is_open offset 0) as r
      left join wards w on w.id = p.ward_id
      left join beds b on b.id = p.bed_id
      left join staff doctor on doctor.id = v.doctor_id
      left join staff nurse on nurse.id = v.nurse_id
    where v.is_open and v.kind = 'ER' and (p.an is null or (p.bed_id is null and exists (
      select from stays s join stay_places c on c.hospital_id = s.hospital_id and c.stay_id = s.id
      where s.hospital_id = v.hospital_id and s.patient_id = v.patient_id and s.discharged_at is null
        and s.voided_at is null and c.kind = 'waiting' and upper_inf(c.during) and c.superseded_at is null
        and not exists (select from stay_places e
          where e.hospital_id = s.hospital_id and e.stay_id = s.id and e.kind = 'bed' and e.superseded_at is null))))
    order by v.visited_at desc
    limit ${sql.lit(shownVisits)}`.execute(tx)
  return rows
}

/** Undefined if the hospital has the standard of the product. */
export async function findTriageSettings(tx: Tx): Promise<TriageSettings | undefined> {
  const found = await tx
    .selectFrom('triage_settings')
    .select('settings')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.settings as TriageSettings | undefined
}

/** Who else has this bay; undefined if it is free. */
export async function findBayHolder(
  tx: Tx,
  bay: string,
  visitId: string,
): Promise<{ patient: PatientLabel } | undefined> {
  const { rows } = await sql<{ patient: PatientLabel }>`
    select ${patientLabel()} as patient
    from visits v join patients p on p.id = v.patient_id
      left join wards w on w.id = p.ward_id left join beds b on b.id = p.bed_id
    where v.is_open and v.bay is not null and upper(v.bay) = upper(${bay}) and v.id <> ${visitId}`.execute(tx)
  return rows[0]
}

export type StoredAct = { before: Partial<VisitState>; after: Partial<VisitState>; is_undone: boolean }

export async function findAct(
  tx: Tx,
  patientId: OpenRecord,
  visitId: string,
  actId: string,
): Promise<StoredAct | undefined> {
  const { rows } = await sql<StoredAct>`
    select a.before, a.after, exists (select from visit_acts u where u.undoes = a.id) as is_undone
    from visit_acts a
    where a.id = ${actId} and a.visit_id = ${visitId} and a.patient_id = ${patientId} and a.undoes is null`.execute(
    tx,
  )
  return rows[0]
}

/** Whether the patient has another visit that is open. */
export async function hasOpenVisit(tx: Tx, patientId: OpenRecord): Promise<boolean> {
  const found = await tx
    .selectFrom('visits')
    .select('id')
    .where('patient_id', '=', patientId)
    .where('is_open', '=', true)
    .executeTakeFirst()
  return found !== undefined
}
