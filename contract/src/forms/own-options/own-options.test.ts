import { describe, expect, test } from 'vitest'
import { calculationRules } from '../calculations/calculation-rules.ts'
import type { Calculation } from '../calculations/calculations.ts'
import {
  type AnswerField,
  type Answers,
  type Condition,
  type Field,
  type Form,
  findField,
  findFormSection,
  listFields,
} from '../form.ts'
import { formNames } from '../form-names.ts'
import { findForm, releasedForms } from '../forms.ts'
import { clinicalOptions, type OptionList, openLists, optionLists } from '../options.ts'
import { buildCompleteSchema, buildDraftSchema, listMissing, parseAnswer } from '../schema.ts'
import {
  applyOwnOptions,
  applySettings,
  dropUnknownSettings,
  releasedFormSettings,
  validateFormSettings,
} from '../settings.ts'
import {
  isOpenList,
  isOwnCode,
  listOptions,
  listOwnCodes,
  listShownOptions,
  nameOwnOptions,
  validateOwnOptions,
} from './own-options.ts'

const mudslide = { name_th: 'โคลนถล่ม', name_en: 'Mudslide' }
const flood = { name_th: 'น้ำป่า', name_en: 'Flash flood' }
const row = '01900000-0000-7000-8000-000000000001'

type Place = { form: Form; name: string; inner?: string; field: AnswerField }

const listPlaces = (form: Form): Place[] =>
  listFields(form).flatMap(([name, field]): Place[] =>
    field.kind === 'rows'
      ? Object.entries(field.fields).map(([inner, one]) => ({ form, name, inner, field: one }))
      : [{ form, name, field }],
  )

/** Where the newest forms ask for an option of a list. */
const listAsked = (list: OptionList): Place[] =>
  formNames
    .flatMap((name) => findForm(name) ?? [])
    .flatMap(listPlaces)
    .filter(({ field }) => 'options' in field && field.options === list)

describe.each(openLists)('an option that a hospital adds to the list %s', (list) => {
  const own = { [list]: [mudslide] }

  test('is an answer, in a draft and in a complete record, and another code is none', () => {
    const places = listAsked(list)
    expect(places).not.toEqual([])
    for (const { form, name, inner, field } of places) {
      const path = inner === undefined ? name : `${name}/${row}/${inner}`
      const toAnswer = (code: string) => (field.kind === 'choices' ? [code] : code)
      const toAnswers = (code: string) =>
        ({
          [name]: inner === undefined ? toAnswer(code) : { [row]: { [inner]: toAnswer(code) } },
        }) as Answers
      const adjusted = applyOwnOptions(form, own)
      expect(parseAnswer(adjusted, path, toAnswer('H1'))).toEqual({ answer: toAnswer('H1') })
      expect(buildDraftSchema(adjusted).safeParse(toAnswers('H1')).success).toBe(true)
      const faults = buildCompleteSchema(adjusted).safeParse(toAnswers('H1')).error?.issues ?? []
      expect(faults.filter(({ message }) => message !== 'field-required')).toEqual([])
      expect(listMissing(adjusted, toAnswers('H1')).map((one) => one.field)).not.toContain(path)
      for (const [asked, code] of [
        [adjusted, 'H2'],
        [form, 'H1'],
      ] as const) {
        expect(parseAnswer(asked, path, toAnswer(code))).toEqual({
          problem: { field: path, message: 'choice-invalid' },
        })
        expect(buildDraftSchema(asked).safeParse(toAnswers(code)).success).toBe(false)
      }
    }
  })

  test('that is no longer offered stays the answer of the records that have it', () => {
    const settings = { ...releasedFormSettings, own_options: own, not_offered: { [list]: ['H1'] } }
    expect(validateFormSettings(settings, '2026-11-23')).toEqual([])
    expect(dropUnknownSettings(settings)).toEqual(settings)
    for (const { form, name, inner } of listAsked(list)) {
      const asked = findField(applySettings(form, settings), name)
      const field = asked?.kind === 'rows' ? asked.fields[inner ?? ''] : asked
      if (!field || !('options' in field)) expect.fail('the field is one of a list')
      expect(listShownOptions(field, [])).toEqual(optionLists[list])
      expect(listShownOptions(field, ['H1'])).toContain('H1')
      const path = inner === undefined ? name : `${name}/${row}/${inner}`
      const answer = field.kind === 'choices' ? ['H1'] : 'H1'
      expect(parseAnswer(applySettings(form, settings), path, answer)).toEqual({ answer })
    }
  })
})

