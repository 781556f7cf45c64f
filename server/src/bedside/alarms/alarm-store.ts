import type { Alarm, AlarmRule, AlarmScore, AlarmSeverity, AlarmTimes } from 'contract'
import { sql } from 'kysely'
import type { HospitalContext } from '../../core/hospital-context.ts'
import { formatIso } from '../../core/time.ts'
import { createColumnBuilder } from '../../db/binary-array.ts'
import { queueAlarmMessages } from '../../notify/outbox.ts'
import type { AlarmOwner } from './alarm-owner.ts'
import { type AlarmStepEntry, listAlarmsById, writeSteps } from './alarm-rows.ts'
import { computeEscalationTime } from './escalation-levels.ts'
import { type Decision, staysUntilSeen, type Value } from './evaluate-alarms.ts'

/** The decisions about the alarms of one owner: see `Whose`. */
export type PatientDecisions = Owner & { decisions: readonly Decision[] }

type Owner = Pick<AlarmOwner, 'patientId'> & Partial<Pick<AlarmOwner, 'mac' | 'named'>>
type PatientDecision = Owner & Decision

/** Stores decisions, and emits every alarm that changed. */
export async function storeDecisions(
  bedside: HospitalContext,
  decided: readonly PatientDecisions[],
  times: AlarmTimes,
): Promise<void> {
  const all = decided.flatMap(({ decisions, ...owner }) =>
    decisions.map((decision): PatientDecision => ({ ...owner, ...decision })),
  )
  await storeBreaches(bedside, all)
  const told: ChangedAlarms = { news: new Set(), changed: new Set() }
  // Another transaction raised these at the same moment, so the later decisions about them do not apply.
  const absent = new Set<string>()
  for (const round of groupIntoRounds(all)) {
    await storeRound(
      bedside,
      round.filter((one) => !('alarm' in one) || !absent.has(one.alarm.id)),
      times,
      told,
      absent,
    )
  }
  await storeWorstValues(bedside, all)
  await publishAlarms(bedside, [...told.news])
  await emitAlarms(
    bedside,
    [...told.changed].filter((id) => !told.news.has(id)),
  )
}

/** What to send out: an alarm that is new, worse or back notifies people; one that ends or wavers does not. */
type ChangedAlarms = { news: Set<string>; changed: Set<string> }

/** Rounds of decisions: those about one alarm one after the other, those about several alarms together. */
function groupIntoRounds(decisions: readonly PatientDecision[]): PatientDecision[][] {
  const ofOne = Map.groupBy(
    decisions.filter(({ act }) => act !== 'remember' && act !== 'forget'),
    (one) => `${ownerKeyOf(one)} ${one.rule}`,
  )
  const rounds: PatientDecision[][] = []
  for (const series of ofOne.values()) {
    const kept = series.filter((one, at) => one.act !== 'follow' || series[at + 1]?.act !== 'follow')
    for (const [at, one] of kept.entries()) {
      const round = rounds[at] ?? []
      round.push(one)
      rounds[at] = round
    }
  }
  return rounds
}

const ownerKeyOf = (one: PatientDecision): string | null =>
  one.patientId ?? one.named ?? one.mac ?? one.value.deviceId

async function storeRound(
  bedside: HospitalContext,
  round: readonly PatientDecision[],
  times: AlarmTimes,
  { news, changed }: ChangedAlarms,
  absent: Set<string>,
): Promise<void> {
  const toRaise = round.filter((one) => one.act === 'raise')
  const raised = await raiseAlarms(
    bedside,
    toRaise.map(({ alarm, patientId, mac = null, named = null, rule, severity, limit, value }) => ({
      id: alarm.id,
      patientId,
      mac,
      named,
      deviceId: value.deviceId,
      rule,
      severity,
      value: value.value,
      second: value.second,
      limit,
      score: value.score ?? null,
      at: formatIso(value.at),
    })),
    times,
  )
  for (const id of raised) news.add(id)
  for (const { alarm } of toRaise) if (!news.has(alarm.id)) absent.add(alarm.id)

  const steps: AlarmStepEntry[] = []
  await updateLastValues(
    bedside,
    round.filter((one) => one.act === 'follow'),
  )
  await endAlarms(
    bedside,
    round.filter((one) => one.act === 'end'),
  )
  for (const one of round) {
    if (one.act === 'worsen' || one.act === 'return') {
      if (one.act === 'worsen') await worsenAlarm(bedside, one, times)
      else await returnAlarm(bedside, one, times)
      const isNews = one.act === 'worsen' || one.isNews
      ;(isNews ? news : changed).add(one.alarm.id)
      steps.push({
        alarmId: one.alarm.id,
        step: one.act === 'worsen' ? 'worsened' : 'returned',
        at: formatIso(one.value.at),
        severity: one.severity,
        value: one.value.value,
      })
    }
    if (one.act === 'end') {
      changed.add(one.alarm.id)
      steps.push({
        alarmId: one.alarm.id,
        step: 'ended',
        at: formatIso(one.value.at),
        value: one.value.value,
      })
      if (!staysUntilSeen(one.alarm)) steps.push({ alarmId: one.alarm.id, step: 'cleared', at: bedside.now })
    }
  }
  await writeSteps(bedside.tx, bedside.hospitalId, bedside.newId, steps)
}

