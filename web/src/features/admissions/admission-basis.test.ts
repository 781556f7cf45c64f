import type { AdmissionBasis } from 'contract'
import { expect, test } from 'vitest'
import { readBasis } from './admission-basis.ts'

const id = '0191e5c0-0000-7000-8000-000000000001'
const at = '2026-11-05T07:05:00.000Z'
const visit: NonNullable<AdmissionBasis['visit']> = {
  _id: id,
  vn: '69000012',
  kind: 'ER',
  visited_at: at,
  source: 4,
  complaint: 'หอบเหนื่อย',
  referring_hospital: null,
  referral_number: null,
  pregnancy: 'not_asked',
  infection_signs: [],
  level: 'PINK',
  doctor: { _id: id, first_name: 'Somsri', last_name: 'Jaidee' },
}
const referral: NonNullable<AdmissionBasis['referral']> = {
  _id: id,
  created_at: at,
  hospital: 'รพ.ชุมชน',
  letter_number: '10670-69001',
  cause: 6,
  reason: 'ต้องการ CT',
  diagnosis: 'Stroke',
  disease: 'I63.9',
  isolation: [],
}
const request: NonNullable<AdmissionBasis['request']> = {
  _id: id,
  requested_at: at,
  ward: { _id: id, name_en: 'Medicine', name_th: 'อายุรกรรม' },
  department: '01',
  urgency: 'URGENT',
  diagnosis: 'ปอดอักเสบ',
  isolation: ['DROPLET'],
}

test('no field is answered for a patient of whom nothing is known', () => {
  expect(readBasis({})).toEqual({ values: {}, origins: {} })
})

test('a visit says how the patient came, and neither a diagnosis nor who attends on the ward', () => {
  expect(readBasis({ visit })).toEqual({
    values: { admit_source: 'E', arrival_type: 4 },
    origins: { admit_source: 'visit', arrival_type: 'visit' },
  })
  const called = readBasis({ visit: { ...visit, kind: 'OPD', source: 5, doctor: null } })
  expect(called.values).toEqual({ admit_source: 'O' })
})

test('a referral says who sends the patient and why; a cause that an admission does not have is asked', () => {
  expect(readBasis({ referral }).values).toEqual({
    arrival_type: 3,
    referring_hospital: 'รพ.ชุมชน',
    referral_number: '10670-69001',
    diagnosis: 'Stroke',
    disease: 'I63.9',
  })
  expect(readBasis({ referral: { ...referral, cause: 2 } }).values.referral_cause).toBe(2)
})

test('the diagnosis is that of the request, without the code of another', () => {
  const sent = { ...visit, source: 3 as const }
  const { values, origins } = readBasis({ visit: sent, referral, request })
  expect(values).toMatchObject({
    arrival_type: 3,
    diagnosis: 'ปอดอักเสบ',
    ward_id: id,
    isolation: ['DROPLET'],
  })
  expect(values).not.toHaveProperty('disease')
  expect(origins).toMatchObject({
    arrival_type: 'visit',
    diagnosis: 'request',
    referring_hospital: 'referral',
  })
})

test.each<[string, Partial<typeof visit>]>([
  ['came by ambulance', { source: 4 }],
  ['was sent by another hospital', { source: 3, referring_hospital: 'รพ.เลย' }],
  ['was sent with another letter', { source: 3, referring_hospital: 'รพ.ชุมชน', referral_number: '1' }],
])('no value is taken from a referral if the visit says that the patient %s', (_, said) => {
  const { values, origins } = readBasis({ visit: { ...visit, ...said }, referral })
  expect(values).not.toHaveProperty('diagnosis')
  expect(Object.values(origins)).not.toContain('referral')
})

test('a referral fills what the visit that it led to leaves open', () => {
  const { values } = readBasis({ visit: { ...visit, source: 3, referring_hospital: 'รพ.ชุมชน' }, referral })
  expect(values).toMatchObject({ referral_number: '10670-69001', diagnosis: 'Stroke', disease: 'I63.9' })
})

test('a referral that a person chose says how the patient came, whatever was noted at the visit', () => {
  const walkedIn = { ...visit, source: 1 } as const
  expect(readBasis({ visit: walkedIn, referral }).values.referring_hospital).toBeUndefined()
  const { values, origins } = readBasis({ visit: walkedIn, referral }, true)
  expect(values).toMatchObject({ admit_source: 'E', arrival_type: 3, referring_hospital: 'รพ.ชุมชน' })
  expect(origins).toMatchObject({ admit_source: 'visit', arrival_type: 'referral', diagnosis: 'referral' })
})

test('a referral that a person chose is not mixed with the letter that was noted at the visit', () => {
  const sent = { ...visit, source: 3, referring_hospital: 'รพ.อื่น', referral_number: '1' } as const
  const unnumbered = { ...referral, letter_number: null }
  const { values } = readBasis({ visit: sent, referral: unnumbered }, true)
  expect(values.referring_hospital).toBe('รพ.ชุมชน')
  expect(values).not.toHaveProperty('referral_number')
})
