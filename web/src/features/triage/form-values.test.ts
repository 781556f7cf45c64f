import { type LatestValue, standardZones } from 'contract'
import { expect, test } from 'vitest'
import {
  chooseSigns,
  emptyTriage,
  findTriageProblems,
  followTold,
  getShown,
  getZone,
  listMeasured,
  suggest,
  takenOverMs,
  toDecision,
} from './form-values.ts'

const now = Date.parse('2026-11-05T07:32:00.000Z')
const ago = (ms: number) => new Date(now - ms).toISOString()
const latest = (
  vital: LatestValue['vital'],
  value: number | null,
  more: Partial<LatestValue> = {},
): LatestValue => ({
  vital,
  value,
  second: null,
  note: null,
  measured_at: ago(60_000),
  source: 'gateway',
  is_derived: false,
  ...more,
})
const measured = listMeasured(
  [
    latest('blood_pressure', 124, { second: 78 }),
    latest('map', 93),
    latest('pulse', 88),
    latest('oxygen', 0),
    latest('consciousness', null, { note: 'A' }),
    latest('temperature', 38.2, { measured_at: ago(takenOverMs + 1) }),
  ],
  now,
)
const known = { measured, age: null, usesPaediatricPressure: false, zones: standardZones }

test('newest values are taken over under the names of a triage, unless they are old', () => {
  expect(Object.fromEntries([...measured].map(([name, { value }]) => [name, value]))).toEqual({
    systolic: 124,
    diastolic: 78,
    map: 93,
    pulse: 88,
    oxygen: false,
    consciousness: 'A',
  })
})

test('a mean pressure of another time than the pressure is not taken over', () => {
  const older = latest('map', 55, { measured_at: ago(120_000) })
  const found = listMeasured([latest('blood_pressure', 124, { second: 78 }), older], now)
  expect(found.has('map')).toBe(false)
})

test('a value that nobody changed is sent with its time, one that was typed without', () => {
  const form = { ...emptyTriage, typed: { pulse: 120, spo2: 91 } }
  const { values, measured: sent } = toDecision(form, measured)
  expect(values).toMatchObject({ systolic: 124, pulse: 120, spo2: 91, oxygen: false })
  expect(sent?.map(({ vital }) => vital)).toEqual(['systolic', 'diastolic', 'map', 'oxygen', 'consciousness'])
})

test('a pressure of which one half was typed is new as a whole, and loses its mean', () => {
  const { values, measured: sent } = toDecision({ ...emptyTriage, typed: { systolic: 88 } }, measured)
  expect(values).toMatchObject({ systolic: 88, diastolic: 78 })
  expect(values).not.toHaveProperty('map')
  expect(sent?.map(({ vital }) => vital)).not.toContain('diastolic')
})

test('a value that was emptied is not sent', () => {
  const form = { ...emptyTriage, typed: { pulse: '' } }
  expect(getShown(form, measured, 'pulse')).toBe('')
  expect(toDecision(form, measured).values).not.toHaveProperty('pulse')
})

test('no resource is an answer, and none chosen is not', () => {
  expect(toDecision(emptyTriage, measured).resources).toBeNull()
  expect(toDecision({ ...emptyTriage, resources: ['NONE'] }, measured).resources).toEqual([])
  expect(suggest(emptyTriage, known)).toBeNull()
  expect(suggest({ ...emptyTriage, resources: ['NONE'] }, known)?.level).toBe('WHITE')
})

test('the zone is that of the level until another is chosen', () => {
  expect(getZone(emptyTriage, standardZones)).toBe('')
  expect(getZone({ ...emptyTriage, level: 'RED' }, standardZones)).toBe('RESUS')
  expect(getZone({ ...emptyTriage, level: 'RED', zone: 'ISOLATION' }, standardZones)).toBe('ISOLATION')
})

test('whoever may be infectious waits apart, unless their life is at stake or somebody chose another zone', () => {
  const infectious = { ...emptyTriage, infection_signs: ['RASH' as const] }
  expect(getZone({ ...infectious, level: 'GREEN' }, standardZones)).toBe('ISOLATION')
  expect(getZone({ ...infectious, level: 'RED' }, standardZones)).toBe('RESUS')
  expect(getZone({ ...infectious, level: 'GREEN', zone: 'ACUTE' }, standardZones)).toBe('ACUTE')
  const well = { ...emptyTriage, infection_signs: ['NONE' as const], level: 'GREEN' as const }
  expect(getZone(well, standardZones)).toBe('FAST_TRACK')
})

test('a zone that was retired after it was chosen is chosen no more', () => {
  const list = standardZones.list.map((zone) => ({ ...zone, is_retired: zone.code === 'OPD' }))
  const zones = { ...standardZones, list, of_level: { ...standardZones.of_level, WHITE: 'ACUTE' } }
  expect(getZone({ ...emptyTriage, level: 'WHITE', zone: 'OPD' }, zones)).toBe('ACUTE')
})

test('none of the infection screen excludes the others, whichever was chosen last', () => {
  expect(chooseSigns(['RASH', 'NONE'], ['RASH'])).toEqual(['NONE'])
  expect(chooseSigns(['RASH', 'NONE'], ['NONE'])).toEqual(['RASH'])
})

test('a corrected arrival corrects the form, and not what was typed into it', () => {
  const before = { complaint: 'pain', infection_signs: [], onset: null }
  const after = { complaint: 'chest pain', infection_signs: ['NONE' as const], onset: null }
  expect(followTold(before, before, after)).toEqual(after)
  const typed = { ...before, complaint: 'pain since noon' }
  expect(followTold(typed, before, after)).toEqual({ infection_signs: ['NONE'], onset: null })
})

test('problems are named by their fields', () => {
  const fields = (form: typeof emptyTriage) => findTriageProblems(form, known).map(({ field }) => field)
  expect(fields(emptyTriage)).toContain('level')
  expect(fields({ ...emptyTriage, level: 'YELLOW' })).toEqual([
    'resources',
    'missing_reason',
    'complaint',
    'infection_signs',
  ])
  const asked = { complaint: 'weak', infection_signs: ['NONE' as const], missing_reason: 'UNABLE' as const }
  const stroke = { ...emptyTriage, ...asked, level: 'GREEN' as const, high_risk: ['STROKE' as const] }
  expect(fields(stroke)).toEqual(['override', 'override_words', 'onset_at'])
  expect(fields({ ...stroke, is_onset_unknown: true })).not.toContain('onset_at')
  expect(fields({ ...stroke, onset: { date: '2026-11-05', time: '13:10' } })).not.toContain('onset_at')
  expect(fields({ ...emptyTriage, level: 'RED', typed: { pulse: 900 } })).toEqual(['pulse'])
})
