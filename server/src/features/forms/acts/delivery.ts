import {
  type DeliveredOperation,
  type DeliveryOutcome,
  type FieldProblem,
  type FormName,
  findForm,
  formAccess,
  makeSealingKeys,
  type OperationResult,
  openMessage,
  type ReviewReason,
  SealedOperation,
  WrittenOperation,
} from 'contract'
import { isBeforeRelief } from '../../../ambulance/mission-crews.ts'
import { findStaff, loadKeys, opens } from '../../../ambulance/sealed-parts.ts'
import { computeMadeTime } from '../../../ambulance/written-time.ts'
import { Failure } from '../../../core/failure.ts'
import type { Context, OpenRecordContext } from '../../../http/handler.ts'
import { openRecord, toViewer } from '../../../identity/record-access.ts'
import type { SecretBox } from '../../../identity/secret-box.ts'
import { findTokenOwners, type TokenOwner } from '../../../identity/session.ts'
import {
  findDelivered,
  findReliefs,
  findSealingKey,
  insertReviews,
  insertSealingKey,
  lockRecords,
  type Place,
  type Reviewed,
  replaceSealingKey,
} from '../queries/delivery.ts'
import { insertRecords } from '../queries/record-changes.ts'
import { findReviewReason, splitByAuthor } from '../rules.ts'
import { type Authoring, toHospital } from './authoring.ts'
import { findSheetMission, requireForm } from './open-record.ts'
import { writeAnswers } from './records.ts'

export type Result = { op_id: string; outcome: DeliveryOutcome; problem: FieldProblem | null }

/** An operation as it was written, with whose it says it is and whose session it was written in. */
type Opened = Reviewed & { owner: TokenOwner | undefined }

/**
 * The key to which the hospital's tablets seal, made when it is first asked for, and anew if the panel's secret was
 * changed: what was sealed to the earlier one can then not be opened.
 */
export async function provideSealingKey(
  { tx, hospitalId, now, newId }: Context,
  box: SecretBox,
): Promise<{ _id: string; public_key: string } | null> {
  const found = await findSealingKey(tx)
  if (found && opens(box, found.private_key, found.id))
    return { _id: found.id, public_key: found.public_key.toString('base64') }
  if (found) await replaceSealingKey(tx, found.id, now)
  const { publicKey, privateKey } = await makeSealingKeys()
  const id = newId()
  const made = { id, public_key: Buffer.from(publicKey), private_key: box.seal(privateKey, id) }
  await insertSealingKey(tx, made, { hospitalId, now })
  const stored = await findSealingKey(tx)
  return stored ? { _id: stored.id, public_key: stored.public_key.toString('base64') } : null
}

/**
 * Applies what somebody brings, each operation as of its author and once. What cannot be applied and may not be lost
 * waits for a person. The results are in the order of the operations.
 */
