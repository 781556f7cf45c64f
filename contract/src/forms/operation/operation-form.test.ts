import { describe, expect, test } from 'vitest'
import { holds } from '../conditions.ts'
import { type Answers, findField, listFields, type Rows } from '../form.ts'
import { listMissing, listMissingSignatures, parseAnswer } from '../schema.ts'
import { operationForm } from './operation-form.ts'

/** The names of the fields that a unit of this level sees of an illness, with those of its vital signs. */
function listShown(unit_level: string): Set<string> {
  const answers: Answers = { unit_level, result: 'FOUND', case_kind: 'ILLNESS', is_transported: true }
  return new Set(
    listFields(operationForm).flatMap(([name, field, section]) => {
      if (!holds(section.shown, answers) || !holds(field.shown, answers)) return []
      if (field.kind !== 'rows') return [name]
      const inner = Object.entries(field.fields).filter(([, one]) =>
        holds(one.shown, answers, { id: '', values: {} }),
      )
      return [name, ...inner.map(([key]) => `${name}/${key}`)]
    }),
  )
}

test.each(['FR', 'BLS'])('a %s crew sees what is on its own sheet', (level) => {
  const shown = listShown(level)
  for (const name of [
    'unit_name',
    'complaint',
    'payer',
    'breathing',
    'effort',
    'airway_care',
    'outcome',
    'hospital',
  ])
    expect(shown, name).toContain(name)
  for (const name of [
    'zone',
    'delays',
    'address',
    'relative_phone',
    'exposure',
    'medical',
    'other_care',
    'alert_text',
  ])
    expect(shown, name).not.toContain(name)
  expect(shown).toContain('vitals/basic_consciousness')
  expect(shown.has('vitals/eye')).toBe(level === 'BLS')
  for (const name of ['vitals/etco2', 'vitals/capillary_refill']) expect(shown, name).not.toContain(name)
})

test('an advanced crew sees all but the words of a basic one for consciousness', () => {
  const [advanced, basic] = [listShown('ALS'), listShown('BLS')]
  expect([...basic].filter((name) => !advanced.has(name))).toEqual(['vitals/basic_consciousness'])
})

test('first responders need their words for consciousness, and everybody else the GCS', () => {
  const row = '0192f0c0-0000-7000-8000-000000000001'
  const listNeeded = (unit_level: string) =>
    listMissing(operationForm, { unit_level, result: 'FOUND', vitals: { [row]: {} } })
      .map(({ field }) => field.split('/'))
      .flatMap(([field, , inner]) => (field === 'vitals' && inner ? [inner] : []))
  expect(listNeeded('FR')).toEqual(['measured_at', 'basic_consciousness'])
  for (const level of ['BLS', 'ILS', 'ALS', 'SPECIAL'])
    expect(listNeeded(level), level).toEqual(['measured_at', 'eye', 'verbal', 'motor'])
})

test.each(['medical', 'obstetric', 'paediatric', 'surgical', 'other_illness'])(
  'the option for "none" of a kind of illness excludes other answers: %s',
  (path) => {
    const field = findField(operationForm, path)
    if (field?.kind !== 'choices') throw new Error('it is a choice of several')
    expect(parseAnswer(operationForm, path, ['NONE'])).toEqual({ answer: ['NONE'] })
    const other = path === 'other_illness' ? 'EYE' : 'OTHER'
    expect(parseAnswer(operationForm, path, ['NONE', other])).toEqual({
      problem: { field: path, message: 'none-beside-others' },
    })
  },
)

test.each([
  [{ result: 'FOUND', is_transported: true }, ['receiver_unsigned']],
  [{ result: 'FOUND', is_transported: false }, []],
  [{ result: 'NOT_FOUND', is_transported: true }, []],
  [{ result: 'FOUND', outcome: 'REFUSED' }, ['refusal_unsigned']],
  [{ result: 'FOUND', outcome: 'DIED_SCENE' }, ['relative_unsigned']],
  [{ result: 'FOUND', is_palliative: true }, ['relative_unsigned']],
])('a record with %o needs these signatures: %o', (answers, expected) => {
  const fields = listMissingSignatures(operationForm, answers, []).map(({ field }) => field)
  expect(fields).toEqual(expected)
  const everybody = (['RECEIVER', 'PATIENT', 'RELATIVE'] as const).map((role) => ({ role }))
  expect(listMissingSignatures(operationForm, answers, everybody)).toEqual([])
})

