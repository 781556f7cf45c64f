import { expect, test } from 'vitest'
import {
  buildColumns,
  columnWidthNames,
  findColumn,
  formatFlowsheetSpan,
  getFirstDay,
  parseFlowsheetSpan,
  shiftDay,
  splitForPrint,
} from './flowsheet-span.ts'

const day = '2026-11-05'
const bangkok = (time: string, date = day) => Date.parse(`${date}T${time}+07:00`)

test('a day has 24 columns of an hour, from midnight to midnight in Bangkok', () => {
  const columns = buildColumns({ width: '1h', day })
  expect(columns).toHaveLength(24)
  expect(columns[0]).toEqual({ from: bangkok('00:00'), to: bangkok('01:00'), day, label: '00' })
  expect(columns[23]).toEqual({
    from: bangkok('23:00'),
    to: bangkok('00:00', '2026-11-06'),
    day,
    label: '23',
  })
})

test('columns of four hours are the rounds of the Thai chart, of the seven days up to the chosen one', () => {
  const columns = buildColumns({ width: '4h', day })
  expect(columns).toHaveLength(42)
  expect(columns.slice(-6).map(({ label }) => label)).toEqual(['02', '06', '10', '14', '18', '22'])
  expect(columns[0]).toMatchObject({ day: '2026-10-30', from: bangkok('00:00', '2026-10-30') })
  expect(getFirstDay({ width: '4h', day })).toBe('2026-10-30')
})

test('columns of a quarter of an hour say their minute', () => {
  const columns = buildColumns({ width: '15m', day })
  expect(columns).toHaveLength(96)
  expect(columns.slice(56, 61).map(({ label }) => label)).toEqual([
    '14:00',
    '14:15',
    '14:30',
    '14:45',
    '15:00',
  ])
})

test.each(columnWidthNames)('columns of %s follow each other without a gap', (width) => {
  const columns = buildColumns({ width, day })
  expect(columns.slice(1).every(({ from }, index) => from === columns[index]?.to)).toBe(true)
})

test('an instant is in the column that it begins, and not in the one that it ends', () => {
  const columns = buildColumns({ width: '1h', day })
  expect(findColumn(columns, bangkok('14:00'))).toBe(14)
  expect(findColumn(columns, bangkok('14:59:59.999'))).toBe(14)
  expect(findColumn(columns, bangkok('13:59:59.999'))).toBe(13)
  expect(findColumn(columns, bangkok('00:00'))).toBe(0)
  expect(findColumn(columns, bangkok('00:00') - 1)).toBe(-1)
  expect(findColumn(columns, bangkok('00:00', '2026-11-06'))).toBe(-1)
})

test('a round of four hours has what was measured two hours before and after it', () => {
  const columns = buildColumns({ width: '4h', day })
  const findLabel = (time: string) => columns[findColumn(columns, bangkok(time))]?.label
  expect(findLabel('05:40')).toBe('06')
  expect(findLabel('07:59')).toBe('06')
  expect(findLabel('08:00')).toBe('10')
  expect(findLabel('23:59')).toBe('22')
})

test('a day before or after crosses the end of a month and of a year', () => {
  expect(shiftDay('2026-11-01', -1)).toBe('2026-10-31')
  expect(shiftDay('2026-12-31', 1)).toBe('2027-01-01')
  expect(shiftDay('2028-02-28', 1)).toBe('2028-02-29')
})

test('the URL has the day and the columns, unless they are today and hours', () => {
  const write = (width: '1h' | '4h', shown: string) =>
    formatFlowsheetSpan(new URLSearchParams('day=2020-01-01'), { width, day: shown }, day).toString()
  expect(write('1h', day)).toBe('')
  expect(write('4h', '2026-11-04')).toBe('columns=4h&day=2026-11-04')
  const read = (query: string) => parseFlowsheetSpan(new URLSearchParams(query), day)
  expect(read('')).toEqual({ width: '1h', day })
  expect(read('columns=4h&day=2026-11-04')).toEqual({ width: '4h', day: '2026-11-04' })
  expect(read('columns=2h&day=2026-11-06')).toEqual({ width: '1h', day })
  expect(read('day=2026-02-30')).toEqual({ width: '1h', day })
})

test('a sheet of paper has the columns of a day, and of seven days no day is divided', () => {
  expect(splitForPrint(buildColumns({ width: '1h', day })).map(({ length }) => length)).toEqual([24])
  const week = splitForPrint(buildColumns({ width: '4h', day }))
  expect(week.map(({ length }) => length)).toEqual([24, 18])
  expect(week.map(([first]) => first?.label)).toEqual(['02', '02'])
})
