import * as z from 'zod/mini'
import { staffTypes } from './access.ts'
import { errorCodes } from './codes.ts'
import { ById, type Endpoints, fileReply, Id, ListQuery, listFilters, nothing, page } from './endpoint.ts'
import { ChosenInstant, Instant } from './fields.ts'

/** `refused` is whatever is not `ok`; the others are the failure's own name. */
export const auditOutcomes = [
  'ok',
  'refused',
  ...(Object.keys(errorCodes) as [keyof typeof errorCodes]),
] as const

/** One who did or tried something, whether or not she still works here. */
export const AuditPerson = z.object({
  _id: Id,
  first_name: z.string(),
  last_name: z.string(),
  staff_type: z.enum(Object.keys(staffTypes) as [keyof typeof staffTypes]),
})
export type AuditPerson = z.output<typeof AuditPerson>

export const AuditPatient = z.object({
  _id: Id,
  hn: z.string(),
  title: z.string(),
  name: z.string(),
  surname: z.string(),
})
export type AuditPatient = z.output<typeof AuditPatient>

/**
 * One thing that was done or tried. `action` is the call's name (`patients.get`) and `outcome` is `ok` or the
 * failure's name: both as they were called then. `patients` are the first few of the `patient_count` whose data
 * were shown or changed: none where the audit itself was read, unless asked about. A record that the hospital does
 * not have is counted and not named.
 */
export const AuditEntry = z.object({
  _id: Id,
  at: Instant,
  by: z.nullable(AuditPerson),
  action: z.string(),
  outcome: z.string(),
  patients: z.array(AuditPatient),
  patient_count: z.int(),
  address: z.nullable(z.string()),
  detail: z.nullable(z.record(z.string(), z.unknown())),
})
export type AuditEntry = z.output<typeof AuditEntry>

/** `from` is part of what is looked at and `to` is not. */
export const AuditFilters = z.object({
  patient_id: z.optional(Id),
  staff_id: z.optional(Id),
  action: z.optional(z.string().check(z.maxLength(100, 'too-long'))),
  outcome: z.optional(z.enum(auditOutcomes)),
  from: z.optional(ChosenInstant),
  to: z.optional(ChosenInstant),
})
export type AuditFilters = z.output<typeof AuditFilters>

/**
 * Whether the trail can be trusted: when it was sealed last, and what the newest check of the seals found. It is late
 * when something has waited for its seal for minutes, which is done in seconds.
 */
export const AuditChain = z.object({
  sealed_at: z.nullable(Instant),
  is_late: z.boolean(),
  check: z.nullable(z.object({ at: Instant, is_whole: z.boolean() })),
})
export type AuditChain = z.output<typeof AuditChain>

/**
 * What one person had to do with a patient's record, or nobody who is known. `opened` is how often she opened it, and
 * `by_exception` how often she had to give a reason for it, because the patient was outside the wards of her groups;
 * `otherwise` counts the rest of what she was shown or changed of the patient, the lists in which the patient stood
 * included; `refused` what she tried and was not given.
 */
export const RecordAccess = z.object({
  by: z.nullable(AuditPerson),
  opened: z.int(),
  last_opened_at: z.nullable(Instant),
  by_exception: z.int(),
  otherwise: z.int(),
  refused: z.int(),
  last_at: Instant,
})
export type RecordAccess = z.output<typeof RecordAccess>

/**
 * The audit grows while it is read, at the least by the reading of it. So a page does not have a number: it is
 * what comes `before` (older) or `after` (newer) an entry that was shown.
 */
export const audit = {
  list: {
    path: '/admin/get_audit_trail',
    summary: 'Who opened which record and who did what, newest first',
    access: 'audit:read',
    opensRecord: false,
    body: z.object({
      ...z.pick(ListQuery, { number_of_rec: true }).shape,
      before: z.optional(Id),
      after: z.optional(Id),
      filterLists: listFilters(AuditFilters),
    }),
    reply: z.extend(page(AuditEntry), {
      has_newer: z.boolean(),
      has_older: z.boolean(),
      chain: AuditChain,
    }),
    errors: ['not-found'],
  },
  exportList: {
    path: '/admin/export_audit_trail',
    summary: 'The same entries, all of them, as data.csv (UTF-8 with a byte-order mark)',
    access: 'audit:read',
    opensRecord: false,
    body: z.object({
      filterLists: listFilters(AuditFilters),
      language: z._default(z.enum(['en', 'th']), 'en'),
    }),
    reply: fileReply,
    file: true,
  },
  recordAccess: {
    path: '/admin/get_record_access',
    summary: "Who opened one patient's record, those who did so last first",
    access: 'audit:read',
    opensRecord: false,
    body: z.object({ patient_id: Id }),
    reply: z.object({ people: z.array(RecordAccess) }),
    errors: ['not-found'],
  },
  get: {
    path: '/admin/get_audit_entry',
    summary: 'One entry of the audit with every patient whom it concerns',
    access: 'audit:read',
    opensRecord: false,
    body: ById,
    reply: z.object({ entry: z.extend(AuditEntry, { request_id: z.nullable(z.string()) }) }),
    errors: ['not-found'],
  },
  chain: {
    path: '/admin/get_audit_chain',
    summary: 'Whether the trail can be trusted',
    access: 'audit:read',
    opensRecord: false,
    body: nothing,
    reply: z.object({ chain: AuditChain }),
  },
  people: {
    path: '/admin/get_audit_people',
    summary: 'Everybody whom an entry of the audit can be of, those who have left included',
    access: 'audit:read',
    opensRecord: false,
    body: nothing,
    reply: z.object({ staff: z.array(AuditPerson) }),
  },
} satisfies Endpoints
