import { standardTriageSettings as before, type TriageSettings, type Zone } from 'contract'
import { expect, test } from 'vitest'
import { mergeTriageSettings } from './merge-triage-settings.ts'

const withZones = (change: (list: Zone[]) => Zone[], of = before): TriageSettings => ({
  ...of,
  zones: { ...of.zones, list: change(of.zones.list) },
})
const edit = (code: string, part: Partial<Zone>) => (list: Zone[]) =>
  list.map((zone) => (zone.code === code ? { ...zone, ...part } : zone))
const add = (code: string) => (list: Zone[]) => [
  ...list,
  { code, name_en: code, name_th: code, is_retired: false },
]
const merge = (mine: TriageSettings, theirs: TriageSettings) => mergeTriageSettings({ before, mine, theirs })
const codes = ({ zones }: TriageSettings) => zones.list.map(({ code }) => code)

test('each changed name of a zone stays, also of the same zone', () => {
  const merged = merge(
    withZones(edit('OPD', { name_th: 'ตรวจโรค' })),
    withZones(edit('OPD', { name_en: 'Clinic', is_retired: true })),
  )
  expect(merged.zones.list[3]).toEqual({
    code: 'OPD',
    name_en: 'Clinic',
    name_th: 'ตรวจโรค',
    is_retired: true,
  })
})

test('zones that both added are both there', () => {
  expect(codes(merge(withZones(add('MINE')), withZones(add('THEIRS'))))).toEqual([
    'RESUS',
    'ACUTE',
    'FAST_TRACK',
    'OPD',
    'ISOLATION',
    'THEIRS',
    'MINE',
  ])
})

test('the order of whoever moved zones holds, and that of the user if both did', () => {
  const reverse = (list: Zone[]) => list.toReversed()
  const [first = '', ...others] = codes(before)
  const reversed = [first, ...others].toReversed()
  expect(codes(merge(withZones(reverse), before))).toEqual(reversed)
  expect(codes(merge(before, withZones(reverse)))).toEqual(reversed)
  expect(codes(merge(withZones(add('MINE')), withZones(reverse)))).toEqual([...reversed, 'MINE'])
  const rotate = ([head, ...tail]: Zone[]) => (head ? [...tail, head] : tail)
  expect(codes(merge(withZones(reverse), withZones(rotate)))).toEqual(reversed)
})

test('suggested zones and places are merged one by one', () => {
  const set = (level: 'RED' | 'WHITE', zone: string, places: TriageSettings['places']): TriageSettings => ({
    ...before,
    places,
    zones: { ...before.zones, of_level: { ...before.zones.of_level, [level]: zone } },
  })
  const merged = merge(set('RED', 'ACUTE', { OPD: 3 }), set('WHITE', 'FAST_TRACK', { RESUS: 2 }))
  expect(merged.zones.of_level).toMatchObject({ RED: 'ACUTE', WHITE: 'FAST_TRACK' })
  expect(merged.places).toEqual({ OPD: 3, RESUS: 2 })
})
