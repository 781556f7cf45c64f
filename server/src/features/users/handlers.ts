import {
  type Body,
  computeNextStatus,
  type ImportReport,
  keyPermissions,
  listChanges,
  maxImportBytes,
  type RowProblem,
  type User,
  type UserListRequest,
  type UserStatus,
  type users,
  validateNewPassword,
} from 'contract'
import { createEmailTaken, Failure } from '../../core/failure.ts'
import { describePictureChange, type Photo, readPhoto, storePhoto } from '../../core/photo.ts'
import { usesWallet } from '../../core/settings.ts'
import { allInOrder } from '../../db/all-in-order.ts'
import type { Context, Handlers } from '../../http/handler.ts'
import {
  completeSentPhone,
  countApplicants,
  findAccountPhoto,
  insertAccountChanges,
  listLaterAccountChanges,
  lockAccount,
  replacePassword,
  saveChanges,
} from '../../identity/accounts.ts'
import { findDelegation, type Powers } from '../../identity/delegation.ts'
import { dummyHash, hashPassword } from '../../identity/password.ts'
import { createPasswordLinks, endPasswordLinks } from '../../identity/password-links.ts'
import { hasActiveStaff, listGrantedStaffTypes, lockAdministration } from '../../identity/permissions.ts'
import { endAllSessions } from '../../identity/session.ts'
import { queueMail } from '../../notify/mail-queue.ts'
import { formatUsersCsv, type ImportedFile, type ImportedRow, readUsers } from './csv.ts'
import {
  findImportableUsers,
  findUser,
  insertUsers,
  listTakenEmails,
  listUserChanges,
  updateUserStatus,
} from './queries/account.ts'
import { listUsers, streamUsers } from './queries/list.ts'
import { changesPowers, isActing, isUnchanged, pickPageType } from './rules.ts'

/** A new user has a week to choose the first password. */
const linkLastsMs = 7 * 24 * 60 * 60_000

type UserFields<Name extends 'add' | 'update'> = Omit<
  Body<(typeof users)[Name]>,
  'photo' | 'password' | 'confirm_password'
>
type PreparedNewUser = {
  fields: UserFields<'add'>
  photo: Photo | null | undefined
  hash: string | undefined
}
type PreparedPasswordReset = Body<typeof users.resetPassword> & { hash: string | undefined }
/** `is_appointed` is never sent to a client. */
type UserWithPowers = User & Powers
type PreparedUserUpdate = { fields: UserFields<'update'>; photo: Photo | null | undefined }

