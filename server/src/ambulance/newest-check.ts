import type { Vehicle } from 'contract'
import { type RawBuilder, sql } from 'kysely'
import { selectIsoText } from '../db/iso-text.ts'
import { selectStaffLabel } from '../db/labels.ts'

/** The newest check of the vehicle with this alias, with the number of its open faults; null without one. */
export function selectNewestCheck(vehicle: string): RawBuilder<Vehicle['check']> {
  return sql`(
    select json_build_object('_id', nc.id, 'checked_at', ${selectIsoText('nc.checked_at')}, 'by', ${selectStaffLabel('ns')},
      'result', nc.result,
      'is_waiting', nc.needs_second and not exists (select from equipment_seconds nx
        where nx.hospital_id = nc.hospital_id and nx.check_id = nc.id),
      'faults', (select count(*) from equipment_faults nf
        where nf.hospital_id = nc.hospital_id and nf.vehicle_id = nc.vehicle_id and nf.closed_by is null))
    from equipment_checks nc join staff ns on ns.id = nc.checked_by
    where nc.hospital_id = ${sql.ref(`${vehicle}.hospital_id`)} and nc.vehicle_id = ${sql.ref(`${vehicle}.id`)}
    order by nc.checked_at desc, nc.id desc limit 1)`
}
