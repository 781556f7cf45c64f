import { devices } from 'contract'
import type { KyselyPlugin } from 'kysely'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inHospital, type Tx } from '../db/database.ts'
import { startTestPanel, type TestPanel, testNow } from '../testing.ts'
import { chainBoxMessages } from './box-chain.ts'
import { quarantine, toUnreadableMessage } from './intake/messages.ts'

let panel: TestPanel
let hospitalId: string
beforeAll(async () => {
  panel = await startTestPanel()
  hospitalId = (await panel.root.selectFrom('hospitals').select('id').executeTakeFirstOrThrow()).id
})
afterAll(() => panel.close())

/** Appends messages to the chain in one call; returns the number of statements that it took. */
async function chain(...contents: (string | number)[]): Promise<number> {
  let statements = 0
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      statements += 1
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  await inHospital(panel.root, hospitalId, (tx) =>
    chainBoxMessages(
      {
        tx: tx.withPlugin(counting) as Tx,
        hospitalId,
        now: testNow,
        newId,
        emit: () => {},
        channels: [],
      },
      contents.map((content) => ({
        mac: 'd83add000001',
        payload: Buffer.from(String(content)),
        nationalId: null,
      })),
    ),
  )
  return statements
}

async function chained(): Promise<string[]> {
  const rows = await panel.root
    .selectFrom('box_transactions')
    .select(['number', 'payload'])
    .orderBy('number')
    .execute()
  return rows.map(({ number, payload }) => `${number} ${payload.toString()}`)
}

test('a message is on the chain once, however often it is sent in one batch or in the next', async () => {
  await chain('a', 'b', 'a', 'c')
  await chain('c', 'd', 'b', 'd')
  await chain('a')
  expect(await chained()).toEqual(['1 a', '2 b', '3 c', '4 d'])
  const nurse = await panel.as('nurse')
  expect(await nurse(devices.boxTransactions, {})).toMatchObject({ total: 4, broken_at: null })
})

test('a large batch takes no more statements than a small one, and makes one chain', async () => {
  const few = await chain('e', 'f')
  expect(await chain(...Array(500).keys())).toBe(few)
  const nurse = await panel.as('nurse')
  expect(await nurse(devices.boxTransactions, {})).toMatchObject({ total: 506, broken_at: null })
})

test('two transactions that wrote other rows of the hospital can append to the chain without a deadlock', async () => {
  const both = Promise.withResolvers<void>()
  let kept = 0
  const hang = (name: string) =>
    inHospital(panel.root, hospitalId, async (tx) => {
      const bedside = { tx, hospitalId, now: testNow, newId, emit: () => {}, channels: [] }
      const payload = Buffer.from(name)
      await quarantine(bedside, [
        toUnreadableMessage({ topic: 'box', payload, receivedAt: Date.parse(testNow), sender: null }),
      ])
      kept += 1
      if (kept === 2) both.resolve()
      await both.promise
      await chainBoxMessages(bedside, [{ mac: 'd83add000001', payload, nationalId: null }])
    })
  await Promise.all([hang('one'), hang('other')])
  const names = (await chained()).slice(-2).map((link) => link.split(' ')[1])
  expect(new Set(names)).toEqual(new Set(['one', 'other']))
})
