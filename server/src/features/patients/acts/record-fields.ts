import { listFutureEntries, type PatientRow, type UnderlyingDisease, validatePatientRecord } from 'contract'
import { createNationalIdTakenFailure, Failure } from '../../../core/failure.ts'
import { formatZonedDate, hospitalTimeZone } from '../../../core/time.ts'
import type { Context } from '../../../http/handler.ts'
import { findClosedRecords, toViewer } from '../../../identity/record-access.ts'
import { type ListEntry, mapSameDiseases, replaceEntries } from '../queries/clinical-lists.ts'
import type { ListField } from '../queries/fields.ts'
import {
  diffPatient,
  findSection,
  listForeignIdentity,
  mergeDiseases,
  normalizeDiseaseLists,
} from '../rules.ts'

/** Clinical data are for those who treat: an office may register a person, but not their diseases. */
export function requireClinicalPermission({ actor }: Context, fields: readonly string[]): void {
  const clinical = fields.filter((field) => findSection(field) === 'clinical')
  if (clinical.length > 0 && !actor.permissions.has('clinical:update')) {
    throw new Failure('not-allowed', { fields: clinical.map((field) => ({ field, message: 'not-allowed' })) })
  }
}

/** The sent fields with the diseases under one name, whichever name they had. */
export async function mergeSentDiseases<Sent extends Parameters<typeof normalizeDiseaseLists>[0]>(
  { tx }: Context,
  standing: readonly UnderlyingDisease[],
  sent: Sent,
) {
  const { chronic_disease, underlying_disease, ...others } = sent
  if (!chronic_disease && !underlying_disease) return others
  const lists = normalizeDiseaseLists({ chronic_disease, underlying_disease }, await mapSameDiseases(tx))
  return { ...others, underlying_disease: mergeDiseases(standing, lists) }
}

/**
 * A national ID belongs to one person: the failure names who has it already, so that a wrong number can be corrected
 * there.
 */
export async function requireNoHolder(
  { tx, actor, now, auditPatients }: Context,
  holder: PatientRow | undefined,
): Promise<void> {
  if (!holder) return
  auditPatients(holder._id)
  const outside_wards =
    (await findClosedRecords(tx, toViewer(actor, now), [holder._id])).get(holder._id) ?? null
  const may_correct = actor.permissions.has('patient:update')
  throw createNationalIdTakenFailure({ holder: outside_wards ? null : holder, outside_wards, may_correct })
}

export function requireValidRecord(patient: Parameters<typeof validatePatientRecord>[0], now: string): void {
  const fields = validatePatientRecord(patient, formatZonedDate(hospitalTimeZone, now))
  if (fields.length > 0) throw new Failure('invalid', { fields })
}

export function requireNoFutureEntries(sent: Parameters<typeof listFutureEntries>[0], now: string): void {
  const fields = listFutureEntries(sent, formatZonedDate(hospitalTimeZone, now))
  if (fields.length > 0) throw new Failure('invalid', { fields })
}

/** Drops the fields that were not sent: spread over a record, they would overwrite its values with undefined. */
export function dropUndefined<Fields extends object>(fields: Fields) {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [Key in keyof Fields]: Exclude<Fields[Key], undefined> }
}

export function isFilled(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== false
}

/** Entries that were sent unchanged stay; the others end, and new ones begin. */
export async function replaceListField(
  { tx, actor, now, newId }: Context,
  patientId: string,
  field: ListField,
  { standing, sent }: Record<'standing' | 'sent', readonly ListEntry[]>,
): Promise<void> {
  const isKept = (entry: ListEntry) =>
    standing.some(
      (other) =>
        other._id === entry._id && diffPatient({ [field]: [other] }, { [field]: [entry] }).length === 0,
    )
  const keptIds = new Set(sent.filter(isKept).map((entry) => entry._id))
  const ended = standing.flatMap(({ _id }) => (_id === undefined || keptIds.has(_id) ? [] : [_id]))
  const begun = sent.filter((entry) => !isKept(entry))
  await replaceEntries(
    tx,
    { id: patientId, hospitalId: actor.hospitalId, now },
    { field, by: actor._id, ended, begun, newId },
  )
}

/** A national ID that is sent alone to an unknown person's record would be lost: its kind is sent with it. */
export function requireNoForeignIdentity(
  sent: Parameters<typeof listForeignIdentity>[0],
  kind: string,
): void {
  const fields = listForeignIdentity(sent, kind)
  if (fields.length > 0) throw new Failure('invalid', { fields })
}
