import type {
  ControlledCount,
  CountedItem,
  EquipmentCheck,
  EquipmentDefect,
  EquipmentFault,
  EquipmentStatus,
  EquipmentVehicle,
  PageRequest,
  VehicleClass,
  VehicleDocument,
} from 'contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { selectNewestCheck } from '../../../ambulance/newest-check.ts'
import { sqlArray } from '../../../db/binary-array.ts'
import type { Tx } from '../../../db/database.ts'
import { selectIsoText } from '../../../db/iso-text.ts'
import { selectStaffLabel, selectVehicleLabel } from '../../../db/labels.ts'
import { buildLimit, countRows, type Page } from '../../../db/listing/pages.ts'
import type { Signed, StoredSignatures } from '../rules.ts'

/** Vehicles in use, as they stand on a calendar date. */
export async function listVehicles(
  tx: Tx,
  today: string,
  checkCutoff: RawBuilder<string | null>,
): Promise<EquipmentVehicle[]> {
  const { rows } = await sql<EquipmentVehicle>`
    select v.id as _id, v.call_sign, v.plate, v.class, vehicle_status(v, ${today}, ${checkCutoff}) as status,
      ${selectNewestCheck('v')} as check
    from vehicles v where v.deactivated_at is null
    order by thai_sort_key(v.call_sign) collate "C", v.id`.execute(tx)
  return rows
}

export type CheckedVehicle = {
  _id: string
  call_sign: string
  plate: string
  class: VehicleClass
  odometer: number | null
} & Record<VehicleDocument, string | null>

const selectVehicle = (id: string, lock: RawBuilder<unknown>) => sql<CheckedVehicle>`
  select id as _id, call_sign, plate, class, odometer, certificate_expires_on, act_expires_on, tax_expires_on,
    insurance_expires_on
  from vehicles where id = ${id} and deactivated_at is null ${lock}`

/** A vehicle in use. */
export async function findVehicle(tx: Tx, id: string): Promise<CheckedVehicle | undefined> {
  return (await selectVehicle(id, sql``).execute(tx)).rows[0]
}

/** The same, locked until the transaction ends: its checks come one after the other. */
export async function lockVehicle(tx: Tx, id: string): Promise<CheckedVehicle | undefined> {
  return (await selectVehicle(id, sql`for no key update`).execute(tx)).rows[0]
}

/** What the newest check of a vehicle noted of each item. */
export async function listNewestNotes(
  tx: Tx,
  vehicleId: string,
): Promise<{ item: string; lot: string | null; expires_on: string | null }[]> {
  const { rows } = await sql<{ item: string; lot: string | null; expires_on: string | null }>`
    select r.item, r.lot, r.expires_on from equipment_rows r
    where r.check_id = (select id from equipment_checks where vehicle_id = ${vehicleId}
      order by checked_at desc, id desc limit 1)
    order by r.item`.execute(tx)
  return rows
}

/** The faults of a vehicle that are open, the oldest first. */
export async function listOpenFaults(tx: Tx, vehicleId: string): Promise<EquipmentFault[]> {
  const { rows } = await sql<EquipmentFault>`
    select f.opened_by as check_id, f.item, n.status, n.note, ${selectIsoText('c.checked_at')} as since,
      ${selectStaffLabel('s')} as by,
      (select p.check_id from equipment_photos p join equipment_checks pc on pc.hospital_id = p.hospital_id and pc.id = p.check_id
        where p.hospital_id = f.hospital_id and p.item = f.item and pc.vehicle_id = f.vehicle_id
          and pc.checked_at >= c.checked_at
        order by pc.checked_at desc limit 1) as photo_of
    from equipment_faults f
      join equipment_checks c on c.hospital_id = f.hospital_id and c.id = f.opened_by
      join staff s on s.id = c.checked_by
      join lateral (select r.status, r.note from equipment_rows r
        join equipment_checks rc on rc.hospital_id = r.hospital_id and rc.id = r.check_id
        where r.hospital_id = f.hospital_id and r.item = f.item and rc.vehicle_id = f.vehicle_id
        order by rc.checked_at desc, rc.id desc limit 1) n on true
    where f.vehicle_id = ${vehicleId} and f.closed_by is null
    order by c.checked_at, f.item`.execute(tx)
  return rows
}

/** Whether a check, `c` with its second count `x`, waits for that. */
export const isWaiting = sql<boolean>`(c.needs_second and x.at is null)`

const checkRows = sql`equipment_checks c
  join vehicles v on v.id = c.vehicle_id
  join staff s on s.id = c.checked_by
  left join equipment_seconds x on x.hospital_id = c.hospital_id and x.check_id = c.id
  left join staff xs on xs.id = x.staff_id`

