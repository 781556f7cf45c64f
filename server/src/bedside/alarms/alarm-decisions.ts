import { type AlarmRule, type AlarmTimes, findRuleLimit } from 'contract'
import { sql } from 'kysely'
import type { HospitalContext } from '../../core/hospital-context.ts'
import { formatIso } from '../../core/time.ts'
import { createColumnBuilder } from '../../db/binary-array.ts'
import type { AlarmOwner } from './alarm-owner.ts'
import { type AlarmStepEntry, writeSteps } from './alarm-rows.ts'
import { emitAlarms, publishAlarms, raiseAlarms } from './alarm-store.ts'
import { computeEscalationTime } from './escalation-levels.ts'
import { type Decision, staysUntilSeen, type Value } from './evaluate-alarms.ts'
import { sqlLowRules } from './sql-rules.ts'

/** The decisions about the alarms of one owner: see `AlarmOwner`. */
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
  const told: ChangedAlarms = { news: new Set(), changed: new Set(), absent: new Set() }
  for (const round of groupIntoRounds(all)) {
    await storeRound(
      bedside,
      round.filter((one) => !('alarm' in one) || !told.absent.has(one.alarm.id)),
      times,
      told,
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
type ChangedAlarms = {
  news: Set<string>
  changed: Set<string>
  /** Another transaction raised these at the same moment, so the later decisions about them do not apply. */
  absent: Set<string>
}

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
  { news, changed, absent }: ChangedAlarms,
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
  await storeLastValues(
    bedside,
    round.filter(
      (one) => one.act === 'follow' || one.act === 'worsen' || one.act === 'return' || one.act === 'end',
    ),
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

type DecisionOfAct<Act extends Decision['act']> = Extract<Decision, { act: Act }>

/**
 * Stores the last value of the alarms that these decisions are about. A value that only follows an open alarm does not
 * replace a later one, unless that one is of later than now.
 */
async function storeLastValues(
  { tx, now }: HospitalContext,
  ones: readonly DecisionOfAct<'follow' | 'worsen' | 'return' | 'end'>[],
): Promise<void> {
  if (ones.length === 0) return
  const column = createColumnBuilder(ones)
  await sql`
    update alarms a set last_value = v.value, last_at = v.at
    from unnest(${column('uuid', ({ alarm }) => alarm.id)}, ${column('double precision', ({ value }) => value.value)},
      ${column('timestamptz', ({ value }) => formatIso(value.at))}, ${column('boolean', ({ act }) => act === 'follow')})
      as v (id, value, at, follows)
    where a.id = v.id and (not v.follows or a.last_at <= v.at or a.last_at is null or a.last_at > ${now})`.execute(
    tx,
  )
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
      escalates_at: pickEarlierEscalation(now, severity, times),
    })
    .where('id', '=', alarm.id)
    .execute()
}

/** An alarm that only wavers stays acknowledged, snoozed, and as far in its escalation as it was. */
async function returnAlarm(
  { tx, now }: HospitalContext,
  { alarm, severity, isNews }: DecisionOfAct<'return'>,
  times: AlarmTimes,
): Promise<void> {
  await tx
    .updateTable('alarms')
    .set({
      ...reopenedFields,
      ...(isNews && { ...unseenFields, escalates_at: pickEarlierEscalation(now, severity, times) }),
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
      or case when a.rule = any(${sqlLowRules}) then w.value < a.worst_value else w.value > a.worst_value end)`.execute(
    tx,
  )
}

function isWorseValue(rule: AlarmRule, value: number, than: number): boolean {
  return findRuleLimit(rule)?.bound === 'low' ? value < than : value > than
}

/** A cleared alarm keeps its escalation time and its snooze: it may continue in a moment. */
async function endAlarms({ tx, now }: HospitalContext, ones: readonly DecisionOfAct<'end'>[]): Promise<void> {
  if (ones.length === 0) return
  await sql`
    update alarms a
    set ended_at = coalesce(a.ended_at, e.at),
      cleared_at = case when e.is_cleared then ${now}::timestamptz end,
      clearing = case when e.is_cleared then 'recovered' end
    from unnest(${ones.map(({ alarm }) => alarm.id)}::uuid[], ${ones.map(({ value }) => formatIso(value.at))}::timestamptz[],
      ${ones.map(({ alarm }) => !staysUntilSeen(alarm))}::bool[]) as e (id, at, is_cleared)
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
