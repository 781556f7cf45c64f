import type { Options } from './all.ts'
import type { BenchResult } from './results.ts'
import { listPatientCases, registration } from './rig/cases.ts'
import { measureAgainstBare } from './rig/compare-with-bare.ts'
import { openBenchDatabase } from './rig/database.ts'
import { createBenchHospital, registerPatients, signInStaff } from './rig/hospital.ts'
import { measureLists, toRegistrationResults } from './rig/list-results.ts'

const users = 16

/** The most frequent calls of the screens, compared with a bare route. */
export async function measurePatients({ quick, full, say }: Options): Promise<BenchResult[]> {
  const registered = quick ? 20_000 : 200_000
  const database = await openBenchDatabase()
  try {
    say(`registering ${registered.toLocaleString('en')} patients`)
    await createBenchHospital(database.root)
    await registerPatients(database.root, 1, registered)
    const sessions = await signInStaff(database.root, 'nurse', users)
    const cases = await listPatientCases(database.root, registered)
    const lists = await measureLists(database, sessions, cases, { quick, full, say })
    const [turns = { panel: [], bare: [] }] = await measureAgainstBare(database, sessions, [registration], {
      ...(quick ? { turns: 3, seconds: 2 } : { turns: 7, seconds: 5 }),
      say,
    })
    return [...lists, ...toRegistrationResults(`${registration.name}, ${users} at once`, turns)]
  } finally {
    await database.close()
  }
}
