import { type CheckRule, findDueSince, standardCheckRule, standardTimes } from 'contract'
import { type RawBuilder, sql } from 'kysely'
import { selectShiftStart } from '../bedside/alarms/shift-start.ts'
import type { Tx } from '../db/database.ts'

/** How often the hospital checks its vehicles. */
export async function getCheckRule(tx: Tx): Promise<CheckRule> {
  const kept = await tx.selectFrom('equipment_settings').select('check_rule').executeTakeFirst()
  return (kept?.check_rule as CheckRule | undefined) ?? standardCheckRule
}

/** In a statement: since when a vehicle must have been checked to be ready, as `findDueSince` says; null if none is ever due. */
export function selectCheckDueSince(now: string): RawBuilder<string | null> {
  return sql`(case coalesce((select check_rule from equipment_settings), ${standardCheckRule})
    when 'SHIFT' then ${selectShiftStart(now)} when 'DAY' then ${findDueSince('DAY', now, standardTimes)}::timestamptz end)`
}
