import { type AlarmRule, type AlarmTimes, isRuleInFamily } from 'contract'
import { type RawBuilder, sql } from 'kysely'
import type { HospitalContext } from '../../core/hospital-context.ts'
import { formatIso } from '../../core/time.ts'
import { sqlArray, sqlRows } from '../../db/binary-array.ts'
import type { OpenRecord } from '../../identity/record-access.ts'
import { getThresholds } from '../alarms/alarm-state.ts'
import { clearAlarms } from '../alarms/alarm-store.ts'
import { evaluateCorrection } from '../alarms/corrected-readings.ts'
import { sqlRules } from '../alarms/sql-rules.ts'
import { isOfOwner, listCausedAlarms } from '../alarms/unattributed.ts'
import { raiseEmergencies } from './emergencies.ts'
import { clearUnitAlarms } from './glucose-unit.ts'
import { updateBedside } from './intake.ts'
import { news2Vitals } from './newest-values.ts'
import { computeEffectiveTime, listReadingValues } from './reading-values.ts'
import { deleteBreaches, recomputeScore, removeNewestValues } from './remove-values.ts'
import { readScores } from './scores.ts'
import { type AttributedReading, toAttributedReading } from './store.ts'

/**
 * Readings that came before their device was registered, or while it was out of service, wait from now on for a
 * wearer, or for a person who knows the time.
 */
export async function linkWaitingReadings(
  { tx }: HospitalContext,
  device: { id: string; mac: string },
): Promise<void> {
  await sql`
    update readings set device_id = ${device.id},
      waits_for = case when timing = 'uncertain' then 'time' else 'wearer' end
    where patient_id is null and waits_for = 'device' and mac = ${device.mac}`.execute(tx)
  await sql`
    update readings set device_id = ${device.id}
    where patient_id is null and waits_for = 'unit' and device_id is null and mac = ${device.mac}`.execute(tx)
}

/** Whether the clock of a reading is in doubt, so that it may have been measured before an instant. */
const mayPredate = (since: string) =>
  sql<boolean>`(is_in_doubt is true and least(device_time, measured_at) < ${since})`

/**
 * Assigns to a patient what the device sent since an instant while nobody was recorded as wearing it; returns how many
 * readings.
 */
export async function assignWaitingReadings(
  bedside: HospitalContext,
  device: { id: string; mac: string },
  patientId: string,
  since: string,
): Promise<number> {
  const { rows } = await sql<Record<string, unknown>>`
    update readings set patient_id = ${patientId}, device_id = ${device.id}, waits_for = null
    where patient_id is null and waits_for <> 'nobody' and waits_for in ('wearer', 'device')
      and timing <> 'uncertain' and mac = ${device.mac} and measured_at >= ${since}
      and not ${mayPredate(since)}
    returning *`.execute(bedside.tx)
  await processAssignedReadings(bedside, rows.map(toAttributedReading))
  return rows.length
}

/**
 * Updates alarms after waiting readings were assigned to a patient. A fall, a call for help or a critical value had an
 * alarm of the device alone, or of the number of an unknown person. That alarm ends unless another reading of the same
 * device or number keeps it open. It becomes the patient's alarm, however late: a fall or a call for help unless
 * somebody has closed it, a value if it is the newest and beyond the patient's own limits.
 */
export async function processAssignedReadings(
  bedside: HospitalContext,
  given: readonly AttributedReading[],
): Promise<void> {
  const caused = await listCausedAlarms(bedside, given)
  await clearAlarms(bedside, [...new Set(caused.flatMap(({ id, isOver }) => (isOver ? [id] : [])))], 'moved')
  const alarming = new Set(
    caused.flatMap(({ reading, isEmergency, isOpen }) => (isOpen && !isEmergency ? [reading] : [])),
  )
  const alarmingSince = Math.min(...given.flatMap((one) => (alarming.has(one.id) ? one.measuredAt : [])))
  await updateBedside(
    bedside,
    given.map((one) => ({ ...one, hasOpenAlarm: one.measuredAt >= alarmingSince })),
  )
  const closed = new Set(
    caused.flatMap(({ reading, isClosedByPerson }) => (isClosedByPerson ? [reading] : [])),
  )
  await raiseEmergencies(
    bedside,
    given.filter(({ id, kind }) => isRuleInFamily('emergency', kind) && !closed.has(id)),
  )
}

/** A reading that was under way for longer waits for a person to say when it was taken. */
const doubtMs = 24 * 60 * 60_000

