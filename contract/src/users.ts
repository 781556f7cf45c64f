import * as z from 'zod/mini'
import { createPhoneChecks, personFields, StaffTypeChoice } from './sign-in/registration.ts'
import {
  ById,
  definePage,
  type Endpoints,
  emptyReply,
  FieldProblem,
  fileReply,
  Id,
  ListRequest,
  listFilters,
  PageRequest,
} from './wire/endpoint.ts'
import { Instant, optionalProse, PhotoUpload, photoErrors } from './wire/fields.ts'
import { FileLanguage } from './wire/file-language.ts'
import { StaffLabel } from './wire/labels.ts'
import { thaiCallingCode } from './wire/phone.ts'

export const userStatuses = ['pending', 'approved', 'declined', 'blocked', 'deleted'] as const
export const userActs = ['approve', 'decline', 'block', 'unblock'] as const
export type UserStatus = (typeof userStatuses)[number]
export type UserAct = (typeof userActs)[number]

const statusTransitions: Record<UserAct | 'delete', Partial<Record<UserStatus, UserStatus>>> = {
  approve: { pending: 'approved', declined: 'approved' },
  decline: { pending: 'declined' },
  block: { approved: 'blocked' },
  unblock: { blocked: 'approved' },
  delete: { pending: 'deleted', approved: 'deleted', declined: 'deleted', blocked: 'deleted' },
}

/** The status of an account after an act; undefined if the act is not possible in the present status. */
export function computeNextStatus(act: UserAct | 'delete', status: UserStatus): UserStatus | undefined {
  return statusTransitions[act][status]
}

/**
 * What an admin sets about a user besides the personal data. A forms-only user has the forms and nothing else, whatever
 * their staff type.
 */
export const accountFields = {
  staff_type: StaffTypeChoice,
  is_form_user: z.boolean(),
  is_verified: z.boolean(),
}

const newUserFields = {
  ...personFields,
  staff_type: accountFields.staff_type,
  country_code: z._default(personFields.country_code, thaiCallingCode),
  is_form_user: z._default(accountFields.is_form_user, false),
}

/**
 * Without a password the reply has a link with which the new user chooses one; with a password, the user has to change
 * it at the first sign-in.
 */
export const NewUser = z
  .object({
    ...newUserFields,
    is_verified: z._default(accountFields.is_verified, false),
    password: z.optional(z.string()),
    confirm_password: z.optional(z.string()),
    photo: PhotoUpload,
  })
  .check(...createPhoneChecks())

/** A new user as a row of a file. */
export const ImportedUser = z.object(newUserFields).check(...createPhoneChecks())

const Version = z.int().check(z.gte(1), z.lte(2_147_483_647))

/** Only the fields sent are changed. `version` is the version of the account on which the change is based. */
export const UserUpdate = z.object({
  ...z.partial(z.object({ ...personFields, ...accountFields })).shape,
  _id: Id,
  version: Version,
  photo: PhotoUpload,
})

/** An account as a row of the list. `list_status` is 0 for an approved account and 1 for all others. */
export const UserRow = z.object({
  _id: Id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  country_code: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  staff_type: StaffTypeChoice,
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
  /** Whether the caller may change it: only if the account has no permission that the caller lacks. */
  may_change: z.boolean(),
})
export type UserRow = z.output<typeof UserRow>

const Colleague = z.nullable(StaffLabel)

/** The whole account. `registered_by` is null if the user registered themselves, or came with the hospital. */
export const User = z.object({
  ...UserRow.shape,
  verified_at: z.nullable(Instant),
  must_change_password: z.boolean(),
  password_changed_at: z.nullable(Instant),
  /** Groups of which the user is a member. */
  group_names: z.array(z.string()),
  /** How many second factors the user has. */
  second_factors: z.int(),
  registered_by: Colleague,
  decided_by: Colleague,
  decided_at: z.nullable(Instant),
})
export type User = z.output<typeof User>

