import type { FlowsheetRow } from 'contract'
import { describe, expect, test } from 'vitest'
import {
  type FlowsheetPart,
  listPartStarts,
  listScoredTimes,
  resolveChartSpan,
  resolveSpan,
  thinParts,
} from './rules.ts'

const now = '2026-11-05T07:32:00.000Z'

test('a span is as given, and calls with a default length reach back that many days', () => {
  expect(resolveSpan({}, undefined, now)).toEqual({ from: undefined, to: undefined })
  expect(resolveSpan({}, 60, now)).toEqual({ from: '2026-09-06T07:32:00.000Z', to: undefined })
  expect(resolveSpan({ to: '2026-03-02T00:00:00Z' }, 60, now).from).toBe('2026-01-01T00:00:00.000Z')
  expect(resolveSpan({ from: '2020-01-01T00:00:00Z' }, 60, now).from).toBe('2020-01-01T00:00:00Z')
})

test('a chart ends now and begins a day before its end by default', () => {
  expect(resolveChartSpan({}, now)).toEqual({ from: '2026-11-04T07:32:00.000Z', end: now })
  const from = '2026-10-01T00:00:00Z'
  expect(resolveChartSpan({ from, to: undefined }, now)).toEqual({ from, end: now })
})

describe('a flowsheet', () => {
  const hourMs = 60 * 60_000
  const eight = Date.parse('2026-11-05T08:00:00+07:00')
  const span = { from: eight, columnMs: hourMs, columns: 3 }
  const part = (
    from: number,
    rows: Partial<Record<FlowsheetRow, number>>,
    {
      isManual = false,
      extremes = {},
      words = {},
    }: Partial<Pick<FlowsheetPart, 'isManual' | 'extremes' | 'words'>> = {},
  ): FlowsheetPart => ({
    from,
    isManual,
    extremes,
    words,
    rows: new Map(
      (Object.entries(rows) as [FlowsheetRow, number][]).map(([row, newestAt]) => [
        row,
        { count: 2, newestAt },
      ]),
    ),
  })

  test('is divided where columns begin, and has what counts for its first score before them', () => {
    expect(listPartStarts(span)).toEqual([eight - 12 * hourMs, eight, eight + hourMs, eight + 2 * hourMs])
  })

  test('has one cell a column and row of what devices measured, with the true extremes of its parts', () => {
    const cells = thinParts(
      [
        part(eight - 12 * hourMs, { spo2: eight - 1 }, { extremes: { spo2: { min: 70, max: 70 } } }),
        part(
          eight,
          { spo2: eight + 10 },
          { extremes: { spo2: { min: 88, max: 97 }, pulse: { min: 1, max: 2 } } },
        ),
        part(eight, { spo2: eight + 11 }, { isManual: true, extremes: { spo2: { min: 60, max: 60 } } }),
        part(eight + 20, { spo2: eight + 40 }, { extremes: { spo2: { min: 91, max: 99 } } }),
        part(eight + hourMs, { spo2: eight + hourMs }, { extremes: { spo2: { min: 95, max: 95 } } }),
      ],
      span,
    )
    expect(cells).toEqual([
      {
        column: 0,
        row: 'spo2',
        newestAt: eight + 40,
        count: 4,
        extremes: { spo2: { min: 88, max: 99 } },
        words: {},
      },
      {
        column: 1,
        row: 'spo2',
        newestAt: eight + hourMs,
        count: 2,
        extremes: { spo2: { min: 95, max: 95 } },
        words: {},
      },
    ])
  })

  test('keeps every letter and every HI of a column, whatever was the newest', () => {
    const cells = thinParts(
      [
        part(
          eight,
          { consciousness: eight, blood_glucose: eight },
          { words: { consciousness: ['A', 'V'], beyond: ['above'] } },
        ),
        part(eight + 20, { consciousness: eight + 30 }, { words: { consciousness: ['A'] } }),
      ],
      span,
    )
    expect(cells.map(({ row, words }) => [row, words])).toEqual([
      ['consciousness', { consciousness: ['A', 'V'] }],
      ['blood_glucose', { beyond: ['above'] }],
    ])
  })

  test('scores each charting by what was measured until then, and the last measurement of a column', () => {
    const charted = eight + 10
    const times = listScoredTimes(
      [
        part(eight - 12 * hourMs, { consciousness: eight - hourMs }, { isManual: true }),
        part(eight, { pulse: eight + 5 }),
        part(eight, { temperature: charted }, { isManual: true }),
        part(charted + 1, { pulse: eight + 50 }),
        part(eight + hourMs, { weight: eight + hourMs + 5 }),
      ],
      span,
      [charted],
    )
    expect(times.map(({ at, measured }) => [at - eight, Object.fromEntries(measured)])).toEqual([
      [10, { consciousness: eight - hourMs, pulse: eight + 5, temperature: charted }],
      [50, { consciousness: eight - hourMs, pulse: eight + 50, temperature: charted }],
    ])
  })

  test('scores nothing of a part that is as old as the longest interval of NEWS2', () => {
    const at = eight + 30
    const isScoredLater = (ms: number) =>
      listScoredTimes(
        [
          part(eight - 12 * hourMs, { consciousness: at - ms }, { isManual: true }),
          part(eight, { pulse: at }),
        ],
        span,
        [],
      )[0]?.measured.has('consciousness')
    expect(isScoredLater(12 * hourMs - 1)).toBe(true)
    expect(isScoredLater(12 * hourMs)).toBe(false)
  })
})
