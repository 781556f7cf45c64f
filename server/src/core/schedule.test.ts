import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPanel, type TestPanel, testNow } from '../testing.ts'
import { runJobs } from './schedule.ts'

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

test('a job that fails of one hospital runs of the others, and so does the next job', async () => {
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
        inHospital: async ({ hospitalId, tx }) => {
          if (ran.push(hospitalId) === 1) await tx.selectFrom('no_such_table' as never).execute()
        },
      },
      { name: 'second', inHospital: async ({ hospitalId }) => void ran.push(hospitalId) },
    ],
  })
  expect(failed).toEqual(['first'])
  expect(ran.slice(0, 2).toSorted()).toEqual(ran.slice(2).toSorted())
  expect(new Set(ran).size).toBe(2)
})
