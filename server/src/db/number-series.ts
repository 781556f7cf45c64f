import {
  computeNumberYear,
  formatNumber,
  type HospitalRecords,
  type NumberedKind,
  type NumberYear,
  numberedKinds,
  numberYears,
} from 'contract'
import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** How a hospital writes the numbers of a kind, and when it counts them from 1 again. */
type NumberPattern = { pattern: string; number_year: NumberYear }

/** `is_typed`: another system gives the numbers, and they are typed. */
export type NumberSource = NumberPattern & { is_typed: boolean }

export async function findNumberSource(
  tx: Tx,
  hospitalId: string,
  kind: NumberedKind,
): Promise<NumberSource> {
  return tx
    .selectFrom('hospitals')
    .select([
      kind === 'AN' ? 'an_pattern as pattern' : 'vn_pattern as pattern',
      kind === 'AN' ? 'types_an as is_typed' : 'types_vn as is_typed',
      sql<NumberYear>`number_year`.as('number_year'),
    ])
    .where('id', '=', hospitalId)
    .executeTakeFirstOrThrow()
}

type Taken = NumberPattern & { hospitalId: string; kind: NumberedKind; at: string }

/**
 * The next number that the hospital's pattern makes, counted from 1 each year without a gap; numbers that another
 * system gave before are passed over. Take it late in the transaction: until the commit everybody else who takes one of
 * the series waits.
 */
export async function takeNumber(
  tx: Tx,
  { hospitalId, kind, at, pattern, number_year }: Taken,
  isGiven: (number: string) => Promise<boolean>,
): Promise<string> {
  const year = computeNumberYear(at, number_year)
  for (;;) {
    const { last: count } = await tx
      .insertInto('number_series')
      .values({ hospital_id: hospitalId, kind, year, last: 1 })
      .onConflict((conflict) =>
        conflict.columns(['hospital_id', 'kind', 'year']).doUpdateSet({ last: sql`number_series.last + 1` }),
      )
      .returning('last')
      .executeTakeFirstOrThrow()
    const number = formatNumber(pattern, { year, count })
    if (!(await isGiven(number))) return number
  }
}

/**
 * The next number of a kind of form, such as `6911-0001`: the last two digits of the Buddhist year and the month in
 * Bangkok, and a count that begins again each month, without a gap. Take it late in the transaction, as `takeNumber`.
 */
export async function takeMonthNumber(
  tx: Tx,
  { hospitalId, kind, at }: { hospitalId: string; kind: string; at: string },
): Promise<string> {
  const { rows } = await sql<{ year: number; last: number }>`
    insert into number_series as series (hospital_id, kind, year, last)
    values (${hospitalId}, ${kind}, ((extract(year from ${at}::timestamptz at time zone 'Asia/Bangkok') + 543)::int % 100) * 100
      + extract(month from ${at}::timestamptz at time zone 'Asia/Bangkok')::int, 1)
    on conflict (hospital_id, kind, year) do update set last = series.last + 1
    returning year, last`.execute(tx)
  const [taken] = rows
  if (!taken) throw new Error('an upsert returns its row')
  return `${String(taken.year).padStart(4, '0')}-${String(taken.last).padStart(4, '0')}`
}

/** What each series of the hospital would count next, by either way of counting years. */
export async function listNextNumbers(tx: Tx, now: string): Promise<HospitalRecords['next_numbers']> {
  const given = await tx.selectFrom('number_series').select(['kind', 'year', 'last']).execute()
  return numberedKinds.flatMap((kind) =>
    numberYears.map((number_year) => {
      const year = computeNumberYear(now, number_year)
      const last = given.find((series) => series.kind === kind && series.year === year)?.last ?? 0
      return { kind, number_year, year, count: last + 1 }
    }),
  )
}
