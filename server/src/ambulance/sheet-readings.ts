import {
  type Answers,
  type Form,
  hasMeasuredRows,
  isSameValue,
  listMeasuredRows,
  listReadingsOfRow,
} from 'contract'
import { evaluateCorrection } from '../bedside/alarms/corrected-readings.ts'
import { createManualReading, takeOutReadings } from '../bedside/charting.ts'
import { type AttributedReading, insertReadings } from '../bedside/intake/store.ts'
import type { HospitalContext } from '../core/hospital-context.ts'
import type { OpenRecord } from '../identity/record-access.ts'
import { deleteRowReadings, insertRowReadings, listRowReadings, type RowReading } from './form-readings.ts'

/** A record as it stands now. `patient` is null if it names nobody; `counts` is false once it is void. */
export type WrittenSheet = {
  id: string
  form: Form
  answers: Answers
  patient: OpenRecord | null
  isComplete: boolean
  counts: boolean
  /** What the readings say of where they come from: the number of the mission. */
  origin: string | null
}

/** Opens the record of a patient whom a sheet named before. */
type OpenFormer = (patientId: string) => Promise<OpenRecord>

/**
 * Brings the record of the patient in step with the rows of vital signs of a sheet, in whatever order they were written
 * and sent: each value of a row that is finished stands there once. A changed row replaces its readings; those of a row
 * that is struck out, of a void sheet or of somebody else's record count no more. What somebody corrected there stays
 * as it is.
 */
export async function chartRows(
  context: HospitalContext & { author: { _id: string } },
  sheet: WrittenSheet,
  openFormer: OpenFormer,
): Promise<void> {
  const { tx, now, hospitalId, newId } = context
  if (!hasMeasuredRows(sheet.form)) return
  const stored = await listRowReadings(tx, sheet.id)
  const rows = sheet.counts ? listMeasuredRows(sheet.form, sheet.answers, sheet.isComplete) : []
  const wanted = rows.flatMap(({ id, field, row, isFinished }) =>
    isFinished ? listReadingsOfRow(field, row, now).map((reading) => ({ rowId: id, ...reading })) : [],
  )
  // A row that is open again keeps its readings until it is finished.
  const open = new Set(rows.filter(({ isFinished }) => !isFinished).map(({ id }) => id))
  const isKept = (one: RowReading) =>
    one.patient_id === sheet.patient &&
    (open.has(one.row_id) ||
      wanted.some(
        ({ rowId, kind, measured_at, values }) =>
          rowId === one.row_id &&
          kind === one.kind &&
          Date.parse(measured_at) === Date.parse(one.measured_at) &&
          isSameValue(values, one.measured_values),
      ))
  const wrong = stored.filter((one) => !isKept(one))
  const replaced = new Map<string, AttributedReading>()
  for (const [patientId, ofPatient] of Map.groupBy(wrong, ({ patient_id }) => patient_id)) {
    const patient = patientId === sheet.patient ? sheet.patient : await openFormer(patientId)
    const keys = ofPatient.map(({ reading_id, measured_at }) => ({ id: reading_id, measured_at }))
    const taken = await takeOutReadings(context, patient, keys)
    if (patient === sheet.patient) for (const one of taken) replaced.set(one.id, one)
    else await evaluateCorrection(context, patient, taken, [])
  }
  for (const one of wrong) await deleteRowReadings(tx, sheet.id, one)
  const kept = stored.filter(isKept)
  const { patient, origin } = sheet
  if (patient === null) return
  const attributed = wanted
    .filter(({ rowId, kind }) => !kept.some((one) => one.row_id === rowId && one.kind === kind))
    .map(({ rowId, values, ...reading }) => {
      const charted = createManualReading({ ...context, actor: context.author }, patient, {
        ...reading,
        ...values,
        source: 'ambulance',
        confirmed: [],
        note: origin,
      })
      const before = wrong.find((one) => one.row_id === rowId && one.kind === reading.kind)
      const corrects = replaced.get(before?.reading_id ?? '')?.id
      const given: AttributedReading = {
        ...charted,
        id: newId(),
        actId: rowId,
        ...(corrects && { corrects }),
      }
      return {
        given,
        link: {
          row_id: rowId,
          ...reading,
          patient_id: patient,
          reading_id: given.id,
          measured_values: values,
        },
      }
    })
  await insertReadings(
    tx,
    hospitalId,
    attributed.map(({ given }) => given),
  )
  await insertRowReadings(
    tx,
    hospitalId,
    sheet.id,
    attributed.map(({ link }) => link),
  )
  await evaluateCorrection(
    context,
    patient,
    [...replaced.values()],
    attributed.map(({ given }) => given),
  )
}
