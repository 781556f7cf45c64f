import { type ReadingKind, type ReadingValues, readingKindNames } from 'contract'
import { expect, test } from 'vitest'
import type { Measurement } from '../measurement.ts'
import { computeNumberedId, computeReadingId } from './reading-id.ts'

const hospitalId = '0193a000-0000-7000-8000-00000000000a'
const reportedAt = Date.parse('2026-11-05T07:31:00.250Z')

const of = (kind: ReadingKind, values: ReadingValues, more: Partial<Measurement> = {}): Measurement => ({
  kind,
  values,
  source: 'system',
  mac: 'aabbccddee01',
  deviceType: null,
  reportedAt,
  ...more,
})

/**
 * Digests that every existing database has. If one changes, readings that are sent again after an update are stored
 * twice.
 */
const pinned: [id: string, Measurement][] = [
  ['ca0dba80-55e5-8462-95e5-c308121372dc', of('blood_pressure', { systolic: 124, diastolic: 82 })],
  [
    'aca7660a-4cc4-8ded-a6ea-af750614b3ad',
    of('blood_pressure', { systolic: 124, diastolic: 82, map: 96, pulse: 76 }),
  ],
  ['6df2d3ed-8323-80cb-9bd3-aaba51186988', of('spo2', { spo2: 97, pulse: 71, pi: 3.4 })],
  ['b3cdcbee-0856-8195-80e8-b218034f6082', of('pulse', { pulse: 71 })],
  [
    'e8cb417a-14b1-81e5-b091-47d1711cfa83',
    of('temperature', { temperature: 36.6 }, { mac: '123456789012345' }),
  ],
  ['bdd0776c-32a0-8e3a-ac57-7dc178dc4eef', of('respiration', { respiration_rate: 16 })],
  ['62cc414b-b282-8eeb-9028-0bc99a28ec9b', of('etco2', { etco2: 36 })],
  ['6b285b7e-f68b-8b76-805d-dd8393457534', of('pain_score', { pain_score: 4 })],
  ['b2681db1-584a-8357-906b-c0d152ab8051', of('gcs', { gcs: 14, gcs_eye: 4, gcs_verbal: 4, gcs_motor: 6 })],
  ['4d22dfa3-1a71-832b-a770-c72a5505e485', of('consciousness', { consciousness: 'A', oxygen: false })],
  ['2a5f03b8-d943-8387-bb79-6dc873340bd6', of('glucose', { blood_glucose: 104, marker: 'fasting' })],
  ['dcb68d5e-d84a-851a-8882-03e6e63d64f4', of('body', { weight: 52.4, height: 158 })],
  ['d84ec9dc-86f0-8a0e-9865-625795881072', of('activity', { steps: 4021 })],
  ['2f111805-8146-8832-8a91-84759129af05', of('sleep', { awake: 30, light: 280, deep: 110 })],
  [
    '5e0c2dd8-30d9-821d-917b-dae7fd76a5c4',
    of('lab', { creatinine: 0.92, hdl: 51 }, { mac: null, hn: 'HN 66/0001' }),
  ],
  ['627600d1-5d61-8121-9f3e-29bb4d704b92', of('position', { lat: 13.756331, lang: 100.501765 })],
  ['95abbe4f-ba01-896c-bb38-fe167c548f82', of('fall', { lat: 13.756331, lang: 100.501765 })],
  ['ae22e764-d9aa-852c-a932-fe43d809011a', of('sos', {})],
  [
    '359baa36-3ce5-8384-bd5b-e22db69225ea',
    of('pulse', { pulse: 71 }, { gatewayScanTime: reportedAt - 1_500 }),
  ],
  [
    'e38b9943-2987-8915-8a8a-b1a1d34dd310',
    of('pulse', { pulse: 71 }, { mac: null, nationalId: '1101700230703', hn: 'HN 66/0001' }),
  ],
]

test.each(pinned)('the id %s is the one under which its reading was stored', (id, measurement) => {
  expect(computeReadingId(hospitalId, measurement)).toBe(id)
})

test('a reading of every kind is pinned', () => {
  expect(new Set(pinned.map(([, { kind }]) => kind))).toEqual(new Set(readingKindNames))
})

test('a missing value changes no id, in whatever way it is missing', () => {
  const bare = of('spo2', { spo2: 97 })
  for (const absent of [{ pulse: null }, { pulse: undefined, pi: null }, { oxygen: null }])
    expect(computeReadingId(hospitalId, { ...bare, values: { spo2: 97, ...absent } })).toBe(
      computeReadingId(hospitalId, bare),
    )
})

test('a field that a kind gets later changes the id if it has a value, whatever the order of the fields', () => {
  const ids = [{ spo2: 97 }, { spo2: 97, oxygen: false }, { oxygen: false, spo2: 97 }].map((values) =>
    computeReadingId(hospitalId, of('spo2', values)),
  )
  expect(ids[1]).not.toBe(ids[0])
  expect(ids[2]).toBe(ids[1])
})

test('each value, time, person, device and hospital makes another id', () => {
  const one = of('blood_pressure', { systolic: 124, diastolic: 82, map: 96 })
  const others: Measurement[] = [
    { ...one, values: { systolic: 125, diastolic: 82, map: 96 } },
    { ...one, values: { systolic: 124, diastolic: 82, pulse: 96 } },
    { ...one, reportedAt: reportedAt + 1 },
    { ...one, mac: 'aabbccddee02' },
    { ...one, nationalId: '1101700230703' },
    { ...one, hn: '1' },
    { ...one, gatewayScanTime: reportedAt },
  ]
  const ids = [one, ...others].map((each) => computeReadingId(hospitalId, each))
  expect(new Set([...ids, computeReadingId(hospitalId.replace('a', 'b'), one)]).size).toBe(others.length + 2)
})

test('the id of a numbered test is pinned, and the number makes another id', () => {
  const numbered = { ...of('glucose', { blood_glucose: 108, marker: 'no_marker' }), sequenceNumber: 7 }
  expect(computeNumberedId(hospitalId, numbered)).toBe('7c6a5670-bffa-8ab6-bc6f-a054f7228dc3')
  expect(computeNumberedId(hospitalId, { ...numbered, sequenceNumber: 8 })).not.toBe(
    '7c6a5670-bffa-8ab6-bc6f-a054f7228dc3',
  )
})
