import { completeThaiPhone } from 'contract'
import { keepDigits } from './thai-digits.ts'

/** The calling code of Thailand, where codes are stored without their plus sign. */
export const thaiCountryCode = '66'
const thaiCallingCode = `+${thaiCountryCode}`

/** Countries whose numbers keep their leading zero after the country code. */
const leadingZeroCodes = new Set(['+39', '+378'])

/**
 * `callingCode` has its plus sign, `+66`. Returns `0812345678` for Thailand, `+85620…` otherwise, '' without digits.
 */
export function joinPhone(callingCode: string, typed: string): string {
  const digits = keepDigits(typed)
  if (!digits) return ''
  if (callingCode === thaiCallingCode) return digits
  const national = leadingZeroCodes.has(callingCode) ? digits : digits.replace(/^0+/, '')
  return national && `${callingCode}${national}`
}

/** Splits a number after the longest calling code that it begins with. */
export function splitPhone(phone: string, callingCodes: readonly string[]) {
  if (!phone.startsWith('+')) return { callingCode: thaiCallingCode, digits: phone }
  const fitting = callingCodes.filter((code) => phone.startsWith(code))
  const callingCode = fitting.reduce((longest, code) => (code.length > longest.length ? code : longest), '+')
  return { callingCode, digits: phone.slice(callingCode.length) }
}

/** A phone number: in national format for Thailand, else after its calling code (stored without plus sign). */
export function formatInternationalPhone(countryCode: string | null, phone: string | null): string | null {
  if (!phone) return null
  return countryCode === null || countryCode === thaiCountryCode
    ? formatPhone(completeThaiPhone(phone))
    : `+${countryCode} ${phone}`
}

/** `081 234 5678`, `02 123 4567`, `053 123 456`; foreign and short numbers unchanged. */
export function formatPhone(number: string): string {
  if (/^0[689]\d{8}$/.test(number)) return number.replace(/^(\d{3})(\d{3})/, '$1 $2 ')
  if (/^02\d{7}$/.test(number)) return number.replace(/^(\d{2})(\d{3})/, '$1 $2 ')
  return /^0\d{8}$/.test(number) ? number.replace(/^(\d{3})(\d{3})/, '$1 $2 ') : number
}
