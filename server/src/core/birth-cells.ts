import { type Birth, computeAge, toKnownBirthDate } from 'contract'
import type { CsvCell } from './csv.ts'
import { fillText, type Language, texts } from './texts.ts'

/** A birth date as far as it is known, in ISO form: `1947-05-12`, `1947-05`, `1947`, "about 1986". */
export function formatBirthCell(
  { date_of_birth: date, birth_date_precision: precision }: Birth,
  language: Language,
): CsvCell {
  if (date === null) return null
  const known = toKnownBirthDate(date, precision)
  return precision === 'estimated' ? fillText(texts[language].ui.about, { what: known }) : known
}

/** An age in years: a number, or "about 40" where the day of birth is not known. */
export function formatAgeCell(
  { date_of_birth: date, birth_date_precision: precision }: Birth,
  today: string,
  language: Language,
): CsvCell {
  if (date === null) return null
  const { years } = computeAge(date, today)
  return precision === 'day' ? years : fillText(texts[language].ui.about, { what: years })
}
