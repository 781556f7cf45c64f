import { type ErRow, standardTriageMinutes, standardTriageSettings, type TriageLevel } from 'contract'
import { expect, test } from 'vitest'
import { countMinutes, formatElapsed, summarize } from './rules.ts'

const now = Date.parse('2026-11-05T07:30:00.000Z')
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString()

type Here = {
  level?: TriageLevel
  arrived?: number
  sent?: number
  isSeen?: boolean
  boards?: boolean
  zone?: string
}

/** A row of the board as its head counts it; times are minutes ago. */
function buildRow({ level, arrived = 1, sent, isSeen = false, boards = false, zone }: Here): ErRow {
  return {
    visit: {
      visited_at: ago(arrived),
      er_since: sent === undefined ? null : ago(sent),
      first_seen_at: isSeen ? ago(0) : null,
      boarding_since: boards ? ago(1) : null,
      zone: zone ?? null,
    },
    last: level ? { level, at: ago(0), zone: 'ACUTE', news2: null, before: null } : null,
    latest: [],
  } as unknown as ErRow
}

const settings = { ...standardTriageSettings, places: { RESUS: 2, ACUTE: 0 } }
const sum = (...rows: Here[]) => summarize(rows.map(buildRow), settings, now)
const { doctor } = standardTriageMinutes.YELLOW

test.each<[string, Here[], Partial<ReturnType<typeof summarize>>]>([
  ['nobody', [], { longestMinutes: undefined, overdue: 0, boarders: 0 }],
  ['a doctor has seen everybody', [{ arrived: 50, isSeen: true }], { longestMinutes: undefined }],
  [
    'the longest wait for a doctor',
    [{ arrived: 5 }, { arrived: 9 }, { arrived: 30, isSeen: true }],
    { longestMinutes: 9 },
  ],
  ['of who was sent from a clinic the wait here', [{ arrived: 90, sent: 4 }], { longestMinutes: 4 }],
  ['a minute before a doctor is due', [{ level: 'YELLOW', arrived: doctor - 1 }], { overdue: 0 }],
  ['when a doctor is due', [{ level: 'YELLOW', arrived: doctor }], { overdue: 1 }],
  ['who boards', [{ boards: true }, {}, { boards: true }], { boarders: 2 }],
])('the head counts: %s', (_, rows, counted) => {
  expect(sum(...rows)).toMatchObject(counted)
})

test('the head counts by level, and who waits for the first triage apart', () => {
  const { byLevel } = sum({ level: 'RED' }, { level: 'GREEN' }, { level: 'GREEN' }, {})
  expect([...byLevel].map(([level, rows]) => [level, rows.length])).toEqual([
    ['RED', 1],
    ['GREEN', 2],
    [undefined, 1],
  ])
})

test('a zone is counted if it has places or somebody in it, a retired one only with somebody', () => {
  const list = settings.zones.list.map((zone) => ({ ...zone, is_retired: zone.code === 'RESUS' }))
  const retired = { ...settings, zones: { ...settings.zones, list } }
  const count = (given: typeof settings, ...rows: Here[]) =>
    summarize(rows.map(buildRow), given, now).zones.map(({ zone, count: here, places }) => [
      zone.code,
      here,
      places,
    ])
  expect(count(settings, { zone: 'OPD' })).toEqual([
    ['RESUS', 0, 2],
    ['ACUTE', 0, 0],
    ['OPD', 1, null],
  ])
  expect(count(retired)).toEqual([['ACUTE', 0, 0]])
  expect(count(retired, { zone: 'RESUS' })[0]).toEqual(['RESUS', 1, null])
})

test.each([
  [-1, 0, '0:00'],
  [0, 0, '0:00'],
  [59, 59, '0:59'],
  [60, 60, '1:00'],
  [125, 125, '2:05'],
])('after %i minutes %i have passed, which is %s', (minutes, passed, text) => {
  expect(countMinutes(Date.parse(ago(minutes)), now)).toBe(passed)
  expect(formatElapsed(ago(minutes), now)).toBe(text)
})