/** A condition that asks for one option of the panel: an option of a hospital is another one, and shows nothing. */
const askedByName: Readonly<Record<string, readonly string[]>> = { 'transport-equipment': ['PUMP'] }

type Read = { list: OptionList; options?: readonly (string | boolean)[] }

/** The lists that the conditions and calculations of a form read, with the options that they ask for. */
function listReads(form: Form): Read[] {
  const toRead = (name: string, row?: Readonly<Record<string, AnswerField>>): Read[] => {
    const field: Field | undefined = row?.[name] ?? findField(form, name)
    if (field?.kind === 'rows')
      return Object.keys(field.fields).flatMap((inner) => toRead(inner, field.fields))
    return field && 'options' in field ? [{ list: field.options }] : []
  }
  const readCalculation = (
    { rule, named = {} }: Calculation,
    row?: Readonly<Record<string, AnswerField>>,
  ) => {
    const { inputs, alsoReads = [] }: { inputs: readonly string[]; alsoReads?: readonly string[] } =
      calculationRules[rule]
    return [...inputs, ...alsoReads].flatMap((name) => toRead(named[name] ?? name, row))
  }
  const readCondition = (
    condition: Condition | 'always' | undefined,
    row?: Readonly<Record<string, AnswerField>>,
  ): Read[] => {
    if (condition === undefined || condition === 'always') return []
    if ('every' in condition) return condition.every.flatMap((one) => readCondition(one, row))
    if ('some' in condition) return condition.some.flatMap((one) => readCondition(one, row))
    if ('not' in condition) return readCondition(condition.not, row)
    if ('marked' in condition) return readCalculation(condition.marked, row)
    const options = 'of' in condition ? { options: condition.of } : {}
    return toRead(condition.field, row).map((one) => ({ ...one, ...options }))
  }
  return [
    ...(form.signatures ?? []).flatMap(({ need, unless }) => [...readCondition(need), ...toRead(unless)]),
    ...form.sections.flatMap(({ shown, fields, calculations = [] }) => [
      ...readCondition(shown),
      ...calculations.flatMap((one) => readCalculation(one)),
      ...Object.values(fields).flatMap((field) => [
        ...readCondition(field.shown),
        ...readCondition(field.need),
        ...(field.kind === 'rows'
          ? [
              ...(field.calculations ?? []).flatMap((one) => readCalculation(one, field.fields)),
              ...Object.values(field.fields).flatMap((inner) => [
                ...readCondition(inner.shown, field.fields),
                ...readCondition(inner.need, field.fields),
              ]),
            ]
          : []),
      ]),
    ]),
  ]
}

test.each(releasedForms.map((form) => [`${form.name} ${form.version}`, form] as const))(
  'no condition and no calculation of %s reads a list that is open',
  (_, form) => {
    const reads = listReads(form)
    expect(reads).not.toEqual([])
    const open = reads.filter(
      ({ list, options }) =>
        isOpenList(list) && !options?.every((one) => askedByName[list]?.includes(String(one))),
    )
    expect(open).toEqual([])
  },
)

test('an open list is asked before completion, and what clinicians alone read is in none', () => {
  for (const list of openLists) {
    for (const { form, name } of listAsked(list)) expect(findFormSection(form, name)?.later).toBeUndefined()
    expect(clinicalOptions[list]).toBeUndefined()
  }
})

test('no released option has the code of one that a hospital adds', () => {
  expect(Object.values(optionLists).flat().filter(isOwnCode)).toEqual([])
  expect(['H1', 'H40'].every(isOwnCode)).toBe(true)
  expect(['H', 'H0', 'H01', 'h1', 'H1 '].some(isOwnCode)).toBe(false)
})

