import type { WardRecord } from 'contract'
import { sql } from 'kysely'
import { sqlRows } from '../../../db/binary-array.ts'
import type { Tx } from '../../../db/database.ts'
import type { WardTarget } from '../rules.ts'

/** Wards in their order, closed ones last; or only the one with this id. */
export async function listWardRecords(tx: Tx, id: string | null = null): Promise<WardRecord[]> {
  const { rows } = await sql<WardRecord>`
    select w.id as _id, w.code, w.name_en, w.name_th, w.closed_at, w.version,
      (select count(*)::int from stay_places c
        where c.ward_id = w.id and upper_inf(c.during) and c.superseded_at is null) as patients,
      coalesce((
        select json_agg(json_build_object('_id', b.id, 'label', b.label,
            'closed_at', to_char(b.closed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'is_occupied', exists (select from stay_places c
              where c.bed_id = b.id and upper_inf(c.during) and c.superseded_at is null))
          order by b.position, b.label)
        from beds b where b.ward_id = w.id), '[]') as beds
    from wards w
    where ${id}::uuid is null or w.id = ${id}
    order by w.closed_at is not null, w.position, w.code`.execute(tx)
  return rows
}

/** The open wards in their order, locked until the transaction ends. */
export function lockOpenWards(tx: Tx): Promise<{ id: string; code: string }[]> {
  return tx
    .selectFrom('wards')
    .select(['id', 'code'])
    .where('closed_at', 'is', null)
    .orderBy('position')
    .orderBy('code')
    .forNoKeyUpdate()
    .execute()
}

export async function lockWard(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('wards').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

export async function insertWard(
  tx: Tx,
  id: string,
  { code, name_en, name_th, is_closed }: WardTarget,
  { hospitalId, now }: { hospitalId: string; now: string },
): Promise<void> {
  await tx
    .insertInto('wards')
    .values((eb) => ({
      id,
      hospital_id: hospitalId,
      code,
      name_en,
      name_th,
      closed_at: is_closed ? now : null,
      position: eb
        .selectFrom('wards')
        .select(sql<number>`coalesce(max(position), 0) + 1`.as('last'))
        .where('hospital_id', '=', hospitalId),
    }))
    .execute()
}

export async function updateWard(
  tx: Tx,
  id: string,
  { code, name_en, name_th, is_closed }: WardTarget,
  now: string,
): Promise<void> {
  await tx
    .updateTable('wards')
    .set((eb) => ({
      code,
      name_en,
      name_th,
      closed_at: is_closed ? sql<string>`coalesce(closed_at, ${now})` : null,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

/** Existing beds are changed first: a new bed may get the label that one of them had. */
export async function saveBeds(
  tx: Tx,
  wardId: string,
  beds: WardTarget['beds'],
  { hospitalId, now }: { hospitalId: string; now: string },
): Promise<void> {
  const wanted = sqlRows(
    'n',
    beds,
    {
      id: ['uuid', ({ _id }) => _id],
      label: ['text', ({ label }) => label],
      is_closed: ['boolean', ({ is_closed }) => is_closed],
    },
    'position',
  )
  await sql`update beds b
    set label = n.label, position = n.position,
      closed_at = case when n.is_closed then coalesce(b.closed_at, ${now}::timestamptz) end
    from ${wanted} where b.id = n.id and b.ward_id = ${wardId}`.execute(tx)
  await sql`insert into beds (id, hospital_id, ward_id, label, position, closed_at)
    select n.id, ${hospitalId}, ${wardId}, n.label, n.position, case when n.is_closed then ${now}::timestamptz end
    from ${wanted} where not exists (select from beds b where b.id = n.id)`.execute(tx)
}

export async function updateWardOrder(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`update wards w set position = n.position
    from ${sqlRows('n', ids, { id: ['uuid', (id) => id] }, 'position')}
    where w.id = n.id`.execute(tx)
}
