import {
  type DayTrend,
  type DayVital,
  daySteps,
  dayVitals,
  type Extremes,
  type LatestValue,
  type Result,
  type summary,
  trendMinutes,
} from 'contract'
import { replaceLatest, updateWorn } from '../../../clinical/vitals/live-updates.ts'
import type { NumberedEvent } from '../../../live/live.ts'

export type Summary = Result<typeof summary.get>

const stepMs = trendMinutes * 60_000

/** The summary after these events. */
export function updateSummary(shown: Summary, events: readonly NumberedEvent[]): Summary {
  const fresh = events.filter(({ number }) => number > Number(shown.event))
  const last = fresh.at(-1)
  if (!last) return shown
  let next = shown
  for (const { event } of fresh) {
    if (event.kind === 'latest') {
      for (const { patient_id, latest, extremes } of event.patients)
        if (patient_id === shown.patient_id) next = addLatest(next, latest, extremes)
    } else if (event.kind === 'device') {
      for (const device of event.devices) {
        const devices = updateWorn(next.devices, next.patient_id, device)
        if (devices !== next.devices) next = { ...next, devices: [...devices] }
      }
    }
  }
  return next === shown ? shown : { ...next, event: String(last.number) }
}

/** `extremes` are those of all that arrived: the newest value alone would hide those measured just before it. */
function addLatest(
  shown: Summary,
  arrived: readonly LatestValue[],
  extremes: readonly ({ vital: DayVital } & Extremes)[] = [],
): Summary {
  const latest = replaceLatest(shown.latest, arrived)
  const replaced = shown.latest.filter((one) => !latest.includes(one))
  const compared = new Set(shown.earlier.map(({ vital }) => vital))
  const first = replaced.filter(({ vital, value }) => value !== null && !compared.has(vital))
  return arrived.reduce((next, value) => addToTrends(next, value, extremes), {
    ...shown,
    latest,
    earlier: [
      ...shown.earlier,
      ...first.map(({ vital, value, second, measured_at }) => ({ vital, value, second, measured_at })),
    ],
  })
}

function addToTrends(
  shown: Summary,
  { vital, value, second, measured_at }: LatestValue,
  extremes: readonly ({ vital: DayVital } & Extremes)[],
): Summary {
  const parts: [string, number | null][] =
    vital === 'blood_pressure'
      ? [
          ['systolic', value],
          ['diastolic', second],
        ]
      : [[vital, value]]
  // A time in the future is from a clock ahead of the panel's.
  const at = Math.min(Date.parse(measured_at), Date.now())
  return parts.reduce((next, [name, number]) => {
    const known = dayVitals.find((one) => one === name)
    if (!known || number === null) return next
    const { low, high } = extremes.find((one) => one.vital === known) ?? { low: number, high: number }
    return widenStep(next, known, at, { low, high })
  }, shown)
}

function widenStep(shown: Summary, vital: DayVital, at: number, { low, high }: Extremes): Summary {
  const rolled = rollForward(shown, at)
  const step = Math.floor((at - Date.parse(rolled.begins_at)) / stepMs)
  if (step < 0) return rolled
  const trend = rolled.trends.find((one) => one.vital === vital) ?? { vital, steps: listGaps(daySteps) }
  const before = trend.steps[step] ?? { low, high }
  const steps = trend.steps.with(step, { low: Math.min(low, before.low), high: Math.max(high, before.high) })
  return { ...rolled, trends: [...rolled.trends.filter((one) => one !== trend), { vital, steps }] }
}

/** Moves the day on until it has the step of this instant. */
function rollForward(shown: Summary, at: number): Summary {
  const begins = Date.parse(shown.begins_at)
  const over = Math.floor((at - begins) / stepMs) - (daySteps - 1)
  if (over <= 0) return shown
  return {
    ...shown,
    begins_at: new Date(begins + over * stepMs).toISOString(),
    trends: shown.trends.map(({ vital, steps }) => ({
      vital,
      steps: [...steps, ...listGaps(over)].slice(-daySteps),
    })),
  }
}

const listGaps = (count: number): DayTrend['steps'] =>
  Array.from({ length: Math.min(count, daySteps) }, () => null)
