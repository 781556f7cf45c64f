import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPanel, type TestPanel, testNow } from '../testing.ts'
import { type DueHospitals, runJobs } from './schedule.ts'

let panel: TestPanel
const other = newId()

beforeAll(async () => {
  panel = await startTestPanel()
  await panel.root
    .insertInto('hospitals')
    .values({ id: other, code: '77777', name_en: 'Other', name_th: 'อื่น', created_at: testNow })
    .execute()
})
afterAll(() => panel.close())

const everywhere: DueHospitals = () => sql`select id as hospital_id from hospitals`

test('a job that fails in one hospital runs in the others, and so does the next job', async () => {
  const ran: string[] = []
  const failed: unknown[] = []
  await runJobs({
    root: panel.root,
    clock: panel.clock,
    channels: [],
    log: (what) => failed.push(what['job']),
    jobs: [
      {
        name: 'first',
        selectDueHospitals: everywhere,
        inHospital: async ({ hospitalId, tx }) => {
          if (ran.push(hospitalId) === 1) await tx.selectFrom('no_such_table' as never).execute()
        },
      },
      {
        name: 'second',
        selectDueHospitals: everywhere,
        inHospital: async ({ hospitalId }) => void ran.push(hospitalId),
      },
    ],
  })
  expect(failed).toEqual(['first'])
  expect(ran.slice(0, 2).toSorted()).toEqual(ran.slice(2).toSorted())
  expect(new Set(ran).size).toBe(2)
})

test('a hospital with nothing due is not entered', async () => {
  const ran: string[] = []
  await runJobs({
    root: panel.root,
    clock: panel.clock,
    channels: [],
    log: (what) => ran.push(JSON.stringify(what)),
    jobs: [
      {
        name: 'job',
        selectDueHospitals: (now) =>
          sql`select id as hospital_id from hospitals where id = ${other} and created_at <= ${now}`,
        inHospital: async ({ hospitalId }) => void ran.push(hospitalId),
      },
    ],
  })
  expect(ran).toEqual([other])
})

test('a job whose due hospitals cannot be read fails alone', async () => {
  const ran: unknown[] = []
  await runJobs({
    root: panel.root,
    clock: panel.clock,
    channels: [],
    log: (what) => ran.push(what['job']),
    jobs: [
      {
        name: 'first',
        selectDueHospitals: () => sql`select from no_such_table`,
        inHospital: async () => void ran.push(0),
      },
      { name: 'second', selectDueHospitals: everywhere, inHospital: async () => void ran.push('ran') },
    ],
  })
  expect(ran).toEqual(['first', 'ran', 'ran'])
})
