import { expect, test } from 'vitest'
import {
  createRecordValues,
  findRecordProblems,
  laterFields,
  mealMarkers,
  readTypedComa,
  recordFields,
  roundFields,
  toReadings,
} from './record-values.ts'

test('the form asks for the values of a round in the order in which nurses say them', () => {
  const asked = [
    'systolic',
    'diastolic',
    'pulse',
    'spo2',
    'oxygen',
    'temperature',
    'respiration_rate',
    'consciousness',
    'blood_glucose',
    'marker',
    'weight',
    'waist',
    'height',
  ]
  expect(roundFields.filter((field) => asked.includes(field))).toEqual(asked)
  expect(laterFields.slice(-4)).toEqual(['steps', 'awake', 'light', 'deep'])
  expect(recordFields.slice(-3)).toEqual(['map', 'pi', 'impedance'])
})

test('each filled field becomes part of the kind of reading that it belongs to', () => {
  const written = {
    ...createRecordValues(Date.parse('2026-11-05T07:00:00Z')),
    systolic: 124,
    diastolic: 82,
    pulse: 76,
    spo2: 97,
    oxygen: 'no',
    temperature: 36.8,
    respiration_rate: 18,
    blood_glucose: 104,
    marker: 'fasting',
    weight: 60,
    creatinine: 1.1,
    steps: 4000,
    awake: 10,
    light: 200,
    deep: 90,
  }
  expect(
    toReadings(written).map(({ kind, measured_at: _at, note: _note, confirmed: _c, ...values }) => [
      kind,
      values,
    ]),
  ).toEqual([
    ['blood_pressure', { systolic: 124, diastolic: 82 }],
    ['pulse', { pulse: 76 }],
    ['spo2', { spo2: 97, oxygen: false }],
    ['temperature', { temperature: 36.8 }],
    ['respiration', { respiration_rate: 18 }],
    ['glucose', { blood_glucose: 104, marker: 'fasting' }],
    ['body', { weight: 60 }],
    ['lab', { creatinine: 1.1 }],
    ['activity', { steps: 4000 }],
    ['sleep', { awake: 10, light: 200, deep: 90 }],
  ])
})

test('no marker is chosen by choosing no meal, and only a glucose has it', () => {
  const empty = createRecordValues(Date.parse('2026-11-05T07:00:00Z'))
  expect(mealMarkers).toEqual(['fasting', 'before_meal', 'after_meal'])
  expect(toReadings({ ...empty, blood_glucose: 104 })).toMatchObject([
    { kind: 'glucose', blood_glucose: 104, marker: 'no_marker' },
  ])
  expect(toReadings({ ...empty, pulse: 76 })).toMatchObject([{ kind: 'pulse', pulse: 76 }])
})

test('what a meter shows in place of a number is a glucose, with its marker', () => {
  const empty = createRecordValues(Date.parse('2026-11-05T07:00:00Z'))
  expect(toReadings({ ...empty, beyond: 'below', marker: 'before_meal' })).toMatchObject([
    { kind: 'glucose', beyond: 'below', marker: 'before_meal' },
  ])
  expect(toReadings({ ...empty, beyond: 'above' })).toMatchObject([{ kind: 'glucose', beyond: 'above' }])
  const at = Date.parse('2026-11-05T07:00:00Z')
  expect(findRecordProblems({ ...createRecordValues(at), beyond: 'below' }, at)).toEqual({})
})

test('the typed parts of a coma scale have a total once all of them are there', () => {
  const empty = createRecordValues(Date.parse('2026-11-05T07:00:00Z'))
  expect(readTypedComa(empty)).toBeUndefined()
  expect(readTypedComa({ ...empty, gcs_motor: 6 })).toEqual({ parts: 'E-V-M6', total: null })
  expect(readTypedComa({ ...empty, gcs_eye: 4, gcs_verbal: 5, gcs_motor: 6 })).toEqual({
    parts: 'E4V5M6',
    total: 15,
  })
})

test('a correction keeps the time of measurement to the second, unless somebody changes it', () => {
  const corrected = { kind: 'pulse' as const, measured_at: '2026-11-05T07:05:42.123Z' }
  const written = { ...createRecordValues(Date.parse(corrected.measured_at)), pulse: 76 }
  const findTime = (values: typeof written) => toReadings(values, corrected)[0]?.measured_at
  expect(findTime(written)).toBe(corrected.measured_at)
  expect(findTime({ ...written, time: '14:04' })).toBe('2026-11-05T07:04:00.000Z')
})
