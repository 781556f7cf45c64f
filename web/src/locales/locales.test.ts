import {
  alarmBounds,
  bandLevels,
  bloodPressureBands,
  contract,
  type Endpoint,
  type ErrorCode,
  errorCodes,
  formNames,
  generalErrors,
  glucoseBands,
  labBands,
  limitedVitals,
  pulseBands,
  readingValueNames,
  respirationBands,
  spo2Bands,
  successCodes,
  temperatureBands,
} from 'contract'
import { expect, test } from 'vitest'

type Texts = { [key: string]: string | Texts }

const folder = '../../../contract/locales'
const files = import.meta.glob<Texts>('../../../contract/locales/*/*.json', {
  import: 'default',
  eager: true,
})
const sources = import.meta.glob<string>('../../../contract/locales/*/*.json', {
  import: 'default',
  query: '?raw',
  eager: true,
})
const names = (language: string) =>
  Object.keys(files)
    .filter((path) => path.startsWith(`${folder}/${language}/`))
    .map((path) => path.slice(`${folder}/${language}/`.length))
const texts = (language: string, name: string) => flatten(files[`${folder}/${language}/${name}.json`] ?? {})

function flatten(node: Texts, prefix = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(node).flatMap(([key, value]) =>
      typeof value === 'string'
        ? [[prefix + key, value]]
        : Object.entries(flatten(value, `${prefix}${key}.`)),
    ),
  )
}

