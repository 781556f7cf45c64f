import type { Options } from './all.ts'
import { measureBeside, ratioOf, type Turns } from './beside.ts'
import { patientCases } from './cases.ts'
import { openBenchDatabase } from './database.ts'
import { foundHospital, registerPatients, signInNurses } from './hospital.ts'
import { type Line, median } from './table.ts'

const users = 16
const limits = { ratio: 1.5, p95Ms: 25, throughput: 95 }

/** The questions that the screens ask most, beside a bare route. */
export async function measurePatients({ quick, say }: Options): Promise<Line[]> {
  const registered = quick ? 20_000 : 200_000
  const database = await openBenchDatabase()
  try {
    say(`registering ${registered.toLocaleString('en')} patients`)
    await foundHospital(database.root)
    await registerPatients(database.root, 1, registered)
    const sessions = await signInNurses(database.root, users)
    const cases = await patientCases(database.root, registered)
    const measured = await measureBeside(database, sessions, cases, {
      ...(quick ? { turns: 3, seconds: 2 } : { turns: 7, seconds: 5 }),
      say,
    })
    return cases.flatMap(({ name }, at) => linesOf(name, measured[at] ?? { panel: [], bare: [] }))
  } finally {
    await database.close()
  }
}

function linesOf(name: string, turns: Turns): Line[] {
  const p95Ms = median(turns.panel.map((answered) => answered.p95Ms))
  return [
    {
      what: `${name}: median`,
      value: ratioOf(turns, (a) => a.medianMs),
      unit: '× bare',
      limit: limits.ratio,
    },
    { what: `${name}: p95`, value: ratioOf(turns, (a) => a.p95Ms), unit: '× bare', limit: limits.ratio },
    { what: `${name}: p95`, value: p95Ms, unit: 'ms', limit: limits.p95Ms },
    {
      what: `${name}: calls a second`,
      value: 100 * ratioOf(turns, (a) => a.callsPerSecond),
      unit: '% of bare',
      limit: limits.throughput,
      bound: 'at least',
    },
  ]
}
