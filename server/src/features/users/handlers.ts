import {
  type Body,
  type ImportReport,
  keyPermissions,
  maxImportBytes,
  problemsOfNewPassword,
  type RowProblem,
  statusAfter,
  type User,
  type UserListQuery,
  type UserStatus,
  type users,
} from 'contract'
import { emailTaken, Failure } from '../../core/failure.ts'
import { changeOfPicture, keepPhoto, type Photo, photoOf } from '../../core/photo.ts'
import { usesWallet } from '../../core/settings.ts'
import type { Context, Handlers } from '../../http/handler.ts'
import {
  changesBetween,
  countApplicants,
  findAccountPhoto,
  insertChanges,
  listChangesSince,
  lockAccount,
  replacePassword,
  saveChanges,
  withPhoneInFull,
} from '../../identity/accounts.ts'
import { type Powers, reachOf } from '../../identity/delegation.ts'
import { hashPassword, nobodysHash } from '../../identity/password.ts'
import { endPasswordLinks, openPasswordLinks } from '../../identity/password-links.ts'
import { hasAnyOf, staffTypesWith, takeTurn } from '../../identity/permissions.ts'
import { endSessionsOf } from '../../identity/session.ts'
import { putLetter } from '../../notify/mail-queue.ts'
import { type ImportedFile, type ImportedRow, readUsers, usersAsCsv } from './csv.ts'
import {
  findImportable,
  findUser,
  insertUsers,
  listChanges,
  listUsers,
  setStatus,
  streamUsers,
  takenEmails,
} from './queries.ts'
import { changesWhatSheMay, isActing, isAsItStands, pageTypeOf } from './rules.ts'

/** A new user has a week to choose the first password. */
const linkLastsMs = 7 * 24 * 60 * 60_000

type Fields<Name extends 'add' | 'update'> = Omit<
  Body<(typeof users)[Name]>,
  'photo' | 'password' | 'confirm_password'
>
type NewAccount = { fields: Fields<'add'>; photo: Photo | null | undefined; hash: string | undefined }
type Reset = Body<typeof users.resetPassword> & { hash: string | undefined }
/** `is_appointed` is never sent to a client. */
type Known = User & Powers
type Changed = { fields: Fields<'update'>; photo: Photo | null | undefined }

