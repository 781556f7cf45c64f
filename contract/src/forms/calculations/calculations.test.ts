import { expect, test } from 'vitest'
import { holds } from '../conditions.ts'
import type { Answers, Condition } from '../form.ts'
import { type Calculation, calculate } from './calculations.ts'

const now = '2026-11-05T08:00:00.000Z'
const run = (calculation: Calculation, answers: Answers) => calculate(calculation, answers, { now })
const keys = (calculation: Calculation, answers: Answers) => {
  const found = run(calculation, answers)
  return found && [found.isWarning, ...found.phrases.map(({ key }) => key)]
}
const [first, second] = ['0191f3a0-0000-7000-8000-000000000001', '0191f3a0-0000-7000-8000-000000000002']

test('nothing is computed from what is missing, or has a reason instead of an answer', () => {
  expect(run({ rule: 'gcs' }, {})).toBeNull()
  expect(run({ rule: 'map' }, { systolic: 120 })).toBeNull()
  expect(run({ rule: 'shock-index' }, { pulse: 90, systolic: { reason: 'UNABLE' } })).toBeNull()
  expect(
    run({ rule: 'rts' }, { eye: '4', verbal: 'T', motor: '6', systolic: 90, respiration_rate: 12 }),
  ).toBeNull()
  expect(run({ rule: 'morse' }, { morse_history: 'YES' })).toBeNull()
  expect(run({ rule: 'oxygen' }, { cylinder: 'E', oxygen_psi: 1000 })).toBeNull()
  expect(run({ rule: 'fee' }, { fee_km: 10, km_rate: 5 })).toBeNull()
  expect(run({ rule: 'cpss' }, { face: false, arm: false })).toBeNull()
  expect(run({ rule: 'burn-area' }, {})).toBeNull()
  expect(run({ rule: 'intervals' }, { call: '2026-11-05T00:00:00.000Z' })).toBeNull()
})

test('a coma scale has its total, and its parts alone with a tube', () => {
  expect(run({ rule: 'gcs' }, { eye: '4', verbal: '5', motor: '6' })).toEqual({
    isWarning: false,
    phrases: [
      { key: 'gcs', values: { total: 15, parts: 'E4V5M6', severity: [{ key: 'gcs-severity.MILD' }] } },
    ],
  })
  expect(keys({ rule: 'gcs' }, { eye: '4', verbal: '3', motor: '5' })).toEqual([true, 'gcs'])
  expect(run({ rule: 'gcs' }, { eye: '4', verbal: 'T', motor: '6' })?.phrases).toEqual([
    { key: 'gcs-parts', values: { parts: 'E4VTM6' } },
  ])
})

test.each([
  [0.9, { pulse: 90, systolic: 100, age_years: 30 }, [true, 'shock-index-high']],
  [0.89, { pulse: 89, systolic: 100, age_years: 30 }, [false, 'shock-index']],
  ['of a child', { pulse: 140, systolic: 90, age_years: 4 }, [false, 'shock-index']],
])('a shock index %s is a warning from 0.9 on, for adults', (_, answers, expected) => {
  expect(keys({ rule: 'shock-index' }, answers)).toEqual(expected)
})

test.each([
  [90, 52, true],
  [91, 52, false],
])(
  'the mean of %i over %i is shown as 65, and is a warning if it is under 65: %s',
  (systolic, diastolic, isWarning) => {
    expect(run({ rule: 'map' }, { systolic, diastolic })).toEqual({
      isWarning,
      phrases: [{ key: 'map', values: { value: 65 } }],
    })
  },
)

test('NEWS2 is for people from 16 years on who are not pregnant', () => {
  const vitals = {
    respiration_rate: 12,
    spo2: 97,
    oxygen_device: 'ROOM_AIR',
    systolic: 120,
    pulse: 80,
    consciousness: 'A',
    temperature: 37,
  }
  expect(keys({ rule: 'news2' }, { ...vitals, age_years: 16 })).toEqual([false, 'news2'])
  expect(run({ rule: 'news2' }, { ...vitals, age_years: 15 })).toBeNull()
  expect(run({ rule: 'news2' }, { ...vitals, pregnancy: 'YES' })).toBeNull()
})

test('the newest row with an answer is read, by the time of measuring; one that is struck out is not', () => {
  const vitals = {
    [first]: { measured_at: '2026-11-05T00:20:00.000Z', respiration_rate: 24, systolic: 90 },
    [second]: { measured_at: '2026-11-05T00:10:00.000Z', respiration_rate: 12, systolic: 120 },
  }
  const rule = { rule: 'qsofa', newest: 'vitals' } as const
  expect(keys(rule, { vitals })?.slice(0, 2)).toEqual([true, 'qsofa-positive'])
  const struck = { ...vitals, [first]: { ...vitals[first], is_struck_out: true } }
  expect(keys(rule, { vitals: struck as Answers['vitals'] as never })?.slice(0, 2)).toEqual([
    false,
    'qsofa-negative',
  ])
})

