import { expect, test } from 'vitest'
import { applyChange, revertAct } from './rules.ts'

type State = {
  nurse_id: string | null
  pending: string[]
  decided: number | null
  decided_at: string | null
}
const state: State = {
  nurse_id: null,
  pending: ['LAB'],
  decided: null,
  decided_at: null,
}
const caller = { staffId: 'me', role: 'nurse', now: '2026-11-05T07:32:00.000Z' } as const

test('what is awaited keeps the order of the list, and each stands there once', () => {
  expect(applyChange(state, { act: 'pending', item: 'CT', is_pending: true }, caller)).toEqual({
    pending: ['LAB', 'CT'],
  })
  expect(applyChange(state, { act: 'pending', item: 'LAB', is_pending: true }, caller)).toEqual({
    pending: ['LAB'],
  })
  expect(applyChange(state, { act: 'pending', item: 'LAB', is_pending: false }, caller)).toEqual({
    pending: [],
  })
})

test('the time of a decision is the time at which it changed', () => {
  expect(applyChange(state, { act: 'decide', decided: 2 }, caller)).toEqual({
    decided: 2,
    decided_at: caller.now,
  })
  const decided = { ...state, decided: 2, decided_at: '2026-11-05T06:00:00.000Z' }
  expect(applyChange(decided, { act: 'decide', decided: 2 }, caller)).toEqual({})
  expect(applyChange(decided, { act: 'decide', decided: null }, caller)).toEqual({
    decided: null,
    decided_at: null,
  })
})

test('undoing what was awaited leaves what others added since', () => {
  const done = { before: { pending: ['LAB'] }, after: { pending: ['LAB', 'CT'] } }
  expect(revertAct({ ...state, pending: ['LAB', 'XRAY', 'CT'] }, done)).toEqual({ pending: ['LAB', 'XRAY'] })
  expect(revertAct({ ...state, pending: ['LAB'] }, done)).toBeUndefined()
})

test('an act is not undone when the same was changed since', () => {
  const done = { before: { nurse_id: null }, after: { nurse_id: 'me' } }
  expect(revertAct<State>({ ...state, nurse_id: 'me' }, done)).toEqual({ nurse_id: null })
  expect(revertAct<State>({ ...state, nurse_id: 'other' }, done)).toBeUndefined()
})
