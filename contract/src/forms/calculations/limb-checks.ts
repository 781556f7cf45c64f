import type { Row } from '../form.ts'
import { type Calculated, calculated, type InputReader } from './phrases.ts'
import { readStamp } from './transport-phrases.ts'

/** How far apart the checks of limbs under a restraint may be, in minutes. */
const mostMinutes = 15

const readCheck = (row: Row): number | null =>
  typeof row['limb_checked_at'] === 'string' ? Date.parse(row['limb_checked_at']) : null

const most = { minutes: mostMinutes }

/** Says of a row of limb checks that it came too long after the one before it. */
export function describeLimbCheck(read: InputReader): Calculated | null {
  const rows = read.rows('limb_checks')
  const own = rows.find(([id]) => id === read.rowId)
  const at = own ? readCheck(own[1]) : null
  if (at === null) return null
  const earlier = rows.flatMap(([id, row]) => (id === read.rowId ? [] : (readCheck(row) ?? [])))
  const before = earlier.filter((one) => one <= at)
  if (before.length === 0) return null
  const minutes = Math.floor((at - Math.max(...before)) / 60_000)
  return minutes > mostMinutes
    ? calculated(true, { key: 'limb-check-late', values: { time: { minutes }, most } })
    : null
}

/** Says that nobody checked the limbs, or when the next check is due, until the patient is handed over. */
export function describeLimbChecks(read: InputReader): Calculated | null {
  if (read.flag('is_restrained') !== true) return null
  const times = read.rows('limb_checks').flatMap(([, row]) => readCheck(row) ?? [])
  if (times.length === 0) return calculated(true, { key: 'limb-check-none', values: { most } })
  const isOver = readStamp(read, 'handed_over') !== null || readStamp(read, 'back_at_base') !== null
  if (isOver || read.now === null) return null
  const next = Math.max(...times) + mostMinutes * 60_000
  const isOverdue = Date.parse(read.now) > next
  return calculated(isOverdue, {
    key: isOverdue ? 'limb-check-overdue' : 'limb-check-next',
    values: { at: { instant: new Date(next).toISOString() }, most },
  })
}
