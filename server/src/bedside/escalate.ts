import { type AlarmSeverity, escalationLevels } from 'contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DueHospitals } from '../core/schedule.ts'
import { tellOf } from './alarm-book.ts'
import { writeSteps } from './alarm-rows.ts'
import { type Bedside, escalationAt } from './context.ts'
import { thresholdsOf } from './watched.ts'

type Level = (typeof escalationLevels)[number]

/** As many as are taken on at once; the rest at the next round, seconds later. */
const atOnce = 500

/** The next to be told. The doctor is the last, and is told again until somebody acts. */
export function nextLevel(level: Level): Level {
  return escalationLevels[escalationLevels.indexOf(level) + 1] ?? level
}

const isToEscalate = (now: string): RawBuilder<SqlBool> =>
  sql`a.cleared_at is null and a.acknowledged_at is null and a.escalates_at <= ${now}`

export const escalationsDue: DueHospitals = (now) =>
  sql`select a.hospital_id from alarms a where ${isToEscalate(now)}`

/** Alarms that nobody acted on go to the next person: to the one whom the ward names, if it names one. */
export async function escalate(bedside: Bedside): Promise<void> {
  const { tx, now, hospitalId, newId } = bedside
  const { rows } = await sql<{
    id: string
    level: Level
    severity: AlarmSeverity
    nurse_in_charge: string | null
    doctor: string | null
  }>`
    select a.id, a.level, a.severity, w.nurse_in_charge, w.doctor
    from alarms a left join wards w on w.id = a.ward_id
    where ${isToEscalate(now)}
    order by a.id
    limit ${atOnce}
    for update of a skip locked`.execute(tx)
  if (rows.length === 0) return
  const { times } = (await thresholdsOf(tx)).thresholds
  const steps = []
  for (const { id, level, severity, ...named } of rows) {
    const next = nextLevel(level)
    const to = next === 'ward' ? null : named[next]
    await tx
      .updateTable('alarms')
      .set({
        level: next,
        escalates_at: escalationAt(now, severity, times),
        ...(to === null ? {} : { assigned_to: to }),
      })
      .where('id', '=', id)
      .execute()
    steps.push({ alarmId: id, step: 'escalated', at: now, level: next, toStaffId: to, severity })
  }
  await writeSteps(tx, hospitalId, newId, steps)
  await tellOf(
    bedside,
    rows.map(({ id }) => id),
  )
}

const isSnoozeOver = (now: string): RawBuilder<SqlBool> =>
  sql`a.cleared_at is null and a.snoozed_until <= ${now}`

export const snoozesDue: DueHospitals = (now) =>
  sql`select a.hospital_id from alarms a where ${isSnoozeOver(now)}`

/** An alarm that was silenced is one again; whoever is to act has the whole time to do so. */
export async function endSnoozes(bedside: Bedside): Promise<void> {
  const { tx, now, hospitalId, newId } = bedside
  const ended = await tx
    .selectFrom('alarms as a')
    .select(['id', 'severity', 'acknowledged_at'])
    .where(isSnoozeOver(now))
    .orderBy('id')
    .limit(atOnce)
    .forUpdate()
    .skipLocked()
    .execute()
  if (ended.length === 0) return
  const { times } = (await thresholdsOf(tx)).thresholds
  for (const { id, severity, acknowledged_at } of ended) {
    const escalates_at = acknowledged_at === null ? escalationAt(now, severity, times) : null
    await tx.updateTable('alarms').set({ snoozed_until: null, escalates_at }).where('id', '=', id).execute()
  }
  await writeSteps(
    tx,
    hospitalId,
    newId,
    ended.map(({ id }) => ({ alarmId: id, step: 'snooze-ended', at: now })),
  )
  await tellOf(
    bedside,
    ended.map(({ id }) => id),
  )
}
