import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/** Nodes record every five seconds that they listen. After a gap this long, nobody heard the devices. */
const outageMs = 30_000

/**
 * Records that the panel listens, and since when without a gap. A node that starts beside others starts no new period,
 * and a clock that was set back leaves no start in the future.
 */
export async function recordListening({ tx, now }: { tx: Tx; now: string }): Promise<void> {
  await sql`
    insert into listening as kept (since, heard_at) values (${now}, ${now})
    on conflict (is_only) do update set heard_at = excluded.heard_at,
      since = case when kept.heard_at < ${new Date(Date.parse(now) - outageMs).toISOString()} then excluded.since
        else least(kept.since, excluded.since) end`.execute(tx)
}
