import { describe, expect, test } from 'vitest'
import { type Drug, drugCodes, drugList } from '../../clinical/emergency/drug-list.ts'
import { equipmentCodes, equipmentItems, findNeeded, listNeeded } from './items.ts'
import { type EquipmentCount, findCheckCutoff, judgeCheck, judgeItem } from './result.ts'

const today = '2026-11-05'
const whole: EquipmentCount = {
  needed: 2,
  found: 2,
  defect: null,
  expires_on: null,
  charge: null,
  pressure: null,
}

describe('an item', () => {
  test.each<[Partial<EquipmentCount>, string]>([
    [{}, 'READY'],
    [{ found: 3 }, 'READY'],
    [{ found: 1 }, 'LOW'],
    [{ found: 0 }, 'MISSING'],
    [{ needed: 0, found: 0 }, 'READY'],
    [{ expires_on: '2026-11-05' }, 'READY'],
    [{ expires_on: '2026-11-04' }, 'EXPIRED'],
    [{ defect: 'EXPIRED' }, 'EXPIRED'],
    [{ defect: 'BROKEN' }, 'BROKEN'],
    [{ charge: 50 }, 'READY'],
    [{ charge: 49 }, 'LOW'],
    [{ pressure: 1000 }, 'READY'],
    [{ pressure: 999 }, 'LOW'],
    // What is worse hides the rest.
    [{ found: 0, defect: 'BROKEN', expires_on: '2020-01-01' }, 'MISSING'],
    [{ defect: 'BROKEN', expires_on: '2020-01-01' }, 'BROKEN'],
    [{ found: 1, expires_on: '2020-01-01' }, 'EXPIRED'],
  ])('with %o is %s', (change, status) => {
    expect(judgeItem({ ...whole, ...change }, today)).toBe(status)
  })
})

describe('a check', () => {
  test('is ready without a fault, also of nothing', () => {
    expect(judgeCheck([])).toBe('READY')
    expect(judgeCheck([{ status: 'READY', vital: true }])).toBe('READY')
  })

  test.each(['LOW', 'BROKEN', 'EXPIRED', 'MISSING'] as const)(
    'with something %s is ready with faults, and not ready if it is vital',
    (status) => {
      expect(judgeCheck([{ status }, { status: 'READY', vital: true }])).toBe('READY_WITH_FAULTS')
      expect(judgeCheck([{ status: 'READY' }, { status, vital: true }])).toBe('NOT_READY')
    },
  )
})

describe('a check is due', () => {
  const hours = { shift_morning_hour: 8, shift_evening_hour: 16, shift_night_hour: 24 }

  test('since the shift began, at its first instant too', () => {
    expect(findCheckCutoff('SHIFT', '2026-11-05T01:00:00.000Z', hours)).toBe('2026-11-05T01:00:00.000Z')
    expect(findCheckCutoff('SHIFT', '2026-11-05T00:59:59.999Z', hours)).toBe('2026-11-04T17:00:00.000Z')
  })

  test('since the midnight of Bangkok', () => {
    expect(findCheckCutoff('DAY', '2026-11-04T16:59:59.999Z', hours)).toBe('2026-11-03T17:00:00.000Z')
    expect(findCheckCutoff('DAY', '2026-11-04T17:00:00.000Z', hours)).toBe('2026-11-04T17:00:00.000Z')
  })

  test('never, if the hospital says so', () => {
    expect(findCheckCutoff('NEVER', '2026-11-05T01:00:00.000Z', hours)).toBeNull()
  })
})

describe('the items', () => {
  test('are more on a vehicle that can do more, and a special one carries what advanced life support does', () => {
    const [first, basic, advanced] = (['FR', 'BLS', 'ALS'] as const).map((one) => listNeeded(one, {}).length)
    expect(first).toBeLessThan(basic ?? 0)
    expect(basic).toBeLessThan(advanced ?? 0)
    expect(listNeeded('SPECIAL', {})).toEqual(listNeeded('ALS', {}))
  })

  test('hold every drug of the list, the controlled ones counted by two', () => {
    const drugs = equipmentCodes.flatMap((code) => equipmentItems[code]?.drug ?? [])
    expect(drugs).toEqual(drugCodes)
    for (const drug of drugCodes)
      expect(equipmentItems[`drug.${drug}`]?.controlled ?? false).toBe(
        (drugList[drug] as Drug).controlled ?? false,
      )
  })

  test('have the numbers of the hospital where it has its own', () => {
    expect(findNeeded('gauze', 'FR', {})).toBe(10)
    expect(findNeeded('gauze', 'FR', { gauze: { ALS: 1, BLS: 2, FR: 3 } })).toBe(3)
    expect(findNeeded('unknown', 'FR', {})).toBe(0)
    expect(listNeeded('FR', { gauze: { ALS: 1, BLS: 1, FR: 0 } }).some(({ item }) => item === 'gauze')).toBe(
      false,
    )
  })
})