test('field triage names what fired, and is silent while nothing does', () => {
  expect(keys({ rule: 'field-triage' }, { red_signs: ['NONE'], yellow_signs: ['NONE'] })).toBeNull()
  expect(keys({ rule: 'field-triage' }, { fall_height: 3.1 })).toEqual([
    true,
    'field-triage.YELLOW',
    'broken',
  ])
  expect(keys({ rule: 'field-triage' }, { red_signs: ['BLEEDING'], fall_height: 4 })).toEqual([
    true,
    'field-triage.RED',
    'sign.BLEEDING',
  ])
})

test('a pulse is compared with the pressure of its own measurement, every other value is the newest', () => {
  const rule = { rule: 'field-triage-course', newest: 'vitals' } as const
  const at = (minute: number) => ({ measured_at: `2026-11-05T00:${minute}:00.000Z` })
  const early = { ...at(10), systolic: 130, pulse: 120, motor: '6' }
  expect(keys(rule, { vitals: { [first]: early, [second]: { ...at(20), systolic: 110 } } })).toBeNull()
  expect(
    run(rule, { vitals: { [first]: { ...early, pulse: 131 }, [second]: { ...at(20), motor: '5' } } })
      ?.phrases,
  ).toEqual([
    { key: 'field-triage.RED' },
    {
      key: 'broken',
      values: { what: [{ key: 'measure.motor' }], value: 5, comparison: '<', limit: 6 },
    },
    {
      key: 'broken',
      values: { what: [{ key: 'measure.pulse' }], value: 131, comparison: '>', limit: 130 },
    },
    { key: 'field-triage-since', values: { at: { instant: '2026-11-05T00:10:00.000Z' } } },
  ])
})

test('a red alert stays when the values recover, and says since when and what is not so any more', () => {
  const rule = { rule: 'field-triage-course', newest: 'vitals' } as const
  const at = (minute: number) => `2026-11-05T00:${minute}:00.000Z`
  const bad = { measured_at: at(10), systolic: 80, respiration_rate: 32, spo2: 85, motor: '4' }
  const good = { measured_at: at(20), systolic: 120, respiration_rate: 20, spo2: 97, motor: '6' }
  const rows = { [first]: bad, [second]: good }
  expect(keys(rule, { vitals: rows })).toEqual([
    true,
    'field-triage.RED',
    'field-triage-since',
    'field-triage-past-at',
  ])
  const still = run(rule, { vitals: { ...rows, [second]: { ...good, spo2: 88 } } })?.phrases
  expect(still?.slice(0, 3)).toEqual([
    { key: 'field-triage.RED' },
    { key: 'broken', values: { what: [{ key: 'measure.spo2' }], value: 88, comparison: '<', limit: 90 } },
    { key: 'field-triage-since', values: { at: { instant: at(10) } } },
  ])
  const past = still?.[3]?.values
  expect(past).toMatchObject({ at: { instant: at(10) } })
  expect(past?.['what']).toMatchObject([4, 32, 80].map((value) => ({ values: { value } })))
  expect(run(rule, { vitals: { ...rows, [first]: { ...bad, is_struck_out: true } } })).toBeNull()
  // Who signed an earlier version saw what was so then.
  expect(run({ rule: 'field-triage', newest: 'vitals' }, { vitals: rows })).toBeNull()
})

test.each([
  [{ chest: ['FLAIL'] }, 'CHEST_WALL'],
  [{ bleeding_care: ['TOURNIQUET'] }, 'BLEEDING'],
  [{ bleeding_care: ['DRESSING', 'PACKING'] }, 'BLEEDING'],
  [{ airway_care: ['AMBU_BAG'] }, 'RESPIRATORY_DISTRESS'],
])('what the sheet says in %o alerts though nobody ticked it again', (answers, sign) => {
  expect(keys({ rule: 'field-triage' }, answers)).toEqual([true, 'field-triage.RED', `sign.${sign}`])
})

test('a patient who was trapped is an alert, and care that every wound gets is none', () => {
  expect(keys({ rule: 'field-triage' }, { trapped_minutes: 5 })).toEqual([
    true,
    'field-triage.YELLOW',
    'sign.ENTRAPMENT',
  ])
  const mild = {
    trapped_minutes: 0,
    bleeding_care: ['PRESSURE'],
    airway_care: ['O2_MASK'],
    chest: ['SYMMETRICAL'],
  }
  expect(keys({ rule: 'field-triage' }, mild)).toBeNull()
})

