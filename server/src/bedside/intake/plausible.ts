import {
  computeAgeBand,
  detectDoubt,
  indexLastMeasured,
  type LatestValue,
  type QuantityName,
  quantityNames,
} from 'contract'
import { formatZonedDate, hospitalTimeZone } from '../../core/time.ts'
import type { Tx } from '../../db/database.ts'

/** Values that a person typed for a patient. `confirmed` are the values that they have checked again. */
export type TypedValues = Partial<Record<QuantityName, number | null | undefined>> & {
  confirmed?: readonly QuantityName[] | undefined
}

/**
 * The implausible values that nobody confirmed, for each entry in `typed`. With `isCorrection` there is no comparison
 * with the last value: it may be the very one that is wrong.
 */
export async function listImplausible(
  tx: Tx,
  patientId: string,
  typed: readonly (TypedValues & { at: string })[],
  { isCorrection = false } = {},
): Promise<QuantityName[][]> {
  const patient = await tx
    .selectFrom('patients')
    .select('date_of_birth')
    .where('id', '=', patientId)
    .executeTakeFirst()
  const latest = await tx
    .selectFrom('latest_values')
    .select(['vital', 'value', 'second', 'measured_at'])
    .where('patient_id', '=', patientId)
    .execute()
  const last = isCorrection ? undefined : indexLastMeasured(latest as LatestValue[])
  return typed.map((one) => pickDoubtful(one, patient?.date_of_birth ?? null, last))
}

function pickDoubtful(
  { at, confirmed = [], ...values }: TypedValues & { at: string },
  dateOfBirth: string | null,
  last?: ReturnType<typeof indexLastMeasured>,
): QuantityName[] {
  const band = computeAgeBand(dateOfBirth, formatZonedDate(hospitalTimeZone, at))
  return quantityNames.filter((name) => {
    const value = values[name]
    if (typeof value !== 'number' || confirmed.includes(name)) return false
    return detectDoubt(name, value, { band, last: last?.get(name), at }) !== undefined
  })
}
