import type { PageRequest } from 'contract'
import { type Compilable, type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type CompiledOnce, compileOnce } from '../compile-once.ts'
import type { Tx } from '../database.ts'
import {
  allRows,
  capTotal,
  countRows,
  joinConditions,
  type Page,
  type RowRange,
  type Total,
  toRowRange,
} from './pages.ts'
import { buildHitRange, type CountedHit, type Hit } from './search-hits.ts'

/** How many matches are counted. Beyond it a list says "200+": nobody reads on, and counting would be slow. */
export const maxCountedMatches = 200

/** Which rows of a list, and in which order. A search that no field sorts has the nearest spelling first. */
export type Selection = {
  filters: object
  search: { value: string }
  sort: { field: string | undefined; order: 'asc' | 'desc' }
}

/** A column that is empty in many rows is sparse; empty values are sorted last. */
export type Sort = { column: RawBuilder<unknown>; order: 'asc' | 'desc'; isSparse: boolean }

/**
 * What one list has of its own. Its search consists of a scope, such as the field in which it searches, and of values:
 * the statement of each scope is compiled once.
 */
type Description<Selected extends Selection, Scope, Values, Stored, Row> = {
  table: 'patients' | 'staff'
  buildConditions: (selection: Selected) => Expression<SqlBool>[]
  toSort: (sort: Selected['sort']) => Sort
  toSearch: (selection: Selected) => { scope: Scope; values: Values }
  /** What the search finds, by at most `limit` keys of each kind. */
  buildHits: (scope: Scope, values: Values, limit: number | null) => RawBuilder<Hit>
  /** The rows of these hits in their order, each with the total that the hits tell. */
  selectHitRows: (tx: Pick<Tx, 'selectFrom'>, hits: RawBuilder<CountedHit>) => Compilable<Stored & Total>
  toRow: (stored: Stored) => Row
  /** The rows with these numbers, in their order: one batch of a whole list. */
  listRows: (tx: Tx, numbers: readonly number[]) => Promise<Row[]>
}

/**
 * A list of rows that are numbered as they are registered, and found by the keys of a search table. A statement finds
 * the numbers of a page first and then their rows: every index contains the number, so skipped rows are not fetched.
 */
export class SearchableList<
  Selected extends Selection,
  Scope extends object,
  Values extends Record<string, unknown>,
  Stored,
  Row,