test('the code of a call has its symptom group, its colour and its number', () => {
  const named = { idc_group: 'symptom_groups', idc_colour: 'colour', idc_number: 'colour_number' }
  const call = { symptom_groups: ['7', '5'], colour: 'RED', colour_number: 3 }
  const values = { group: '7', colour: [{ key: 'code-colour.RED' }], number: 3 }
  expect(run({ rule: 'dispatch-code', named }, call)?.phrases).toEqual([
    { key: 'dispatch-code', values: { code: [{ key: 'code', values }] } },
  ])
  expect(run({ rule: 'dispatch-code', named }, { ...call, colour: 'UNKNOWN' })).toBeNull()
  expect(run({ rule: 'response-code' }, { rc_group: '7', rc_colour: 'RED' })).toBeNull()
})

test('a stroke window is measured to the arrival, and to the present before it', () => {
  const rule = { rule: 'stroke-window' } as const
  const since = (answers: Answers) => run(rule, answers)?.phrases[0]?.values?.['since']
  const last_known_well = '2026-11-05T05:00:00.000Z'
  expect(since({ last_known_well, stroke_found_at: '2026-11-05T05:30:00.000Z' })).toEqual({ minutes: 180 })
  expect(since({ last_known_well, at_hospital: '2026-11-05T06:00:00.000Z' })).toEqual({ minutes: 60 })
  expect(since({ last_known_well, back_at_base: '2026-11-05T07:00:00.000Z' })).toEqual({ minutes: 120 })
})

test.each([
  [{ age_years: 2, age_months: 0 }, 'years', 2],
  [{ age_years: 1, age_months: 11 }, 'months', 23],
  [{ age_years: 0, age_months: 1, age_days: 3 }, 'months', 1],
  [{ age_years: 0, age_months: 0, age_days: 30 }, 'days', 30],
])('an age of %o is said in %s', (answers, unit, count) => {
  const age = [{ key: `age.${unit}`, values: { count } }]
  expect(run({ rule: 'age' }, answers)?.phrases).toEqual([{ key: 'age-exact', values: { age } }])
  expect(run({ rule: 'age' }, { ...answers, is_age_estimated: true })?.phrases).toEqual([
    { key: 'age-estimated', values: { age } },
  ])
})

test('another price than that of the operation is a warning, and so is a discount', () => {
  expect(run({ rule: 'changed-price' }, { price: 500 })).toBeNull()
  expect(run({ rule: 'changed-price' }, { price: 500, list_price: 500 })).toBeNull()
  expect(keys({ rule: 'changed-price' }, { price: 0, list_price: 500 })).toEqual([true, 'changed-price'])
  expect(run({ rule: 'discount' }, { discount: 0 })).toBeNull()
  expect(keys({ rule: 'discount' }, { discount: 1 })).toEqual([true, 'discount-needs-reason'])
})

test('another price of a kilometre than that of the operation is a warning', () => {
  const rule = { rule: 'changed-price' } as const
  expect(run(rule, { km_rate: 4, list_km_rate: 4 })).toBeNull()
  expect(run(rule, { km_rate: 5 })).toBeNull()
  expect(keys(rule, { km_rate: 5, list_km_rate: 4 })).toEqual([true, 'changed-km-rate'])
})

test('the fee says how far the vehicle drove, and whether that is what is charged', () => {
  const rule = { rule: 'fee-km' } as const
  const driven = { odometer_base: 100, odometer_back: 142.5, km_rate: 4 }
  expect(run(rule, driven)?.phrases[0]).toEqual({ key: 'driven-km', values: { km: 42.5 } })
  expect(keys(rule, driven)).toEqual([true, 'driven-km', 'km-not-charged'])
  expect(keys(rule, { ...driven, km_rate: 0 })).toEqual([false, 'driven-km'])
  expect(keys(rule, { ...driven, fee_km: 21 })).toEqual([false, 'driven-km'])
  expect(keys(rule, { ...driven, fee_km: 425 })).toEqual([true, 'driven-km', 'km-above-odometer'])
  expect(run(rule, { odometer_base: 100, fee_km: 20 })).toBeNull()
})

