import {
  type AlarmRule,
  type AlarmSeverity,
  detectBreach,
  isRecovered,
  type Limits,
  type Persistence,
} from 'contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AlarmState,
  type Damping,
  type Decision,
  decideOnScore,
  decideOnValue,
  type OpenAlarm,
} from './evaluate-alarms.ts'

const limits: Limits = { critical_low: 40, low: 50, high: 110, critical_high: 130 }
const once: Persistence = { repeats: 1, lasts_seconds: 0 }

/** A patient whose pulse is sent once a minute by default. */
function patient(persistence: Persistence = once, { deadBand = 0, sameAlarmSeconds = 0 } = {}) {
  let ids = 0
  let clock = 0
  const state: AlarmState = {
    open: new Map(),
    recovered: new Map(),
    breaches: new Map(),
    newId: () => `alarm-${++ids}`,
  }
  const damping: Damping = { persistence, deadBand, sameAlarmMs: sameAlarmSeconds * 1000 }
  const decide = (value: number, held: Limits | undefined) =>
    decideOnValue(
      state,
      { vital: 'pulse', limits: held, damping },
      { value, second: null, at: clock, deviceId: null },
    )
  return {
    state,
    pulse: (value: number, afterSeconds = 60) => {
      clock += afterSeconds * 1000
      return decide(value, limits)
    },
    pulseWithoutLimits: (value: number) => decide(value, undefined),
    score: (value: number, severity?: AlarmSeverity) =>
      decideOnScore(
        state,
        { value, second: null, at: clock, deviceId: null },
        severity && { severity, limit: 5 },
        damping.sameAlarmMs,
      ),
    acknowledge: (rule: AlarmRule) =>
      Object.assign(state.open.get(rule) ?? expect.fail(rule), { isAcknowledged: true }),
  }
}

const acts = (decisions: readonly Decision[]) => decisions.map(({ rule, act }) => `${rule} ${act}`)

test('a late value measured before the one that raised the alarm does not end it', () => {
  const { pulse, state } = patient()
  pulse(135)
  expect(pulse(80, -30)).toEqual([])
  expect(state.open.get('pulse-high')).toMatchObject({ endedAt: null })
  expect(acts(pulse(80))).toEqual(['pulse-high end'])
})

describe('a value beyond a critical limit', () => {
  test.each([
    [39, 'pulse-low', 40],
    [131, 'pulse-high', 130],
  ])(
    'of %i raises an alarm of high severity at once, however long other values must last',
    (value, rule, limit) => {
      const { pulse, state } = patient({ repeats: 10, lasts_seconds: 3600 })
      expect(pulse(value)).toMatchObject([{ act: 'raise', rule, severity: 'high', limit, value: { value } }])
      expect([...state.open.keys()]).toEqual([rule])
    },
  )

  test('discards the count of values out of limits', () => {
    const { pulse, state } = patient({ repeats: 3, lasts_seconds: 0 })
    pulse(120)
    expect(acts(pulse(140))).toEqual(['pulse-high end-breach', 'pulse-high raise'])
    expect(state.breaches.size).toBe(0)
  })
})

describe('a value beyond the other limit', () => {
  test('raises an alarm of medium severity at once if no persistence is set', () => {
    expect(patient().pulse(111)).toMatchObject([
      { act: 'raise', rule: 'pulse-high', severity: 'medium', limit: 110 },
    ])
    expect(patient().pulse(49)).toMatchObject([
      { act: 'raise', rule: 'pulse-low', severity: 'medium', limit: 50 },
    ])
  })

  test('must repeat as often as configured', () => {
    const { pulse, state } = patient({ repeats: 3, lasts_seconds: 0 })
    expect(acts(pulse(120))).toEqual(['pulse-high count-breach'])
    expect(acts(pulse(120))).toEqual(['pulse-high count-breach'])
    expect(state.open.size).toBe(0)
    expect(acts(pulse(120))).toEqual(['pulse-high end-breach', 'pulse-high raise'])
  })

  test('must last as long as configured, however often it repeats', () => {
    const { pulse } = patient({ repeats: 2, lasts_seconds: 30 })
    expect(acts(pulse(120, 10))).toEqual(['pulse-high count-breach'])
    expect(acts(pulse(120, 10))).toEqual(['pulse-high count-breach'])
    expect(acts(pulse(120, 19))).toEqual(['pulse-high count-breach'])
    expect(acts(pulse(120, 1))).toEqual(['pulse-high end-breach', 'pulse-high raise'])
  })

  test('must repeat without a break: a normal value resets the count', () => {
    const { pulse, state } = patient({ repeats: 2, lasts_seconds: 0 })
    pulse(120)
    expect(acts(pulse(80))).toEqual(['pulse-high end-breach'])
    expect(state.breaches.size).toBe(0)
    expect(acts(pulse(120))).toEqual(['pulse-high count-breach'])
    expect(state.open.size).toBe(0)
  })

  test('beyond the low limit does not count for the high limit', () => {
    const { pulse, state } = patient({ repeats: 2, lasts_seconds: 0 })
    pulse(120)
    expect(acts(pulse(45))).toEqual(['pulse-low count-breach', 'pulse-high end-breach'])
    expect(state.breaches.get('pulse-low')).toMatchObject({ times: 1 })
  })
})

