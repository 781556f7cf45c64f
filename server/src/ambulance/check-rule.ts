import { type CheckRule, findCheckCutoff, standardCheckRule, standardTimes } from 'contract'
import { type RawBuilder, sql } from 'kysely'
import { selectShiftStart } from '../bedside/alarms/shift-start.ts'
import type { Tx } from '../db/database.ts'

/** How often the hospital checks its vehicles. */
export async function getCheckRule(tx: Tx): Promise<CheckRule> {
  const kept = await tx.selectFrom('equipment_settings').select('check_rule').executeTakeFirst()
  return (kept?.check_rule as CheckRule | undefined) ?? standardCheckRule
}

/** Selects what `findCheckCutoff` says for the hospital's rule and hours. */
export function selectCheckCutoff(now: string): RawBuilder<string | null> {
  return sql`(case coalesce((select check_rule from equipment_settings), ${standardCheckRule})
    when 'SHIFT' then ${selectShiftStart(now)} when 'DAY' then ${findCheckCutoff('DAY', now, standardTimes)}::timestamptz end)`
}
