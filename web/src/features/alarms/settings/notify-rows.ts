import {
  isSameValue,
  type LimitBound,
  type LimitedVital,
  type Limits,
  listDroppedBounds,
  mapVitals,
  type NotifySetting,
} from 'contract'

/** How one vital sign is monitored, as the form holds it. */
export type NotifyRow = Pick<NotifySetting, 'mode' | 'limits' | 'until'>
export type NotifyRows = Record<LimitedVital, NotifyRow>

export const hospitalRow: NotifyRow = { mode: 'default', limits: null, until: null }

export function toNotifyRows(settings: readonly NotifySetting[]): NotifyRows {
  return mapVitals((vital) => {
    const { mode, limits, until } = settings.find((one) => one.vital === vital) ?? hospitalRow
    return { mode, limits, until }
  })
}

/** A typed limit makes the limits the patient's own, and typing the hospital's again makes them the hospital's. */
export function setRowLimit(
  row: NotifyRow,
  standard: Limits,
  [bound, value]: [LimitBound, number | null],
): NotifyRow {
  const limits = { ...(row.limits ?? standard), [bound]: value }
  const until = row.mode === 'own' ? row.until : null
  return until === null && isSameValue(limits, standard) ? hospitalRow : { mode: 'own', limits, until }
}

/** The limits of the hospital beyond which a row raises no alarm, though the vital sign is monitored. */
export function listRowBoundsOff({ mode, limits }: NotifyRow, standard: Limits): LimitBound[] {
  return mode === 'own' && limits ? listDroppedBounds(limits, standard) : []
}

/** A mode with its end. Own limits begin as the hospital's. */
export function setRowHold(
  row: NotifyRow,
  standard: Limits,
  { mode, until }: Pick<NotifyRow, 'mode' | 'until'>,
): NotifyRow {
  if (mode === 'default') return hospitalRow
  return { mode, until, limits: mode === 'own' ? (row.limits ?? standard) : null }
}

/** How many hours a setting can last. Alarms are never off without an end. */
const holdHours = [1, 4, 8, 24, 72, 168] as const
const hourMs = 3_600_000

export type Hold = Pick<NotifyRow, 'mode' | 'until'> & { hours: number | null }

/** What can be chosen for a row: also the end that it has now. */
export function listHolds(row: NotifyRow, now: number): Hold[] {
  const ends = holdHours.map((hours) => ({ hours, until: new Date(now + hours * hourMs).toISOString() }))
  const holds: Hold[] = [
    { mode: 'default', until: null, hours: null },
    { mode: 'own', until: null, hours: null },
    ...ends.map((end) => ({ mode: 'own' as const, ...end })),
    ...ends.map((end) => ({ mode: 'disabled' as const, ...end })),
  ]
  const isListed = holds.some(({ mode, until }) => mode === row.mode && until === row.until)
  return isListed ? holds : [...holds, { mode: row.mode, until: row.until, hours: null }]
}
