const thaiZero = '๐'.charCodeAt(0)

/** The same text with Thai digits as Arabic ones. */
export function toArabicDigits(text: string): string {
  return text.replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - thaiZero))
}
