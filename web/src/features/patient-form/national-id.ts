import { withArabicDigits } from '../../ui/thai-digits.ts'

const groupSizes = [1, 4, 5, 2, 1]

/** What was typed or pasted, without anything but its first thirteen digits; Thai digits count. */
export function nationalIdDigits(typed: string): string {
  return withArabicDigits(typed).replace(/\D/g, '').slice(0, 13)
}

/** `1-2345-67` of an unfinished number, `1-2345-67890-12-1` of a whole one. */
export function groupNationalId(digits: string): string {
  let begin = 0
  const groups = groupSizes.map((size) => {
    begin += size
    return digits.slice(begin - size, begin)
  })
  return groups.filter(Boolean).join('-')
}