const ofRefusal = ['is_oriented', 'is_sober', 'is_of_age', 'are_risks_told', 'refusal_witness']

test.each([
  [{ is_transported: false, no_transport_reason: 'REFUSED_TRANSPORT' }, true],
  [{ is_transported: false, no_transport_reason: 'TREATED' }, false],
  // A reason from before somebody went along after all is hidden.
  [{ is_transported: true, no_transport_reason: 'REFUSED_TRANSPORT' }, false],
  [{ is_transported: true, outcome: 'REFUSED' }, true],
])('the refusal of a patient of %j is asked for: %s', (given, isAsked) => {
  const answers: Answers = { unit_level: 'ALS', result: 'FOUND', outcome: 'IMPROVED', ...given }
  const asked = listMissing(operationForm, answers).map(({ field }) => field)
  expect(ofRefusal.filter((name) => asked.includes(name))).toEqual(isAsked ? ofRefusal : [])
  const unsigned = listMissingSignatures(operationForm, answers, []).map(({ field }) => field)
  expect(unsigned.includes('refusal_unsigned')).toBe(isAsked)
})

test('the sheet of a patient who stays behind says why', () => {
  const lacks = (is_transported: boolean) =>
    listMissing(operationForm, { result: 'FOUND', is_transported }).some(
      ({ field }) => field === 'no_transport_reason',
    )
  expect([lacks(false), lacks(true)]).toEqual([true, false])
})

test.each([
  [undefined, true],
  ['SCENE', true],
  ['EVENT', false],
  ['REFER_OUT', false],
])('a request for %s needs the code of the call: %s', (request_kind, isAsked) => {
  const asked = listMissing(operationForm, {
    result: 'FOUND',
    ...(request_kind && { request_kind }),
  }).map(({ field }) => field)
  for (const name of ['idc_group', 'idc_colour']) expect(asked.includes(name)).toBe(isAsked)
  expect(asked).toContain('rc_colour')
})

test('bleeding stands among the survey of an illness, and among the injuries of a trauma', () => {
  const listShownFields = (case_kind: string) => {
    const answers: Answers = { unit_level: 'ALS', result: 'FOUND', case_kind, bleeding: 'EXT_ACTIVE' }
    return listFields(operationForm).flatMap(([name, field, section]) =>
      /^(bleeding|bleeding_ml|blood_loss|blood_loss_estimate)$/.test(name) &&
      holds(section.shown, answers) &&
      holds(field.shown, answers)
        ? [name]
        : [],
    )
  }
  expect(listShownFields('ILLNESS')).toEqual(['bleeding', 'bleeding_ml'])
  expect(listShownFields('TRAUMA')).toEqual(['blood_loss', 'blood_loss_estimate'])
})