test('options of a hospital stand before the one that says that none or another one fits', () => {
  const own = listOwnCodes({ hazard: [mudslide, flood] }, 'hazard')
  expect(listOptions({ options: 'hazard', own }).slice(-4)).toEqual(['INFECTION', 'H1', 'H2', 'NONE'])
  expect(listOptions({ options: 'immobilise', own }).slice(-2)).toEqual(['H1', 'H2'])
  expect(listOptions({ options: 'hazard' })).toBe(optionLists.hazard)
})

test('a code of which a browser has not heard stands beside the options, once it is the answer', () => {
  expect(listShownOptions({ options: 'hazard' }, ['H3', 'NONE'])).toEqual([...optionLists.hazard, 'H3'])
  expect(listShownOptions({ options: 'hazard' }, ['REMOVED', null])).toEqual(optionLists.hazard)
})

test('a form that lists none of the open lists that changed is as released', () => {
  const form = findForm('ambulance-request') ?? expect.fail('the form is not released')
  expect(applyOwnOptions(form, {})).toBe(form)
  const adjusted = applyOwnOptions(form, { hazard: [mudslide] })
  expect(findField(adjusted, 'position')).toBe(findField(form, 'position'))
  expect(findField(form, 'hazards')).not.toHaveProperty('own')
})

const texts = { title: '', section: {}, field: {}, options: { hazard: { FIRE: 'Fire', NONE: 'None' } } }

test('texts of a form are completed with those of the hospital in the language', () => {
  const named = nameOwnOptions(texts, { hazard: [mudslide], procedure: [flood] }, { language: 'th' })
  expect(named.options).toEqual({
    hazard: { FIRE: 'Fire', NONE: 'None', H1: 'โคลนถล่ม' },
    procedure: { H1: 'น้ำป่า' },
  })
  expect(texts.options.hazard).not.toHaveProperty('H1')
})

describe('what a hospital adds is refused', () => {
  const released = { en: texts.options, th: { hazard: { FIRE: 'ไฟไหม้', NONE: 'ไม่มี' } } }
  const check = (own: Record<string, (typeof mudslide)[]>, held: typeof own = {}) =>
    validateOwnOptions(own, held, released)
  const field = 'settings.own_options.hazard'

  test('to a list that is not open', () => {
    expect(check({ sex: [mudslide] })).toEqual([
      { field: 'settings.own_options.sex', message: 'choice-invalid' },
    ])
    expect(check({ constructor: [mudslide] })).toEqual([
      { field: 'settings.own_options.constructor', message: 'choice-invalid' },
    ])
  })

  test('with the words of a released option or of another one, however they are written', () => {
    expect(check({ hazard: [mudslide, flood] })).toEqual([])
    expect(check({ hazard: [{ ...mudslide, name_en: ' FIRE' }] })).toEqual([
      { field: `${field}.0.name_en`, message: 'option-repeated' },
    ])
    expect(
      check({ hazard: [mudslide, { name_th: 'โคลนถล่ม', name_en: 'Landslide' }] }, { hazard: [mudslide] }),
    ).toEqual([{ field: `${field}.1.name_th`, message: 'option-repeated' }])
    // A later release may have the words: what is saved stays.
    const known = { hazard: [{ name_th: 'ไฟไหม้', name_en: 'Fire' }] }
    expect(check(known, known)).toEqual([])
  })

  test('in place of what is saved', () => {
    const held = { hazard: [mudslide, flood] }
    const kept = [{ field, message: 'option-kept' }]
    expect(check({ hazard: [flood, mudslide] }, held)).toEqual(kept)
    expect(check({ hazard: [{ ...mudslide, name_th: 'ดินถล่ม' }, flood] }, held)).toEqual(kept)
    expect(check({ hazard: [mudslide] }, held)).toEqual(kept)
    expect(check({}, held)).toEqual(kept)
  })
})
