import { toArabicDigits } from '../../../../ui/form/thai-digits.ts'

const groupSizes = [1, 4, 5, 2, 1]

/** The first thirteen digits of what was typed or pasted; Thai digits are converted. */
export function toNationalIdDigits(typed: string): string {
  return toArabicDigits(typed).replace(/\D/g, '').slice(0, 13)
}

/** `1-2345-67` for an incomplete number, `1-2345-67890-12-1` for a complete one. */
export function groupNationalId(digits: string): string {
  let begin = 0
  const groups = groupSizes.map((size) => {
    begin += size
    return digits.slice(begin - size, begin)
  })
  return groups.filter(Boolean).join('-')
}
