import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import {
  type AnswerField,
  ambulanceReferrals,
  ambulanceRequests,
  buildCompleteSchema,
  buildDraftSchema,
  type Drug,
  drugCodes,
  drugList,
  type Form,
  findForm,
  formNames,
  listDoubtful,
  listFields,
  listInputs,
  listMissing,
  type OptionList,
  operationRecords,
  optionLists,
  parseAnswer,
  releasedForms,
  transportationTreatments,
} from 'contract'
import { describe, expect, test } from 'vitest'

const languages = ['en', 'th'] as const
const readTexts = (language: string, file: string) =>
  JSON.parse(
    readFileSync(new URL(`../../contract/locales/${language}/${file}.json`, import.meta.url), 'utf8'),
  )

/** The fields of a form and of its rows. */
const listAnswerFields = (form: Form): [string, AnswerField][] =>
  listFields(form).flatMap(([name, field]): [string, AnswerField][] =>
    field.kind === 'rows' ? Object.entries(field.fields) : [[name, field]],
  )

const listOptionLists = (form: Form): OptionList[] =>
  listAnswerFields(form).flatMap(([, field]) => ('options' in field ? [field.options] : []))

/** What a record in this version means: the description, and the options that it offers. */
function hashForm(form: Form): string {
  const options = listOptionLists(form).map((name) => [name, optionLists[name]])
  return createHash('sha256')
    .update(JSON.stringify([form, options]))
    .digest('hex')
    .slice(0, 16)
}

test('a released version of a form never changes', () => {
  expect(
    Object.fromEntries(releasedForms.map((form) => [`${form.name} ${form.version}`, hashForm(form)])),
  ).toEqual({
    'ambulance-request 1': '2280a0c6ce1e2862',
    'ambulance-request 2': 'fbe9cb7f69da195b',
    'ambulance-request 3': 'dc5ab37f3945da6e',
    'ambulance-request 4': 'a536fa9ec7c56b08',
    'ambulance-request 5': '635383621a3dbec6',
    'ambulance-request 6': 'f7c44b90eee86ab7',
    'ambulance-request 7': '9fea3691d74c6e48',
    'ambulance-request 8': '4bfadc265d746655',
    'ambulance-request 9': 'fd52278b1cb9dcdc',
    'ambulance-referral 1': 'e071cb260aef6a33',
    'ambulance-referral 2': 'f52d5617f722aff9',
    'ambulance-referral 3': 'e2b02a897bff9532',
    'ambulance-referral 4': '1a9f9df7d99cdf66',
    'ambulance-referral 5': 'e27a5f78a29af804',
    'ambulance-referral 6': '2b67f89c9da3e991',
    'ambulance-referral 7': '0678effdc47cdb98',
    'ambulance-referral 8': '7b695db82d7163f7',
    'ambulance-referral 9': '414e25c937d9a31c',
    'ambulance-referral 10': '0fb1e84534c5c1b7',
    'ambulance-referral 11': '6abad2bf1bee7fa7',
    'operation-form 1': '5b039ea9cd466ef3',
    'operation-form 2': 'a96f202598cff091',
    'operation-form 3': '9a5b871b18746147',
    'operation-form 4': '7c24331333991ef6',
    'operation-form 5': 'e70f23611bbcb370',
    'operation-form 6': '4d6aebaf645904bd',
    'operation-form 7': '3bb3a2d2f348a77a',
    'operation-form 8': '62353ade94992b48',
    'operation-form 9': '8a6eec6491168585',
    'operation-form 10': 'ec1b3108faf1bed9',
    'operation-form 11': '3f22202d94e918ee',
    'transportation-treatment 1': 'dd88d853ca50daab',
    'transportation-treatment 2': 'e0163add06edfdfe',
    'transportation-treatment 3': '0ad2ece72d3fbf7b',
    'transportation-treatment 4': '578cef0450fd03ee',
    'transportation-treatment 5': 'd6ba7883980e5baa',
    'transportation-treatment 6': 'd6c8dd47d411764d',
    'transportation-treatment 7': '0cac2d49b0e4c3d0',
    'transportation-treatment 8': 'e1dffa857dfac5eb',
    'transportation-treatment 9': '3c0a8653c455ad6b',
    'transportation-treatment 10': 'e68b6b4f4ebdaa83',
    'transportation-treatment 11': 'c04ccca7e4277a91',
  })
})

/** What always has an answer: how a call is classified, how an injury came about, why a hospital was chosen. */
const neverNone: readonly OptionList[] = ['symptom-group', 'mechanism', 'hospital-reason']

test('each list of the newest forms can say that there is none of it', () => {
  const lists = formNames.flatMap((name) =>
    listAnswerFields(findForm(name) as Form).flatMap(([, field]) =>
      field.kind === 'choices' ? [field] : [],
    ),
  )
  const without = lists.filter(
    ({ options, alone }) => !(optionLists[options] as readonly string[]).includes('NONE') && !alone,
  )
  expect(without.map(({ options }) => options).toSorted()).toEqual(neverNone.toSorted())
})

const getPaths = (calls: Record<string, { path: string }>) => Object.values(calls).map(({ path }) => path)

test('requests and referrals have each other’s names on the wire, and nowhere else', () => {
  expect(getPaths(ambulanceRequests)).toEqual([
    '/admin/get_referrals_ambulance_operations',
    '/admin/add_referrals_ambulance_operations',
    '/admin/edit_referrals_ambulance_operations',
    '/admin/delete_referrals_ambulance_operations',
  ])
  expect(getPaths(ambulanceReferrals)).toEqual([
    '/admin/get_request_ambulances',
    '/admin/add_request_ambulances',
    '/admin/edit_request_ambulances',
    '/admin/delete_request_ambulances',
  ])
})

