import { type AlarmFamily, limitedVitals, listAlarmRules, toLimitRule } from 'contract'
import { sqlArray } from '../../db/binary-array.ts'

/** The rules of these families as a parameter of a statement. */
export const sqlRules = (...families: AlarmFamily[]) => sqlArray('text', listAlarmRules(...families))

/** The rules of limits below which a value raises an alarm, as a parameter of a statement. */
export const sqlLowRules = sqlArray(
  'text',
  limitedVitals.map((vital) => toLimitRule(vital, 'low')),
)
