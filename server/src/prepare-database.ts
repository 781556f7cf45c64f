import { sql } from 'kysely'
import { makePartitions } from './bedside/retention.ts'
import { acrossHospitals, type Root, type Tx } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { fillDemo } from './demo/fill.ts'
import { hashPassword } from './identity/password.ts'
import { loadReference, referenceVersion } from './reference/load.ts'

/** Nodes that start together take turns here; an arbitrary number. */
const preparationLock = 5_210_838

/**
 * Brings a database to what this version needs: tables, reference lists and, if asked for and the database is empty,
 * the demo hospital. Each step is one transaction, so it may be killed at any point and run again.
 */
export async function prepareDatabase(
  root: Root,
  { demo, now, log }: { demo: boolean; now: string; log: (message: string) => void },
): Promise<void> {
  await migrate(root, log)
  await acrossHospitals(root, async (tx) => {
    await lockPreparation(tx)
    if ((await readInstalled(tx, 'reference')) === referenceVersion) return
    await loadReference(tx)
    await writeInstalled(tx, 'reference', referenceVersion)
  })
  await acrossHospitals(root, (tx) => makePartitions(tx, now))
  if (!demo) return
  let isFilled = false
  await acrossHospitals(root, async (tx) => {
    await lockPreparation(tx)
    const anybody = await tx.selectFrom('hospitals').select('id').limit(1).executeTakeFirst()
    if (anybody) return
    log('filling the demo hospital')
    await fillDemo(tx, { now, hashPassword })
    await writeInstalled(tx, 'demo', now)
    isFilled = true
  })
  // Autovacuum comes a minute later; without statistics, PostgreSQL reads a ward once for each of its beds.
  if (isFilled) await sql`analyze`.execute(root)
}

/** Whether the hospital in the database is the demo one. */
export async function isDemo(root: Root): Promise<boolean> {
  return acrossHospitals(root, async (tx) => (await readInstalled(tx, 'demo')) !== undefined)
}

/** A step may wait for another node, and on a busy machine takes longer than a call may. */
async function lockPreparation(tx: Tx): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`select pg_advisory_xact_lock(${preparationLock})`.execute(tx)
}

async function readInstalled(tx: Tx, name: string): Promise<string | undefined> {
  const installed = await tx
    .selectFrom('installation')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return installed?.value
}

async function writeInstalled(tx: Tx, name: string, value: string): Promise<void> {
  await tx
    .insertInto('installation')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
