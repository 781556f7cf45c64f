const thaiZero = '๐'.charCodeAt(0)

/** Replaces Thai digits by Arabic ones. */
export function toArabicDigits(text: string): string {
  return text.replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - thaiZero))
}

/** The digits of a text, Thai ones as Arabic ones, and nothing else. */
export function keepDigits(text: string): string {
  return toArabicDigits(text).replace(/\D/g, '')
}