const gaps = (text: string) =>
  Array.from(text.matchAll(/\{\{\s*(\w+)/g), ([, gap = '']) => gap).toSorted((a, b) => a.localeCompare(b))

/** Thai has one form where English has two. */
const withoutPlural = (key: string) => key.replace(/_(one|other)$/, '')

test('English and Thai have the same files', () => {
  expect(names('th')).toEqual(names('en'))
  expect(names('en').length).toBeGreaterThan(4)
})

test.each(Object.entries(sources))('%s has each key once', (_path, source) => {
  // The second of two texts under one key would silently replace the first.
  const countKeys = (node: Texts): number =>
    Object.values(node).reduce((sum, text) => sum + 1 + (typeof text === 'string' ? 0 : countKeys(text)), 0)
  expect(source.match(/"(?:[^"\\]|\\.)*"\s*:/g)).toHaveLength(countKeys(JSON.parse(source) as Texts))
})

test.each(names('en').map((file) => file.replace('.json', '')))(
  '%s says the same things in both languages',
  (name) => {
    const english = texts('en', name)
    const thai = texts('th', name)
    const keys = (all: Record<string, string>) => [...new Set(Object.keys(all).map(withoutPlural))].toSorted()
    expect(keys(thai)).toEqual(keys(english))
    for (const [key, text] of Object.entries(thai)) {
      expect(text.trim(), `${key} is empty`).not.toBe('')
      const source = english[key] ?? ''
      expect(gaps(text), `${key} is filled with other things`).toEqual(gaps(source))
    }
  },
)

test('every text is shown somewhere', () => {
  const sources = import.meta.glob<string>('../../../{web,server,contract}/src/**/*.{ts,tsx}', {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  const code = Object.entries(sources)
    .filter(([path]) => !path.includes('.test.'))
    .map(([, text]) => text)
    .join('\n')
  const collect = (pattern: RegExp) => new Set(Array.from(code.matchAll(pattern), ([, word = '']) => word))
  // A key is written whole, or begins or ends one that is put together.
  const whole = collect(/['":]([\w.-]+)['"]/g)
  const starts = collect(/[`:]([\w.-]+[.-])\$\{/g)
  const ends = collect(/\}([.-][\w.-]+)`/g)
  const isShown = (key: string) =>
    whole.has(key) ||
    Array.from(key.matchAll(/[.-]/g)).some(
      ({ index }) => starts.has(key.slice(0, index + 1)) || ends.has(key.slice(index)),
    )
  // Server and contract read them as properties; bands, values and fields of forms are the contract's.
  const isNamedElsewhere = (name: string, key: string) =>
    ['messages', 'dosages', 'bands', 'vital-signs', 'form-options', ...formNames].includes(name) ||
    key.startsWith('csv.')
  const unused = names('en')
    .map((file) => file.replace('.json', ''))
    .flatMap((name) =>
      [...new Set(Object.keys(texts('en', name)).map(withoutPlural))]
        .filter((key) => !isNamedElsewhere(name, key) && !isShown(key))
        .map((key) => `${name}:${key}`),
    )
  expect(unused).toEqual([])
})

test.each(['en', 'th'])('no value is called an average: what is shown was measured (%s)', (language) => {
  const all = names(language).flatMap((file) => Object.values(texts(language, file.replace('.json', ''))))
  expect(all.filter((text) => /average|เฉลี่ย/i.test(text))).toEqual([])
})

test('a unit of something measured stands as its symbol in Thai, too', () => {
  const all = names('th').flatMap((file) => Object.values(texts('th', file.replace('.json', ''))))
  expect(all.filter((text) => /กก\.|ซม\.|มล\.|มก\.|มม\./.test(text))).toEqual([])
})

test.each(['en', 'th'])('every error and success code has a text (%s)', (language) => {
  const codes = { ...texts(language, 'before-sign-in'), ...texts(language, 'codes') }
  for (const code of Object.values(errorCodes))
    expect(codes, `error ${code}`).toHaveProperty([`error-code.${code}`])
  for (const code of Object.values(successCodes))
    expect(codes, `success ${code}`).toHaveProperty([`success-code.${code}`])
})

test('the success codes say what the specification says', () => {
  expect(texts('en', 'codes')).toMatchObject({
    'success-code.101': 'User Added Successfully',
    'success-code.103': 'User Updated Successfully',
    'success-code.806': 'User Deleted Successfully',
  })
})

test.each(['en', 'th'])('every band has a text, and no other (%s)', (language) => {
  const bands = {
    level: bandLevels,
    'blood-pressure': bloodPressureBands,
    temperature: temperatureBands,
    spo2: spo2Bands,
    pulse: pulseBands,
    respiration: respirationBands,
    glucose: glucoseBands,
    lab: labBands,
  }
  const expected = Object.entries(bands).flatMap(([group, keys]) => keys.map((key) => `${group}.${key}`))
  expect(Object.keys(texts(language, 'bands')).toSorted()).toEqual(expected.toSorted())
})

test.each(['en', 'th'])('every value of a reading has a name, and its alarms too (%s)', (language) => {
  const named = texts(language, 'vital-signs')
  for (const name of readingValueNames) expect(named).toHaveProperty([`${name}.name`])
  for (const vital of limitedVitals)
    for (const bound of alarmBounds) expect(named).toHaveProperty([`${vital}.${bound}`])
})

test.each(['en', 'th'])("every message of the contract's schemas has a text (%s)", (language) => {
  const found = new Set<string>()
  for (const group of Object.values(contract))
    for (const endpoint of Object.values(group)) collectMessages(endpoint.body, found)
  expect(found).toContain('email-required')
  const named = [texts(language, 'validation'), texts(language, 'before-sign-in')].flatMap((all) =>
    Object.keys(all),
  )
  expect(named).toEqual(expect.arrayContaining([...found]))
})

test('what a public call can refuse has its text before the sign-in, and no text is there twice', () => {
  const before = texts('en', 'before-sign-in')
  const found = new Set<string>()
  const failures = new Set<ErrorCode>([...generalErrors, 'not-made'])
  for (const group of Object.values<Record<string, Endpoint>>(contract))
    for (const endpoint of Object.values(group)) {
      if (endpoint.access !== 'public') continue
      collectMessages(endpoint.body, found)
      for (const name of endpoint.errors ?? []) failures.add(name)
    }
  expect(Object.keys(before)).toEqual(
    expect.arrayContaining([...found, ...[...failures].map((name) => `error-code.${errorCodes[name]}`)]),
  )
  const later = Object.keys({ ...texts('en', 'codes'), ...texts('en', 'validation') })
  expect(later.filter((key) => key in before)).toEqual([])
})

/** The messages that a schema was given, wherever they sit in it. */
function collectMessages(node: unknown, found: Set<string>, seen = new Set<unknown>()) {
  if (typeof node !== 'object' || node === null || seen.has(node)) return
  seen.add(node)
  if ('_zod' in node) {
    const { def } = node._zod as { def: Record<string, unknown> }
    const message = typeof def.error === 'function' ? def.error({ code: 'custom', input: null }) : undefined
    if (typeof message === 'string') found.add(message)
    collectMessages(def, found, seen)
    return
  }
  for (const value of Object.values(node)) collectMessages(value, found, seen)
}
