/** Where and in what browser an account was used is known for so long. */
export const knownForMs = 90 * 24 * 60 * 60_000

/** The more particular before those whose names they also bear: every browser says that it is Safari. */
const browsers: readonly [name: string, sign: RegExp][] = [
  ['LINE', /\bLine\//],
  ['Edge', /\bEdg(A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|CriOS)\//],
  ['Safari', /\bVersion\/\S+ (Mobile\/\S+ )?Safari\//],
]
const systems: readonly [name: string, sign: RegExp][] = [
  ['Android', /\bAndroid\b/],
  ['iPad', /\biPad\b/],
  ['iPhone', /\biPhone\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
]

export type Device = { browser: string | null; system: string | null }

/** What calls, by the names that it gives itself, without versions; null where it gives none that is known. */
export function deviceOf(userAgent: string): Device {
  const named = (names: typeof browsers) => names.find(([, sign]) => sign.test(userAgent))?.[0] ?? null
  return { browser: named(browsers), system: named(systems) }
}
