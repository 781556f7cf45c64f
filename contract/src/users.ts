import * as z from 'zod/mini'
import {
  ById,
  type Endpoints,
  FieldProblem,
  fileReply,
  Id,
  ListQuery,
  listFilters,
  nothing,
  page,
} from './endpoint.ts'
import { Instant, optionalProse, PhotoUpload, photoErrors } from './fields.ts'
import { personFields, phoneChecks, StaffTypeOf } from './registration.ts'

export const userStatuses = ['pending', 'approved', 'declined', 'blocked', 'deleted'] as const
export const userActs = ['approve', 'decline', 'block', 'unblock'] as const
export type UserStatus = (typeof userStatuses)[number]
export type UserAct = (typeof userActs)[number]

const moves: Record<UserAct | 'delete', Partial<Record<UserStatus, UserStatus>>> = {
  approve: { pending: 'approved', declined: 'approved' },
  decline: { pending: 'declined' },
  block: { approved: 'blocked' },
  unblock: { blocked: 'approved' },
  delete: { pending: 'deleted', approved: 'deleted', declined: 'deleted', blocked: 'deleted' },
}

/** What becomes of somebody by an act; undefined where it cannot be done to her. */
export function statusAfter(act: UserAct | 'delete', status: UserStatus): UserStatus | undefined {
  return moves[act][status]
}

/** What an admin says of her besides. A forms-only user has the forms and nothing else, whatever her type. */
export const accountFields = {
  staff_type: StaffTypeOf,
  is_form_user: z.boolean(),
  is_verified: z.boolean(),
}

const newUserFields = {
  ...personFields,
  staff_type: accountFields.staff_type,
  country_code: z._default(personFields.country_code, '66'),
  is_form_user: z._default(accountFields.is_form_user, false),
}

/** Without a password the reply has a link with which she chooses one; with one she has to change it first. */
export const NewUser = z
  .object({
    ...newUserFields,
    is_verified: z._default(accountFields.is_verified, false),
    password: z.optional(z.string()),
    confirm_password: z.optional(z.string()),
    photo: PhotoUpload,
  })
  .check(...phoneChecks())

/** A new user as a row of a file. */
export const ImportedUser = z.object(newUserFields).check(...phoneChecks())

const Version = z.int().check(z.gte(1), z.lte(2_147_483_647))

/** Only what is sent is changed. `version` is that of the account on which the change was made. */
export const UserUpdate = z.object({
  ...z.partial(z.object({ ...personFields, ...accountFields })).shape,
  _id: Id,
  version: Version,
  photo: PhotoUpload,
})

/** Somebody's account as a row of the list. `list_status` is 0 for whoever is approved and 1 for everybody else. */
export const UserRow = z.object({
  _id: Id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  country_code: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  staff_type: StaffTypeOf,
  is_form_user: z.boolean(),
  status: z.enum(userStatuses),
  list_status: z.literal([0, 1]),
  is_verified: z.boolean(),
  line_user_id: z.nullable(z.string()),
  photo_id: z.nullable(Id),
  app_version: z.nullable(z.string()),
  wallet: z.number(),
  last_login_at: z.nullable(Instant),
  created_at: Instant,
  updated_at: Instant,
  version: z.int(),
  /** Whether whoever asks may change it: it may no more than hers. */
  may_change: z.boolean(),
})
export type UserRow = z.output<typeof UserRow>

const Colleague = z.nullable(z.object({ _id: Id, first_name: z.string(), last_name: z.string() }))

/** The whole account. Nobody in `registered_by`: she registered herself, or came with the hospital. */
export const User = z.object({
  ...UserRow.shape,
  verified_at: z.nullable(Instant),
  must_change_password: z.boolean(),
  password_changed_at: z.nullable(Instant),
  /** Groups that she is a member of. */
  group_names: z.array(z.string()),
  /** How many second factors she has. */
  second_factors: z.int(),
  registered_by: Colleague,
  decided_by: Colleague,
  decided_at: z.nullable(Instant),
})
export type User = z.output<typeof User>

export const userSearchFields = ['any', 'name', 'email', 'phone'] as const
export const userSortFields = ['registered', 'name', 'email', 'staff_type', 'status', 'last_login'] as const

/** `list_status` 0 is of whoever is approved, 1 of everybody else. */
export function statusesOf(listStatus: 0 | 1): UserStatus[] {
  return listStatus === 0 ? ['approved'] : ['pending', 'declined', 'blocked']
}

