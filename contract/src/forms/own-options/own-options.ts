import * as z from 'zod/mini'
import { isSameValue } from '../../wire/compare.ts'
import type { FieldProblem } from '../../wire/endpoint.ts'
import { requiredText } from '../../wire/fields.ts'
import type { Language } from '../../wire/languages.ts'
import type { FormTexts } from '../fhir/questionnaires.ts'
import type { AnswerField } from '../form.ts'
import { type OptionList, openLists, optionLists } from '../options.ts'

const mostOwnOptions = 40

/** An option that a hospital has added to a list. */
const OwnOption = z.object({
  name_th: requiredText('field-required', 80),
  name_en: requiredText('field-required', 80),
})
export type OwnOption = z.output<typeof OwnOption>

/**
 * By list: the options that a hospital has added. Records hold the code of the place, H1 for the first, so an option
 * that was saved keeps its place and its words, and is left out instead of deleted.
 */
export const OwnOptions = z.record(
  z.string(),
  z.array(OwnOption).check(z.maxLength(mostOwnOptions, 'options-too-many')),
)
export type OwnOptions = z.output<typeof OwnOptions>

export const toOwnCode = (place: number): string => `H${place + 1}`

/** No released option of an open list has a code like this. */
export const isOwnCode = (code: string): boolean => /^H[1-9]\d*$/.test(code)

const readOptions = (own: OwnOptions, list: string): readonly OwnOption[] =>
  Object.hasOwn(own, list) ? (own[list] ?? []) : []

export const listOwnCodes = (own: OwnOptions, list: string): string[] =>
  readOptions(own, list).map((_, place) => toOwnCode(place))

export const isOpenList = (list: string): boolean => openLists.some((one) => one === list)

type ListField = Pick<Extract<AnswerField, { kind: 'choice' | 'choices' }>, 'options' | 'own' | 'offered'>

/** The codes of a field, those of the hospital before the last ones, which say that none or another one fits. */
export function listOptions({ options, own = [] }: Pick<ListField, 'options' | 'own'>): readonly string[] {
  const released: readonly string[] = optionLists[options]
  if (own.length === 0) return released
  const end = released.findLastIndex((code) => code !== 'NONE' && code !== 'OTHER') + 1
  return [...released.slice(0, end), ...own, ...released.slice(end)]
}

/**
 * The codes that are shown with an answer: what is offered, what was chosen before the hospital stopped offering it,
 * and what it added when this browser did not hear of it.
 */
export function listShownOptions(field: ListField, chosen: readonly unknown[]): string[] {
  const known = listOptions(field)
  const { offered = known } = field
  const unknown = chosen.filter(
    (one): one is string => typeof one === 'string' && isOwnCode(one) && !known.includes(one),
  )
  return [...known.filter((code) => offered.includes(code) || chosen.includes(code)), ...unknown]
}

/** The texts of a form with those of the options that a hospital has added, and its code, which says whose they are. */
export function nameOwnOptions(
  texts: FormTexts,
  own: OwnOptions,
  { language, hospitalCode }: { language: Language; hospitalCode?: string },
): FormTexts {
  const added = Object.entries(own).map(([list, options]) => {
    const names = options.map((option, place) => [toOwnCode(place), option[`name_${language}`]])
    return [list, { ...texts.options[list as OptionList], ...Object.fromEntries(names) }]
  })
  return {
    ...texts,
    ...(hospitalCode !== undefined && { hospitalCode }),
    options: { ...texts.options, ...Object.fromEntries(added) },
  }
}

/** Words that differ in nothing that a reader sees. */
const toWords = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

type OptionTexts = FormTexts['options']

/**
 * What is wrong with options beside those that the hospital `held` before: a list that is not open, an option that was
 * changed or deleted though records may have it, and words that another option of the list has.
 */
export function validateOwnOptions(
  own: OwnOptions,
  held: OwnOptions,
  texts: { readonly en: OptionTexts; readonly th: OptionTexts },
): FieldProblem[] {
  return [...new Set([...Object.keys(held), ...Object.keys(own)])].flatMap((list) => {
    const [options, before] = [readOptions(own, list), readOptions(held, list)]
    const field = `settings.own_options.${list}`
    if (options.length > before.length && !isOpenList(list)) return [{ field, message: 'choice-invalid' }]
    if (!isSameValue(options.slice(0, before.length), before)) return [{ field, message: 'option-kept' }]
    return (['name_th', 'name_en'] as const).flatMap((name) => {
      const released = texts[name === 'name_th' ? 'th' : 'en'][list as OptionList] ?? {}
      const words = [...Object.values(released), ...options.map((option) => option[name])].map(toWords)
      const first = Object.keys(released).length
      return options.flatMap((_, place) =>
        place >= before.length && words.indexOf(words[first + place] ?? '') < first + place
          ? [{ field: `${field}.${place}.${name}`, message: 'option-repeated' }]
          : [],
      )
    })
  })
}
