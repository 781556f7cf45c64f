import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { acrossHospitals, inHospital, type Root, type Tx } from '../db/database.ts'
import { writeEvents } from '../live/events.ts'
import { type AuditFault, checkAudit, type NotedSeal, storeCheck } from './verify.ts'

/** How often the rows sealed since the last verification are verified. */
export const checkEveryMs = 15 * 60_000

/** The whole audit is verified at 2:00 in Thailand, a quiet hour; in ms after midnight UTC. */
const [nightMs, dayMs] = [19 * 3_600_000, 86_400_000]

/** If very many rows were tampered with, only the first faults are logged. */
const maxLoggedFaults = 20

type ScheduledCheck = { root: Root; now: string; log: (what: Record<string, unknown>) => void }

/**
 * Verifies the rows sealed since the last verification, and once a night the whole audit. The result is stored for the
 * audit screen, and a fault is sent at once to users who may read the audit. It has no time limit, and no transaction
 * waits for it.
 */
export async function runAuditCheck({ root, now, log }: ScheduledCheck): Promise<void> {
  if (!(await claimAuditCheck(root, now))) return
  const before = await acrossHospitals(root, getCheckState)
  const fullAt = before.fullAt === null ? Number.NEGATIVE_INFINITY : Date.parse(before.fullAt)
  // A seal with a future time was made before the clock was set back.
  const isFull = fullAt < computeLastNight(now) || fullAt > Date.parse(now)
  let told = 0
  const tell = (fault: AuditFault) => {
    told += 1
    if (told <= maxLoggedFaults) log({ audit: fault })
  }
  const checked = await checkAudit(root, tell, undefined, isFull ? undefined : before.newest)
  await storeCheck(root, { id: newId(), at: now, isFull }, checked)
  const isWhole = checked.faultCount === 0
  if (!isWhole || (isFull && before.check?.is_whole === false)) await emitAuditChecked(root, now)
}

/**
 * Nodes take turns: the node that first records the start does the work. A node that died meanwhile is not awaited, and
 * neither is a start that lies ahead, since the clock was set back.
 */
async function claimAuditCheck(root: Root, now: string): Promise<boolean> {
  const [stale, ahead] = [-1, 1].map((way) =>
    new Date(Date.parse(now) + (way * checkEveryMs) / 2).toISOString(),
  )
  const { rows } = await sql`
    insert into installation (name, value) values ('audit-check-begun', ${now})
    on conflict (name) do update set value = excluded.value
      where installation.value not between ${stale} and ${ahead}
    returning name`.execute(root)
  return rows.length > 0
}

function computeLastNight(now: string): number {
  return Math.floor((Date.parse(now) - nightMs) / dayMs) * dayMs + nightMs
}

async function getCheckState(tx: Tx) {
  const last = await tx
    .selectFrom('audit_checks')
    .select(['newest_seal', 'newest_hash'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const newest: NotedSeal | undefined =
    last?.newest_seal && last.newest_hash ? { number: last.newest_seal, hash: last.newest_hash } : undefined
  const full = await tx
    .selectFrom('audit_checks')
    .select('at')
    .where('is_full', '=', true)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { newest, fullAt: full?.at ?? null, check: await findNewestVerification(tx) }
}

/**
 * When the audit was last verified, and whether it was in order. A fault remains until the whole audit is found in
 * order: a later verification of new rows does not look at it again.
 */
export async function findNewestVerification(tx: Tx): Promise<{ at: string; is_whole: boolean } | null> {
  const { rows } = await sql<{ at: string; is_whole: boolean }>`
    select at, fault_count = 0 as is_whole from audit_checks
    where number >= coalesce((select max(number) from audit_checks where is_full), 0)
    order by is_whole, number desc limit 1`.execute(tx)
  return rows[0] ?? null
}

async function emitAuditChecked(root: Root, now: string): Promise<void> {
  const hospitals = await acrossHospitals(root, (tx) => tx.selectFrom('hospitals').select('id').execute())
  for (const { id } of hospitals)
    await inHospital(root, id, async (tx) => writeEvents(tx, id, now, [{ kind: 'audit-checked' }]))
}