export const userSearchFields = ['any', 'name', 'email', 'phone'] as const
export const userSortFields = ['registered', 'name', 'email', 'staff_type', 'status', 'last_login'] as const

/** `list_status` 0 means approved accounts, 1 all others. */
export function toUserStatuses(listStatus: 0 | 1): UserStatus[] {
  return listStatus === 0 ? ['approved'] : ['pending', 'declined', 'blocked']
}

/** One or several statuses, each by its name or by the number of its list. */
const Statuses = z.pipe(
  z.transform((given: unknown) =>
    [given].flat().flatMap((one) => {
      const listStatus = [0, 1].find((number) => one === number || one === String(number))
      return listStatus === undefined ? [one] : toUserStatuses(listStatus as 0 | 1)
    }),
  ),
  z.array(z.enum(userStatuses)).check(z.maxLength(userStatuses.length, 'too-many')),
) as unknown as z.ZodMiniType<UserStatus[], MaybeMany<UserStatus | 0 | 1>>
type MaybeMany<One> = One | One[]

export const UserFilters = z.object({
  status: z.optional(Statuses),
  staff_type: z.optional(z.array(StaffTypeChoice).check(z.maxLength(20, 'too-many'))),
  is_form_user: z.optional(z.boolean()),
  is_verified: z.optional(z.boolean()),
})
export type UserFilters = z.output<typeof UserFilters>

/**
 * `user_page_type` 1 is the page of approved accounts, 2 that of the others; left out, the statuses asked for decide,
 * or it is the first page. Deleted accounts are on neither page.
 */
export const UserListRequest = z.object({
  ...ListRequest.shape,
  user_page_type: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(2))),
  search_field: z._default(z.enum(userSearchFields), 'any'),
  sort_field: z.optional(z.enum(userSortFields)),
  sort_order: z._default(z.enum(['asc', 'desc']), 'asc'),
  filterLists: listFilters(UserFilters),
})
export type UserListRequest = z.output<typeof UserListRequest>

/** How many accounts have each status, whatever is searched for. */
export const UserCounts = z.object({
  approved: z.int(),
  pending: z.int(),
  declined: z.int(),
  blocked: z.int(),
})

/** One field with its value before and after. A photo is only present or not; a password is never shown. */
export const UserChange = z.object({
  _id: Id,
  at: Instant,
  by: StaffLabel,
  field: z.string(),
  from: z.nullable(z.unknown()),
  to: z.nullable(z.unknown()),
  reason: z.nullable(z.string()),
})
export type UserChange = z.output<typeof UserChange>

/** `detail` of the failure `changed-meanwhile`. */
export const UserChangedMeanwhile = z.object({ user: User, changes: z.array(UserChange) })

/**
 * The text behind the `#` of a link, so that no server on the way logs it. Whoever has it can choose the password,
 * once. It is in no other reply and only its hash is stored.
 */
export const PasswordLink = z.object({ token: z.string(), expires_at: Instant })
export type PasswordLink = z.output<typeof PasswordLink>

export const maxImportedUsers = 2_000
/** 1 MB. */
export const maxImportBytes = 1024 * 1024
/** The columns that a file of users may have; others are refused. */
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

/**
 * `row` is the row number in a spreadsheet, where the headings are row 1; `field` is null for a problem of the whole
 * row.
 */
export const RowProblem = z.object({ row: z.int(), ...FieldProblem.shape, field: z.nullable(z.string()) })
export type RowProblem = z.output<typeof RowProblem>

/**
 * All users are added or none: `users` is empty in a dry run and if there is a problem. `known` counts the rows that
 * match an existing account in every field; nothing is done about those.
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
 * Nobody grants or removes what they may not do themselves: an account with more permissions than the caller is changed
 * only by a user who may change permissions, and a system admin's account only by another system admin.
 */
