import { type BenchResult, computeMedian } from '../results.ts'
import { computeRatio, type Turn, type Turns } from './compare-with-bare.ts'

const limits = { ratio: 1.5, p95Ms: 25 }
/** The share of the calls of the bare route in a second (percent), and registrations a second. */
const aims = { throughput: 95, registrations: 500 }

const computeProcessorMs = ({ serverMs, databaseMs }: Turn) => serverMs + databaseMs

/** The results of a list, compared with a bare route that runs the same queries. */
export function toListResults(name: string, turns: Turns): BenchResult[] {
  const p95Ms = computeMedian(turns.panel.map((answered) => answered.p95Ms))
  return [
    ...toRatioResults(name, turns),
    { what: `${name}: p95`, value: p95Ms, unit: 'ms', limit: limits.p95Ms },
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
