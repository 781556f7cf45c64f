import { describe, expect, test } from 'vitest'
import {
  chooseSavingWord,
  countKept,
  emptyOutbox,
  hasGoneBack,
  hasOwnList,
  isToBeSent,
  takeBatch,
} from './saving-rules.ts'

describe('the state line', () => {
  const sent = { ...emptyOutbox, lastSentAt: 1 }
  test('says that everything is saved only when nothing failed, waits or is unsent', () => {
    expect(chooseSavingWord(emptyOutbox, false)).toBe('saved-all')
    expect(chooseSavingWord(sent, false)).toBe('saved')
    for (const left of [{ unsent: 1 }, { failed: 1 }, { waiting: 1 }])
      for (const isLost of [true, false])
        expect(chooseSavingWord({ ...sent, ...left }, isLost)).not.toMatch(/^saved/)
  })

  test('asks to keep the page open for what is in memory alone, unless it is being sent', () => {
    const inMemory = { ...sent, unsent: 1, isInMemory: true }
    expect(chooseSavingWord(inMemory, true)).toBe('in-memory')
    expect(chooseSavingWord(inMemory, false)).toBe('sending')
    expect(chooseSavingWord({ ...inMemory, unsent: 0 }, true)).toBe('saved')
  })

  test('names the worst first', () => {
    const all = { ...sent, unsent: 2, failed: 1, waiting: 1, isInMemory: true, isFull: true }
    expect(chooseSavingWord(all, false)).toBe('full')
    expect(chooseSavingWord({ ...all, isFull: false }, true)).toBe('in-memory')
    expect(chooseSavingWord({ ...all, isFull: false, isInMemory: false }, true)).toBe('failed')
    expect(chooseSavingWord({ ...sent, unsent: 1 }, true)).toBe('unsent')
    expect(chooseSavingWord({ ...sent, unsent: 1 }, false)).toBe('sending')
  })
})

describe('what is kept', () => {
  const user = { _id: 'u', hospital: { _id: 'h' } }
  const kept = { op_id: 'o', record_id: 'r', by: 'u', hospital_id: 'h', problem: null }
  const refused = { ...kept, problem: 'number-range' }

  test('is counted by who may do something about it', () => {
    const others = [
      { ...refused, by: 'v', record_id: 's' },
      { ...kept, hospital_id: 'other' },
    ]
    expect(countKept([kept, kept, refused, ...others], user)).toEqual({
      unsent: 2,
      failed: 2,
      ownFailed: 1,
      elsewhere: 1,
      own: ['r'],
    })
  })

  test('of a check waits with it until its author decides; a photo that is alone is seen and forgotten', () => {
    const check = { ...refused, op_id: 'c', record_id: 'vehicle', kind: 'check' as const }
    const photo = { ...refused, op_id: 'p', record_id: 'c', kind: 'fault-photo' as const }
    expect(countKept([check, photo], user)).toMatchObject({ failed: 2, ownFailed: 0, own: [] })
    expect(countKept([photo], user)).toMatchObject({ failed: 1, ownFailed: 1, own: [] })
    expect(hasOwnList(photo, [check, photo])).toBe(true)
    expect(hasOwnList(photo, [photo])).toBe(false)
    expect(hasOwnList({ ...photo, kind: 'photo' }, [check])).toBe(false)
  })

  test('of a mission is of no record, and is not counted while its first call is under way', () => {
    const step = { ...kept, kind: 'mission-step' as const }
    const counted = { unsent: 1, failed: 1, ownFailed: 0, own: [] }
    expect(countKept([step, { ...step, problem: 'refused' }], user)).toMatchObject(counted)
    expect(countKept([{ ...step, is_pressed: 1 }], user)).toMatchObject({ unsent: 0, elsewhere: 0 })
  })

  test('is sent by sessions of its hospital, whoever wrote it; an earlier version did not say which', () => {
    const isSent = (one: Parameters<typeof isToBeSent>[0]) => isToBeSent(one, user, new Set())
    expect(isSent({ ...kept, by: 'v' })).toBe(true)
    expect(isSent({ ...kept, hospital_id: 'other' })).toBe(false)
    expect(isSent({ op_id: 'o', record_id: 'r', by: 'u', problem: null })).toBe(true)
    expect(isSent(refused)).toBe(false)
    expect(isToBeSent(kept, undefined, new Set())).toBe(false)
  })

  test('that nobody could read is tried again, once a page', () => {
    const unreadable = { ...kept, problem: 'unreadable' }
    expect(isToBeSent(unreadable, user, new Set())).toBe(true)
    expect(isToBeSent(unreadable, user, new Set(['o']))).toBe(false)
  })
})

describe('a batch', () => {
  const size = (item: number) => item
  test('holds the oldest, up to a number and a size, and always one', () => {
    expect(takeBatch([1, 2, 3], { most: 2, mostBytes: 100, size })).toEqual([1, 2])
    expect(takeBatch([40, 60, 1], { most: 9, mostBytes: 100, size })).toEqual([40, 60])
    expect(takeBatch([400, 1], { most: 9, mostBytes: 100, size })).toEqual([400])
    expect(takeBatch([], { most: 9, mostBytes: 100, size })).toEqual([])
  })
})

test('a clock is doubted when it was put back by more than it is set right by itself', () => {
  expect(hasGoneBack(100_000, 160_000)).toBe(false)
  expect(hasGoneBack(100_000, 160_001)).toBe(true)
})
