import { sortMeasured } from '../answers.ts'
import { type Calculated, calculated, type InputReader, type Phrase } from './phrases.ts'
import { readSuggestedRisk } from './referral-phrases.ts'
import { readEnd, readStamp, readTime } from './transport-phrases.ts'

/** What the values that were known then suggest, and how far apart vital signs may be at that risk. */
function readDue(read: InputReader): { most: number; level: Phrase['values'] } | null {
  const risk = readSuggestedRisk(read)
  const most = risk && read.plans[risk.level].vitals_minutes
  if (!risk || most === null) return null
  return { most, level: { level: { option: 'referral-risk', value: risk.level } } }
}

/** Says of a row of vital signs that it was measured later than the values before it allow. */
export function describeCourseRow(read: InputReader): Calculated | null {
  const rows = sortMeasured(read.rows('vitals'))
  const place = rows.findIndex(([id]) => id === read.rowId)
  const [at, since] = [readTime(rows[place]?.[1]), readTime(rows[place - 1]?.[1])]
  const due = readDue(read.before('vitals', read.rowId))
  if (at === null || since === null || due === null) return null
  const minutes = Math.floor((at - since) / 60_000)
  if (minutes <= due.most) return null
  return calculated(true, {
    key: 'course-late',
    values: { ...due.level, time: { minutes }, most: { minutes: due.most } },
  })
}

/**
 * Vital signs are taken on contact, then by risk, and at the hand-over: what of it is missing, and when the next are
 * due.
 */
export function describeCourse(read: InputReader): Calculated | null {
  const times = read.rows('vitals').flatMap(([, row]) => readTime(row) ?? [])
  const missing = listMissing(read, times)
  const next = times.length > 0 ? describeNext(read, Math.max(...times)) : null
  const phrases = [...missing, ...(next?.phrases ?? [])]
  return phrases.length > 0 ? calculated(missing.length > 0 || next?.isWarning === true, ...phrases) : null
}

function listMissing(read: InputReader, times: readonly number[]): Phrase[] {
  const left = readStamp(read, 'left_scene')
  if (left === null) return []
  const isOnTheWay = readEnd(read) === null
  return [
    ...(times.some((at) => at <= left) ? [] : [{ key: 'course-none-before-leaving' }]),
    ...(isOnTheWay || times.some((at) => at > left) ? [] : [{ key: 'course-none-on-the-way' }]),
  ]
}

/** When the next are due, or that the last were too long before the hand-over. */
function describeNext(read: InputReader, last: number): Calculated | null {
  const due = readDue(read.before('vitals'))
  if (due === null) return null
  const values = { ...due.level, most: { minutes: due.most } }
  const end = readEnd(read)
  if (end !== null) {
    const minutes = Math.floor((end - last) / 60_000)
    if (minutes <= due.most) return null
    return calculated(true, { key: 'course-last-late', values: { ...values, time: { minutes } } })
  }
  const isOver = read.flag('is_transported') === false || readStamp(read, 'back_at_base') !== null
  if (read.now === null || isOver) return null
  const next = last + due.most * 60_000
  const isOverdue = Date.parse(read.now) > next
  return calculated(isOverdue, {
    key: isOverdue ? 'course-overdue' : 'course-next',
    values: { ...values, at: { instant: new Date(next).toISOString() } },
  })
}
