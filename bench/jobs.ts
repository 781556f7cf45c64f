import { performance } from 'node:perf_hooks'
import { runJobs } from '../server/src/core/schedule.ts'
import { acrossHospitals } from '../server/src/db/database.ts'
import { jobs } from '../server/src/jobs.ts'
import type { Options } from './all.ts'
import { openBenchDatabase } from './rig/database.ts'
import { foundHospitals, wearWatches } from './rig/hospital.ts'
import { type Line, median } from './table.ts'

const [hospitals, watches] = [1_000, 10]
const limitMs = 1_000

/** A pass of what the panel does by itself over 1,000 hospitals in which nothing is due, empty and with devices that send. */
export async function measureJobs({ quick, say }: Options): Promise<Line[]> {
  const passes = quick ? 3 : 11
  const database = await openBenchDatabase()
  const pass = async () => {
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
  const measured = async (what: string): Promise<Line> => {
    await pass()
    const times: number[] = []
    for (let time = 0; time < passes; time++) times.push(await pass())
    say(`${what}: ${times.map(Math.round).join(', ')} ms`)
    return { what, value: median(times), unit: 'ms', limit: limitMs }
  }
  try {
    const ids = await foundHospitals(database.root, hospitals)
    const empty = await measured('jobs over 1,000 empty hospitals')
    await acrossHospitals(database.root, (tx) => wearWatches(tx, ids, watches))
    return [empty, await measured('jobs over 1,000 hospitals with 10 worn watches each')]
  } finally {
    await database.close()
  }
}
