import type { PageRequest, StaffTypeCode, User, UserChange, UserStatus } from 'contract'
import { sql } from 'kysely'
import { sqlArray } from '../../../db/binary-array.ts'
import { compileOnce } from '../../../db/compile-once.ts'
import type { Tx } from '../../../db/database.ts'
import { selectStaffLabelOrNull } from '../../../db/labels.ts'
import { countRows, type Page, readPage, toRowRange } from '../../../db/listing/pages.ts'
import { type Author, selectAccountChanges, updateAccount } from '../../../identity/accounts.ts'
import { staffTypeId } from '../../../reference/staff-types.ts'
import type { Importable } from '../rules.ts'
import { type StoredUser, selectUserRows } from './rows.ts'

const queryUserAccount = compileOnce((tx, given: { id: string }) =>
  selectUserRows(tx)
    .leftJoin('staff as registrar', 'registrar.id', 'staff.registered_by')
    .leftJoin('staff as decider', 'decider.id', 'staff.decided_by')
    .select([
      'staff.verified_at',
      'staff.must_change_password',
      'staff.password_changed_at',
      selectStaffLabelOrNull('registrar').as('registered_by'),
      sql<string[]>`array(
        select g.name from group_members m join groups g on g.id = m.group_id and g.deleted_at is null
        where m.staff_id = staff.id order by thai_sort_key(g.name) collate "C")`.as('group_names'),
      sql<number>`(select count(*)::int from staff_factors f where f.staff_id = staff.id)`.as(
        'second_factors',
      ),
      selectStaffLabelOrNull('decider').as('decided_by'),
      'staff.decided_at',
    ])
    .where('staff.id', '=', given.id),
)

export async function findUser(tx: Tx, id: string): Promise<StoredUser<User> | undefined> {
  const [user] = await queryUserAccount(tx, { id })
  return user
}

/** Which of these e-mails have an account already, in any hospital. */
export async function listTakenEmails(tx: Tx, emails: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ email: string }>`
    select taken as email from taken_emails(${sqlArray('text', emails)}) as taken`.execute(tx)
  return new Set(rows.map(({ email }) => email))
}

/** Accounts of the hospital in the form of an import file, by their e-mails. */
export async function findImportableUsers(
  tx: Tx,
  emails: readonly string[],
): Promise<Map<string, Importable>> {
  const accounts = await tx
    .selectFrom('staff')
    .innerJoin('staff_types', 'staff_types.id', 'staff.staff_type_id')
    .select([
      'staff.first_name',
      'staff.last_name',
      'staff.email',
      'staff.country_code',
      'staff.phone',
      sql<StaffTypeCode>`staff_types.code`.as('staff_type'),
      'staff.is_form_user',
    ])
    .where(sql<boolean>`staff.email = any(${sqlArray('text', emails)})`)
    .where('staff.status', '!=', 'deleted')
    .execute()
  return new Map(accounts.map((account) => [account.email, account]))
}

export type NewAccount = {
  id: string
  first_name: string
  last_name: string
  email: string
  country_code: string
  phone: string
  staff_type: StaffTypeCode
  is_form_user: boolean
  is_verified: boolean
  password_hash: string
  must_change_password: boolean
  photoId: string | null
}

/** Accounts that are approved from the beginning. */
export async function insertUsers(
  { tx, hospitalId, now, actor }: Author,
  accounts: readonly NewAccount[],
): Promise<void> {
  await tx
    .insertInto('staff')
    .values(
      accounts.map(({ staff_type, is_verified, photoId, ...account }) => ({
        ...account,
        hospital_id: hospitalId,
        staff_type_id: staffTypeId(staff_type),
        status: 'approved',
        verified_at: is_verified ? now : null,
        photo_id: photoId,
        registered_by: actor._id,
        decided_by: actor._id,
        decided_at: now,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute()
}

export async function updateUserStatus(author: Author, id: string, status: UserStatus): Promise<number> {
  const { now, actor } = author
  return updateAccount(author, id, { status, decided_by: actor._id, decided_at: now })
}

export function listUserChanges(tx: Tx, id: string, page: PageRequest): Promise<Page<UserChange>> {
  const { limit, offset } = toRowRange(page)
  return readPage(
    selectAccountChanges(tx, id).limit(limit).offset(offset).execute(),
    countRows(tx, sql`staff_changes where staff_id = ${id}`),
  )
}