/** One or several, each by its name or as the number of its list. */
const Statuses = z.pipe(
  z.transform((given: unknown) =>
    [given].flat().flatMap((one) => {
      const listStatus = [0, 1].find((number) => one === number || one === String(number))
      return listStatus === undefined ? [one] : statusesOf(listStatus as 0 | 1)
    }),
  ),
  z.array(z.enum(userStatuses)).check(z.maxLength(userStatuses.length, 'too-many')),
) as unknown as z.ZodMiniType<UserStatus[], MaybeMany<UserStatus | 0 | 1>>
type MaybeMany<One> = One | One[]

export const UserFilters = z.object({
  status: z.optional(Statuses),
  staff_type: z.optional(z.array(StaffTypeOf).check(z.maxLength(20, 'too-many'))),
  is_form_user: z.optional(z.boolean()),
  is_verified: z.optional(z.boolean()),
})
export type UserFilters = z.output<typeof UserFilters>

/**
 * `user_page_type` 1 is of those who are approved, 2 of the others; left out, it is the page of the statuses that are
 * asked for, or the first. Who was deleted is on neither page.
 */
export const UserListQuery = z.object({
  ...ListQuery.shape,
  user_page_type: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(2))),
  search_field: z._default(z.enum(userSearchFields), 'any'),
  sort_field: z.optional(z.enum(userSortFields)),
  sort_order: z._default(z.enum(['asc', 'desc']), 'asc'),
  filterLists: listFilters(UserFilters),
})
export type UserListQuery = z.output<typeof UserListQuery>

/** How many there are of each, whatever is searched for. */
export const UserCounts = z.object({
  approved: z.int(),
  pending: z.int(),
  declined: z.int(),
  blocked: z.int(),
})

/** One field as it was and as it became. A photo is there or not; a password is never told. */
export const UserChange = z.object({
  _id: Id,
  at: Instant,
  by: z.object({ _id: Id, first_name: z.string(), last_name: z.string() }),
  field: z.string(),
  from: z.nullable(z.unknown()),
  to: z.nullable(z.unknown()),
  reason: z.nullable(z.string()),
})
export type UserChange = z.output<typeof UserChange>

/** `detail` of the failure `changed-meanwhile`. */
export const UserChangedMeanwhile = z.object({ user: User, changes: z.array(UserChange) })

/**
 * What is put behind the `#` of an address, so that no server on the way writes it down; whoever has it chooses the
 * password, once. It is in no other answer and is not kept.
 */
export const PasswordLink = z.object({ token: z.string(), expires_at: Instant })
export type PasswordLink = z.output<typeof PasswordLink>

export const maxImportedUsers = 2_000
/** 1 MB. */
export const maxImportBytes = 1024 * 1024
/** The columns of a file of users, by the name that any of them may have; others are refused. */
export const importColumns = [
  'first_name',
  'last_name',
  'email',
  'country_code',
  'phone',
  'staff_type',
  'is_form_user',
] as const
export type ImportColumn = (typeof importColumns)[number]

/** `row` is that of a spreadsheet, in which the headings are the first; `field` is null for the row as such. */
export const RowProblem = z.object({ row: z.int(), ...FieldProblem.shape, field: z.nullable(z.string()) })
export type RowProblem = z.output<typeof RowProblem>

/**
 * All are added or nobody: `users` is empty in a dry run and where there is a problem. `known` counts the rows that say
 * of an account what stands there already; nothing is done about those.
 */
export const ImportReport = z.object({
  rows: z.int(),
  known: z._default(z.int(), 0),
  problems: z.array(RowProblem),
  users: z.array(
    z.object({
      _id: Id,
      row: z.int(),
      first_name: z.string(),
      last_name: z.string(),
      email: z.string(),
      link: PasswordLink,
    }),
  ),
})
export type ImportReport = z.output<typeof ImportReport>

const Reason = z.optional(optionalProse(500))

/**
 * Nobody gives or takes what she may not do herself: whoever may more than the caller is changed by one who may change
 * permissions, and one who looks after the panel by another who does.
 */
