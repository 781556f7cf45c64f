import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ReferralRisk, referralRisks } from '../clinical/emergency/referral-risk.ts'
import { type CrewLevel, crewLevels } from './codes.ts'
import {
  findEmptyPlaces,
  listVehicleLacks,
  standardTransportPlans,
  suggestUnitLevels,
} from './mission-suggestion.ts'

const isEnough = (risk: ReferralRisk, crew: readonly CrewLevel[]) =>
  findEmptyPlaces(standardTransportPlans[risk].crew, crew).length === 0

describe('the least crew', () => {
  test.each<[ReferralRisk, CrewLevel[], boolean]>([
    ['U', ['EP', 'ENP', 'PARAMEDIC'], true],
    ['U', ['MD', 'RN', 'PARAMEDIC', 'DRIVER'], true],
    ['U', ['EP', 'RN', 'RN'], false],
    ['U', ['RN', 'ENP', 'PARAMEDIC'], false],
    ['U', ['EP', 'PARAMEDIC'], false],
    ['U', ['EP', 'PARAMEDIC', 'AEMT'], false],
    ['H', ['RN', 'PARAMEDIC'], true],
    ['H', ['PARAMEDIC', 'RN'], true],
    ['H', ['RN', 'RN'], true],
    ['H', ['RN'], false],
    ['H', ['PARAMEDIC', 'PARAMEDIC'], false],
    ['H', ['RN', 'AEMT'], false],
    ['M', ['RN', 'EMT'], true],
    ['M', ['AEMT', 'RN'], true],
    ['M', ['RN', 'EMR'], false],
    ['M', ['AEMT', 'EMT'], false],
    ['M', ['RN'], false],
    ['L', ['AEMT'], true],
    ['L', ['RN'], true],
    ['L', ['EMT'], false],
    ['N', ['EMT'], true],
    ['N', ['NA'], true],
    ['N', ['EMR'], false],
    ['N', ['DRIVER', 'OTHER'], false],
    ['N', [], false],
  ])('of %s is met by %o: %s', (risk, crew, met) => {
    expect(isEnough(risk, crew)).toBe(met)
  })

  test('names the places that are empty', () => {
    const [, , third] = standardTransportPlans.U.crew
    expect(findEmptyPlaces(standardTransportPlans.U.crew, ['EP', 'RN'])).toEqual([third])
    expect(findEmptyPlaces(standardTransportPlans.U.crew, [])).toHaveLength(3)
  })

  test('moves somebody who could fill two places to the one that nobody else fills', () => {
    expect(findEmptyPlaces([['EP', 'RN'], ['EP']], ['EP', 'RN'])).toEqual([])
    expect(findEmptyPlaces([['EP', 'RN'], ['EP', 'NA'], ['EP']], ['EP', 'RN', 'NA'])).toEqual([])
    expect(findEmptyPlaces([['EP'], ['EP']], ['EP'])).toEqual([['EP']])
  })

  const crew = fc.array(fc.constantFrom(...crewLevels), { maxLength: 6 })
  const risk = fc.constantFrom(...referralRisks)

  test('stays met when somebody joins, whatever the order', () => {
    fc.assert(
      fc.property(risk, crew, fc.constantFrom(...crewLevels), (of, members, more) => {
        const before = isEnough(of, members)
        expect(isEnough(of, members.toReversed())).toBe(before)
        if (before) expect(isEnough(of, [more, ...members])).toBe(true)
      }),
    )
  })

  test('that meets a risk meets every smaller one', () => {
    fc.assert(
      fc.property(crew, (members) => {
        const met = referralRisks.map((of) => isEnough(of, members))
        expect(met).toEqual(met.toSorted((one, other) => Number(one) - Number(other)))
      }),
    )
  })

  test('leaves as few places empty as any arrangement', () => {
    const place = fc.uniqueArray(fc.constantFrom('EP' as const, 'RN' as const, 'EMT' as const), {
      minLength: 1,
    })
    const countBest = (places: readonly (readonly CrewLevel[])[], members: readonly CrewLevel[]): number => {
      const [first, ...rest] = places
      if (!first) return 0
      const without = 1 + countBest(rest, members)
      const withEach = members.flatMap((level, at) =>
        first.includes(level) ? [countBest(rest, members.toSpliced(at, 1))] : [],
      )
      return Math.min(without, ...withEach)
    }
    const members = fc.array(fc.constantFrom('EP' as const, 'RN' as const, 'EMT' as const), { maxLength: 4 })
    fc.assert(
      fc.property(fc.array(place, { maxLength: 4 }), members, (places, of) => {
        expect(findEmptyPlaces(places, of)).toHaveLength(countBest(places, of))
      }),
    )
  })
})