describe('a reason is asked for', () => {
  const row = '0192f0c0-0000-7000-8000-000000000001'
  const at = '2026-11-05T00:10:00.000Z'
  const isAsked = (answers: Answers, field: string) =>
    listMissing(operationForm, { unit_level: 'ALS', result: 'FOUND', ...answers }).some(
      (one) => one.field === field,
    )

  test('where a dose is above the largest one', () => {
    const give = (dose: number) => ({
      drugs: { [row]: { drug: 'MORPHINE', dose, dose_unit: 'mg', route: 'IV', given_at: at } },
    })
    expect(isAsked(give(4), `drugs/${row}/dose_reason`)).toBe(false)
    expect(isAsked(give(40), `drugs/${row}/dose_reason`)).toBe(true)
  })

  test('where aspirin or an antibiotic is given to whom the record says that they are allergic to it', () => {
    const ill = { blocks: ['CHEST_PAIN', 'SEPSIS'], case_kind: 'ILLNESS' }
    const aspirin = { ...ill, known_allergies: 'Aspirin', aspirin_given: true }
    expect(isAsked(aspirin, 'aspirin_reason')).toBe(true)
    expect(isAsked({ ...aspirin, aspirin_given: false }, 'aspirin_reason')).toBe(false)
    expect(isAsked({ ...aspirin, known_allergies: 'Penicillin' }, 'aspirin_reason')).toBe(false)
    const antibiotic = {
      ...ill,
      allergies: 'แพ้ Ceftriaxone',
      antibiotic_given: true,
      antibiotic: 'Ceftriaxone 2 g',
    }
    expect(isAsked(antibiotic, 'antibiotic_reason')).toBe(true)
    expect(isAsked({ ...antibiotic, antibiotic: 'Meropenem' }, 'antibiotic_reason')).toBe(false)
    expect(isAsked({ ...antibiotic, antibiotic_given: false }, 'antibiotic_reason')).toBe(false)
  })

  test('where a drug is given to whom the record says that they are allergic to it', () => {
    const drugs = { [row]: { drug: 'ASPIRIN', dose: 300, dose_unit: 'mg', route: 'PO', given_at: at } }
    expect(isAsked({ drugs, allergies: 'ไม่แพ้' }, `drugs/${row}/dose_reason`)).toBe(false)
    expect(
      isAsked({ drugs, allergies: 'ไม่แพ้', known_allergies: 'Aspirin' }, `drugs/${row}/dose_reason`),
    ).toBe(true)
  })

  test('where a drug on record as an allergy is given in an amount that nobody knows', () => {
    const unknown = { reason: 'UNABLE' } as const
    const drugs = { [row]: { drug: 'MORPHINE', dose: unknown, route: 'IV', given_at: at } }
    expect(isAsked({ drugs }, `drugs/${row}/dose_reason`)).toBe(false)
    expect(isAsked({ drugs, allergies: 'morphine' }, `drugs/${row}/dose_reason`)).toBe(true)
  })

  test('where a shock has more energy than the list', () => {
    const shock = (energy: number) => ({ cpr: 'CPR', shocks: { [row]: { shocked_at: at, energy } } })
    expect(isAsked(shock(200), `shocks/${row}/energy_reason`)).toBe(false)
    expect(isAsked(shock(360), `shocks/${row}/energy_reason`)).toBe(true)
  })

  test('where a synchronised shock has more energy than the rhythm before it asks for', () => {
    const [other, third] = ['0192f0c0-0000-7000-8000-000000000002', '0192f0c0-0000-7000-8000-000000000003']
    const asks = (energy: number, rhythm: string, more: Answers = {}) =>
      isAsked(
        {
          cpr: 'CPR',
          vitals: {
            [other]: { measured_at: '2026-11-05T00:05:00.000Z', rhythm },
            [third]: { measured_at: '2026-11-05T00:12:00.000Z', rhythm: 'SINUS' },
          },
          shocks: { [row]: { shocked_at: at, energy, is_synchronised: true } },
          ...more,
        },
        `shocks/${row}/energy_reason`,
      )
    expect([asks(100, 'SVT'), asks(120, 'SVT')]).toEqual([false, true])
    expect([asks(100, 'VT_PULSE'), asks(150, 'VT_PULSE')]).toEqual([false, true])
    expect([asks(200, 'AF'), asks(201, 'AF')]).toEqual([false, true])
    expect([asks(200, 'SINUS'), asks(201, 'SINUS')]).toEqual([false, true])
    const child = { age_years: 5, weight_kg: 18 }
    expect([asks(72, 'SVT', child), asks(100, 'SVT', child)]).toEqual([false, true])
  })

  test('where a price is not that of the operation, and where there is a discount', () => {
    const fee = { price: 500, list_price: 800, discount: 100 }
    expect(isAsked(fee, 'price_reason')).toBe(true)
    expect(isAsked(fee, 'discount_reason')).toBe(true)
    expect(isAsked({ price: 800, list_price: 800 }, 'price_reason')).toBe(false)
    expect(isAsked({ price: 800, discount: 0 }, 'discount_reason')).toBe(false)
  })
})

