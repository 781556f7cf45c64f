import { type BodyField, type Doubt, doubtsOfBody, type FieldProblem, type Patient } from 'contract'
import { useMemo, useState } from 'react'
import { today } from './use-today.ts'

/** What is asked about the height, weight and waist that somebody types into a record. */
export type BodyDoubts = {
  doubts: ReadonlyMap<BodyField, Doubt>
  /** The record in which the last values stand; undefined while there is none. */
  patient: Patient | undefined
  /** The unusual values that were looked at again; goes with what is sent. */
  confirmed: BodyField[]
  /** The others, as problems beside their fields. */
  unconfirmed: FieldProblem[]
  confirm: (field: BodyField, isRight: boolean) => void
}

type Typed = Readonly<Record<string, unknown>>

type Options = {
  /** As it is typed: of what is no date yet, nothing follows. */
  dateOfBirth: string | null
  /** The newest record that is known, where there is one. */
  patient?: Patient
  clearError: (field: BodyField) => void
}

export function useBodyDoubts(typed: Typed, { dateOfBirth, patient, clearError }: Options): BodyDoubts {
  // By its value: another one in its place was not looked at.
  const [looked, setLooked] = useState<Typed>({})
  const { height, weight, waist_circumference } = typed
  return useMemo(() => {
    const values = { height, weight, waist_circumference }
    const doubts = doubtsNow(values, dateOfBirth, patient)
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

function doubtsNow(typed: Typed, dateOfBirth: string | null, patient: Patient | undefined) {
  const date = today()
  const isDate = dateOfBirth !== null && /^\d{4}-\d{2}-\d{2}$/.test(dateOfBirth) && dateOfBirth <= date
  return doubtsOfBody(typed, {
    date_of_birth: isDate ? dateOfBirth : null,
    now: new Date().toISOString(),
    today: date,
    patient,
  })
}
