import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  computeDistanceMetres,
  computeDistances,
  estimateTravelMs,
  listOdometerProblems,
  type Odometer,
} from './distances.ts'

describe('the distances of a mission', () => {
  test('the way back is counted from the hospital', () => {
    expect(computeDistances({ base: 1000, scene: 1012, hospital: 1030, back: 1041 })).toEqual({
      out: 12,
      to_hospital: 18,
      back: 11,
      total: 41,
    })
  })

  test('without a reading there is no distance from or to it', () => {
    expect(computeDistances({ base: 1000, scene: null, hospital: 1030, back: 1041 })).toEqual({
      out: null,
      to_hospital: null,
      back: 11,
      total: 41,
    })
    expect(computeDistances({})).toEqual({ out: null, to_hospital: null, back: null, total: null })
  })

  test('may be zero, and are never negative', () => {
    expect(computeDistances({ base: 0, scene: 0 }).out).toBe(0)
    expect(computeDistances({ base: 10, scene: 9.9 }).out).toBeNull()
  })

  test('have one decimal', () => {
    expect(computeDistances({ base: 1000.1, scene: 1000.4 }).out).toBe(0.3)
  })

  test('add up to the total', () => {
    const step = fc.integer({ min: 0, max: 5000 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999 }), step, step, step, (base, one, two, three) => {
        const scene = base + one
        const hospital = scene + two
        const found = computeDistances({ base, scene, hospital, back: hospital + three })
        expect(found).toEqual({ out: one, to_hospital: two, back: three, total: one + two + three })
      }),
    )
  })
})

describe('the odometer', () => {
  test.each<[Odometer, ReturnType<typeof listOdometerProblems>]>([
    [{ base: 1000, scene: 1000, hospital: 1000, back: 1000 }, []],
    [{ base: 1000, scene: 999 }, [{ station: 'scene', problem: 'falls' }]],
    [{ base: 1000, back: 999.9 }, [{ station: 'back', problem: 'falls' }]],
    [{ base: 1000, scene: 1999 }, []],
    [{ base: 1000, scene: 2000 }, [{ station: 'scene', problem: 'leaps' }]],
    [{ base: 1000, hospital: 2000 }, [{ station: 'hospital', problem: 'leaps' }]],
    [{ base: 0, scene: 999, hospital: 1998, back: 2997 }, []],
    [{ base: 1000, scene: 101, hospital: 1020, back: 1030 }, [{ station: 'scene', problem: 'falls' }]],
    [{ scene: 5, back: 6 }, []],
    [{}, []],
  ])('read as %o has the problems %j', (odometer, problems) => {
    expect(listOdometerProblems(odometer)).toEqual(problems)
  })

  test('a hospital may ask again for other steps', () => {
    expect(listOdometerProblems({ base: 0, scene: 300 }, 300)).toEqual([])
    expect(listOdometerProblems({ base: 0, scene: 301 }, 300)).toEqual([
      { station: 'scene', problem: 'leaps' },
    ])
  })

  test('has no problem exactly if no reading falls and no step is too long', () => {
    const km = fc.option(fc.integer({ min: 0, max: 4000 }))
    fc.assert(
      fc.property(km, km, km, km, (base, scene, hospital, back) => {
        const read = [base, scene, hospital, back].filter((one) => one !== null)
        const isInOrder = read.every((one, at) => {
          const step = one - (read[at - 1] ?? one)
          return step >= 0 && step <= 999
        })
        expect(listOdometerProblems({ base, scene, hospital, back }).length === 0).toBe(isInOrder)
      }),
    )
  })
})

describe('the way of a vehicle', () => {
  const udon = { lat: 17.4138, lang: 102.7872 }
  const nongKhai = { lat: 17.8783, lang: 102.742 }

  test('a minute of latitude is a nautical mile, and one of longitude is shorter further from the equator', () => {
    expect(computeDistanceMetres({ lat: 17, lang: 102 }, { lat: 17 + 1 / 60, lang: 102 })).toBeCloseTo(
      1853,
      -1,
    )
    expect(computeDistanceMetres({ lat: 60, lang: 102 }, { lat: 60, lang: 102 + 1 / 60 })).toBeCloseTo(
      1853 / 2,
      -1,
    )
    expect(computeDistanceMetres({ lat: 17, lang: 102 }, { lat: 17, lang: 102 })).toBe(0)
  })

  test('is as long as the great circle', () => {
    expect(computeDistanceMetres(udon, udon)).toBe(0)
    expect(computeDistanceMetres(udon, nongKhai) / 1000).toBeCloseTo(51.9, 1)
  })

  test('is estimated by the detour and the speed of the panel, or by others', () => {
    expect(Math.round(estimateTravelMs(udon, nongKhai) / 60_000)).toBe(84)
    expect(estimateTravelMs(udon, nongKhai, { detour: 1, kmPerHour: 51.85 }) / 3_600_000).toBeCloseTo(1, 2)
  })
})
