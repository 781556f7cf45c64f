import {
  type Answer,
  type Answers,
  type Body,
  type FieldProblem,
  type FollowUp,
  type FollowUpChangedMeanwhile,
  type FollowUpKind,
  type FormOperation,
  findField,
  findMonthEnd,
  followUpForms,
  formAccess,
  isSameValue,
  listExtraPrices,
  listRows,
  type missionFollowUp,
  type PaymentDraft,
  readAnswer,
  readFee,
  readNumberAnswer,
  readTextAnswer,
  suggestHospitalOutcome,
  validateFee,
} from 'contract'
import type * as z from 'zod/mini'
import { createInvalidFieldFailure, Failure } from '../../../core/failure.ts'
import type { Tx } from '../../../db/database.ts'
import type { OpenRecordContext } from '../../../http/handler.ts'
import { toViewer } from '../../../identity/record-access.ts'
import { type FoundFollowUp, findFollowUp, findListPrice, findStaffName } from '../queries/follow-up.ts'
import { insertAddendum } from '../queries/record-changes.ts'
import { findRecord } from '../queries/records.ts'
import { type Authoring, toAuthoring } from './authoring.ts'
import { getReader, lockOpen, requireForm } from './open-record.ts'
import { findPermissions, writeAnswers } from './records.ts'
import { describeChange } from './words.ts'

/** Baht of the extras that count. */
const readExtras = (later: Answers) => listExtraPrices(listRows(later, 'extras'))

/** What is shown of a sheet: by what it is about, and nothing of what is hidden or was never written. */
export function toFollowUp(
  { later, stay, visit, ...row }: FoundFollowUp,
  about: FollowUpKind,
  now: string,
): z.input<typeof FollowUp> {
  const isShown = row.sheet !== null && !row.is_hidden
  return {
    ...row,
    about,
    payment: isShown && about === 'payment' ? toPayment(later) : null,
    outcome:
      isShown && about === 'outcome'
        ? {
            was_admitted: typeof later['was_admitted'] === 'boolean' ? later['was_admitted'] : null,
            days: readNumberAnswer(later['admitted_days']),
            outcome: readTextAnswer(later['hospital_outcome']) as 'IMPROVED' | null,
            followed_by: readTextAnswer(later['followed_by']),
            followed_at: readTextAnswer(later['followed_at']),
            due_on: findMonthEnd(row.mission.called_at),
            suggestion: suggestHospitalOutcome({ called_at: row.mission.called_at, stay, visit }, now),
          }
        : null,
  }
}

function toPayment(later: Answers): NonNullable<z.input<typeof FollowUp>['payment']> {
  return {
    ...readFee(later),
    state: readTextAnswer(later['payment']) as 'PAID' | null,
    channel: readTextAnswer(later['payment_channel']) as 'CASH' | null,
    receipt_number: readTextAnswer(later['receipt_number']),
    paid_to: readTextAnswer(later['paid_to']),
    fee_code: readTextAnswer(later['fee_code']),
    list_price: readNumberAnswer(later['list_price']),
    list_km_rate: readNumberAnswer(later['list_km_rate']),
    price_reason: readTextAnswer(later['price_reason']),
    discount_reason: readTextAnswer(later['discount_reason']),
  }
}

/** Answers that the caller states, and those that derive from who states them and when. */
type Recorded = { stated: Record<string, Answer | null>; follows: Record<string, Answer | null> }

export async function recordPayment(
  context: OpenRecordContext,
  { _id, version, reason, ...sent }: Body<typeof missionFollowUp.recordPayment>,
): Promise<z.input<typeof FollowUp>> {
  const isPaid = sent.payment === 'PAID'
  return record(context, { about: 'payment', _id, version, reason }, async (answers, missionId) => {
    const fields = await validatePayment(context, { answers, missionId }, sent)
    if (fields.length > 0) throw new Failure('invalid', { fields })
    return {
      stated: {
        fee_code: sent.fee_code,
        price: sent.price,
        price_reason: sent.price_reason,
        fee_km: sent.km,
        km_rate: sent.km_rate,
        discount: sent.discount,
        discount_reason: sent.discount_reason,
        payment: sent.payment,
        payment_channel: isPaid ? sent.channel : null,
        receipt_number: isPaid ? sent.receipt_number : null,
      },
      // Whoever corrects a payment did not receive it.
      follows:
        isPaid && isRecorded.payment(answers)
          ? {}
          : { paid_to: isPaid ? await findStaffName(context.tx, context.actor._id) : null },
    }
  })
}

async function validatePayment(
  { tx }: OpenRecordContext,
  { answers, missionId }: { answers: Answers; missionId: string },
  sent: Omit<PaymentDraft, 'reason'>,
): Promise<FieldProblem[]> {
  const needed = (field: string): FieldProblem => ({ field, message: 'field-required' })
  const { price, channel, payment } = sent
  const isPaid = payment === 'PAID'
  return [
    ...(isPaid && channel === null ? [needed('channel')] : []),
    ...(isPaid && channel !== 'WAIVED' && price === null ? [needed('price')] : []),
    ...(price === null
      ? []
      : validateFee(
          {
            price,
            km: sent.km ?? 0,
            km_rate: sent.km_rate ?? 0,
            extras: readExtras(answers),
            discount: sent.discount ?? 0,
          },
          {
            price: await findPriceToKeep(tx, { answers, missionId }, sent),
            km_rate: sent.km_rate === null ? null : readNumberAnswer(answers['list_km_rate']),
          },
          sent,
        )),
  ]
}

