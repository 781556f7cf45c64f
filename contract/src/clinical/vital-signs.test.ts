import { describe, expect, test } from 'vitest'
import { readingValueNames } from '../readings.ts'
import { ageBands } from './age.ts'
import {
  listQuantitiesByPart,
  manualKinds,
  type QuantityName,
  quantities,
  quantityNames,
  readingKindNames,
  readingKinds,
} from './vital-signs.ts'

/** The last digit of a LOINC code checks the others: mod 10 of Luhn. */
function isLoinc(code: string): boolean {
  const [digits = '', check] = code.split('-')
  const sum = Array.from(digits, Number)
    .toReversed()
    .reduce((total, digit, at) => {
      const weighed = digit * (at % 2 === 0 ? 2 : 1)
      return total + (weighed > 9 ? weighed - 9 : weighed)
    }, 0)
  return Number(check) === (10 - (sum % 10)) % 10
}

describe.each(quantityNames)('the description of %s', (name) => {
  const { min, max, decimals, column, code, usual, alarm, chart } = quantities[name]

  test('has bounds that its column can hold', () => {
    expect(min).toBeLessThan(max)
    if (column === 'smallint' || column === 'integer') {
      expect(decimals).toBe(0)
      expect(max).toBeLessThan(column === 'smallint' ? 2 ** 15 : 2 ** 31)
    }
  })

  test('has usual values, limits and an axis within the possible values', () => {
    const inside = (value: number) => expect(value >= min && value <= max, String(value)).toBe(true)
    for (const band of ageBands) {
      const [low, high] = usual?.[band] ?? [min, max]
      expect(low).toBeLessThan(high)
      for (const value of [low, high]) inside(value)
      for (const limit of alarm?.limits[band] ?? []) if (limit !== null) inside(limit)
    }
    // Axes begin at 0 where values are compared by their size.
    if (chart && !('around' in chart.axis)) for (const value of chart.axis) if (value !== 0) inside(value)
  })

  test('has a code that LOINC could have given', () => {
    if (code) expect(isLoinc(code.loinc), code.loinc).toBe(true)
  })

  test('has a kind of reading that holds it', () => {
    const holds = readingKindNames.filter((kind) =>
      [...readingKinds[kind].needs, ...readingKinds[kind].may].includes(name),
    )
    expect(holds).not.toEqual([])
    if (quantities[name].charted) expect(manualKinds.some((kind) => holds.includes(kind))).toBe(true)
  })
})

test('the kinds of reading hold each value of a reading, and nothing else', () => {
  const held = readingKindNames.flatMap((kind) => [...readingKinds[kind].needs, ...readingKinds[kind].may])
  expect(new Set(held)).toEqual(new Set(readingValueNames))
})

test('a value on a tile has limits, a colour and a stored newest value', () => {
  for (const name of listQuantitiesByPart('tile')) {
    const { alarm, chart, hasNewest } = quantities[name]
    expect([name, alarm !== undefined, chart !== undefined, hasNewest]).toEqual([name, true, true, true])
  }
})

test('a value with a tab of its own has a chart, and a kind of reading that needs it alone', () => {
  const tabbed: readonly QuantityName[] = listQuantitiesByPart('hasTab')
  for (const name of tabbed) {
    expect(quantities[name].chart, name).toBeDefined()
    expect(readingKindNames.filter((kind) => readingKinds[kind].needs.includes(name))).toHaveLength(1)
  }
})

test('what only a device can notice cannot be entered by hand, and all else can', () => {
  expect(readingKindNames.filter((kind) => !manualKinds.some((manual) => manual === kind))).toEqual([
    'position',
    'fall',
    'sos',
  ])
})
