import type { AlarmTimes } from 'contract'
import { sql } from 'kysely'
import type { HospitalContext } from '../../core/hospital-context.ts'
import { formatIso } from '../../core/time.ts'
import { sqlRows, toJsonCell } from '../../db/binary-array.ts'
import { type AlarmChange, type AlarmDecision, mergeDecisions } from './alarm-changes.ts'
import { type AlarmOwner, getOwnerKey } from './alarm-owner.ts'
import { type AlarmStepEntry, writeSteps } from './alarm-rows.ts'
import { emitAlarms, publishAlarms, raiseAlarms } from './alarm-store.ts'
import type { Decision } from './evaluate-alarms.ts'
import { sqlLowRules } from './sql-rules.ts'

/** The decisions about the alarms of one owner: see `AlarmOwner`. */
export type OwnerDecisions = Owner & { decisions: readonly Decision[] }

type Owner = Pick<AlarmOwner, 'patientId'> & Partial<Pick<AlarmOwner, 'mac' | 'named'>>
type OwnerDecision = Owner & Decision

/** Stores decisions, and emits every alarm that changed. */
export async function storeDecisions(
  bedside: HospitalContext,
  decided: readonly OwnerDecisions[],
  times: AlarmTimes,
): Promise<void> {
  const all = decided.flatMap(({ decisions, ...owner }) =>
    decisions.map((decision): OwnerDecision => ({ ...owner, ...decision })),
  )
  await storeBreaches(bedside, all)
  const news = new Set<string>()
  const changed = new Set<string>()
  for (const round of groupIntoRounds(all.filter(isAboutAlarm))) {
    for (const one of await storeRound(bedside, round, times)) {
      if (isNews(one)) news.add(one.alarm.id)
      else if (one.act !== 'update') changed.add(one.alarm.id)
    }
  }
  await publishAlarms(bedside, [...news])
  await emitAlarms(
    bedside,
    [...changed].filter((id) => !news.has(id)),
  )
}

const isAboutAlarm = (one: OwnerDecision): one is Owner & AlarmDecision =>
  one.act !== 'count-breach' && one.act !== 'end-breach'

/** An alarm that is new, worse or back notifies people; one that ends or wavers does not. */
const isNews = (one: AlarmDecision): boolean =>
  one.act === 'raise' || one.act === 'worsen' || (one.act === 'return' && one.isNews)

/** All decisions about one alarm, in their order. */
type DecidedAlarm = readonly [Owner & AlarmDecision, ...(Owner & AlarmDecision)[]]

/**
 * The first alarm of each owner and rule, then the second, and so on: only one of them can be open, so a second one is
 * raised when the first is cleared.
 */
function groupIntoRounds(decisions: readonly (Owner & AlarmDecision)[]): DecidedAlarm[][] {
  const byRule = Map.groupBy(
    decisions,
    (one) => `${getOwnerKey({ ...one, deviceId: one.value.deviceId })} ${one.rule}`,
  )
  const rounds: DecidedAlarm[][] = []
  for (const ofRule of byRule.values()) {
    const byAlarm = [...Map.groupBy(ofRule, ({ alarm }) => alarm.id).values()]
    for (const [nth, [first, ...others]] of byAlarm.entries())
      if (first) (rounds[nth] ??= []).push([first, ...others])
  }
  return rounds
}

/** Stores what was decided about several alarms; returns the decisions that apply. */
async function storeRound(
  bedside: HospitalContext,
  round: readonly DecidedAlarm[],
  times: AlarmTimes,
): Promise<AlarmDecision[]> {
  const toRaise = round.flatMap(([first]) => (first.act === 'raise' ? [first] : []))
  const raised = new Set(
    await raiseAlarms(
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
    ),
  )
  // Another transaction raised the others at the same time, so the later decisions about them do not apply.
  const present = round.filter(([{ act, alarm }]) => act !== 'raise' || raised.has(alarm.id))
  await storeChanges(
    bedside,
    present.flatMap((ofAlarm) => mergeDecisions(ofAlarm, bedside.now, times) ?? []),
  )
  const applied = present.flat()
  await writeSteps(
    bedside.tx,
    bedside.hospitalId,
    bedside.newId,
    applied.flatMap((one) => listSteps(one, bedside.now)),
  )
  return applied
}

/** The steps of an alarm's history that a decision adds; `raiseAlarms` writes the first one. */
function listSteps(one: AlarmDecision, now: string): AlarmStepEntry[] {
  const measured = { alarmId: one.alarm.id, at: formatIso(one.value.at), value: one.value.value }
  switch (one.act) {
    case 'worsen':
      return [{ ...measured, step: 'worsened', severity: one.severity }]
    case 'return':
      return [{ ...measured, step: 'returned', severity: one.severity }]
    case 'end': {
      const ended = { ...measured, step: 'ended' }
      return one.isCleared ? [ended, { alarmId: one.alarm.id, step: 'cleared', at: now }] : [ended]
    }
    default:
      return []
  }
}

