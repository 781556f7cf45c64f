import { expect, test } from 'vitest'
import { standardTransportPlans } from '../../ambulance/mission-suggestion.ts'
import { holds } from '../conditions.ts'
import { type Answers, findField } from '../form.ts'
import { findForm } from '../forms.ts'
import { listMissing } from '../schema.ts'
import { calculate } from './calculations.ts'

const ids = ['1', '2', '3'].map((end) => `0191f3a0-0000-7000-8000-00000000000${end}`)
const at = (time: string) => `2026-11-05T${time}.000Z`
const vitals = (...times: string[]): Answers => ({
  vitals: Object.fromEntries(times.map((time, i) => [ids[i], { measured_at: at(time) }])),
})
const describeRow = (answers: Answers, place: number) => {
  const id = ids[place] ?? ''
  const rows = answers['vitals'] as Record<string, Record<string, string>>
  const found = calculate({ rule: 'vitals-interval' }, answers, { row: { id, values: rows[id] ?? {} } })
  return found && [found.isWarning, found.phrases[0]?.key]
}

test.each([
  ['U', '10:05:59', null],
  ['U', '10:06:00', [true, 'vitals-late']],
  ['H', '10:10:59', null],
  ['H', '10:11:00', [true, 'vitals-late']],
  ['M', '10:16:00', [true, 'vitals-late']],
  ['L', '10:30:59', null],
  ['L', '10:31:00', [true, 'vitals-late']],
  ['N', '12:00:00', null],
])(
  'vital signs at the risk %s, measured at %s after those at 10:00, are %j',
  (risk_found, time, expected) => {
    expect(describeRow({ risk_found, ...vitals('10:00:00', time) }, 1)).toEqual(expected)
  },
)

test('vital signs are late by the plans of the hospital where it has its own', () => {
  const [, second = ''] = ids
  const answers = { risk_found: 'U', ...vitals('10:00:00', '10:08:00') }
  const row = { id: second, values: { measured_at: at('10:08:00') } }
  const describe = (vitals_minutes: number) =>
    calculate({ rule: 'vitals-interval' }, answers, {
      row,
      plans: { ...standardTransportPlans, U: { ...standardTransportPlans.U, vitals_minutes } },
    })
  expect(describe(8)).toBeNull()
  expect(describe(7)?.phrases[0]?.values).toEqual({ time: { minutes: 8 }, most: { minutes: 7 } })
})

test('vital signs until the departure are those of before it, and the time on the way runs from it', () => {
  const answers = {
    risk_referred: 'U',
    left_scene: at('10:20:00'),
    ...vitals('10:00:00', '10:20:00', '10:25:00'),
  }
  expect(describeRow(answers, 0)).toEqual([false, 'vitals-before-leaving'])
  expect(describeRow(answers, 1)).toEqual([false, 'vitals-before-leaving'])
  expect(describeRow(answers, 2)).toBeNull()
  const late = { ...answers, ...vitals('10:00:00', '10:26:00') }
  expect(describeRow(late, 1)).toEqual([true, 'vitals-late'])
})

test('the level that was found counts, and the one of the referral while none was', () => {
  const times = vitals('10:00:00', '10:08:00')
  expect(describeRow({ risk_referred: 'U', ...times }, 1)).toEqual([true, 'vitals-late'])
  expect(describeRow({ risk_referred: 'U', risk_found: 'M', ...times }, 1)).toBeNull()
})

const form = findForm('transportation-treatment') ?? expect.fail('the form is not released')
const lacks = (answers: Answers, field: string) =>
  listMissing(form, answers).some((one) => one.field === field)

test('a price that is not that of the operation has a reason', () => {
  expect(lacks({ list_price: 1200, price: 1200 }, 'price_reason')).toBe(false)
  expect(lacks({ list_price: 1200, price: 1000 }, 'price_reason')).toBe(true)
  expect(lacks({ price: 1000 }, 'price_reason')).toBe(false)
  expect(lacks({ list_km_rate: 4, km_rate: 4 }, 'price_reason')).toBe(false)
  expect(lacks({ list_km_rate: 4, km_rate: 6 }, 'price_reason')).toBe(true)
})

