import type { LatestValue } from '../monitoring.ts'
import type { AlarmTimes } from '../thresholds.ts'
import { computeNews2, type SpO2Scale } from './scores/news2.ts'
import type { consciousnessLevels } from './vital-signs.ts'

/** What decides how soon vital signs are due again. */
export type ObservationTimes = Pick<
  AlarmTimes,
  | 'news2_medium'
  | 'news2_high'
  | 'observe_zero_minutes'
  | 'observe_low_minutes'
  | 'observe_three_minutes'
  | 'observe_medium_minutes'
  | 'observe_high_minutes'
  | 'observe_unscored_minutes'
>

/**
 * How high a score is, lowest first, as far as it decides how soon vital signs are due again. `three`: a low score with
 * a parameter of 3.
 */
export const observationRisks = ['zero', 'low', 'three', 'medium', 'high'] as const
export type ObservationRisk = (typeof observationRisks)[number]

/** How often somebody ordered vital signs, and how high the score was then; null if there was none, or nobody knows. */
export type OrderedInterval = { every_minutes: number | null; risk: ObservationRisk | null }

/** When a patient's vital signs are due. */
export type ObservationPlan = {
  everyMinutes: number
  /**
   * What asks for it: somebody's order, NEWS2, the hospital's rule for patients without a score, or NEWS2 in place of
   * an order that lapses.
   */
  reason: 'order' | 'score' | 'unscored' | 'lapsed'
  /** NEWS2 asks for continuous monitoring, whatever was ordered. */
  isContinuous: boolean
  /** When the oldest value of the set was measured; undefined if nothing was ever measured. */
  lastAt: string | undefined
  /** Undefined if nothing was ever measured: it is due at once. */
  dueAt: string | undefined
}

/** A round measures all of them. What a patient never had, such as the pressure of a newborn, is not waited for. */
const roundVitals: readonly LatestValue['vital'][] = [
  'blood_pressure',
  'pulse',
  'respiration_rate',
  'temperature',
  'spo2',
]

const minuteMs = 60_000

/**
 * When the vital signs are due again, counted from the oldest value of the set: a watch that sends the pulse all day
 * does not make a pressure of last night younger. An order goes before NEWS2, unless the patient is at a higher risk
 * now than when it was given: then the shorter of both counts.
 */
export function planObservation(
  latest: readonly LatestValue[],
  order: OrderedInterval | null,
  times: ObservationTimes,
): ObservationPlan {
  const score = latest.find(({ vital }) => vital === 'news2')
  const risk = classifyObservation(latest, times)
  const asked = risk && times[intervals[risk]]
  const ordered = order?.every_minutes ?? null
  const isLapsed =
    risk !== undefined && asked !== undefined && ordered !== null && asked < ordered && hasRisen(order, risk)
  const lastAt =
    score && asked
      ? (score.note ?? score.measured_at)
      : latest
          .filter(({ vital }) => roundVitals.includes(vital))
          .map(({ measured_at }) => measured_at)
          .toSorted()[0]
  const everyMinutes = (isLapsed ? null : ordered) ?? asked ?? times.observe_unscored_minutes
  return {
    everyMinutes,
    reason: isLapsed ? 'lapsed' : ordered !== null ? 'order' : asked ? 'score' : 'unscored',
    isContinuous: risk === 'high',
    lastAt,
    dueAt: lastAt && new Date(Date.parse(lastAt) + everyMinutes * minuteMs).toISOString(),
  }
}

/** Whether vital signs are overdue at an instant (milliseconds); at once if none was ever taken. */
export function isObservationOverdue({ dueAt }: Pick<ObservationPlan, 'dueAt'>, now: number): boolean {
  return dueAt === undefined || Date.parse(dueAt) < now
}

/** How high the newest score is; undefined without one. */
export function classifyObservation(
  latest: readonly LatestValue[],
  times: Pick<ObservationTimes, 'news2_medium' | 'news2_high'>,
): ObservationRisk | undefined {
  const score = latest.find(({ vital }) => vital === 'news2')
  if (typeof score?.value !== 'number') return undefined
  const { value } = score
  if (value >= times.news2_high) return 'high'
  if (value >= times.news2_medium) return 'medium'
  if (hasSingleThree(latest, score.second === 2 ? 2 : 1)) return 'three'
  return value === 0 ? 'zero' : 'low'
}

/** How soon a score of each risk asks for vital signs. */
const intervals = {
  zero: 'observe_zero_minutes',
  low: 'observe_low_minutes',
  three: 'observe_three_minutes',
  medium: 'observe_medium_minutes',
  high: 'observe_high_minutes',
} as const satisfies Record<ObservationRisk, keyof ObservationTimes>

/** Whether a patient is at a higher risk than when the order was given, as far as anybody knows. */
const hasRisen = (order: OrderedInterval | null, risk: ObservationRisk): boolean =>
  !order?.risk || observationRisks.indexOf(risk) > observationRisks.indexOf(order.risk)

/** Whether one of the newest values alone scores 3. */
function hasSingleThree(latest: readonly LatestValue[], scale: SpO2Scale): boolean {
  const find = (vital: LatestValue['vital']) => latest.find((one) => one.vital === vital)
  const number = (vital: LatestValue['vital']) => find(vital)?.value ?? null
  const oxygen = number('oxygen')
  const letter = find('consciousness')?.note ?? null
  return (
    computeNews2(
      {
        respiration_rate: number('respiration_rate'),
        spo2: number('spo2'),
        oxygen: oxygen === null ? null : oxygen === 1,
        systolic: number('blood_pressure'),
        pulse: number('pulse'),
        consciousness: letter as (typeof consciousnessLevels)[number] | null,
        temperature: number('temperature'),
      },
      scale,
    )?.hasSingleThree ?? false
  )
}
