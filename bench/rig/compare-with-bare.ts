import { type ChildProcess, fork } from 'node:child_process'
import type { SessionToken } from 'contract'
import { computeMedian } from '../results.ts'
import { captureStatements, createCall } from './capture.ts'
import type { Case } from './cases.ts'
import { readAnswer } from './child.ts'
import type { BenchDatabase } from './database.ts'
import type { Answered, Load, User } from './load.ts'
import { startPanel } from './panel.ts'
import { type ProcessorTime, readProcessorTime } from './processor-time.ts'

const connections = 10

/** The answers of one turn, with the processor time that a call cost. */
export type Turn = Answered & ProcessorTime
export type Turns = { panel: Turn[]; bare: Turn[] }

/**
 * Measures the panel and a bare route that runs the same statements on the same database, in turns, so that other load
 * on the machine affects both.
 */
export async function measureAgainstBare(
  database: BenchDatabase,
  sessions: SessionToken[],
  cases: readonly Case[],
  { turns, seconds, say }: { turns: number; seconds: number; say: (text: string) => void },
): Promise<Turns[]> {
  const statements = await captureStatements(database.url, sessions, cases)
  const panel = await startPanel({
    DATABASE_URL: database.url,
    DATABASE_CONNECTIONS: String(connections),
    CALLS_PER_MINUTE: '1000000',
  })
  // The driver sends arrays as bytes, which JSON cannot carry.
  const bare = fork(new URL('bare-server.ts', import.meta.url), { serialization: 'advanced' })
  const load = fork(new URL('load.ts', import.meta.url))
  try {
    bare.send({ url: database.url, connections, statements })
    const { port } = await readAnswer<{ port: number }>(bare)
    const measured: Turns[] = []
    for (const [at, one] of cases.entries()) {
      const panelUsers = createUsers(sessions, one, () => one.path)
      // The bare route reads no form.
      const bareCase = one.isForm ? { ...one, bodies: [{}], isForm: false } : one
      const bareUsers = createUsers(sessions, bareCase, (variant) => `/${at}/${variant}`)
      const turn = async (who: 'panel' | 'bare', seconds: number): Promise<Turn> => {
        const isPanel = who === 'panel'
        const pid = isPanel ? panel.pid : (bare.pid ?? 0)
        const before = await readProcessorTime(database.root, pid)
        const users = isPanel ? panelUsers : bareUsers
        const answered = await runLoad(load, { port: isPanel ? panel.port : port, seconds, users })
        const after = await readProcessorTime(database.root, pid)
        return {
          ...answered,
          serverMs: (after.serverMs - before.serverMs) / answered.calls,
          databaseMs: (after.databaseMs - before.databaseMs) / answered.calls,
        }
      }
      await turn('panel', 2)
      await turn('bare', 2)
      const results: Turns = { panel: [], bare: [] }
      for (let round = 0; round < turns; round++) {
        results.bare.push(await turn('bare', seconds))
        results.panel.push(await turn('panel', seconds))
      }
      say(`${one.name}: ${describeRounds('panel', results.panel)}; ${describeRounds('bare', results.bare)}`)
      measured.push(results)
    }
    return measured
  } finally {
    load.disconnect()
    bare.disconnect()
    await panel.stop()
  }
}

/** The median ratio of the turns. */
export function computeRatio({ panel, bare }: Turns, of: (turn: Turn) => number): number {
  return computeMedian(panel.map((answered, turn) => of(answered) / of(bare[turn] ?? answered)))
}

function createUsers(
  sessions: SessionToken[],
  { bodies, isForm, callers }: Case,
  formatPath: (variant: number) => string,
): User[] {
  return sessions.slice(0, callers).map((session, user) =>
    bodies.map((_, index) => {
      const variant = (index + user) % bodies.length
      return { path: formatPath(variant), ...createCall(session, bodies[variant] ?? {}, isForm) }
    }),
  )
}

async function runLoad(load: ChildProcess, work: Load): Promise<Answered> {
  load.send(work)
  const answered = await readAnswer<Answered>(load)
  if (answered.failures > 0) throw new Error(`${answered.failures} calls failed`)
  return answered
}

function describeRounds(who: string, rounds: Turn[]): string {
  const of = (value: (turn: Turn) => number) => computeMedian(rounds.map(value)).toFixed(1)
  return `${who} ${of((a) => a.medianMs)} ms median, ${of((a) => a.p95Ms)} ms p95, ${of((a) => a.callsPerSecond)} calls/s`
}
