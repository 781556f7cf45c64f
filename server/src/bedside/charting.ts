import {
  addGlasgowTotal,
  clockToleranceMs,
  type ManualReading,
  type ReadingKind,
  type ReadingValueName,
  type ReadingValues,
  readingValueNames,
  validateReading,
} from 'contract'
import { sql } from 'kysely'
import { Failure } from '../core/failure.ts'
import type { HospitalContext } from '../core/hospital-context.ts'
import { sqlRows } from '../db/binary-array.ts'
import type { Context } from '../http/handler.ts'
import type { OpenRecord } from '../identity/record-access.ts'
import { updateBedside } from './intake/intake.ts'
import { listImplausible } from './intake/plausible.ts'
import { recomputeScore, removeNewestValues } from './intake/remove-values.ts'
import { type AttributedReading, insertReadings, toAttributedReading } from './intake/store.ts'

/** A reading that a user enters for a patient; one of an ambulance was obtained before the arrival. */
export type Charted = Omit<ManualReading, 'patient_id'> & { source?: 'ambulance' }

/** The field of the form that holds a value of the reading with this index. */
type ToFormField = (name: string, at: number) => string

/**
 * Stores readings that a user charted together and evaluates them, as those of a device. Throws for readings that are
 * invalid, and for unusual ones that the user has not confirmed.
 */
export async function chartReadings(
  context: Context,
  patientId: OpenRecord,
  charted: readonly Charted[],
  toFormField: ToFormField,
): Promise<AttributedReading[]> {
  requireValidReadings(
    charted.flatMap((reading, at) =>
      validateManualReading(reading, context.now).map(({ field, message }) => ({
        field: toFormField(field, at),
        message,
      })),
    ),
  )
  await requireConfirmedReadings(context, patientId, charted, { toFormField })
  const acts = new Map(charted.map(({ measured_at }) => [Date.parse(measured_at), context.newId()]))
  const attributed = charted
    .map((reading) => createManualReading(context, patientId, reading))
    .map((one) => ({ ...one, actId: acts.get(one.measuredAt) ?? null }))
  await insertReadings(context.tx, context.hospitalId, attributed)
  await updateBedside(context, attributed)
  return attributed
}

/**
 * Takes readings out of a patient's record that were charted by hand: they stay as replaced ones, and count no more.
 * Returns those that nobody had corrected or taken out before; their alarms are left to the caller, who knows what
 * takes their place (`evaluateCorrection`).
 */
export async function takeOutReadings(
  { tx, hospitalId, now, emit }: HospitalContext,
  patientId: OpenRecord,
  keys: readonly { id: string; measured_at: string }[],
): Promise<AttributedReading[]> {
  const { rows } = await sql<Record<string, unknown>>`
    update readings r set replaced_at = ${now}
    from ${sqlRows('k', keys, {
      measured_at: ['timestamptz', ({ measured_at }) => measured_at],
      id: ['uuid', ({ id }) => id],
    })}
    where r.measured_at = k.measured_at and r.id = k.id and r.patient_id = ${patientId} and r.replaced_at is null
    returning r.*`.execute(tx)
  if (rows.length === 0) return []
  const taken = rows.map(toAttributedReading)
  for (const one of taken) await removeNewestValues(tx, hospitalId, one, now)
  await recomputeScore(tx, hospitalId, patientId, now)
  emit({ kind: 'patients-outdated', patient_ids: [patientId] })
  return taken
}

const dayMs = 24 * 60 * 60_000
/** The longest time since which a living person can have been measured. */
const oldestMs = 120 * 365 * dayMs

/** Problems of a reading that a user enters. `field` is the form's field. */
export function validateManualReading(
  { kind, measured_at, ...values }: { kind: ReadingKind; measured_at: string } & ReadingValues,
  now: string,
): { field: string; message: string }[] {
  const ageMs = Date.parse(now) - Date.parse(measured_at)
  return [
    ...(ageMs < -clockToleranceMs ? [{ field: 'measured_at', message: 'date-in-future' }] : []),
    ...(ageMs > oldestMs ? [{ field: 'measured_at', message: 'date-too-old' }] : []),
    ...validateReading(kind, pickReadingValues(values)),
  ]
}

/** Picks only the values of a reading, without the other fields of a form or a row. */
export function pickReadingValues(from: Record<string, unknown>): ReadingValues {
  const given = readingValueNames.flatMap((name) => {
    const value = from[name]
    return value === null || value === undefined ? [] : [[name, value] as [ReadingValueName, unknown]]
  })
  return Object.fromEntries(given)
}

export function requireValidReadings(fields: { field: string; message: string }[]): void {
  if (fields.length > 0) throw new Failure('invalid', { fields })
}

/** Throws for an unusual value until the user has confirmed it. */
export async function requireConfirmedReadings(
  { tx }: Context,
  patientId: string,
  readings: readonly Charted[],
  { toFormField, ...options }: { toFormField: ToFormField; isCorrection?: boolean },
): Promise<void> {
  const typed = readings.map(({ measured_at, ...values }) => ({ ...values, at: measured_at }))
  const doubtful = await listImplausible(tx, patientId, typed, options)
  requireValidReadings(
    doubtful.flatMap((names, at) =>
      names.map((name) => ({ field: toFormField(name, at), message: 'implausible' })),
    ),
  )
}

export function createManualReading(
  { actor, now, newId }: Pick<HospitalContext, 'now' | 'newId'> & { actor: { _id: string } },
  patientId: OpenRecord,
  reading: Charted,
): AttributedReading {
  const { kind, measured_at, note, source = 'manual', ...values } = reading
  const measuredAt = Date.parse(measured_at)
  return {
    id: newId(),
    kind,
    values: addGlasgowTotal(pickReadingValues(values)),
    source,
    mac: null,
    deviceType: null,
    reportedAt: measuredAt,
    measuredAt,
    receivedAt: Date.parse(now),
    timing: 'told',
    deviceId: null,
    patientId,
    waitsFor: null,
    enteredBy: actor._id,
    note,
  }
}
