import { type BodyField, type Doubt, detectBodyDoubts, type FieldProblem, type Patient } from 'contract'
import { useMemo, useState } from 'react'
import { today } from '../../ui/date/use-today.ts'

/** Questions about unusual height, weight and waist values that are typed into a record. */
export type BodyDoubts = {
  doubts: ReadonlyMap<BodyField, Doubt>
  /** The record with the last values; undefined for a new patient. */
  patient: Patient | undefined
  /** The unusual values that the user has confirmed; send them with the form. */
  confirmed: BodyField[]
  /** The unusual values not confirmed yet, as problems beside their fields. */
  unconfirmed: FieldProblem[]
  confirm: (field: BodyField, isRight: boolean) => void
}

type TypedBody = Readonly<Record<string, unknown>>

type BodyDoubtOptions = {
  /** The date as typed; while it is incomplete, nothing is checked. */
  dateOfBirth: string | null
  /** The newest version of the record, if there is one. */
  patient?: Patient
  clearError: (field: BodyField) => void
}

export function useBodyDoubts(
  typed: TypedBody,
  { dateOfBirth, patient, clearError }: BodyDoubtOptions,
): BodyDoubts {
  // Stored by value: a different value in the same field is not confirmed.
  const [looked, setLooked] = useState<TypedBody>({})
  const { height, weight, waist_circumference } = typed
  return useMemo(() => {
    const values = { height, weight, waist_circumference }
    const doubts = findTypedBodyDoubts(values, dateOfBirth, patient)
    const isConfirmed = (field: BodyField) => looked[field] === values[field]
    const asked = [...doubts.keys()]
    return {
      doubts,
      patient,
      confirmed: asked.filter(isConfirmed),
      unconfirmed: asked
        .filter((field) => !isConfirmed(field))
        .map((field) => ({ field, message: 'implausible' })),
      confirm: (field, isRight) => {
        setLooked((before) => ({ ...before, [field]: isRight ? values[field] : undefined }))
        if (isRight) clearError(field)
      },
    }
  }, [height, weight, waist_circumference, dateOfBirth, patient, looked, clearError])
}

function findTypedBodyDoubts(typed: TypedBody, dateOfBirth: string | null, patient: Patient | undefined) {
  const date = today()
  const isDate = dateOfBirth !== null && /^\d{4}-\d{2}-\d{2}$/.test(dateOfBirth) && dateOfBirth <= date
  return detectBodyDoubts(typed, {
    date_of_birth: isDate ? dateOfBirth : null,
    now: new Date().toISOString(),
    today: date,
    patient,
  })
}
