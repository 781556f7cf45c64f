import { sql } from 'kysely'
import type { ClockJump } from '../core/clock-watch.ts'
import { acrossHospitals, type Root } from '../core/database.ts'
import { isoOf } from '../core/moments.ts'

/** Nodes of one machine notice the same jump within this. */
const sameJumpMs = 60_000

/**
 * Notes that the panel's clock was moved. Where it was put back, alarms that wait to be passed on or to return would wait
 * for longer by as much: they are moved with it, once, however many nodes notice.
 */
export async function keepClockJump(root: Root, { at, byMs }: ClockJump): Promise<void> {
  await acrossHospitals(root, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('clock jumps', 0))`.execute(tx)
    const { rows } = await sql`
      insert into clock_jumps (at, by_ms)
      select ${isoOf(at)}, ${byMs}
      where not exists (select from clock_jumps
        where abs(extract(epoch from at - ${isoOf(at)}::timestamptz)) * 1000 < ${sameJumpMs}
          and abs(by_ms - ${byMs}) < ${sameJumpMs})
      returning number`.execute(tx)
    if (rows.length === 0 || byMs > 0) return
    const by = sql`${`${byMs} milliseconds`}::interval`
    await sql`
      update alarms set escalates_at = escalates_at + ${by}, snoozed_until = snoozed_until + ${by}
      where cleared_at is null and (escalates_at is not null or snoozed_until is not null)`.execute(tx)
  })
}
