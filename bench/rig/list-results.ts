import { type BenchResult, computeMedian } from '../results.ts'
import { computeRatio, type Turns } from './compare-with-bare.ts'

const limits = { ratio: 1.5, p95Ms: 25, throughput: 95 }

/** The results of a list, compared with a bare route that runs the same queries. */
export function toListResults(name: string, turns: Turns): BenchResult[] {
  const p95Ms = computeMedian(turns.panel.map((answered) => answered.p95Ms))
  return [
    {
      what: `${name}: median`,
      value: computeRatio(turns, (a) => a.medianMs),
      unit: '× bare',
      limit: limits.ratio,
    },
    { what: `${name}: p95`, value: computeRatio(turns, (a) => a.p95Ms), unit: '× bare', limit: limits.ratio },
    { what: `${name}: p95`, value: p95Ms, unit: 'ms', limit: limits.p95Ms },
    {
      what: `${name}: calls a second`,
      value: 100 * computeRatio(turns, (a) => a.callsPerSecond),
      unit: '% of bare',
      limit: limits.throughput,
      bound: 'at least',
    },
  ]
}