test('a basic unit with a monitor takes the GCS, and first responders say how awake the patient is', () => {
  const row = '0192f0c0-0000-7000-8000-000000000001'
  const vitals = findField(form, 'vitals')
  if (vitals?.kind !== 'rows') throw new Error('the form has vital signs')
  const listShown = (unit_level: string) =>
    Object.entries(vitals.fields).flatMap(([name, { shown }]) =>
      holds(shown, { unit_level }, { id: row, values: {} }) ? [name] : [],
    )
  const listNeeded = (unit_level: string) =>
    listMissing(form, { unit_level, vitals: { [row]: {} } }).flatMap(({ field }) => {
      const [name, , inner] = field.split('/')
      return name === 'vitals' && inner ? [inner] : []
    })
  expect(listNeeded('FR')).toEqual(['measured_at', 'basic_consciousness'])
  for (const level of ['BLS', 'ALS'])
    expect(listNeeded(level), level).toEqual(['measured_at', 'eye', 'verbal', 'motor'])
  for (const name of ['eye', 'left_pupil', 'etco2', 'rhythm']) {
    expect(listShown('BLS'), name).toContain(name)
    expect(listShown('FR'), name).not.toContain(name)
  }
})

test('a transport that left without vital signs says why', () => {
  const left = { left_scene: at('10:20:00') }
  expect(lacks({ ...left, ...vitals('10:25:00') }, 'no_vitals_before_reason')).toBe(true)
  expect(lacks({ ...left, ...vitals('10:20:00') }, 'no_vitals_before_reason')).toBe(false)
  expect(lacks(vitals('10:25:00'), 'no_vitals_before_reason')).toBe(false)
})

const over = { left_scene: at('10:20:00'), at_hospital: at('11:00:00'), handed_over: at('11:10:00') }
const describeEnd = (answers: Answers) => {
  const found = calculate({ rule: 'last-vitals' }, answers)
  return found && [found.isWarning, found.phrases[0]?.key, found.phrases[0]?.values?.['time']]
}

test.each([
  ['U', '11:05:00', null],
  ['U', '11:04:00', 6],
  ['H', '10:59:00', 11],
  ['M', '10:55:00', null],
  ['L', '10:39:00', 31],
  ['N', '10:21:00', null],
])(
  'at the risk %s the last vital signs at %s before a hand-over at 11:10 are late by %j',
  (risk_found, time, minutes) => {
    expect(describeEnd({ ...over, risk_found, ...vitals('10:20:00', time) })).toEqual(
      minutes && [true, 'last-vitals-late', { minutes }],
    )
  },
)

test('without any vital signs on the way the time since the departure is late, until the arrival if nobody was there', () => {
  expect(describeEnd({ ...over, risk_found: 'M', ...vitals('10:10:00') })).toEqual([
    true,
    'last-vitals-late',
    { minutes: 50 },
  ])
  const { handed_over: _handed, ...arrived } = over
  expect(describeEnd({ ...arrived, risk_found: 'M', ...vitals('10:10:00') })?.[2]).toEqual({ minutes: 40 })
  expect(describeEnd({ left_scene: over.left_scene, risk_found: 'M', ...vitals('10:10:00') })).toBeNull()
})

test.each(['U', 'H', 'M', 'L', 'N'])(
  'a transport of the risk %s without vital signs after the departure says why',
  (risk_found) => {
    const none = { ...over, risk_found, ...vitals('10:10:00') }
    expect(lacks(none, 'no_vitals_way_reason')).toBe(true)
    expect(lacks({ ...none, ...vitals('10:10:00', '11:09:00') }, 'no_vitals_way_reason')).toBe(false)
    expect(
      lacks({ left_scene: over.left_scene, risk_found, ...vitals('10:10:00') }, 'no_vitals_way_reason'),
    ).toBe(false)
  },
)

test('a risk that the crew finds lower than the values say needs a reason and a doctor', () => {
  const unstable = { risk_signs: ['CANNOT_STABILISE'], risk_found: 'M' }
  expect(lacks(unstable, 'risk_found_reason')).toBe(true)
  expect(lacks(unstable, 'risk_found_doctor')).toBe(true)
  expect(lacks({ ...unstable, risk_found: 'U' }, 'risk_found_reason')).toBe(false)
})

test('a price that is reduced says why before the sheet is complete', () => {
  expect(lacks({ price: 1000, discount: 100 }, 'discount_reason')).toBe(true)
  expect(lacks({ price: 1000, discount: 0 }, 'discount_reason')).toBe(false)
  expect(lacks({ price: 1000 }, 'discount_reason')).toBe(false)
})

