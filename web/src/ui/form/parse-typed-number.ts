/** What a number field holds: null if it is empty, undefined for text that is no number. */
export function parseTypedNumber(value: number | string): number | null | undefined {
  if (value === '') return null
  return typeof value === 'number' ? value : undefined
}
