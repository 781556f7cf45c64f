/**
 * The formats of the product. English shows them to the letter; Thai shows the same parts as Thais write
 * them: Buddhist Era, no leading zero of the day, 24 hours.
 */
export type TimeFormat =
  | 'dd MMM yyyy'
  | 'dd MMM yyyy hh:mm a'
  | 'dd MMM yyyy hh:mm:ss a'
  | 'dd MMM yyyy HH:mm:ss'

export const buddhistEraOffset = 543

const months = {
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  th: ['ม.ค.', 'ก.พ.', 'มี.ค.', 'เม.ย.', 'พ.ค.', 'มิ.ย.', 'ก.ค.', 'ส.ค.', 'ก.ย.', 'ต.ค.', 'พ.ย.', 'ธ.ค.'],
}

const two = (number: number) => String(number).padStart(2, '0')

/** `2026-11-05` */
export function isoDate(year: number, month: number, day: number): string {
  return `${year}-${two(month)}-${two(day)}`
}

function formatDay(year: number, month: number, day: number, language: string): string {
  if (language === 'th') return `${day} ${months.th[month - 1]} ${year + buddhistEraOffset}`
  return `${two(day)} ${months.en[month - 1]} ${year}`
}

/** A calendar date such as a birthday, `2026-11-05`. It never becomes a `Date`: that could move it by a day. */
export function formatDate(isoDate: string, language: string): string {
  const [year = 0, month = 1, day = 1] = isoDate.slice(0, 10).split('-').map(Number)
  return formatDay(year, month, day, language)
}

/** A moment, on the clock of this device. */
export function formatTime(moment: Date | string, language: string, format: TimeFormat): string {
  const at = new Date(moment)
  const date = formatDay(at.getFullYear(), at.getMonth() + 1, at.getDate(), language)
  const hours = at.getHours()
  const seconds = format.includes('ss') ? `:${two(at.getSeconds())}` : ''
  if (format === 'dd MMM yyyy') return date
  if (language === 'th' || format === 'dd MMM yyyy HH:mm:ss')
    return `${date} ${two(hours)}:${two(at.getMinutes())}${seconds}`
  return `${date} ${two(hours % 12 || 12)}:${two(at.getMinutes())}${seconds} ${hours < 12 ? 'AM' : 'PM'}`
}

const ageSteps = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
] as const

/** How old a value is, in words: "3 min ago". Under a minute there is nothing to count. */
export function formatAge(moment: Date | string, now: Date, language: string): string | undefined {
  const seconds = Math.max(0, (now.getTime() - new Date(moment).getTime()) / 1000)
  const step = ageSteps.find((candidate) => seconds >= candidate.seconds)
  if (!step) return undefined
  const words = new Intl.RelativeTimeFormat(language, { style: 'short', numeric: 'always' })
  return words.format(-Math.floor(seconds / step.seconds), step.unit).replace('.', '')
}