export async function deliverOperations(
  context: OpenRecordContext,
  operations: readonly DeliveredOperation[],
): Promise<Result[]> {
  const { tx } = context
  const ids = operations.map(({ op_id }) => op_id)
  const results = new Map<string, Result>()
  const settle = (op_id: string, outcome: DeliveryOutcome, problem: FieldProblem | null = null) =>
    results.set(op_id, { op_id, outcome, problem })
  const delivered = await findDelivered(tx, ids)
  for (const { op_id, record_id } of operations) {
    const known = delivered.get(op_id)
    // An id that was used in another record is a mistake of the device, and not this operation.
    if (known) settle(op_id, known.record_id === record_id ? known.outcome : 'refused')
  }
  const opened: Opened[] = []
  for (const one of await openAll(
    context,
    operations.filter(({ op_id }) => !results.has(op_id)),
  ))
    if ('by' in one) opened.push(one)
    else settle(one.op_id, 'unreadable')

  const waiting: Reviewed[] = []
  const wait = ({ owner: _owner, ...one }: Opened, reason: ReviewReason) => {
    waiting.push({ ...one, reason })
    settle(one.op_id, 'waiting')
  }
  const doubtless: Opened[] = []
  for (const one of opened) {
    const reason = findReviewReason(one.owner, one)
    if (reason) wait(one, reason)
    else doubtless.push(one)
  }
  const { wroteInCrew, wroteLater } = await judgeByReliefs(context, doubtless)
  const apply: Opened[] = []
  for (const one of doubtless)
    if (wroteLater.has(one.op_id)) wait(one, 'not-allowed')
    else apply.push(one)
  const byRecord = Map.groupBy(apply, ({ record_id }) => record_id)
  const records = [...byRecord.keys()].sort()
  const existing = await lockRecords(tx, records)
  await beginRecords(
    context,
    records.flatMap((id) => (existing.has(id) ? [] : (byRecord.get(id)?.slice(0, 1) ?? []))),
  )
  const written = new Set<string>()
  const answered = new Map<FormName, Set<string>>()
  for (const id of records)
    for (const run of splitByAuthor(byRecord.get(id) ?? [])) {
      const { results: applied, fields } = await applyRun(context, run, wroteInCrew)
      const { form } = run[0] ?? {}
      if (form) answered.set(form, new Set([...(answered.get(form) ?? []), ...fields]))
      for (const [i, one] of run.entries()) {
        const result = applied[i]
        if (result === undefined || typeof result === 'string') wait(one, result ?? 'not-allowed')
        else if (result.outcome === 'closed') wait(one, 'form-closed')
        else if (result.problem?.message === 'sheet-of-crew') wait(one, 'not-allowed')
        else settle(one.op_id, result.outcome, result.problem)
      }
      written.add(id)
    }
  await insertReviews(tx, waiting, toDeliverer(context))
  for (const form of new Set(waiting.map(({ form }) => form)))
    context.emit({ kind: 'form-records-outdated', form })
  context.addAuditDetail({
    records: [...written],
    authors: [...new Set(opened.map(({ by }) => by))],
    answered: [...answered].map(([form, fields]) => ({ form, fields: [...fields] })),
    waiting: waiting.length,
  })
  return ids.flatMap((id) => results.get(id) ?? [])
}

export const toDeliverer = ({ hospitalId, actor, now }: Context) => ({ hospitalId, staffId: actor._id, now })

type Judged = Place &
  Parameters<typeof computeMadeTime>[0] & { clock_went_back?: boolean; owner: TokenOwner | undefined }

/**
 * What of this its authors wrote in the crew of its mission before they were relieved, and what later, without another
 * right to it. Nobody knows which it is if the clock of a device was set back.
 */
export async function judgeByReliefs(
  { tx, now }: Context,
  written: readonly Judged[],
): Promise<{ wroteInCrew: Set<string>; wroteLater: Set<string> }> {
  const reliefs = await findReliefs(tx, written)
  const judged = { wroteInCrew: new Set<string>(), wroteLater: new Set<string>() }
  for (const one of written) {
    const leftAt = reliefs.get(one.op_id)
    if (leftAt === undefined) continue
    const isBefore = !one.clock_went_back && isBeforeRelief(leftAt, computeMadeTime(one, now))
    if (isBefore) judged.wroteInCrew.add(one.op_id)
    else if (!one.owner?.permissions.has('patient:read')) judged.wroteLater.add(one.op_id)
  }
  return judged
}

type First = Pick<Opened, 'record_id' | 'form' | 'form_version' | 'mission_id' | 'owner'>

