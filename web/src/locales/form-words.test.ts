import { type Form, type FormName, findForm, listFields, type OptionList, optionLists } from 'contract'
import { expect, test } from 'vitest'

type Texts = { [key: string]: string | Texts }

const files = import.meta.glob<Texts>('../../../contract/locales/en/*.json', {
  import: 'default',
  eager: true,
})

function findText(file: string, key: string): string {
  const found = key
    .split('.')
    .reduce<string | Texts | undefined>(
      (node, part) => (typeof node === 'object' ? node[part] : undefined),
      files[`../../../contract/locales/en/${file}.json`],
    )
  return typeof found === 'string' ? found : expect.fail(`${file} has no text ${key}`)
}

const requireForm = (name: FormName): Form => findForm(name) ?? expect.fail(`${name} is not released`)

/** The fields of the newest version of a form, those of its rows too. */
const listNames = (form: Form): string[] =>
  listFields(form).flatMap(([name, field]) =>
    field.kind === 'rows' ? [name, ...Object.keys(field.fields)] : name,
  )

const listOptionLists = (form: Form): OptionList[] =>
  listFields(form).flatMap(([, field]) =>
    (field.kind === 'rows' ? Object.values(field.fields) : [field]).flatMap((one) =>
      'options' in one ? one.options : [],
    ),
  )

const [request, referral, operation, transfer] = [
  'ambulance-request',
  'ambulance-referral',
  'operation-form',
  'transportation-treatment',
] as const satisfies readonly FormName[]
const surveyed = [operation, transfer]
const measured = [referral, operation, transfer]

const fieldWords: readonly [word: string, field: string, forms: readonly FormName[]][] = [
  ['plate number', 'vehicle', surveyed],
  ['staff', 'crew', measured],
  ['staff name', 'crew_name', surveyed],
  ['fee code', 'fee_code', surveyed],
  ['price', 'price', surveyed],
  ['payment', 'payment', surveyed],
  ['request', 'call', surveyed],
  ['dispatch', 'dispatch', surveyed],
  ['departure', 'left_base', surveyed],
  ['arrival', 'at_scene', surveyed],
  ['departure', 'left_scene', surveyed],
  ['arrival', 'at_hospital', surveyed],
  ['hand over', 'handed_over', surveyed],
  ['mileage', 'odometer_base', surveyed],
  ['mileage', 'odometer_scene', surveyed],
  ['mileage', 'odometer_hospital', surveyed],
  ['mileage', 'odometer_back', surveyed],
  ['gcs', 'eye', measured],
  ['gcs', 'verbal', measured],
  ['gcs', 'motor', measured],
  ['pupils', 'right_pupil', measured],
  ['pupils', 'right_reaction', measured],
  ['pupils', 'left_pupil', measured],
  ['pupils', 'left_reaction', measured],
  ['airway', 'airway', surveyed],
  ['breathing', 'breathing', surveyed],
  ['circulation', 'pulse_quality', surveyed],
  ['drugs', 'drugs', surveyed],
  ['fluids', 'fluids', surveyed],
  ['isolation precautions', 'isolation', [request, referral, transfer]],
  ['fall risks', 'has_restraint_checked', [referral, transfer]],
  ['fall risks', 'morse_history', [transfer]],
  ['fall risks', 'morse_secondary_diagnosis', [transfer]],
  ['fall risks', 'morse_aid', [transfer]],
  ['fall risks', 'morse_infusion', [transfer]],
  ['fall risks', 'morse_gait', [transfer]],
  ['fall risks', 'morse_forgets_limits', [transfer]],
  ['fall risks', 'humpty_dumpty', [transfer]],
  ['risk', 'risk', [referral]],
  ['transfer suitability', 'suitability', [transfer]],
  ['data transfer', 'data_transfer', [transfer]],
  ['satisfaction', 'satisfaction_patient', [operation, transfer]],
  ['satisfaction', 'satisfaction_relative', [operation, transfer]],
  ['satisfaction', 'satisfaction_receiver', [operation, transfer]],
  ['treatment outcome', 'treatment_outcome', [transfer]],
  ['hospital outcome', 'hospital_outcome', [operation]],
  ['er triage', 'er_triage', [operation]],
]

test.each(fieldWords)('the words “%s” stand on the field %s of its forms', (word, field, forms) => {
  for (const form of forms) {
    expect(listNames(requireForm(form)), form).toContain(field)
    expect(findText(form, `field.${field}`).toLowerCase(), form).toContain(word)
  }
})