/**
 * Updates alarms after a person discarded readings: an alarm without a patient, or of a unit, that no other reading
 * keeps open is closed in that person's name. The outcome of a fall or a call for help is recorded with its alarm.
 */
export async function clearDismissedAlarms(
  bedside: HospitalContext,
  dismissed: readonly AttributedReading[],
  by: { staffId: string; note: string | null },
): Promise<void> {
  const caused = await listCausedAlarms(bedside, dismissed)
  const over = caused.flatMap(({ id, isOver, isEmergency }) => (isOver && !isEmergency ? [id] : []))
  await clearAlarms(bedside, [...new Set(over)], { clearing: 'person', ...by })
  const withoutUnit = dismissed.filter(
    ({ reportedGlucose, values }) => typeof reportedGlucose === 'number' && values.blood_glucose === null,
  )
  await clearUnitAlarms(bedside, withoutUnit, { clearing: 'person', ...by })
}

/**
 * Takes from a patient the readings that a device measured after they no longer wore it, as is known only now. They
 * become the next wearer's, or wait for a wearer. The patient keeps readings that name them, and those of which a
 * person has decided the time. Their score and alarms are computed again without the rest. A reading from a clock in
 * doubt that may have been taken before or after the hand-over waits for its time; an alarm that it raised stays.
 */
export async function moveReadings(
  bedside: HospitalContext,
  { deviceId, from, to, since }: { deviceId: string; from: string; to: string | null; since: string },
): Promise<number> {
  const { tx } = bedside
  const { rows } = await sql<Record<string, unknown>>`
    update readings
    set patient_id = case when not ${mayPredate(since)} then ${to}::uuid end,
      waits_for = case when ${mayPredate(since)} then 'time' else ${to === null ? 'wearer' : null} end,
      timing = case when ${mayPredate(since)} then 'uncertain' else timing end,
      assigned_by = null, assigned_at = null, waited_for = null
    where patient_id = ${from} and device_id = ${deviceId}
      and (measured_at >= ${since} or (is_in_doubt and received_at >= ${since}))
      and measured_at >= ${formatIso(Date.parse(since) - doubtMs)}
      and source not in ('manual', 'ambulance') and told_hn is null and told_national_id is null and timing <> 'uncertain'
    returning *`.execute(tx)
  if (rows.length === 0) return 0
  const taken = rows.map(toAttributedReading)
  const moved = taken.filter(({ timing }) => timing !== 'uncertain')
  const doubtful = taken.filter(({ timing }) => timing === 'uncertain')
  const unresolved = await removeFromPatient(bedside, { from, moved, doubtful })
  await updateBedside(bedside, [...moved, ...doubtful.map((one) => ({ ...one, presumedPatientId: to }))])
  await raiseEmergencies(bedside, unresolved)
  return taken.length
}

/**
 * Updates newest values, score and alarms after a person took back readings that had been assigned to a patient whose
 * they are not. An alarm that a value of the patient's own raised is decided anew by the values that are left.
 */
export async function processTakenReadings(
  bedside: HospitalContext,
  patientId: OpenRecord,
  taken: readonly AttributedReading[],
): Promise<void> {
  const unresolved = await removeFromPatient(bedside, { from: patientId, moved: taken, doubtful: [] })
  await evaluateCorrection(bedside, patientId, taken, [])
  await updateBedside(bedside, taken)
  await raiseEmergencies(bedside, unresolved)
}

/**
 * Removes readings from the newest values, the score and the alarms of a patient whose they are no longer. Alarms of
 * the `doubtful` ones stay. Returns the falls and calls for help that nobody has dealt with.
 */
async function removeFromPatient(
  bedside: HospitalContext,
  {
    from,
    moved,
    doubtful,
  }: { from: string; moved: readonly AttributedReading[]; doubtful: readonly AttributedReading[] },
): Promise<AttributedReading[]> {
  const { tx, hospitalId, now } = bedside
  const newest = await tx
    .selectFrom('latest_values')
    .select('measured_at')
    .where('patient_id', '=', from)
    .execute()
  const shown = new Set(newest.map(({ measured_at }) => Date.parse(measured_at)))
  const removed = [...moved, ...doubtful].filter((one) => shown.has(computeEffectiveTime(one)))
  for (const one of removed) await removeNewestValues(tx, hospitalId, { ...one, patientId: from }, now)
  if (removed.length > 0) await recomputeScore(tx, hospitalId, from, now)
  const kept = new Set(doubtful.flatMap(listAlarmTimes))
  const instants = moved.flatMap(listAlarmTimes).filter((at) => !kept.has(at))
  const unresolved = await listUnresolvedEmergencies(bedside, { from, moved })
  await deleteBreaches(tx, from, moved)
  const scored = moved.filter((one) =>
    listReadingValues({ ...one, patientId: from }).some(({ vital }) => news2Vitals.has(vital)),
  )
  await clearMisattributedAlarms(bedside, {
    deviceIds: [...new Set(moved.map(({ deviceId }) => deviceId))],
    from,
    instants: sqlArray('timestamptz', instants),
    firstScored: scored.map(computeEffectiveTime).sort((one, other) => one - other)[0],
  })
  return unresolved
}

