import { Id } from 'contract'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { dropStoredFormats } from './reply-schema.ts'

const Code = z.string().check(z.toUpperCase(), z.maxLength(3))
const Row = z.object({
  _id: Id,
  at: z.nullable(z.iso.datetime({ offset: true })),
  on: z.optional(z.iso.date()),
  code: Code,
  level: z.enum(['low', 'high']),
})
const Answer = z.object({ rows: z.array(Row), total: z.int() })
const answers = dropStoredFormats(Answer)

const row = {
  _id: '01910000-0000-7000-8000-000000000001',
  at: '2026-11-05T07:32:00Z',
  on: '2026-11-05',
  code: 'abc',
  level: 'low',
}

test('a reply keeps what its endpoint declares, and nothing else', () => {
  const given = { rows: [{ ...row, password: 'secret' }], total: 1, session: 'secret' }
  expect(answers.parse(given)).toEqual({ rows: [{ ...row, code: 'ABC' }], total: 1 })
  expect(answers.parse(given)).toEqual(Answer.parse(given))
})

test('a reply is refused for whatever its columns do not ensure', () => {
  const isAnswered = (change: object) =>
    answers.safeParse({ rows: [{ ...row, ...change }], total: 1 }).success
  expect(isAnswered({})).toBe(true)
  expect(isAnswered({ at: null, on: undefined })).toBe(true)
  for (const wrong of [{ _id: undefined }, { _id: 7 }, { at: undefined }, { on: null }, { code: 'long' }])
    expect(isAnswered(wrong), JSON.stringify(wrong)).toBe(false)
  expect(isAnswered({ level: 'other' })).toBe(false)
})

test('ids, instants and dates are answered as they are', () => {
  const stored = { ...row, _id: 'x', at: 'x', on: 'x' }
  expect(answers.parse({ rows: [stored], total: 1 }).rows).toEqual([{ ...stored, code: 'ABC' }])
})

test('a schema that keeps, refuses or checks more than its fields stays as it is', () => {
  for (const schema of [z.looseObject({ _id: Id }), z.strictObject({ _id: Id }), z.record(z.string(), Id)])
    expect(dropStoredFormats(schema)).toBe(schema)
  const few = z.array(Id).check(z.maxLength(1))
  expect(dropStoredFormats(few)).toBe(few)
})
