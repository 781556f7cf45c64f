import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPanel, type TestPanel } from '../testing.ts'
import { type ElementType, sqlArray } from './binary-array.ts'

let panel: TestPanel
beforeAll(async () => {
  panel = await startTestPanel()
})
afterAll(() => panel.close())

/** The array as the database read it, each element as text. */
async function understood(type: ElementType, values: readonly (string | number | boolean | Buffer | null)[]) {
  const { rows } = await sql<{ element: string | null }>`
    select element::text from unnest(${sqlArray(type, values)}) with ordinality as a (element, place)
    order by place`.execute(panel.root)
  return rows.map(({ element }) => element)
}

const selectOrNull = <T>(values: fc.Arbitrary<T>) =>
  fc.array(fc.option(values, { nil: null }), { maxLength: 20 })
const instants = fc
  .date({ min: new Date('0002-01-01'), max: new Date('9998-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())

test('an array of texts arrives unchanged, whatever the texts contain', () =>
  fc.assert(
    fc.asyncProperty(
      selectOrNull(
        fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0') && text.isWellFormed()),
      ),
      async (texts) => {
        expect(await understood('text', texts)).toEqual(texts)
      },
    ),
    { numRuns: 40 },
  ))

test('an array of uuids arrives unchanged', () =>
  fc.assert(
    fc.asyncProperty(selectOrNull(fc.uuid()), async (ids) => {
      expect(await understood('uuid', ids)).toEqual(ids)
      expect(
        await understood(
          'uuid',
          ids.map((id) => id && id.toUpperCase()),
        ),
      ).toEqual(ids)
    }),
    { numRuns: 20 },
  ))

test('an array of bytes, and one of long numbers, arrives unchanged', () =>
  fc.assert(
    fc.asyncProperty(
      selectOrNull(fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes))),
      selectOrNull(fc.maxSafeInteger()),
      async (bytes, numbers) => {
        expect(await understood('bytea', bytes)).toEqual(
          bytes.map((one) => one && `\\x${one.toString('hex')}`),
        )
        expect(await understood('bigint', numbers)).toEqual(numbers.map((one) => one?.toString() ?? null))
      },
    ),
    { numRuns: 20 },
  ))

test('an array of numbers arrives unchanged', () =>
  fc.assert(
    fc.asyncProperty(
      selectOrNull(fc.integer({ min: -32_768, max: 32_767 })),
      selectOrNull(fc.integer()),
      selectOrNull(fc.double({ noNaN: true, noDefaultInfinity: true })),
      async (small, whole, real) => {
        const numbers = async (type: ElementType, values: readonly (number | null)[]) =>
          (await understood(type, values)).map((text) => text && Number(text))
        expect(await numbers('smallint', small)).toEqual(small)
        expect(await numbers('integer', whole)).toEqual(whole)
        expect(await numbers('double precision', real)).toEqual(real.map((one) => one && one + 0))
      },
    ),
    { numRuns: 40 },
  ))

test('an array of instants keeps their milliseconds, before and after the year 2000', () =>
  fc.assert(
    fc.asyncProperty(selectOrNull(instants), async (told) => {
      const { rows } = await sql<{ ms: number | null }>`
        select (extract(epoch from element) * 1000)::float8 as ms
        from unnest(${sqlArray('timestamptz', told)}) with ordinality as a (element, place)
        order by place`.execute(panel.root)
      expect(rows.map(({ ms }) => ms)).toEqual(told.map((one) => one && Date.parse(one)))
    }),
    { numRuns: 40 },
  ))

test('an array of booleans and nulls arrives unchanged', async () => {
  expect(await understood('boolean', [true, false, null])).toEqual(['true', 'false', null])
  expect(await understood('integer', [])).toEqual([])
})

test.each([
  ['timestamptz', 'yesterday'],
  ['smallint', 70.6],
  ['integer', Number.NaN],
  ['integer', 'seventy'],
] as const)('an invalid element of %s is refused, and not stored as another value', (type, element) =>
  expect(understood(type, [element])).rejects.toThrow(RangeError),
)
