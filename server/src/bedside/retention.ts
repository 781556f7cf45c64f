import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/** Partitions of readings are made ahead for this many months before and after now. */
const [monthsBack, monthsAhead] = [3, 2]

/**
 * Sessions that come after one that waits for a whole table queue up behind it. A deadlock is possible too: the intake
 * may hold what this waits for, and wait for the same table itself. So give up after two seconds; the job runs again in
 * an hour.
 */
const limitLockWait = (tx: Tx) => sql`set local lock_timeout = '2s'`.execute(tx)

/**
 * Makes the partitions of the months around now. Until then a reading of such a month is in the default partition, and
 * moves when the month has its own.
 */
export async function makePartitions(tx: Tx, now: string): Promise<void> {
  await limitLockWait(tx)
  await sql`select make_reading_partitions(
    (${now}::timestamptz - ${`${monthsBack} months`}::interval)::date,
    (${now}::timestamptz + ${`${monthsAhead} months`}::interval)::date)`.execute(tx)
}

/**
 * Whether the panel has listened for hours without a break, as far as its clock tells. After a clock was put forward by
 * months, or at a start with a wrong one, there seems to be a break, and people have this long to notice.
 */
async function hasSteadyClock(tx: Tx, now: string): Promise<boolean> {
  const { rows } = await sql`
    select from listening
    where heard_at between ${now}::timestamptz - interval '1 minute' and ${now}::timestamptz + interval '1 minute'
      and since <= ${now}::timestamptz - interval '6 hours'`.execute(tx)
  return rows.length > 0
}

/**
 * Deletes readings that are older than their hospital's retention time. A month that no hospital retains is dropped as
 * a whole partition; for a hospital with a shorter retention its rows are deleted. A reading that arrived recently
 * stays, whatever its measured time: its clock may be wrong, and a person still has to say when it was taken. Nothing
 * is deleted before the panel's own clock has proved steady.
 */
export async function dropOldReadings(tx: Tx, now: string): Promise<string[]> {
  if (!(await hasSteadyClock(tx, now))) return []
  await limitLockWait(tx)
  const { rows: hospitals } = await sql<{ id: string; keeps_from: string | null }>`
    select h.id, date_trunc('month', ${now}::timestamptz - kept.months * interval '1 month') as keeps_from
    from hospitals h
      left join lateral (
        select (t.thresholds #>> '{times,retention_months}')::int as months
        from threshold_versions t where t.hospital_id = h.id order by t.version desc limit 1
      ) kept on true`.execute(tx)
  const limits = hospitals.flatMap(({ keeps_from }) => (keeps_from === null ? [] : [keeps_from]))
  const [earliest] = limits.toSorted((one, other) => Date.parse(one) - Date.parse(other))
  const nobodyKeeps = limits.length === hospitals.length ? earliest : undefined
  const dropped = nobodyKeeps === undefined ? [] : await dropPartitionsBefore(tx, nobodyKeeps)
  for (const { id, keeps_from } of hospitals) {
    if (keeps_from !== null && keeps_from !== nobodyKeeps) await dropRowsBefore(tx, id, keeps_from)
  }
  return dropped
}

async function dropPartitionsBefore(tx: Tx, month: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'readings'::regclass and c.relname ~ '^readings_\\d{6}$'
      and right(c.relname, 6) < to_char(${month}::timestamptz, 'YYYYMM')`.execute(tx)
  const dropped: string[] = []
  for (const { name } of rows) {
    const table = sql.table(name)
    const { rows: lately } = await sql`select from ${table} where received_at >= ${month} limit 1`.execute(tx)
    if (lately.length === 0) {
      await sql`drop table ${table}`.execute(tx)
      dropped.push(name)
    } else await sql`delete from ${table} where received_at < ${month}`.execute(tx)
  }
  await sql`delete from readings_else where measured_at < ${month} and received_at < ${month}`.execute(tx)
  return dropped
}

async function dropRowsBefore(tx: Tx, hospitalId: string, month: string): Promise<void> {
  await sql`delete from readings
    where hospital_id = ${hospitalId} and measured_at < ${month} and received_at < ${month}`.execute(tx)
}
