import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmod,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { findBinaries, linkLibraries } from './binaries.ts'
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts'
import { openFolder } from './folder.ts'
import { runProgram } from './launch.ts'
import { lockFolder } from './lock.ts'
import { isRunning } from './running.ts'

const folders: string[] = []
const children: ChildProcess[] = []

const started: EmbeddedDatabase[] = []

afterEach(async () => {
  // Otherwise it would restart the server that is ended below.
  for (const { stop } of started.splice(0)) await stop().catch(() => {})
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const root of folders.splice(0)) {
    if (await isServed(root)) process.kill(await readServerId(root), 'SIGQUIT')
    await expect.poll(() => isServed(root)).toBe(false)
    await rm(root, { recursive: true, maxRetries: 5 })
  }
})

async function makeFolder(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'panel-test-'))
  // Where root may not create a namespace, PostgreSQL runs as another user, who must be able to enter the folder.
  await chmod(root, 0o711)
  folders.push(root)
  return root
}

const isServed = async (root: string) => isRunning(await openFolder(root))

async function readServerId(root: string): Promise<number> {
  const lockFile = await readFile(join(root, 'postgres/postmaster.pid'), 'utf8')
  return Number(lockFile.split('\n')[0])
}

async function start(dataDir: string): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ dataDir, log: () => {} })
  started.push(database)
  return database
}

async function query({ url }: Pick<EmbeddedDatabase, 'url'>, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' })
    return rows.flat()
  } finally {
    await client.end()
  }
}

