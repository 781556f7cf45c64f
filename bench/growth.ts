import { type Input, patients } from 'contract'
import { sql } from 'kysely'
import { openPool, type Root } from '../server/src/db/database.ts'
import type { Options } from './all.ts'
import type { BenchResult } from './results.ts'
import { type Cost, measureCost } from './rig/call-cost.ts'
import { captureStatements } from './rig/capture.ts'
import { openBenchDatabase } from './rig/database.ts'
import { createBenchHospital, registerPatients, signInStaff } from './rig/hospital.ts'

const rowsPerPage = 20

type Question = { name: string; body: Input<typeof patients.list>; skips?: number }

/**
 * The cost of a call on the database as the hospital grows: the least time of several runs, and the pages of 8 KB that
 * its statements touch. The time is what counts: above a quarter of a million patients the visibility map has more than
 * one page, and each change between its pages counts as a touch.
 */
export async function measureGrowth({ quick, say }: Options): Promise<BenchResult[]> {
  const sizes = quick ? [2_000, 20_000] : [10_000, 100_000, 1_000_000]
  const database = await openBenchDatabase()
  const pool = openPool({ url: database.url, connections: 1 })
  const client = await pool.connect()
  try {
    await createBenchHospital(database.root)
    const sessions = await signInStaff(database.root, 'nurse', 2)
    const measured = new Map<string, (Cost & { skips: number })[]>()
    let registered = 0
    for (const size of sizes) {
      say(`registering ${size.toLocaleString('en')} patients`)
      await registerPatients(database.root, registered + 1, size)
      registered = size
      const questions = await buildQuestions(database.root, size)
      const cases = questions.map(({ name, body }) => ({ name, path: patients.list.path, bodies: [body] }))
      const captured = await captureStatements(database.url, sessions, cases)
      for (const [at, { name, skips = 0 }] of questions.entries()) {
        const cost = await measureCost(client, captured[at]?.[0] ?? [], sessions)
        measured.set(name, [...(measured.get(name) ?? []), { ...cost, skips }])
        say(`${name}: ${cost.buffers} buffers, ${cost.ms.toFixed(2)} ms, ${cost.rows} rows`)
      }
    }
    return [...measured].map(([name, costs]) => toGrowthResult(name, costs, sizes))
  } finally {
    client.release()
    await pool.end()
    await database.close()
  }
}

async function buildQuestions(root: Root, size: number): Promise<Question[]> {
  // A patient with a unique name, so that the search finds one in each hospital.
  const someone = await root
    .selectFrom('patients')
    .select((eb) => ['name', 'surname', eb.fn.min('hn').as('hn'), eb.fn.min('mobile').as('mobile')])
    .groupBy(['name', 'surname'])
    .having((eb) => eb.fn.countAll(), '=', 1)
    .orderBy('surname')
    .orderBy('name')
    .limit(1)
    .executeTakeFirstOrThrow()
  const { born } = await root
    .selectFrom('patients')
    .select(sql<number>`count(date_of_birth)`.as('born'))
    .executeTakeFirstOrThrow()
  const deep = (skips: number) => ({ number_of_rec: rowsPerPage, page: 1 + Math.floor(skips / rowsPerPage) })
  return [
    { name: 'first page', body: {} },
    // More matches than are counted at any size, so that a small hospital has as many as a large one.
    { name: 'a beginning that many names have', body: { search_value: 'สม' } },
    { name: 'a full name', body: { search_value: `${someone.name} ${someone.surname}` } },
    { name: 'a phone', body: { search_value: someone.mobile ?? '' } },
    { name: 'an HN', body: { search_value: someone.hn } },
    { name: 'middle page', body: deep(size / 2), skips: size / 2 },
    { name: 'middle page by name', body: { ...deep(size / 2), sort_field: 'name' }, skips: size / 2 },
    { name: 'middle page by ward', body: { ...deep(size / 2), sort_field: 'ward' }, skips: size / 2 },
    { name: 'page behind all ages', body: { ...deep(born + 100), sort_field: 'age' }, skips: born + 100 },
  ]
}

function toGrowthResult(name: string, costs: (Cost & { skips: number })[], sizes: number[]): BenchResult {
  const [smallest = 1, largest = 1] = [sizes.at(0), sizes.at(-1)]
  const [first, last] = [costs.at(0), costs.at(-1)]
  const note = `${costs.map(({ buffers }) => buffers.toLocaleString('en')).join(' → ')} buffers, ${costs
    .map(({ ms }) => ms.toFixed(1))
    .join(' → ')} ms`
  if (last?.skips) {
    const page = 3 * rowsPerPage
    const times = Math.max(...costs.map(({ rows, skips }) => (rows - page) / skips))
    return {
      what: `${name}: what it skips is read`,
      value: Math.max(0, times),
      unit: 'times',
      limit: 1.1,
      note,
    }
  }
  return {
    what: `${name}: ${largest.toLocaleString('en')} patients to ${smallest.toLocaleString('en')}`,
    value: (last?.ms ?? 0) / (first?.ms ?? 1),
    unit: '× time',
    limit: Math.log(largest) / Math.log(smallest),
    note,
  }
}
