import { type BodyField, bodyFields, bodyQuantity, detectBodyDoubts, type Patient } from 'contract'
import { updateBedside } from '../../../bedside/intake/intake.ts'
import { type AttributedReading, insertReadings } from '../../../bedside/intake/store.ts'
import { Failure } from '../../../core/failure.ts'
import { formatZonedDate, hospitalTimeZone } from '../../../core/time.ts'
import type { Context } from '../../../http/handler.ts'
import { isBodyField } from '../queries/fields.ts'
import type { FieldChange } from '../rules.ts'

/** Throws for an unusual value until the user has confirmed it. */
export function requireConfirmedBody(
  typed: Record<string, unknown>,
  known: {
    date_of_birth?: string | null | undefined
    now: string
    confirmed: readonly BodyField[] | undefined
    patient?: Patient
  },
): void {
  const { date_of_birth = null, now, confirmed, patient } = known
  if (!confirmed) return
  const doubts = detectBodyDoubts(typed, {
    date_of_birth,
    now,
    today: formatZonedDate(hospitalTimeZone, now),
    patient,
  })
  const fields = [...doubts.keys()]
    .filter((field) => !confirmed.includes(field))
    .map((field) => ({ field, message: 'implausible' }))
  if (fields.length > 0) throw new Failure('invalid', { fields })
}

/** A measurement cannot be removed here: it is corrected among the readings, where the old value is kept. */
export function requireMeasuredKept(changes: readonly FieldChange[]): void {
  const fields = changes
    .filter(({ field, to }) => isBodyField(field) && to === null)
    .map(({ field }) => ({ field, message: 'measured-stays' }))
  if (fields.length > 0) throw new Failure('invalid', { fields })
}

/**
 * Stores the weight, height and waist of the form as a manual reading: the newest reading of each is the record's
 * value.
 */
export async function storeBodyReading(
  context: Context,
  patientId: string,
  fields: Record<string, unknown>,
): Promise<void> {
  const { tx, actor, hospitalId, now, newId } = context
  const typed = bodyFields.flatMap((field) =>
    typeof fields[field] === 'number' ? [[bodyQuantity[field], fields[field]]] : [],
  )
  if (typed.length === 0) return
  const at = Date.parse(now)
  const reading: AttributedReading = {
    id: newId(),
    kind: 'body',
    values: Object.fromEntries(typed),
    source: 'manual',
    mac: null,
    deviceType: null,
    reportedAt: at,
    measuredAt: at,
    receivedAt: at,
    timing: 'told',
    deviceId: null,
    patientId,
    waitsFor: null,
    enteredBy: actor._id,
    actId: newId(),
  }
  await insertReadings(tx, hospitalId, [reading])
  await updateBedside(context, [reading])
}