test('APGAR at ten minutes is asked for each newborn that was under 7 at five', () => {
  const score = (minute: string, of: string, newborn?: string) => ({
    apgar_minute: minute,
    apgar_appearance: of,
    apgar_pulse: '1',
    apgar_grimace: '2',
    apgar_activity: '2',
    apgar_respiration: '1',
    ...(newborn && { apgar_newborn: newborn }),
  })
  const rule = { rule: 'apgar-due' } as const
  const ids = [first, second, '0191f3a0-0000-7000-8000-000000000003'] as const
  const rows = (...given: ReturnType<typeof score>[]): Answers => ({
    apgars: Object.fromEntries(given.map((row, i) => [ids[i] ?? '', row])),
  })
  expect(run(rule, rows(score('5', '1')))).toBeNull()
  expect(run(rule, rows(score('1', '0')))).toBeNull()
  expect(keys(rule, rows(score('5', '0')))).toEqual([true, 'apgar-due'])
  expect(run(rule, rows(score('5', '0'), score('10', '2')))).toBeNull()
  const twins = rows(score('5', '0', '1'), score('5', '0', '2'), score('10', '1', '1'))
  expect(run(rule, twins)?.phrases).toEqual([{ key: 'apgar-due-of', values: { newborn: '2' } }])
})

test('the later of two doses that are too close is in doubt, whichever was written first', () => {
  const dose = (minute: number) => ({
    drug: 'ADRENALINE',
    dose: 1,
    dose_unit: 'mg',
    route: 'IV',
    given_at: `2026-11-05T00:${minute}:00.000Z`,
  })
  const drugs = { [first]: dose(11), [second]: dose(10) }
  const check = (id: string, values: ReturnType<typeof dose>) =>
    calculate({ rule: 'dose-check' }, { drugs }, { row: { id, values } })
  expect(check(second, drugs[second] ?? dose(0))).toBeNull()
  expect(check(first, drugs[first] ?? dose(0))?.phrases[0]?.key).toBe('dose-warning.TOO_SOON')
})

test('an allergy on record warns though the crew wrote that there is none', () => {
  const values = {
    drug: 'ASPIRIN',
    dose: 300,
    dose_unit: 'mg',
    route: 'PO',
    given_at: '2026-11-05T00:10:00.000Z',
  }
  const answers = { drugs: { [first]: values }, allergies: 'ไม่แพ้ยา' }
  const check = (more: Answers) =>
    calculate({ rule: 'dose-check' }, { ...answers, ...more }, { row: { id: first, values } })
  expect(check({})).toBeNull()
  expect(check({ known_allergies: 'Aspirin, Penicillin' })?.phrases[0]?.key).toBe('dose-warning.ALLERGY')
})

test('a drug by its name, and aspirin before it is given, are compared with the allergies', () => {
  const values = { drip_drug: 'Ceftriaxone 2 g' }
  const named = { rule: 'allergy-check', named: { drug_name: 'drip_drug' } } as const
  const check = (allergies: string) =>
    calculate(named, { drips: { [first]: values }, allergies }, { row: { id: first, values } })
  expect(check('ceftriaxone')).toMatchObject({ isWarning: true, phrases: [{ key: 'dose-warning.ALLERGY' }] })
  expect(check('penicillin')).toMatchObject({
    isWarning: true,
    phrases: [{ key: 'dose-warning.CROSS_REACTION' }],
  })
  expect(check('cefazolin')?.phrases[0]).toEqual({
    key: 'dose-warning.SAME_CLASS',
    values: {
      drug: 'Ceftriaxone 2 g',
      substances: 'cefazolin',
      class: [{ key: 'drug-class.CEPHALOSPORIN' }],
      other: [{ key: 'drug-class.CEPHALOSPORIN' }],
    },
  })
  expect(check('sulfa')).toBeNull()
  const twice = calculate(
    named,
    { drips: { [first]: values }, known_allergies: 'penicillin', allergies: 'penicillin' },
    { row: { id: first, values } },
  )
  expect(twice?.phrases[0]?.values?.['substances']).toBe('penicillin')
  const aspirin = (more: Answers) => run({ rule: 'aspirin-check' }, { allergies: 'aspirin', ...more })
  expect(aspirin({})?.phrases[0]?.key).toBe('dose-warning.ALLERGY')
  expect(aspirin({ aspirin_given: false })).toBeNull()
  expect(aspirin({ allergies: 'penicillin' })).toBeNull()
  expect(aspirin({ allergies: 'ibuprofen' })?.phrases[0]?.key).toBe('dose-warning.SAME_CLASS')
})

