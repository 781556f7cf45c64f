import {
  completePhone,
  isPhone,
  joinPhone,
  listChanges,
  type StaffTypeCode,
  thaiCallingCode,
  type UserChange,
} from 'contract'
import type { Updateable } from 'kysely'
import { createInvalidFieldFailure } from '../core/failure.ts'
import { deletePhoto, type Photo, storePhoto } from '../core/photo.ts'
import { toJsonb } from '../db/binary-array.ts'
import type { Tx } from '../db/database.ts'
import { selectStaffLabel } from '../db/labels.ts'
import type { Tables } from '../db/tables.ts'
import type { SessionsEnded } from '../live/events.ts'
import { staffTypeId } from '../reference/staff-types.ts'
import { endPasswordLinks } from './password-links.ts'
import { endAllSessions } from './session.ts'

export type AccountChange = { field: string; from: unknown; to: unknown; reason?: string | null }

/** Who makes a change, in which hospital and when; a handler's context is an `Author`. */
export type Author = {
  readonly tx: Tx
  readonly hospitalId: string
  readonly now: string
  readonly newId: () => string
  readonly actor: { readonly _id: string }
}

/** Whether a user with this id may sign in. */
export async function isApproved(tx: Tx, staffId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('staff')
    .select('id')
    .where('id', '=', staffId)
    .where('status', '=', 'approved')
    .executeTakeFirst()
  return row !== undefined
}

/** Locks the account until the transaction ends, so that concurrent changes run one after the other. */
export async function lockAccount(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('staff').select('id').where('id', '=', id).forUpdate().execute()
}

/** Updates the account and returns its new version. */
export async function updateAccount(
  { tx, now }: Pick<Author, 'tx' | 'now'>,
  id: string,
  columns: Updateable<Tables['staff']>,
): Promise<number> {
  const { version } = await tx
    .updateTable('staff')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

type PhoneFields = { country_code: string | null; phone: string | null }

/**
 * The sent fields with the phone number in its stored form. Throws if number and country code, one of which may be the
 * stored one, do not fit together.
 */
export function completeSentPhone<Sent extends { [Field in keyof PhoneFields]?: string | undefined }>(
  held: PhoneFields,
  sent: Sent,
): Sent {
  const isChanged = listChanges(held, { country_code: sent.country_code, phone: sent.phone })
  const phone = sent.phone ?? held.phone
  if (isChanged.length === 0 || phone === null) return sent
  const dialled = { country_code: sent.country_code ?? held.country_code ?? thaiCallingCode, phone }
  if (!isPhone(joinPhone(dialled))) throw createInvalidFieldFailure('phone', 'phone-invalid')
  return sent.phone === undefined ? sent : { ...sent, phone: completePhone(dialled).phone }
}

type StaffFields = Updateable<Omit<Tables['staff'], 'photo_id'>> & {
  staff_type?: StaffTypeCode
  is_verified?: boolean
  photo?: boolean
}

/** Saves the changed fields of an account, its photo included, and the history of the change. */
export async function saveChanges(
  author: Author,
  held: { _id: string; photo_id: string | null },
  changes: readonly AccountChange[],
  newPhoto: Photo | null | undefined,
): Promise<void> {
  const { staff_type, is_verified, photo, ...fields }: StaffFields = Object.fromEntries(
    changes.map(({ field, to }) => [field, to]),
  )
  const version = await updateAccount(author, held._id, {
    ...fields,
    ...(staff_type !== undefined && { staff_type_id: staffTypeId(staff_type) }),
    ...(is_verified !== undefined && { verified_at: is_verified ? author.now : null }),
    ...(photo !== undefined && { photo_id: (await storePhoto(author, newPhoto)) ?? null }),
  })
  if (photo !== undefined && held.photo_id) await deletePhoto(author.tx, held.photo_id)
  await insertAccountChanges(author, held._id, version, changes)
}

/** Writes to the history who changed what in an account. `version` is the account's new version. */
export async function insertAccountChanges(
  { tx, hospitalId, now, newId, actor }: Author,
  id: string,
  version: number,
  changes: readonly AccountChange[],
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
        by_staff_id: actor._id,
        field: change.field,
        from_value: toJsonb(change.from),
        to_value: toJsonb(change.to),
        reason: change.reason ?? null,
      })),
    )
    .execute()
}

/** The history of an account, newest first. */
export function selectAccountChanges(tx: Tx, id: string) {
  return tx
    .selectFrom('staff_changes')
    .innerJoin('staff', 'staff.id', 'staff_changes.by_staff_id')
    .select([
      'staff_changes.id as _id',
      'staff_changes.at',
      selectStaffLabel('staff').as('by'),
      'staff_changes.field',
      'staff_changes.from_value as from',
      'staff_changes.to_value as to',
      'staff_changes.reason',
    ])
    .where('staff_changes.staff_id', '=', id)
    .orderBy('staff_changes.at', 'desc')
    .orderBy('staff_changes.id', 'desc')
}

export function listLaterAccountChanges(tx: Tx, id: string, version: number): Promise<UserChange[]> {
  return selectAccountChanges(tx, id).where('staff_changes.version', '>', version).execute()
}

export async function findAccountPhoto(
  tx: Tx,
  id: string,
  size: 'small' | 'large',
): Promise<Buffer | undefined> {
  const row = await tx
    .selectFrom('staff')
    .innerJoin('photos', 'photos.id', 'staff.photo_id')
    .select(`photos.${size} as photo`)
    .where('staff.id', '=', id)
    .executeTakeFirst()
  return row?.photo
}

/** Sets a password and ends every session and link of the account, except the session given in `but`. */
export async function replacePassword(
  author: Author & { readonly emit: (event: SessionsEnded) => void },
  id: string,
  { hash, mustChange, but }: { hash: string; mustChange: boolean; but?: Buffer },
): Promise<void> {
  const { tx, now, actor } = author
  const version = await updateAccount(author, id, {
    password_hash: hash,
    must_change_password: mustChange,
    password_changed_at: now,
  })
  await insertAccountChanges(author, id, version, [{ field: 'password', from: null, to: null }])
  await endPasswordLinks(tx, id, now)
  await endAllSessions(author, id, { by: actor._id, ...(but && { but }) })
}

/** How many users of a hospital registered themselves and wait for approval. */
export async function countApplicants(tx: Tx, hospitalId: string): Promise<number> {
  const counted = await tx
    .selectFrom('staff_counts')
    .select('members')
    .where('hospital_id', '=', hospitalId)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return counted?.members ?? 0
}

/** The hospital for an audit entry without an account: the only one of the installation, or none. */
export async function findOnlyHospital(tx: Tx): Promise<string | null> {
  const [first, second] = await tx.selectFrom('hospitals').select('id').limit(2).execute()
  return first && !second ? first.id : null
}
