import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openDatabase, type Root } from '../../server/src/db/database.ts'
import { startEmbedded } from '../../server/src/embedded/embedded.ts'
import { prepareDatabase } from '../../server/src/prepare-database.ts'
import { formatDatabaseUrl, runOnServer } from '../../server/src/testing.ts'

export type BenchDatabase = { url: string; root: Root; close: () => Promise<void> }

/**
 * A migrated, empty database that is removed afterwards: on the embedded server in a temporary folder, or on the
 * PostgreSQL server of `DATABASE_URL`.
 */
export async function openBenchDatabase(): Promise<BenchDatabase> {
  const server = process.env['DATABASE_URL']
  const { url, remove } = server ? await createDatabase(server) : await startTemporaryServer()
  const root = openDatabase({ url })
  try {
    await prepareDatabase(root, { demo: false, now: new Date().toISOString(), log: () => {} })
  } catch (error) {
    await root.destroy()
    await remove()
    throw error
  }
  return {
    url,
    root,
    async close() {
      await root.destroy()
      await remove()
    },
  }
}

/**
 * Writes to disk what the seeds left in memory, where the user may: a checkpoint would be part of what is measured
 * next.
 */
export const writeSeeds = (root: Root) =>
  sql`do $$ begin execute 'checkpoint'; exception when insufficient_privilege then null; end $$`.execute(root)

async function createDatabase(server: string) {
  const name = `bench_${randomBytes(6).toString('hex')}`
  await runOnServer(server, `create database ${name}`)
  return {
    url: formatDatabaseUrl(server, name),
    remove: () => runOnServer(server, `drop database ${name} with (force)`),
  }
}

async function startTemporaryServer() {
  const dataDir = await mkdtemp(join(tmpdir(), 'panel-bench-'))
  const embedded = await startEmbedded({ dataDir, log: () => {} })
  return {
    url: embedded.url,
    async remove() {
      await embedded.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
