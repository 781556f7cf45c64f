import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import * as declared from 'contract'
import { expect, test } from 'vitest'

const top = join(import.meta.dirname, '../..')
const listFiles = (endings: string) =>
  globSync(`{contract,server,web,e2e,bench,scripts}/**/*.${endings}`, {
    cwd: top,
    exclude: (path) => /(^|\/)(node_modules|dist)(\/|$)/.test(path),
  }).map((path) => path.replaceAll('\\', '/'))

const files = listFiles('{ts,tsx}')

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

/**
 * Rooms from the ground up: a file imports from its own floor and from those below. Rooms on one floor may know each
 * other; no file may be part of a circle (`import/no-cycle`).
 */
const floors: { of: RegExp; rooms: string[][] }[] = [
  {
    of: /^server\/src\//,
    rooms: [
      ['db', 'embedded'],
      ['live', 'reference'],
      ['core', 'process'],
      ['identity', 'notify'],
      ['audit'],
      ['http'],
      ['bedside', 'patient-flow', 'ambulance'],
      ['mqtt', 'demo'],
      ['features'],
      ['simulator', 'jobs.ts', 'app.ts'],
      ['config.ts', 'open-database.ts', 'prepare-database.ts'],
      ['main.ts', 'testing.ts', 'first-admin.ts', 'system-admin.ts', 'verify-audit.ts', 'simulate.ts'],
    ],
  },
  {
    of: /^web\/src\//,
    rooms: [
      ['paths.ts', 'screens.ts', 'locales', 'api'],
      ['ui'],
      ['session'],
      ['live'],
      ['clinical'],
      ['features'],
      ['app'],
      ['pages'],
      ['routes.tsx'],
      ['main.tsx', 'service-worker.ts'],
    ],
  },
]