test('limbs under a restraint are checked every 15 minutes until somebody else has the patient', () => {
  const check = (minute: number) => ({
    limb_checked_at: new Date(Date.UTC(2026, 10, 5, 0, minute)).toISOString(),
    limb_state: 'อุ่น',
  })
  const limb_checks = { [first]: check(0), [second]: check(15) }
  const late = { ...limb_checks, [second]: check(16) }
  const judge = (checks: typeof limb_checks, id: string) =>
    calculate({ rule: 'limb-check' }, { limb_checks: checks }, { row: { id, values: {} } })
  expect(judge(limb_checks, second)).toBeNull()
  expect(judge(late, first)).toBeNull()
  expect(judge(late, second)).toMatchObject({
    isWarning: true,
    phrases: [{ key: 'limb-check-late', values: { time: { minutes: 16 }, most: { minutes: 15 } } }],
  })
  const say = (minute: number, more: Answers = {}) => {
    const answers = { is_restrained: true, limb_checks, ...more }
    const now = new Date(Date.UTC(2026, 10, 5, 0, minute)).toISOString()
    const found = calculate({ rule: 'limb-checks' }, answers, { now })
    return found && [found.isWarning, found.phrases[0]?.key]
  }
  expect(say(30)).toEqual([false, 'limb-check-next'])
  expect(say(31)).toEqual([true, 'limb-check-overdue'])
  expect(say(31, { is_restrained: false })).toBeNull()
  expect(say(31, { limb_checks: {} })).toEqual([true, 'limb-check-none'])
  expect(say(31, { limb_checks: {}, is_restrained: false })).toBeNull()
  expect(say(31, { handed_over: '2026-11-05T00:29:00.000Z' })).toBeNull()
})

test('burns are summed by region, for a child by the chart for its age', () => {
  const adult = {
    burn_regions: { [first]: { burn_region: 'front_trunk', burned_percent: 50 } },
    burn_palms: 2,
  }
  expect(run({ rule: 'burn-area' }, adult)?.phrases[0]?.values).toEqual({ area: 11 })
  const child = { child_burn_regions: { [first]: { child_burn_region: 'head', burned_percent: 100 } } }
  expect(run({ rule: 'burn-area' }, { ...child, age_years: 0, age_months: 6 })?.phrases[0]?.values).toEqual({
    area: 19,
  })
  const both = run({ rule: 'burn-area' }, { ...adult, ...child, burn_palms: 0 })
  expect(both).toMatchObject({ isWarning: true, phrases: [{ values: { area: 7 } }, { key: 'burn-on-both' }] })
  expect(run({ rule: 'burn-area' }, adult)?.isWarning).toBe(false)
})

test('oxygen must last for twice the trip', () => {
  const supply = { cylinder: 'E', oxygen_psi: 1200, planned_flow: 7 }
  expect(keys({ rule: 'oxygen' }, { ...supply, trip_minutes: 20 })).toEqual([
    false,
    'oxygen',
    'oxygen-enough',
  ])
  expect(keys({ rule: 'oxygen' }, { ...supply, trip_minutes: 21 })).toEqual([true, 'oxygen', 'oxygen-short'])
})

test('times and odometers out of order ask in a draft', () => {
  expect(
    keys({ rule: 'intervals' }, { call: '2026-11-05T00:10:00.000Z', at_scene: '2026-11-05T00:05:00.000Z' }),
  ).toEqual([true, 'disordered'])
  expect(
    keys({ rule: 'intervals' }, { call: '2026-11-05T00:00:00.000Z', at_scene: '2026-11-05T00:08:00.000Z' }),
  ).toEqual([false, 'interval.response'])
  expect(keys({ rule: 'distances' }, { odometer_base: 100, odometer_scene: 99 })).toEqual([
    true,
    'odometer-falls',
  ])
  expect(keys({ rule: 'distances' }, { odometer_base: 100, odometer_scene: 1099 })).toEqual([
    false,
    'distance.out',
  ])
  expect(keys({ rule: 'distances' }, { odometer_base: 100, odometer_scene: 1099.1 })).toEqual([
    true,
    'distance.out',
    'odometer-leaps',
  ])
})

test('a fee adds price, kilometres and extras, less the discount', () => {
  const fee = { price: 500, fee_km: 10, km_rate: 4, extras: { [first]: { extra: 'O2', extra_price: 60 } } }
  expect(run({ rule: 'fee' }, { ...fee, discount: 100 })?.phrases[0]?.values).toEqual({
    total: '500.00',
    distance: '40.00',
  })
  expect(keys({ rule: 'fee' }, { ...fee, discount: 600 })).toEqual([false, 'fee'])
  expect(keys({ rule: 'fee' }, { ...fee, discount: 600.01 })).toEqual([true, 'fee', 'discount-too-large'])
})

