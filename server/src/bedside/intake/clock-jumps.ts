import { type SqlBool, sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { auditClockSetBack } from '../../audit/clock-set-back.ts'
import { formatIso } from '../../core/time.ts'
import { acrossHospitals, inHospital, type Root, type Tx } from '../../db/database.ts'
import type { ClockJump } from '../../process/clock-jump-detector.ts'
import { lockWearers } from './wearings.ts'

/** The nodes of one machine notice the same jump within this time. */
const sameJumpMs = 60_000

/** How far the clocks of nodes may be apart. */
const disagreementMs = 5_000

/**
 * Finds a clock that was set back while the panel was stopped: the panel cannot have listened later than now
 * (`listening`). The clock was set back by at least the difference. If another node runs, its clock may be ahead of
 * this one: it records that it listens while this node waits (`pause`), and then no clock was set back.
 */
export async function findJumpWhileStopped(
  root: Root,
  clock: () => Date,
  pause: () => Promise<unknown>,
): Promise<ClockJump | undefined> {
  const readLastHeard = () =>
    acrossHospitals(root, async (tx) => {
      const heard = await tx.selectFrom('listening').select('heard_at').executeTakeFirst()
      return heard ? Date.parse(heard.heard_at) : Number.NEGATIVE_INFINITY
    })
  const heardAt = await readLastHeard()
  if (heardAt - clock().getTime() <= disagreementMs) return undefined
  await pause()
  if ((await readLastHeard()) !== heardAt) return undefined
  const at = clock().getTime()
  return { at, byMs: at - heardAt }
}

/**
 * Records that the panel's clock was set. If it was set back, escalations, snoozes and retries would wait longer by as
 * much, alarms that are off would stay off, and the silence of a device would go unnoticed. So their times are moved
 * with the clock, once, however many nodes notice, and the audit says so. A hand-over that is in the future now counts
 * from now on.
 */
export async function recordClockJump(root: Root, jump: ClockJump): Promise<void> {
  if (!(await moveDueTimes(root, jump)) || jump.byMs > 0) return
  for (const hospitalId of await listHospitalsWithFutureHandOvers(root, jump.at))
    await inHospital(root, hospitalId, (tx) => moveFutureHandOvers(tx, jump.at))
}

/** Whether no other node has recorded the same jump. */
async function moveDueTimes(root: Root, { at, byMs }: ClockJump): Promise<boolean> {
  return acrossHospitals(root, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('clock jumps', 0))`.execute(tx)
    const { rows } = await sql`
      insert into clock_jumps (at, by_ms)
      select ${formatIso(at)}, ${byMs}
      where not exists (select from clock_jumps
        where abs(extract(epoch from at - ${formatIso(at)}::timestamptz)) * 1000 < ${sameJumpMs}
          and abs(by_ms - ${byMs}) < ${sameJumpMs})
      returning number`.execute(tx)
    if (rows.length === 0 || byMs > 0) return rows.length > 0
    const by = sql`${`${byMs} milliseconds`}::interval`
    await sql`
      update alarms set escalates_at = escalates_at + ${by}, snoozed_until = snoozed_until + ${by}
      where cleared_at is null and (escalates_at is not null or snoozed_until is not null)`.execute(tx)
    await sql`
      update notify_settings set until = until + ${by} where is_current and until > ${formatIso(at)}`.execute(
      tx,
    )
    await sql`
      update devices set last_seen_at = last_seen_at + ${by} where last_seen_at > ${formatIso(at)}`.execute(
      tx,
    )
    await sql`
      update outbox set next_at = next_at + ${by}
      where sent_at is null and given_up_at is null and next_at > ${formatIso(at)}`.execute(tx)
    auditClockSetBack(tx, { id: newId(), at: formatIso(at), byMs })
    return true
  })
}

/** Whether a span in which a device was worn begins or ends after an instant. */
const hasFutureHandOver = (at: number) =>
  sql<SqlBool>`(lower(during) > ${formatIso(at)} or (not upper_inf(during) and upper(during) > ${formatIso(at)}))`

async function listHospitalsWithFutureHandOvers(root: Root, at: number): Promise<string[]> {
  return acrossHospitals(root, async (tx) => {
    const rows = await tx
      .selectFrom('device_assignments')
      .select('hospital_id')
      .distinct()
      .where(hasFutureHandOver(at))
      .execute()
    return rows.map(({ hospital_id }) => hospital_id)
  })
}

/**
 * Moves hand-overs from the future to now, in their order and a millisecond apart: what is measured from now on belongs
 * to the present wearer. Each span is ended before the next one begins, since no two may overlap.
 */
async function moveFutureHandOvers(tx: Tx, at: number): Promise<void> {
  await lockWearers(tx)
  const { rows } = await sql<{ id: string; device_id: string; begins: string; ends: string | null }>`
    select id, device_id, lower(during) as begins, upper(during) as ends from device_assignments
    where ${hasFutureHandOver(at)}
    order by device_id, lower(during)`.execute(tx)
  for (const spans of Map.groupBy(rows, ({ device_id }) => device_id).values()) {
    const ahead = new Set(
      spans
        .flatMap(({ begins, ends }) => [begins, ...(ends === null ? [] : [ends])])
        .filter((one) => Date.parse(one) > at),
    )
    const moved = new Map([...ahead].map((one, nth) => [one, formatIso(at + nth)]))
    for (const { id, begins, ends } of spans) {
      const [from, to] = [moved.get(begins) ?? begins, ends === null ? '' : (moved.get(ends) ?? ends)]
      await tx
        .updateTable('device_assignments')
        .set({ during: `[${from},${to})` })
        .where('id', '=', id)
        .execute()
    }
  }
}
