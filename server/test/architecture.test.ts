import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const top = join(import.meta.dirname, '../..')
const files = globSync('{contract,server,web,e2e,bench,scripts}/**/*.{ts,tsx}', {
  cwd: top,
  exclude: (path) => /(^|\/)(node_modules|dist)(\/|$)/.test(path),
}).map((path) => path.replaceAll('\\', '/'))

type Import = { from: string; to: string }

/** Imports: our own files by path from the top, packages by name. */
const imports: Import[] = files.flatMap((from) =>
  [...readFileSync(join(top, from), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(
    ([, name = '']) => ({
      from,
      to: name.startsWith('.') ? relative(top, join(top, dirname(from), name)).replaceAll('\\', '/') : name,
    }),
  ),
)

const isTest = /\.test\.tsx?$|^[a-z0-9]+\/test\//

const rules: [from: RegExp, neverTo: RegExp, why: string][] = [
  [/^contract\/src\//, /^(?!contract\/|zod\/mini$)/, 'the contract stands on zod alone'],
  [/^server\//, /^web\//, 'the server does not know the screens'],
  [/^web\/src\/(?!.*\.test\.)/, /^server/, 'the screens know the contract and not the server'],
  [
    /^server\/src\/core\//,
    /^server\/src\/(features|app|main)/,
    'the core serves the features and does not know them',
  ],
  [
    /^server\/src\/(?!app\.ts)/,
    /features\/[^/]+\/handlers\.ts$/,
    'handlers are mounted by the app and by nobody else',
  ],
  [/features\/[^/]+\/handlers\.ts$/, /^(kysely|pg)/, 'handlers decide; queries hold the SQL'],
  [
    /features\/[^/]+\/queries\.ts$/,
    /core\/(failure|session|handler|call|reply|mount)\.ts$/,
    'queries know no actor, request or failure',
  ],
  [/features\/[^/]+\/rules\.ts$/, /^(node:|kysely|pg|server\/src\/core)/, 'rules do no input or output'],
  [
    /^server\/src\/bedside\/decode\//,
    /^(?!contract$|server\/src\/bedside\/(decode\/|measurement\.ts$))/,
    'decoders are given bytes and do no input or output',
  ],
  [
    /^server\/src\/(bedside|mqtt)\//,
    /^server\/src\/(features|app|main)/,
    'the way of a reading serves the features and does not know them',
  ],
  [
    /^server\/src\/features\//,
    /^(pg|mqtt|aedes)$/,
    'features reach data through the transaction they were given',
  ],
  [/^web\/src\/ui\//, /^web\/src\/(api|features|pages)/, 'ui is free of the domain'],
  [/^web\/src\/(?!routes\.tsx)/, /^web\/src\/pages\/.*\.tsx?$/, 'pages are known to the routes alone'],
]

const texts: [where: RegExp, never: RegExp, why: string][] = [
  [
    /^(web|contract)\/src\/(?!api\.ts|client\.ts|shell\/line\.ts)/,
    /(?<![.\w])fetch\(/,
    'calls go through api.ts, and the line that a worker shares through line.ts',
  ],
  [
    /^server\/src\/(?!main\.ts|first-admin\.ts|system-admin\.ts|verify-audit\.ts|testing\.ts)/,
    /process\.env/,
    'the environment is read at the start',
  ],
  [
    /^(server|contract)\/src\/(?!main\.ts|first-admin\.ts|system-admin\.ts|verify-audit\.ts|simulate\.ts)/,
    /new Date\(\)|Date\.now\(\)/,
    'the clock is handed in',
  ],
  [
    /^server\/src\/features\/(?!(sign-in|password-links|line)\/)/,
    /\bdoor\b/,
    'only signing in works across hospitals',
  ],
]

const vocabulary = /^server\/src\/features\/[a-z0-9-]+\/(handlers|queries|rules|csv)(\.test)?\.ts$/

test('enough files were found for the rules to mean anything', () => {
  expect(files.length).toBeGreaterThan(60)
  expect(imports.length).toBeGreaterThan(200)
})

test.each(rules)('%s never imports %s: %s', (from, neverTo) => {
  const offences = imports.filter(
    (one) => !isTest.test(one.from) && from.test(one.from) && neverTo.test(one.to),
  )
  expect(offences).toEqual([])
})

test.each(texts)('in %s never %s: %s', (where, never) => {
  const offences = files.filter(
    (file) => !isTest.test(file) && where.test(file) && never.test(readFileSync(join(top, file), 'utf8')),
  )
  expect(offences).toEqual([])
})

test('a feature of the web imports no other feature', () => {
  const featureOf = (path: string) => /^web\/src\/features\/([^/]+)\//.exec(path)?.[1]
  const offences = imports.filter(({ from, to }) => {
    const target = featureOf(to)
    return featureOf(from) !== undefined && target !== undefined && featureOf(from) !== target
  })
  expect(offences).toEqual([])
})

test('a feature of the server imports no other feature', () => {
  const featureOf = (path: string) => /^server\/src\/features\/([^/]+)\//.exec(path)?.[1]
  const offences = imports.filter(({ from, to }) => {
    const target = featureOf(to)
    return featureOf(from) !== undefined && target !== undefined && featureOf(from) !== target
  })
  expect(offences).toEqual([])
})

test('a feature of the server has only the known files', () => {
  const strangers = files.filter((file) => file.startsWith('server/src/features/') && !vocabulary.test(file))
  expect(strangers).toEqual([])
})
