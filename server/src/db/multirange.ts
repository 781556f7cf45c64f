/** The text of an `int4multirange` of these whole numbers. */
export function formatMultirange(numbers: readonly number[]): string {
  return `{${numbers.map((number) => `[${number},${number + 1})`).join(',')}}`
}
