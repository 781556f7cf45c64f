import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { getListeningPort } from '../../server/src/process/listening-port.ts'

const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))
const patienceMs = 120_000

export type Panel = {
  port: number
  pid: number
  /** It is from the start of the process until /readyz answered. */
  readyAfterMs: number
  stop: () => Promise<void>
}

type Environment = Record<string, string>

/** Starts the server of `npm start` in a process of its own. */
export async function startPanel(environment: Environment): Promise<Panel> {
  const started = performance.now()
  const { child, port, exited } = await spawnPanel(environment)
  const sinceStartMs = () => performance.now() - started
  while (!(await isReady(port))) {
    const hasEnded = child.exitCode !== null || child.signalCode !== null
    if (!hasEnded && sinceStartMs() < patienceMs) {
      await sleep(5)
      continue
    }
    child.kill('SIGKILL')
    await exited
    throw new Error(`the panel was not ready after ${Math.round(sinceStartMs())} ms`)
  }
  return {
    port,
    pid: child.pid ?? 0,
    readyAfterMs: sinceStartMs(),
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** Starts the panel and kills it with SIGKILL. Its database server keeps running. */
export async function startAndKill(environment: Environment, afterMs: number): Promise<void> {
  const { child, exited } = await spawnPanel(environment)
  await sleep(afterMs)
  child.kill('SIGKILL')
  await exited
}

async function spawnPanel(environment: Environment) {
  const port = await findFreePort()
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), MQTT_PORT: '0', ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return { child, port, exited: once(child, 'exit') }
}

function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    (response) => response.ok,
    () => false,
  )
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = getListeningPort(server)
  server.close()
  await once(server, 'close')
  return port
}

/** The processes of the embedded server on a data folder, its parent process first. Linux only. */
export async function listDatabaseProcesses(dataDir: string): Promise<number[]> {
  const parent = await findDatabaseProcess(dataDir)
  if (parent === undefined) return []
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger)
  const parents = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')),
  )
  return [parent, ...pids.filter((_, at) => new RegExp(`^PPid:\\t${parent}$`, 'm').test(parents[at] ?? ''))]
}

/** Stops a server that a killed panel left behind. */
export async function endDatabase(dataDir: string): Promise<void> {
  const pid = await findDatabaseProcess(dataDir)
  if (pid === undefined) return
  process.kill(pid, 'SIGINT')
  while ((await findDatabaseProcess(dataDir)) !== undefined) await sleep(50)
}

async function findDatabaseProcess(dataDir: string): Promise<number | undefined> {
  const lock = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => undefined)
  return lock === undefined ? undefined : Number(lock.split('\n')[0])
}
