import { sql } from 'kysely'
import { claimJob } from '../core/schedule.ts'
import { acrossHospitals, type Root, type Tx } from '../db/database.ts'

/** Partitions of readings are made ahead for this many months before and after now. */
const [monthsBack, monthsAhead] = [3, 2]

/** Rows that one transaction looks at. */
const batchSize = 10_000

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

/** One step of the deletion. It is left out while another node is at one: nodes take turns. */
const inTurn = <T>(root: Root, step: (tx: Tx) => Promise<T>): Promise<T | undefined> =>
  acrossHospitals(root, async (tx) => ((await claimJob(tx, 'retention')) ? step(tx) : undefined))

/**
 * Deletes readings that are older than their hospital's retention time. A month that no hospital retains is dropped as
 * a whole partition; for a hospital with a shorter retention its rows are deleted. A reading that arrived recently
 * stays, whatever its measured time: its clock may be wrong, and a person still has to say when it was taken. Nothing
 * is deleted before the panel's own clock has proved steady. Each step has a transaction of its own, which ends in time
 * however many readings there are, and stands if a later one fails.
 */
export async function dropOldReadings({ root, now }: { root: Root; now: string }): Promise<string[]> {
  const limits = await inTurn(root, async (tx) =>
    (await hasSteadyClock(tx, now)) ? listRetentionLimits(tx, now) : [],
  )
  if (!limits) return []
  const kept = limits.flatMap(({ id, keepsFrom }) => (keepsFrom === null ? [] : [{ id, keepsFrom }]))
  const [earliest] = kept.toSorted((one, other) => Date.parse(one.keepsFrom) - Date.parse(other.keepsFrom))
  const dropped: string[] = []
  if (earliest && kept.length === limits.length) {
    const months = await inTurn(root, (tx) => listOldPartitions(tx, earliest.keepsFrom))
    for (const name of months ?? []) {
      if (await inTurn(root, (tx) => dropPartition(tx, name, earliest.keepsFrom))) dropped.push(name)
    }
  }
  for (const limit of kept) await deleteOldRows(root, limit)
  return dropped
}

/** The month from which each hospital retains readings; null if for good. */
async function listRetentionLimits(tx: Tx, now: string): Promise<{ id: string; keepsFrom: string | null }[]> {
  const { rows } = await sql<{ id: string; keepsFrom: string | null }>`
    select h.id, date_trunc('month', ${now}::timestamptz - kept.months * interval '1 month') as "keepsFrom"
    from hospitals h
      left join lateral (
        select (t.thresholds #>> '{times,retention_months}')::int as months
        from threshold_versions t where t.hospital_id = h.id order by t.version desc limit 1
      ) kept on true`.execute(tx)
  return rows
}

async function listOldPartitions(tx: Tx, month: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'readings'::regclass and c.relname ~ '^readings_\\d{6}$'
      and right(c.relname, 6) < to_char(${month}::timestamptz, 'YYYYMM')
    order by name`.execute(tx)
  return rows.map(({ name }) => name)
}

/** Drops a partition, unless a reading in it arrived recently. None arrives between the look and the drop. */
async function dropPartition(tx: Tx, name: string, month: string): Promise<boolean> {
  const table = sql.table(name)
  await limitLockWait(tx)
  // The look reads the whole month.
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`lock table ${table} in share mode`.execute(tx)
  const { rows: lately } = await sql`select from ${table} where received_at >= ${month} limit 1`.execute(tx)
  if (lately.length > 0) return false
  await sql`drop table ${table}`.execute(tx)
  return true
}

type RetentionLimit = { id: string; keepsFrom: string }

/** Deletes a hospital's rows, one partition that has some after the other. */
async function deleteOldRows(root: Root, { id, keepsFrom }: RetentionLimit): Promise<void> {
  const findPartition = async (tx: Tx) => {
    const { rows } = await sql<{ name: string }>`
      select tableoid::regclass::text as name from readings
      where hospital_id = ${id} and measured_at < ${keepsFrom} and received_at < ${keepsFrom} limit 1`.execute(
      tx,
    )
    return rows[0]?.name
  }
  for (;;) {
    const name = await inTurn(root, findPartition)
    if (name === undefined) return
    let last: ReadingKey | undefined = {
      measured_at: '-infinity',
      id: '00000000-0000-0000-0000-000000000000',
    }
    while (last) {
      const after: ReadingKey = last
      last = await inTurn(root, (tx) => deleteBatch(tx, name, { id, keepsFrom }, after))
    }
  }
}

type ReadingKey = { measured_at: string; id: string }

/** Deletes a hospital's rows among the next rows of a partition; returns the last of these, if there were any. */
async function deleteBatch(
  tx: Tx,
  name: string,
  { id, keepsFrom }: RetentionLimit,
  after: ReadingKey,
): Promise<ReadingKey | undefined> {
  const table = sql.table(name)
  const { rows } = await sql<ReadingKey>`
    with batch as (
      select measured_at, id from ${table}
      where (measured_at, id) > (${after.measured_at}::timestamptz, ${after.id}::uuid) and measured_at < ${keepsFrom}
      order by measured_at, id limit ${batchSize}
    ), deleted as (
      delete from ${table} r using batch b
      where r.measured_at = b.measured_at and r.id = b.id and r.hospital_id = ${id} and r.received_at < ${keepsFrom}
    )
    select measured_at, id from batch order by measured_at desc, id desc limit 1`.execute(tx)
  return rows[0]
}