> {
  readonly #list: Description<Selected, Scope, Values, Stored, Row>
  readonly #hitPages = new Map<string, CompiledOnce<Values & RowRange, Stored & Total>>()

  readonly #table: RawBuilder<unknown>
  readonly #id: RawBuilder<unknown>
  readonly #number: RawBuilder<unknown>

  constructor(list: Description<Selected, Scope, Values, Stored, Row>) {
    this.#list = list
    this.#table = sql.table(list.table)
    this.#id = sql.ref(`${list.table}.id`)
    this.#number = sql.ref(`${list.table}.number`)
  }

  /** One page. `countAll` is called if nothing narrows the list: the table has a counter. */
  async readPage(
    tx: Tx,
    selection: Selected,
    request: PageRequest,
    countAll: () => Promise<number>,
  ): Promise<Page<Row>> {
    const range = toRowRange(request)
    if (isSearch(selection) && !isFiltered(selection) && selection.sort.field === undefined)
      return this.#readHitPage(tx, selection, range)
    const [counted, rows] = await Promise.all([
      isNarrowed(selection)
        ? countRows(tx, this.#buildMatching(selection), maxCountedMatches)
        : countAll().then((count) => capTotal(count)),
      this.#readNumberedRows(tx, selection, range),
    ])
    // A user may turn to a page beyond the matches that were counted.
    const seen = rows.length > 0 ? range.offset + rows.length : 0
    return { ...counted, rows, total: Math.max(counted.total, seen) }
  }

  /** The whole list in its order, a batch at a time. */
  async *streamRows(tx: Tx, selection: Selected): AsyncGenerator<Row[]> {
    // All numbers are read first: a connection with an open cursor can answer nothing else, and the cursor of a lost
    // connection never answers again.
    const { rows: found } = await this.#selectNumbers(selection, allRows).execute(tx)
    const numbers = found.map(({ number }) => number)
    for (let from = 0; from < numbers.length; from += batchSize)
      yield await this.#list.listRows(tx, numbers.slice(from, from + batchSize))
  }

  /** A page of what a search alone finds. */
  async #readHitPage(tx: Tx, selection: Selected, range: RowRange): Promise<Page<Row>> {
    const { scope, values } = this.#list.toSearch(selection)
    const readRange = (wanted: RowRange) => this.#compileHitPage(scope)(tx, { ...values, ...wanted })
    const [rows, [nearest]] = await Promise.all([
      readRange(range),
      // A page beyond the last has no row that tells the total.
      range.offset > 0 ? readRange({ limit: 1, offset: 0 }) : [],
    ])
    const told = rows[0] ?? nearest ?? { total: 0, total_is_at_least: false }
    const { total, total_is_at_least } = capTotal(told.total, maxCountedMatches)
    return {
      rows: rows.map(this.#list.toRow),
      total,
      total_is_at_least: total_is_at_least || told.total_is_at_least,
    }
  }

  #compileHitPage(scope: Scope): CompiledOnce<Values & RowRange, Stored & Total> {
    const key = JSON.stringify(scope)
    const compiled =
      this.#hitPages.get(key) ??
      compileOnce((tx, given: Values & RowRange) => {
        const hits = this.#list.buildHits(scope, given, maxCountedMatches + 1)
        return this.#list.selectHitRows(tx, buildHitRange(hits, given))
      })
    this.#hitPages.set(key, compiled)
    return compiled
  }

  async #readNumberedRows(tx: Tx, selection: Selected, range: RowRange): Promise<Row[]> {
    const hits = sql<CountedHit>`(
      select ${this.#id} as id, page.place, 0 as total, false as total_is_at_least
      from (select number, row_number() over () as place from (${this.#selectNumbers(selection, range)}) as sorted) as page
        join ${this.#table} on ${this.#number} = page.number)`
    const { rows } = await tx.executeQuery(this.#list.selectHitRows(tx, hits).compile())
    return rows.map(this.#list.toRow)
  }

  #selectNumbers(selection: Selected, range: RowRange): RawBuilder<Numbered> {
    return isSearch(selection) && selection.sort.field === undefined
      ? this.#selectNearest(selection, range)
      : this.#selectSorted(selection, range)
  }

  /** The numbers of what a search finds, nearest spelling first. */
  #selectNearest(selection: Selected, { limit, offset }: RowRange): RawBuilder<Numbered> {
    return sql`
      select ${this.#number} as number
      from ${this.#table} join (${this.#buildAllHits(selection)}) as hits on hits.id = ${this.#id}
      where ${joinConditions(this.#list.buildConditions(selection))}
      order by hits.place limit ${limit} offset ${offset}`
  }

  /**
   * The numbers of what matches, sorted; among equal values the newest first when ascending. In a sparse column, rows
   * with a value come first, in either direction, and the others after them, the newest first. The rows with a value
   * are read once, even if they are only counted to find where the others begin.
   */
  #selectSorted(selection: Selected, { limit, offset }: RowRange): RawBuilder<Numbered> {
    const { column, order, isSparse } = this.#list.toSort(selection.sort)
    const number = this.#number
    const matching = this.#buildMatching(selection)
    const inOrder = order === 'asc' ? sql`${column} asc, ${number} desc` : sql`${column} desc, ${number} asc`
    if (!isSparse) {
      return sql`select ${number} as number from ${matching} order by ${inOrder} limit ${limit} offset ${offset}`
    }
    return sql`
        with first as materialized (
            select ${number} as number from ${matching} and ${column} is not null
            order by ${inOrder} limit ${offset + limit}),
          counted as (select count(*)::int as count from first)
        (select number from first offset ${offset})
        union all
        (select ${number} as number from ${matching} and ${column} is null
          order by ${number} desc
          limit (select least(${limit}, ${offset + limit} - count) from counted)
          offset (select greatest(0, ${offset} - count) from counted))`
  }

  /** What stands behind `from` in a statement about all rows that match. */
  #buildMatching(selection: Selected): RawBuilder<unknown> {
    const found = sql<SqlBool>`${this.#id} in (select id from (${this.#buildAllHits(selection)}) as found)`
    const conditions = this.#list.buildConditions(selection)
    return sql`${this.#table} where ${joinConditions(isSearch(selection) ? [...conditions, found] : conditions)}`
  }

  #buildAllHits(selection: Selected): RawBuilder<Hit> {
    const { scope, values } = this.#list.toSearch(selection)
    return this.#list.buildHits(scope, values, null)
  }
}

type Numbered = { number: number }

const batchSize = 500

/** Whether the list leaves rows out. */
export function isNarrowed(selection: Selection): boolean {
  return isSearch(selection) || isFiltered(selection)
}

/** Punctuation alone is a search, and one that finds nothing. */
function isSearch({ search }: Selection): boolean {
  return search.value.trim() !== ''
}

function isFiltered({ filters }: Selection): boolean {
  return Object.values(filters).some((value) =>
    Array.isArray(value) ? value.length > 0 : value !== undefined,
  )
}
