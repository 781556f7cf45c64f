/** The value at a path as the server writes it: `allergies.0.substance`. */
export function getValueAtPath(values: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((held, key) => (held as Record<string, unknown> | undefined)?.[key], values)
}
