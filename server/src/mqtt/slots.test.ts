import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestPanel, type TestPanel } from '../testing.ts'
import { leaveSlots, renewSlots } from './slots.ts'

let panel: TestPanel
let hospitalId: string
beforeAll(async () => {
  panel = await startTestPanel()
  const hospital = await panel.root.selectFrom('hospitals').select('id').executeTakeFirstOrThrow()
  hospitalId = hospital.id
})
beforeEach(async () => {
  await panel.root.deleteFrom('bridge_nodes').execute()
})
afterAll(() => panel.close())

const leaseMs = 60_000
const all = [0, 1, 2, 3, 4, 5, 6, 7]
const inOrder = (slots: number[]) => slots.toSorted((a, b) => a - b)
const renew = (node: string, forMs = leaseMs) => renewSlots(panel.root, { hospitalId, node }, forMs)

test('a node that is alone has all slots at once', async () => {
  expect(await renew(newId())).toEqual(all)
})

test.each([2, 3, 5, 8, 11])(
  'each of %i nodes that renew together has its share, and each slot has one node',
  async (count) => {
    const nodes = Array.from({ length: count }, () => newId())
    const together = () => Promise.all(nodes.map((node) => renew(node)))
    // First the nodes with too many slots give them up, then the others take them.
    for (let time = 0; time < 2; time++) await together()
    const held = await together()
    expect(inOrder(held.flat())).toEqual(all)
    const shares = held.map((slots) => slots.length)
    expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1)
    expect(await together()).toEqual(held)
  },
)

test('the slots of a node are free when it stops, and when its lease has run out', async () => {
  const [staying, going, lost] = [newId(), newId(), newId()]
  await renew(staying)
  await renew(going)
  await renew(staying)
  expect(await renew(going)).toHaveLength(4)
  await leaveSlots(panel.root, { hospitalId, node: going })
  expect(await renew(staying)).toEqual(all)
  await renew(lost)
  await renew(staying)
  expect(await renew(lost, 0)).toHaveLength(4)
  expect(inOrder(await renew(staying))).toEqual(all)
  // A node that comes back late has lost its slots, and waits for its share.
  expect(await renew(lost)).toEqual([])
})
