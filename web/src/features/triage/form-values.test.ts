import {
  type LatestValue,
  type NeededVital,
  neededTriageVitals,
  standardZones,
  type Visit,
  type ZoneSettings,
} from 'contract'
import { expect, test } from 'vitest'
import {
  changeTracks,
  chooseOrNone,
  emptyTriage,
  findSuggestedZone,
  findTriageProblems,
  getShown,
  getShownComa,
  getZone,
  listMeasured,
  listOvertaken,
  listTracks,
  suggest,
  takenOverMs,
  takeTold,
  toDecision,
  typeValue,
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
const beside = { measured, running: [], opened: now, isAccident: null, pregnancy: 'not_asked' as const }
const known = {
  ...beside,
  age: null,
  canBePregnant: false,
  usesPaediatricPressure: false,
  zones: standardZones,
  present: null,
}

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

test('a mean pressure that was computed is left to the rules', () => {
  const computed = latest('map', 59.667, { is_derived: true })
  const found = listMeasured([latest('blood_pressure', 99, { second: 40 }), computed], now)
  expect(found.has('map')).toBe(false)
})

test('a value that nobody changed is sent with its time, one that was typed without', () => {
  const form = { ...emptyTriage, typed: { pulse: 120, spo2: 91 } }
  const { values, measured: sent } = toDecision(form, beside)
  expect(values).toMatchObject({ systolic: 124, pulse: 120, spo2: 91, oxygen: false })
  expect(sent?.map(({ vital }) => vital)).toEqual(['systolic', 'diastolic', 'map', 'oxygen', 'consciousness'])
})

test('a pressure of which one half was typed is new as a whole, and loses its mean', () => {
  const { values, measured: sent } = toDecision({ ...emptyTriage, typed: { systolic: 88 } }, beside)
  expect(values).toMatchObject({ systolic: 88, diastolic: 78 })
  expect(values).not.toHaveProperty('map')
  expect(sent?.map(({ vital }) => vital)).not.toContain('diastolic')
})

test('what was typed before the form was opened again keeps its minute, both halves of a pressure the later one', () => {
  const typed = { pulse: 120, spo2: 91, systolic: 88 }
  const typed_at = { pulse: ago(90_000), systolic: ago(30_000), spo2: ago(-5000), gcs: ago(600_000) }
  const { noted } = toDecision({ ...emptyTriage, typed, typed_at, eye: '4' }, beside)
  expect(Object.fromEntries(noted?.map(({ vital, measured_at }) => [vital, measured_at]) ?? [])).toEqual({
    systolic: '2026-11-05T07:31:00.000Z',
    diastolic: '2026-11-05T07:31:00.000Z',
    pulse: '2026-11-05T07:30:00.000Z',
    gcs: '2026-11-05T07:22:00.000Z',
  })
})

test('a value that was emptied is not sent', () => {
  const form = { ...emptyTriage, typed: { pulse: '' } }
  expect(getShown(form, measured, 'pulse')).toBe('')
  expect(toDecision(form, beside).values).not.toHaveProperty('pulse')
})

test('a glucose beyond its meter is taken over, and what a person measures takes its place until it is emptied', () => {
  const meter = listMeasured([latest('blood_glucose', null, { note: 'below' })], now)
  const glucose = (form: typeof emptyTriage) => {
    const { values, measured: sent } = toDecision(form, { ...beside, measured: meter })
    return { values, known: sent?.map(({ vital }) => vital) }
  }
  expect(glucose(emptyTriage)).toEqual({ values: { beyond: 'below' }, known: ['beyond'] })
  const number = { ...emptyTriage, ...typeValue(emptyTriage, 'blood_glucose', 88, ago(0)) }
  expect(glucose(number)).toEqual({ values: { blood_glucose: 88 }, known: [] })
  const emptied = { ...number, ...typeValue(number, 'blood_glucose', '', ago(0)) }
  expect(glucose(emptied)).toEqual({ values: { beyond: 'below' }, known: ['beyond'] })
  const other = { ...emptied, ...typeValue(emptied, 'beyond', 'above', ago(0)) }
  expect(glucose(other)).toEqual({ values: { beyond: 'above' }, known: [] })
  const none = { ...other, ...typeValue(other, 'beyond', '', ago(0)) }
  expect(glucose(none)).toEqual({ values: {}, known: [] })
})

test('a meter that shows no number takes the place of a number that was measured before', () => {
  const meter = listMeasured([latest('blood_glucose', 110, { note: 'no_marker' })], now)
  const form = { ...emptyTriage, ...typeValue(emptyTriage, 'beyond', 'below', ago(90_000)) }
  const { values, measured: sent, noted } = toDecision(form, { ...beside, measured: meter })
  expect(values).toEqual({ beyond: 'below' })
  expect(sent).toEqual([])
  expect(noted).toEqual([{ vital: 'beyond', measured_at: '2026-11-05T07:30:00.000Z' }])
})

test('no resource is an answer, and none chosen is not', () => {
  expect(toDecision(emptyTriage, beside).resources).toBeNull()
  expect(toDecision({ ...emptyTriage, resources: ['NONE'] }, beside).resources).toEqual([])
  expect(suggest(emptyTriage, known)).toBeNull()
  expect(suggest({ ...emptyTriage, resources: ['NONE'] }, known)?.level).toBe('WHITE')
})

const getZoneAt = (form: typeof emptyTriage, present: string | null, zones: ZoneSettings = standardZones) =>
  getZone(form, zones, present)

test('the zone is that of the level until another is chosen', () => {
  expect(getZoneAt(emptyTriage, null)).toBe('')
  expect(getZoneAt({ ...emptyTriage, level: 'RED' }, null)).toBe('RESUS')
  expect(getZoneAt({ ...emptyTriage, level: 'RED', zone: 'ISOLATION' }, null)).toBe('ISOLATION')
})

test('whoever is in a zone stays there at every level until a person chooses another', () => {
  expect(getZoneAt(emptyTriage, 'ACUTE')).toBe('ACUTE')
  const red = { ...emptyTriage, level: 'RED' as const, infection_signs: ['RASH' as const] }
  expect(getZoneAt(red, 'ACUTE')).toBe('ACUTE')
  expect(findSuggestedZone(red, standardZones)).toBe('RESUS')
  expect(getZoneAt({ ...red, zone: 'RESUS' }, 'ACUTE')).toBe('RESUS')
})

test('whoever may be infectious waits apart, unless their life is at stake or somebody chose another zone', () => {
  const infectious = { ...emptyTriage, infection_signs: ['RASH' as const] }
  expect(getZoneAt({ ...infectious, level: 'GREEN' }, null)).toBe('ISOLATION')
  expect(getZoneAt({ ...infectious, level: 'RED' }, null)).toBe('RESUS')
  expect(getZoneAt({ ...infectious, level: 'GREEN', zone: 'ACUTE' }, null)).toBe('ACUTE')
  const well = { ...emptyTriage, infection_signs: ['NONE' as const], level: 'GREEN' as const }
  expect(getZoneAt(well, null)).toBe('FAST_TRACK')
})

test('a zone that was retired after it was chosen, or while somebody was there, is chosen no more', () => {
  const list = standardZones.list.map((zone) => ({ ...zone, is_retired: zone.code === 'OPD' }))
  const zones = { ...standardZones, list, of_level: { ...standardZones.of_level, WHITE: 'ACUTE' } }
  expect(getZoneAt({ ...emptyTriage, level: 'WHITE', zone: 'OPD' }, null, zones)).toBe('ACUTE')
  expect(getZoneAt({ ...emptyTriage, level: 'WHITE', zone: 'OPD' }, 'RESUS', zones)).toBe('RESUS')
  expect(getZoneAt({ ...emptyTriage, level: 'WHITE' }, 'OPD', zones)).toBe('ACUTE')
})

test('fast tracks run on until somebody ends them, also one that a colleague starts meanwhile', () => {
  const running = ['STROKE', 'SEPSIS'] as const
  expect(toDecision(emptyTriage, { ...beside, running }).fast_tracks).toEqual(['STROKE', 'SEPSIS'])
  const tracks = changeTracks(emptyTriage, running, ['SEPSIS', 'OB'])
  expect(tracks).toEqual({ STROKE: false, OB: true })
  const form = { ...emptyTriage, tracks }
  expect(listTracks(form, running)).toEqual(['SEPSIS', 'OB'])
  expect(listTracks(form, [...running, 'TRAUMA'])).toEqual(['TRAUMA', 'SEPSIS', 'OB'])
})

test('the option for "none" excludes the others of its row, whichever was chosen last', () => {
  expect(chooseOrNone(['RASH', 'NONE'], ['RASH'])).toEqual(['NONE'])
  expect(chooseOrNone(['RASH', 'NONE'], ['NONE'])).toEqual(['RASH'])
})

test('that no fast track is needed ends those that run, and is said no more when one is started', () => {
  const running = ['STROKE'] as const
  const none = changeTracks(emptyTriage, running, ['STROKE', 'NONE'])
  expect(none).toEqual({ STROKE: false, NONE: true })
  expect(listTracks({ tracks: none }, running)).toEqual(['NONE'])
  const started = changeTracks({ tracks: none }, running, ['OB', 'NONE'])
  expect(listTracks({ tracks: started }, running)).toEqual(['OB'])
  expect(listTracks({ tracks: none }, ['STROKE', 'SEPSIS'])).toEqual(['SEPSIS'])
  expect(listTracks(emptyTriage, [])).toEqual([])
})

test('a corrected arrival corrects the form, and not what was typed into it', () => {
  const before = { complaint: 'pain', symptom_groups: [], infection_signs: [], onset: null }
  const after = {
    complaint: 'chest pain',
    symptom_groups: [7 as const],
    infection_signs: ['NONE' as const],
    onset: null,
  }
  expect(takeTold(before, before, after)).toEqual(after)
  const typed = { ...before, complaint: 'pain since noon' }
  expect(takeTold(typed, before, after)).toEqual({
    symptom_groups: [7],
    infection_signs: ['NONE'],
    onset: null,
  })
})

test('the arrival says whether it was an accident, else somebody answers it at the triage', () => {
  const decide = (accident: typeof emptyTriage.accident, isAccident: boolean | null) => {
    const { is_accident, is_accident_unknown } = toDecision(
      { ...emptyTriage, accident },
      { ...beside, isAccident },
    )
    return [is_accident, is_accident_unknown]
  }
  expect(decide('', null)).toEqual([null, false])
  expect(decide('yes', null)).toEqual([true, false])
  expect(decide('no', null)).toEqual([false, false])
  expect(decide('unknown', null)).toEqual([null, true])
  expect(decide('', false)).toEqual([false, false])
  expect(decide('unknown', true)).toEqual([true, false])
})

test('a pregnancy is as the arrival says, else as somebody answers at the triage', () => {
  const decide = (form: Partial<typeof emptyTriage>, told: Visit['pregnancy']) => {
    const { pregnancy, pregnancy_weeks } = toDecision(
      { ...emptyTriage, ...form },
      { ...beside, pregnancy: told },
    )
    return [pregnancy, pregnancy_weeks]
  }
  expect(decide({}, 'not_asked')).toEqual(['not_asked', null])
  expect(decide({}, 'unknown')).toEqual(['unknown', null])
  expect(decide({ pregnancy: 'no' }, 'unknown')).toEqual(['no', null])
  expect(decide({ pregnancy: 'yes', pregnancy_weeks: 12 }, 'not_asked')).toEqual(['yes', 12])
  expect(decide({ pregnancy: 'unknown', pregnancy_weeks: 12 }, 'not_asked')).toEqual(['unknown', null])
  expect(decide({ pregnancy: 'no' }, 'yes')).toEqual(['yes', null])
  const woman = { ...known, canBePregnant: true }
  const fields = (form: Partial<typeof emptyTriage>, level: 'GREEN' | 'RED' = 'GREEN') =>
    findTriageProblems({ ...emptyTriage, ...form, level }, woman).map(({ field }) => field)
  expect(fields({})).toContain('pregnancy')
  expect(fields({}, 'RED')).not.toContain('pregnancy')
  expect(fields({ pregnancy: 'unknown' })).not.toContain('pregnancy')
  expect(fields({ pregnancy: 'yes', pregnancy_weeks: 60 })).toContain('pregnancy_weeks')
})

test('problems are named by their fields', () => {
  const fields = (form: typeof emptyTriage) => findTriageProblems(form, known).map(({ field }) => field)
  const listNeeded = (...names: NeededVital[]) => names.map((name) => `missing.${name}`)
  expect(fields(emptyTriage)).toContain('level')
  expect(fields({ ...emptyTriage, level: 'YELLOW' })).toEqual([
    'resources',
    ...listNeeded('respiration_rate', 'spo2', 'temperature', 'gcs', 'pain_score', 'blood_glucose', 'weight'),
    'complaint',
    'infection_signs',
    'is_accident',
  ])
  const said = { complaint: 'weak', infection_signs: ['NONE' as const], accident: 'unknown' as const }
  const missing = Object.fromEntries(neededTriageVitals.map((name) => [name, 'UNABLE' as const]))
  const asked = { ...said, missing }
  const stroke = { ...emptyTriage, ...asked, level: 'GREEN' as const, high_risk: ['STROKE' as const] }
  expect(fields(stroke)).toEqual(['override', 'override_words', 'onset_at'])
  const weighed = { ...stroke, typed: { weight: 61 }, missing: { ...missing, weight: undefined } }
  expect(fields(weighed)).not.toContain('missing.weight')
  expect(fields({ ...stroke, missing: { ...missing, weight: undefined } })).toContain('missing.weight')
  expect(fields({ ...stroke, missing: { ...missing, weight: 'NOT_DONE' } })).toContain('missing.weight')
  expect(fields({ ...stroke, is_onset_unknown: true })).not.toContain('onset_at')
  expect(fields({ ...stroke, onset: { date: '2026-11-05', time: '13:10' } })).not.toContain('onset_at')
  expect(fields({ ...emptyTriage, level: 'RED', typed: { pulse: 900 } })).toEqual(['pulse'])
})

const coma = (value: number | null, note: string | null, age = 60_000) =>
  listMeasured([latest('gcs', value, { note, source: 'ambulance', measured_at: ago(age) })], now)

test('the parts of a coma scale are taken over with their time, until somebody types one', () => {
  const taken = { ...beside, measured: coma(12, 'E3V4M5') }
  const decision = toDecision(emptyTriage, taken)
  expect(decision.gcs).toEqual({ eye: 3, verbal: 4, motor: 5 })
  expect(decision.measured).toEqual([{ vital: 'gcs', measured_at: ago(60_000) }])
  const shown = getShownComa(emptyTriage, taken.measured)
  const typed = { ...emptyTriage, ...shown, motor: '6', typed_at: { gcs: ago(0) } }
  const changed = toDecision(typed, taken)
  expect(changed.gcs).toEqual({ eye: 3, verbal: 4, motor: 6 })
  expect(changed.measured).toEqual([])
})

test.each([
  ['a part that was not tested stays empty', 'E3V-M5', 60_000, { eye: 3, verbal: null, motor: 5 }],
  ['letters are taken over', 'ECVTM5', 60_000, { eye: 'C', verbal: 'T', motor: 5 }],
  ['an old one is not taken over', 'E3V4M5', takenOverMs + 1, { eye: null, verbal: null, motor: null }],
  ['a total alone invents no part', null, 60_000, { eye: null, verbal: null, motor: null }],
])('a coma scale that was measured before %s', (_, note, age, gcs) => {
  expect(toDecision(emptyTriage, { ...beside, measured: coma(12, note, age) }).gcs).toEqual(gcs)
})

test('a total that was measured without its parts is judged, until somebody types a part', () => {
  const judged = { ...known, measured: coma(7, null) }
  expect(toDecision(emptyTriage, judged)).toMatchObject({
    gcs_total: 7,
    measured: [{ vital: 'gcs', measured_at: ago(60_000) }],
  })
  expect(suggest(emptyTriage, judged)).toMatchObject({
    level: 'RED',
    rule: 'A',
    findings: [{ of: 'gcs', value: 7, limit: 8 }],
  })
  const typed = { ...emptyTriage, eye: '4', typed_at: { gcs: ago(0) } }
  expect(toDecision(typed, judged)).toMatchObject({ gcs_total: null, measured: [] })
  expect(suggest(typed, judged)).toBeNull()
  expect(suggest(emptyTriage, { ...known, measured: coma(null, null) })).toBeNull()
  expect(suggest(emptyTriage, { ...known, measured: coma(7, null, takenOverMs + 1) })).toBeNull()
})

test.each([
  ['yes', false, 'no', 'not_asked', [{ field: 'is_accident', said: 'no' }]],
  ['', false, 'yes', 'no', [{ field: 'pregnancy', said: 'no' }]],
  ['no', true, 'yes', 'yes', [{ field: 'is_accident', said: 'yes' }]],
  ['unknown', true, 'unknown', 'no', []],
  ['yes', null, 'no', 'unknown', []],
] as const)('accident "%s" told as %s and pregnancy "%s" told as %s overtake %j', (...given) => {
  const [accident, is_accident, pregnancy, told, overtaken] = given
  expect(listOvertaken({ accident, pregnancy }, { is_accident, pregnancy: told })).toEqual(overtaken)
})
