import { createHash, randomBytes } from 'node:crypto'
import { lstat, mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { changeOwner, type Launch, runProgram } from './launch.ts'

export const superuser = 'postgres'

const unfinishedPrefix = 'postgres.new-'
const majorVersion = '18'
/** The capacity of the shortest `sun_path`, that of macOS. */
const maxSocketPathBytes = 103
const isWindows = process.platform === 'win32'

export type Folder = {
  root: string
  data: string
  logFile: string
  /** It is set only on Windows, where the server is reached over loopback TCP. */
  password?: string
}

/** How to reach the server: `host` is the folder of its socket, or the loopback host on Windows. */
export type HostPort = { host: string; port: number }

export async function openFolder(root: string): Promise<Folder> {
  const folder = { root, data: join(root, 'postgres'), logFile: join(root, 'postgres.log') }
  return isWindows
    ? { ...folder, password: await readOrCreateSecret(join(root, 'postgres-password')) }
    : folder
}

/** 256 random bits in a file that only its owner can read, made at the first call. */
export async function readOrCreateSecret(path: string): Promise<string> {
  await writeFile(path, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
  return readFile(path, 'utf8')
}

/** False if there is no database yet; throws if there is one that cannot be used. */
export async function isInitialized({ data }: Folder): Promise<boolean> {
  const version = await readFile(join(data, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version?.trim() === majorVersion) return true
  if (version !== undefined) {
    throw new Error(
      `${data} was made by PostgreSQL ${version.trim()}, and this panel brings PostgreSQL ${majorVersion}. ` +
        `Nothing was changed. Start the earlier panel, save the database with pg_dump, move the folder away, ` +
        `start this panel once for a new one, and restore the dump into it; or set DATABASE_URL to a ` +
        `PostgreSQL ${version.trim()} server that uses the folder.`,
    )
  }
  const entries = await readdir(data).catch(() => [])
  if (entries.length > 0) {
    throw new Error(
      `${data} is not empty and not a PostgreSQL data folder. Move it away, or choose another folder.`,
    )
  }
  return false
}

/**
 * initdb cannot be resumed, and what it leaves when interrupted looks like a database. So it works in a temporary
 * folder, which gets its final name only when it is complete and on disk.
 */
export async function initialize(
  folder: Folder,
  binaries: Binaries,
  launch: Launch,
  output: number,
): Promise<void> {
  const fresh = await mkdtemp(join(folder.root, unfinishedPrefix))
  await changeOwner(launch, fresh)
  const access = isWindows
    ? ['--auth=scram-sha-256', `--pwfile=${join(folder.root, 'postgres-password')}`]
    : ['--auth=trust']
  const options = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const code = await runProgram(
    launch,
    binaries.initdb,
    [`--pgdata=${basename(fresh)}`, `--username=${superuser}`, ...options, ...access],
    { cwd: folder.root, output },
  )
  if (code !== 0) throw new Error('initdb failed.')
  await rename(fresh, folder.data)
  await syncFolder(folder.root)
}

async function syncFolder(path: string): Promise<void> {
  if (isWindows) return
  const handle = await open(path)
  await handle.sync()
  await handle.close()
}

/**
 * Under the folder's lock, every unfinished folder belongs to a killed panel. Each has a name of its own, so an initdb
 * that outlived its panel harms no other.
 */
export async function removeUnfinished({ root }: Folder): Promise<void> {
  const names = await readdir(root)
  for (const name of names.filter((entry) => entry.startsWith(unfinishedPrefix))) {
    await rm(join(root, name), { recursive: true, force: true, maxRetries: 3 })
  }
}

export async function chooseSocketFolder({ root, data }: Folder, launch: Launch): Promise<string> {
  if (Buffer.byteLength(join(data, '.s.PGSQL.5432')) <= maxSocketPathBytes) return data
  const key = createHash('sha256').update(root).digest('hex').slice(0, 16)
  const path = join(tmpdir(), `panel-${key}`)
  const uid = launch.account?.uid ?? process.getuid?.()
  const isNew = await mkdir(path, { mode: 0o700 }).then(
    () => true,
    () => false,
  )
  if (isNew) await changeOwner(launch, path)
  const found = await lstat(path)
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o077) !== 0) {
    throw new Error(
      `${path}, where the database's socket belongs, is not a private folder of user ${uid}. Remove it.`,
    )
  }
  return path
}

/** A minimal container may have no writable /dev/shm; a file in the data folder serves as well. */
async function pickSharedMemory(): Promise<string> {
  if (isWindows) return 'windows'
  if (process.platform !== 'linux') return 'posix'
  const { mode } = await stat('/dev/shm').catch(() => ({ mode: 0 }))
  return mode & 0o002 ? 'posix' : 'mmap'
}

/** Settings are written again at each start; what an administrator sets by ALTER SYSTEM stays. */
export async function writeSettings({ data }: Folder, { host, port }: HostPort): Promise<void> {
  const settings = {
    listen_addresses: isWindows ? host : '',
    port: String(port),
    unix_socket_directories: isWindows ? '' : `"${host.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    max_connections: '40',
    shared_buffers: '64MB',
    dynamic_shared_memory_type: await pickSharedMemory(),
    io_method: 'sync',
    max_worker_processes: '4',
    max_parallel_workers: '2',
    autovacuum_max_workers: '2',
    autovacuum_worker_slots: '2',
    max_logical_replication_workers: '0',
    max_wal_senders: '2',
    max_wal_size: '256MB',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // A failed statement's text, message and detail quote patient data. "log" leaves out every error that a statement
    // can raise; the application gets the error and logs the safe part of it.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_parameter_max_length_on_error: '0',
    log_checkpoints: 'off',
    log_autovacuum_min_duration: '-1',
  }
  const lines = Object.entries(settings).map(
    ([name, value]) => `${name} = '${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`,
  )
  await writeFile(
    join(data, 'postgresql.conf'),
    `# Written by the panel at each start.\n${lines.join('\n')}\n`,
  )
}
