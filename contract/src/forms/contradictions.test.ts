import { expect, test } from 'vitest'
import { listContradictions } from './contradictions.ts'
import { releasedForms } from './forms.ts'

const at = (time: string) => `2026-11-05T${time}:00.000Z`
const withTimes = releasedForms.filter(({ sections }) =>
  sections.some(({ calculations }) => calculations?.some(({ rule }) => rule === 'intervals')),
)

test('the operation form and the transfer sheet have the times and the odometer of a mission', () => {
  expect([...new Set(withTimes.map(({ name }) => name))]).toEqual([
    'operation-form',
    'transportation-treatment',
  ])
})

test.each(withTimes.map((form) => [`${form.name} ${form.version}`, form] as const))(
  '%s cannot be complete with times out of order or an odometer that falls',
  (_, form) => {
    expect(
      listContradictions(form, { call: at('10:00'), dispatch: at('09:59'), left_base: at('10:00') }),
    ).toEqual([{ field: 'dispatch', message: 'step-time' }])
    expect(
      listContradictions(form, { odometer_base: 120.5, odometer_scene: 120.4, odometer_back: 120.5 }),
    ).toEqual([{ field: 'odometer_scene', message: 'odometer-falls' }])
  },
)

test.each(withTimes.map((form) => [`${form.name} ${form.version}`, form] as const))(
  '%s may pass midnight, have equal times, a reason for a reading and a step that is long',
  (_, form) => {
    expect(
      listContradictions(form, {
        call: '2026-11-05T16:58:00.000Z',
        dispatch: '2026-11-05T16:58:00.000Z',
        left_base: '2026-11-05T17:03:00.000Z',
        odometer_base: 100,
        odometer_scene: { reason: 'UNABLE' },
        odometer_back: 2000,
      }),
    ).toEqual([])
  },
)

test.each(withTimes.map((form) => [`${form.name} ${form.version}`, form] as const))(
  '%s may have a time that is typed to the minute in which the step before was noted to the second',
  (_, form) => {
    const dispatch = '2026-11-05T10:05:40.000Z'
    expect(listContradictions(form, { dispatch, left_base: at('10:05'), at_scene: at('10:05') })).toEqual([])
    expect(listContradictions(form, { dispatch, left_base: at('10:04') })).toEqual([
      { field: 'left_base', message: 'step-time' },
    ])
    expect(listContradictions(form, { dispatch, left_base: '2026-11-05T10:05:39.000Z' })).toEqual([
      { field: 'left_base', message: 'step-time' },
    ])
  },
)

const withFee = releasedForms.filter(({ sections }) =>
  sections.some(({ calculations }) => calculations?.some(({ rule }) => rule === 'fee')),
)

test.each(withFee.map((form) => [`${form.name} ${form.version}`, form] as const))(
  '%s cannot be complete with a discount above the fee',
  (_, form) => {
    const row = '0192f0c0-0000-7000-8000-000000000001'
    const fee = { price: 500, fee_km: 10, km_rate: 4, extras: { [row]: { extra: 'ก', extra_price: 60 } } }
    expect(listContradictions(form, { ...fee, discount: 600 })).toEqual([])
    expect(listContradictions(form, { ...fee, discount: 600.01 })).toEqual([
      { field: 'discount', message: 'number-range' },
    ])
    expect(listContradictions(form, { discount: 100 })).toEqual([])
  },
)
