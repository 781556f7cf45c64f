import { completeThaiPhone, isThaiPhone } from './thai.ts'

/**
 * A number in two parts: the calling code without its plus, `66`, and the digits after it, as they are dialled there.
 */
export type DialledPhone = { country_code: string; phone: string }

export const thaiCallingCode = '66'

/** Countries whose numbers keep their leading zero after the calling code. */
const leadingZeroCodes = new Set(['39', '378'])

/**
 * The stored form of a number, whoever sent it: spreadsheets drop the leading zero of a Thai number, and the leading
 * zero of most others is dialled at home only.
 */
export function completePhone<Number extends DialledPhone>(number: Number): Number {
  const { country_code, phone } = number
  if (country_code === thaiCallingCode) return { ...number, phone: completeThaiPhone(phone) }
  return leadingZeroCodes.has(country_code) ? number : { ...number, phone: phone.replace(/^0+/, '') }
}

/** The number as one text: `0812345678` for a Thai one, `+85620…` (E.164) for a foreign one, '' without digits. */
export function joinPhone(number: DialledPhone): string {
  const { country_code, phone } = completePhone(number)
  return country_code === thaiCallingCode || phone === '' ? phone : `+${country_code}${phone}`
}

/** Whether such a number, as one text, can exist. */
export function isPhone(text: string): boolean {
  return text.startsWith('+') ? /^\+[1-9]\d{6,14}$/.test(text) : isThaiPhone(text)
}
