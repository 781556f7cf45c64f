import { findShift, type ShiftHours, toBangkokDay } from '../../clinical/shifts.ts'
import { hospitalOffsetMs } from '../../wire/thai.ts'
import type { EquipmentItem } from './items.ts'

export const equipmentStatuses = ['READY', 'LOW', 'BROKEN', 'EXPIRED', 'MISSING'] as const
export type EquipmentStatus = (typeof equipmentStatuses)[number]

/** What somebody sees at a thing that no number tells. */
export const equipmentDefects = ['BROKEN', 'EXPIRED'] as const
export type EquipmentDefect = (typeof equipmentDefects)[number]

/** Oxygen below it does not last for a journey; in psi. Of the Bangkok EMS standard. */
export const leastPressure = 1000
/**
 * A battery or a tank below it is not ready; in percent. The tank is half full by common practice; the battery is a
 * default.
 */
export const leastCharge = 50

export type EquipmentCount = {
  needed: number
  found: number
  defect: EquipmentDefect | null
  expires_on: string | null
  /** In percent. */
  charge: number | null
  /** In psi. */
  pressure: number | null
}

/**
 * How an item stands on a calendar date. What is worse hides what is not: nothing found, then broken, then expired (it
 * is good up to and including its date), then too few of it or too little in it.
 */
export function judgeItem(count: EquipmentCount, today: string): EquipmentStatus {
  const { needed, found, defect, expires_on, charge, pressure } = count
  if (needed > 0 && found === 0) return 'MISSING'
  if (defect === 'BROKEN') return 'BROKEN'
  if (defect === 'EXPIRED' || (expires_on !== null && expires_on < today)) return 'EXPIRED'
  const isLow =
    found < needed ||
    (charge !== null && charge < leastCharge) ||
    (pressure !== null && pressure < leastPressure)
  return isLow ? 'LOW' : 'READY'
}

export const checkResults = ['READY', 'READY_WITH_FAULTS', 'NOT_READY'] as const
export type CheckResult = (typeof checkResults)[number]

/** A vehicle is not ready if something vital is not; any other fault is told. */
export function judgeCheck(
  rows: readonly { status: EquipmentStatus; vital?: EquipmentItem['vital'] }[],
): CheckResult {
  const faults = rows.filter(({ status }) => status !== 'READY')
  if (faults.some(({ vital }) => vital)) return 'NOT_READY'
  return faults.length > 0 ? 'READY_WITH_FAULTS' : 'READY'
}

/** How often a vehicle must be checked. By standard in each shift: a default of the panel. */
export const checkRules = ['SHIFT', 'DAY', 'NEVER'] as const
export type CheckRule = (typeof checkRules)[number]
export const standardCheckRule: CheckRule = 'SHIFT'

/** A vehicle that was last checked before this instant is due for a check; null if no check is ever due. */
export function findCheckCutoff(rule: CheckRule, now: string, hours: ShiftHours): string | null {
  if (rule === 'NEVER') return null
  if (rule === 'SHIFT') return findShift(now, hours).from
  return new Date(Date.parse(toBangkokDay(now)) - hospitalOffsetMs).toISOString()
}
