import { audit, type Client, hospitals, type Input, users, wallet } from 'contract'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getErrorName } from '../../../test/support/refusal.ts'
import { startTestPanel, type TestPanel } from '../../testing.ts'

let panel: TestPanel
let admin: Awaited<ReturnType<TestPanel['as']>>
let nurse: string
beforeAll(async () => {
  panel = await startTestPanel()
  admin = await panel.as('admin')
  nurse = (await panel.as('nurse')).session.user_id
  await setWallets(true)
})
afterAll(() => panel.close())

async function setWallets(uses_wallet: boolean) {
  const { version } = (await admin(hospitals.own, {})).hospital
  await admin(hospitals.update, { version, uses_wallet })
}

const history = (_id = nurse, call: Client = admin) => call(wallet.history, { _id })
const change = async (
  amount: number,
  more: Partial<Input<typeof wallet.change>> = {},
  call: Client = admin,
) => {
  const { balance } = await history()
  return call(wallet.change, { _id: nurse, amount, balance, reason: 'ค่าอาหาร', ...more })
}

test('an admin can add and take money, and each change is stored with who made it, when and why', async () => {
  expect(await history()).toMatchObject({ balance: 0, rows: [], total: 0 })
  expect(await change(250.25, { reason: 'เดือนพฤศจิกายน' })).toMatchObject({ balance: 250.25, message: 375 })
  panel.wait(60_000)
  expect(await change(-50)).toMatchObject({ balance: 200.25 })
  const { rows, balance, total } = await history()
  expect({ balance, total }).toEqual({ balance: 200.25, total: 2 })
  expect(rows).toMatchObject([
    { amount: -50, balance: 200.25, reason: 'ค่าอาหาร', by: { _id: admin.session.user_id } },
    { amount: 250.25, balance: 250.25, reason: 'เดือนพฤศจิกายน', at: expect.any(String) },
  ])
  expect((await admin(users.get, { _id: nurse })).user.wallet).toBe(200.25)
  const { rows: entries } = await admin(audit.list, { filterLists: { action: 'wallet.change' } })
  expect(entries[0]?.detail).toMatchObject({ user: nurse, amount: -50 })
})

test('the balance of a wallet is never negative, nor above its maximum', async () => {
  const { balance } = await history()
  expect(await getErrorName(change(-balance - 0.01))).toBe('wallet-bounds')
  expect(await getErrorName(change(1_000_000 - balance + 0.01))).toBe('wallet-bounds')
  expect((await history()).balance).toBe(balance)
  for (const amount of [0, 0.001, 1e7, Number.MAX_VALUE])
    expect(await getErrorName(change(amount))).toBe('invalid')
  expect(await getErrorName(change(1, { reason: ' ' }))).toBe('invalid')
})

test('one of two changes at once, or of one sent twice, is refused with the present balance', async () => {
  const { balance } = await history()
  const both = [1, 2].map(() => getErrorName(change(10, { balance })))
  expect(new Set(await Promise.all(both))).toEqual(new Set(['changed-meanwhile', undefined]))
  expect((await history()).balance).toBe(balance + 10)
})

test('users cannot change their own wallet, nor that of a user with permissions they lack', async () => {
  expect(await getErrorName(change(10, { _id: admin.session.user_id, balance: 0 }))).toBe('own-wallet')
  const system = await panel.asNew({ staffType: 'admin', isSystemAdmin: true })
  expect(await getErrorName(change(10, { _id: system.session.user_id, balance: 0 }))).toBe(
    'beyond-own-rights',
  )
  expect(await getErrorName(change(10, { _id: newId() }))).toBe('not-found')
})

test('the history of a wallet cannot be changed, and no call writes the balance itself', async () => {
  const changed = panel.root.updateTable('wallet_changes').set({ amount: 1 })
  await expect(changed.execute()).rejects.toThrow('append-only')
  await expect(panel.root.deleteFrom('wallet_changes').execute()).rejects.toThrow('append-only')
  const sums = await panel.root
    .selectFrom('staff')
    .leftJoin('wallet_changes as c', 'c.staff_id', 'staff.id')
    .select(({ fn, eb }) => ['staff.wallet', fn.coalesce(fn.sum<number>('c.amount'), eb.lit(0)).as('sum')])
    .groupBy(['staff.id', 'staff.wallet'])
    .execute()
  expect(sums.filter(({ wallet: held, sum }) => held !== sum)).toEqual([])
})

test('a hospital without wallets shows none: in no call, and in no file', async () => {
  await setWallets(false)
  expect(await getErrorName(history())).toBe('wallet-off')
  const file = async () => (await (await admin(users.exportList, {})).text()).split('\r\n')[0]
  expect(await file()).not.toContain('Wallet')
  // This panel does not have LINE either.
  expect(await file()).not.toContain('LINE userId')
  await setWallets(true)
  expect(await file()).toContain('Wallet')
  expect((await history()).total).toBeGreaterThan(0)
})
