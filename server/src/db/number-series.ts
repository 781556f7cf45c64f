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
export type NumberPattern = { pattern: string; number_year: NumberYear }

export async function findNumberPattern(
  tx: Tx,
  hospitalId: string,
  kind: NumberedKind,
): Promise<NumberPattern> {
  return tx
    .selectFrom('hospitals')
    .select([
      kind === 'AN' ? 'an_pattern as pattern' : 'vn_pattern as pattern',
      sql<NumberYear>`number_year`.as('number_year'),
    ])
    .where('id', '=', hospitalId)
    .executeTakeFirstOrThrow()
}

type Taken = NumberPattern & { hospitalId: string; kind: NumberedKind; at: string }

/**
 * The next number that the hospital's pattern makes, counted from 1 each year without a gap; numbers that another system
 * gave before are passed over. Take it late in the transaction: until the commit everybody else who takes one of the
 * series waits.
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
