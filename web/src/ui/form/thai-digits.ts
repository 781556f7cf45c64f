const thaiZero = '๐'.charCodeAt(0)

/** Replaces Thai digits by Arabic ones. */
export function toArabicDigits(text: string): string {
  return text.replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - thaiZero))
}
