import type { VehiclePosition } from 'contract'
import { type RawBuilder, sql } from 'kysely'
import { selectIsoText } from '../db/iso-text.ts'

/** The newest position of the vehicle `v`; null if none is known. */
export const selectPosition: RawBuilder<VehiclePosition | null> = sql`(
  select json_build_object('lat', o.latitude, 'lang', o.longitude, 'at', ${selectIsoText('o.at')}, 'source', o.source)
  from vehicle_positions o where o.hospital_id = v.hospital_id and o.vehicle_id = v.id
  order by o.at desc limit 1)`