describe('a plan', () => {
  test('asks for vital signs less often the smaller the risk is', () => {
    expect(referralRisks.map((of) => standardTransportPlans[of].vitals_minutes)).toEqual([
      5,
      10,
      15,
      30,
      null,
    ])
  })

  test('asks for a vehicle that can do more the greater the risk is', () => {
    expect(referralRisks.map((of) => standardTransportPlans[of].unit)).toEqual([
      'ALS',
      'ALS',
      'BLS',
      'BLS',
      'FR',
    ])
  })
})

test.each([
  ['RED', ['ALS']],
  ['YELLOW', ['ALS', 'BLS']],
  ['GREEN', ['BLS', 'FR']],
  ['WHITE', ['BLS', 'FR']],
  ['BLACK', []],
  ['UNKNOWN', []],
] as const)('a call of the colour %s is for %o', (colour, levels) => {
  expect(suggestUnitLevels(colour)).toEqual(levels)
})

describe('a vehicle', () => {
  const bare = {
    class: 'ALS',
    has_ventilator: false,
    has_incubator: false,
    has_negative_pressure: false,
  } as const
  const nothing = { unit_level: null, equipment: ['NONE'], isolation: ['STANDARD'], referral: null }

  test.each([
    ['ALS', 'FR', true],
    ['ALS', 'BLS', true],
    ['ALS', 'ALS', false],
    ['ALS', 'SPECIAL', false],
    ['ILS', 'BLS', true],
    ['BLS', 'ALS', false],
    ['FR', 'FR', false],
    ['SPECIAL', 'ALS', true],
    ['SPECIAL', 'SPECIAL', false],
    [null, 'FR', false],
  ] as const)('asked for as %s and sent as %s is of too low a class: %s', (unit_level, sent, isBelow) => {
    const request = { ...nothing, unit_level }
    expect(listVehicleLacks(undefined, request, { ...bare, class: sent })).toEqual(isBelow ? ['CLASS'] : [])
    expect(listVehicleLacks(standardTransportPlans.N, request, { ...bare, class: sent })).toEqual(
      isBelow ? ['CLASS'] : [],
    )
  })

  test('without a referral lacks what the request asks for', () => {
    const request = {
      unit_level: 'ALS',
      equipment: ['VENTILATOR', 'INCUBATOR', 'PUMP'],
      isolation: ['CONTACT', 'AIRBORNE'],
      referral: null,
    }
    expect(listVehicleLacks(undefined, request, bare)).toEqual([
      'VENTILATOR',
      'INCUBATOR',
      'NEGATIVE_PRESSURE',
    ])
    expect(listVehicleLacks(undefined, request, { ...bare, has_ventilator: true })).toEqual([
      'INCUBATOR',
      'NEGATIVE_PRESSURE',
    ])
    expect(
      listVehicleLacks(undefined, request, { ...bare, has_incubator: true, has_negative_pressure: true }),
    ).toEqual(['VENTILATOR'])
  })

  test('lacks what the referral and the plan of its risk ask for', () => {
    const referral = { equipment: ['INCUBATOR'], isolation: ['AIRBORNE'] }
    expect(listVehicleLacks(standardTransportPlans.N, { ...nothing, referral }, bare)).toEqual([
      'INCUBATOR',
      'NEGATIVE_PRESSURE',
    ])
    expect(listVehicleLacks(standardTransportPlans.H, nothing, { ...bare, class: 'BLS' })).toEqual([
      'CLASS',
      'VENTILATOR',
    ])
    expect(listVehicleLacks(standardTransportPlans.H, nothing, { ...bare, has_ventilator: true })).toEqual([])
  })
})
