import type { StaffTypeCode, UserRow, UserStatus } from 'contract'
import { sql } from 'kysely'
import { sqlArray } from '../../../db/binary-array.ts'
import type { Tx } from '../../../db/database.ts'
import { isAppointed } from '../../../identity/delegation.ts'

/** An account before it is determined whether the caller may change it. */
export type StoredUser<Account extends UserRow> = Omit<Account, 'may_change'> & { is_appointed: boolean }

export function selectUserRows(tx: Pick<Tx, 'selectFrom'>) {
  return tx
    .selectFrom('staff')
    .innerJoin('staff_types', 'staff_types.id', 'staff.staff_type_id')
    .select([
      'staff.id as _id',
      'staff.first_name',
      'staff.last_name',
      'staff.email',
      'staff.country_code',
      'staff.phone',
      sql<StaffTypeCode>`staff_types.code`.as('staff_type'),
      'staff.is_form_user',
      sql<UserStatus>`staff.status`.as('status'),
      sql<UserRow['list_status']>`case staff.status when 'approved' then 0 else 1 end`.as('list_status'),
      sql<boolean>`staff.verified_at is not null`.as('is_verified'),
      'staff.line_user_id',
      'staff.photo_id',
      'staff.app_version',
      'staff.wallet',
      'staff.last_login_at',
      'staff.created_at',
      'staff.updated_at',
      'staff.version',
      isAppointed.as('is_appointed'),
    ])
}

/** Rows of the users with these numbers, in that order. */
export async function listUserRows(tx: Tx, numbers: readonly number[]): Promise<StoredUser<UserRow>[]> {
  if (numbers.length === 0) return []
  const rows = await selectUserRows(tx)
    .select('staff.number')
    .where(sql<boolean>`staff.number = any(${sqlArray('integer', numbers)})`)
    .execute()
  const byNumber = new Map(rows.map((row) => [row.number, row]))
  return numbers.map((number) => byNumber.get(number)).filter((row) => row !== undefined)
}
