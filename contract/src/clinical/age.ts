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

/** Units of an age: days; for babies months; for children years and months; then years. */
export function toAgeParts({ years, months, days }: Age): { unit: keyof Age; count: number }[] {
  const wholeMonths = years * 12 + months
  if (wholeMonths === 0) return [{ unit: 'days', count: days }]
  if (years < monthsUntilYears) return [{ unit: 'months', count: wholeMonths }]
  const isChild = years < monthsBesideYears && months > 0
  return [{ unit: 'years', count: years }, ...(isChild ? [{ unit: 'months' as const, count: months }] : [])]
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