export type NewAlarm = Pick<AlarmOwner, 'patientId' | 'deviceId'> &
  Partial<AlarmOwner> & {
    id: string
    rule: AlarmRule
    severity: AlarmSeverity
    value?: number | null
    second?: number | null
    limit?: number | null
    /** For an early-warning score: its parts. */
    score?: AlarmScore | null
    at: string
    /** The time of arrival, if the time of measurement is unknown. */
    heardAt?: string | null
    lat?: number | null
    lang?: number | null
  }

/** Raises alarms; returns the ids of those that were not open already. Ward and bed are those of the patient now. */
export async function raiseAlarms(
  bedside: HospitalContext,
  alarms: readonly NewAlarm[],
  times: AlarmTimes,
): Promise<string[]> {
  if (alarms.length === 0) return []
  const rows = alarms.map((alarm) => ({
    id: alarm.id,
    patient_id: alarm.patientId,
    device_id: alarm.deviceId,
    mac: alarm.mac ?? null,
    named: alarm.named ?? null,
    rule: alarm.rule,
    severity: alarm.severity,
    // JSON has no infinity; PostgreSQL reads it from its name.
    value: Number.isFinite(alarm.value ?? 0) ? (alarm.value ?? null) : String(alarm.value),
    second: alarm.second ?? null,
    limit_value: alarm.limit ?? null,
    score: alarm.score ?? null,
    raised_at: alarm.at,
    lat: alarm.lat ?? null,
    lang: alarm.lang ?? null,
    escalates_at: computeEscalationTime(bedside.now, alarm.severity, times),
  }))
  const { rows: inserted } = await sql<{ id: string }>`
    insert into alarms (id, hospital_id, patient_id, device_id, mac, named, ward_id, bed, rule, severity, value, second,
      limit_value, score, last_value, last_at, worst_value, worst_second, worst_at, raised_at, lat, lang, escalates_at)
    select r.id, ${bedside.hospitalId}, r.patient_id, r.device_id, r.mac, r.named, p.ward_id, b.label, r.rule,
      r.severity, r.value, r.second, r.limit_value, r.score, r.value, r.raised_at, r.value, r.second, r.raised_at,
      r.raised_at, r.lat, r.lang, r.escalates_at
    from json_populate_recordset(null::alarms, ${JSON.stringify(rows)}::json) r
      left join patients p on p.id = r.patient_id
      left join beds b on b.id = p.bed_id
    order by r.patient_id, r.rule
    on conflict do nothing
    returning id`.execute(bedside.tx)
  const ids = new Set(inserted.map(({ id }) => id))
  await writeSteps(
    bedside.tx,
    bedside.hospitalId,
    bedside.newId,
    alarms
      .filter(({ id }) => ids.has(id))
      .map(({ id, at, severity, value }) => ({
        alarmId: id,
        step: 'raised',
        at,
        severity,
        value: value ?? null,
      })),
  )
  return [...ids]
}

/**
 * Raises open alarms again that were acknowledged or snoozed before the event happened once more; returns their ids. A
 * message that is sent several times has an earlier time, so it does not count.
 */
