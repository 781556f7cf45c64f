import type { HistoryQuery, ManualReading, readings } from 'contract'
import { followDismissed, followGiven } from '../../bedside/intake/change-of-wearer.ts'
import { follow } from '../../bedside/intake/intake.ts'
import { forgetBreaches, forgetLatest, scoreAnew } from '../../bedside/intake/latest.ts'
import { listDoubtful } from '../../bedside/intake/plausible.ts'
import { holdWearers, insertReadings, type Placed } from '../../bedside/intake/store.ts'
import { tellUnit } from '../../bedside/intake/tell-unit.ts'
import { announceWaiting } from '../../bedside/intake/waiting.ts'
import { Failure } from '../../core/failure.ts'
import { isoOf } from '../../core/time.ts'
import type { Context, Handlers } from '../../http/handler.ts'
import { type OpenRecord, shutAmong, viewerOf } from '../../identity/record-access.ts'
import { readingsAsCsv } from './csv.ts'
import {
  chartOf,
  dismissWaiting,
  giveTo,
  isPatient,
  type Looked,
  listHolders,
  listReadings,
  listWaiting,
  lockManual,
  markReplaced,
  placedOf,
  readingsBy,
  streamReadings,
} from './queries.ts'
import { chartSpanOf, problemsOfManual, type Subject, spanOf, subjects, valuesOf } from './rules.ts'

type Manual = Omit<ManualReading, 'patient_id'>

export const readingHandlers: Handlers<typeof readings> = {
  bodyTemperature: (context, query) => historyOf(context, subjects.bodyTemperature, query),
  bodyTemperatureGateway: (context, query) => historyOf(context, subjects.bodyTemperatureGateway, query),
  bodyTemperatureWatch: (context, query) => historyOf(context, subjects.bodyTemperatureWatch, query),
  spo2: (context, query) => historyOf(context, subjects.spo2, query),
  spo2Gateway: (context, query) => historyOf(context, subjects.spo2Gateway, query),
  spo2Watch: (context, query) => historyOf(context, subjects.spo2Watch, query),
  bloodPressureGateway: (context, query) => historyOf(context, subjects.bloodPressureGateway, query),
  bloodPressureWatch: (context, query) => historyOf(context, subjects.bloodPressureWatch, query),
  bloodSugar: (context, query) => historyOf(context, subjects.bloodSugar, query),
  creatinine: (context, query) => historyOf(context, subjects.creatinine, query),
  lipid: (context, query) => historyOf(context, subjects.lipid, query),
  steps: (context, query) => historyOf(context, subjects.steps, query),
  sleep: (context, query) => historyOf(context, subjects.sleep, query),
  bodyData: (context, query) => historyOf(context, subjects.bodyData, query),
  allGateway: (context, query) => historyOf(context, subjects.allGateway, query),

  history: (context, { kinds, field, with_replaced, by_act, ...query }) =>
    historyOf(context, { kinds, ...(field && { fields: [field] }) }, query, {
      withReplaced: with_replaced,
      byAct: by_act,
    }),

  async exportHistory(context, { patient_id, kinds, language, ...span }) {
    await concern(context, patient_id)
    context.remark({ exported: { kinds, ...span } })
    return {
      type: 'text/csv; charset=utf-8',
      name: 'data.csv',
      content: (tx) =>
        readingsAsCsv(
          streamReadings(tx, { patientId: patient_id, kinds, ...span, withReplaced: true, byAct: true }),
          kinds,
          language,
        ),
    }
  },

  async record(context, { patient_id, readings }) {
    await concern(context, patient_id)
    refuseProblems(
      readings.flatMap((reading, at) =>
        problemsOfManual(reading, context.now).map(({ field, message }) => ({
          field: `readings.${at}.${field}`,
          message,
        })),
      ),
    )
    await refuseDoubtful(context, patient_id, readings, (name, at) => `readings.${at}.${name}`)
    const acts = new Map(readings.map(({ measured_at }) => [Date.parse(measured_at), context.newId()]))
    const placed = readings
      .map((reading) => manual(context, patient_id, reading))
      .map((one) => ({ ...one, actId: acts.get(one.measuredAt) ?? null }))
    await insertReadings(context.tx, context.hospitalId, placed)
    await follow(context, placed)
    return { readings: await readingsBy(context.tx, placed.map(keyOf)) }
  },

  async correct(context, { patient_id, corrects, corrects_measured_at, reading }) {
    const { tx, now } = context
    await concern(context, patient_id)
    const key = { _id: corrects, measured_at: corrects_measured_at }
    const old = await lockManual(tx, patient_id, key)
    if (!old) throw new Failure('not-found')
    if (old.replaced_at !== null) throw new Failure('changed-meanwhile')
    if (old.kind !== reading.kind) refuseProblems([{ field: 'reading.kind', message: 'choice-invalid' }])
    refuseProblems(
      problemsOfManual(reading, now).map(({ field, message }) => ({ field: `reading.${field}`, message })),
    )
    await refuseDoubtful(context, patient_id, [reading], (name) => `reading.${name}`, { isCorrection: true })
    await markReplaced(tx, key, now)
    await forgetLatest(tx, context.hospitalId, placedOf(old), now)
    await forgetBreaches(tx, patient_id, [placedOf(old)])
    const corrected = manual(context, patient_id, reading)
    // Corrected to another time, it no longer belongs to the same act of charting.
    const isSameMoment = corrected.measuredAt === Date.parse(old.measured_at)
    const placed = { ...corrected, corrects, actId: isSameMoment ? old.act_id : context.newId() }
    await insertReadings(tx, context.hospitalId, [placed])
    await follow(context, [placed])
    await scoreAnew(tx, context.hospitalId, patient_id, now)
    // The newest values may have lost a value, which no event reports; the screens must read them again.
    context.announce({ kind: 'watched', patient_ids: [patient_id] })
    const [kept] = await readingsBy(tx, [keyOf(placed)])
    if (!kept) throw new Failure('not-found')
    return { reading: kept }
  },

  /**
   * The HN or national ID that a waiting reading names is shown whole if all records with it are open to the caller, or
   * if no patient has it.
   */
  async inbox({ tx, actor, now, concerns }, query) {
    concerns([])
    const page = await listWaiting(tx, query)
    const holders = await listHolders(tx, page.rows)
    const shut = await shutAmong(
      tx,
      viewerOf(actor, now),
      holders.map(({ id }) => id),
    )
    const rows = page.rows.map((row) => {
      const { told_hn, told_national_id } = row
      const named = holders.filter(
        ({ hn, national_id }) => hn === told_hn || (national_id !== null && national_id === told_national_id),
      )
      const isShut = named.some(({ id }) => shut.has(id))
      return {
        ...row,
        told_national_id: isShut ? endOf(told_national_id) : told_national_id,
        holders: named.length,
      }
    })
    return { ...page, rows }
  },

  async assign(context, { patient_id, readings }) {
    await concern(context, patient_id)
    await holdWearers(context.tx)
    const given = await giveTo(context.tx, patient_id, readings)
    await followGiven(context, given)
    await announceWaiting(context)
    return { assigned: given.length }
  },

  async tellUnit(context, { unit, readings }) {
    await holdWearers(context.tx)
    const read = await tellUnit(context, readings, unit)
    context.concerns([...new Set(read.flatMap(({ patientId }) => patientId ?? []))])
    context.remark({ unit, readings: read.length })
    await announceWaiting(context)
    return { read: read.length }
  },

  async dismiss(context, { readings, reason }) {
    context.concerns([])
    await holdWearers(context.tx)
    const dismissed = await dismissWaiting(context.tx, readings, reason)
    await followDismissed(context, dismissed, { staffId: context.actor._id, note: reason })
    await announceWaiting(context)
    return { dismissed: dismissed.length }
  },
}

