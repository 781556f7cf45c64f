import { type TimelineEntry, type TimelineKind, timelinePage } from 'contract'
import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import type { OpenRecord } from '../../../identity/record-access.ts'
import { type TimelineCursor, timelineSources } from './timeline-sources.ts'

/** Not a parameter: with a limit that it does not know, the database would plan the statement anew for each call. */
const oneMore = sql.lit(timelinePage + 1)

/**
 * A page of the entries of these kinds, the newest first. No source is read further than the page is long, and the
 * details are read for the entries of the page alone.
 */
export async function listTimeline(
  tx: Tx,
  patientId: OpenRecord,
  kinds: readonly TimelineKind[],
  before: TimelineCursor,
): Promise<{ entries: TimelineEntry[]; has_older: boolean }> {
  if (kinds.length === 0) return { entries: [], has_older: false }
  const isBefore = before
    ? sql`where at <= ${before.at}::timestamptz and (at, id) < (${before.at}::timestamptz, ${before._id}::uuid)`
    : sql``
  const newest = kinds.map(
    (kind) => sql`(
      select ${sql.lit(kind)} as kind, at, id from (${timelineSources[kind].entries(patientId, before)}) as source ${isBefore}
      order by at desc, id desc limit ${oneMore})`,
  )
  const details = kinds.map(
    (kind) => sql`when ${sql.lit(kind)} then (${timelineSources[kind].detail(patientId)})`,
  )
  const { rows } = await sql<{ kind: TimelineKind; at: string; _id: string; detail: object }>`
    select e.kind, e.at, e.id as _id, case e.kind ${sql.join(details, sql` `)} end as detail
    from (
      select kind, at, id from (${sql.join(newest, sql` union all `)}) as found
      order by at desc, id desc limit ${oneMore}
    ) as e
    order by e.at desc, e.id desc`.execute(tx)
  const entries = rows.map(({ detail, ...entry }) => ({ ...entry, ...detail }) as TimelineEntry)
  return { entries: entries.slice(0, timelinePage), has_older: entries.length > timelinePage }
}