/** `hasLine`: whether the panel has LINE, so that users can have a LINE userId. */
export const userHandlers = ({ hasLine }: { hasLine: boolean }): Handlers<typeof users> => ({
  waiting: async ({ tx, hospitalId }) => ({ pending: await countApplicants(tx, hospitalId) }),

  async list({ tx, actor }, query) {
    const [{ rows, ...page }, { mayChange }] = await Promise.all([
      listUsers(tx, toUserSelection(query), query),
      findDelegation(tx, actor),
    ])
    return { ...page, rows: rows.map((row) => ({ ...row, may_change: mayChange(row) })) }
  },

  givableTypes: async ({ tx, actor }) => ({ staff_types: (await findDelegation(tx, actor)).staffTypes }),

  async exportList({ tx, hospitalId, addAuditDetail }, query) {
    const { language, search_value, ...exported } = query
    // What was typed is often somebody's name or phone, and what the audit holds can never be erased.
    addAuditDetail({ exported: { ...exported, is_searched: search_value.trim() !== '' } })
    const inUse = { line: hasLine, wallet: await usesWallet(tx, hospitalId) }
    return {
      type: 'text/csv; charset=utf-8',
      name: 'data.csv',
      content: (inside) => formatUsersCsv(streamUsers(inside, toUserSelection(query)), language, inUse),
    }
  },

  get: async (context, { _id }) => ({ user: await requireShownUser(context, _id) }),

  async getPhoto(context, { _id, size }) {
    const [, photo] = await allInOrder([
      requireShownUser(context, _id),
      findAccountPhoto(context.tx, _id, size),
    ])
    if (!photo) throw new Failure('not-found')
    return { type: 'image/jpeg', content: photo }
  },

  async changes(context, { _id, ...query }) {
    const [, changes] = await allInOrder([
      requireShownUser(context, _id),
      listUserChanges(context.tx, _id, query),
    ])
    return changes
  },

  add: {
    async prepare({ photo, password, confirm_password, ...fields }): Promise<PreparedNewUser> {
      const given = { password, confirm_password, email: fields.email }
      return { fields, photo: await readPhoto(photo), hash: await hashGivenPassword(given) }
    },
    async handle(context, { fields, photo, hash }: PreparedNewUser) {
      const { tx, newId } = context
      await requireMayGrant(context, fields)
      if ((await listTakenEmails(tx, [fields.email])).size > 0) throw createEmailTaken()
      const id = newId()
      const photoId = (await storePhoto(context, photo)) ?? null
      const account = { ...fields, id, photoId, ...toPasswordColumns(hash) }
      await insertUsers(context, [account])
      const links = hash ? undefined : await createUserPasswordLinks(context, [id])
      return { user: await requireShownUser(context, id), link: links?.get(id) ?? null }
    },
  },

  update: {
    prepare: async ({ photo, ...fields }): Promise<PreparedUserUpdate> => ({
      fields,
      photo: await readPhoto(photo),
    }),
    async handle(context, { fields, photo }: PreparedUserUpdate) {
      const { tx, actor } = context
      const { _id, version, ...given } = fields
      const user = await lockUserVersion(context, _id, version)
      const sent = completeSentPhone(user, given)
      const changes = [...listChanges(user, sent), ...describePictureChange('photo', user.photo_id, photo)]
      if (changes.length === 0) return { user }
      const email = changes.some(({ field }) => field === 'email') ? sent.email : undefined
      if (email && (await listTakenEmails(tx, [email])).size > 0) throw createEmailTaken()
      const changed = Object.fromEntries(changes.map(({ field, to }) => [field, to]))
      await requireRemainingAdmin(context, user, { ...user, ...changed })
      requireMayChange(user)
      await requireMayGrant(context, { ...user, ...changed })
      await saveChanges(context, user, changes, photo)
      // Links mailed to the former e-mail must not work any more; a link from an admin still does.
      if (email) await endPasswordLinks(tx, _id, context.now, { isMailed: true })
      if (changesPowers(changes)) await endAllSessions(context, _id, { by: actor._id })
      return { user: await requireShownUser(context, _id) }
    },
  },

  async decide(context, { _id, version, act, reason }) {
    context.addAuditDetail({ act })
    const user = await lockUserVersion(context, _id, version)
    if (act !== 'approve' && act !== 'unblock') requireOtherAccount(context, _id)
    const status = computeNextStatus(act, user.status)
    if (!status) throw new Failure('act-impossible')
    await changeStatus(context, user, status, reason)
    return { user: await requireShownUser(context, _id) }
  },

  async delete(context, { _id, version, reason }) {
    const user = await lockUserVersion(context, _id, version)
    requireOtherAccount(context, _id)
    const status = computeNextStatus('delete', user.status)
    if (!status) throw new Failure('not-found')
    await changeStatus(context, user, status, reason)
    return {}
  },

  resetPassword: {
    // The user, and so the e-mail, is known only in the transaction.
    prepare: async (given): Promise<PreparedPasswordReset> => ({
      ...given,
      hash: await hashGivenPassword({ ...given, email: '' }),
    }),
    async handle(context, { _id, version, hash, ...given }: PreparedPasswordReset) {
      requireOtherAccount(context, _id)
      const user = await lockUserVersion(context, _id, version)
      requireMayChange(user)
      if (user.status !== 'approved') throw new Failure('act-impossible')
      if (hash) requireValidPassword(validateNewPassword({ ...given, email: user.email }))
      // The old password must not work any more: somebody else may have it.
      await replacePassword(context, _id, { hash: hash ?? dummyHash, mustChange: hash !== undefined })
      const links = hash ? undefined : await createUserPasswordLinks(context, [_id])
      return { user: await requireShownUser(context, _id), link: links?.get(_id) ?? null }
    },
  },

  importUsers: {
    async prepare({ file, dry_run }) {
      if (!(file instanceof Uint8Array)) throw new Failure('invalid')
      if (file.length > maxImportBytes) throw new Failure('too-large')
      return { file: readUsers(file), isDryRun: dry_run }
    },
    async handle(context, { file, isDryRun }: { file: ImportedFile; isDryRun: boolean }) {
      const { tx, newId, addAuditDetail } = context
      const kept = await findImportableUsers(tx, file.rows.map(getRowEmail))
      const brought = file.rows.filter((row) => !isUnchanged(row.values, kept.get(getRowEmail(row))))
      const people = brought.flatMap(({ row, person }) => (person ? [{ ...person, row }] : []))
      const problems = [
        ...file.problems,
        ...brought.flatMap((row) => row.problems),
        ...(await validateImportedTypes(context, people)),
        ...(await validateImportedEmails(context, people)),
      ].sort((a, b) => a.row - b.row)
      const rows = file.count
      const known = file.rows.length - brought.length
      const report: ImportReport = { rows, known, problems, users: [] }
      addAuditDetail({ dry_run: isDryRun, rows, known, problems: problems.length })
      if (isDryRun) return report
      if (problems.length > 0) throw new Failure('import-faulty', { detail: report })
      if (people.length === 0) return report
      const accounts = people.map(({ row, ...person }) => ({ row, person, id: newId() }))
      await insertUsers(
        context,
        accounts.map(({ person, id }) => ({
          ...person,
          id,
          is_verified: false,
          photoId: null,
          ...toPasswordColumns(undefined),
        })),
      )
      const links = await createUserPasswordLinks(
        context,
        accounts.map(({ id }) => id),
      )
      return {
        ...report,
        users: accounts.flatMap(({ id, row, person: { first_name, last_name, email } }) => {
          const link = links.get(id)
          return link ? [{ _id: id, row, first_name, last_name, email, link }] : []
        }),
      }
    },
  },
})