test('a drip that needs a pump or a target pressure asks for it', () => {
  const row = '0192f0c0-0000-7000-8000-000000000001'
  const listAsked = (drug: string) =>
    listMissing(operationForm, { unit_level: 'ALS', result: 'FOUND', drugs: { [row]: { drug } } }).flatMap(
      ({ field }) => (/pump|pressure/.test(field) ? [field.split('/')[2]] : []),
    )
  expect(listAsked('NOREPINEPHRINE')).toEqual(['is_on_pump'])
  expect(listAsked('NICARDIPINE')).toEqual(['target_pressure'])
  expect(listAsked('ASPIRIN')).toEqual([])
})

test('an APGAR score names the newborn as soon as there are several', () => {
  const [one, other] = ['0192f0c0-0000-7000-8000-000000000001', '0192f0c0-0000-7000-8000-000000000002']
  const asks = (newborns: Answers[string]) =>
    listMissing(operationForm, {
      result: 'FOUND',
      blocks: ['LABOUR'],
      newborns: newborns as Rows,
      apgars: { [one]: { apgar_minute: '1' } },
    }).some(({ field }) => field.endsWith('apgar_newborn'))
  expect(asks({ [one]: {} })).toBe(false)
  expect(asks({ [one]: {}, [other]: {} })).toBe(true)
})

test('months are for somebody under two years, and days for a newborn', () => {
  const shows = (name: string, age_years: number, age_months = 0) =>
    holds(findField(operationForm, name)?.shown, { age_years, age_months })
  expect([shows('age_months', 1), shows('age_months', 2)]).toEqual([true, false])
  expect([shows('age_days', 0, 0), shows('age_days', 0, 1), shows('age_days', 1, 0)]).toEqual([
    true,
    false,
    false,
  ])
})

test('a mission that was called off before the vehicle left has no drive to write of', () => {
  const drive = ['dispatch', 'left_base', 'back_at_base', 'odometer_base', 'odometer_back']
  const listNeeded = (answers: Answers) => {
    const missing = listMissing(operationForm, answers).map(({ field }) => field)
    return drive.filter((field) => missing.includes(field))
  }
  expect(listNeeded({ result: 'CANCELLED' })).toEqual([])
  expect(listNeeded({ result: 'NOT_FOUND' })).toEqual(drive)
  const left = { result: 'CANCELLED', left_base: '2026-11-05T00:10:00.000Z' }
  expect(listNeeded(left)).toEqual(drive.filter((field) => field !== 'left_base'))
})

test('a pregnant patient needs the weeks and the births, or why they are not known', () => {
  const asked = ['pregnancy_weeks', 'pregnancy_gravida', 'pregnancy_para']
  const listNeeded = (answers: Answers) => {
    const missing = listMissing(operationForm, { unit_level: 'ALS', result: 'FOUND', sex: '2', ...answers })
    return asked.filter((name) => missing.some(({ field }) => field === name))
  }
  expect(listNeeded({ pregnancy: 'YES' })).toEqual(asked)
  expect(listNeeded({ pregnancy: 'NO' })).toEqual([])
  expect(listNeeded({ pregnancy: 'YES', pregnancy_weeks: { reason: 'UNABLE' } })).toEqual(asked.slice(1))
})

test('whoever says that there were fluids says which', () => {
  const lacks = (has_fluids: boolean) =>
    listMissing(operationForm, { unit_level: 'ALS', result: 'FOUND', has_fluids }).some(
      ({ field }) => field === 'fluids',
    )
  expect([lacks(true), lacks(false)]).toEqual([true, false])
})

test('a tube that could not be placed has no depth and no confirmation', () => {
  const listAsked = (answers: Answers) =>
    listMissing(operationForm, { unit_level: 'ALS', result: 'FOUND', airway_care: ['ET'], ...answers })
      .map(({ field }) => field)
      .filter((field) => field.startsWith('et_'))
  expect(listAsked({})).toEqual(['et_size', 'et_depth', 'et_attempts', 'et_success', 'et_confirm', 'et_by'])
  expect(listAsked({ et_success: true })).toContain('et_depth')
  expect(listAsked({ et_success: false })).toEqual(['et_size', 'et_attempts', 'et_by'])
})
