import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestPanel, type TestPanel } from '../testing.ts'
import { endLease, takeLease } from './lease.ts'

let panel: TestPanel
let hospitalId: string
beforeAll(async () => {
  panel = await startTestPanel()
  const hospital = await panel.root.selectFrom('hospitals').select('id').executeTakeFirstOrThrow()
  hospitalId = hospital.id
})
beforeEach(async () => {
  await panel.root.deleteFrom('mqtt_leases').execute()
})
afterAll(() => panel.close())

const leaseMs = 60_000
const take = (node: string) => takeLease(panel.root, { hospitalId, node }, leaseMs)
const letExpire = () =>
  sql`update mqtt_leases set ends_at = now() where hospital_id = ${hospitalId}`.execute(panel.root)

test('one of the nodes that ask for the lease together gets it, and holds it while it renews', async () => {
  const nodes = Array.from({ length: 8 }, () => newId())
  const takeTogether = () => Promise.all(nodes.map(take))
  const first = await takeTogether()
  expect(first.filter(Boolean)).toHaveLength(1)
  expect(await takeTogether()).toEqual(first)
})

test('another node gets the lease when it has run out, and the node that had it does not get it back', async () => {
  const [late, next] = [newId(), newId()]
  expect(await take(late)).toBe(true)
  await letExpire()
  expect(await take(next)).toBe(true)
  expect(await take(late)).toBe(false)
})

test('a node that is late gets its own lease again if no other node took it', async () => {
  const node = newId()
  await take(node)
  await letExpire()
  expect(await take(node)).toBe(true)
  expect(await take(newId())).toBe(false)
})

test('another node gets the lease at once when its holder ends it, and nobody ends that of another', async () => {
  const [going, next] = [newId(), newId()]
  await take(going)
  await endLease(panel.root, { hospitalId, node: next })
  expect(await take(next)).toBe(false)
  await endLease(panel.root, { hospitalId, node: going })
  expect(await take(next)).toBe(true)
})