function toUserSelection(query: Omit<UserListRequest, 'page' | 'number_of_rec'>) {
  return {
    list: query.user_page_type ?? pickPageType(query.filterLists),
    filters: query.filterLists,
    search: { field: query.search_field, value: query.search_value },
    sort: { field: query.sort_field, order: query.sort_order },
  }
}

function requireValidPassword(fields: ReturnType<typeof validateNewPassword>): void {
  if (fields.length > 0) throw new Failure('invalid', { fields })
}

/** The hash of a password that is set for another user, if one is sent. */
async function hashGivenPassword(
  given: Parameters<typeof validateNewPassword>[0],
): Promise<string | undefined> {
  if (!given.password && !given.confirm_password) return undefined
  requireValidPassword(validateNewPassword(given))
  return hashPassword(given.password ?? '')
}

/** A password set by an admin must be changed by the user; without a password nobody can sign in. */
function toPasswordColumns(hash: string | undefined) {
  return { password_hash: hash ?? dummyHash, must_change_password: hash !== undefined }
}

function createUserPasswordLinks({ tx, hospitalId, now, actor }: Context, staffIds: readonly string[]) {
  return createPasswordLinks(tx, staffIds, { hospitalId, now, forMs: linkLastsMs, by: actor._id })
}

/** The account, noted as shown in the audit. A user of another hospital counts as missing. */
async function requireShownUser({ tx, actor, addAuditDetail }: Context, id: string): Promise<UserWithPowers> {
  addAuditDetail({ user: id })
  const user = await findUser(tx, id)
  if (!user) throw new Failure('not-found')
  const { mayChange } = await findDelegation(tx, actor)
  return { ...user, may_change: mayChange(user) }
}