export async function realertAlarms(
  { tx, hospitalId, newId, now }: HospitalContext,
  alarms: readonly NewAlarm[],
  times: AlarmTimes,
): Promise<string[]> {
  const column = createColumnBuilder(alarms)
  const { rows } = await sql<{ id: string; at: string; severity: AlarmSeverity }>`
    with open as materialized (
      select a.id, again.at
      from unnest(${column('uuid', (one) => one.patientId)}, ${column('uuid', (one) => one.deviceId)},
          ${column('text', (one) => one.mac)}, ${column('text', (one) => one.named)},
          ${column('text', (one) => one.rule)}, ${column('timestamptz', (one) => one.heardAt ?? one.at)})
          as again (patient_id, device_id, mac, named, rule, at)
        join alarms a on a.rule = again.rule and a.patient_id is not distinct from again.patient_id
          and (a.patient_id is not null or a.device_id = again.device_id or a.named = again.named
            or (a.device_id is null and again.device_id is null and a.mac = again.mac))
      where a.cleared_at is null
      order by a.id
      for no key update of a
    ), newest as (
      select id, max(at) as at from open group by id
    )
    update alarms a set acknowledged_at = null, acknowledged_by = null, snoozed_until = null, last_at = newest.at,
      escalates_at = ${computeEscalationTime(now, 'high', times)}
    from newest
    where a.id = newest.id and newest.at > coalesce(a.acknowledged_at, case when a.snoozed_until is not null then
      (select max(s.at) from alarm_steps s where s.alarm_id = a.id and s.step = 'snoozed') end)
    returning a.id, a.last_at as at, a.severity`.execute(tx)
  await writeSteps(
    tx,
    hospitalId,
    newId,
    rows.map(({ id, at, severity }) => ({ alarmId: id, step: 'returned', at, severity })),
  )
  return rows.map(({ id }) => id)
}

/** Clears alarms that end by themselves, or by what a person said about their cause, and tells the screens. */
export async function clearAlarms(
  bedside: HospitalContext,
  ids: readonly string[],
  clearing: 'recovered' | 'moved' | { staffId: string; note: string | null },
): Promise<void> {
  if (ids.length === 0) return
  const { tx, now, hospitalId, newId } = bedside
  const { staffId, note } = typeof clearing === 'string' ? { staffId: null, note: null } : clearing
  await sql`
    update alarms set cleared_at = ${now}, clearing = ${staffId === null ? clearing : 'person'},
      cleared_by = ${staffId}, note = coalesce(${note}, note), escalates_at = null, snoozed_until = null,
      ended_at = coalesce(ended_at, ${now})
    where id = any(${[...ids]}::uuid[])`.execute(tx)
  await writeSteps(
    tx,
    hospitalId,
    newId,
    ids.map((id) => ({ alarmId: id, step: 'cleared', at: now, staffId, note })),
  )
  await emitAlarms(bedside, ids)
}

/** Emits alarms as they are now to the screens, and sends new, worse or escalated ones outside the panel. */
export async function publishAlarms(bedside: HospitalContext, ids: readonly string[]): Promise<Alarm[]> {
  const alarms = await emitAlarms(bedside, ids)
  await queueAlarmMessages(
    bedside,
    alarms.filter(({ state, severity }) => state === 'active' && severity !== 'low'),
  )
  return alarms
}

/** Emits alarms to the screens only: somebody acted, or nothing is left to do. */
export async function emitAlarms(bedside: HospitalContext, ids: readonly string[]): Promise<Alarm[]> {
  const alarms = await listAlarmsById(bedside.tx, ids)
  for (const alarm of alarms) bedside.emit({ kind: 'alarm', alarm })
  return alarms
}

type DecisionOfAct<Act extends Decision['act']> = Extract<Decision, { act: Act }>

async function updateLastValues(
  { tx, now }: HospitalContext,
  ones: readonly DecisionOfAct<'follow'>[],
): Promise<void> {
  if (ones.length === 0) return
  await sql`
    update alarms a set last_value = f.value, last_at = f.at
    from unnest(${ones.map(({ alarm }) => alarm.id)}::uuid[], ${ones.map(({ value }) => value.value)}::float8[],
      ${ones.map(({ value }) => formatIso(value.at))}::timestamptz[]) as f (id, value, at)
    where a.id = f.id and (a.last_at <= f.at or a.last_at is null or a.last_at > ${now})`.execute(tx)
}

/** The time at which an alarm escalates: not later because it had ended in between. */
const pickEarlierEscalation = (now: string, severity: string, times: AlarmTimes) => sql<string | null>`
  least(case when acknowledged_at is null then escalates_at end, ${computeEscalationTime(now, severity, times)}::timestamptz)`

const reopenedFields = { ended_at: null, cleared_at: null, clearing: null } as const
const unseenFields = { acknowledged_at: null, acknowledged_by: null, snoozed_until: null } as const

async function worsenAlarm(
  { tx, now }: HospitalContext,
  { alarm, value, severity, limit }: DecisionOfAct<'worsen'>,
  times: AlarmTimes,
): Promise<void> {
  await tx
    .updateTable('alarms')
    .set({
      ...reopenedFields,
      ...unseenFields,
      severity,
      value: value.value,
      second: value.second,
      limit_value: limit,
      score: value.score ? JSON.stringify(value.score) : null,
      last_value: value.value,
      last_at: formatIso(value.at),
      escalates_at: pickEarlierEscalation(now, severity, times),
    })
    .where('id', '=', alarm.id)
    .execute()
}

