import type { Locator, Page } from '@playwright/test'
import {
  type Answer,
  type Field,
  type FormName,
  findField,
  findForm,
  findFormSection,
  optionLists,
} from 'contract'
import { type Language, loadWords } from './words.ts'

/** A field with more options than these is a search by name, and not a row of chips. */
const mostChips = 12

/** What is answered, by the name of the field; an instant is always now. */
export type Written = Readonly<Record<string, Answer>>

/** Writes into the form that is open on a page, as its user does: nothing goes past the screen. */
export function writeForm(page: Page, language: Language, name: FormName) {
  const form = findForm(name)
  if (!form) throw new Error(`there is no form ${name}`)
  const [words, texts, options, ui] = [
    loadWords(language, 'forms'),
    loadWords(language, form.name),
    loadWords(language, 'form-options'),
    loadWords(language, 'ui'),
  ]
  const openSection = (name: string) =>
    page
      .getByRole('navigation', { name: words('sections') })
      .getByRole('button', { name: texts(`section.${name}`) })
      .first()
      .click()

  const pick = async (input: Locator, typed: string, option: string | RegExp) => {
    await input.first().fill(typed)
    await page.getByRole('option', { name: option, exact: true }).click()
  }

  const say = async (place: Locator, field: Field | undefined, answer: Answer) => {
    const choose = (text: string) => place.getByText(text, { exact: true }).click()
    if (typeof answer === 'object' && 'reason' in answer) {
      await place.locator('select').selectOption(answer.reason)
      return
    }
    if (typeof answer === 'object') {
      if (field?.kind !== 'choices') throw new Error('only a choice has several answers')
      for (const one of answer) await choose(options(`${field.options}.${one}`))
      return
    }
    const text = String(answer)
    switch (field?.kind) {
      case 'text':
      case 'number':
        await place.locator('input, textarea').first().fill(text)
        break
      case 'instant':
        await place.getByRole('button', { name: ui('now') }).click()
        break
      case 'yes-no':
        await choose(words(answer === true ? 'yes' : 'no'))
        break
      case 'choice': {
        const option = options(`${field.options}.${text}`)
        if (optionLists[field.options].length <= mostChips) await choose(option)
        else await pick(place.getByRole('combobox'), option, option)
        break
      }
      case 'link':
        await pick(place.getByRole('combobox'), text, new RegExp(text))
        break
      default:
        throw new Error('nobody writes such a field')
    }
  }

  /** Answers more fields of the row that is open. */
  const answerRow = async (rows: string, answers: Written): Promise<void> => {
    const field = findField(form, rows)
    if (field?.kind !== 'rows') throw new Error(`${rows} has no rows`)
    for (const [inner, answer] of Object.entries(answers))
      await say(
        page.locator(`[data-answer^="${rows}/"][data-answer$="/${inner}"]`),
        field.fields[inner],
        answer,
      )
  }

  return {
    openSection,
    /** The row of this number; it is open while it is written. */
    findRow: (rows: string, number = 1) =>
      page.getByRole('group', {
        name: words('row', { field: texts(`field.${rows}`), number: String(number) }),
        exact: true,
      }),
    async answer(answers: Written): Promise<void> {
      let open: string | undefined
      for (const [name, answer] of Object.entries(answers)) {
        const section = findFormSection(form, name)?.name ?? ''
        if (section !== open) await openSection(section)
        open = section
        await say(page.locator(`[data-answer="${name}"]`), findField(form, name), answer)
      }
    },
    /** Adds a row and answers these of its fields; whoever calls finishes it. */
    async addRow(rows: string, answers: Written): Promise<void> {
      await openSection(findFormSection(form, rows)?.name ?? '')
      const name = words('add-row', { field: texts(`field.${rows}`) })
      await page.getByRole('button', { name, exact: true }).click()
      await answerRow(rows, answers)
    },
    answerRow,
  }
}
