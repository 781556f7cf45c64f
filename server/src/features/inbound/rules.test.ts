import { expect, test } from 'vitest'
import { toArrival } from './rules.ts'

const als = { vehicleClass: 'ALS', isAnnounced: true }

test('whoever an ambulance brings from a scene or an event came by EMS, and from elsewhere by referral', () => {
  const sources = ['SCENE', 'EVENT', 'REFER_IN', 'DISCHARGE_HOME'].map(
    (kind) => toArrival({ kind, event: 'ILLNESS' }, als).source,
  )
  expect(sources).toEqual([4, 4, 3, 3])
})

test('an accident is one of a scene, whose vehicle says who brought the patient', () => {
  expect(toArrival({ kind: 'SCENE', event: 'TRAFFIC' }, als)).toMatchObject({
    is_accident: true,
    accident: { source: 5 },
  })
  expect(toArrival({ kind: 'EVENT' }, als)).toMatchObject({ is_accident: null, accident: null })
})

test('what the matter is, a request says of those whom it announced', () => {
  const request = { kind: 'SCENE', event: 'TRAFFIC', complaint: 'รถล้ม', symptom_groups: ['25'] }
  expect(toArrival(request, als)).toMatchObject({ complaint: 'รถล้ม', symptom_groups: [25] })
  expect(toArrival(request, { ...als, isAnnounced: false })).toMatchObject({
    complaint: null,
    symptom_groups: [],
    is_accident: true,
  })
})