/**
 * The price that needs no reason: that which the sheet had from its operation. One without it has today's, but what was
 * paid needs no reason anew.
 */
async function findPriceToKeep(
  tx: Tx,
  { answers, missionId }: { answers: Answers; missionId: string },
  sent: Pick<PaymentDraft, 'fee_code' | 'price' | 'price_reason'>,
): Promise<number | null> {
  const own = readNumberAnswer(answers['list_price'])
  if (own !== null) return own
  const isKept = (['fee_code', 'price', 'price_reason'] as const).every((field) =>
    isSameValue(answers[field] ?? null, sent[field]),
  )
  if (isRecorded.payment(answers) && isKept) return null
  return findListPrice(tx, { missionId, feeCode: sent.fee_code })
}

export function recordOutcome(
  context: OpenRecordContext,
  { _id, version, reason, was_admitted, days, outcome }: Body<typeof missionFollowUp.recordOutcome>,
): Promise<z.input<typeof FollowUp>> {
  return record(context, { about: 'outcome', _id, version, reason }, async () => ({
    stated: {
      was_admitted,
      admitted_days: was_admitted ? days : null,
      hospital_outcome: outcome,
    },
    follows: {
      followed_by: await findStaffName(context.tx, context.actor._id),
      followed_at: context.now,
    },
  }))
}

/** The answer that says that something was recorded: whoever changes it then corrects, and says why. */
const isRecorded = {
  payment: (answers: Answers) => answers['payment'] === 'PAID',
  outcome: (answers: Answers) => answers['hospital_outcome'] !== undefined,
} as const satisfies Record<FollowUpKind, (answers: Answers) => boolean>

/** The field that says on a sheet whether it is followed up. */
const answerByKind = { payment: 'payment', outcome: 'hospital_outcome' } as const satisfies Record<
  FollowUpKind,
  string
>

type Recording = { about: FollowUpKind; _id: string; version: number; reason: string | null }

/**
 * Writes into the sheet what the caller records of its mission: operations as if they were written there, which are
 * only added to. Who may record needs no right to the sheet itself.
 */
async function record(
  context: OpenRecordContext,
  { about, _id, version, reason }: Recording,
  state: (answers: Answers, missionId: string) => Promise<Recorded>,
): Promise<z.input<typeof FollowUp>> {
  const { actor, newId, emit } = context
  const permissions = new Set([
    ...actor.permissions,
    ...followUpForms[about].map((form) => formAccess[form]),
    'patient:read' as const,
  ])
  const authoring: Authoring = { ...toAuthoring(context), author: { _id: actor._id, permissions } }
  const locked = await lockOpen(authoring, _id)
  const form = requireForm(locked.form, locked.form_version)
  const isSheet =
    followUpForms[about].some((name) => name === locked.form) && findField(form, answerByKind[about])
  if (!isSheet || locked.mission_id === null) throw new Failure('not-found')
  if (locked.state === 'void') throw new Failure('form-closed')
  if (about === 'outcome' && !(await findPermissions(authoring, locked, true)).has('admission:manage'))
    throw new Failure('not-allowed')
  if (locked.version !== version) {
    const detail: z.input<typeof FollowUpChangedMeanwhile> = { row: await show(context, about, _id) }
    throw new Failure('changed-meanwhile', { detail })
  }
  const { answers } = locked
  const { stated, follows } = await state(answers, locked.mission_id)
  const isOther = ([field, answer]: [string, Answer | null]) => !isSameValue(answers[field] ?? null, answer)
  const changed = Object.entries(stated).filter(isOther)
  if (changed.length === 0) return show(context, about, _id)
  const isCorrection = isRecorded[about](answers)
  if (isCorrection && reason === null) throw createInvalidFieldFailure('reason', 'reason-required')
  const written = [...changed, ...Object.entries(follows).filter(isOther)]
  const waiting =
    (await findRecord(context.tx, { ...getReader(context), seesAll: true }, _id))?.other_answers ?? []
  const operations = written.map(
    ([path, answer]): FormOperation => ({
      op_id: newId(),
      path,
      answer,
      base: answers[path] ?? null,
      settles: waiting.filter((other) => other.path === path).map(({ op_id }) => op_id),
      at: context.now,
      clock_offset_ms: 0,
      device: 'follow-up',
    }),
  )
  const { results } = await writeAnswers(authoring, { id: _id, form: locked.form, operations, isCorrection })
  const problems = results.flatMap(({ problem }) => problem ?? [])
  if (problems.length > 0) throw new Failure('invalid', { fields: problems })
  if (isCorrection && reason !== null) {
    const what = changed
      .map(([path, answer]) =>
        describeChange(form, path, { from: readAnswer(answers, { field: path }), to: answer }),
      )
      .join('\n')
    await insertAddendum(context.tx, { id: newId(), recordId: _id, what, why: reason }, authoring.writer)
  }
  context.addAuditDetail({
    form: locked.form,
    fields: changed.map(([field]) => field),
    is_correction: isCorrection,
  })
  emit({ kind: 'form-records-outdated', form: locked.form })
  return show(context, about, _id)
}

async function show(
  { tx, actor, now, auditPatients }: OpenRecordContext,
  about: FollowUpKind,
  id: string,
): Promise<z.input<typeof FollowUp>> {
  const found = await findFollowUp(tx, toViewer(actor, now), about, id)
  if (!found) throw new Failure('not-found')
  auditPatients(found.patient ? [found.patient._id] : [])
  return toFollowUp(found, about, now)
}
