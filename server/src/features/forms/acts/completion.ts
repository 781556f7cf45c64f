import {
  type Answers,
  type ErrorCode,
  type FieldProblem,
  type Form,
  type FormSignature,
  hasOldVitals,
  isCallAhead,
  listContradictions,
  listMeasuredAhead,
  listMissing,
  listMissingSignatures,
  listUnconfirmed,
  oldVitalsReason,
} from 'contract'
import { Failure } from '../../../core/failure.ts'

type Completing = {
  form: Form
  answers: Answers
  signatures: readonly FormSignature[]
  /** Times that nobody but the panel wrote. */
  filledTimes: readonly string[]
  now: string
}

/** Refuses a record that cannot be complete: all that keeps it from being so is named at once. */
export function requireComplete({ form, answers, signatures, filledTimes, now }: Completing): void {
  const isOld = hasOldVitals(form, answers, Date.parse(now)) && answers[oldVitalsReason] === undefined
  const problems: readonly [ErrorCode, FieldProblem[]][] = [
    [
      'form-incomplete',
      [
        ...listMissing(form, answers),
        ...listMeasuredAhead(form, answers, Date.parse(now)).map((field) => ({
          field,
          message: 'date-in-future',
        })),
        ...(form.name === 'ambulance-request' && isCallAhead(answers['received_at'], Date.parse(now))
          ? [{ field: 'received_at', message: 'date-in-future' }]
          : []),
        ...(isOld ? [{ field: oldVitalsReason, message: 'vitals-too-old' }] : []),
      ],
    ],
    ['signature-missing', listMissingSignatures(form, answers, signatures)],
    ['form-contradicts', listContradictions(form, answers)],
    [
      'form-doubtful',
      listUnconfirmed(form, answers, now, filledTimes).map((field) => ({
        field,
        message: 'value-doubtful',
      })),
    ],
  ]
  const first = problems.find(([, fields]) => fields.length > 0)
  if (first) throw new Failure(first[0], { fields: problems.flatMap(([, fields]) => fields) })
}
