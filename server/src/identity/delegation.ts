import { buildPermissionMatrix, getGranted, type StaffTypeCode, staffTypes } from 'contract'
import { sql } from 'kysely'
import { Failure } from '../core/failure.ts'
import type { Tx } from '../db/database.ts'
import { listChangedCells } from './permissions.ts'
import type { Actor } from './session.ts'

/** An account with what determines its permissions. `is_appointed`: the command line made it a system admin. */
export type Powers = { staff_type: StaffTypeCode; is_form_user: boolean; is_appointed: boolean }

type Delegation = {
  /** Whether the actor may create, change or close such an account. */
  mayChange: (account: Powers) => boolean
  /** The staff types that the actor may give. */
  staffTypes: StaffTypeCode[]
}

/** In a query over staff. It remains when the staff type changes, and counts again when the type is changed back. */
export const isAppointed = sql<boolean>`exists (select from system_admins s where s.staff_id = staff.id)`

/**
 * Nobody grants or removes what they may not do themselves. A user who may change permissions could grant themselves
 * whatever any staff type may do, so they may manage all; system admins are never made by a call.
 */
export async function findDelegation(tx: Tx, actor: Actor): Promise<Delegation> {
  const isAbove = actor.permissions.has('permission:manage')
  const matrix = isAbove ? undefined : buildPermissionMatrix(await listChangedCells(tx))
  const mayGrantAll = ({ staff_type, is_form_user }: Pick<Powers, 'staff_type' | 'is_form_user'>) => {
    if (!matrix) return true
    const granted = getGranted(matrix, staff_type, is_form_user)
    return granted.every((permission) => actor.permissions.has(permission))
  }
  return {
    mayChange: (account) => mayGrantAll(account) && (actor.isSystemAdmin || !account.is_appointed),
    staffTypes: (Object.keys(staffTypes) as StaffTypeCode[]).filter((staff_type) =>
      mayGrantAll({ staff_type, is_form_user: false }),
    ),
  }
}

/** Throws if the account does not exist, or has permissions that the actor lacks. */
export async function requireDelegation(
  { tx, actor }: { tx: Tx; actor: Actor },
  staffId: string,
): Promise<void> {
  const account = await tx
    .selectFrom('staff')
    .innerJoin('staff_types', 'staff_types.id', 'staff.staff_type_id')
    .select([
      sql<StaffTypeCode>`staff_types.code`.as('staff_type'),
      'staff.is_form_user',
      isAppointed.as('is_appointed'),
    ])
    .where('staff.id', '=', staffId)
    .executeTakeFirst()
  if (!account) throw new Failure('not-found')
  if (!(await findDelegation(tx, actor)).mayChange(account)) throw new Failure('beyond-own-rights')
}
