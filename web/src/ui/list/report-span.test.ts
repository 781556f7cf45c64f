import { expect, test } from 'vitest'
import { formatQuery } from './query-codec.ts'
import { spanQuery, toSpanDays, toSpanInstants } from './report-span.ts'

test('the report covers seven days with today unless the URL says otherwise', () => {
  const span = spanQuery.parse(new URLSearchParams('days=12&from=2026-11-09&to=2026-11-01'))
  expect(span).toEqual({ days: 7 })
  // In Bangkok it is already the 6th.
  const instants = toSpanInstants(span, Date.parse('2026-11-05T18:32:00Z'))
  expect(instants).toEqual({ from: '2026-10-30T17:00:00.000Z', to: '2026-11-06T17:00:00.000Z' })
  expect(toSpanDays(span, Date.parse('2026-11-05T18:32:00Z'))).toEqual({
    from: '2026-10-31',
    to: '2026-11-06',
  })
  for (const kept of [{ days: 30 } as const, { from: '2026-10-01', to: '2026-10-31' }])
    expect(spanQuery.parse(new URLSearchParams(formatQuery(spanQuery, kept)))).toEqual(kept)
})
