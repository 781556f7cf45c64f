import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { SessionToken } from 'contract'
import type { Options } from './all.ts'
import { callOf, captureStatements } from './capture.ts'
import { type Case, patientCases } from './cases.ts'
import { openBenchDatabase } from './database.ts'
import { foundHospital, registerPatients, signInNurses } from './hospital.ts'
import type { Answered, Load, User } from './load.ts'
import { startPanel } from './panel.ts'
import { type Line, median } from './table.ts'

const users = 16
const connections = 10
const limits = { ratio: 1.5, p95Ms: 25, throughput: 95 }

type Rounds = { panel: Answered[]; bare: Answered[] }

/**
 * The panel beside a bare route that runs the same statements on the same database, in turns, so that whatever
 * else the machine does meets both. Of the rounds the median counts.
 */
export async function measurePatients({ quick, say }: Options): Promise<Line[]> {
  const registered = quick ? 20_000 : 200_000
  const [rounds, seconds] = quick ? [3, 2] : [7, 5]
  const database = await openBenchDatabase()
  try {
    say(`registering ${registered.toLocaleString('en')} patients`)
    await foundHospital(database.root)
    await registerPatients(database.root, 1, registered)
    const sessions = await signInNurses(database.root, users)
    const cases = await patientCases(database.root, registered)
    const statements = await captureStatements(database.url, sessions, cases)
    const panel = await startPanel({
      DATABASE_URL: database.url,
      DATABASE_CONNECTIONS: String(connections),
      CALLS_PER_MINUTE: '1000000',
    })
    const bare = fork(new URL('bare-server.ts', import.meta.url))
    const load = fork(new URL('load.ts', import.meta.url))
    try {
      bare.send({ url: database.url, connections, statements })
      const { port } = await answerOf<{ port: number }>(bare)
      const measured: Line[] = []
      for (const [at, one] of cases.entries()) {
        const panelUsers = usersFor(sessions, one, () => one.path)
        const bareUsers = usersFor(sessions, one, (variant) => `/${at}/${variant}`)
        const turn = (port: number, users: User[], seconds: number) => put(load, { port, seconds, users })
        await turn(panel.port, panelUsers, 2)
        await turn(port, bareUsers, 2)
        const results: Rounds = { panel: [], bare: [] }
        for (let round = 0; round < rounds; round++) {
          results.bare.push(await turn(port, bareUsers, seconds))
          results.panel.push(await turn(panel.port, panelUsers, seconds))
        }
        say(`${one.name}: ${describe('panel', results.panel)}; ${describe('bare', results.bare)}`)
        measured.push(...linesOf(one.name, results))
      }
      return measured
    } finally {
      load.disconnect()
      bare.disconnect()
      await panel.stop()
    }
  } finally {
    await database.close()
  }
}

function usersFor(sessions: SessionToken[], { bodies }: Case, pathOf: (variant: number) => string): User[] {
  return sessions.map((session, user) =>
    bodies.map((_, index) => {
      const variant = (index + user) % bodies.length
      return { path: pathOf(variant), ...callOf(session, bodies[variant] ?? {}) }
    }),
  )
}

async function put(load: ChildProcess, work: Load): Promise<Answered> {
  load.send(work)
  const answered = await answerOf<Answered>(load)
  if (answered.failures > 0) throw new Error(`${answered.failures} calls failed`)
  return answered
}

async function answerOf<Answer>(child: ChildProcess): Promise<Answer> {
  const waiting = new AbortController()
  const ended = () => waiting.abort(new Error('a process of the bench ended'))
  child.once('exit', ended)
  try {
    const [answer] = await once(child, 'message', { signal: waiting.signal })
    return answer as Answer
  } finally {
    child.off('exit', ended)
  }
}

function linesOf(name: string, { panel, bare }: Rounds): Line[] {
  const ratio = (of: (answered: Answered) => number) =>
    median(panel.map((answered, round) => of(answered) / of(bare[round] ?? answered)))
  const p95Ms = median(panel.map((answered) => answered.p95Ms))
  return [
    { what: `${name}: median`, value: ratio((a) => a.medianMs), unit: '× bare', limit: limits.ratio },
    { what: `${name}: p95`, value: ratio((a) => a.p95Ms), unit: '× bare', limit: limits.ratio },
    { what: `${name}: p95`, value: p95Ms, unit: 'ms', limit: limits.p95Ms },
    {
      what: `${name}: calls a second`,
      value: 100 * ratio((a) => a.callsPerSecond),
      unit: '% of bare',
      limit: limits.throughput,
      bound: 'at least',
    },
  ]
}

function describe(who: string, rounds: Answered[]): string {
  const of = (value: (answered: Answered) => number) => median(rounds.map(value)).toFixed(1)
  return `${who} ${of((a) => a.medianMs)} ms median, ${of((a) => a.p95Ms)} ms p95, ${of((a) => a.callsPerSecond)} calls/s`
}
