/** Completed years, months within the year and days within the month. */
export type Age = { years: number; months: number; days: number }

const dayMs = 86_400_000

/**
 * Age on `today`; both dates are ISO calendar dates (`yyyy-mm-dd`). Somebody born on 29 February has the birthday on 1
 * March.
 */
export function computeAge(dateOfBirth: string, today: string): Age {
  const birth = parseDateParts(dateOfBirth)
  const now = parseDateParts(today)
  const months = (now.year - birth.year) * 12 + now.month - birth.month - (now.day < birth.day ? 1 : 0)
  const begun = birth.month - 1 + months
  const lastOfMonth = new Date(Date.UTC(birth.year, begun + 1, 0)).getUTCDate()
  const since = Date.UTC(birth.year, begun, Math.min(birth.day, lastOfMonth))
  const days = (Date.UTC(now.year, now.month - 1, now.day) - since) / dayMs
  return { years: Math.floor(months / 12), months: months % 12, days }
}

const monthsUntilYears = 2
const monthsBesideYears = 15

export type AgePart = { unit: keyof Age; count: number }

/** Units of an age: days; for babies months; for children years and months; then years. */
export function toAgeParts({ years, months, days }: Age): AgePart[] {
  const wholeMonths = years * 12 + months
  if (wholeMonths === 0) return [{ unit: 'days', count: days }]
  if (years < monthsUntilYears) return [{ unit: 'months', count: wholeMonths }]
  const isChild = years < monthsBesideYears && months > 0
  return [{ unit: 'years', count: years }, ...(isChild ? [{ unit: 'months' as const, count: months }] : [])]
}

/** An age as somebody told it, who may know its years alone: 0 years without months is not a newborn of today. */
export function toToldAgeParts({ years, months, days }: Record<keyof Age, number | null>): AgePart[] {
  if (years === null && months === null && days === null) return []
  const wholeMonths = (years ?? 0) * 12 + (months ?? 0)
  if (months === null && days === null) return [{ unit: 'years', count: years ?? 0 }]
  if (wholeMonths === 0 && days === null) return [{ unit: 'months', count: 0 }]
  return toAgeParts({ years: years ?? 0, months: months ?? 0, days: days ?? 0 })
}

function parseDateParts(date: string) {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  return { year, month, day }
}

/** The age bands of the danger-zone vital signs of MOPH ED Triage 2561 (and ESI), and 16 years, where NEWS2 begins. */
export const ageBands = ['infant', 'toddler', 'child', 'older_child', 'adult'] as const
export type AgeBand = (typeof ageBands)[number]

/**
 * Under 3 months, under 3 years, to the 8th birthday and through the month after it (96 months), under 16 years, older.
 */
export function toAgeBand({ years, months }: Age): AgeBand {
  const inMonths = years * 12 + months
  if (inMonths < 3) return 'infant'
  if (inMonths < 36) return 'toddler'
  if (inMonths <= 96) return 'child'
  return years < 16 ? 'older_child' : 'adult'
}

/** The band by date of birth; with an unknown date of birth the patient counts as an adult. */
export function computeAgeBand(dateOfBirth: string | null, today: string): AgeBand {
  return dateOfBirth === null ? 'adult' : toAgeBand(computeAge(dateOfBirth, today))
}

/**
 * How much of a birth date is known. `estimated`: somebody estimated an age, and on the stored date it was right at the
 * estimate.
 */
export const birthDatePrecisions = ['day', 'month', 'year', 'estimated'] as const
export type BirthDatePrecision = (typeof birthDatePrecisions)[number]

/** A birth date, of a month or a year its first day, with how much of it is known. Both are null if nothing is. */
export type Birth = {
  date_of_birth: string | null
  birth_date_precision: BirthDatePrecision | null
}

const firstOfYear = '-01-01'
const toYear = (date: string) => date.slice(0, 4)
const toMonth = (date: string) => date.slice(0, 7)

/** The first day of the month or the year that is known. */
export function trimBirthDate(date: string, precision: BirthDatePrecision): string {
  if (precision === 'year') return `${toYear(date)}${firstOfYear}`
  return precision === 'month' ? `${toMonth(date)}-01` : date
}

/** The day before which nothing can have happened to the patient. An estimate is no such day: it may be too late. */
export function toFirstDay({ date_of_birth, birth_date_precision }: Birth): string | null {
  return birth_date_precision === 'estimated' ? null : date_of_birth
}

/** What is known of a birth date, as FHIR writes it: `1947`, `1947-05` or `1947-05-12`. */
export function toKnownBirthDate(date: string, precision: BirthDatePrecision | null): string {
  const isYear = precision === 'year' || (precision === 'estimated' && date.endsWith(firstOfYear))
  if (isYear) return toYear(date)
  return precision === 'month' || precision === 'estimated' ? toMonth(date) : date
}

/** The same with `~` behind what is estimated, as ISO 8601-2 writes it: `1986~`. Null if nothing is known. */
export function writeBirthDate({
  date_of_birth: date,
  birth_date_precision: precision,
}: Birth): string | null {
  if (date === null) return null
  return `${toKnownBirthDate(date, precision)}${precision === 'estimated' ? '~' : ''}`
}

/** The units in which an age is estimated: from two years on, below that, and for a newborn. */
export const estimateUnits = ['years', 'months', 'weeks'] as const
export type EstimateUnit = (typeof estimateUnits)[number]
/** The least and the most that can be estimated in each unit. */
export const estimateBounds = {
  years: [2, 130],
  months: [1, 23],
  weeks: [0, 12],
} as const satisfies Record<EstimateUnit, readonly [number, number]>

/** The birth date that is stored for an age which was estimated today; the age grows from then on. */
export function estimateBirthDate(count: number, unit: EstimateUnit, today: string): string {
  const { year, month, day } = parseDateParts(today)
  if (unit === 'years') return `${String(year - count).padStart(4, '0')}${firstOfYear}`
  if (unit === 'weeks') return new Date(Date.UTC(year, month - 1, day - count * 7)).toISOString().slice(0, 10)
  const lastOfMonth = new Date(Date.UTC(year, month - count, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 - count, Math.min(day, lastOfMonth))).toISOString().slice(0, 10)
}

/** An age as it is told: without the months that nobody knows. */
export function toKnownAgeParts(
  date: string,
  precision: BirthDatePrecision | null,
  today: string,
): { isAbout: boolean; parts: ReturnType<typeof toAgeParts> } {
  const parts = toAgeParts(computeAge(date, today))
  const isAbout = precision !== null && precision !== 'day'
  return { isAbout, parts: isAbout && precision !== 'month' ? parts.slice(0, 1) : parts }
}

/**
 * Whether the age band is certain. It is not if the age is estimated, or if part of the month or year in which the
 * patient was born lies in another band.
 */
export function getAgeBandBasis(
  { date_of_birth: date, birth_date_precision: precision }: Birth,
  today: string,
): 'known' | 'estimated' | 'unknown' {
  if (date === null) return 'unknown'
  if (precision === 'estimated') return 'estimated'
  const { year, month } = parseDateParts(date)
  const monthsKnown = precision === 'year' ? 12 : precision === 'month' ? 1 : 0
  if (monthsKnown === 0) return 'known'
  const last = new Date(Date.UTC(year, month - 1 + monthsKnown, 0)).toISOString().slice(0, 10)
  return computeAgeBand(date, today) === computeAgeBand(last, today) ? 'known' : 'estimated'
}
