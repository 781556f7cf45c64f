import { monitoring } from 'contract'
import type { Options } from './all.ts'
import { type BenchResult, computeMedian } from './results.ts'
import { chartBeds, followWards } from './rig/beds.ts'
import { createCase } from './rig/cases.ts'
import { measureAgainstBare, type Turns } from './rig/compare-with-bare.ts'
import { openBenchDatabase } from './rig/database.ts'
import { createBenchHospital, registerPatients, signInStaff } from './rig/hospital.ts'
import { toP95Result, toProcessorResult, toRatioResults } from './rig/list-results.ts'
import { addPastStays } from './rig/stays.ts'

const nurses = 16
const fewNurses = 2
const limits = { growth: 1.5 }
/** Each ward has 40 beds; the hospital has 25 wards, so 1,000 beds. */
const followedWards = 15
const rowsPerPage = 100

const orders = [{}, { sort_field: 'bed' }, { sort_field: 'news2', sort_order: 'desc' }] as const

/** The ward board as screens ask for it, compared with a bare route. */
export async function measureWardBoard({ quick, say }: Options): Promise<BenchResult[]> {
  const registered = quick ? 20_000 : 200_000
  const database = await openBenchDatabase()
  try {
    say(`registering ${registered.toLocaleString('en')} patients, of whom 1,000 are in beds`)
    await createBenchHospital(database.root)
    await registerPatients(database.root, 1, registered)
    await chartBeds(database.root)
    const ofWards = await signInStaff(database.root, 'nurse', nurses)
    await followWards(
      database.root,
      ofWards.map(({ user_id }) => user_id),
      followedWards,
    )
    const ofHospital = await signInStaff(database.root, 'nurse', nurses)
    const measure = async (name: string, ward: 'mine' | 'every', sessions: typeof ofWards) => {
      const bodies = orders.map((order) => ({ ...order, ward, number_of_rec: rowsPerPage }))
      const [turns = { panel: [], bare: [] }] = await measureAgainstBare(
        database,
        sessions,
        [createCase(name, monitoring.wardBoard, bodies)],
        { ...(quick ? { turns: 3, seconds: 2 } : { turns: 7, seconds: 5 }), say },
      )
      return toBoardResults(name, turns)
    }
    const mine = 'ward board: my wards, 600 in beds'
    const results = [
      ...(await measure(mine, 'mine', ofWards)),
      ...(await measure('ward board: every ward, 1,000 in beds', 'every', ofHospital)),
    ]
    // Few callers ask at once: with more callers than cores, answers would wait for each other, and not for the board.
    const measureFew = async (past: number) => {
      say(`${past.toLocaleString('en')} past stays`)
      const one = createCase(mine, monitoring.wardBoard, [{ ward: 'mine', number_of_rec: rowsPerPage }])
      const options = { ...(quick ? { turns: 3, seconds: 1 } : { turns: 5, seconds: 3 }), say }
      const [turns = { panel: [], bare: [] }] = await measureAgainstBare(
        database,
        ofWards.slice(0, fewNurses),
        [one],
        options,
      )
      return turns
    }
    const [few, many] = quick ? [2_000, 20_000] : [10_000, 1_000_000]
    await addPastStays(database.root, 1, few)
    const afterFew = await measureFew(few)
    await addPastStays(database.root, few + 1, many)
    const afterMany = await measureFew(many)
    const spent = (turns: Turns) => computeMedian(turns.panel.map(({ databaseMs }) => databaseMs))
    return [
      ...results,
      toP95Result(`${mine}, ${many.toLocaleString('en')} past stays, ${fewNurses} at once`, afterMany),
      {
        what: `${mine}: ${many.toLocaleString('en')} past stays to ${few.toLocaleString('en')}`,
        value: spent(afterMany) / spent(afterFew),
        unit: '× database time',
        limit: limits.growth,
        note: `${spent(afterFew).toFixed(2)} → ${spent(afterMany).toFixed(2)} ms a call`,
      },
    ]
  } finally {
    await database.close()
  }
}

function toBoardResults(name: string, turns: Turns): BenchResult[] {
  const p95Ms = computeMedian(turns.panel.map((answered) => answered.p95Ms))
  return [
    ...toRatioResults(name, turns),
    { what: `${name}: p95`, value: p95Ms, unit: 'ms' },
    toProcessorResult(name, turns),
  ]
}
