import type { UserChange } from 'contract'
import { sql } from 'kysely'
import type { Tx } from './database.ts'

export type Change = { field: string; from: unknown; to: unknown; reason?: string | null }
export type Written = { hospitalId: string; now: string; by: string }

/** Which of the sent fields differ from the account. Fields that were not sent are not looked at. */
export function changesBetween<Account extends object>(
  account: Account,
  sent: { [Field in keyof Account]?: Account[Field] | undefined },
): Change[] {
  return Object.entries(sent).flatMap(([field, to]) => {
    const from = account[field as keyof Account]
    return to === undefined || to === from ? [] : [{ field, from, to }]
  })
}

/** Keeps who changed what of an account. `version` is that which the account has now. */
export async function insertChanges(
  tx: Tx,
  id: string,
  { hospitalId, now, by }: Written,
  version: number,
  changes: readonly Change[],
  newId: () => string,
): Promise<void> {
  await tx
    .insertInto('staff_changes')
    .values(
      changes.map((change) => ({
        id: newId(),
        hospital_id: hospitalId,
        staff_id: id,
        version,
        at: now,
        by_staff_id: by,
        field: change.field,
        from_value: jsonValue(change.from),
        to_value: jsonValue(change.to),
        reason: change.reason ?? null,
      })),
    )
    .execute()
}

function jsonValue(value: unknown) {
  return sql`${JSON.stringify(value ?? null)}::jsonb`
}

/** Changes of an account, newest first. */
export function changesOf(tx: Tx, id: string) {
  return tx
    .selectFrom('staff_changes')
    .innerJoin('staff', 'staff.id', 'staff_changes.by_staff_id')
    .select([
      'staff_changes.id as _id',
      'staff_changes.at',
      sql<UserChange['by']>`json_build_object(
        '_id', staff.id, 'first_name', staff.first_name, 'last_name', staff.last_name)`.as('by'),
      'staff_changes.field',
      'staff_changes.from_value as from',
      'staff_changes.to_value as to',
      'staff_changes.reason',
    ])
    .where('staff_changes.staff_id', '=', id)
    .orderBy('staff_changes.at', 'desc')
    .orderBy('staff_changes.id', 'desc')
}

export function listChangesSince(tx: Tx, id: string, version: number): Promise<UserChange[]> {
  return changesOf(tx, id).where('staff_changes.version', '>', version).execute()
}

/** A new password, and every session but the one that is kept is for the caller to end. */
export async function setPassword(
  tx: Tx,
  id: string,
  {
    password_hash,
    must_change_password,
    now,
  }: { password_hash: string; must_change_password: boolean; now: string },
): Promise<number> {
  const { version } = await tx
    .updateTable('staff')
    .set((eb) => ({
      password_hash,
      must_change_password,
      password_changed_at: now,
      version: eb('version', '+', 1),
      updated_at: now,
    }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}