export const users = {
  list: {
    path: '/api/hospital_user/user_list_search_sort',
    summary: 'Users of the hospital, searched, filtered, sorted, a page at a time',
    access: 'user:manage',
    opensRecord: false,
    body: UserListQuery,
    reply: z.extend(page(UserRow), { counts: UserCounts }),
  },
  givableTypes: {
    path: '/api/hospital_user/get_givable_types',
    summary: 'Staff types that one may give: those that may no more than oneself',
    access: 'user:manage',
    opensRecord: false,
    body: nothing,
    reply: z.object({ staff_types: z.array(StaffTypeOf) }),
  },
  waiting: {
    path: '/api/hospital_user/count_waiting_users',
    summary: 'How many registered themselves and wait for approval',
    access: 'user:manage',
    opensRecord: false,
    body: nothing,
    reply: z.object({ pending: z.int() }),
  },
  exportList: {
    path: '/api/hospital_user/export_users_list',
    summary: 'The same list, all of it, as data.csv (UTF-8 with a byte-order mark)',
    access: 'user:manage',
    opensRecord: false,
    body: z.object({
      ...z.omit(UserListQuery, { page: true, number_of_rec: true }).shape,
      language: z._default(z.enum(['en', 'th']), 'en'),
    }),
    reply: fileReply,
    file: true,
  },
  get: {
    path: '/api/hospital_user/get_user_detail',
    summary: "One user's whole account",
    access: 'user:manage',
    opensRecord: false,
    body: ById,
    reply: z.object({ user: User }),
    errors: ['not-found'],
  },
  getPhoto: {
    path: '/api/hospital_user/get_user_photo',
    summary: "One user's photo",
    access: 'user:manage',
    opensRecord: false,
    body: z.object({ ...ById.shape, size: z._default(z.enum(['small', 'large']), 'large') }),
    reply: fileReply,
    file: true,
    errors: ['not-found'],
  },
  changes: {
    path: '/api/hospital_user/get_user_changes',
    summary: 'Who changed what of an account, newest first',
    access: 'user:manage',
    opensRecord: false,
    body: z.object({ ...ById.shape, ...z.omit(ListQuery, { search_value: true }).shape }),
    reply: page(UserChange),
    errors: ['not-found'],
  },
  add: {
    path: '/api/hospital_user/add_user',
    summary: 'Add a user who may sign in at once',
    access: 'user:manage',
    opensRecord: false,
    form: true,
    body: NewUser,
    reply: z.object({ user: User, link: z.nullable(PasswordLink) }),
    errors: ['email-taken', 'beyond-own-rights', ...photoErrors],
    success: 'user-added',
  },
  update: {
    path: '/api/hospital_user/update_user',
    summary: 'Change what is sent of an account; the rest stays',
    access: 'user:manage',
    opensRecord: false,
    form: true,
    body: UserUpdate,
    reply: z.object({ user: User }),
    errors: [
      'not-found',
      'changed-meanwhile',
      'email-taken',
      'last-admin',
      'beyond-own-rights',
      ...photoErrors,
    ],
    success: 'user-updated',
  },
  decide: {
    path: '/api/hospital_user/approve_decline_user',
    summary: 'Approve or decline who registered, block who is approved, or let her in again',
    access: 'user:manage',
    opensRecord: false,
    body: z.object({ ...ById.shape, version: Version, act: z.enum(userActs), reason: Reason }),
    reply: z.object({ user: User }),
    errors: [
      'not-found',
      'changed-meanwhile',
      'act-impossible',
      'own-account',
      'last-admin',
      'beyond-own-rights',
    ],
    success: 'user-updated',
  },
  delete: {
    path: '/api/hospital_user/delete_user',
    summary: 'Close an account for good; what she did stays hers',
    access: 'user:manage',
    opensRecord: false,
    body: z.object({ ...ById.shape, version: Version, reason: Reason }),
    reply: z.object({}),
    errors: ['not-found', 'changed-meanwhile', 'own-account', 'last-admin', 'beyond-own-rights'],
    success: 'user-deleted',
  },
  resetPassword: {
    path: '/api/hospital_user/reset_user_password',
    summary:
      'Take a password back: she chooses another by a link, or changes the one that is given; her sessions end',
    access: 'user:manage',
    opensRecord: false,
    body: z.object({
      ...ById.shape,
      version: Version,
      password: z.optional(z.string()),
      confirm_password: z.optional(z.string()),
    }),
    reply: z.object({ user: User, link: z.nullable(PasswordLink) }),
    errors: ['not-found', 'changed-meanwhile', 'act-impossible', 'own-account', 'beyond-own-rights'],
    success: 'password-reset',
  },
  importUsers: {
    path: '/api/hospital_user/import_users',
    summary: 'Add the users of a CSV file, all or nobody; a dry run only says what is wrong with each row',
    access: 'user:manage',
    opensRecord: false,
    form: true,
    body: z.object({
      file: z.union([z.instanceof(Uint8Array), z.file()], 'file-required'),
      dry_run: z.boolean(),
    }),
    reply: ImportReport,
    errors: ['import-faulty'],
  },
} satisfies Endpoints