export const users = {
  list: {
    path: '/api/hospital_user/user_list_search_sort',
    summary: 'Users of the hospital, searched, filtered, sorted, a page at a time',
    access: 'user:manage',
    patientData: false,
    byItself: true,
    body: UserListRequest,
    reply: z.extend(definePage(UserRow), { counts: UserCounts }),
  },
  givableTypes: {
    path: '/api/hospital_user/get_givable_types',
    summary: 'Staff types that the caller may give: those without a permission that the caller lacks',
    access: 'user:manage',
    patientData: false,
    byItself: true,
    body: emptyReply,
    reply: z.object({ staff_types: z.array(StaffTypeChoice) }),
  },
  waiting: {
    path: '/api/hospital_user/count_waiting_users',
    summary: 'How many registered themselves and wait for approval',
    access: 'user:manage',
    patientData: false,
    byItself: true,
    body: emptyReply,
    reply: z.object({ pending: z.int() }),
  },
  exportList: {
    path: '/api/hospital_user/export_users_list',
    summary: 'The same list, all of it, as data.csv (UTF-8 with a byte-order mark)',
    access: 'user:manage',
    patientData: false,
    body: z.object({
      ...z.omit(UserListRequest, { page: true, number_of_rec: true }).shape,
      language: FileLanguage,
    }),
    reply: fileReply,
    file: true,
  },
  get: {
    path: '/api/hospital_user/get_user_detail',
    summary: "One user's whole account",
    access: 'user:manage',
    patientData: false,
    body: ById,
    reply: z.object({ user: User }),
    errors: ['not-found'],
  },
  getPhoto: {
    path: '/api/hospital_user/get_user_photo',
    summary: "One user's photo",
    access: 'user:manage',
    patientData: false,
    byItself: true,
    body: z.object({ ...ById.shape, size: z._default(z.enum(['small', 'large']), 'large') }),
    reply: fileReply,
    file: true,
    errors: ['not-found'],
  },
  changes: {
    path: '/api/hospital_user/get_user_changes',
    summary: 'Who changed what in an account, newest first',
    access: 'user:manage',
    patientData: false,
    byItself: true,
    body: z.object({ ...ById.shape, ...PageRequest.shape }),
    reply: definePage(UserChange),
    errors: ['not-found'],
  },
  add: {
    path: '/api/hospital_user/add_user',
    summary: 'Add a user who may sign in at once',
    access: 'user:manage',
    patientData: false,
    form: true,
    body: NewUser,
    reply: z.object({ user: User, link: z.nullable(PasswordLink) }),
    errors: ['email-taken', 'beyond-own-rights', ...photoErrors],
    success: 'user-added',
  },
  update: {
    path: '/api/hospital_user/update_user',
    summary: 'Change the fields sent of an account; the others stay',
    access: 'user:manage',
    patientData: false,
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
    summary: 'Approve or decline a new account, block an approved one, or unblock it',
    access: 'user:manage',
    patientData: false,
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
    summary: 'Close an account for good; its acts keep their author',
    access: 'user:manage',
    patientData: false,
    body: z.object({ ...ById.shape, version: Version, reason: Reason }),
    reply: z.object({}),
    errors: ['not-found', 'changed-meanwhile', 'own-account', 'last-admin', 'beyond-own-rights'],
    success: 'user-deleted',
  },
  resetPassword: {
    path: '/api/hospital_user/reset_user_password',
    summary:
      'Reset a password: the user chooses another by a link, or changes the one given; all their sessions end',
    access: 'user:manage',
    patientData: false,
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
    summary: 'Add the users of a CSV file, all or none; a dry run only reports what is wrong with each row',
    access: 'user:manage',
    patientData: false,
    form: true,
    body: z.object({
      file: z.union([z.instanceof(Uint8Array), z.file()], 'file-required'),
      dry_run: z.boolean(),
    }),
    reply: ImportReport,
    errors: ['import-faulty'],
  },
} satisfies Endpoints
