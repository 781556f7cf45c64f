import { completeThaiPhone, type DialledPhone, thaiCallingCode } from 'contract'

/** Splits a number that is one text after the longest calling code that it begins with. */
export function splitPhone(text: string, callingCodes: readonly string[]): DialledPhone {
  if (!text.startsWith('+')) return { country_code: thaiCallingCode, phone: text }
  const digits = text.slice(1)
  const country_code = callingCodes
    .filter((code) => digits.startsWith(code))
    .reduce((longest, code) => (code.length > longest.length ? code : longest), '')
  return { country_code, phone: digits.slice(country_code.length) }
}

/** A phone number: in national format for Thailand, else after its calling code. */
export function formatInternationalPhone(countryCode: string | null, phone: string | null): string | null {
  if (!phone) return null
  return countryCode === null || countryCode === thaiCallingCode
    ? formatPhone(completeThaiPhone(phone))
    : `+${countryCode} ${phone}`
}

/** `081 234 5678`, `02 123 4567`, `053 123 456`; foreign and short numbers unchanged. */
export function formatPhone(number: string): string {
  if (/^0[689]\d{8}$/.test(number)) return number.replace(/^(\d{3})(\d{3})/, '$1 $2 ')
  if (/^02\d{7}$/.test(number)) return number.replace(/^(\d{2})(\d{3})/, '$1 $2 ')
  return /^0\d{8}$/.test(number) ? number.replace(/^(\d{3})(\d{3})/, '$1 $2 ') : number
}