test('a dose above the list, too soon, or of a drug on record as an allergy asks', () => {
  const dose = {
    drug: 'ADRENALINE',
    dose: 1,
    dose_unit: 'mg',
    route: 'IV',
    given_at: '2026-11-05T00:20:00.000Z',
  }
  const check = (row: Record<string, unknown>, more: Record<string, unknown> = {}) => {
    const answers = { drugs: { [first]: row }, age_years: 40, ...more } as Answers
    const found = calculate({ rule: 'dose-check' }, answers, { row: { id: first, values: row as never } })
    return found && found.phrases.map(({ key }) => key)
  }
  expect(check(dose)).toBeNull()
  expect(check({ ...dose, dose: 1.1 })).toEqual(['dose-warning.ABOVE_MAX'])
  expect(check({ ...dose, dose_unit: 'tablet' })).toEqual(['dose-warning.WRONG_UNIT'])
  const inMuscle = { ...dose, dose: 0.5, route: 'IM' }
  for (const pregnancy of ['NO', 'UNKNOWN', 'NOT_ASKED']) expect(check(inMuscle, { pregnancy })).toBeNull()
  expect(check(inMuscle, { pregnancy: 'YES' })).toEqual(['dose-warning.ABOVE_MAX'])
  expect(check({ ...inMuscle, dose: 0.3 }, { pregnancy: 'YES' })).toBeNull()
  expect(check(dose, { allergies: 'epinephrine, penicillin' })).toEqual(['dose-warning.ALLERGY'])
  expect(check({ ...dose, given_at: undefined })).toBeNull()
})

test('an allergy on record asks of a drug before its dose is known, and though nobody knows it', () => {
  const check = (row: Record<string, unknown>, allergies?: string) => {
    const drugs = { [first]: row } as Answers['drugs']
    const answers = { drugs, ...(allergies && { allergies }) } as Answers
    return calculate({ rule: 'dose-check' }, answers, { row: { id: first, values: row as never } })
  }
  const unknown = {
    drug: 'MORPHINE',
    dose: { reason: 'UNABLE' },
    route: 'IV',
    given_at: '2026-11-05T00:20:00.000Z',
  }
  for (const row of [unknown, { drug: 'MORPHINE' }]) {
    expect(check(row, 'morphine')).toMatchObject({
      isWarning: true,
      phrases: [{ key: 'dose-warning.ALLERGY' }],
    })
    expect(check(row, 'penicillin')).toBeNull()
    expect(check(row)).toBeNull()
  }
  expect(check({ drug: 'OTHER', dose: { reason: 'UNABLE' } }, 'morphine')).toBeNull()
  expect(check({ drug: 'OTHER', other_drug: 'Ceftriaxone' }, 'ceftriaxone')?.phrases[0]?.key).toBe(
    'dose-warning.ALLERGY',
  )
})

test('a dose of unknown amount makes a later one of the drug too soon', () => {
  const dose = (minute: number, more: Record<string, unknown> = {}) => ({
    drug: 'ADRENALINE',
    dose: 1,
    dose_unit: 'mg',
    route: 'IV',
    given_at: `2026-11-05T00:${minute}:00.000Z`,
    ...more,
  })
  const later = dose(11)
  const check = (earlier: Record<string, unknown>) =>
    calculate({ rule: 'dose-check' }, { drugs: { [first]: later, [second]: earlier } } as Answers, {
      row: { id: first, values: later },
    })
  const unknown = { dose: { reason: 'UNABLE' } }
  expect(check(dose(10, unknown))?.phrases[0]?.key).toBe('dose-warning.TOO_SOON')
  expect(check(dose(10, { ...unknown, dose_unit: undefined }))?.phrases[0]?.key).toBe('dose-warning.TOO_SOON')
  expect(check(dose(10, { ...unknown, is_struck_out: true }))).toBeNull()
  // Nothing was given.
  for (const reason of ['REFUSED', 'NOT_DONE', 'NOT_APPLICABLE'])
    expect(check(dose(10, { dose: { reason } })), reason).toBeNull()
  // Nobody has said yet that it was given.
  expect(check(dose(10, { dose: undefined }))).toBeNull()
})

test.each([
  ['MIDAZOLAM', { age_years: 2, weight_kg: 12 }, ['dose-none-for-weight', 'dose-none-for-age']],
  ['MIDAZOLAM', { age_years: 3, weight_kg: 13 }, ['dose-use', 'dose-none-for-age']],
  ['ADRENALINE', { age_years: 0 }, ['dose-use-unweighed', 'dose-use-unweighed', 'dose-none-for-age']],
  ['ADRENALINE', { age_years: 40 }, ['dose-use', 'dose-use', 'dose-use']],
])('beside %s of %o stands where the list has no dose for the age or the weight', (drug, answers, uses) => {
  const found = run({ rule: 'dose' }, { drug, ...answers })?.phrases.map(({ key }) => key) ?? []
  expect(found.filter((key) => /^dose-(use|none)/.test(key))).toEqual(uses)
})