test('normal values decide nothing', () => {
  const { pulse } = patient()
  for (const value of [50, 80, 110]) expect(pulse(value)).toEqual([])
})

test('a vital sign with disabled alarms raises none, and ends the open one', () => {
  const { pulse, pulseWithoutLimits, state } = patient()
  expect(pulseWithoutLimits(200)).toEqual([])
  pulse(120)
  expect(acts(pulseWithoutLimits(200))).toEqual(['pulse-high end'])
  expect(state.open.size).toBe(0)
})

describe('an open alarm', () => {
  test('remains one alarm while values stay out of limits', () => {
    const { pulse, state } = patient()
    const [raised] = pulse(120)
    expect(pulse(125)).toMatchObject([{ act: 'update', alarm: { id: 'alarm-1' } }])
    expect(raised).toMatchObject({ alarm: { id: 'alarm-1' } })
    expect(state.open.size).toBe(1)
  })

  test('worsens with a critical value, and loses its acknowledgement', () => {
    const { pulse, acknowledge, state } = patient()
    pulse(120)
    acknowledge('pulse-high')
    expect(pulse(140)).toMatchObject([
      { act: 'worsen', severity: 'high', limit: 130, alarm: { id: 'alarm-1' } },
    ])
    expect(state.open.get('pulse-high')).toMatchObject({ severity: 'high', isAcknowledged: false })
  })

  test('does not become less severe when the value does', () => {
    const { pulse, state } = patient()
    pulse(140)
    expect(acts(pulse(120))).toEqual(['pulse-high update'])
    expect(state.open.get('pulse-high')?.severity).toBe('high')
  })

  test('stays acknowledged while the value stays out of limits', () => {
    const { pulse, acknowledge, state } = patient()
    pulse(140)
    acknowledge('pulse-high')
    expect(acts(pulse(145))).toEqual(['pulse-high update'])
    expect(state.open.get('pulse-high')?.isAcknowledged).toBe(true)
  })

  test('of one limit ends when the value breaks the other', () => {
    const { pulse, state } = patient()
    pulse(120)
    expect(acts(pulse(35))).toEqual(['pulse-low raise', 'pulse-high end'])
    expect([...state.open.keys()]).toEqual(['pulse-low'])
  })
})

describe('a normal value', () => {
  test('ends and clears an alarm of medium severity; the next is a new alarm', () => {
    const { pulse, state } = patient()
    pulse(120)
    const decisions = pulse(80)
    expect(acts(decisions)).toEqual(['pulse-high end'])
    expect(decisions).toMatchObject([{ isCleared: true }])
    expect(state.open.size).toBe(0)
    expect(pulse(120)).toMatchObject([{ act: 'raise', alarm: { id: 'alarm-2' } }])
  })

  test('ends an unacknowledged alarm of high severity, which stays open', () => {
    const { pulse, state } = patient()
    pulse(140)
    expect(acts(pulse(80))).toEqual(['pulse-high end'])
    expect(state.open.get('pulse-high')).toMatchObject({
      endedAt: expect.any(Number),
      isAcknowledged: false,
    })
    expect(acts(pulse(81))).toEqual(['pulse-high update'])
    expect(state.open.size).toBe(1)
  })

  test('ends and clears an acknowledged alarm of high severity', () => {
    const { pulse, acknowledge, state } = patient()
    pulse(140)
    acknowledge('pulse-high')
    expect(acts(pulse(80))).toEqual(['pulse-high end'])
    expect(state.open.size).toBe(0)
  })

  test('clears an alarm that ended before it was acknowledged', () => {
    const { pulse, acknowledge, state } = patient()
    pulse(140)
    pulse(80)
    acknowledge('pulse-high')
    const decisions = pulse(81)
    expect(acts(decisions)).toEqual(['pulse-high end'])
    expect(decisions).toMatchObject([{ isCleared: true }])
    expect(state.open.size).toBe(0)
  })
})