const rules: [from: RegExp, neverTo: RegExp, why: string][] = [
  [/^contract\/src\//, /^(?!contract\/|zod\/mini$)/, 'the contract stands on zod alone'],
  [/^server\//, /^web\//, 'the server does not know the screens'],
  [/^web\/src\/(?!.*\.test\.)/, /^server/, 'the screens know the contract and not the server'],
  [/^web\/src\/ui\//, /^web\/src\/api\//, 'components of ui make no calls'],
  [/^server\/src\/(?!app\.ts)/, /features\/[^/]+\/handlers\.ts$/, 'only the app mounts handlers'],
  [/features\/[^/]+\/handlers\.ts$/, /^(kysely|pg)/, 'handlers decide; queries hold the SQL'],
  [
    /features\/[^/]+\/queries(\/[^/]+)?\.ts$/,
    /^server\/src\/(http\/|core\/failure\.ts|identity\/session\.ts)/,
    'queries know no actor, request or failure',
  ],
  [
    /features\/[^/]+\/rules\.ts$/,
    /^(node:|kysely|pg|server\/src\/(core|db|http|identity|live|notify)\/)/,
    'rules do no input or output',
  ],
  [
    /^server\/src\/bedside\/decode\//,
    /^(?!contract$|server\/src\/bedside\/(decode\/|measurement\.ts$))/,
    'decoders are given bytes and do no input or output',
  ],
  [
    /^server\/src\/features\//,
    /^(pg|mqtt|aedes)$/,
    'features reach data through the transaction they were given',
  ],
]

const texts: [where: RegExp, never: RegExp, why: string][] = [
  [
    // The rows of the demo have whatever columns their table has.
    /^server\/src\/(?!demo\/fill\.ts)/,
    /jsonb?_(to|populate)_record/,
    'rows and arrays travel into SQL by sqlRows and sqlArray',
  ],
  [
    /^server\/src\/(?!.*\.test\.ts$|simulator\/)/,
    /'in', (\[|[\w.]+(\(|\)))/,
    'a list travels into SQL as one parameter, by sqlArray',
  ],
  [
    /^server\/src\/(?!db\/labels\.ts)/,
    /'name_th', \w+\.name_th|'(surname|first_name|call_sign)', \w+\.\w+|'kind', \w+\.kind, 'name'/,
    'db/labels.ts builds what a row is called',
  ],
  [
    /^server\/src\/(?!db\/labels\.ts|.*\.test\.ts$)/,
    /\b_id: [\w.]+, (first_name|name_en)\b/,
    'db/labels.ts builds what a row is called',
  ],
  [
    /^(web|contract)\/src\/(?!api\/client\.ts|wire\/client\.ts|live\/stream\.ts|service-worker\.ts)/,
    /(?<![.\w])fetch\(/,
    'calls go through api/client.ts, and the stream that a worker shares through live/stream.ts',
  ],
  [
    /^contract\/src\/index\.ts$/,
    /^import|^export (?!\*|\{|type \{)/m,
    'what every page imports from declares nothing, or every page loads everything',
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
    /^server\/src\/(features\/[^/]+\/(csv|fhir)\.ts|notify\/)/,
    /[\u0E00-\u0E7F]/,
    'texts for people are in contract/locales, where the screens have theirs',
  ],
  [
    /^server\/src\/features\/(?!(sign-in|password-links|line)\/)/,
    /\bacrossHospitals\b/,
    'only signing in works across hospitals',
  ],
  [
    /^web\/src\/(?!ui\/danger-button\.tsx)/,
    /<(Button|Menu\.Item)\s[^<]*?color=(\{.*?)?["']red/,
    'a button that takes something away is a DangerButton, so that none looks like another',
  ],
]

/**
 * Acts and queries are one file each or, with several parts or more than 400 lines, a folder of that name with a file
 * for each part.
 */
const vocabulary =
  /^server\/src\/features\/[a-z0-9-]+\/(handlers|(acts|queries)(\/[a-z0-9-]+)?|rules|csv|fhir)(\.test)?\.ts$/

test('enough files were found for the rules to mean anything', () => {
  expect(files.length).toBeGreaterThan(1_800)
  expect(imports.length).toBeGreaterThan(12_000)
})

test.each(rules)('%s never imports %s: %s', (from, neverTo) => {
  const offences = imports.filter(
    (one) => !isTest.test(one.from) && from.test(one.from) && neverTo.test(one.to),
  )
  expect(offences).toEqual([])
})

test.each(floors.map(({ of, rooms }) => [of.source, rooms] as const))(
  'in %s imports point downwards',
  (source, rooms) => {
    const of = new RegExp(source)
    const getRoom = (path: string) => path.replace(of, '').split('/')[0] ?? ''
    const findFloor = (path: string) => rooms.findIndex((floor) => floor.includes(getRoom(path)))
    const own = files.filter((file) => of.test(file) && !isTest.test(file))
    expect(own.filter((file) => findFloor(file) < 0)).toEqual([])
    const upwards = imports.filter(
      ({ from, to }) => !isTest.test(from) && of.test(from) && of.test(to) && findFloor(to) > findFloor(from),
    )
    expect(upwards).toEqual([])
  },
)

const mostInRoom = 25
/** A room with a bound of its own: whatever has no better place would gather in it. */
const mostInCore = 10

test(`no folder has more than ${mostInRoom} files of code and styles besides its tests, and core ${mostInCore}`, () => {
  const styles = listFiles('css')
  expect(styles.length).toBeGreaterThan(100)
  const counts = new Map<string, number>()
  for (const file of [...files, ...styles])
    if (!/\.test\.tsx?$/.test(file)) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  const getMost = (folder: string) => (folder === 'server/src/core' ? mostInCore : mostInRoom)
  expect([...counts].filter(([folder, count]) => count > getMost(folder))).toEqual([])
})

test.each(texts)('in %s never %s: %s', (where, never) => {
  const offences = files.filter(
    (file) => !isTest.test(file) && where.test(file) && never.test(readFileSync(join(top, file), 'utf8')),
  )
  expect(offences).toEqual([])
})

const mostColumns = 120

test(`no comment is wider than ${mostColumns} columns`, () => {
  const wide = files.flatMap((path) =>
    readFileSync(join(top, path), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        line.length > mostColumns && /^\s*(\/\*|\*|\/\/)/.test(line) ? `${path}:${index + 1}` : [],
      ),
  )
  expect(wide).toEqual([])
})

test('a feature of the web imports no other feature', () => {
  const getFeature = (path: string) => /^web\/src\/features\/([^/]+)\//.exec(path)?.[1]
  const offences = imports.filter(({ from, to }) => {
    const target = getFeature(to)
    return getFeature(from) !== undefined && target !== undefined && getFeature(from) !== target
  })
  expect(offences).toEqual([])
})

test('a feature of the server imports no other feature', () => {
  const getFeature = (path: string) => /^server\/src\/features\/([^/]+)\//.exec(path)?.[1]
  const offences = imports.filter(({ from, to }) => {
    const target = getFeature(to)
    return getFeature(from) !== undefined && target !== undefined && getFeature(from) !== target
  })
  expect(offences).toEqual([])
})

test('a feature of the server has only the known files', () => {
  const strangers = files.filter((file) => file.startsWith('server/src/features/') && !vocabulary.test(file))
  expect(strangers).toEqual([])
})

const mostQueryLines = 400

test(`no file of queries is longer than ${mostQueryLines} lines`, () => {
  const queries = files.filter((file) => /\/queries(\/[^/]+)?\.ts$/.test(file) && !isTest.test(file))
  expect(queries.length).toBeGreaterThan(50)
  const long = queries.filter(
    (file) => readFileSync(join(top, file), 'utf8').split('\n').length - 1 > mostQueryLines,
  )
  expect(long).toEqual([])
})

test('a feature of the server has its queries in one file or in one folder, not in both', () => {
  const inFolder = files.flatMap((file) => /^(.+\/queries)\/[^/]+$/.exec(file)?.[1] ?? [])
  expect(inFolder.length).toBeGreaterThan(0)
  expect(files.filter((file) => inFolder.includes(file.replace(/\.ts$/, '')))).toEqual([])
})

/** What somebody reads on purpose: the audit lists it among the acts. */
const readOnPurpose = [
  'alarms.get',
  'audit.get',
  'audit.list',
  'audit.recordAccess',
  'devices.boxTransaction',
  'devices.verifyBoxTransactions',
  'patients.get',
  'users.get',
]

test('what screens ask for by themselves is declared so, and what they send is not', () => {
  const endpoints = new Map<object, [name: string, endpoint: declared.Endpoint]>(
    Object.entries(declared.contract).flatMap(([group, calls]) =>
      Object.entries<declared.Endpoint>(calls).map(
        ([name, endpoint]) => [endpoint, [`${group}.${name}`, endpoint]] as const,
      ),
    ),
  )
  const groups = declared as unknown as Record<string, Record<string, object>>
  const used = files
    .filter((file) => file.startsWith('web/src/') && !isTest.test(file))
    .flatMap((file) => [
      ...readFileSync(join(top, file), 'utf8').matchAll(/\b(ask|useSend)\(\s*(\w+)\.(\w+)/g),
    ])
    .flatMap(([, how, group = '', name = '']) => {
      const found = endpoints.get(groups[group]?.[name] ?? {})
      return found && found[1].access !== 'public'
        ? [{ how, name: found[0], isByItself: !!found[1].byItself }]
        : []
    })
  expect(used.length).toBeGreaterThan(80)
  const asked = used.filter(({ how, name }) => how === 'ask' && !readOnPurpose.includes(name))
  expect(asked.filter(({ isByItself }) => !isByItself)).toEqual([])
  expect(used.filter(({ how, isByItself }) => how === 'useSend' && isByItself)).toEqual([])
})

/**
 * Screens whose user a list cannot sign in; each is looked at in a test of its own, or has no control that no other
 * has.
 */
const lookedAtElsewhere: Record<string, readonly string[]> = {
  screensByUser: ['/change-password', '/add-second-factor', '/app/hospitals'],
  touchedScreens: ['/change-password', '/add-second-factor', '/app/hospitals'],
}

/** The paths of all screens as the lists have them: of a record's, the part after the patient. */
function listScreens(): string[] {
  const text = readFileSync(join(top, 'web/src/routes.tsx'), 'utf8')
  const [, framed = '', outside = ''] = text.split(/const insideFrame|export const router/)
  const [before = '', ofRecord = '', after = ''] = framed.split(/\.\.\.page\('patients\/:id'|^ {2}\},$/m)
  const listPaths = (part: string) =>
    [...part.matchAll(/\b(?:screen|page)\(\s*'([^']+)'/g)].map(([, path = '']) => path)
  return [
    ...listPaths(before + after).map((path) => `/app/${path}`),
    ...listPaths(ofRecord).map((path) => path.replace('patients/:id/', '')),
    ...listPaths(outside).flatMap((path) => (path === 'app' ? [] : `/${path}`)),
  ]
}

test.each(Object.entries(lookedAtElsewhere))('%s of the journeys has every screen', (list, elsewhere) => {
  const screens = listScreens()
  expect(screens.length).toBeGreaterThan(70)
  const lists = readFileSync(join(top, 'e2e/screens.ts'), 'utf8').split('export const ')
  const opened = lists
    .filter((text) => text.startsWith(list) || text.startsWith('publicScreens'))
    .flatMap((text) => [...text.matchAll(/['`]([^'`?#\s]+)/g)])
    .map(([, path = '']) => path.split('/'))
  const isOpened = (screen: string) => {
    const parts = screen.split('/')
    return opened.some(
      (path) =>
        path.length === parts.length &&
        parts.every((part, at) => (part.startsWith(':') ? path[at] !== 'new' : part === path[at])),
    )
  }
  expect(screens.filter((screen) => !isOpened(screen) && !elsewhere.includes(screen))).toEqual([])
})
