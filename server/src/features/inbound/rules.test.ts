import { expect, test } from 'vitest'
import { toArrival } from './rules.ts'

test('whoever an ambulance brings from a scene or an event came by EMS, and from elsewhere by referral', () => {
  const sources = ['SCENE', 'EVENT', 'REFER_IN', 'DISCHARGE_HOME'].map(
    (kind) => toArrival({ kind, event: 'ILLNESS' }, 'ALS').source,
  )
  expect(sources).toEqual([4, 4, 3, 3])
})

test('an accident is one of a scene, whose vehicle says who brought the patient', () => {
  expect(toArrival({ kind: 'SCENE', event: 'TRAFFIC' }, 'ALS')).toMatchObject({
    is_accident: true,
    accident: { source: 5 },
  })
  expect(toArrival({ kind: 'EVENT' }, 'ALS')).toMatchObject({ is_accident: null, accident: null })
})
