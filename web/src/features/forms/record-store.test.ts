import { type FormOperation, type FormRecord, findForm } from 'contract'
import { v7 as newId } from 'uuid'
import { afterEach, expect, test, vi } from 'vitest'
import { RecordStore } from './record-store.ts'

afterEach(() => void vi.unstubAllGlobals())

/** A store whose operations are kept when `slow` resolves, and sent in the order in which they were kept. */
function createSlowStore(slow: Promise<void>): {
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
