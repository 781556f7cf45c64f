import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPanel, type TestPanel } from '../testing.ts'
import { allInOrder } from './all-in-order.ts'
import { acrossHospitals } from './database.ts'

let panel: TestPanel
beforeAll(async () => {
  panel = await startTestPanel()
})
afterAll(() => panel.close())

test('statements that are sent together answer in their order', async () => {
  const answers = await acrossHospitals(panel.root, (tx) =>
    allInOrder([sql`select 1 as n`.execute(tx), undefined, sql`select 2 as n`.execute(tx)]),
  )
  expect(answers.map((one) => one?.rows)).toEqual([[{ n: 1 }], undefined, [{ n: 2 }]])
})

test('the statement that failed says why, and not one that was sent behind it', async () => {
  const failing = acrossHospitals(panel.root, (tx) => {
    const first = sql`select 1 / 0`.execute(tx)
    // Whatever handles an answer may take longer than what handles a later one.
    const handled = first.finally(() => first.finally(() => new Promise(setImmediate)))
    return allInOrder([handled, sql`select 2`.execute(tx)])
  })
  await expect(failing).rejects.toThrow('division by zero')
})

test('a failure behind the first statement says why, although one that was sent before it goes on', async () => {
  const failing = acrossHospitals(panel.root, (tx) => {
    const first = sql`select 1`.execute(tx).then(() => sql`select 2`.execute(tx))
    return allInOrder([first, sql`select 1 / 0`.execute(tx)])
  })
  await expect(failing).rejects.toThrow('division by zero')
})
