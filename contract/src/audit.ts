import * as z from 'zod/mini'
import { staffTypes } from './wire/access.ts'
import { errorCodes } from './wire/codes.ts'
import {
  ById,
  definePage,
  type Endpoints,
  emptyReply,
  fileReply,
  Id,
  listFilters,
  PageRequest,
} from './wire/endpoint.ts'
import { ChosenInstant, Instant } from './wire/fields.ts'
import { FileLanguage } from './wire/file-language.ts'
import { NamedPatient, StaffLabel } from './wire/labels.ts'

/** `refused` stands for every outcome but `ok`; the others are the failures' own names. */
export const auditOutcomes = [
  'ok',
  'refused',
  ...(Object.keys(errorCodes) as [keyof typeof errorCodes]),
] as const

/** Somebody who did or tried something, also if they have left the hospital since. */
export const AuditPerson = z.extend(StaffLabel, {
  staff_type: z.enum(Object.keys(staffTypes) as [keyof typeof staffTypes]),
})
export type AuditPerson = z.output<typeof AuditPerson>

/**
 * One act or attempt. `action` is the call's name (`patients.get`) and `outcome` is `ok` or the failure's name: both as
 * they were at that time. `patients` are the first few of the `patient_count` patients whose data were shown or
 * changed; it is empty if the audit itself was read without asking about a patient. A record that the hospital does not
 * have is counted and not named.
 */
export const AuditEntry = z.object({
  _id: Id,
  at: Instant,
  by: z.nullable(AuditPerson),
  action: z.string(),
  outcome: z.string(),
  patients: z.array(NamedPatient),
  patient_count: z.int(),
  address: z.nullable(z.string()),
  detail: z.nullable(z.record(z.string(), z.unknown())),
})
export type AuditEntry = z.output<typeof AuditEntry>

/**
 * `from` is included and `to` is not. `acts_only` leaves out what screens do by themselves (`Endpoint.byItself`),
 * unless it was refused.
 */
export const AuditFilters = z.object({
  patient_id: z.optional(Id),
  staff_id: z.optional(Id),
  action: z.optional(z.string().check(z.maxLength(100, 'too-long'))),
  outcome: z.optional(z.enum(auditOutcomes)),
  from: z.optional(ChosenInstant),
  to: z.optional(ChosenInstant),
  acts_only: z.optional(z.boolean()),
})
export type AuditFilters = z.output<typeof AuditFilters>

/**
 * Whether the audit trail can be trusted: when it was last sealed, and what the newest verification of the seals found.
 * `late` means that an entry has waited for its seal for minutes; sealing normally takes seconds.
 */
export const AuditChain = z.object({
  sealed_at: z.nullable(Instant),
  is_late: z.boolean(),
  check: z.nullable(z.object({ at: Instant, is_whole: z.boolean() })),
})
export type AuditChain = z.output<typeof AuditChain>

/**
 * How one person, or an unknown one, used a patient's record. `opened` is how often they opened it, and `by_exception`
 * how often they had to give a reason because the patient was outside the wards of their groups; `otherwise` counts
 * every other call that showed or changed data of the patient, lists included; `refused` counts the calls that were
 * refused.
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
 * Reading the audit adds to it, so it grows while it is read. A page therefore has no number: it is what comes `before`
 * (older) or `after` (newer) an entry that was shown.
 */
export const audit = {
  list: {
    path: '/admin/get_audit_trail',
    summary: 'Who opened which record and who did what, newest first',
    access: 'audit:read',
    patientData: true,
    opensRecord: false,
    body: z.object({
      ...z.pick(PageRequest, { number_of_rec: true }).shape,
      before: z.optional(Id),
      after: z.optional(Id),
      filterLists: listFilters(AuditFilters),
    }),
    reply: z.extend(definePage(AuditEntry), {
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
    patientData: true,
    opensRecord: false,
    body: z.object({
      filterLists: listFilters(AuditFilters),
      language: FileLanguage,
    }),
    reply: fileReply,
    file: true,
  },
  recordAccess: {
    path: '/admin/get_record_access',
    summary: "Who opened one patient's record, the latest first",
    access: 'audit:read',
    patientData: true,
    opensRecord: false,
    body: z.object({ patient_id: Id }),
    reply: z.object({ people: z.array(RecordAccess) }),
    errors: ['not-found'],
  },
  get: {
    path: '/admin/get_audit_entry',
    summary: 'One entry of the audit with every patient it is about',
    access: 'audit:read',
    patientData: true,
    opensRecord: false,
    body: ById,
    reply: z.object({ entry: z.extend(AuditEntry, { request_id: z.nullable(z.string()) }) }),
    errors: ['not-found'],
  },
  chain: {
    path: '/admin/get_audit_chain',
    summary: 'Whether the trail can be trusted',
    access: 'audit:read',
    patientData: false,
    byItself: true,
    body: emptyReply,
    reply: z.object({ chain: AuditChain }),
  },
  people: {
    path: '/admin/get_audit_people',
    summary: 'Everybody who can be the author of an audit entry, former staff included',
    access: 'audit:read',
    patientData: false,
    byItself: true,
    body: emptyReply,
    reply: z.object({ staff: z.array(AuditPerson) }),
  },
} satisfies Endpoints
