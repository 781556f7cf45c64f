import { referralRisks } from '../../clinical/emergency/referral-risk.ts'
import { sortMeasured } from '../answers.ts'
import type { Row } from '../form.ts'
import { type Calculated, calculated, type InputReader } from './phrases.ts'

export const readTime = (row: Row | undefined): number | null =>
  typeof row?.['measured_at'] === 'string' ? Date.parse(row['measured_at']) : null
export const readStamp = (read: InputReader, name: string): number | null => {
  const at = read.text(name)
  return at === null ? null : Date.parse(at)
}

/** How far apart vital signs may be at the risk; null where they are taken at the start and the end alone. */
function readMostMinutes(read: InputReader): number | null {
  const level = read.text('risk_found') ?? read.text('risk_referred')
  const risk = referralRisks.find((one) => one === level)
  return risk ? read.plans[risk].vitals_minutes : null
}

/**
 * Says of a row of vital signs on a transport that it was measured before the departure, or later than the risk allows.
 * On the way the time runs from the row before or from the departure, whichever was later.
 */
export function describeVitalsInterval(read: InputReader): Calculated | null {
  const rows = sortMeasured(read.rows('vitals'))
  const place = rows.findIndex(([id]) => id === read.rowId)
  const at = readTime(rows[place]?.[1])
  if (at === null) return null
  const left = readStamp(read, 'left_scene')
  if (left !== null && at <= left) return calculated(false, { key: 'vitals-before-leaving' })
  const most = readMostMinutes(read)
  const since = Math.max(readTime(rows[place - 1]?.[1]) ?? 0, left ?? 0)
  if (most === null || since === 0) return null
  const minutes = Math.floor((at - since) / 60_000)
  if (minutes <= most) return null
  return calculated(true, { key: 'vitals-late', values: { time: { minutes }, most: { minutes: most } } })
}

/** Warns if the ambulance has left and no vital signs are of before. */
export function checkVitalsBeforeLeaving(read: InputReader): Calculated | null {
  const left = readStamp(read, 'left_scene')
  if (left === null) return null
  const isMeasured = read
    .rows('vitals')
    .some(([, row]) => (readTime(row) ?? Number.POSITIVE_INFINITY) <= left)
  return isMeasured ? null : calculated(true, { key: 'no-vitals-before-leaving' })
}

/** When the crew handed the patient over, as far as the sheet says. */
export const readEnd = (read: InputReader): number | null =>
  readStamp(read, 'handed_over') ?? readStamp(read, 'at_hospital')

/** Warns if the transport is over and nobody measured anything after the departure. */
export function checkVitalsOnTheWay(read: InputReader): Calculated | null {
  const left = readStamp(read, 'left_scene')
  if (left === null || readEnd(read) === null) return null
  const isMeasured = read.rows('vitals').some(([, row]) => (readTime(row) ?? 0) > left)
  return isMeasured ? null : calculated(true, { key: 'no-vitals-on-the-way' })
}

/** Warns if more time passed from the last vital signs to the hand-over, or the arrival, than the risk allows. */
export function checkLastVitals(read: InputReader): Calculated | null {
  const [left, end, most] = [readStamp(read, 'left_scene'), readEnd(read), readMostMinutes(read)]
  if (left === null || end === null || most === null) return null
  const last = Math.max(left, ...read.rows('vitals').map(([, row]) => readTime(row) ?? 0))
  const minutes = Math.floor((end - last) / 60_000)
  if (minutes <= most) return null
  return calculated(true, { key: 'last-vitals-late', values: { time: { minutes }, most: { minutes: most } } })
}

/** What went in and came out on the way, by its rows; null while there are none. */
export function sumFluidRows(read: InputReader): Calculated | null {
  const [given, lost] = [read.rows('fluids'), read.rows('outputs')]
  if (given.length + lost.length === 0) return null
  const sum = (rows: typeof given, name: string) =>
    rows.reduce((total, [, row]) => total + (typeof row[name] === 'number' ? row[name] : 0), 0)
  const [into, out] = [sum(given, 'given_ml'), sum(lost, 'output_ml')]
  const balance = into - out
  const unknown = given.filter(([, row]) => typeof row['given_ml'] !== 'number').length
  return calculated(
    unknown > 0,
    {
      key: 'fluid-rows',
      values: { given: into, lost: out, balance: balance > 0 ? `+${balance}` : String(balance) },
    },
    ...(unknown > 0 ? [{ key: 'fluid-rows-unknown', values: { count: unknown } }] : []),
  )
}
