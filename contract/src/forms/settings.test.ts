import { expect, test } from 'vitest'
import { standardTransportPlans } from '../ambulance/mission-suggestion.ts'
import { calculate } from './calculations/calculations.ts'
import { findField, listFields } from './form.ts'
import { formNames } from './form-names.ts'
import { findForm } from './forms.ts'
import { optionLists } from './options.ts'
import { listMissing } from './schema.ts'
import {
  applySettings,
  dropUnknownSettings,
  FormSettings,
  findListDigest,
  findTransportPlans,
  hospitalNameFields,
  releasedFormSettings,
  validateFormSettings,
} from './settings.ts'

const released = findForm('ambulance-request') ?? expect.fail('the form is not released')
const set = (changed: Partial<FormSettings>): FormSettings => ({ ...releasedFormSettings, ...changed })
const operation = findForm('operation-form') ?? expect.fail('the form is not released')
const [laterField = ''] = Object.keys(operation.sections.find(({ later }) => later)?.fields ?? {})
const today = '2026-11-23'
const approveOn = (approved_on: string) => ({ approved_by: 'นพ. ก', licence: 'ว.1', approved_on, of: '' })

test('without settings a form is as released', () => {
  expect(applySettings(released, releasedFormSettings)).toBe(released)
})

test('every field that names a hospital, and that of its code, is a text of a form that is written', () => {
  const names = new Set(
    formNames.flatMap((name) => {
      const form = findForm(name)
      return form ? listFields(form).flatMap(([field, { kind }]) => (kind === 'text' ? [field] : [])) : []
    }),
  )
  for (const [field, code] of Object.entries(hospitalNameFields))
    expect([field, names.has(field), code === null || names.has(code)]).toEqual([field, true, true])
})

test('a hospital is in the list once, and has a code of five or nine digits', () => {
  const list = (...codes: string[]) => set({ hospitals: codes.map((code) => ({ code, name: 'รพ. ก' })) })
  expect(validateFormSettings(list('10671', '10672', '10671'), today)).toEqual([
    { field: 'settings.hospitals.2.code', message: 'hospital-code-repeated' },
  ])
  expect(validateFormSettings(list('10671', '106710001'), today)).toEqual([])
  for (const code of ['1067', '106712', ''])
    expect(FormSettings.safeParse(list(code)).error?.issues).toMatchObject([
      { path: ['hospitals', 0, 'code'], message: 'hospital-code-invalid' },
    ])
})

test('a field that the hospital needs is missing where it is shown, and nowhere else', () => {
  const form = applySettings(
    released,
    set({ needed: { 'ambulance-request': ['landmark', 'colour_number'] } }),
  )
  const missing = (answers: Parameters<typeof listMissing>[1]) =>
    listMissing(form, answers).map(({ field }) => field)
  expect(missing({ kind: 'EVENT' })).toContain('landmark')
  expect(missing({ kind: 'EVENT' })).not.toContain('colour_number')
  expect(missing({ kind: 'SCENE' })).toContain('colour_number')
  expect(missing({ kind: 'SCENE', landmark: 'ใกล้วัด', colour_number: 3 })).not.toContain('colour_number')
  expect(listMissing(released, { kind: 'SCENE' }).map(({ field }) => field)).not.toContain('landmark')
})

test('an option that is not offered is in no list, also not in that of rows', () => {
  const form = applySettings(released, set({ not_offered: { 'unit-level': ['SPECIAL'] } }))
  expect(findField(form, 'unit_level')).toMatchObject({ offered: ['FR', 'BLS', 'ALS'] })
  expect(findField(released, 'unit_level')).not.toHaveProperty('offered')
  const referral = findForm('ambulance-referral') ?? expect.fail('the form is not released')
  const [role] = optionLists['diagnosis-role']
  const rows = findField(
    applySettings(referral, set({ not_offered: { 'diagnosis-role': [role] } })),
    'diagnoses',
  )
  expect(rows?.kind === 'rows' && JSON.stringify(rows.fields)).toContain('"offered":["2"')
})

test.each<[string, Partial<FormSettings>, string[]]>([
  [
    'what the forms have',
    { needed: { 'ambulance-request': ['landmark'] }, not_offered: { position: ['SIT'] } },
    [],
  ],
  ['a field of another form', { needed: { 'ambulance-request': ['to_hospital'] } }, ['field-unknown']],
  [
    'a field that is written after completion',
    { needed: { 'operation-form': [laterField] } },
    ['field-unknown'],
  ],
  [
    'a field that the server alone answers',
    { needed: { 'operation-form': ['known_allergies'] } },
    ['field-unknown'],
  ],
  ['an unknown list', { not_offered: { __proto__x: ['A'] } }, ['choice-invalid']],
  ['an unknown option', { not_offered: { position: ['STAND'] } }, ['choice-invalid']],
  ['a list without options', { not_offered: { position: [...optionLists.position] } }, ['option-needed']],
  ['a list that could not say that there is none', { not_offered: { hazard: ['NONE'] } }, ['option-stays']],
  [
    'a list that could not say what is normal',
    { not_offered: { isolation: ['STANDARD'] } },
    ['option-stays'],
  ],
  ['a drug that is not in the list', { drugs: { NOTHING: { uses: {} } } }, ['choice-invalid']],
  ['an approval of tomorrow', { drug_list: approveOn('2026-11-24') }, ['date-in-future']],
  ['an approval of the plans of tomorrow', { plans_approval: approveOn('2026-11-24') }, ['date-in-future']],
  ['an approval of today', { drug_list: approveOn(today) }, []],
])('settings with %s (%j) have the problems %j', (_, changed, messages) => {
  expect(validateFormSettings(set(changed), today).map(({ message }) => message)).toEqual(messages)
})

