import { type RawBuilder, sql } from 'kysely'
import { selectAlarmsOff } from '../../../bedside/alarms/notify-status.ts'
import { selectOwnLimits } from '../../../bedside/alarms/own-limits.ts'
import { selectLatest } from '../../../bedside/latest-values.ts'
import { selectIsoText } from '../../../db/iso-text.ts'
import { selectDeviceNames, selectPatientLabel } from '../../../db/labels.ts'
import { selectTriageName } from '../../../patient-flow/select-triage-name.ts'

/**
 * The columns of a `Tile` but its trends, of the patient `p` in the ward `w` and the bed `b` of the query. `now`
 * decides which alarms are switched off, and which limits hold.
 */
export function selectTileParts(now: string): RawBuilder<unknown> {
  return sql`
    ${selectPatientLabel({
      more: sql`'gender', p.gender, 'date_of_birth', p.date_of_birth, 'birth_date_precision', p.birth_date_precision, 'triage_level', ${selectTriageName('p.triage_level')}`,
    })} as patient,
    ${selectLatest(sql`p.id`)} as latest,
    coalesce((select json_agg(json_build_object('_id', d.id, ${selectDeviceNames('d')}, 'status', d.status,
        'battery', d.battery, 'last_seen_at', ${selectIsoText('d.last_seen_at')}) order by d.kind, d.name)
      from device_assignments a join devices d on d.id = a.device_id
      where a.patient_id = p.id and upper_inf(a.during)), '[]') as devices,
    ${selectAlarmsOff('p.id', now)} as alarms_off,
    coalesce(${selectOwnLimits('p.id', now)}, '[]') as own_limits`
}
