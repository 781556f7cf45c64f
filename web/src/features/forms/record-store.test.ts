import { type FormOperation, type FormRecord, findForm } from 'contract'
import { v7 as newId } from 'uuid'
import { afterEach, expect, test, vi } from 'vitest'
import { RecordStore } from './record-store.ts'

afterEach(() => void vi.unstubAllGlobals())

/**
 * A store whose operations are kept when `slow` resolves, or rejected by `refuse`, and sent in the order in which they
 * were kept.
 */
function createSlowStore(
  slow: Promise<void>,
  refuse: (operation: FormOperation) => void = () => undefined,
): {
  store: RecordStore
  sent: [path: string, answer: unknown][]
} {
  vi.stubGlobal('navigator', { onLine: true })
  if (!form) throw new Error('there is no such form')
  const kept: FormOperation[] = []
  const sent: [string, unknown][] = []
  const store = new RecordStore({
    record,
    form,
    newId,
    device: 'test',
    keep: async (operation) => {
      await slow
      refuse(operation)
      kept.push(operation)
      return operation
    },
    send: () => {
      sent.push(...kept.splice(0).map(({ path, answer }) => [path, answer] as [string, unknown]))
      return Promise.resolve({ record: null, results: new Map() })
    },
  })
  return { store, sent }
}

const record = { form: 'operation-form', answers: {}, version: 1 } as FormRecord
const form = findForm('operation-form')

test('an answer that is given while an earlier one is being kept is sent, too', async () => {
  const slow = Promise.withResolvers<void>()
  const { store, sent } = createSlowStore(slow.promise)
  store.say('scene', 'หน้าวัดพระแก้ว')
  const flushed = store.flush()
  store.say('complaint', 'ใกล้ตลาดท่าเตียน')
  slow.resolve()
  expect(await flushed).toBe(true)
  expect(sent.map(([path]) => path)).toEqual(['scene', 'complaint'])
})

test('a row that is struck out before it was sent is begun, written and struck out, in this order', async () => {
  const slow = Promise.withResolvers<void>()
  const { store, sent } = createSlowStore(slow.promise)
  const row = `drugs/${newId()}`
  store.say('scene', 'หน้าวัดพระแก้ว')
  store.say(row, true)
  store.say(`${row}/other_drug`, 'ยาเดิมของผู้ป่วย')
  store.say(row, false)
  slow.resolve()
  expect(await store.flush()).toBe(true)
  expect(sent.slice(1)).toEqual([
    [row, true],
    [`${row}/other_drug`, 'ยาเดิมของผู้ป่วย'],
    [row, false],
  ])
})

test('an answer that could not be kept counts as unsent, holds up no later one, and is kept and sent once it can be', async () => {
  let isBroken = true
  const { store, sent } = createSlowStore(Promise.resolve(), ({ path }) => {
    if (isBroken && path === 'scene') throw new Error('there is no room')
  })
  store.say('scene', 'หน้าวัดพระแก้ว')
  store.say('complaint', 'หายใจลำบาก')
  expect(await store.flush()).toBe(false)
  expect(sent).toEqual([['complaint', 'หายใจลำบาก']])
  expect(store.getSaving()).toMatchObject({ unsent: 1, failure: { message: 'there is no room' } })
  isBroken = false
  expect(await store.flush()).toBe(true)
  expect(sent.slice(1)).toEqual([['scene', 'หน้าวัดพระแก้ว']])
  expect(store.getSaving()).toMatchObject({ unsent: 0, failure: undefined })
})

test('what is written into a row whose beginning could not be kept goes behind it', async () => {
  const row = `drugs/${newId()}`
  let refusals = 1
  const { store, sent } = createSlowStore(Promise.resolve(), ({ path }) => {
    if (path !== row || refusals === 0) return
    refusals -= 1
    throw new Error('there is no room')
  })
  store.say(row, true)
  store.say(`${row}/other_drug`, 'ยาเดิมของผู้ป่วย')
  expect(await store.flush()).toBe(true)
  expect(sent.map(([path]) => path)).toEqual([row, `${row}/other_drug`])
})