const selectChecks = (where: RawBuilder<SqlBool>, limits = sql``) => sql<EquipmentCheck>`
  select c.id as _id, c.day, c.shift, c.kind, c.odometer, c.result, c.checked_at, c.received_at, ${selectStaffLabel('s')} as by, c.note,
    c.signer_name is not null as is_signed,
    ${selectVehicleLabel('v')} as vehicle,
    case when x.at is not null then json_build_object('by', ${selectStaffLabel('xs')}, 'at', ${selectIsoText('x.at')},
      'is_signed', x.signer_name is not null) end as second,
    ${isWaiting} as is_waiting,
    (select count(*)::int from equipment_rows r where r.hospital_id = c.hospital_id and r.check_id = c.id) as items,
    (select coalesce(json_agg(json_build_object('item', r.item, 'status', r.status, 'needed', r.needed, 'found', r.found,
        'note', r.note, 'has_photo', p.photo_id is not null) order by r.item), '[]'::json)
      from equipment_rows r left join equipment_photos p
        on p.hospital_id = r.hospital_id and p.check_id = r.check_id and p.item = r.item
      where r.hospital_id = c.hospital_id and r.check_id = c.id and r.status <> 'READY') as faults,
    (select coalesce(json_agg(json_build_object('item', f.item, 'since', ${selectIsoText('o.checked_at')},
        'by', ${selectStaffLabel('os')}) order by f.item), '[]'::json)
      from equipment_faults f
        join equipment_checks o on o.hospital_id = f.hospital_id and o.id = f.opened_by
        join staff os on os.id = o.checked_by
      where f.hospital_id = c.hospital_id and f.closed_by = c.id) as closed
  from ${checkRows}
  where ${where}
  order by c.checked_at desc, c.id desc ${limits}`

export async function findCheck(tx: Tx, id: string): Promise<EquipmentCheck | undefined> {
  return (await selectChecks(sql<SqlBool>`c.id = ${id}`).execute(tx)).rows[0]
}

export async function findNewestCheck(tx: Tx, vehicleId: string): Promise<EquipmentCheck | undefined> {
  return (await selectChecks(sql<SqlBool>`c.vehicle_id = ${vehicleId}`, sql`limit 1`).execute(tx)).rows[0]
}

/** The checks of a vehicle, the newest first. */
export async function listChecks(
  tx: Tx,
  vehicleId: string,
  request: PageRequest,
): Promise<Page<EquipmentCheck>> {
  const where = sql<SqlBool>`c.vehicle_id = ${vehicleId}`
  const [{ rows }, total] = await Promise.all([
    selectChecks(where, buildLimit(request)).execute(tx),
    countRows(tx, sql`${checkRows} where ${where}`),
  ])
  return { rows, ...total }
}

/** Everything that a check found, with what its checker stated of each item. */
export async function listFound(
  tx: Tx,
  checkId: string,
): Promise<(CountedItem & { defect: EquipmentDefect | null })[]> {
  return tx
    .selectFrom('equipment_rows')
    .select([
      'item',
      'needed',
      'found',
      'defect',
      'status',
      'lot',
      'expires_on',
      'charge',
      'pressure',
      'note',
    ])
    .where('check_id', '=', checkId)
    .orderBy('item')
    .$narrowType<{ status: EquipmentStatus; defect: EquipmentDefect | null }>()
    .execute()
}

/** Who signed a check, and who its second count. */
export async function findSignatures(tx: Tx, checkId: string): Promise<StoredSignatures> {
  const [first, second] = await Promise.all([
    tx
      .selectFrom('equipment_checks')
      .select(['signer_name', 'strokes', 'content_hash'])
      .where('id', '=', checkId)
      .where('signer_name', 'is not', null)
      .$castTo<Signed>()
      .executeTakeFirst(),
    tx
      .selectFrom('equipment_seconds')
      .select(['signer_name', 'strokes', 'content_hash', 'counts'])
      .where('check_id', '=', checkId)
      .where('signer_name', 'is not', null)
      .$castTo<Signed & { counts: ControlledCount[] }>()
      .executeTakeFirst(),
  ])
  return { first: first ?? null, second: second ?? null }
}

/** How many of each of these items a check counted. */
export async function listCounts(
  tx: Tx,
  checkId: string,
  items: readonly string[],
): Promise<{ item: string; found: number }[]> {
  if (items.length === 0) return []
  return tx
    .selectFrom('equipment_rows')
    .select(['item', 'found'])
    .where('check_id', '=', checkId)
    .where(sql<boolean>`item = any(${sqlArray('text', items)})`)
    .orderBy('item')
    .execute()
}

export type WrittenCheck = {
  id: string
  vehicle_id: string
  day: string
  shift: string
  kind: string
  odometer: number | null
  result: string
  needs_second: boolean
  note: string | null
}
export type WrittenRow = {
  item: string
  needed: number
  found: number
  defect: EquipmentDefect | null
  status: EquipmentStatus
  lot: string | null
  expires_on: string | null
  charge: number | null
  pressure: number | null
  note: string | null
}
export type Author = { hospitalId: string; staffId: string; now: string }

