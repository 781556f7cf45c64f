import { spawn } from 'node:child_process'
import { chown, readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

type Account = { uid: number; gid: number }

/** How to run PostgreSQL's programs: what precedes them on the command line, and as which user. */
export type Launch = { prefix: string[]; account?: Account }

const namespacePrefix = ['unshare', '--user', '--map-user=1000', '--map-group=1000']
const rootAdvice = 'Start the panel as a user other than root, or set DATABASE_URL to a PostgreSQL server.'

/**
 * PostgreSQL refuses to run as root. A user namespace, in which root has another user number, satisfies it and keeps
 * the owners of all files. Where namespaces are forbidden, as in most containers, the data folder is given to an
 * unprivileged account; also if such an account owns the folder already.
 */
export async function chooseLaunch(dataFolder: string, postgres: string, prefix: string[]): Promise<Launch> {
  if (process.getuid?.() !== 0) return { prefix }
  const owner = await stat(dataFolder).catch(() => undefined)
  const isOwnedByRoot = !owner || owner.uid === 0
  const namespace = { prefix: [...namespacePrefix, ...prefix] }
  if (isOwnedByRoot && (await succeeds(namespace, postgres, ['--version']))) return namespace

  const { uid, gid } = isOwnedByRoot ? await findUnprivilegedAccount() : owner
  const launch = { prefix, account: { uid, gid } }
  const folder = dirname(dataFolder)
  if (!(await succeeds(launch, '/bin/sh', ['-c', 'cd "$1" && "$2" --version', 'sh', folder, postgres]))) {
    throw new Error(
      `PostgreSQL cannot run as root, and user ${uid}, as whom it could run, cannot reach ${folder} ` +
        `or cannot run ${postgres}. Make both readable to all users. Or: ${rootAdvice}`,
    )
  }
  if (owner && isOwnedByRoot) await runProgram({ prefix: [] }, 'chown', ['-R', `${uid}:${gid}`, dataFolder])
  return launch
}

async function findUnprivilegedAccount(): Promise<Account> {
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const found = ['postgres', 'nobody'].flatMap((name) => accounts.filter((account) => account[0] === name))[0]
  if (found) return { uid: Number(found[2]), gid: Number(found[3]) }
  throw new Error(`PostgreSQL cannot run as root, and there is no user "postgres" or "nobody". ${rootAdvice}`)
}

export async function changeOwner({ account }: Launch, path: string): Promise<void> {
  if (account) await chown(path, account.uid, account.gid)
}

async function succeeds(launch: Launch, program: string, args: string[]): Promise<boolean> {
  return (await runProgram(launch, program, args).catch(() => undefined)) === 0
}

export function runProgram(
  launch: Launch,
  program: string,
  args: string[],
  options: { cwd?: string; output?: number } = {},
): Promise<number | null> {
  const [command = program, ...rest] = [...launch.prefix, program, ...args]
  const output = options.output ?? 'ignore'
  const child = spawn(command, rest, {
    ...launch.account,
    cwd: options.cwd,
    stdio: ['ignore', output, output],
    windowsHide: true,
  })
  return new Promise((done, fail) => child.on('error', fail).on('exit', done))
}
