import { Id, WardChoice } from 'contract'
import { isDay } from '../date/dates.ts'
import { type PageSize, pageSizes } from './pager.tsx'
import type { Sort } from './record-table.tsx'

/**
 * Reads a value from a URL query and writes it there. Text that is not valid is read as the default, and a default is
 * not written: a link stays short, and an old or mistyped one still opens its screen. A value that could name a person
 * belongs in no URL.
 */
export type QueryCodec<Value> = {
  parse: (query: URLSearchParams) => Value
  write: (value: Value, query: URLSearchParams) => void
}

export type QueryValue<Codec> = Codec extends QueryCodec<infer Value> ? Value : never

/** The value of one text; undefined if it is not valid. */
type ParseText<Value> = (text: string) => Value | undefined

/** An id; one that the API would refuse is not valid. */
export const id: ParseText<string> = (text) => Id.safeParse(text).data

/** The id of a ward, or `mine` for the user's own wards. */
export const wardChoice: ParseText<WardChoice> = (text) => WardChoice.safeParse(text).data

/** A calendar date, `2026-11-05`. */
export const day: ParseText<string> = (text) => (isDay(text) ? text : undefined)

export function knownValue<Value extends string>(values: readonly Value[]): ParseText<Value> {
  return (text) => values.find((value) => value === text)
}

export function optional<Value extends string>(
  key: string,
  parseText: ParseText<Value>,
): QueryCodec<Value | undefined> {
  return {
    parse: (query) => parseText(query.get(key) ?? ''),
    write: (value, query) => value !== undefined && query.set(key, value),
  }
}

/** One of these values, the first by default. */
export function choice<Value extends string>(
  key: string,
  values: readonly [Value, ...Value[]],
): QueryCodec<Value> {
  const [first] = values
  const { parse, write } = optional(key, knownValue(values))
  return {
    parse: (query) => parse(query) ?? first,
    write: (value, query) => write(value === first ? undefined : value, query),
  }
}

/** Several values under one key. */
export function several<Value extends string>(
  key: string,
  parseText: ParseText<Value>,
): QueryCodec<Value[] | undefined> {
  return {
    parse: (query) => toOptionalList(new Set(query.getAll(key).flatMap((text) => parseText(text) ?? []))),
    write: (values, query) => values?.forEach((value) => query.append(key, value)),
  }
}

/** An empty selection means no filter. */
export function toOptionalList<Value>(values: Iterable<Value>): Value[] | undefined {
  const list = [...values]
  return list.length > 0 ? list : undefined
}

/** Yes, no or either, in the words of the URL. */
export function yesOrNo(key: string, yes = 'yes', no = 'no'): QueryCodec<boolean | undefined> {
  const { parse, write } = optional(key, knownValue([yes, no]))
  return {
    parse: (query) => ({ [yes]: true, [no]: false })[parse(query) ?? ''],
    write: (value, query) => write(value === undefined ? undefined : value ? yes : no, query),
  }
}

/** `key=yes`, or nothing. */
export function flag(key: string): QueryCodec<true | undefined> {
  const { parse, write } = optional(key, knownValue(['yes']))
  return {
    parse: (query) => parse(query) === 'yes' || undefined,
    write: (value, query) => write(value && 'yes', query),
  }
}

/** The column by which a list is sorted, with a minus before it if descending. */
export function sortOrder<Field extends string>(
  fields: readonly Field[],
): QueryCodec<Sort<Field> | undefined> {
  const find = knownValue(fields)
  return {
    parse(query) {
      const text = query.get('sort') ?? ''
      const isDescending = text.startsWith('-')
      const field = find(isDescending ? text.slice(1) : text)
      return field && { field, order: isDescending ? 'desc' : 'asc' }
    },
    write: (sort, query) => sort && query.set('sort', `${sort.order === 'desc' ? '-' : ''}${sort.field}`),
  }
}

const highestPage = 1_000_000

const pageNumber: QueryCodec<number> = {
  parse(query) {
    const page = Number(query.get('page'))
    return Number.isInteger(page) && page >= 1 && page <= highestPage ? page : 1
  },
  write: (page, query) => page !== 1 && query.set('page', String(page)),
}

export const pageSize: QueryCodec<PageSize> = {
  parse: (query) => pageSizes.find((size) => String(size) === query.get('size')) ?? pageSizes[0],
  write: (size, query) => size !== pageSizes[0] && query.set('size', String(size)),
}

/** The parts of a list that has numbered pages: `queryCodec({ filters, ...paging })`. */
export const paging = { size: pageSize, page: pageNumber }

/** What may be undefined may be left out. */
type Combined<Values> = {
  [Name in keyof Values as undefined extends Values[Name] ? never : Name]: Values[Name]
} & {
  [Name in keyof Values as undefined extends Values[Name] ? Name : never]?: Values[Name]
}

/**
 * An object whose members are read and written one after the other. Codecs nest: filters are an object of their own.
 */
export function queryCodec<Values extends object>(
  parts: {
    [Name in keyof Values]: QueryCodec<Values[Name]>
  },
): QueryCodec<Combined<Values>> {
  const members = Object.entries(parts as Record<string, QueryCodec<unknown>>)
  return {
    parse: (query) =>
      Object.fromEntries(members.map(([name, { parse }]) => [name, parse(query)])) as Combined<Values>,
    write(value, query) {
      for (const [name, { write }] of members) write(value[name as keyof Combined<Values>], query)
    },
  }
}

/** The shortest URL query that holds the value. */
export function formatQuery<Value>(codec: QueryCodec<Value>, value: Value): string {
  const query = new URLSearchParams()
  codec.write(value, query)
  return query.toString()
}