test('the plans of a hospital stand over those of the panel, and their digest tells that they changed', () => {
  const own = { ...standardTransportPlans.U, vitals_minutes: 3 }
  const changed = set({ transport_plans: { U: own } })
  expect(findTransportPlans(changed)).toEqual({ ...standardTransportPlans, U: own })
  expect(findListDigest('plans_approval', changed)).not.toBe(
    findListDigest('plans_approval', releasedFormSettings),
  )
  expect(findListDigest('drug_list', changed)).toBe(findListDigest('drug_list', releasedFormSettings))
})

test('an approval of the drugs lapses with what the hospital changes of them, and one of the panel stays valid', () => {
  const digest = (drugs: FormSettings['drugs']) => findListDigest('drug_list', set({ drugs }))
  // The digest under which the list was approved before a hospital could change it.
  expect(digest({})).toBe('9ef6f6ee')
  const limit = (high: number) => ({
    ATROPINE: { uses: { BRADYCARDIA: { adult: [{ high }] } } },
  })
  expect(new Set([digest({}), digest(limit(1.2)), digest(limit(1.3))]).size).toBe(3)
  expect(digest({ ATROPINE: { strength: '1 mg/mL', uses: {} } })).not.toBe(digest({}))
  expect(digest(limit(1))).toBe(digest({}))
  expect(findListDigest('plans_approval', set({ drugs: limit(1.2) }))).toBe(
    findListDigest('plans_approval', releasedFormSettings),
  )
})

test('a row warns, and asks why, by the limits of the hospital', () => {
  const id = '01900000-0000-7000-8000-000000000001'
  const row = {
    drug: 'MORPHINE',
    dose: 5,
    dose_unit: 'mg',
    route: 'IV',
    given_at: '2026-11-23T08:00:00.000Z',
  }
  const answers = { age_years: 40, drugs: { [id]: row } }
  const drugs = { MORPHINE: { uses: { PAIN: { adult: [{ high: 5 }] } } } }
  for (const name of ['operation-form', 'transportation-treatment'] as const) {
    const form = findForm(name) ?? expect.fail('the form is not released')
    const asks = (one: typeof form) =>
      listMissing(one, answers).some(({ field }) => field.endsWith('/dose_reason'))
    const own = applySettings(form, set({ drugs }))
    const warns = (one: typeof form) => {
      const field = findField(one, 'drugs')
      return (field?.kind === 'rows' ? (field.calculations ?? []) : [])
        .filter(({ rule }) => rule === 'dose-check')
        .some((check) => calculate(check, answers, { row: { id, values: row } })?.isWarning)
    }
    expect([asks(form), warns(form)]).toEqual([true, true])
    expect([asks(own), warns(own)]).toEqual([false, false])
    // Nothing of the form judges by another list.
    expect(JSON.stringify(own)).not.toMatch(/\{"rule":"dose(-check)?"\}/)
  }
})

test('settings of an earlier version can be saved again, without what the forms do not have any more', () => {
  const earlier = set({
    needed: {
      'ambulance-request': ['landmark', 'removed_field'],
      'operation-form': ['known_allergies', laterField],
    },
    not_offered: {
      position: ['SIT', 'STAND'],
      hazard: ['NONE'],
      'unit-level': [...optionLists['unit-level']],
      'removed-list': ['A'],
    },
    drug_list: approveOn(today),
    drugs: { REMOVED: { uses: {} } },
  })
  const kept = dropUnknownSettings(earlier)
  expect(kept).toEqual({
    ...earlier,
    needed: { 'ambulance-request': ['landmark'], 'operation-form': [] },
    not_offered: { position: ['SIT'], hazard: [] },
    drugs: {},
  })
  expect(validateFormSettings(kept, today)).toEqual([])
  expect(dropUnknownSettings(kept)).toEqual(kept)
})

test('settings from before the plans could be changed are those of the panel', () => {
  const parsed = FormSettings.parse({ needed: {}, not_offered: {}, drug_list: null })
  expect(parsed).toEqual(releasedFormSettings)
})
