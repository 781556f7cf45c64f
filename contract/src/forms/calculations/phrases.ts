import type { TransportPlans } from '../../ambulance/mission-suggestion.ts'
import type { Age } from '../../clinical/age.ts'
import type { DrugList } from '../../clinical/emergency/drug-list.ts'
import type { Row } from '../form.ts'
import type { OptionList } from '../options.ts'

/** A part of a phrase: an instant and a span of minutes or seconds are written as the reader writes them. */
export type PhraseValue =
  | string
  | number
  | { readonly instant: string }
  | { readonly minutes: number }
  | { readonly seconds: number }
  | { readonly en: string; readonly th: string }
  | { readonly option: OptionList; readonly value: string }
  | readonly Phrase[]

/** What is said in the language of the reader: a key of the texts `calculations`, and what stands in it. */
export type Phrase = { readonly key: string; readonly values?: Readonly<Record<string, PhraseValue>> }

/** What a calculation says. A warning asks somebody to look: it refuses nothing. */
export type Calculated = { readonly phrases: readonly Phrase[]; readonly isWarning: boolean }

export const calculated = (isWarning: boolean, ...phrases: Phrase[]): Calculated => ({ phrases, isWarning })

/** How a rule reads its inputs; null is what nobody has answered, or what has a reason instead of an answer. */
export type InputReader = {
  number: (name: string) => number | null
  text: (name: string) => string | null
  flag: (name: string) => boolean | null
  list: (name: string) => readonly string[] | null
  /** The rows of a field that count, the oldest first. */
  rows: (name: string) => readonly [id: string, row: Row][]
  /** Numbers of one row: the newest that has all of them. */
  together: (...names: readonly string[]) => readonly number[] | null
  /** The same of the form, with the rows of a field alone that were measured before this one: of none, with all. */
  before: (field: string, rowId?: string) => InputReader
  /** Completed years; null if nobody knows them. */
  age: () => Age | null
  /** The row for which the rule is computed. */
  rowId: string | undefined
  /** The present instant (ISO 8601). */
  now: string | null
  /** What a risk asks for at this hospital. */
  plans: TransportPlans
  /** The drugs of this hospital. */
  drugs: DrugList
}