test.each([
  ['an adult', { age_years: 40 }, ['dose-use', 'dose-use', 'dose-use', 'dose-use'], undefined],
  ['a child', { age_years: 2, weight_kg: 10 }, ['dose-use-weighed'], '20–40'],
  ['a child whose weight nobody knows', { age_years: 4 }, ['dose-use-estimated'], '32–64'],
])('beside a shock stand the usual energies of %s', (_, answers, uses, amount) => {
  const found = run({ rule: 'shock-energy' }, answers)
  expect(found?.isWarning).toBe(false)
  expect(found?.phrases.map(({ key }) => key)).toEqual(uses)
  expect(found?.phrases[0]?.values).toMatchObject(amount === undefined ? {} : { amount, unit: 'J' })
})

test('a shock with more energy than the list asks', () => {
  expect(keys({ rule: 'energy-check' }, { energy: 200, age_years: 40 })).toBeNull()
  expect(keys({ rule: 'energy-check' }, { energy: 201, age_years: 40 })).toEqual([
    true,
    'dose-warning.ABOVE_MAX',
  ])
  expect(keys({ rule: 'energy-check' }, { energy: 41, age_years: 2, weight_kg: 10 })).toEqual([
    true,
    'dose-warning.ABOVE_MAX',
  ])
})

const full = {
  respiration_rate: 25,
  spo2: 91,
  oxygen_device: 'CANNULA',
  systolic: 120,
  pulse: 80,
  consciousness: 'A',
  temperature: 37,
}

test('a referral is of the risk that its signs and its newest whole set of values suggest', () => {
  const risk: Calculation = { rule: 'referral-risk', newest: 'vitals' }
  const level = (answers: Answers) => {
    const found = run(risk, answers)?.phrases[0]?.values?.['level']
    return found && typeof found === 'object' && 'value' in found ? found.value : undefined
  }
  const vitals = { [first]: { measured_at: '2026-11-05T01:00:00.000Z', ...full } }
  const signs = { risk_signs: ['NONE'] }
  // NEWS2: 3 for the respiration, 3 for SpO2, 2 for oxygen. Without a score there is the oxygen.
  expect(level({ ...signs, age_years: 40, vitals })).toBe('H')
  expect(level({ ...signs, age_years: 15, vitals })).toBe('L')
  expect(level({ ...signs, vitals })).toBe('H')
  expect(level({ ...signs, age_years: 40, pregnancy: 'YES', vitals })).toBe('L')
  const newer = {
    [second]: { measured_at: '2026-11-05T01:30:00.000Z', ...full, spo2: 97, respiration_rate: 16 },
  }
  expect(level({ ...signs, age_years: 40, vitals: { ...vitals, ...newer } })).toBe('L')
  const partial = { [second]: { measured_at: '2026-11-05T01:30:00.000Z', temperature: 37 } }
  expect(level({ ...signs, age_years: 40, vitals: { ...vitals, ...partial } })).toBe('H')
})

test.each([
  ['a coma scale', { eye: '1', verbal: '2', motor: '4' }, { eye: '4', verbal: '5' }, 'U', 'N'],
  ['a pressure', { systolic: 95, diastolic: 40 }, { systolic: 120 }, 'U', 'N'],
  ['oxygen', { oxygen_device: 'RESERVOIR', oxygen_flow: 10 }, { oxygen_device: 'ROOM_AIR' }, 'M', 'N'],
])(
  '%s of two rows is none: the newest row with a part of it counts alone',
  (_, old, newer, before, after) => {
    const level = (...rows: object[]) =>
      run(
        { rule: 'referral-risk', newest: 'vitals' },
        {
          risk_signs: ['NONE'],
          vitals: Object.fromEntries(
            rows.map((row, i) => [
              [first, second][i],
              { measured_at: `2026-11-05T01:0${i}:00.000Z`, ...row },
            ]),
          ),
        },
      )?.phrases[0]?.values?.['level']
    expect(level(old)).toMatchObject({ value: before })
    expect(level(old, newer)).toMatchObject({ value: after })
    expect(level(old, { temperature: 37 })).toMatchObject({ value: before })
  },
)

