import { once } from 'node:events'
import { mkdir, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Binaries, findBinaries } from './binaries.ts'
import {
  chooseSocketFolder,
  type Folder,
  type HostPort,
  initialize,
  isInitialized,
  openFolder,
  removeUnfinished,
  writeSettings,
} from './folder.ts'
import { changeOwner, chooseLaunch, type Launch, runProgram } from './launch.ts'
import { lockFolder } from './lock.ts'
import { connect, findRunning, isRunning, isShared, toUrl } from './running.ts'

export type EmbeddedDatabase = {
  /** Works for node-postgres and psql. */
  url: string
  /** Whether this start created the data folder. */
  isNew: boolean
  /** Close the pool first. */
  stop: () => Promise<void>
}

type Options = { dataDir: string; log: (message: string) => void; database?: string }

/** A server's folder, its programs, and how they are launched. */
type Server = { folder: Folder; binaries: Binaries; launch: Launch }

const isWindows = process.platform === 'win32'
const maxLogBytes = 4_000_000

/**
 * Runs PostgreSQL on `dataDir`. The server is a separate process: it outlives a killed panel, and the next start adopts
 * it. A second panel started on the same folder adopts it too: both then use one server, and the `stop` of the last one
 * shuts it down (a server with other connections is left running).
 */
export async function startEmbedded({
  dataDir,
  log,
  database = 'panel',
}: Options): Promise<EmbeddedDatabase> {
  await mkdir(dataDir, { recursive: true })
  const folder = await openFolder(await realpath(dataDir))
  const binaries = await findBinaries(join(folder.root, 'postgres-libraries'))
  const unlock = await lockFolder(folder.root)
  try {
    const isNew = !(await isInitialized(folder))
    const launch = await chooseLaunch(folder.data, binaries.postgres, binaries.prefix)
    const server = { folder, binaries, launch }
    const adopted = isNew ? undefined : await findRunning(folder)
    if (adopted) log('The database was running already; using it.')
    const hostPort = adopted ?? (await startServer(server, isNew))
    await createMissing(folder, hostPort, database)
    const release = await keepRunning(server, hostPort, log)
    return {
      url: toUrl(folder, hostPort, database),
      isNew,
      stop: async () => {
        await release()
        await stopUnlessShared(server, hostPort, log)
      },
    }
  } finally {
    unlock()
  }
}

const retryMs = 500

/**
 * Holds a connection. It shows other panels that this one uses the server even while its pool has no connection, and it
 * notices when the server is gone; the server is then started again, unless another panel has done so.
 */
async function keepRunning(
  server: Server,
  hostPort: HostPort,
  log: (message: string) => void,
): Promise<() => Promise<void>> {
  const { folder } = server
  let isReleased = false
  let guard = await connect(folder, hostPort)
  let revival: Promise<void> | undefined
  const awaitEnd = () =>
    guard.once('end', () => {
      if (!isReleased) revival = revive()
    })
  const reviveOnce = async () => {
    const unlock = await lockFolder(folder.root)
    try {
      if (!(await findRunning(folder))) await startServer(server, false, hostPort)
      guard = await connect(folder, hostPort)
      awaitEnd()
    } finally {
      unlock()
    }
  }
  const revive = async () => {
    log('The database is gone; starting it again.')
    while (!isReleased) {
      await sleep(retryMs)
      const error = await reviveOnce().catch((cause: Error) => cause)
      if (!error) return
      log(error.message)
    }
  }
  awaitEnd()
  return async () => {
    isReleased = true
    await revival
    await guard.end()
  }
}

async function startServer(
  { folder, binaries, launch }: Server,
  isNew: boolean,
  known?: HostPort,
): Promise<HostPort> {
  await moveLongLog(folder)
  const output = await open(folder.logFile, 'a', 0o600)
  await changeOwner(launch, folder.logFile)
  const { size } = await output.stat()
  try {
    await removeUnfinished(folder)
    if (isNew) await initialize(folder, binaries, launch, output.fd)
    const hostPort = known ?? (await chooseHostPort(folder, launch))
    await removeStaleLocks(folder, hostPort)
    await writeSettings(folder, hostPort)
    // Relative, because pg_ctl hands the path to a shell.
    const args = ['start', '--pgdata=postgres', '--wait', '--timeout=120', '--silent']
    const code = await runProgram(launch, binaries.pgControl, args, { cwd: folder.root, output: output.fd })
    if (code !== 0) throw new Error('PostgreSQL did not start.')
    return hostPort
  } catch (cause) {
    const said = (await readFile(folder.logFile)).subarray(size).toString()
    throw new Error(`The database in ${folder.root} did not start. ${(cause as Error).message}\n${said}`, {
      cause,
    })
  } finally {
    await output.close()
  }
}

async function chooseHostPort(folder: Folder, launch: Launch): Promise<HostPort> {
  return isWindows
    ? { host: '127.0.0.1', port: await findFreePort() }
    : { host: await chooseSocketFolder(folder, launch), port: 5432 }
}

async function moveLongLog({ logFile }: Folder): Promise<void> {
  const size = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  )
  if (size > maxLogBytes) await rename(logFile, `${logFile}.1`)
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** PostgreSQL would refuse to start while any process has the number of the server that died. */
async function removeStaleLocks({ data }: Folder, { host, port }: HostPort): Promise<void> {
  await rm(join(data, 'postmaster.pid'), { force: true })
  if (isWindows) return
  const socket = join(host, `.s.PGSQL.${port}`)
  await rm(socket, { force: true })
  await rm(`${socket}.lock`, { force: true })
}

async function createMissing(folder: Folder, hostPort: HostPort, database: string): Promise<void> {
  const client = await connect(folder, hostPort)
  const found = await client.query('select from pg_database where datname = $1', [database])
  try {
    if (found.rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(database)}`)
  } catch (error) {
    if (!isAlreadyCreated(error)) throw error
  } finally {
    await client.end()
  }
}

/** The server still creates the database for a panel that was killed while waiting for it. */
function isAlreadyCreated(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return code === '42P04' || constraint === 'pg_database_datname_index'
}

async function stopUnlessShared(
  { folder, binaries, launch }: Server,
  hostPort: HostPort,
  log: (message: string) => void,
): Promise<void> {
  const unlock = await lockFolder(folder.root)
  try {
    if (!(await isRunning(folder))) return
    if (await isShared(folder, hostPort)) return log('The database is still in use; leaving it running.')
    const output = await open(folder.logFile, 'a', 0o600)
    const args = ['stop', '--pgdata=postgres', '--mode=fast', '--wait', '--timeout=120', '--silent']
    const code = await runProgram(launch, binaries.pgControl, args, { cwd: folder.root, output: output.fd })
    await output.close()
    if (code !== 0 && (await isRunning(folder)))
      throw new Error(`PostgreSQL did not stop. See ${folder.logFile}.`)
  } finally {
    unlock()
  }
}
