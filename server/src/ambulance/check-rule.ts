import { type CheckRule, findDueSince, standardCheckRule } from 'contract'
import { getThresholds } from '../bedside/alarms/alarm-state.ts'
import type { Tx } from '../db/database.ts'

/** How often the hospital checks its vehicles. */
export async function getCheckRule(tx: Tx): Promise<CheckRule> {
  const kept = await tx.selectFrom('equipment_settings').select('check_rule').executeTakeFirst()
  return (kept?.check_rule as CheckRule | undefined) ?? standardCheckRule
}

/** Since when a vehicle must have been checked to be ready; null if none is ever due. */
export async function getCheckDueSince(tx: Tx, now: string): Promise<string | null> {
  const [rule, { thresholds }] = await Promise.all([getCheckRule(tx), getThresholds(tx)])
  return findDueSince(rule, now, thresholds.times)
}