test.each([
  [{ oxygen_device: 'NIV' }, 'H'],
  [{ oxygen_device: 'ETT' }, 'H'],
  [{ oxygen_device: 'CANNULA', oxygen_flow: 3 }, 'L'],
  [{ oxygen_device: 'ROOM_AIR', oxygen_flow: 10 }, 'N'],
  [{ oxygen_device: 'CANNULA' }, 'L'],
  [{ oxygen_device: 'VENTURI', oxygen_share: 40 }, 'M'],
  [{ oxygen_device: 'HFNC', oxygen_share: 40 }, 'M'],
  [{ rhythm: 'VF' }, 'U'],
  [{ rhythm: 'PVT' }, 'U'],
  [{ rhythm: 'VT_PULSE' }, 'U'],
  [{ rhythm: 'SINUS' }, 'N'],
])('vital signs of %j make the risk %s, also if nobody has ticked a sign', (row, value) => {
  const vitals = { [first]: { measured_at: '2026-11-05T01:00:00.000Z', ...row } }
  const found = run({ rule: 'referral-risk', newest: 'vitals' }, { risk_signs: ['NONE'], vitals })
  expect(found?.phrases[0]?.values?.['level']).toMatchObject({ value })
})

test.each([
  [90, 'H'],
  [91, 'U'],
])('NEWS2 of somebody of unknown age counts: a pulse of %i makes the risk %s', (pulse, value) => {
  const vitals = { [first]: { measured_at: '2026-11-05T01:00:00.000Z', ...full, pulse } }
  const found = run({ rule: 'referral-risk', newest: 'vitals' }, { risk_signs: ['NONE'], vitals })
  expect(found?.phrases[0]?.values?.['level']).toMatchObject({ value })
})

test('a risk below the suggested one is a warning, and the same or a higher one is not', () => {
  const lower: Calculation = { rule: 'lower-risk', newest: 'vitals' }
  const signs = { risk_signs: ['VASOACTIVE'] }
  expect(keys(lower, { ...signs, risk: 'M' })).toEqual([true, 'lower-risk'])
  expect(keys(lower, { ...signs, risk: 'H' })).toBeNull()
  expect(keys(lower, { ...signs, risk: 'U' })).toBeNull()
  expect(keys(lower, signs)).toBeNull()
  expect(keys(lower, { risk: 'N' })).toBeNull()
})

test('a field is shown by what is calculated from the answers', () => {
  const shown: Condition = { marked: { rule: 'lower-risk' } }
  expect(holds(shown, { risk_signs: ['VASOACTIVE'], risk: 'L' })).toBe(true)
  expect(holds(shown, { risk_signs: ['VASOACTIVE'], risk: 'H' })).toBe(false)
  expect(holds({ not: shown }, {})).toBe(true)
})

test('a stroke without a glucose or a blood pressure is a warning until both are measured', () => {
  const rule = { rule: 'stroke-values', newest: 'vitals' } as const
  const row = (values: object) => ({
    vitals: { [first]: { measured_at: '2026-11-05T00:00:00.000Z', ...values } },
  })
  expect(keys(rule, {})).toEqual([true, 'not-measured', 'not-measured'])
  expect(keys(rule, row({ systolic: 190 }))).toEqual([true, 'not-measured'])
  expect(keys(rule, row({ systolic: 190, beyond: 'above' }))).toBeNull()
  expect(keys(rule, row({ systolic: 190, blood_glucose: 110 }))).toBeNull()
})

test.each([
  ['10:10', [false, 'first-contact', 'contact-to-ecg']],
  ['10:11', [true, 'first-contact', 'contact-to-ecg']],
  ['09:59', [false, 'first-contact']],
])('an ECG at %s is late more than 10 minutes after the contact at 10:00', (time, expected) => {
  const at = (of: string) => `2026-11-05T${of}:00.000Z`
  expect(keys({ rule: 'first-contact' }, { at_patient: at('10:00'), ecg_at: at(time) })).toEqual(expected)
})

test.each([
  [{ colour: 'RED' }, 'unit-suggestion', false],
  [{ colour: 'RED', unit_level: 'ALS' }, 'unit-suggestion', false],
  [{ colour: 'RED', unit_level: 'BLS' }, 'unit-suggestion', true],
  [{ colour: 'YELLOW', unit_level: 'BLS' }, 'unit-suggestion-two', false],
  [{ colour: 'GREEN', unit_level: 'ALS' }, 'unit-suggestion-two', true],
])('the colour of a call suggests its unit: %o', (answers, key, isWarning) => {
  expect(run({ rule: 'unit-suggestion' }, answers)).toMatchObject({ phrases: [{ key }], isWarning })
})

test.each(['UNKNOWN', 'BLACK', undefined])('no unit is suggested for the colour %s', (colour) => {
  expect(run({ rule: 'unit-suggestion' }, colour ? { colour } : {})).toBeNull()
})
