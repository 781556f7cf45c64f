import { readFile, readlink, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Folder, type HostPort, superuser } from './folder.ts'

const pollMs = 100
/** The errors of a connection to a server that is shutting down, in their order. */
const shutdownCodes = ['57P03', 'ECONNRESET', 'ECONNREFUSED', 'ENOENT']
const isLinux = process.platform === 'linux'

export function toUrl({ password }: Folder, { host, port }: HostPort, database: string): string {
  const path = encodeURIComponent(database)
  if (password) return `postgresql://${superuser}:${password}@${host}:${port}/${path}?sslmode=disable`
  return `postgresql://${superuser}@/${path}?host=${encodeURIComponent(host)}&port=${port}&sslmode=disable`
}

export async function connect(folder: Folder, hostPort: HostPort): Promise<pg.Client> {
  const connectionString = toUrl(folder, hostPort, 'postgres')
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 })
  // Without a listener, a lost server would end this process.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** The running server that an earlier panel, or another one on this machine, started on the folder. */
export async function findRunning(folder: Folder): Promise<HostPort | undefined> {
  // Without /proc, another process that got the server's number looks the same, but never answers.
  const patienceMs = isLinux ? 120_000 : 5_000
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += pollMs) {
    if (!(await isRunning(folder))) return undefined
    const hostPort = await readHostPort(folder)
    const data = hostPort && (await askDataFolder(folder, hostPort).catch(() => undefined))
    if (data !== undefined) return data === folder.data ? hostPort : undefined
    await sleep(pollMs)
  }
  if (!isLinux) return undefined
  throw new Error(`PostgreSQL runs in ${folder.data} but does not answer. See ${folder.logFile}, or end it.`)
}

/** Whether the process that wrote the lock file is alive and, where this can be seen, is the server. */
export async function isRunning({ data }: Folder): Promise<boolean> {
  const [id] = await readLockFile(data)
  // A server in single-user mode writes its number as negative.
  const processId = Math.abs(Number(id))
  if (!processId) return false
  if (isLinux) return (await readlink(`/proc/${processId}/cwd`).catch(() => undefined)) === data
  try {
    return process.kill(processId, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function readHostPort({ data }: Folder): Promise<HostPort | undefined> {
  const [, , , port, socketFolder, host] = await readLockFile(data)
  const reachable = socketFolder || host
  return port && reachable ? { host: reachable, port: Number(port) } : undefined
}

async function readLockFile(data: string): Promise<string[]> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')
  return text.split('\n')
}

async function askDataFolder(folder: Folder, hostPort: HostPort): Promise<string | undefined> {
  const client = await connect(folder, hostPort)
  const { rows } = await client.query<{ data_directory: string }>('show data_directory')
  await client.end()
  return rows[0] && realpath(rows[0].data_directory)
}

/** Whether others are connected to the server; the caller's own connections get a second to close. */
export async function isShared(folder: Folder, hostPort: HostPort): Promise<boolean> {
  const client = await connect(folder, hostPort).catch((error: { code?: string }) => {
    if (!shutdownCodes.includes(error.code ?? '')) throw error
  })
  if (!client) return false
  const others = `select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`
  let count = Number.NaN
  for (let waitedMs = 0; count !== 0 && waitedMs < 1_000; waitedMs += pollMs) {
    count = (await client.query(others)).rowCount ?? 0
    if (count > 0) await sleep(pollMs)
  }
  await client.end()
  return count > 0
}
