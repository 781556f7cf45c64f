/** Round whole numbers from at most `least` to at least `most`, with zero among them; about five. */
export function chooseTicks(least: number, most: number): number[] {
  const rough = Math.max(1, (most - least) / 4)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(
    1,
    [1, 2, 5, 10].map((times) => times * power).find((one) => one >= rough) ?? 10 * power,
  )
  const first = Math.floor(least / step)
  const last = Math.max(1, Math.ceil(most / step))
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
}