test('transfers and operations have their own names on the wire', () => {
  expect(getPaths(transportationTreatments)).toEqual([
    '/admin/get_transportation_treatment',
    '/admin/add_transportation_treatment',
    '/admin/edit_transportation_treatment',
    '/admin/delete_transportation_treatment',
  ])
  expect(getPaths(operationRecords)).toEqual([
    '/admin/get_operation_form',
    '/admin/add_operation_form',
    '/admin/edit_operation_form',
    '/admin/delete_operation_form',
  ])
})

test.each(languages)('drugs are called as in their list (%s)', (language) => {
  const { drug } = readTexts(language, 'form-options')
  for (const code of drugCodes) {
    const { name_en, name_th, strength }: Drug = drugList[code]
    const name = language === 'en' ? name_en : `${name_en} (${name_th})`
    expect(drug[code]).toBe(strength ? `${name} ${strength}` : name)
  }
})

test('every form is released, and its newest version is found', () => {
  for (const name of formNames) {
    const versions = releasedForms.filter((form) => form.name === name).map(({ version }) => version)
    expect(findForm(name)?.version).toBe(Math.max(...versions))
    expect(findForm(name, 0)).toBeUndefined()
  }
})

describe.each(releasedForms.map((form) => [`${form.name} ${form.version}`, form] as const))(
  '%s',
  (_, form) => {
    test('uses each name once', () => {
      const names = listFields(form).map(([name]) => name)
      expect(new Set(names).size).toBe(names.length)
    })

    test('shows and needs fields by answers that the form has, and by options of these', () => {
      const fields = new Map(listAnswerFields(form))
      for (const [asked, options] of listConditions(form)) {
        const field = fields.get(asked)
        expect(field, asked).toBeDefined()
        if (field && 'options' in field)
          expect(optionLists[field.options]).toEqual(expect.arrayContaining([...options]))
      }
    })

    test('takes a draft without what completion asks for, and says which fields that are', () => {
      const missing = listMissing(form, {}).map(({ field }) => field)
      expect(missing).not.toEqual([])
      expect(buildDraftSchema(form).safeParse({}).success).toBe(true)
      const { error } = buildCompleteSchema(form).safeParse({})
      expect(error?.issues.map(({ path }) => path.join('/'))).toEqual(missing)
    })

    test('takes a doubtful number in a draft, and an impossible one nowhere', () => {
      for (const [name, field] of listFields(form)) {
        if (field.kind !== 'number') continue
        const { possible, plausible } = field
        expect(parseAnswer(form, name, possible[1] + 1), name).toEqual({
          problem: { field: name, message: 'number-range' },
        })
        expect(parseAnswer(form, name, possible[1]), name).toEqual({ answer: possible[1] })
        if (plausible && plausible[1] < possible[1])
          expect(listDoubtful(form, { [name]: possible[1] })).toEqual([name])
      }
    })

    test('has the fields that say why a signature is missing', () => {
      const fields = new Map(listFields(form).map(([name, field]) => [name, field]))
      for (const { unless } of form.signatures ?? [])
        expect(fields.get(unless), unless).toMatchObject({ options: 'unsigned-reason' })
    })

    test('has every input of its calculations', () => {
      const missing = form.sections.flatMap(({ calculations = [], fields }) => [
        ...calculations.flatMap((one) => listInputs(form, one)),
        ...Object.entries(fields).flatMap(([name, field]) =>
          field.kind === 'rows'
            ? (field.calculations ?? []).flatMap((one) => listInputs(form, one, name))
            : [],
        ),
      ])
      expect(missing.filter(({ isFound }) => !isFound)).toEqual([])
    })

    test.each(languages)('has every text in %s', (language) => {
      const texts = readTexts(language, form.name)
      const options = readTexts(language, 'form-options')
      // A record opens in its version for ever, so the texts are those of every version.
      const versions = releasedForms.filter(({ name }) => name === form.name)
      const sections = versions.flatMap((one) => one.sections)
      expect(Object.keys(texts.section).toSorted()).toEqual(listOnce(sections.map(({ name }) => name)))
      const sheets = sections.flatMap(({ sheet }) => sheet ?? [])
      expect(Object.keys(texts.sheet ?? {}).toSorted()).toEqual(listOnce(sheets))
      expect(Object.keys(texts.field).toSorted()).toEqual(listOnce(versions.flatMap(listTextKeys)))
      for (const list of listOptionLists(form))
        expect(Object.keys(options[list]).toSorted(), list).toEqual([...optionLists[list]].toSorted())
    })
  },
)

/** `field`, and `field.inner` as `inner` of the rows. */
const listTextKeys = (form: Form): string[] => [
  ...listFields(form).map(([name]) => name),
  ...listFields(form).flatMap(([, field]) => (field.kind === 'rows' ? Object.keys(field.fields) : [])),
]

const listOnce = (names: readonly string[]): string[] => [...new Set(names)].toSorted()

function listConditions(form: Form): [field: string, of: readonly unknown[]][] {
  const found: [string, readonly unknown[]][] = []
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    if ('of' in value && 'field' in value) found.push([value.field as string, value.of as unknown[]])
    for (const inner of Object.values(value)) visit(inner)
  }
  visit(form)
  return found
}
