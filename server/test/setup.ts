import { sql } from 'kysely'
import { openDatabase } from '../src/db/database.ts'
import { prepareDatabase } from '../src/prepare-database.ts'
import { demoPassword, formatDatabaseUrl, hashTestPassword, runOnServer, testNow } from '../src/testing.ts'
import { startTestServer } from './support/test-server.ts'

/**
 * One server for the run, and one migrated and filled database that each test file copies. With `DATABASE_URL` the run
 * uses that server, on which it may create databases; with `DATABASE_LISTEN_URL` as well, `DATABASE_URL` is a pooler in
 * front of it.
 */
export default async function setup() {
  // Another project of the same run has started it, and stops it at the end of the run.
  if (process.env['TEST_DATABASE_SERVER']) return
  const given = process.env['DATABASE_URL']
  const embedded = given ? undefined : await startTestServer()
  const reached = given ?? embedded?.url ?? ''
  // A pooler keeps connections to the database that is to be copied, and does not pass on notifications.
  const server = process.env['DATABASE_LISTEN_URL'] ?? reached
  if (embedded) await spareTheDisk(server)
  process.env['TEST_DATABASE_SERVER'] = reached
  process.env['TEST_DATABASE_DIRECT'] = server

  await runOnServer(server, 'drop database if exists panel_template with (force)')
  await runOnServer(server, 'create database panel_template')
  const root = openDatabase({ url: formatDatabaseUrl(server, 'panel_template') })
  await prepareDatabase(root, { demo: true, now: testNow, log: () => {} })
  await root
    .updateTable('staff')
    .set({ password_hash: await hashTestPassword(demoPassword) })
    .execute()
  // A test of anything else does not check its vehicles first.
  await sql`insert into equipment_settings (hospital_id, check_rule, updated_at)
    select id, 'NEVER', ${testNow} from hospitals`.execute(root)
  await root.destroy()

  return async () => {
    await runOnServer(server, 'drop database if exists panel_template with (force)')
    await embedded?.stop()
  }
}

/** The run's own server need not live longer than the machine: nothing waits until it is on the disk. */
async function spareTheDisk(server: string): Promise<void> {
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit'])
    await runOnServer(server, `alter system set ${setting} = off`)
  await runOnServer(server, 'select pg_reload_conf()')
}
