import type { SessionToken } from 'contract'
import type { PoolClient } from 'pg'
import { bindValues, type Caller, type Statement } from './capture.ts'

const repetitions = 9

/** The cost of one call's statements on the database. */
export type Cost = { buffers: number; ms: number; rows: number }

/** The least cost of several runs. */
export async function measureCost(
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