/** The times that an alarm of this reading may have: it may have been raised or kept up when the reading arrived. */
function listAlarmTimes(one: AttributedReading): number[] {
  return [one.measuredAt, computeEffectiveTime(one), ...(one.heardAt ? [one.heardAt] : [])]
}

/**
 * Falls and calls for help of which no alarm was closed by a person. Several may have had one alarm, which then stays
 * with the former wearer if the first of them is theirs.
 */
async function listUnresolvedEmergencies(
  { tx }: HospitalContext,
  { from, moved }: { from: string; moved: readonly AttributedReading[] },
): Promise<AttributedReading[]> {
  const emergencies = moved.filter(({ kind }) => isRuleInFamily('emergency', kind))
  if (emergencies.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select e.id from ${sqlRows('e', emergencies, {
      id: ['uuid', ({ id }) => id],
      kind: ['text', ({ kind }) => kind],
      measured_at: ['timestamptz', ({ measuredAt }) => measuredAt],
    })}
      join readings r on r.measured_at = e.measured_at and r.id = e.id
      join alarms a on a.rule = e.kind and a.raised_at <= e.measured_at
        and (a.cleared_at is null or a.cleared_at >= e.measured_at)
        and (a.patient_id = ${from} or (a.patient_id is null and ${isOfOwner(sql`r`)}))
    group by e.id
    having bool_and(a.clearing is not distinct from 'person')`.execute(tx)
  const resolved = new Set(rows.map(({ id }) => id))
  return emergencies.filter(({ id }) => !resolved.has(id))
}

type MovedReadings = {
  /** Their devices; null for one that is not registered, or of which the message says nothing. */
  deviceIds: readonly (string | null)[]
  from: string
  /** The times that alarms of them may have, as an array of the statement. */
  instants: RawBuilder<unknown>
  /** When the first of them that is a part of a score was measured (milliseconds). */
  firstScored: number | undefined
}

/**
 * Clears the former wearer's alarms that a moved value raised and no value of their own has kept up since.
 * `updateBedside` decides whether they are alarms of the next wearer; a fall or a call for help always is, however
 * late.
 */
async function clearMisattributedAlarms(
  bedside: HospitalContext,
  { deviceIds, from, instants, firstScored }: MovedReadings,
): Promise<void> {
  const registered = deviceIds.filter((id) => id !== null)
  const { rows: open } = await sql<{ id: string; rule: AlarmRule }>`
    select id, rule from alarms
    where patient_id = ${from} and cleared_at is null and case
      when rule = any(${sqlRules('device')}) then false
      when rule = any(${sqlRules('score')}) then raised_at >= ${firstScored === undefined ? null : formatIso(firstScored)}
        and (ended_at is null or raised_at = any(${instants}))
      else (device_id = any(${sqlArray('uuid', registered)}) or (device_id is null and ${deviceIds.includes(null)}))
        and raised_at = any(${instants})
        and (ended_at is not null or last_at = any(${instants})) end
    order by id
    for update`.execute(bedside.tx)
  if (open.length === 0) return
  const { times } = (await getThresholds(bedside.tx)).thresholds
  const isScoreOfPatient = await hasAlarmingScore(bedside, from, times)
  const isForeign = open.filter(({ rule }) => !isRuleInFamily('score', rule) || !isScoreOfPatient)
  await clearAlarms(
    bedside,
    isForeign.map(({ id }) => id),
    'moved',
  )
}

/** Whether the patient's remaining values make a score that raises an alarm. */
async function hasAlarmingScore(
  { tx, now }: HospitalContext,
  patientId: string,
  { news2_medium }: AlarmTimes,
): Promise<boolean> {
  const scores = await readScores(tx, [patientId], now)
  return scores.some(({ value, hasSingleThree }) => value >= news2_medium || hasSingleThree)
}