/** Stores a check as of when it was made. */
export async function insertCheck(
  tx: Tx,
  check: WrittenCheck & { checked_at: string; received_at: string | null } & Partial<Signed>,
  rows: readonly WrittenRow[],
  { hospitalId, staffId }: Author,
): Promise<void> {
  await tx
    .insertInto('equipment_checks')
    .values({ ...check, hospital_id: hospitalId, checked_by: staffId })
    .execute()
  if (rows.length > 0)
    await tx
      .insertInto('equipment_rows')
      .values(rows.map((row) => ({ ...row, hospital_id: hospitalId, check_id: check.id })))
      .execute()
}

/** The check of a vehicle that was made next after one with this id and time. */
export async function findNextCheck(
  tx: Tx,
  { vehicle_id, checked_at, id }: { vehicle_id: string; checked_at: string; id: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from equipment_checks
    where vehicle_id = ${vehicle_id} and (checked_at, id) > (${checked_at}::timestamptz, ${id}::uuid)
    order by checked_at, id limit 1`.execute(tx)
  return rows[0]?.id
}

/** Opens the faults that the newest check of a vehicle finds anew, and closes those that it finds no more. */
export async function settleFaults(
  tx: Tx,
  { id, vehicle_id }: Pick<WrittenCheck, 'id' | 'vehicle_id'>,
): Promise<void> {
  await sql`
    update equipment_faults f set closed_by = ${id}
    where f.vehicle_id = ${vehicle_id} and f.closed_by is null
      and not exists (select from equipment_rows r where r.hospital_id = f.hospital_id and r.check_id = ${id}
        and r.item = f.item and r.status <> 'READY')`.execute(tx)
  await sql`
    insert into equipment_faults (hospital_id, vehicle_id, item, opened_by)
    select r.hospital_id, ${vehicle_id}, r.item, r.check_id from equipment_rows r
    where r.check_id = ${id} and r.status <> 'READY'
    on conflict (hospital_id, vehicle_id, item) where closed_by is null do nothing`.execute(tx)
}

/**
 * The faults of a check that arrives after a later one, which stands: those that the next check did not find any more
 * were open until then. What it found as well is open already, or was. In whatever order checks arrive, the same is
 * open. Which checks opened and closed a fault is written once: a check from between, which had found it before or had
 * not found it any more, changes nothing of it.
 */
export async function settleEarlierFaults(
  tx: Tx,
  { id, vehicle_id, checked_at }: { id: string; vehicle_id: string; checked_at: string },
  nextId: string,
): Promise<void> {
  await sql`
    insert into equipment_faults (hospital_id, vehicle_id, item, opened_by, closed_by)
    select r.hospital_id, ${vehicle_id}, r.item, r.check_id, ${nextId} from equipment_rows r
    where r.check_id = ${id} and r.status <> 'READY'
      and not exists (select from equipment_rows n where n.hospital_id = r.hospital_id and n.check_id = ${nextId}
        and n.item = r.item and n.status <> 'READY')
      and not exists (select from equipment_faults f
        join equipment_checks o on o.hospital_id = f.hospital_id and o.id = f.opened_by
        left join equipment_checks c on c.hospital_id = f.hospital_id and c.id = f.closed_by
        where f.hospital_id = r.hospital_id and f.vehicle_id = ${vehicle_id} and f.item = r.item
          and o.checked_at <= ${checked_at} and (f.closed_by is null or c.checked_at > ${checked_at}))`.execute(
    tx,
  )
}

/**
 * The odometer of a vehicle as its newest check read it, unless somebody has written another one into the vehicle since
 * the check was made: one that no earlier check read.
 */
export async function updateOdometer(
  tx: Tx,
  { id, vehicle_id, checked_at }: { id: string; vehicle_id: string; checked_at: string },
  odometer: number,
  { staffId, now }: Author,
): Promise<void> {
  await sql`
    update vehicles set odometer = ${odometer}, odometer_reason = null, version = version + 1, updated_at = ${now}, updated_by = ${staffId}
    where id = ${vehicle_id} and odometer is distinct from ${odometer}
      and (updated_at <= ${checked_at} or odometer is not distinct from (
        select c.odometer from equipment_checks c
        where c.vehicle_id = vehicles.id and c.id <> ${id} and c.odometer is not null
        order by c.checked_at desc, c.id desc limit 1))`.execute(tx)
}

/** Says that a second person has counted, unless somebody did before. */
export async function insertSecond(
  tx: Tx,
  check: { id: string; checkedBy: string },
  counted: (Signed & { counts: readonly ControlledCount[] }) | null,
  { hospitalId, staffId, now }: Author,
): Promise<void> {
  await tx
    .insertInto('equipment_seconds')
    .values({
      hospital_id: hospitalId,
      check_id: check.id,
      checked_by: check.checkedBy,
      staff_id: staffId,
      at: now,
      ...(counted && { ...counted, counts: JSON.stringify(counted.counts) }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
