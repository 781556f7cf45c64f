import { type Input, patients, type SessionToken } from 'contract'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { openPool, type Root } from '../server/src/db/database.ts'
import type { Options } from './all.ts'
import type { BenchResult } from './results.ts'
import { bindValues, type Caller, captureStatements, type Statement } from './rig/capture.ts'
import { openBenchDatabase } from './rig/database.ts'
import { createBenchHospital, registerPatients, signInStaff } from './rig/hospital.ts'

const rowsPerPage = 20
const repetitions = 9

type Question = { name: string; body: Input<typeof patients.list>; skips?: number }

/** The cost of one call's statements on the database. */
type Cost = { buffers: number; ms: number; rows: number }

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

async function measureCost(
  client: PoolClient,
  statements: Statement[],
  [session]: SessionToken[],
): Promise<Cost> {
  const staffId = session?.user_id ?? ''
  const caller: Caller = { tokenHash: Buffer.alloc(32), staffId, now: Date.now(), ids: new Map() }
  const costs: Cost[] = []
  for (let i = 0; i < repetitions; i++) costs.push(await explainOnce(client, statements, caller))
  return {
    buffers: Math.min(...costs.map((cost) => cost.buffers)),
    ms: Math.min(...costs.map((cost) => cost.ms)),
    rows: Math.max(...costs.map((cost) => cost.rows)),
  }
}

/** Runs the transaction of a call, with its reading statements explained. */
async function explainOnce(client: PoolClient, statements: Statement[], caller: Caller): Promise<Cost> {
  const cost: Cost = { buffers: 0, ms: 0, rows: 0 }
  const begin = statements.findIndex(({ text }) => text.startsWith('begin'))
  for (const statement of statements.slice(begin)) {
    if (!/^\s*(select|with)\b/i.test(statement.text)) {
      if (/^\s*(begin|commit)/i.test(statement.text)) await client.query(statement.text)
      continue
    }
    const { rows } = await client.query<{ 'QUERY PLAN': [Explained] }>(
      `explain (analyze, buffers, timing off, format json) ${statement.text}`,
      bindValues(statement, caller),
    )
    const explained = rows[0]?.['QUERY PLAN'][0]
    if (!explained) throw new Error('PostgreSQL explained nothing')
    cost.ms += explained['Execution Time']
    cost.buffers += explained.Plan['Shared Hit Blocks'] + explained.Plan['Shared Read Blocks']
    cost.rows += countRowsRead(explained.Plan)
  }
  return cost
}

type Plan = {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Plan[]
}
type Explained = { Plan: Plan; 'Execution Time': number }

/** Counts the rows of patients and their search keys that were read, also those filtered out. */
function countRowsRead(plan: Plan): number {
  const counts = ['patients', 'patient_search'].includes(plan['Relation Name'] ?? '')
  const here = counts
    ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
    : 0
  return (plan.Plans ?? []).reduce((sum, inner) => sum + countRowsRead(inner), here)
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
