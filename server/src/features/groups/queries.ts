import type { Group } from 'contract'
import { sql } from 'kysely'
import { sqlArray } from '../../db/binary-array.ts'
import type { Tx } from '../../db/database.ts'
import { selectPlaceLabel, selectStaffLabel, selectStaffLabelOrNull } from '../../db/labels.ts'

/** Groups by name, or only the one with this id. Members are listed only while they may sign in. */
export async function listGroups(tx: Tx, id: string | null = null): Promise<Group[]> {
  const { rows } = await sql<Group>`
    select g.id as _id, g.name, g.note, g.escalation, g.version, g.updated_at,
      ${selectStaffLabelOrNull('s')} as updated_by,
      coalesce((
        select json_agg(${selectPlaceLabel('w')} order by w.position)
        from group_wards f join wards w on w.id = f.ward_id and w.closed_at is null where f.group_id = g.id), '[]') as wards,
      coalesce((
        select json_agg(${selectStaffLabel('m')} order by m.sort_name)
        from group_members b join staff m on m.id = b.staff_id and m.status = 'approved'
        where b.group_id = g.id), '[]') as members
    from groups g left join staff s on s.id = g.updated_by
    where g.deleted_at is null and (${id}::uuid is null or g.id = ${id})
    order by thai_sort_key(g.name) collate "C"`.execute(tx)
  return rows
}

type GroupValues = { name: string; note: string | null; escalation: Group['escalation'] }
type GroupAuthor = { hospitalId: string; staffId: string; now: string }

export async function insertGroup(tx: Tx, id: string, kept: GroupValues, by: GroupAuthor): Promise<void> {
  await tx
    .insertInto('groups')
    .values({ id, hospital_id: by.hospitalId, ...kept, updated_at: by.now, updated_by: by.staffId })
    .execute()
}

/** A group by itself, locked until the transaction ends; undefined if there is no such group. */
export async function lockGroup(tx: Tx, id: string) {
  return tx
    .selectFrom('groups')
    .select(['version', 'name', 'note', 'escalation'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function updateGroup(
  tx: Tx,
  id: string,
  set: GroupValues | { deleted_at: string },
  { staffId, now }: GroupAuthor,
): Promise<void> {
  await tx
    .updateTable('groups')
    .set(({ eb }) => ({ ...set, version: eb('version', '+', 1), updated_at: now, updated_by: staffId }))
    .where('id', '=', id)
    .execute()
}

type GroupContent = { wardIds: readonly string[]; staffIds: readonly string[] }

/** Whether each of these ids is an open ward, and each of those a user who may sign in. */
export async function checkGroupContent(
  tx: Tx,
  { wardIds, staffIds }: GroupContent,
): Promise<{ areWards: boolean; areUsers: boolean }> {
  const { rows } = await sql<{ wards: number; users: number }>`select
    (select count(*)::int from wards where id = any(${sqlArray('uuid', wardIds)}) and closed_at is null) as wards,
    (select count(*)::int from staff where id = any(${sqlArray('uuid', staffIds)}) and status = 'approved') as users
  `.execute(tx)
  return { areWards: rows[0]?.wards === wardIds.length, areUsers: rows[0]?.users === staffIds.length }
}

type Difference = { added: string[]; removed: string[] }

/**
 * Replaces the wards and members of a group, and returns the ids of those that it gains and loses. Members who may not
 * sign in now, and closed wards, were not on the changed list; they are kept, for when the member may sign in or the
 * ward opens again.
 */
export async function replaceGroupContent(
  tx: Tx,
  groupId: string,
  { hospitalId, wardIds, staffIds }: GroupContent & { hospitalId: string },
): Promise<{ wards: Difference; members: Difference }> {
  const { rows: wards } = await sql<{ id: string }>`delete from group_wards f using wards w
    where f.group_id = ${groupId} and w.id = f.ward_id and w.closed_at is null returning w.id`.execute(tx)
  const { rows: members } = await sql<{ id: string }>`delete from group_members b using staff s
    where b.group_id = ${groupId} and s.id = b.staff_id and s.status = 'approved' returning s.id`.execute(tx)
  await sql`insert into group_wards (hospital_id, group_id, ward_id)
    select ${hospitalId}, ${groupId}, id from unnest(${sqlArray('uuid', wardIds)}) as id`.execute(tx)
  await sql`insert into group_members (hospital_id, group_id, staff_id)
    select ${hospitalId}, ${groupId}, id from unnest(${sqlArray('uuid', staffIds)}) as id`.execute(tx)
  return { wards: diffIds(wards, wardIds), members: diffIds(members, staffIds) }
}

function diffIds(rows: readonly { id: string }[], after: readonly string[]): Difference {
  const before = rows.map(({ id }) => id)
  return {
    added: after.filter((id) => !before.includes(id)),
    removed: before.filter((id) => !after.includes(id)),
  }
}