describe('an alarm that ended unacknowledged', () => {
  test('returns unchanged when the value is critical again', () => {
    const { pulse, state } = patient()
    pulse(140)
    pulse(80)
    expect(pulse(141)).toMatchObject([
      { act: 'return', severity: 'high', isNews: true, alarm: { id: 'alarm-1' } },
    ])
    expect(state.open.get('pulse-high')).toMatchObject({ endedAt: null })
  })

  test('keeps its severity when it returns with a lesser value, so that it still needs an acknowledgement', () => {
    const { pulse, state } = patient()
    pulse(140)
    pulse(80)
    expect(pulse(120)).toMatchObject([{ act: 'return', severity: 'high', isNews: true }])
    expect(acts(pulse(80))).toEqual(['pulse-high end'])
    expect(state.open.get('pulse-high')).toMatchObject({ severity: 'high', endedAt: expect.any(Number) })
  })
})

describe('a fluctuating value', () => {
  const damped = (more = {}) => patient(once, { deadBand: 3, sameAlarmSeconds: 300, ...more })

  test('ends its alarm only when it is past the limit by the dead band', () => {
    const { pulse } = damped()
    pulse(111)
    expect(acts(pulse(110))).toEqual(['pulse-high update'])
    expect(acts(pulse(108))).toEqual(['pulse-high update'])
    expect(acts(pulse(107))).toEqual(['pulse-high end'])
  })

  test('continues an alarm that ended within the re-alarm time', () => {
    const { pulse, state } = damped()
    pulse(120)
    pulse(80)
    expect(pulse(120, 300)).toMatchObject([{ act: 'return', isNews: false, alarm: { id: 'alarm-1' } }])
    expect(state.open.get('pulse-high')).toMatchObject({ id: 'alarm-1', endedAt: null })
    pulse(80)
    expect(pulse(120, 301)).toMatchObject([{ act: 'raise', alarm: { id: 'alarm-2' } }])
  })

  test('keeps the alarm acknowledged while it is not critical', () => {
    const { pulse, acknowledge, state } = damped()
    pulse(120)
    acknowledge('pulse-high')
    pulse(80)
    expect(pulse(120)).toMatchObject([{ act: 'return', isNews: false }])
    expect(state.open.get('pulse-high')).toMatchObject({ isAcknowledged: true })
  })

  test.each(['isAcknowledged', 'isSnoozed'] as const)(
    'needs a new acknowledgement when it is critical again, though the alarm was silent (%s)',
    (silent) => {
      const { pulse, state } = damped()
      pulse(140)
      Object.assign(state.open.get('pulse-high') ?? expect.fail(), { [silent]: true })
      pulse(80)
      expect(pulse(140)).toMatchObject([{ act: 'return', isNews: true, alarm: { id: 'alarm-1' } }])
      expect(state.open.get('pulse-high')).toMatchObject({ [silent]: false })
    },
  )

  test('worsens the alarm that has just ended when it returns as a critical one', () => {
    const { pulse } = damped()
    pulse(120)
    pulse(80)
    expect(pulse(140)).toMatchObject([
      { act: 'worsen', severity: 'high', limit: 130, alarm: { id: 'alarm-1' } },
    ])
  })

  test('reopens an alarm only when it persists as configured, and then the same one', () => {
    const { pulse } = patient({ repeats: 2, lasts_seconds: 0 }, { sameAlarmSeconds: 300 })
    pulse(120)
    pulse(120)
    pulse(80)
    expect(acts(pulse(120))).toEqual(['pulse-high count-breach'])
    expect(acts(pulse(120))).toEqual(['pulse-high end-breach', 'pulse-high return'])
  })

  test('around a limit raises one alarm, however fast and often it crosses the limit', () => {
    const crossing = fc.array(fc.record({ isOut: fc.boolean(), after: fc.integer({ min: 1, max: 7200 }) }))
    fc.assert(
      fc.property(crossing, (values) => {
        const { pulse } = patient(once, { deadBand: 1.5 })
        const raised = values
          .flatMap(({ isOut, after }) => pulse(isOut ? 111 : 110, after))
          .filter(({ act }) => act === 'raise')
        expect(raised.length).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('an early-warning score', () => {
  test('raises an alarm at once with its own severity', () => {
    expect(patient().score(5, 'medium')).toMatchObject([
      { act: 'raise', rule: 'news2', severity: 'medium', limit: 5, value: { value: 5 } },
    ])
  })

  test('worsens from medium to high and not back', () => {
    const { score, state } = patient()
    score(5, 'medium')
    expect(acts(score(7, 'high'))).toEqual(['news2 worsen'])
    expect(acts(score(6, 'medium'))).toEqual(['news2 update'])
    expect(state.open.get('news2')?.severity).toBe('high')
  })

  test('in the normal range ends the alarm', () => {
    const { score, state } = patient()
    expect(score(2)).toEqual([])
    score(5, 'medium')
    expect(acts(score(2))).toEqual(['news2 end'])
    expect(state.open.size).toBe(0)
  })
})

/** The alarms as a store would have them, rebuilt from the decisions alone. */
type Kept = {
  rule: AlarmRule
  severity: AlarmSeverity
  isEnded: boolean
  isCleared: boolean
  isSeen: boolean
}

function keep(kept: Map<string, Kept>, decision: Decision) {
  const stored = (alarm: OpenAlarm) =>
    kept.get(alarm.id) ?? expect.fail(`${decision.act} of an unknown alarm`)
  switch (decision.act) {
    case 'raise': {
      const { rule, severity } = decision
      expect(kept.has(decision.alarm.id)).toBe(false)
      kept.set(decision.alarm.id, { rule, severity, isEnded: false, isCleared: false, isSeen: false })
      break
    }
    case 'worsen':
    case 'return': {
      const isNews = decision.act === 'worsen' || decision.isNews
      const open = { severity: decision.severity, isEnded: false, isCleared: false }
      Object.assign(stored(decision.alarm), open, isNews && { isSeen: false })
      break
    }
    case 'end':
      Object.assign(stored(decision.alarm), { isEnded: true, isCleared: decision.isCleared })
      break
    case 'update':
      expect(stored(decision.alarm).isCleared).toBe(false)
      break
    case 'count-breach':
    case 'end-breach':
  }
}

const step = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      value: fc.integer({ min: 20, max: 160 }),
      after: fc.integer({ min: 1, max: 90 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant('seen' as const) },
)
const damping = fc.record({
  deadBand: fc.constantFrom(0, 3, 40),
  sameAlarmSeconds: fc.constantFrom(0, 60, 300),
})
const persistence = fc.record({
  repeats: fc.integer({ min: 1, max: 4 }),
  lasts_seconds: fc.integer({ min: 0, max: 120 }),
})

test('for any values, each rule has at most one open alarm, and the stored alarms agree with the alarm state', () => {
  fc.assert(
    fc.property(persistence, damping, fc.array(step, { maxLength: 60 }), (asked, damped, steps) => {
      const { pulse, state } = patient(asked, damped)
      const kept = new Map<string, Kept>()
      const endedAt = new Map<string, number>()
      let clock = 0
      const byRule = (one: { rule: string }, other: { rule: string }) => (one.rule < other.rule ? -1 : 1)
      const open = () => [...kept.values()].filter(({ isCleared }) => !isCleared).toSorted(byRule)
      for (const one of steps) {
        if (one === 'seen') {
          for (const alarm of state.open.values()) alarm.isAcknowledged = true
          for (const alarm of open()) alarm.isSeen = true
          continue
        }
        const before = new Map(Array.from(state.open.values(), ({ id, severity }) => [id, severity]))
        clock += one.after
        for (const decision of pulse(one.value, one.after)) {
          keep(kept, decision)
          if (decision.act === 'raise') {
            const ended = endedAt.get(decision.rule) ?? Number.NEGATIVE_INFINITY
            expect(clock - ended).toBeGreaterThan(damped.sameAlarmSeconds)
          }
          if (decision.act === 'end') endedAt.set(decision.rule, (decision.alarm.endedAt ?? 0) / 1000)
        }

        expect(new Set(open().map(({ rule }) => rule)).size).toBe(open().length)
        expect(
          Array.from(state.open.values(), ({ rule, severity, endedAt, isAcknowledged }) => ({
            rule,
            severity,
            isEnded: endedAt !== null,
            isSeen: isAcknowledged,
            isCleared: false,
          })).toSorted(byRule),
        ).toEqual(open())

        const breach = detectBreach(one.value, limits)
        for (const { rule, severity, isEnded, isSeen } of open()) {
          const bound = rule === 'pulse-low' ? 'low' : 'high'
          const isBack = isRecovered(one.value, bound, limits, damped.deadBand)
          if (breach?.bound === bound) expect(isEnded).toBe(false)
          else if (isBack) expect(isEnded).toBe(true)
          if (isEnded) expect({ severity, isSeen }).toEqual({ severity: 'high', isSeen: false })
        }
        if (breach?.isCritical)
          expect(state.open.get(`pulse-${breach.bound}`)).toMatchObject({
            severity: 'high',
            endedAt: null,
          })
        for (const { id, severity } of state.open.values())
          if (before.get(id) === 'high') expect(severity).toBe('high')
        for (const rule of state.breaches.keys()) expect(state.open.has(rule)).toBe(false)
      }
    }),
    { numRuns: 500 },
  )
})