/** A panel in a process group of its own, which prints the database's URL when it has one. */
function spawnPanel(dataDir: string): ChildProcess {
  const script = `
    import { startEmbedded } from ${JSON.stringify(import.meta.resolve('./embedded.ts'))}
    const { url } = await startEmbedded({ dataDir: process.argv[1], log: () => {} })
    console.log(url)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  return child
}

async function readUrl(panel: ChildProcess): Promise<{ url: string }> {
  const [chunk] = (await once(panel.stdout!, 'data')) as [Buffer]
  return { url: chunk.toString().trim() }
}

async function kill(panel: ChildProcess): Promise<void> {
  panel.kill('SIGKILL')
  await once(panel, 'exit')
}

test('data survives a stop and a start', async () => {
  const root = await makeFolder()
  const first = await start(root)
  await query(first, 'create table note (text text)')
  await query(first, `insert into note values ('kept')`)
  await first.stop()
  expect(await isServed(root)).toBe(false)
  const second = await start(root)
  expect([first.isNew, second.isNew]).toEqual([true, false])
  expect(await query(second, 'select text from note')).toEqual(['kept'])
  await second.stop()
})

test('the server is private and durable, uses UTF-8 and UTC, and has the extensions', async () => {
  const database = await start(await makeFolder())
  const settings = ['fsync', 'synchronous_commit', 'listen_addresses', 'server_encoding', 'timezone']
  const values = await Promise.all(settings.map((name) => query(database, `show ${name}`)))
  expect(values.flat()).toEqual(['on', 'on', '', 'UTF8', 'UTC'])
  expect(await query(database, `select upper('é'), 'ก' < 'ข'`)).toEqual(['É', true])
  await query(database, 'create extension btree_gist')
  await query(database, 'create extension pg_trgm')
  await database.stop()
})

test('the log contains nothing of the values in a failed statement', async () => {
  const root = await makeFolder()
  const database = await start(root)
  await query(database, 'create table patient (name text primary key)')
  await query(database, `insert into patient values ('Somchai')`)
  await expect(query(database, `insert into patient values ('Somchai')`)).rejects.toThrow()
  await expect(query(database, `select 'Somchai'::int`)).rejects.toThrow()
  await expect(
    query(database, `do $$ begin raise warning 'Somchai'; end $$; selekt 'Somchai'`),
  ).rejects.toThrow()
  const client = new pg.Client({ connectionString: database.url })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ id: number }>('select pg_backend_pid() as id')
  const asleep = client.query(`select pg_sleep(60), 'Somchai'`)
  process.kill(rows[0]!.id, 'SIGKILL')
  await expect(asleep).rejects.toThrow()
  // The server still answers before it has noticed that a process of it died.
  const readLog = () => readFile(join(root, 'postgres.log'), 'utf8')
  await expect
    .poll(async () => (await readLog()).match(/ready to accept connections/g)?.length)
    .toBeGreaterThan(1)
  await expect.poll(() => query(database, 'select 1').catch(() => [])).toEqual([1])
  await database.stop()
  const log = await readLog()
  expect(log).toContain('terminated by signal 9')
  expect(log).not.toContain('Somchai')
})

test('a killed panel leaves a running server, which the next start adopts and its stop ends', async () => {
  const root = await makeFolder()
  const panel = spawnPanel(root)
  const orphan = await readUrl(panel)
  await query(orphan, 'create table note as select 1 as number')
  const serverId = await readServerId(root)
  await kill(panel)
  expect(await isServed(root)).toBe(true)
  const adopted = await start(root)
  expect([adopted.isNew, adopted.url, await readServerId(root)]).toEqual([false, orphan.url, serverId])
  expect(await query(adopted, 'select number from note')).toEqual([1])
  await adopted.stop()
  expect(await isServed(root)).toBe(false)
})

test('panels started at once share one server, and the last to stop shuts it down', async () => {
  const root = await makeFolder()
  const other = spawnPanel(root)
  const [first, second, { url }] = await Promise.all([start(root), start(root), readUrl(other)])
  expect(new Set([first.url, second.url, url]).size).toBe(1)
  await first.stop()
  await kill(other)
  expect(await query(second, 'select 1')).toEqual([1])
  await second.stop()
  expect(await isServed(root)).toBe(false)
})

test('a server that is killed in use is started again, at its port and with its data', async () => {
  const root = await makeFolder()
  const database = await start(root)
  await query(database, 'create table kept as select 7 as n')
  process.kill(await readServerId(root), 'SIGKILL')
  await expect.poll(() => query(database, 'select n from kept').catch(() => [])).toEqual([7])
  await database.stop()
  expect(await isServed(root)).toBe(false)
})

test('another process that got the number of the server is not mistaken for it', async () => {
  const root = await makeFolder()
  await query(await start(root), 'create table note as select 1 as number')
  const lockFile = await readFile(join(root, 'postgres/postmaster.pid'), 'utf8')
  const foreign = spawn('sleep', ['60'])
  children.push(foreign)
  await once(foreign, 'spawn')
  // Meanwhile the panel that has started the server does not start it again.
  const unlock = await lockFolder(await realpath(root))
  process.kill(await readServerId(root), 'SIGKILL')
  for (const path of ['postgres/postmaster.pid', 'postgres/.s.PGSQL.5432.lock']) {
    await writeFile(join(root, path), lockFile.replace(/^\d+/, String(foreign.pid)))
  }
  unlock()
  const database = await start(root)
  expect(await readServerId(root)).not.toBe(foreign.pid)
  expect(await query(database, 'select number from note')).toEqual([1])
  await database.stop()
  expect(foreign.exitCode ?? foreign.signalCode).toBe(null)
})

test('a first start killed at any time does not block the next start', async () => {
  for (const [index, delayMs] of [150, 250, 350, 450, 600, 750, 900].entries()) {
    const root = await makeFolder()
    const panel = spawnPanel(root)
    await sleep(delayMs)
    const isInitdbKilledToo = index % 2 === 0
    process.kill(isInitdbKilledToo ? -panel.pid! : panel.pid!, 'SIGKILL')
    const database = await start(root)
    expect(await query(database, 'select current_database()::text')).toEqual(['panel'])
    await database.stop()
    expect((await readdir(root)).toSorted()).toEqual(['postgres', 'postgres.log'])
  }
})

test('the remains of an interrupted first start are removed', async () => {
  const root = await makeFolder()
  await mkdir(join(root, 'postgres.new-killed/base'), { recursive: true })
  await writeFile(join(root, 'postgres.new-killed/PG_VERSION'), '18\n')
  const database = await start(root)
  await database.stop()
  expect((await readdir(root)).toSorted()).toEqual(['postgres', 'postgres.log'])
})

test('a folder of another PostgreSQL version is refused with instructions, and not changed', async () => {
  const root = await makeFolder()
  await mkdir(join(root, 'postgres'))
  await writeFile(join(root, 'postgres/PG_VERSION'), '17\n')
  await expect(start(root)).rejects.toThrow(/made by PostgreSQL 17.*pg_dump/)
  expect(await readdir(join(root, 'postgres'))).toEqual(['PG_VERSION'])
})

test('a folder with other files in it is refused', async () => {
  const root = await makeFolder()
  await mkdir(join(root, 'postgres/photos'), { recursive: true })
  await expect(start(root)).rejects.toThrow(/not a PostgreSQL data folder/)
})

test('a path may be long and contain any character', async () => {
  const root = join(await makeFolder(), `โฟลเดอร์ $(exit) 'a' "b" \`c\` d\\e %20, ${'long'.repeat(20)}`)
  const database = await start(root)
  folders.push(new URLSearchParams(database.url.split('?')[1]).get('host')!)
  expect(await query(database, 'select 1')).toEqual([1])
  await database.stop()
})

test('library links missing from the package are created, also by two processes at once', async () => {
  const root = await makeFolder()
  const { initdb } = await findBinaries(root)
  const packageDir = join(root, 'package')
  await cp(resolve(dirname(initdb), '..'), join(packageDir, 'native'), {
    recursive: true,
    filter: async (path) => !(await lstat(path)).isSymbolicLink(),
  })
  const copy = join(packageDir, 'native/bin/initdb')
  expect(await runProgram({ prefix: [] }, copy, ['--version'])).not.toBe(0)
  const prefixes = await Promise.all([linkLibraries(packageDir, root), linkLibraries(packageDir, root)])
  expect(prefixes).toEqual([[], []])
  expect(await runProgram({ prefix: [] }, copy, ['--version'])).toBe(0)
  expect(await readlink(join(packageDir, 'native/lib/libpq.so.5'))).toBe('libpq.so.5.18')
})
