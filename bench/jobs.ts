import { performance } from 'node:perf_hooks'
import { runJobs } from '../server/src/core/schedule.ts'
import { acrossHospitals } from '../server/src/db/database.ts'
import { jobs } from '../server/src/jobs.ts'
import type { Options } from './all.ts'
import { type BenchResult, computeMedian } from './results.ts'
import { openBenchDatabase } from './rig/database.ts'
import { createBenchHospitals, wearWatches } from './rig/hospital.ts'

const [hospitals, watchCount] = [1_000, 10]
const limitMs = 1_000

/** One pass of the panel's jobs over 1,000 hospitals in which nothing is due, empty and with devices that send. */
export async function measureJobs({ quick, say }: Options): Promise<BenchResult[]> {
  const passes = quick ? 3 : 11
  const database = await openBenchDatabase()
  const runPass = async () => {
    const began = performance.now()
    await runJobs({
      root: database.root,
      clock: () => new Date(),
      channels: [],
      jobs,
      log: (what) => say(JSON.stringify(what)),
    })
    return performance.now() - began
  }
  const measured = async (what: string): Promise<BenchResult> => {
    await runPass()
    const times: number[] = []
    for (let time = 0; time < passes; time++) times.push(await runPass())
    say(`${what}: ${times.map(Math.round).join(', ')} ms`)
    return { what, value: computeMedian(times), unit: 'ms', limit: limitMs }
  }
  try {
    const ids = await createBenchHospitals(database.root, hospitals)
    const empty = await measured('jobs over 1,000 empty hospitals')
    await acrossHospitals(database.root, (tx) => wearWatches(tx, ids, watchCount))
    return [empty, await measured('jobs over 1,000 hospitals with 10 worn watches each')]
  } finally {
    await database.close()
  }
}
