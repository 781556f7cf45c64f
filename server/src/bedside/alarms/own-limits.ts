import type { OwnLimits } from 'contract'
import { type RawBuilder, sql } from 'kysely'
import { selectIsoText } from '../../db/iso-text.ts'

/** The limits of the patient's own by which their alarms are evaluated now; null if the hospital's alone hold. */
export const selectOwnLimits = (patientId: string, now: string): RawBuilder<OwnLimits[] | null> => sql`(
  select json_agg(json_build_object('vital', n.vital, 'until', ${selectIsoText('n.until')}, 'limits', json_build_object(
      'critical_low', n.critical_low, 'low', n.low, 'high', n.high, 'critical_high', n.critical_high)) order by n.vital)
  from notify_settings n
  where n.patient_id = ${sql.ref(patientId)} and n.is_current and n.mode = 'own'
    and (n.until is null or n.until > ${now}))`
