import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, patients, signIn } from 'contract'
import { staffTypeId } from '../server/src/reference/staff-types.ts'
import { demoPassword, demoUsers } from '../server/src/testing.ts'
import type { Options } from './all.ts'
import { type BenchResult, computeMedian } from './results.ts'
import { endDatabase, listDatabaseProcesses, type Panel, startAndKill, startPanel } from './rig/panel.ts'

const limits = { firstSeconds: 15, againSeconds: 3, megabytes: 250 }

/** How long the panel takes to start, the memory it uses when idle, and what remains after a kill. */
export async function measureStart({ quick, say }: Options): Promise<BenchResult[]> {
  const first: number[] = []
  const again: number[] = []
  const lines: BenchResult[] = []
  let whole = 0
  for (let round = 0; round < (quick ? 1 : 3); round++) {
    await runInFolder(async (start, dataDir) => {
      const fresh = await start()
      first.push(fresh.readyAfterMs / 1000)
      whole = await countPatients(fresh)
      await fresh.stop()
      const second = await start()
      again.push(second.readyAfterMs / 1000)
      if (round === 0) lines.push(...(await measureMemory(second, dataDir, quick ? 3 : 30)))
      await second.stop()
    })
    say(`first start ${first.at(-1)?.toFixed(2)} s, again ${again.at(-1)?.toFixed(2)} s`)
  }
  return [
    { what: 'first start', value: computeMedian(first), unit: 's', limit: limits.firstSeconds },
    {
      what: 'start on an existing database',
      value: computeMedian(again),
      unit: 's',
      limit: limits.againSeconds,
    },
    ...lines,
    await killDuringFirstStart(Math.min(...first) * 1000, whole, quick ? 3 : 10, say),
  ]
}

type Start = () => Promise<Panel>

async function runInFolder(work: (start: Start, dataDir: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'panel-bench-'))
  try {
    await work(() => startPanel(createEnvironment(dataDir)), dataDir)
  } finally {
    await endDatabase(dataDir)
    await rm(dataDir, { recursive: true, force: true })
  }
}

const createEnvironment = (dataDir: string) => ({ DATA_DIR: dataDir, DATABASE_URL: '', DEMO: '1' })

/** Kills the panel at times spread over its first start; the next start must find everything. */
async function killDuringFirstStart(
  firstMs: number,
  whole: number,
  kills: number,
  say: Options['say'],
): Promise<BenchResult> {
  let survived = 0
  for (let kill = 1; kill <= kills; kill++) {
    const afterMs = (firstMs * kill) / (kills + 0.5)
    await runInFolder(async (start, dataDir) => {
      await startAndKill(createEnvironment(dataDir), afterMs)
      const panel = await start()
      const found = await countPatients(panel)
      say(`killed after ${afterMs.toFixed(0)} ms: ${found} of ${whole} patients at the next start`)
      if (found === whole) survived += 1
      await panel.stop()
    })
  }
  return {
    what: 'whole after kill -9 in the first start',
    value: survived,
    unit: `of ${kills}`,
    limit: kills,
    bound: 'at least',
  }
}

/** Signs in and lists patients, as a user would. */
async function countPatients({ port }: Panel): Promise<number> {
  const base = `http://127.0.0.1:${port}`
  const { user } = await createClient({ fetch, base, session: () => undefined })(signIn.signIn, {
    user_name: demoUsers.admin,
    type: staffTypeId('admin'),
    password: demoPassword,
  })
  const session = { server_token: user.server_token, user_id: user._id }
  const { total } = await createClient({ fetch, base, session: () => session })(patients.list, {})
  return total
}

/** Memory as Linux accounts for it (PSS): pages shared between processes count once. */
async function measureMemory(panel: Panel, dataDir: string, seconds: number): Promise<BenchResult[]> {
  if (process.platform !== 'linux') return []
  await sleep(seconds * 1000)
  const pids = [panel.pid, ...(await listDatabaseProcesses(dataDir))]
  const kilobytes = async (field: string) => {
    const texts = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/smaps_rollup`, 'utf8')))
    return texts.reduce(
      (sum, text) => sum + Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0),
      0,
    )
  }
  const [pss, rss] = [await kilobytes('Pss'), await kilobytes('Rss')]
  return [
    {
      what: `memory after ${seconds} s at rest`,
      value: pss / 1000,
      unit: 'MB',
      limit: limits.megabytes,
      note: `${pids.length} processes; ${Math.round(rss / 1000)} MB when what they share is counted for each`,
    },
  ]
}