test('fluids in and out are the sums of their rows, and a bag without its volume is a warning', () => {
  const add = (fluids: object[], outputs: object[]): Answers => ({
    fluids: Object.fromEntries(fluids.map((row, i) => [ids[i], row])),
    outputs: Object.fromEntries(outputs.map((row, i) => [ids[i], row])),
  })
  const sum = (answers: Answers) => calculate({ rule: 'fluid-rows' }, answers)
  expect(sum({})).toBeNull()
  expect(sum(add([{ given_ml: 300 }, { given_ml: 200 }], [{ output_ml: 150 }]))).toEqual({
    isWarning: false,
    phrases: [{ key: 'fluid-rows', values: { given: 500, lost: 150, balance: '+350' } }],
  })
  expect(sum(add([{ given_ml: 300 }, {}], []))).toMatchObject({
    isWarning: true,
    phrases: [{ values: { given: 300 } }, { key: 'fluid-rows-unknown', values: { count: 1 } }],
  })
})

test('a drug on a transfer is asked about as on an operation form: pump, dose in doubt, allergy of the record', () => {
  const row = '0192f0c0-0000-7000-8000-000000000001'
  const listAsked = (drug: Record<string, string | number>, others: Answers = {}) =>
    listMissing(form, { drugs: { [row]: drug }, ...others }).flatMap(({ field }) => {
      const [name, , inner = ''] = field.split('/')
      return name === 'drugs' && /pump|pressure|dose_reason/.test(inner) ? [inner] : []
    })
  const give = (drug: string, dose: number, dose_unit: string, route: string) => ({
    drug,
    dose,
    dose_unit,
    route,
    given_at: at('10:00:00'),
  })
  expect(listAsked(give('NOREPINEPHRINE', 5, 'mcg/kg/min', 'IV'))).toEqual(['is_on_pump', 'dose_reason'])
  expect(listAsked(give('NICARDIPINE', 5, 'mg/h', 'IV'))).toEqual(['target_pressure'])
  const aspirin = give('ASPIRIN', 300, 'mg', 'PO')
  expect(listAsked(aspirin, { allergies: 'ไม่แพ้' })).toEqual([])
  expect(listAsked(aspirin, { allergies: 'ไม่แพ้', known_allergies: 'Aspirin' })).toEqual(['dose_reason'])
})

/** What a sheet of a kind needs of these fields, whatever else it says. */
const listNeeded = (request_kind: string, fields: readonly string[]) => {
  const missing = listMissing(form, { request_kind, isolation: ['STANDARD'] }).map(({ field }) => field)
  return fields.filter((field) => missing.includes(field))
}
const story = ['situation', 'background', 'assessment', 'recommendation'].map((part) => `handover_${part}`)

test('the sheet of a body asks for the journey, and for nothing that only the living have', () => {
  expect(listNeeded('BODY', ['left_scene', 'incidents', 'handed_over_to', 'has_documents'])).toHaveLength(4)
  expect(lacks({ request_kind: 'BODY' }, 'isolation')).toBe(true)
  const ofTheLiving = [
    ...story,
    'risk_referred',
    'risk_signs',
    'risk_found',
    'is_crew_adequate',
    'has_secure_airway',
    'airway',
    'morse_gait',
    'allergies',
    'vitals',
    'became_worse',
    'outcome',
    'condition',
    'treatment_outcome',
  ]
  expect(listNeeded('BODY', ofTheLiving)).toEqual([])
  expect(listNeeded('REFER_OUT', ofTheLiving)).toEqual(ofTheLiving)
})

test('a patient who goes home has no risk from a referral, and nobody takes over their treatment', () => {
  expect(listNeeded('DISCHARGE_HOME', [...story, 'risk_referred', 'treatment_outcome'])).toEqual([])
  expect(listNeeded('APPOINTMENT', [...story, 'risk_referred'])).toEqual(story)
  const kept = ['vitals', 'risk_found', 'outcome', 'condition', 'handed_over_to']
  expect(listNeeded('DISCHARGE_HOME', kept)).toEqual(kept)
})

test.each([
  [14, false],
  [15, true],
  [undefined, true],
])('the Morse scale is asked for a patient of %s years: %s', (age_years, isAdult) => {
  const form = findForm('transportation-treatment') ?? expect.fail('it is not released')
  const answers: Answers = age_years === undefined ? {} : { age_years }
  const asked = listMissing(form, answers).map(({ field }) => field)
  expect([asked.includes('morse_gait'), asked.includes('humpty_dumpty')]).toEqual([isAdult, !isAdult])
})
