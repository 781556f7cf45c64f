/** How long the IP address and browser of a sign-in count as known for an account. */
export const knownForMs = 90 * 24 * 60 * 60_000

/** Specific browsers come before those whose names they also carry: every browser claims to be Safari. */
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

export type ClientDevice = { browser: string | null; system: string | null }

/** Browser and system by the names in the user agent, without versions; null for unknown ones. */
export function parseUserAgent(userAgent: string): ClientDevice {
  const named = (names: typeof browsers) => names.find(([, sign]) => sign.test(userAgent))?.[0] ?? null
  return { browser: named(browsers), system: named(systems) }
}
