import { type Answers, findForm, lifeSteps, type Permission, staffTypes } from 'contract'
import { describe, expect, test } from 'vitest'
import { findReviewReason, judgeFields, shortenList, splitByAuthor } from './rules.ts'

const hour = 3_600_000
const begunAt = '2026-11-05T00:00:00.000Z'
const endedAt = '2026-11-05T08:00:00.000Z'
const writer = { _id: 'u', permissions: new Set<Permission>(['form:use']), begunAt, endedAt }
const written = {
  form: 'ambulance-request' as const,
  by: 'u',
  at: '2026-11-05T07:59:59.999Z',
  clock_offset_ms: 0,
}

describe('an operation', () => {
  test('waits only from the instant after its session was ended', () => {
    expect(findReviewReason(writer, written)).toBeUndefined()
    expect(findReviewReason(writer, { ...written, at: endedAt })).toBeUndefined()
    expect(findReviewReason(writer, { ...written, at: '2026-11-05T08:00:00.001Z' })).toBe('revoked')
  })

  test('is judged by the time at which it was written, whatever the clock of its tablet said', () => {
    const ahead = { ...written, at: '2026-11-05T10:59:00.000Z', clock_offset_ms: 3 * hour }
    expect(findReviewReason(writer, ahead)).toBeUndefined()
    expect(findReviewReason(writer, { ...ahead, clock_offset_ms: -3 * hour })).toBe('revoked')
  })

  test('waits if its time lies before its session, by more than a clock can be wrong', () => {
    for (const one of [writer, { ...writer, endedAt: null }]) {
      expect(findReviewReason(one, { ...written, at: '2026-11-04T23:55:00.000Z' })).toBeUndefined()
      expect(findReviewReason(one, { ...written, at: '2026-11-04T23:54:59.999Z' })).toBe('time-doubtful')
    }
  })

  test('waits if its tablet was put back and its session ended, and not while the session lasts', () => {
    const back = { ...written, clock_went_back: true }
    expect(findReviewReason(writer, back)).toBe('time-doubtful')
    expect(findReviewReason({ ...writer, endedAt: null }, back)).toBeUndefined()
  })

  test('of a session that lasts or ran out waits for nobody', () => {
    const later = { ...written, at: '2026-11-06T08:00:00.000Z' }
    expect(findReviewReason({ ...writer, endedAt: null }, later)).toBeUndefined()
  })

  test('waits if its session is unknown or of somebody else, or its author may not write such a form', () => {
    expect(findReviewReason(undefined, written)).toBe('unknown-session')
    expect(findReviewReason(writer, { ...written, by: 'v' })).toBe('unknown-session')
    expect(findReviewReason(writer, { ...written, form: 'ambulance-referral' })).toBe('not-allowed')
  })
})

test('operations are split where the author changes, and keep their order', () => {
  const items = ['a', 'a', 'b', 'a'].map((by, i) => ({ by, i }))
  expect(splitByAuthor(items).map((run) => run.map(({ i }) => i))).toEqual([[0, 1], [2], [3]])
})

test('a crew that writes no referrals answers the steps before the departure alone', () => {
  const form = findForm('ambulance-referral') ?? expect.fail('the form is not released')
  const judge = (field: string, ...permissions: Permission[]) =>
    judgeFields(form, { state: 'draft', answers: {}, finished: [] }, new Set(permissions))(field)
  for (const step of ['has_secure_airway', 'has_two_lines', 'has_drugs_ready', 'has_belongings'])
    expect(judge(step, 'form:use', 'mission:crew', 'mission:care'), step).toBe('open')
  expect(judge('risk', 'form:use', 'mission:crew', 'mission:care')).toBe('not-allowed')
  expect(judge('risk', 'form:use', 'mission:crew')).toBe('not-allowed')
  expect(judge('risk', 'form:use', 'referral:write')).toBe('open')
})

test('a driver answers what is ready before the departure, and nothing that keeps the patient alive', () => {
  const form = findForm('ambulance-referral') ?? expect.fail('the form is not released')
  const judge = judgeFields(
    form,
    { state: 'draft', answers: {}, finished: [] },
    new Set<Permission>(staffTypes.driver.permissions),
  )
  for (const step of Object.keys(lifeSteps)) expect(judge(step), step).toBe('not-allowed')
  expect(judge('has_belongings')).toBe('open')
})

test('a fee is written by the crew in a draft, and by whoever records payments in a complete record', () => {
  const form = findForm('operation-form') ?? expect.fail('the form is not released')
  const judge = (state: 'draft' | 'complete', ...more: Permission[]) =>
    judgeFields(
      form,
      { state, answers: {}, finished: [] },
      new Set<Permission>(['form:use', ...more]),
    )('price')
  expect(judge('draft')).toBe('open')
  expect(judge('complete')).toBe('not-allowed')
  expect(judge('complete', 'payment:record')).toBe('open')
})

test('the payment of a complete sheet can only be changed with a reason', () => {
  const form = findForm('operation-form') ?? expect.fail('the form is not released')
  const judge = (state: 'draft' | 'complete', field: string, answers: Answers) =>
    judgeFields(
      form,
      { state, answers, finished: [] },
      new Set<Permission>(['form:use', 'payment:record']),
    )(field)
  const paid = { payment: 'PAID', payment_channel: 'CASH' }
  for (const field of ['price', 'fee_km', 'extras', 'discount', 'payment', 'payment_channel']) {
    expect(judge('complete', field, paid), field).toBe('closed')
    expect(judge('draft', field, paid), field).toBe('open')
    expect(judge('complete', field, { payment: 'UNPAID' }), field).toBe('open')
  }
  expect(judge('complete', 'payment_channel', { payment: 'PAID' })).toBe('open')
  expect(judge('complete', 'receipt_number', paid)).toBe('open')
})

test('a list of the record is shortened by whole entries, or within one that is too long', () => {
  expect(shortenList('one, two', 8)).toBe('one, two')
  expect(shortenList('one, two, three', 14)).toBe('one, two, …')
  expect(shortenList('one, two, three', 11)).toBe('one, two, …')
  expect(shortenList('one, two, three', 10)).toBe('one, …')
  expect(shortenList('abcdefghij', 8)).toBe('abcdefg…')
})