/** An alarm that only wavers stays acknowledged, snoozed, and as far in its escalation as it was. */
async function returnAlarm(
  { tx, now }: HospitalContext,
  { alarm, value, severity, isNews }: DecisionOfAct<'return'>,
  times: AlarmTimes,
): Promise<void> {
  await tx
    .updateTable('alarms')
    .set({
      ...reopenedFields,
      ...(isNews && { ...unseenFields, escalates_at: pickEarlierEscalation(now, severity, times) }),
      last_value: value.value,
      last_at: formatIso(value.at),
    })
    .where('id', '=', alarm.id)
    .execute()
}

/** Stores the worst value of an alarm: the lowest or the highest since it was raised. */
async function storeWorstValues(
  { tx }: HospitalContext,
  decisions: readonly PatientDecision[],
): Promise<void> {
  const worst = new Map<string, Value>()
  for (const one of decisions) {
    if (!('alarm' in one) || one.act === 'end') continue
    const known = worst.get(one.alarm.id)
    if (!known || isWorseValue(one.rule, one.value.value, known.value)) worst.set(one.alarm.id, one.value)
  }
  if (worst.size === 0) return
  const column = createColumnBuilder([...worst])
  await sql`
    update alarms a set worst_value = w.value, worst_second = w.second, worst_at = w.at
    from unnest(${column('uuid', ([id]) => id)}, ${column('double precision', ([, { value }]) => value)},
      ${column('double precision', ([, { second }]) => second)},
      ${column('timestamptz', ([, { at }]) => formatIso(at))}) as w (id, value, second, at)
    where a.id = w.id and (a.worst_value is null
      or case when a.rule like '%-low' then w.value < a.worst_value else w.value > a.worst_value end)`.execute(
    tx,
  )
}

function isWorseValue(rule: AlarmRule, value: number, than: number): boolean {
  return rule.endsWith('-low') ? value < than : value > than
}

/** A cleared alarm keeps its escalation time and its snooze: it may continue in a moment. */
async function endAlarms({ tx, now }: HospitalContext, ones: readonly DecisionOfAct<'end'>[]): Promise<void> {
  if (ones.length === 0) return
  await sql`
    update alarms a
    set last_value = e.value, last_at = e.at, ended_at = coalesce(a.ended_at, e.at),
      cleared_at = case when e.is_cleared then ${now}::timestamptz end,
      clearing = case when e.is_cleared then 'recovered' end
    from unnest(${ones.map(({ alarm }) => alarm.id)}::uuid[], ${ones.map(({ value }) => value.value)}::float8[],
      ${ones.map(({ value }) => formatIso(value.at))}::timestamptz[],
      ${ones.map(({ alarm }) => !staysUntilSeen(alarm))}::bool[]) as e (id, value, at, is_cleared)
    where a.id = e.id`.execute(tx)
}

async function storeBreaches(
  { tx, hospitalId }: HospitalContext,
  decisions: readonly PatientDecision[],
): Promise<void> {
  const last = new Map<string, Owner & DecisionOfAct<'remember' | 'forget'>>()
  for (const one of decisions) {
    if (one.act === 'remember' || one.act === 'forget') last.set(`${one.patientId} ${one.rule}`, one)
  }
  const remembered = [...last.values()].filter((one) => one.act === 'remember')
  const forgotten = [...last.values()].filter((one) => one.act === 'forget')
  if (remembered.length > 0) {
    await sql`
      insert into breaches (hospital_id, patient_id, rule, times, since)
      select ${hospitalId}, patient_id, rule, times, since
      from unnest(${remembered.map((one) => one.patientId)}::uuid[], ${remembered.map((one) => one.rule)}::text[],
        ${remembered.map((one) => one.breach.times)}::int[],
        ${remembered.map((one) => formatIso(one.breach.since))}::timestamptz[]) as b (patient_id, rule, times, since)
      order by patient_id, rule
      on conflict (hospital_id, patient_id, rule) do update set times = excluded.times, since = excluded.since`.execute(
      tx,
    )
  }
  if (forgotten.length > 0) {
    await sql`
      delete from breaches b using unnest(${forgotten.map((one) => one.patientId)}::uuid[],
        ${forgotten.map((one) => one.rule)}::text[]) as f (patient_id, rule)
      where b.patient_id = f.patient_id and b.rule = f.rule`.execute(tx)
  }
}
