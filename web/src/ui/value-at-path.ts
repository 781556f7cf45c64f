/** The value of a field by the server's path: `allergies.0.substance`. */
export function getValueAtPath(values: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((held, key) => (held as Record<string, unknown> | undefined)?.[key], values)
}
