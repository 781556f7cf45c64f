import type { DeviceLocation, PageRequest } from 'contract'
import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import { selectDeviceLabelOrNull, selectPatientLabel } from '../../../db/labels.ts'
import { buildLimit, type Page } from '../../../db/listing/pages.ts'

/**
 * The last positions of patients who wear a device, at home too, or are in the hospital, and of watches that nobody
 * wears; newest first.
 */
export async function listDeviceLocations(tx: Tx, request: PageRequest): Promise<Page<DeviceLocation>> {
  const { rows } = await sql<DeviceLocation & { total: number }>`
    with places as (
      select l.patient_id, l.device_id, l.value as lat, l.second as lang, l.measured_at as at
      from latest_values l join patients m on m.id = l.patient_id
      where l.vital = 'position' and l.value is not null and l.second is not null
        and (m.an is not null or m.id in (select patient_id from device_assignments where upper_inf(during)))
      union all
      select null, d.id, d.latitude, d.longitude, d.located_at
      from devices d
      where d.latitude is not null and d.longitude is not null and d.located_at is not null and d.retired_at is null
        and not exists (select from device_assignments a where a.device_id = d.id and upper_inf(a.during))
    )
    select case when p.id is not null then ${selectPatientLabel()} end as patient,
      ${selectDeviceLabelOrNull('d')} as device,
      places.lat, places.lang, places.at, count(*) over () as total
    from places
      left join patients p on p.id = places.patient_id
      left join wards w on w.id = p.ward_id
      left join beds b on b.id = p.bed_id
      left join devices d on d.id = places.device_id
    order by places.at desc
    ${buildLimit(request)}`.execute(tx)
  return {
    rows: rows.map(({ total: _total, ...place }) => place),
    total: rows[0]?.total ?? 0,
    total_is_at_least: false,
  }
}