/** Marks the patient as shown, for the audit. A patient of another hospital counts as missing. */
async function concern({ tx, concerns }: Context, patientId: OpenRecord): Promise<void> {
  concerns(patientId)
  if (!(await isPatient(tx, patientId))) throw new Failure('not-found')
}

async function historyOf(
  context: Context,
  { days, ...subject }: Subject,
  {
    patient_id,
    from,
    to,
    resolution,
    ...page
  }: Omit<HistoryQuery, 'patient_id'> & { patient_id: OpenRecord },
  shown: Pick<Looked, 'withReplaced' | 'byAct'> = {},
) {
  await concern(context, patient_id)
  const { tx, now } = context
  const looked = { patientId: patient_id, ...subject, ...spanOf({ from, to }, days, now), ...shown }
  if (resolution === undefined)
    return { ...(await listReadings(tx, looked, page)), points: [], manual: [], newest: [] }
  const chart = await chartOf(tx, { ...looked, ...chartSpanOf(looked, now) }, resolution)
  return { rows: [], total_is_at_least: false, ...chart }
}

/** The end of a national ID, which is enough to distinguish two and not enough to know one. */
function endOf(nationalId: string | null): string | null {
  return nationalId && `…${nationalId.slice(-4)}`
}

function refuseProblems(fields: { field: string; message: string }[]): void {
  if (fields.length > 0) throw new Failure('invalid', { fields })
}

/** Throws for an unusual value until the user has confirmed it. */
async function refuseDoubtful(
  { tx }: Context,
  patientId: string,
  readings: readonly Manual[],
  fieldOf: (name: string, at: number) => string,
  options?: { isCorrection: boolean },
): Promise<void> {
  const typed = readings.map(({ measured_at, ...values }) => ({ ...values, at: measured_at }))
  const doubtful = await listDoubtful(tx, patientId, typed, options)
  refuseProblems(
    doubtful.flatMap((names, at) =>
      names.map((name) => ({ field: fieldOf(name, at), message: 'implausible' })),
    ),
  )
}

function manual({ actor, now, newId }: Context, patientId: OpenRecord, reading: Manual): Placed {
  const { kind, measured_at, note, ...values } = reading
  const measuredAt = Date.parse(measured_at)
  return {
    id: newId(),
    kind,
    values: valuesOf(values),
    source: 'manual',
    mac: null,
    deviceType: null,
    toldAt: measuredAt,
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

function keyOf({ id, measuredAt }: Placed) {
  return { _id: id, measured_at: isoOf(measuredAt) }
}
