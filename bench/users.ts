import type { Options } from './all.ts'
import type { BenchResult } from './results.ts'
import { listUserCases } from './rig/cases.ts'
import { openBenchDatabase } from './rig/database.ts'
import { createBenchHospital, registerUsers, signInStaff } from './rig/hospital.ts'
import { measureLists } from './rig/list-results.ts'

const admins = 16

/** The list of users and its search, compared with a bare route. */
export async function measureUsers({ quick, full, say }: Options): Promise<BenchResult[]> {
  const registered = quick ? 10_000 : 100_000
  const database = await openBenchDatabase()
  try {
    say(`registering ${registered.toLocaleString('en')} users`)
    await createBenchHospital(database.root)
    await registerUsers(database.root, registered)
    const sessions = await signInStaff(database.root, 'admin', admins)
    const cases = await listUserCases(database.root, registered)
    return await measureLists(database, sessions, cases, { quick, full, say })
  } finally {
    await database.close()
  }
}