const sectionWords: readonly [word: string, section: string, form: FormName][] = [
  ['distance and mileage', 'times', operation],
  ['distance and mileage', 'times', transfer],
  ['trauma', 'trauma', operation],
  ['non-trauma', 'illness', operation],
  ['checklist', 'checklist', transfer],
]

test.each(sectionWords)('the words “%s” stand on the section %s of the %s', (word, section, form) => {
  expect(requireForm(form).sections.map(({ name }) => name)).toContain(section)
  expect(findText(form, `section.${section}`).toLowerCase()).toContain(word)
})

const triageWords = {
  RED: 'Red (Crisis)',
  YELLOW: 'Yellow (Urgent)',
  GREEN: 'Green (Mild)',
  WHITE: 'White (General)',
  BLACK: 'Black',
}
const staffWords = {
  MD: 'doctor',
  PARAMEDIC: 'paramedic',
  RN: 'nurse',
  DRIVER: 'driver',
  NA: 'assistant nurse',
}
const optionWords: readonly [list: OptionList, form: FormName, words: Readonly<Record<string, string>>][] = [
  ['dispatch-colour', request, triageWords],
  ['dispatch-colour', operation, triageWords],
  ['severity-colour', operation, triageWords],
  ['er-triage', operation, { L1: 'L1-L2', L2: 'L1-L2', L3: 'L3', L4: 'L4', L5: 'L5' }],
  ['referral-risk', referral, { U: 'unstable', H: 'high', M: 'moderate', L: 'low' }],
  ['referral-risk', transfer, { U: 'unstable', H: 'high', M: 'moderate', L: 'low' }],
  ['suitability', transfer, { APPROPRIATE: 'appropriate', INAPPROPRIATE: 'inappropriate' }],
  ['data-transfer', transfer, { COMPLETE: 'complete', INCOMPLETE: 'incomplete', NONE: 'none' }],
  [
    'hospital-outcome',
    operation,
    {
      ELSEWHERE: 'continued elsewhere',
      STILL_IN: 'still treated',
      DIED: 'died',
      REFUSED: 'refused/ran away',
      HOME_DIED: 'went home and died',
      UNKNOWN: 'result unknown',
    },
  ],
  ['payment', operation, { PAID: 'paid', UNPAID: 'unpaid' }],
  ['payment', transfer, { PAID: 'paid', UNPAID: 'unpaid' }],
  ['case-kind', operation, { TRAUMA: 'trauma', ILLNESS: 'non-trauma' }],
  ['crew-level', operation, staffWords],
  ['crew-level', transfer, staffWords],
]

test.each(optionWords)('the options of %s on the %s are called as they must be', (list, form, words) => {
  expect(listOptionLists(requireForm(form))).toContain(list)
  for (const [code, word] of Object.entries(words)) {
    expect(optionLists[list]).toContain(code)
    expect(findText('form-options', `${list}.${code}`).toLowerCase()).toContain(word.toLowerCase())
  }
})

const sheetWords: readonly [word: string, file: string, key: string][] = [
  ['operation form', operation, 'title'],
  ['transfer recording for ambulance', transfer, 'title'],
  ['transportation treatment', transfer, 'title'],
  ['high-level emergency medical service performance record', operation, 'printout.ALS'],
  ['take shift', 'referrals', 'take'],
  ['equipment check', 'equipment', 'title'],
  ['standard equipment checklist', 'equipment', 'checklist'],
  ['standard equipment checklist', 'equipment', 'printout.title'],
  ['plate number', 'fleet', 'field.plate'],
  ['response', 'calculations', 'interval.response'],
  ['gcs', 'calculations', 'gcs'],
  ['fall risk', 'calculations', 'morse-risk.HIGH'],
]

test.each(sheetWords)('the words “%s” stand in %s at %s', (word, file, key) => {
  expect(findText(file, key).toLowerCase()).toContain(word)
})

test('messages and confirmations of the forms are literally those of the catalogue', () => {
  expect(findText('validation', 'setting-required')).toBe('This field is Required !!')
  expect(findText('before-sign-in', 'field-required')).toBe('Field is required')
  expect(findText('forms', 'void-question')).toBe('Are you sure you want to delete this')
  expect(findText('forms', 'none-fits')).toBe('No Record Found')
  expect(findText('forms', 'not-found')).toBe('Details not found')
})