/** Begins records with the first operation of each, in the name of its author. */
export async function beginRecords(context: Context, firsts: readonly First[]): Promise<void> {
  const { tx, hospitalId, now } = context
  const begun: Parameters<typeof insertRecords>[1][number][] = []
  for (const { record_id: id, form, form_version, mission_id, owner } of firsts) {
    // A crew answers in a referral that somebody has begun.
    if (!owner?.permissions.has(formAccess[form])) continue
    const { version } = findForm(form, form_version) ?? requireForm(form)
    const missionId = await findSheetMission({ tx, author: owner }, form, mission_id)
    begun.push({ id, form, version, missionId, staffId: owner._id })
  }
  await insertRecords(tx, begun, { hospitalId, now })
}

/**
 * Writes operations of one author into one record; a reason for an operation that the author may not write there.
 * `fields` are those that were written.
 */
async function applyRun(
  context: OpenRecordContext,
  run: readonly Opened[],
  wroteInCrew: ReadonlySet<string>,
): Promise<{ results: (OperationResult | ReviewReason)[]; fields: string[] }> {
  const [first] = run
  if (!first?.owner) return { results: [], fields: [] }
  const { form, record_id } = first
  const authoring = {
    ...createAuthoring(context, first.owner),
    wroteInCrew: run.every(({ op_id }) => wroteInCrew.has(op_id)),
  }
  try {
    return await writeAnswers(authoring, { id: record_id, form, operations: run })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const reason = error.code === 'break-glass-needed' ? 'record-closed' : 'not-allowed'
    return { results: run.map(() => reason), fields: [] }
  }
}

/** The rights and the name of another author, for what that author wrote. */
export function createAuthoring(context: OpenRecordContext, author: Authoring['author']): Authoring {
  const { tx, hospitalId, now } = context
  const viewer = toViewer(author, now)
  return {
    ...toHospital(context),
    author,
    writer: { hospitalId, staffId: author._id, now },
    openRecord: async (patientId) => (await openRecord(tx, viewer, patientId)).record,
  }
}

/** What was sealed, opened; only the id of one that cannot be. */
async function openAll(
  context: Context,
  operations: readonly DeliveredOperation[],
): Promise<(Opened | { op_id: string })[]> {
  const { tx, actor } = context
  const ids = new Set(operations.flatMap(({ sealed }) => (sealed ? [sealed.key_id] : [])))
  const keys = await loadKeys(context, [...ids])
  const read = await Promise.all(operations.map((one) => readOperation(one, keys)))
  const tokens = read.flatMap((one) => ('token' in one ? [one.token] : []))
  const owners = await findTokenOwners(tx, new Set(tokens))
  const staff = await findStaff(tx, [...new Set(read.flatMap((one) => ('by' in one ? [one.by] : [])))])
  return read.map((one) => {
    if (!('form' in one)) return one
    if (!('token' in one))
      return {
        ...one,
        by: actor._id,
        reason: 'not-allowed',
        photo_id: null,
        owner: { ...actor, begunAt: one.at, endedAt: null },
      }
    const { token, ...rest } = one
    return staff.has(one.by)
      ? { ...rest, reason: 'not-allowed', photo_id: null, owner: owners.get(token) }
      : { op_id: one.op_id }
  })
}

type Read = WrittenOperation & { record_id: string }

async function readOperation(
  { op_id, record_id, sealed, written }: DeliveredOperation,
  keys: ReadonlyMap<string, CryptoKey>,
): Promise<(Read & { by: string; token: string }) | Read | { op_id: string }> {
  if (!sealed) {
    const parsed = WrittenOperation.safeParse(written)
    return parsed.success && parsed.data.op_id === op_id ? { ...parsed.data, record_id } : { op_id }
  }
  const key = keys.get(sealed.key_id)
  if (!key) return { op_id }
  try {
    const message = Uint8Array.from(Buffer.from(sealed.message, 'base64'))
    const plain = await openMessage(key, message, { key_id: sealed.key_id, record_id, op_id })
    const parsed = SealedOperation.safeParse(JSON.parse(plain))
    return parsed.success && parsed.data.op_id === op_id ? { ...parsed.data, record_id } : { op_id }
  } catch {
    return { op_id }
  }
}
