import { expect, test } from 'vitest'
import { readArrival } from './rules.ts'

const als = { vehicleClass: 'ALS', isAnnounced: true }

test('whoever an ambulance brings from a scene or an event came by EMS, and from elsewhere by referral', () => {
  const sources = ['SCENE', 'EVENT', 'REFER_IN', 'DISCHARGE_HOME'].map(
    (kind) => readArrival({ kind, event: 'ILLNESS' }, als).source,
  )
  expect(sources).toEqual([4, 4, 3, 3])
})

test('an accident is one of a scene, whose vehicle says who brought the patient', () => {
  expect(readArrival({ kind: 'SCENE', event: 'TRAFFIC' }, als)).toMatchObject({
    is_accident: true,
    accident: { source: 5 },
  })
  expect(readArrival({ kind: 'EVENT' }, als)).toMatchObject({ is_accident: null, accident: null })
})

test('a request says what is the matter with those whom it announced', () => {
  const request = { kind: 'SCENE', event: 'TRAFFIC', complaint: 'รถล้ม', symptom_groups: ['25'] }
  expect(readArrival(request, als)).toMatchObject({ complaint: 'รถล้ม', symptom_groups: [25] })
  expect(readArrival(request, { ...als, isAnnounced: false })).toMatchObject({
    complaint: null,
    symptom_groups: [],
    is_accident: true,
  })
})
