import type { LatestValue } from '../monitoring.ts'
import type { AlarmTimes } from '../thresholds.ts'
import { computeNews2, type SpO2Scale } from './news2.ts'
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

/** When a patient's vital signs are due. */
export type ObservationPlan = {
  everyMinutes: number
  /** What asks for it: somebody's order, NEWS2, or the hospital's rule for patients without a score. */
  reason: 'order' | 'score' | 'unscored'
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
 * does not make a pressure of last night younger. An order goes before NEWS2.
 */
export function planObservation(
  latest: readonly LatestValue[],
  orderedMinutes: number | null,
  times: ObservationTimes,
): ObservationPlan {
  const score = latest.find(({ vital }) => vital === 'news2')
  const asked = getScoreInterval(latest, times)
  const lastAt =
    score && asked
      ? (score.note ?? score.measured_at)
      : latest
          .filter(({ vital }) => roundVitals.includes(vital))
          .map(({ measured_at }) => measured_at)
          .toSorted()[0]
  const everyMinutes = orderedMinutes ?? asked?.minutes ?? times.observe_unscored_minutes
  return {
    everyMinutes,
    reason: orderedMinutes !== null ? 'order' : asked ? 'score' : 'unscored',
    isContinuous: asked?.isContinuous ?? false,
    lastAt,
    dueAt: lastAt && new Date(Date.parse(lastAt) + everyMinutes * minuteMs).toISOString(),
  }
}

/** Whether vital signs are overdue at an instant (milliseconds); at once if none was ever taken. */
export function isObservationOverdue({ dueAt }: Pick<ObservationPlan, 'dueAt'>, now: number): boolean {
  return dueAt === undefined || Date.parse(dueAt) < now
}

/** How often the newest score asks for vital signs; undefined without a score. */
function getScoreInterval(
  latest: readonly LatestValue[],
  times: ObservationTimes,
): { minutes: number; isContinuous: boolean } | undefined {
  const score = latest.find(({ vital }) => vital === 'news2')
  if (typeof score?.value !== 'number') return undefined
  const { value } = score
  if (value >= times.news2_high) return { minutes: times.observe_high_minutes, isContinuous: true }
  const minutes =
    value >= times.news2_medium
      ? times.observe_medium_minutes
      : hasSingleThree(latest, score.second === 2 ? 2 : 1)
        ? times.observe_three_minutes
        : value === 0
          ? times.observe_zero_minutes
          : times.observe_low_minutes
  return { minutes, isContinuous: false }
}

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
