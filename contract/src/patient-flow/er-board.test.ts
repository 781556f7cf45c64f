import { describe, expect, test } from 'vitest'
import { news2KeptMs } from '../clinical/scores/score-history.ts'
import { standardTriageMinutes, type TriageLevel, triageLevels } from '../clinical/triage.ts'
import { classifyWait, compareErRows, type ErRow, isOverdue } from './er-board.ts'

const minute = 60_000
const keptMinutes = news2KeptMs / minute
const now = Date.parse('2026-11-05T07:30:00.000Z')
const ago = (minutes: number) => new Date(now - minutes * minute).toISOString()

type Waiting = {
  level?: TriageLevel | undefined
  arrived?: number
  /** Since when they are here, if a clinic sent them. */
  sent?: number
  triaged?: number
  isSeen?: boolean
  /** `oldest`: when its oldest part was measured. */
  score?: { value: number; measured: number; oldest?: number }
}

/** A row of the board as its order and its clocks read it; times are minutes ago. */
function buildRow({ level, arrived = 1, sent, triaged = arrived, isSeen = false, score }: Waiting): ErRow {
  return {
    visit: {
      visited_at: ago(arrived),
      er_since: sent === undefined ? null : ago(sent),
      first_seen_at: isSeen ? ago(0) : null,
    },
    last: level ? { level, at: ago(triaged), zone: 'ACUTE', news2: null } : null,
    latest: score
      ? [
          {
            vital: 'news2',
            value: score.value,
            second: null,
            note: score.oldest === undefined ? null : ago(score.oldest),
            measured_at: ago(score.measured),
          },
        ]
      : [],
  } as unknown as ErRow
}

describe('of a wait of 100 minutes', () => {
  test.each([
    [0, undefined],
    [74, undefined],
    [75, 'soon'],
    [99, 'soon'],
    [100, 'overdue'],
    [101, 'overdue'],
  ] as const)('%i minutes are %s', (waited, state) => {
    const since = now - waited * minute
    expect(classifyWait({ since, due: since + 100 * minute }, now)).toBe(state)
  })
})

test('a wait whose target is at once is overdue at once', () => {
  expect(classifyWait({ since: now, due: now }, now)).toBe('overdue')
})

describe('somebody is late', () => {
  const { doctor, reassess } = standardTriageMinutes.YELLOW
  test.each<[string, Waiting, boolean]>([
    ['before the first triage never', { arrived: 600 }, false],
    ['not a minute before the doctor is due', { level: 'YELLOW', arrived: doctor - 1, triaged: 0 }, false],
    ['when the doctor is due', { level: 'YELLOW', arrived: doctor, triaged: 0 }, true],
    [
      'not a minute before the doctor is due since a clinic sent them',
      { level: 'YELLOW', arrived: 600, sent: doctor - 1, triaged: 0 },
      false,
    ],
    ['when the doctor is due since then', { level: 'YELLOW', arrived: 600, sent: doctor, triaged: 0 }, true],
    ['not once a doctor was there', { level: 'YELLOW', arrived: doctor, triaged: 0, isSeen: true }, false],
    ['not before the next triage', { level: 'YELLOW', triaged: reassess - 1, isSeen: true }, false],
    ['when the next triage is due', { level: 'YELLOW', triaged: reassess, isSeen: true }, true],
    ['not where triage is continuous', { level: 'RED', arrived: 600, isSeen: true }, false],
    [
      'at once with a NEWS2 of 7 since',
      { level: 'YELLOW', triaged: 2, isSeen: true, score: { value: 7, measured: 1 } },
      true,
    ],
    [
      'not with a NEWS2 of 6 since',
      { level: 'YELLOW', triaged: 2, isSeen: true, score: { value: 6, measured: 1 } },
      false,
    ],
    [
      'at once with a NEWS2 of 7 that the triage did not know, as long as it counts',
      {
        level: 'YELLOW',
        triaged: 2,
        isSeen: true,
        score: { value: 7, measured: 3, oldest: keptMinutes - 1 },
      },
      true,
    ],
    [
      'not with one of which a part is too old',
      { level: 'YELLOW', triaged: 2, isSeen: true, score: { value: 7, measured: 3, oldest: keptMinutes } },
      false,
    ],
  ])('%s', (_, waiting, isLate) => {
    expect(isOverdue(buildRow(waiting), standardTriageMinutes, now)).toBe(isLate)
  })
})

describe('at the board', () => {
  const compare = compareErRows(standardTriageMinutes, now)
  const late = { level: 'YELLOW', arrived: standardTriageMinutes.YELLOW.doctor } as const

  test('the levels follow each other, and who waits for the first triage stands behind L2', () => {
    const rows = [...triageLevels.toReversed().map((level) => ({ level })), {}].map((one) =>
      buildRow({ ...one, isSeen: true }),
    )
    const levels = rows.toSorted(compare).map(({ last }) => last?.level ?? null)
    expect(levels).toEqual(['RED', 'PINK', null, 'YELLOW', 'GREEN', 'WHITE'])
  })

  test.each<[string, Waiting, Waiting]>([
    [
      'who is late is before who came earlier and is not',
      { ...late, triaged: 0 },
      { ...late, arrived: 90, isSeen: true, triaged: 0 },
    ],
    ['of two who are late, who came earlier is first', { ...late, arrived: late.arrived + 1 }, late],
    [
      'of two in time, who came earlier is first',
      { level: 'GREEN', arrived: 2 },
      { level: 'GREEN', arrived: 1 },
    ],
    ['a higher level in time is before a lower one that is late', { level: 'PINK', isSeen: true }, late],
  ])('%s', (_, first, second) => {
    const [one, other] = [buildRow(first), buildRow(second)]
    expect([other, one].toSorted(compare)).toEqual([one, other])
    expect([one, other].toSorted(compare)).toEqual([one, other])
  })

  test('of two who came in one minute, whoever was registered first is first', () => {
    const [one, other] = ['01', '02'].map((end) => {
      const row = buildRow({ level: 'GREEN', arrived: 2 })
      return { ...row, visit: { ...row.visit, _id: `0192f0c0-0000-7000-8000-0000000000${end}` } }
    }) as [ErRow, ErRow]
    expect([other, one].toSorted(compare)).toEqual([one, other])
    expect([one, other].toSorted(compare)).toEqual([one, other])
  })
})