/** `hasLine`: whether the panel has LINE, so that users can have a LINE userId. */
export const userHandlers = ({ hasLine }: { hasLine: boolean }): Handlers<typeof users> => ({
  waiting: async ({ tx, hospitalId }) => ({ pending: await countApplicants(tx, hospitalId) }),

  async list({ tx, actor }, query) {
    const { rows, ...page } = await listUsers(tx, listOf(query), query)
    const { covers } = await reachOf(tx, actor)
    return { ...page, rows: rows.map((row) => ({ ...row, may_change: covers(row) })) }
  },

  givableTypes: async ({ tx, actor }) => ({ staff_types: (await reachOf(tx, actor)).staffTypes }),

  async exportList({ tx, hospitalId, remark }, query) {
    const { language, ...exported } = query
    remark({ exported })
    const inUse = { line: hasLine, wallet: await usesWallet(tx, hospitalId) }
    return {
      type: 'text/csv; charset=utf-8',
      name: 'data.csv',
      content: (inside) => usersAsCsv(streamUsers(inside, listOf(query)), language, inUse),
    }
  },

  get: async (context, { _id }) => ({ user: await seen(context, _id) }),

  async getPhoto(context, { _id, size }) {
    await seen(context, _id)
    const photo = await findAccountPhoto(context.tx, _id, size)
    if (!photo) throw new Failure('not-found')
    return { type: 'image/jpeg', content: photo }
  },

  async changes(context, { _id, ...query }) {
    await seen(context, _id)
    return listChanges(context.tx, _id, query)
  },

  add: {
    async prepare({ photo, password, confirm_password, ...fields }): Promise<NewAccount> {
      const given = { password, confirm_password, email: fields.email }
      return { fields, photo: await photoOf(photo), hash: await hashOf(given) }
    },
    async handle(context, { fields, photo, hash }: NewAccount) {
      const { tx, newId } = context
      await requireWithin(context, fields)
      if ((await takenEmails(tx, [fields.email])).size > 0) throw emailTaken()
      const id = newId()
      const photoId = (await keepPhoto(context, photo)) ?? null
      const account = { ...fields, id, photoId, ...passwordOf(hash) }
      await insertUsers(context, [account])
      const links = hash ? undefined : await openLinks(context, [id])
      return { user: await seen(context, id), link: links?.get(id) ?? null }
    },
  },

  update: {
    prepare: async ({ photo, ...fields }): Promise<Changed> => ({ fields, photo: await photoOf(photo) }),
    async handle(context, { fields, photo }: Changed) {
      const { tx, actor } = context
      const { _id, version, ...given } = fields
      const user = await held(context, _id, version)
      const sent = withPhoneInFull(user, given)
      const changes = [...changesBetween(user, sent), ...changeOfPicture('photo', user.photo_id, photo)]
      if (changes.length === 0) return { user }
      const email = changes.some(({ field }) => field === 'email') ? sent.email : undefined
      if (email && (await takenEmails(tx, [email])).size > 0) throw emailTaken()
      const changed = Object.fromEntries(changes.map(({ field, to }) => [field, to]))
      await keepAnAdmin(context, user, { ...user, ...changed })
      refuseBeyond(user)
      await requireWithin(context, { ...user, ...changed })
      await saveChanges(context, user, changes, photo)
      // Links mailed to the former e-mail must not work any more; a link from an admin still does.
      if (email) await endPasswordLinks(tx, _id, context.now, { isMailed: true })
      if (changesWhatSheMay(changes)) await endSessionsOf(context, _id, { by: actor._id })
      return { user: await seen(context, _id) }
    },
  },

  async decide(context, { _id, version, act, reason }) {
    context.remark({ act })
    const user = await held(context, _id, version)
    if (act !== 'approve' && act !== 'unblock') refuseOwn(context, _id)
    const status = statusAfter(act, user.status)
    if (!status) throw new Failure('act-impossible')
    await move(context, user, status, reason)
    return { user: await seen(context, _id) }
  },

  async delete(context, { _id, version, reason }) {
    const user = await held(context, _id, version)
    refuseOwn(context, _id)
    const status = statusAfter('delete', user.status)
    if (!status) throw new Failure('not-found')
    await move(context, user, status, reason)
    return {}
  },

  resetPassword: {
    // The user, and so the e-mail, is known only in the transaction.
    prepare: async (given): Promise<Reset> => ({ ...given, hash: await hashOf({ ...given, email: '' }) }),
    async handle(context, { _id, version, hash, ...given }: Reset) {
      refuseOwn(context, _id)
      const user = await held(context, _id, version)
      refuseBeyond(user)
      if (user.status !== 'approved') throw new Failure('act-impossible')
      if (hash) refuse(problemsOfNewPassword({ ...given, email: user.email }))
      // The old password must not work any more: somebody else may have it.
      await replacePassword(context, _id, { hash: hash ?? nobodysHash, mustChange: hash !== undefined })
      const links = hash ? undefined : await openLinks(context, [_id])
      return { user: await seen(context, _id), link: links?.get(_id) ?? null }
    },
  },

  importUsers: {
    async prepare({ file, dry_run }) {
      if (!(file instanceof Uint8Array)) throw new Failure('invalid')
      if (file.length > maxImportBytes) throw new Failure('too-large')
      return { file: readUsers(file), isDryRun: dry_run }
    },
    async handle(context, { file, isDryRun }: { file: ImportedFile; isDryRun: boolean }) {
      const { tx, newId, remark } = context
      const kept = await findImportable(tx, file.rows.map(emailIn))
      const brought = file.rows.filter((row) => !isAsItStands(row.values, kept.get(emailIn(row))))
      const people = brought.flatMap(({ row, person }) => (person ? [{ ...person, row }] : []))
      const problems = [
        ...file.problems,
        ...brought.flatMap((row) => row.problems),
        ...(await problemsOfTypes(context, people)),
        ...(await problemsOfEmails(context, people)),
      ].sort((a, b) => a.row - b.row)
      const rows = file.count
      const known = file.rows.length - brought.length
      const report: ImportReport = { rows, known, problems, users: [] }
      remark({ dry_run: isDryRun, rows, known, problems: problems.length })
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
          ...passwordOf(undefined),
        })),
      )
      const links = await openLinks(
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

function listOf(query: Omit<UserListQuery, 'page' | 'number_of_rec'>) {
  return {
    list: query.user_page_type ?? pageTypeOf(query.filterLists),
    filters: query.filterLists,
    search: { field: query.search_field, value: query.search_value },
    sort: { field: query.sort_field, order: query.sort_order },
  }
}

function refuse(fields: ReturnType<typeof problemsOfNewPassword>): void {
  if (fields.length > 0) throw new Failure('invalid', { fields })
}

/** The hash of a password that is set for another user, if one is sent. */
async function hashOf(given: Parameters<typeof problemsOfNewPassword>[0]): Promise<string | undefined> {
  if (!given.password && !given.confirm_password) return undefined
  refuse(problemsOfNewPassword(given))
  return hashPassword(given.password ?? '')
}

/** A password set by an admin must be changed by the user; without a password nobody can sign in. */
function passwordOf(hash: string | undefined) {
  return { password_hash: hash ?? nobodysHash, must_change_password: hash !== undefined }
}

function openLinks({ tx, hospitalId, now, actor }: Context, staffIds: readonly string[]) {
  return openPasswordLinks(tx, staffIds, { hospitalId, now, forMs: linkLastsMs, by: actor._id })
}

/** The account, noted as shown in the audit. A user of another hospital counts as missing. */
async function seen({ tx, actor, remark }: Context, id: string): Promise<Known> {
  remark({ user: id })
  const user = await findUser(tx, id)
  if (!user) throw new Failure('not-found')
  const { covers } = await reachOf(tx, actor)
  return { ...user, may_change: covers(user) }
}

/** Throws if such an account would have permissions that the actor lacks. */
async function requireWithin({ tx, actor }: Context, account: Omit<Powers, 'is_appointed'>): Promise<void> {
  const { covers } = await reachOf(tx, actor)
  if (!covers({ is_appointed: false, ...account })) throw new Failure('beyond-own-rights')
}

/** The account, locked; throws if it was changed since the user saw it. */
async function held(context: Context, id: string, version: number): Promise<Known> {
  await takeTurn(context.tx)
  await lockAccount(context.tx, id)
  const user = await seen(context, id)
  if (user.status === 'deleted') throw new Failure('not-found')
  if (version !== user.version) {
    const changes = await listChangesSince(context.tx, id, version)
    const { is_appointed: _, ...shown } = user
    throw new Failure('changed-meanwhile', { detail: { user: shown, changes } })
  }
  return user
}

function refuseOwn({ actor }: Context, id: string): void {
  if (id === actor._id) throw new Failure('own-account')
}

function refuseBeyond({ may_change }: Known): void {
  if (!may_change) throw new Failure('beyond-own-rights')
}

/** Throws for the last user who may manage users and permissions: nobody could give these permissions again. */
async function keepAnAdmin({ tx }: Context, user: User, becomes: User): Promise<void> {
  const types = await staffTypesWith(tx, ...keyPermissions)
  if (isActing(user, types) && !isActing(becomes, types) && !(await hasAnyOf(tx, types, user._id))) {
    throw new Failure('last-admin')
  }
}

/** Changes the status. A user who may not sign in any more is signed out at once, and their links stop working. */
async function move(
  context: Context,
  user: Known,
  to: UserStatus,
  reason: string | null | undefined,
): Promise<void> {
  const { tx, actor, now } = context
  await keepAnAdmin(context, user, { ...user, status: to })
  refuseBeyond(user)
  const version = await setStatus(context, user._id, to)
  const change = { field: 'status', from: user.status, to, reason: reason ?? null }
  await insertChanges(context, user._id, version, [change])
  if (user.status === 'pending')
    context.announce({ kind: 'applicants', pending: await countApplicants(tx, context.hospitalId) })
  if (to === 'approved') {
    if (user.status === 'pending' && context.sendsMail)
      await putLetter(tx, context, context.hospitalId, { letter: 'approved', staff_id: user._id, at: now })
    return
  }
  await endPasswordLinks(tx, user._id, now)
  await endSessionsOf(context, user._id, { by: actor._id })
}

function emailIn({ values }: ImportedRow): string {
  return String(values.email ?? '').toLowerCase()
}

async function problemsOfTypes(
  { tx, actor }: Context,
  people: readonly (Omit<Powers, 'is_appointed'> & { row: number })[],
): Promise<RowProblem[]> {
  const { covers } = await reachOf(tx, actor)
  return people.flatMap(({ row, ...person }) =>
    covers({ ...person, is_appointed: false })
      ? []
      : [{ row, field: 'staff_type', message: 'beyond-own-rights' }],
  )
}

async function problemsOfEmails(
  { tx }: Context,
  people: readonly { row: number; email: string }[],
): Promise<RowProblem[]> {
  const taken = await takenEmails(
    tx,
    people.map(({ email }) => email),
  )
  const firstRowOf = new Map<string, number>()
  return people.flatMap(({ row, email }) => {
    const isRepeated = firstRowOf.has(email)
    firstRowOf.set(email, firstRowOf.get(email) ?? row)
    if (taken.has(email)) return [{ row, field: 'email', message: 'email-taken' }]
    return isRepeated ? [{ row, field: 'email', message: 'email-repeated' }] : []
  })
}
