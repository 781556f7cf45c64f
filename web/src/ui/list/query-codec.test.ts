import { expect, test } from 'vitest'
import {
  choice,
  day,
  flag,
  formatQuery,
  id,
  knownValue,
  optional,
  paging,
  type QueryValue,
  queryCodec,
  several,
  sortOrder,
  wardChoice,
  yesOrNo,
} from './query-codec.ts'

const ward = '01890000-0000-7000-8000-000000000001'

const codec = queryCodec({
  tab: choice('tab', ['open', 'closed']),
  filters: queryCodec({
    patient: optional('patient', id),
    from: optional('from', day),
    ward: several('ward', wardChoice),
    colour: several('colour', knownValue(['red', 'white'])),
    is_worn: yesOrNo('worn'),
    in_hospital: yesOrNo('stay', 'in', 'out'),
  }),
  sort: sortOrder(['name', 'date']),
  with_retired: flag('retired'),
  ...paging,
})
const parse = (query: string) => codec.parse(new URLSearchParams(query))

const everything: QueryValue<typeof codec> = {
  tab: 'closed',
  filters: {
    patient: ward,
    from: '2026-11-05',
    ward: ['mine', ward],
    colour: ['white', 'red'],
    is_worn: false,
    in_hospital: true,
  },
  sort: { field: 'date', order: 'desc' },
  with_retired: true,
  page: 5000,
  size: 50,
}

test('a value is read back from the query that it was written to', () => {
  expect(parse(formatQuery(codec, everything))).toEqual(everything)
})

test('the query names the parts in the order in which they are declared', () => {
  expect(formatQuery(codec, everything)).toBe(
    `tab=closed&patient=${ward}&from=2026-11-05&ward=mine&ward=${ward}&colour=white&colour=red&worn=no&stay=in&sort=-date&retired=yes&size=50&page=5000`,
  )
})

test('defaults are read from an empty query and are not written', () => {
  expect(parse('')).toMatchObject({ tab: 'open', with_retired: undefined, page: 1, size: 20 })
  expect(formatQuery(codec, parse(''))).toBe('')
})

test.each([
  'tab=gone',
  'patient=สมชาย',
  'from=2026-02-30',
  'ward=1&ward=theirs',
  'colour=blue',
  'worn=maybe&stay=yes',
  'sort=-shoe',
  'sort=--name',
  'retired=no',
  'page=-3&size=7',
  'page=1.5',
  'page=1000001',
  'unknown=1',
])('what is not valid in ?%s is read as the default', (query) => {
  expect(parse(query)).toEqual(parse(''))
})

test('a value that a query repeats counts once', () => {
  expect(parse('colour=red&colour=red').filters.colour).toEqual(['red'])
})
