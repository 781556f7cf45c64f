import { describe, expect, test } from 'vitest'
import { glucoseMarkers } from '../readings.ts'
import { type BandTable, bandLevels, pickBand, roundAsWritten } from './bands.ts'
import { diastolicTable, systolicTable } from './blood-pressure.ts'
import { glucoseTables } from './glucose.ts'
import { labNames, pickLabTable } from './labs.ts'
import { detectBreach, type LimitedVital, standardLimits } from './limits.ts'
import { spo2Table } from './oxygen.ts'
import { pulseTable } from './pulse.ts'
import { respirationTable } from './respiration.ts'
import { temperatureTable } from './temperature.ts'
import { quantities } from './vital-signs.ts'

const vitals: [name: string, table: BandTable][] = [
  ['systolic pressure', systolicTable],
  ['diastolic pressure', diastolicTable],
  ['oxygen saturation', spo2Table],
  ['pulse', pulseTable],
  ['respiration', respirationTable],
  ['temperature', temperatureTable],
  ...glucoseMarkers.map((marker): [string, BandTable] => [`glucose ${marker}`, glucoseTables[marker]]),
]
const labs = labNames.flatMap((name) =>
  (['male', 'female'] as const).flatMap((gender): [string, BandTable][] => {
    const table = pickLabTable(name, gender)
    return table ? [[`${name} (${gender})`, table]] : []
  }),
)
const all = [...vitals, ...labs]

/** Every possible value of a quantity, from one end to the other. */
function* everyValue({ quantity }: BandTable) {
  const { min, max, decimals } = quantities[quantity]
  const steps = Math.round((max - min) * 10 ** decimals)
  for (let step = 0; step <= steps; step++) yield roundAsWritten(quantity, min + step / 10 ** decimals)
}

test('every vital and every result has its table', () => {
  expect(all).toHaveLength(10 + 14)
})

describe.each(all)('the bands of %s', (_, table) => {
  test('cover every value exactly once', () => {
    for (const value of everyValue(table)) {
      const holding = table.bands.filter(
        ({ from, to }) => (from === null || value >= from) && (to === null || value < to),
      )
      expect(holding, String(value)).toEqual([pickBand(table, value)])
    }
  })

  test('are open at both ends and each begins where the previous one ends', () => {
    expect(table.bands[0].from).toBeNull()
    expect(table.bands.at(-1)?.to).toBeNull()
    for (const [at, band] of table.bands.slice(1).entries()) {
      expect(band.from).not.toBeNull()
      expect(band.from).toBe(table.bands[at]?.to)
    }
  })

  test('rise, each within the possible values', () => {
    const { min, max } = quantities[table.quantity]
    const starts = table.bands.flatMap(({ from }) => (from === null ? [] : [from]))
    expect(starts).toEqual([...new Set(starts)].toSorted((one, other) => one - other))
    for (const start of starts) expect(start > min && start <= max, String(start)).toBe(true)
  })

  test('go from low through normal to high, never back', () => {
    const ranks = table.bands.map(({ level }) => bandLevels.indexOf(level))
    expect(ranks).toEqual(ranks.toSorted((one, other) => one - other))
    expect(table.bands.map(({ level }) => level)).toContain('normal')
  })

  test("begin at a value with the quantity's decimals", () => {
    for (const { from } of table.bands)
      if (from !== null) expect(roundAsWritten(table.quantity, from)).toBe(from)
  })
})

