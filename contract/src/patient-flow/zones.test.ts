import { expect, test } from 'vitest'
import { standardTriageSettings, TriageSettings } from './triage.ts'
import { judgeZone, listOfferedZones, standardZones, suggestZone, type Zone, ZoneSettings } from './zones.ts'

const zone = (code: string, more: Partial<Zone> = {}): Zone => ({
  code,
  name_en: code,
  name_th: `โซน ${code}`,
  is_retired: false,
  ...more,
})
const everywhere = (code: string) => ({ RED: code, PINK: code, YELLOW: code, GREEN: code, WHITE: code })
const settings = (...list: Zone[]): ZoneSettings => ({ list, of_level: everywhere('A'), isolation: null })

function check(zones: unknown) {
  const { error } = ZoneSettings.safeParse(zones)
  return error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? []
}

test('the zones of the panel are five, and keep their own rules', () => {
  expect(check(standardZones)).toEqual([])
  expect(standardZones.list.map(({ code }) => code)).toEqual([
    'RESUS',
    'ACUTE',
    'FAST_TRACK',
    'OPD',
    'ISOLATION',
  ])
})

test('settings from before hospitals had zones of their own have those of the panel', () => {
  const { zones: _, ...former } = standardTriageSettings
  const places = { RESUS: 4, ACUTE: null, FAST_TRACK: null, OPD: null, ISOLATION: 1 }
  expect(TriageSettings.parse({ ...former, places })).toMatchObject({ zones: standardZones, places })
})

test('1 to 20 zones are in use, besides those that are retired', () => {
  const many = (count: number) => Array.from({ length: count }, (_, place) => zone(`Z${place}`))
  expect(check(settings(zone('A'), ...many(19), zone('OLD', { is_retired: true })))).toEqual([])
  expect(check(settings(zone('A'), ...many(20)))).toEqual(['list zones-too-many'])
  expect(check(settings(zone('A', { is_retired: true })))).toContain('list zone-needed')
  expect(check(settings())).toContain('list zone-needed')
})

test.each([
  ['', 'name-required'],
  ['\u200b', 'name-required'],
  ['a'.repeat(61), 'too-long'],
  ['two\nlines', 'one-line'],
])('a zone is not called %j', (name_th, message) => {
  expect(check(settings(zone('A', { name_th })))).toEqual([`list.0.name_th ${message}`])
})

test('a name has up to 60 characters', () => {
  expect(check(settings(zone('A', { name_en: 'a'.repeat(60), name_th: 'ก' })))).toEqual([])
})

test('no two zones in use have the same name in a language; a retired one may', () => {
  const twins = (more: Partial<Zone>) =>
    check(settings(zone('A', { name_en: 'Red', name_th: 'แดง' }), zone('B', more)))
  expect(twins({ name_en: 'red ' })).toEqual(['list.1.name_en zone-name-taken'])
  expect(twins({ name_th: 'แดง' })).toEqual(['list.1.name_th zone-name-taken'])
  expect(twins({ name_en: 'Red', name_th: 'แดง', is_retired: true })).toEqual([])
})

test('a code stands for one zone', () => {
  expect(check(settings(zone('A'), zone('A', { is_retired: true })))).toEqual(['list.1.code code-taken'])
})

test('a zone that the triage suggests must be in use, and the problem names its field', () => {
  const zones = settings(zone('A'), zone('OLD', { is_retired: true }))
  const of_level = { ...zones.of_level, GREEN: 'OLD', WHITE: 'NOWHERE' }
  expect(check({ ...zones, of_level, isolation: 'OLD' })).toEqual([
    'of_level.GREEN zone-retired',
    'of_level.WHITE choice-invalid',
    'isolation zone-retired',
  ])
})

test('places are those of a zone that there is', () => {
  const { error } = TriageSettings.safeParse({ ...standardTriageSettings, places: { OPD: 3, NOWHERE: 1 } })
  expect(error?.issues.map(({ path, message }) => [path, message])).toEqual([
    [['places', 'NOWHERE'], 'choice-invalid'],
  ])
})

test('a zone is chosen of those in use, in the order of the hospital', () => {
  const zones = settings(zone('B'), zone('OLD', { is_retired: true }), zone('A'))
  expect(listOfferedZones(zones).map(({ code }) => code)).toEqual(['B', 'A'])
  expect(['A', 'OLD', 'NOWHERE', ''].map((code) => judgeZone(zones, code))).toEqual([
    undefined,
    'zone-retired',
    'choice-invalid',
    'field-required',
  ])
})

test('whoever may be infectious waits apart, unless their life is at stake or nowhere is apart', () => {
  expect(suggestZone(standardZones, 'GREEN', false)).toBe('FAST_TRACK')
  expect(suggestZone(standardZones, 'GREEN', true)).toBe('ISOLATION')
  expect(suggestZone(standardZones, 'RED', true)).toBe('RESUS')
  expect(suggestZone({ ...standardZones, isolation: null }, 'GREEN', true)).toBe('FAST_TRACK')
})
