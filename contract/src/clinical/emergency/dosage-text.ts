import english from '../../../locales/en/dosages.json' with { type: 'json' }
import thai from '../../../locales/th/dosages.json' with { type: 'json' }
import { type Dosage, type DoseRule, type DrugCode, type DrugIndication, drugList } from './drug-list.ts'

type Patient = 'adult' | 'child'
type DosagePlace = readonly [DrugCode, DrugIndication, Patient]

/**
 * Advice that a dosage gives beside the numbers of its rules. It is kept apart from the list, so that a text that is
 * written from changed rules keeps it, and the digest of the list does not change.
 */
type Notes = {
  readonly [Code in DrugCode]?: {
    readonly [Indication in DrugIndication]?: { readonly [One in Patient]?: string }
  }
}

const findNote = (notes: Notes, [code, indication, patient]: DosagePlace): string | undefined =>
  notes[code]?.[indication]?.[patient]

/** Texts that name the ampoule: with another strength they are written from their rules. */
export const namesAmpoule = ({ text_en }: Pick<Dosage, 'text_en'>): boolean => text_en.includes('by ampoule')

const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))

function writeWeight({ weightKg }: DoseRule, words: typeof english): string[] {
  if (!weightKg) return []
  const [least, most] = weightKg
  return [
    Number.isFinite(most)
      ? fill(words['weight-range'], { least, most })
      : fill(words['weight-over'], { least }),
  ]
}

/** The parts of the sentence about one rule. */
function writeRule(rule: DoseRule, words: typeof english): string[] {
  const { low, high, perKg, min, max, everyMinutes, mostDoses, mostTotal } = rule
  const unit = rule.unit === 'tablet' ? words.tablet : rule.unit
  const amount = low === high ? String(low) : `${low}–${high}`
  const write = (text: string, value: number | undefined) =>
    value === undefined ? [] : [fill(text, { value, unit })]
  return [
    fill(perKg ? words['per-kg'] : words.amount, { amount, unit }),
    ...writeWeight(rule, words),
    ...write(words.min, min),
    ...write(words.max, max),
    ...write(words.apart, everyMinutes),
    ...write(words['most-doses'], mostDoses),
    ...write(words['most-total'], mostTotal),
  ]
}

/** A dosage with its texts, which say what its rules say. */
export function writeDosage(place: DosagePlace, rules: readonly DoseRule[]): Dosage {
  const write = (words: typeof english, between: string) => {
    const note = findNote(words.note, place)
    return [...rules.map((rule) => writeRule(rule, words).join(between)), ...(note ? [note] : [])].join('; ')
  }
  // Thai sets the parts of a sentence apart by a space.
  return { text_en: write(english, ', '), text_th: write(thai, ' '), rules }
}

/** Lists the dosages that have a note, for the test that the list has each of them. */
export const listNotes = (): DosagePlace[] =>
  (Object.keys(drugList) as DrugCode[]).flatMap((code) =>
    Object.entries((english.note as Notes)[code] ?? {}).flatMap(([indication, byPatient]) =>
      Object.keys(byPatient).map(
        (patient): DosagePlace => [code, indication as DrugIndication, patient as Patient],
      ),
    ),
  )