/** Throws if such an account would have permissions that the actor lacks. */
async function requireMayGrant({ tx, actor }: Context, account: Omit<Powers, 'is_appointed'>): Promise<void> {
  const { mayChange } = await findDelegation(tx, actor)
  if (!mayChange({ is_appointed: false, ...account })) throw new Failure('beyond-own-rights')
}

/** The account, locked; throws if it was changed since the user saw it. */
async function lockUserVersion(context: Context, id: string, version: number): Promise<UserWithPowers> {
  await lockAdministration(context.tx)
  await lockAccount(context.tx, id)
  const user = await requireShownUser(context, id)
  if (user.status === 'deleted') throw new Failure('not-found')
  if (version !== user.version) {
    const changes = await listLaterAccountChanges(context.tx, id, version)
    const { is_appointed: _, ...shown } = user
    throw new Failure('changed-meanwhile', { detail: { user: shown, changes } })
  }
  return user
}

function requireOtherAccount({ actor }: Context, id: string): void {
  if (id === actor._id) throw new Failure('own-account')
}

function requireMayChange({ may_change }: UserWithPowers): void {
  if (!may_change) throw new Failure('beyond-own-rights')
}

/** Throws for the last user who may manage users and permissions: nobody could give these permissions again. */
async function requireRemainingAdmin({ tx }: Context, user: User, becomes: User): Promise<void> {
  const types = await listGrantedStaffTypes(tx, ...keyPermissions)
  if (isActing(user, types) && !isActing(becomes, types) && !(await hasActiveStaff(tx, types, user._id))) {
    throw new Failure('last-admin')
  }
}

/** Changes the status. A user who may not sign in any more is signed out at once, and their links stop working. */
async function changeStatus(
  context: Context,
  user: UserWithPowers,
  to: UserStatus,
  reason: string | null | undefined,
): Promise<void> {
  const { tx, actor, now } = context
  await requireRemainingAdmin(context, user, { ...user, status: to })
  requireMayChange(user)
  const version = await updateUserStatus(context, user._id, to)
  const change = { field: 'status', from: user.status, to, reason: reason ?? null }
  await insertAccountChanges(context, user._id, version, [change])
  if (user.status === 'pending')
    context.emit({ kind: 'applicants', pending: await countApplicants(tx, context.hospitalId) })
  if (to === 'approved') {
    if (user.status !== 'blocked' && context.sendsMail)
      await queueMail(tx, context, context.hospitalId, { kind: 'approved', staff_id: user._id, at: now })
    return
  }
  await endPasswordLinks(tx, user._id, now)
  await endAllSessions(context, user._id, { by: actor._id })
}

function getRowEmail({ values }: ImportedRow): string {
  return String(values.email ?? '').toLowerCase()
}

async function validateImportedTypes(
  { tx, actor }: Context,
  people: readonly (Omit<Powers, 'is_appointed'> & { row: number })[],
): Promise<RowProblem[]> {
  const { mayChange } = await findDelegation(tx, actor)
  return people.flatMap(({ row, ...person }) =>
    mayChange({ ...person, is_appointed: false })
      ? []
      : [{ row, field: 'staff_type', message: 'beyond-own-rights' }],
  )
}

async function validateImportedEmails(
  { tx }: Context,
  people: readonly { row: number; email: string }[],
): Promise<RowProblem[]> {
  const taken = await listTakenEmails(
    tx,
    people.map(({ email }) => email),
  )
  const firstRowByEmail = new Map<string, number>()
  return people.flatMap(({ row, email }) => {
    const isRepeated = firstRowByEmail.has(email)
    firstRowByEmail.set(email, firstRowByEmail.get(email) ?? row)
    if (taken.has(email)) return [{ row, field: 'email', message: 'email-taken' }]
    return isRepeated ? [{ row, field: 'email', message: 'email-repeated' }] : []
  })
}
