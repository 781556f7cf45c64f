/** The time zone of every hospital of the panel, used for calendar dates such as birthdays. */
export const hospitalTimeZone = 'Asia/Bangkok'

/** The first instant of a calendar date in the hospital; null stays null. */
export function toStartOfDay(day: string): string
export function toStartOfDay(day: string | null): string | null
export function toStartOfDay(day: string | null): string | null {
  return day && new Date(`${day}T00:00:00+07:00`).toISOString()
}

/** How far its clocks are ahead of UTC: the same all year since 1920. */
export const hospitalOffsetMs = 7 * 60 * 60_000

/**
 * Whether the 13th digit agrees with the first twelve:
 * d13 = (11 − Σ dᵢ·(14−i) mod 11) mod 10, i = 1…12 (Department of Provincial Administration).
 */
export function isThaiNationalId(digits: string): boolean {
  if (!/^[0-8]\d{12}$/.test(digits)) return false
  let sum = 0
  for (let i = 0; i < 12; i++) sum += Number(digits[i]) * (13 - i)
  return (11 - (sum % 11)) % 10 === Number(digits[12])
}

/** Mobile 06/08/09 + 8 digits, Bangkok 02 + 7, provincial 03/04/05/07 + 7, and the short numbers 1669, 191. */
export function isThaiPhone(digits: string): boolean {
  return /^(0[689]\d{8}|02\d{7}|0[3457]\d{7}|1\d{2,3})$/.test(digits)
}

/** `1-2345-67890-12-1`; with `masked` only the last three digits are shown. */
export function formatNationalId(digits: string, masked = false): string {
  const shown = masked ? 'x'.repeat(10) + digits.slice(10) : digits
  return shown.replace(/^(.)(.{4})(.{5})(.{2})(.)$/, '$1-$2-$3-$4-$5')
}

/** Adds the leading zero to a Thai number as it follows +66 (`812345678`); any other number stays as it is. */
export function completeThaiPhone(phone: string): string {
  return /^([689]\d{8}|[23457]\d{7})$/.test(phone) ? `0${phone}` : phone
}