/** Each band with its first and its last value. */
const edges: [string, BandTable, ...[first: number, last: number, band: string, level: string][]][] = [
  [
    'systolic pressure',
    systolicTable,
    [30, 89, 'LOW', 'critical_low'],
    [90, 119, 'OPTIMAL', 'normal'],
    [120, 129, 'NORMAL', 'normal'],
    [130, 139, 'HIGH_NORMAL', 'normal'],
    [140, 159, 'HT_GRADE_1', 'high'],
    [160, 179, 'HT_GRADE_2', 'high'],
    [180, 219, 'HT_GRADE_3', 'high'],
    [220, 300, 'HT_GRADE_3', 'critical_high'],
  ],
  [
    'diastolic pressure',
    diastolicTable,
    [20, 59, 'LOW', 'low'],
    [60, 79, 'OPTIMAL', 'normal'],
    [80, 84, 'NORMAL', 'normal'],
    [85, 89, 'HIGH_NORMAL', 'normal'],
    [90, 99, 'HT_GRADE_1', 'high'],
    [100, 109, 'HT_GRADE_2', 'high'],
    [110, 129, 'HT_GRADE_3', 'high'],
    [130, 200, 'HT_GRADE_3', 'critical_high'],
  ],
  [
    'oxygen saturation',
    spo2Table,
    [30, 85, 'SEVERE_HYPOXAEMIA', 'critical_low'],
    [86, 89, 'MODERATE_HYPOXAEMIA', 'critical_low'],
    [90, 90, 'MODERATE_HYPOXAEMIA', 'low'],
    [91, 94, 'MILD_HYPOXAEMIA', 'low'],
    [95, 100, 'NORMAL', 'normal'],
  ],
  [
    'pulse',
    pulseTable,
    [10, 40, 'BRADYCARDIA', 'critical_low'],
    [41, 59, 'BRADYCARDIA', 'low'],
    [60, 100, 'NORMAL', 'normal'],
    [101, 130, 'TACHYCARDIA', 'high'],
    [131, 350, 'TACHYCARDIA', 'critical_high'],
  ],
  [
    'respiration',
    respirationTable,
    [1, 8, 'BRADYPNOEA', 'critical_low'],
    [9, 11, 'BRADYPNOEA', 'low'],
    [12, 20, 'NORMAL', 'normal'],
    [21, 24, 'TACHYPNOEA', 'high'],
    [25, 120, 'TACHYPNOEA', 'critical_high'],
  ],
  [
    'temperature',
    temperatureTable,
    [20, 31.9, 'HYPOTHERMIA', 'critical_low'],
    [32, 34.9, 'HYPOTHERMIA', 'low'],
    [35, 37.5, 'NORMAL', 'normal'],
    [37.6, 38.4, 'MILD_FEVER', 'high'],
    [38.5, 39.4, 'MODERATE_FEVER', 'high'],
    [39.5, 40.4, 'SEVERE_FEVER', 'high'],
    [40.5, 45, 'EXTREME_FEVER', 'critical_high'],
  ],
  [
    'glucose, fasting',
    glucoseTables.fasting,
    [10, 53, 'SEVERE_HYPOGLYCAEMIA', 'critical_low'],
    [54, 69, 'HYPOGLYCAEMIA', 'low'],
    [70, 99, 'NORMAL', 'normal'],
    [100, 125, 'PREDIABETES', 'high'],
    [126, 399, 'DIABETES', 'high'],
    [400, 1500, 'DIABETES', 'critical_high'],
  ],
  [
    'glucose before a meal',
    glucoseTables.before_meal,
    [10, 53, 'SEVERE_HYPOGLYCAEMIA', 'critical_low'],
    [54, 69, 'HYPOGLYCAEMIA', 'low'],
    [70, 79, 'BELOW_TARGET', 'normal'],
    [80, 130, 'TARGET', 'normal'],
    [131, 399, 'ABOVE_TARGET', 'high'],
    [400, 1500, 'ABOVE_TARGET', 'critical_high'],
  ],
  [
    'glucose after a meal',
    glucoseTables.after_meal,
    [10, 53, 'SEVERE_HYPOGLYCAEMIA', 'critical_low'],
    [54, 69, 'HYPOGLYCAEMIA', 'low'],
    [70, 139, 'NORMAL', 'normal'],
    [140, 179, 'TARGET', 'normal'],
    [180, 199, 'ABOVE_TARGET', 'high'],
    [200, 399, 'DIABETES', 'high'],
    [400, 1500, 'DIABETES', 'critical_high'],
  ],
  [
    'glucose without a marker',
    glucoseTables.no_marker,
    [10, 53, 'SEVERE_HYPOGLYCAEMIA', 'critical_low'],
    [54, 69, 'HYPOGLYCAEMIA', 'low'],
    [70, 139, 'NORMAL', 'normal'],
    [140, 199, 'ELEVATED', 'high'],
    [200, 399, 'DIABETES', 'high'],
    [400, 1500, 'DIABETES', 'critical_high'],
  ],
]

describe.each(edges)('%s', (_, table, ...rows) => {
  test.each(rows)('%f to %f is %s, %s', (first, last, band, level) => {
    expect(pickBand(table, first)).toMatchObject({ band, level })
    expect(pickBand(table, last)).toMatchObject({ band, level })
  })

  test('has no other bands', () => {
    expect(table.bands).toHaveLength(rows.length)
  })
})

test('a value is rounded to its decimals before it gets its band', () => {
  expect(pickBand(temperatureTable, 38.44)).toMatchObject({ band: 'MILD_FEVER' })
  expect(pickBand(temperatureTable, 38.46)).toMatchObject({ band: 'MODERATE_FEVER' })
  expect(pickBand(spo2Table, 94.6)).toMatchObject({ band: 'NORMAL' })
  expect(pickBand(glucoseTables.fasting, 99.4)).toMatchObject({ band: 'NORMAL' })
})

const judged: [vital: LimitedVital, table: BandTable][] = [
  ['spo2', spo2Table],
  ['pulse', pulseTable],
  ['respiration_rate', respirationTable],
  ['temperature', temperatureTable],
  ['blood_glucose', glucoseTables.no_marker],
]

test.each(judged)(
  'the critical %s of an adult is what alarms at once by the standard limits',
  (vital, table) => {
    for (const value of everyValue(table)) {
      const isCritical = pickBand(table, value).level.startsWith('critical')
      expect(isCritical, String(value)).toBe(
        detectBreach(value, standardLimits.adult[vital])?.isCritical ?? false,
      )
    }
  },
)
