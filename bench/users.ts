import type { Options } from './all.ts'
import { answeredLines } from './rig/answered.ts'
import { measureBeside } from './rig/beside.ts'
import { userCases } from './rig/cases.ts'
import { openBenchDatabase } from './rig/database.ts'
import { foundHospital, registerUsers, signInStaff } from './rig/hospital.ts'
import type { Line } from './table.ts'

const admins = 16

/** The list of users and its search, beside a bare route. */
export async function measureUsers({ quick, say }: Options): Promise<Line[]> {
  const registered = quick ? 10_000 : 100_000
  const database = await openBenchDatabase()
  try {
    say(`registering ${registered.toLocaleString('en')} users`)
    await foundHospital(database.root)
    await registerUsers(database.root, registered)
    const sessions = await signInStaff(database.root, 'admin', admins)
    const cases = await userCases(database.root, registered)
    const measured = await measureBeside(database, sessions, cases, {
      ...(quick ? { turns: 3, seconds: 2 } : { turns: 7, seconds: 5 }),
      say,
    })
    return cases.flatMap(({ name }, at) => answeredLines(name, measured[at] ?? { panel: [], bare: [] }))
  } finally {
    await database.close()
  }
}
