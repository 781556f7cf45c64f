import {
  labNames,
  type ReadingKind,
  type ReadingSource,
  type ReadingValueName,
  type ReadingValues,
  readingKindNames,
  readings,
  readingValueNames,
  validateReading,
  vitalSignKinds,
} from 'contract'

/** What a history call covers: kinds and, if the call is limited to them, sources, or readings with one of `fields`. */
export type HistorySubject = {
  kinds: readonly ReadingKind[]
  sources?: readonly ReadingSource[]
  fields?: readonly ReadingValueName[]
  days?: number
}

const gatewaySources = ['gateway', 'box'] as const

/** How many days a laboratory's history covers by default. */
const labDays = 60

type HistoryAlias = Exclude<
  keyof typeof readings,
  'history' | 'exportHistory' | 'record' | 'correct' | 'inbox' | 'assign' | 'tellUnit' | 'dismiss'
>

/** The calls that have a path of their own for one kind and source. */
export const historySubjects: Record<HistoryAlias, HistorySubject> = {
  bodyTemperature: { kinds: ['temperature'] },
  bodyTemperatureGateway: { kinds: ['temperature'], sources: gatewaySources },
  bodyTemperatureWatch: { kinds: ['temperature'], sources: ['watch'] },
  spo2: { kinds: ['spo2'] },
  spo2Gateway: { kinds: ['spo2'], sources: gatewaySources },
  spo2Watch: { kinds: ['spo2'], sources: ['watch'] },
  bloodPressureGateway: { kinds: ['blood_pressure'], sources: gatewaySources },
  bloodPressureWatch: { kinds: ['blood_pressure'], sources: ['watch'] },
  bloodSugar: { kinds: ['glucose'] },
  creatinine: { kinds: ['lab'], fields: ['creatinine'], days: labDays },
  lipid: { kinds: ['lab'], fields: labNames.filter((name) => name !== 'creatinine'), days: labDays },
  steps: { kinds: ['activity'] },
  sleep: { kinds: ['sleep'] },
  bodyData: { kinds: ['body'] },
  allGateway: { kinds: [...vitalSignKinds, 'body', 'lab'], sources: gatewaySources },
}

const dayMs = 24 * 60 * 60_000

export type TimeSpan = { from?: string | undefined; to?: string | undefined }

/** The span of a history: open at both ends by default, or the last `days`. */
export function resolveSpan({ from, to }: TimeSpan, days: number | undefined, now: string): TimeSpan {
  if (from !== undefined || days === undefined) return { from, to }
  return { from: new Date(Date.parse(to ?? now) - days * dayMs).toISOString(), to }
}

/** A chart has a beginning and an end: by default the last day. */
export function resolveChartSpan({ from, to }: TimeSpan, now: string): { from: string; end: string } {
  const end = to ?? now
  return { from: from ?? new Date(Date.parse(end) - dayMs).toISOString(), end }
}

/** How far a person's watch may be ahead of the hospital's clock. */
const aheadMs = 5 * 60_000
/** The longest time since which a living person can have been measured. */
const oldestMs = 120 * 365 * dayMs

/** Problems of a reading that a user enters. `field` is the form's field. */
export function validateManualReading(
  { kind, measured_at, ...values }: { kind: ReadingKind; measured_at: string } & ReadingValues,
  now: string,
): { field: string; message: string }[] {
  const ageMs = Date.parse(now) - Date.parse(measured_at)
  return [
    ...(ageMs < -aheadMs ? [{ field: 'measured_at', message: 'date-in-future' }] : []),
    ...(ageMs > oldestMs ? [{ field: 'measured_at', message: 'date-too-old' }] : []),
    ...validateReading(kind, pickReadingValues(values)),
  ]
}

/** Only the values of a reading, without the other fields of a form or a row. */
export function pickReadingValues(from: Record<string, unknown>): ReadingValues {
  const given = readingValueNames.flatMap((name) => {
    const value = from[name]
    return value === null || value === undefined ? [] : [[name, value] as [ReadingValueName, unknown]]
  })
  return Object.fromEntries(given)
}

export function isKind(kind: string): kind is ReadingKind {
  return readingKindNames.some((name) => name === kind)
}