/**
 * Stores the changes of alarms that exist. A value that only updates an alarm does not replace a later one, unless that
 * one is of later than now. An alarm that wavers stays acknowledged and snoozed; one that is news escalates no later
 * than before, and everybody is notified as often again. A cleared alarm keeps its escalation time and its snooze: it
 * may continue in a moment.
 */
async function storeChanges({ tx, now }: HospitalContext, changes: readonly AlarmChange[]): Promise<void> {
  if (changes.length === 0) return
  const isLast = sql`(not c.is_only_updated or a.last_at <= c.last_at or a.last_at is null or a.last_at > ${now})`
  const isWorst = sql`(c.worst_value is not null and (a.worst_value is null
    or case when a.rule = any(${sqlLowRules}) then c.worst_value < a.worst_value else c.worst_value > a.worst_value end))`
  await sql`
    update alarms a set
      last_value = case when ${isLast} then c.last_value else a.last_value end,
      last_at = case when ${isLast} then c.last_at else a.last_at end,
      worst_value = case when ${isWorst} then c.worst_value else a.worst_value end,
      worst_second = case when ${isWorst} then c.worst_second else a.worst_second end,
      worst_at = case when ${isWorst} then c.worst_at else a.worst_at end,
      ended_at = case when c.is_reopened then c.ended_at else coalesce(a.ended_at, c.ended_at) end,
      cleared_at = case when c.is_cleared then ${now}::timestamptz when not c.is_reopened then a.cleared_at end,
      clearing = case when c.is_cleared then 'recovered' when not c.is_reopened then a.clearing end,
      acknowledged_at = case when not c.is_news then a.acknowledged_at end,
      acknowledged_by = case when not c.is_news then a.acknowledged_by end,
      snoozed_until = case when not c.is_news then a.snoozed_until end,
      escalates_at = case when c.is_news
        then least(case when a.acknowledged_at is null then a.escalates_at end, c.escalates_at) else a.escalates_at end,
      tellings = case when c.is_news then 0 else a.tellings end,
      severity = coalesce(c.severity, a.severity),
      value = case when c.severity is null then a.value else c.value end,
      second = case when c.severity is null then a.second else c.second end,
      limit_value = case when c.severity is null then a.limit_value else c.limit_value end,
      score = case when c.severity is null then a.score else c.score::jsonb end
    from ${sqlRows('c', changes, {
      id: ['uuid', ({ id }) => id],
      is_only_updated: ['boolean', ({ isOnlyUpdated }) => isOnlyUpdated],
      is_reopened: ['boolean', ({ isReopened }) => isReopened],
      is_cleared: ['boolean', ({ isCleared }) => isCleared],
      is_news: ['boolean', ({ isNews }) => isNews],
      last_value: ['double precision', ({ last }) => last.value],
      last_at: ['timestamptz', ({ last }) => last.at],
      worst_value: ['double precision', ({ worst }) => worst?.value],
      worst_second: ['double precision', ({ worst }) => worst?.second],
      worst_at: ['timestamptz', ({ worst }) => worst?.at],
      ended_at: ['timestamptz', ({ endedAt }) => endedAt],
      escalates_at: ['timestamptz', ({ escalatesAt }) => escalatesAt],
      severity: ['text', ({ worsened }) => worsened?.severity],
      value: ['double precision', ({ worsened }) => worsened?.value.value],
      second: ['double precision', ({ worsened }) => worsened?.value.second],
      limit_value: ['double precision', ({ worsened }) => worsened?.limit],
      score: ['text', ({ worsened }) => toJsonCell(worsened?.score)],
    })}
    where a.id = c.id`.execute(tx)
}

type DecisionOfAct<Act extends Decision['act']> = Extract<Decision, { act: Act }>

async function storeBreaches(
  { tx, hospitalId }: HospitalContext,
  decisions: readonly OwnerDecision[],
): Promise<void> {
  const last = new Map<string, Owner & DecisionOfAct<'count-breach' | 'end-breach'>>()
  for (const one of decisions) {
    if (one.act === 'count-breach' || one.act === 'end-breach') last.set(`${one.patientId} ${one.rule}`, one)
  }
  const counted = [...last.values()].filter((one) => one.act === 'count-breach')
  const ended = [...last.values()].filter((one) => one.act === 'end-breach')
  if (counted.length > 0) {
    await sql`
      insert into breaches (hospital_id, patient_id, rule, times, since)
      select ${hospitalId}, patient_id, rule, times, since
      from ${sqlRows('b', counted, {
        patient_id: ['uuid', (one) => one.patientId],
        rule: ['text', (one) => one.rule],
        times: ['integer', (one) => one.breach.times],
        since: ['timestamptz', (one) => one.breach.since],
      })}
      order by patient_id, rule
      on conflict (hospital_id, patient_id, rule) do update set times = excluded.times, since = excluded.since`.execute(
      tx,
    )
  }
  if (ended.length > 0) {
    await sql`
      delete from breaches b using ${sqlRows('f', ended, {
        patient_id: ['uuid', (one) => one.patientId],
        rule: ['text', (one) => one.rule],
      })}
      where b.patient_id = f.patient_id and b.rule = f.rule`.execute(tx)
  }
}
