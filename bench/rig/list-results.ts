import type { SessionToken } from 'contract'
import type { Options } from '../all.ts'
import { type BenchResult, computeMedian } from '../results.ts'
import type { Case } from './cases.ts'
import { computeRatio, measureAgainstBare, type Turn, type Turns } from './compare-with-bare.ts'
import type { BenchDatabase } from './database.ts'

const limits = { ratio: 1.5, p95Ms: 25 }
/** The share of the calls of the bare route in a second (percent), and registrations a second. */
const aims = { throughput: 95, registrations: 500 }

const computeProcessorMs = ({ serverMs, databaseMs }: Turn) => serverMs + databaseMs

/** Few callers ask at once: with more callers than cores, answers would wait for each other. */
const fewCallers = [2, 4]

/** Lists with all callers beside a bare route that runs the same statements, and what an answer takes with few. */
export async function measureLists(
  database: BenchDatabase,
  sessions: SessionToken[],
  cases: readonly Case[],
  { quick, say }: Options,
): Promise<BenchResult[]> {
  const all = quick ? { turns: 3, seconds: 2 } : { turns: 7, seconds: 5 }
  const measured = await measureAgainstBare(database, sessions, cases, { ...all, say })
  const withFew = cases.flatMap((one) =>
    fewCallers.map((callers) => ({ ...one, callers, name: `${one.name}, ${callers} at once` })),
  )
  const few = quick ? { turns: 3, seconds: 1 } : { turns: 5, seconds: 3 }
  const measuredWithFew = await measureAgainstBare(database, sessions, withFew, { ...few, say })
  return [
    ...cases.flatMap(({ name }, at) =>
      toListResults(`${name}, ${sessions.length} at once`, measured[at] ?? noTurns),
    ),
    ...withFew.map(({ name }, at) => toP95Result(name, measuredWithFew[at] ?? noTurns)),
  ]
}

const noTurns: Turns = { panel: [], bare: [] }

function toListResults(name: string, turns: Turns): BenchResult[] {
  return [
    ...toRatioResults(name, turns),
    {
      what: `${name}: calls a second`,
      value: 100 * computeRatio(turns, (a) => a.callsPerSecond),
      unit: '% of bare',
      aim: aims.throughput,
      bound: 'at least',
    },
    toProcessorResult(name, turns),
  ]
}

/** What an answer takes, and what it takes the bare route. */
export function toP95Result(name: string, { panel, bare }: Turns): BenchResult {
  const of = (turns: readonly Turn[]) => computeMedian(turns.map(({ p95Ms }) => p95Ms))
  return {
    what: `${name}: p95`,
    value: of(panel),
    unit: 'ms',
    limit: limits.p95Ms,
    note: `bare ${of(bare).toFixed(1)} ms`,
  }
}

export function toRatioResults(name: string, turns: Turns): BenchResult[] {
  return [
    {
      what: `${name}: median`,
      value: computeRatio(turns, (a) => a.medianMs),
      unit: '× bare',
      limit: limits.ratio,
    },
    { what: `${name}: p95`, value: computeRatio(turns, (a) => a.p95Ms), unit: '× bare', limit: limits.ratio },
  ]
}

export function toRegistrationResults(name: string, turns: Turns): BenchResult[] {
  return [
    {
      what: `${name}: calls a second`,
      value: computeMedian(turns.panel.map((answered) => answered.callsPerSecond)),
      unit: '/s',
      aim: aims.registrations,
      bound: 'at least',
      note: `bare ${Math.round(computeMedian(turns.bare.map((answered) => answered.callsPerSecond)))} /s`,
    },
    toProcessorResult(name, turns),
  ]
}

/** The processor time that a call costs, in the server and in its database. */
export function toProcessorResult(name: string, turns: Turns): BenchResult {
  const describe = (rounds: readonly Turn[]) => {
    const of = (value: (turn: Turn) => number) => computeMedian(rounds.map(value)).toFixed(2)
    return `${of(computeProcessorMs)} ms (${of((a) => a.serverMs)} server, ${of((a) => a.databaseMs)} database)`
  }
  return {
    what: `${name}: processor time a call`,
    value: computeRatio(turns, computeProcessorMs),
    unit: '× bare',
    note: `${describe(turns.panel)}; bare ${describe(turns.bare)}`,
  }
}
