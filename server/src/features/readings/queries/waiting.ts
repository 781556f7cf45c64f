import type { PageRequest, Reading, Result, readings } from 'contract'
import { type SqlBool, sql } from 'kysely'
import { type AttributedReading, toAttributedReading } from '../../../bedside/intake/store.ts'
import type { Tx } from '../../../db/database.ts'
import { selectIsoText } from '../../../db/iso-text.ts'
import { selectPatientLabel } from '../../../db/labels.ts'
import { buildLimit, countRows, readPage } from '../../../db/listing/pages.ts'
import { isRecordOpen, type OpenRecord, type Viewer } from '../../../identity/record-access.ts'
import {
  allKinds,
  buildKeyCondition,
  type Key,
  maxCountedReadings,
  type ReadingRecord,
  selectReadings,
  toReading,
} from './history.ts'

const isWaiting = sql<SqlBool>`r.patient_id is null and r.waits_for <> 'nobody'`
/** A reading that waits for its unit cannot be given to a patient: it has no value yet. */
const isAssignable = sql<SqlBool>`${isWaiting} and r.waits_for <> 'unit'`

/** Why a reading waits, which patient and device its message named, and who wore the device around its time. */
type WaitingColumns = Omit<Result<typeof readings.inbox>['rows'][number], keyof Reading | 'holders'>
const spansOfDevice = sql`
  select a.hospital_id, a.patient_id, lower(a.during) as begins, upper(a.during) as ends
  from device_assignments a where a.device_id = r.device_id`
const wearings = sql`(
  select coalesce(json_agg(json_build_object(
      'patient', ${selectPatientLabel({ more: sql`'date_of_birth', p.date_of_birth, 'birth_date_precision', p.birth_date_precision` })},
      'from', ${selectIsoText('n.begins')}, 'to', ${selectIsoText('n.ends')}) order by n.begins), '[]')
    from (
      (${spansOfDevice} and a.during @> r.measured_at)
      union all (${spansOfDevice} and upper(a.during) <= r.measured_at order by upper(a.during) desc limit 1)
      union all (${spansOfDevice} and lower(a.during) > r.measured_at order by lower(a.during) limit 1)) n
      join patients p on p.hospital_id = n.hospital_id and p.id = n.patient_id
      left join wards w on w.id = p.ward_id
      left join beds b on b.id = p.bed_id)`
const waitingColumns = sql`, r.waits_for, r.mac, r.told_hn, r.told_national_id, r.told_glucose, ${wearings} as wearings`

type WaitingQuery = PageRequest & { device_id?: string | undefined }

const buildWaitingCondition = ({ device_id }: WaitingQuery) =>
  sql<SqlBool>`${isWaiting} ${device_id ? sql`and r.device_id = ${device_id}` : sql``}`
const inOrder = sql`order by r.received_at desc, r.id`

export function listWaitingReadings(tx: Tx, request: WaitingQuery) {
  const where = buildWaitingCondition(request)
  const waiting = sql<ReadingRecord & WaitingColumns>`${selectReadings(allKinds, where, waitingColumns)}
    ${inOrder} ${buildLimit(request)}`
  return readPage(
    waiting.execute(tx).then(({ rows }) =>
      rows.map((row) => {
        const { waits_for, mac, told_hn, told_national_id, told_glucose, wearings } = row
        return { ...toReading(row), waits_for, mac, told_hn, told_national_id, told_glucose, wearings }
      }),
    ),
    countRows(tx, sql`readings r where ${where}`, maxCountedReadings),
  )
}

/**
 * The patients who have a number that a reading of this page tells, and whether their records are open to the viewer.
 * The national ID of a merged record is that of the one that is used.
 */
export async function listNumberHolders(tx: Tx, viewer: Viewer, request: WaitingQuery) {
  const { rows } = await sql<{ id: string; hn: string; national_id: string | null; is_open: boolean }>`
    with told as materialized (
      select r.told_hn, r.told_national_id from readings r
      where ${buildWaitingCondition(request)} ${inOrder} ${buildLimit(request)})
    select coalesce(p.merged_into, p.id) as id, p.hn, case when p.merged_into is null then p.national_id end as national_id, ${isRecordOpen(viewer, 'p')} as is_open
    from patients p
    where p.hn = any(array(select told_hn from told))
      or (p.national_id = any(array(select told_national_id from told)) and p.merged_into is null)`.execute(
    tx,
  )
  return rows
}

/** Gives waiting readings to a patient; returns those that were still waiting. */
export async function assignReadings(
  tx: Tx,
  patientId: OpenRecord,
  keys: readonly Key[],
  { staffId, at }: { staffId: string; at: string },
): Promise<AttributedReading[]> {
  const { rows } = await sql<Record<string, unknown>>`
    update readings r set patient_id = ${patientId}, waits_for = null,
      assigned_by = ${staffId}, assigned_at = ${at}, waited_for = r.waits_for
    where ${isAssignable} and ${buildKeyCondition(keys)}
    returning r.*`.execute(tx)
  return rows.map(toAttributedReading)
}

/**
 * Takes from a patient a reading that somebody assigned to them, and, if asked for, all others of the same call. Each
 * waits again for what it had waited for; if its device has been registered since, it waits for a wearer.
 */
export async function takeBackReadings(
  tx: Tx,
  patientId: OpenRecord,
  key: Key,
  withOthers: boolean,
): Promise<AttributedReading[]> {
  const { rows } = await sql<Record<string, unknown>>`
    with named as materialized (
      select r.measured_at, r.id, r.assigned_by, r.assigned_at from readings r
      where ${buildKeyCondition([key])} and r.patient_id = ${patientId} and r.assigned_at is not null
    ), taken as materialized (
      select r.measured_at, r.id,
        case when r.waited_for = 'device' then d.id else r.device_id end as device_id,
        case when r.waited_for <> 'device' or d.id is null then r.waited_for
          when r.timing = 'uncertain' then 'time' else 'wearer' end as waits_for
      from readings r
        left join devices d on d.mac = r.mac and d.retired_at is null
      where r.patient_id = ${patientId} and ${
        withOthers
          ? sql`(r.assigned_by, r.assigned_at) in (select assigned_by, assigned_at from named)`
          : sql`(r.measured_at, r.id) in (select measured_at, id from named)`
      }
    )
    update readings r set patient_id = null, device_id = t.device_id, waits_for = t.waits_for,
      assigned_by = null, assigned_at = null, waited_for = null
    from taken t where r.measured_at = t.measured_at and r.id = t.id
    returning r.*`.execute(tx)
  return rows.map(toAttributedReading)
}

/** Discards waiting readings; returns those that were still waiting. */
export async function dismissWaiting(
  tx: Tx,
  keys: readonly Key[],
  reason: string,
): Promise<AttributedReading[]> {
  const { rows } = await sql<Record<string, unknown>>`
    update readings r set waits_for = 'nobody', note = ${reason}
    where ${isWaiting} and ${buildKeyCondition(keys)}
    returning r.*`.execute(tx)
  return rows.map(toAttributedReading)
}
