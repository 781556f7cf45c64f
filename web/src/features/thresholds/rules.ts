import {
  type AgeBand,
  AlarmTimes,
  ageBands,
  type Bounds,
  DeadBand,
  deadBandBounds,
  findMisplacedBound,
  type LimitedVital,
  type Limits,
  limitBounds,
  limitedVitals,
  Persistence,
  persistenceBounds,
  quantities,
  type Thresholds,
  timeBounds,
  toDeviceBounds,
} from 'contract'

/** Every editable number, by its path: `limits.adult.spo2.low`. */
export type Numbers = Readonly<Record<string, number | null>>

export function flattenNumbers(node: unknown, path: readonly string[] = []): Numbers {
  if (typeof node === 'object' && node !== null)
    return Object.assign(
      {},
      ...Object.entries(node).map(([key, value]) => flattenNumbers(value, [...path, key])),
    ) as Numbers
  return { [path.join('.')]: node as number | null }
}

/** A copy of the thresholds with some numbers changed. */
export function replaceNumbers(thresholds: Thresholds, changed: Numbers): Thresholds {
  return replaceNode(thresholds, changed, []) as Thresholds
}

/** Copies every object: age groups that start with the same limits must not share them any longer. */
function replaceNode(node: unknown, changed: Numbers, path: readonly string[]): unknown {
  if (typeof node === 'object' && node !== null)
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) => [key, replaceNode(value, changed, [...path, key])]),
    )
  const here = path.join('.')
  return here in changed ? changed[here] : node
}

/** Validation problems by path, as keys of the validation messages. */
export type ThresholdProblems = Readonly<
  Record<string, 'limits-out-of-order' | 'number-range' | 'field-required'>
>

export function findThresholdProblems({
  limits,
  persistence,
  dead_bands,
  times,
}: Thresholds): ThresholdProblems {
  const found: [path: string, problem: ThresholdProblems[string]][] = []
  for (const band of ageBands)
    for (const vital of limitedVitals) {
      const misplaced = findMisplacedBound(limits[band][vital])
      if (misplaced) found.push([getLimitPath(band, vital, misplaced), 'limits-out-of-order'])
      const [min, max] = toBounds(vital)
      for (const bound of limitBounds) {
        const limit = limits[band][vital][bound]
        if (limit !== null && (limit < min || limit > max))
          found.push([getLimitPath(band, vital, bound), 'number-range'])
      }
    }
  for (const vital of limitedVitals) {
    const band = dead_bands[vital] as number | null
    if (band === null) found.push([`dead_bands.${vital}`, 'field-required'])
    else if (!DeadBand.safeParse(band).success) found.push([`dead_bands.${vital}`, 'number-range'])
  }
  for (const vital of limitedVitals)
    for (const name of ['repeats', 'lasts_seconds'] as const) {
      const value = persistence[vital][name] as number | null
      if (value === null) found.push([`persistence.${vital}.${name}`, 'field-required'])
      else if (!Persistence.shape[name].safeParse(value).success)
        found.push([`persistence.${vital}.${name}`, 'number-range'])
    }
  for (const [name, schema] of Object.entries(AlarmTimes.shape)) {
    const value = times[name as keyof AlarmTimes]
    if (schema.safeParse(value).success) continue
    found.push([`times.${name}`, value === null ? 'field-required' : 'number-range'])
  }
  return Object.fromEntries(found)
}

export const getLimitPath = (band: AgeBand, vital: LimitedVital, bound: keyof Limits) =>
  `limits.${band}.${vital}.${bound}`

/** The parts of a path, to put it into words; undefined for a path that this version does not know. */
export function parseNumberPath(path: string) {
  const [group, one = '', two = '', three = ''] = path.split('.')
  const findVital = (name: string) => limitedVitals.find((vital) => vital === name)
  if (group === 'limits') {
    const band = ageBands.find((name) => name === one)
    const vital = findVital(two)
    const bound = limitBounds.find((name) => name === three)
    return band && vital && bound ? { group: 'limits' as const, band, vital, bound } : undefined
  }
  if (group === 'persistence') {
    const vital = findVital(one)
    const name = (['repeats', 'lasts_seconds'] as const).find((known) => known === two)
    return vital && name ? { group: 'persistence' as const, vital, name } : undefined
  }
  if (group === 'dead_bands') {
    const vital = findVital(one)
    return vital ? { group: 'dead_bands' as const, vital } : undefined
  }
  const time = timeNames.find((name) => name === one)
  return group === 'times' && time ? { group: 'times' as const, time } : undefined
}

/** A limit beyond what devices measure would never be broken by them. */
function toBounds(vital: LimitedVital): Bounds {
  const { min, max } = toDeviceBounds(quantities[vital])
  return [min, max]
}

/** The least and the greatest value that a number may have. */
export function findNumberBounds(path: string): Bounds | undefined {
  const parts = parseNumberPath(path)
  if (!parts) return undefined
  if (parts.group === 'limits') return toBounds(parts.vital)
  if (parts.group === 'persistence') return persistenceBounds[parts.name]
  return parts.group === 'dead_bands' ? deadBandBounds : timeBounds[parts.time]
}

export const timeNames = [
  'escalate_high_seconds',
  'escalate_medium_seconds',
  'to_doctor_high_seconds',
  'to_doctor_medium_seconds',
  'to_everybody_high_seconds',
  'to_everybody_medium_seconds',
  'retell_high_minutes',
  'retell_medium_minutes',
  'retellings',
  'no_data_minutes',
  'gone_minutes',
  'battery_percent',
  'late_minutes',
  'news2_medium',
  'news2_high',
  'same_alarm_minutes',
  'observe_zero_minutes',
  'observe_low_minutes',
  'observe_three_minutes',
  'observe_medium_minutes',
  'observe_high_minutes',
  'observe_unscored_minutes',
  'shift_morning_hour',
  'shift_evening_hour',
  'shift_night_hour',
  'retention_months',
] as const satisfies readonly (keyof AlarmTimes)[]

/** The unit of each time. */
export const timeUnits = {
  escalate_high_seconds: 'seconds',
  escalate_medium_seconds: 'seconds',
  to_doctor_high_seconds: 'seconds',
  to_doctor_medium_seconds: 'seconds',
  to_everybody_high_seconds: 'seconds',
  to_everybody_medium_seconds: 'seconds',
  retell_high_minutes: 'minutes',
  retell_medium_minutes: 'minutes',
  retellings: 'times',
  no_data_minutes: 'minutes',
  gone_minutes: 'minutes',
  battery_percent: 'percent',
  late_minutes: 'minutes',
  news2_medium: 'points',
  news2_high: 'points',
  same_alarm_minutes: 'minutes',
  observe_zero_minutes: 'minutes',
  observe_low_minutes: 'minutes',
  observe_three_minutes: 'minutes',
  observe_medium_minutes: 'minutes',
  observe_high_minutes: 'minutes',
  observe_unscored_minutes: 'minutes',
  shift_morning_hour: 'hour',
  shift_evening_hour: 'hour',
  shift_night_hour: 'hour',
  retention_months: 'months',
} as const satisfies Record<(typeof timeNames)[number], string>
