import { type FormOperation, type FormRecord, findForm } from 'contract'
import { v7 as newId } from 'uuid'
import { afterEach, expect, test, vi } from 'vitest'
import { RecordStore } from './record-store.ts'

afterEach(() => void vi.unstubAllGlobals())

const record = { form: 'ambulance-request', answers: {}, version: 1 } as FormRecord
const form = findForm('ambulance-request')

test('an answer that is given while an earlier one is being kept is sent, too', async () => {
  vi.stubGlobal('navigator', { onLine: true })
  if (!form) throw new Error('there is no such form')
  const kept: FormOperation[] = []
  const sent: string[] = []
  const slow = Promise.withResolvers<void>()
  const store = new RecordStore({
    record,
    form,
    newId,
    device: 'test',
    keep: async (operation) => {
      await slow.promise
      kept.push(operation)
      return operation
    },
    send: () => {
      sent.push(...kept.splice(0).map(({ path }) => path))
      return Promise.resolve({ record: null, results: new Map() })
    },
  })
  store.say('pick_up', 'หน้าวัดพระแก้ว')
  const flushed = store.flush()
  store.say('landmark', 'ใกล้ตลาดท่าเตียน')
  slow.resolve()
  expect(await flushed).toBe(true)
  expect(sent).toEqual(['pick_up', 'landmark'])
})
