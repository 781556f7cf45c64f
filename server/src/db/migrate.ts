import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { CompiledQuery, sql } from 'kysely'
import { acrossHospitals, type Root, type Tx } from './database.ts'

const folder = new URL('../../migrations/', import.meta.url)
/** An arbitrary number, the same on every node. */
const migrationLock = 5_210_837

/**
 * The role under which calls run, and the right to act as it. Both belong to the server and not to the database: a dump
 * does not contain them, and a database can be moved to a server that has neither. From PostgreSQL 16 on, creating a
 * role does not include the right to act as it.
 */
const grantCallRole = `
do $$
begin
  if not exists (select from pg_roles where rolname = 'panel_app') then
    create role panel_app nologin;
  end if;
exception
  when duplicate_object or unique_violation then null; -- another database of the same server was quicker
  when insufficient_privilege then
    raise 'the role panel_app is missing; an administrator of the database server makes it: create role panel_app; grant panel_app to %',
      quote_ident(current_user);
end $$;
do $$
begin
  if not pg_has_role('panel_app', case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end) then
    grant panel_app to current_user;
  end if;
exception when insufficient_privilege then
  raise 'the role panel_app belongs to another user; an administrator of the database server gives leave: grant panel_app to %',
    quote_ident(current_user);
end $$`

/**
 * Applies the migrations that the database does not have yet, each in a transaction of its own, one node at a time.
 * Throws if the database was migrated with other texts or by a newer version, or if the user may not act as the role of
 * the calls.
 */
export async function migrate(root: Root, log: (message: string) => void = () => {}): Promise<void> {
  const files = await listMigrations()
  const checksums = await runExclusively(root, prepareMigrations)
  const unknown = [...checksums.keys()].filter((name) => !files.includes(name))
  if (unknown.length > 0)
    throw new Error(`the database was migrated by a newer version: ${unknown.join(', ')}`)
  for (const name of files) {
    const text = await readFile(new URL(name, folder), 'utf8')
    const checksum = createHash('sha256').update(text).digest('hex')
    if (checksums.get(name) === checksum) continue
    if (checksums.has(name)) throw new Error(`migration ${name} was changed after it was applied`)
    await runExclusively(root, async (tx) => {
      const { rows: ours } = await sql`
        insert into migrations (name, checksum) values (${name}, ${checksum})
        on conflict do nothing returning name`.execute(tx)
      if (ours.length === 0) return
      log(`migrating: ${name}`)
      await runSql(tx, text)
    })
  }
}

/** The migrations of this version, as long as no other is installed in its place. */
export async function listMigrations(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
}

/** The migrations that the database has and that are not among the `known` ones: a newer version applied them. */
export async function listNewerMigrations(root: Root, known: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(root)
  return rows.flatMap(({ name }) => (known.includes(name) ? [] : [name]))
}

/**
 * A transaction for which other migrating nodes wait. It may take longer than a call: it may rewrite a table of years.
 */
function runExclusively<T>(root: Root, work: (tx: Tx) => Promise<T>): Promise<T> {
  return acrossHospitals(root, async (tx) => {
    await runSql(tx, `set local statement_timeout = 0; select pg_advisory_xact_lock(${migrationLock})`)
    return work(tx)
  })
}

const runSql = (tx: Tx, text: string) => tx.executeQuery(CompiledQuery.raw(text))

/** Creates the role and the table of migrations; returns the checksum of each applied migration. */
async function prepareMigrations(tx: Tx): Promise<Map<string, string>> {
  await runSql(tx, grantCallRole)
  await runSql(
    tx,
    'create table if not exists migrations (name text primary key, checksum text not null, at timestamptz not null default now())',
  )
  const { rows } = await sql<{ name: string; checksum: string }>`
    select name, checksum from migrations`.execute(tx)
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}
