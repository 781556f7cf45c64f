import type { HistoryQuery, readings } from 'contract'
import { evaluateCorrection } from '../../bedside/alarms/corrected-readings.ts'
import {
  chartReadings,
  createManualReading,
  requireConfirmedReadings,
  requireValidReadings,
  validateManualReading,
} from '../../bedside/charting.ts'
import {
  clearDismissedAlarms,
  processAssignedReadings,
  processTakenReadings,
} from '../../bedside/intake/change-of-wearer.ts'
import { recomputeScore, removeNewestValues } from '../../bedside/intake/remove-values.ts'
import { isOfScorableAge } from '../../bedside/intake/scores.ts'
import { setGlucoseUnit } from '../../bedside/intake/set-glucose-unit.ts'
import { type AttributedReading, insertReadings } from '../../bedside/intake/store.ts'
import { emitWaiting } from '../../bedside/intake/waiting-counts.ts'
import { lockWearers } from '../../bedside/intake/wearings.ts'
import { Failure } from '../../core/failure.ts'
import { formatIso } from '../../core/time.ts'
import { requireAuditedPatient } from '../../http/audited-patient.ts'
import type { Context, Handlers } from '../../http/handler.ts'
import { type OpenRecord, toViewer } from '../../identity/record-access.ts'
import { formatReadingsCsv } from './csv.ts'
import { readChart } from './queries/chart.ts'
import { listCharted, readFlowsheetParts, readScoring } from './queries/flowsheet.ts'
import {
  listReadings,
  listReadingsByKey,
  lockManual,
  markReplaced,
  type ReadingQuery,
  readNewestHeight,
  streamReadings,
  toIntakeReading,
} from './queries/history.ts'
import {
  assignReadings,
  dismissWaiting,
  listNumberHolders,
  listWaitingReadings,
  takeBackReadings,
} from './queries/waiting.ts'
import {
  buildFlowsheet,
  type HistorySubject,
  historySubjects,
  listChartedTimes,
  listNeededTimes,
  listPartStarts,
  listScoredTimes,
  resolveChartSpan,
  resolveSpan,
  thinParts,
} from './rules.ts'

export const readingHandlers: Handlers<typeof readings> = {
  bodyTemperature: (context, query) => readHistory(context, historySubjects.bodyTemperature, query),
  bodyTemperatureGateway: (context, query) =>
    readHistory(context, historySubjects.bodyTemperatureGateway, query),
  bodyTemperatureWatch: (context, query) => readHistory(context, historySubjects.bodyTemperatureWatch, query),
  spo2: (context, query) => readHistory(context, historySubjects.spo2, query),
  spo2Gateway: (context, query) => readHistory(context, historySubjects.spo2Gateway, query),
  spo2Watch: (context, query) => readHistory(context, historySubjects.spo2Watch, query),
  bloodPressureGateway: (context, query) => readHistory(context, historySubjects.bloodPressureGateway, query),
  bloodPressureWatch: (context, query) => readHistory(context, historySubjects.bloodPressureWatch, query),
  bloodSugar: (context, query) => readHistory(context, historySubjects.bloodSugar, query),
  creatinine: (context, query) => readHistory(context, historySubjects.creatinine, query),
  lipid: (context, query) => readHistory(context, historySubjects.lipid, query),
  steps: (context, query) => readHistory(context, historySubjects.steps, query),
  sleep: (context, query) => readHistory(context, historySubjects.sleep, query),
  bodyData: (context, query) => readHistory(context, historySubjects.bodyData, query),
  allGateway: (context, query) => readHistory(context, historySubjects.allGateway, query),

  history: (context, { kinds, field, with_replaced, by_act, ...query }) =>
    readHistory(context, { kinds, ...(field && { fields: [field] }) }, query, {
      withReplaced: with_replaced,
      byAct: by_act,
    }),

  async flowsheet(context, { patient_id, from, column_minutes, columns }) {
    await requireAuditedPatient(context, patient_id)
    const { tx } = context
    const span = { from: Date.parse(from), columnMs: column_minutes * 60_000, columns }
    const to = formatIso(span.from + columns * span.columnMs)
    const query = { patientId: patient_id, from, to }
    const [charted, { dateOfBirth, scales, pregnant }, { parts, measured }] = await Promise.all([
      listCharted(tx, query),
      readScoring(tx, patient_id),
      readFlowsheetParts(tx, query, listPartStarts(span)),
    ])
    const times = listScoredTimes(parts, span, listChartedTimes(charted))
    const sheet = { cells: thinParts(parts, span), times }
    const needed = new Set(listNeededTimes(sheet))
    const shown = measured.filter(({ measured_at }) => needed.has(Date.parse(measured_at)))
    return {
      charted,
      ...buildFlowsheet(sheet, shown, {
        getScale: (at) => scales.find((one) => Date.parse(one.at) <= at)?.scale ?? 1,
        isScorable: (at) =>
          isOfScorableAge(dateOfBirth, formatIso(at)) &&
          !pregnant.some(({ from, to }) => Date.parse(from) <= at && (to === null || at < Date.parse(to))),
      }),
    }
  },

  async exportHistory(context, { patient_id, kinds, language, ...span }) {
    await requireAuditedPatient(context, patient_id)
    context.addAuditDetail({ exported: { kinds, ...span } })
    return {
      type: 'text/csv; charset=utf-8',
      name: 'data.csv',
      async *content(tx) {
        const heightCm = await readNewestHeight(tx, patient_id)
        const rows = streamReadings(tx, {
          patientId: patient_id,
          kinds,
          ...span,
          withReplaced: true,
          byAct: true,
        })
        yield* formatReadingsCsv(rows, kinds, { language, heightCm })
      },
    }
  },

  async record(context, { patient_id, readings }) {
    await requireAuditedPatient(context, patient_id)
    const attributed = await chartReadings(
      context,
      patient_id,
      readings,
      (name, at) => `readings.${at}.${name}`,
    )
    return { readings: await listReadingsByKey(context.tx, attributed.map(toReadingKey)) }
  },

  async correct(context, { patient_id, corrects, corrects_measured_at, reading }) {
    const { tx, now } = context
    await requireAuditedPatient(context, patient_id)
    const key = { _id: corrects, measured_at: corrects_measured_at }
    const old = await lockManual(tx, patient_id, key)
    if (!old) throw new Failure('not-found')
    if (old.replaced_at !== null) throw new Failure('changed-meanwhile')
    if (old.kind !== reading.kind)
      requireValidReadings([{ field: 'reading.kind', message: 'choice-invalid' }])
    requireValidReadings(
      validateManualReading(reading, now).map(({ field, message }) => ({
        field: `reading.${field}`,
        message,
      })),
    )
    await requireConfirmedReadings(context, patient_id, [reading], {
      toFormField: (name) => `reading.${name}`,
      isCorrection: true,
    })
    await markReplaced(tx, key, now)
    await removeNewestValues(tx, context.hospitalId, toIntakeReading(old), now)
    const corrected = createManualReading(context, patient_id, reading)
    // A reading that is corrected to another time no longer belongs to its act of charting.
    const isSameTime = corrected.measuredAt === Date.parse(old.measured_at)
    const attributed = { ...corrected, corrects, actId: isSameTime ? old.act_id : context.newId() }
    await insertReadings(tx, context.hospitalId, [attributed])
    await evaluateCorrection(context, patient_id, [toIntakeReading(old)], [attributed])
    await recomputeScore(tx, context.hospitalId, patient_id, now)
    // The newest values may have lost a value, which no event reports; the screens must read them again.
    context.emit({ kind: 'patients-outdated', patient_ids: [patient_id] })
    const [kept] = await listReadingsByKey(tx, [toReadingKey(attributed)])
    if (!kept) throw new Failure('not-found')
    return { reading: kept }
  },

  /**
   * The HN or national ID that a waiting reading names is shown whole if all records with it are open to the caller, or
   * if no patient has it.
   */
  async inbox({ tx, actor, now, auditPatients }, query) {
    const [page, holders] = await Promise.all([
      listWaitingReadings(tx, query),
      listNumberHolders(tx, toViewer(actor, now), query),
    ])
    auditPatients(page.rows.flatMap(({ wearings }) => wearings.map(({ patient }) => patient._id)))
    const rows = page.rows.map((row) => {
      const { told_hn, told_national_id } = row
      const named = holders.filter(
        ({ hn, national_id }) => hn === told_hn || (national_id !== null && national_id === told_national_id),
      )
      const isAnyClosed = named.some(({ is_open }) => !is_open)
      return {
        ...row,
        told_national_id: isAnyClosed ? maskNationalId(told_national_id) : told_national_id,
        holders: new Set(named.map(({ id }) => id)).size,
      }
    })
    return { ...page, rows }
  },

  async assign(context, { patient_id, readings }) {
    await requireAuditedPatient(context, patient_id)
    await lockWearers(context.tx)
    const given = await assignReadings(context.tx, patient_id, readings, {
      staffId: context.actor._id,
      at: context.now,
    })
    await processAssignedReadings(context, given)
    await emitWaiting(context)
    return { assigned: given.length }
  },

  async takeBack(context, { patient_id, reading, with_others, reason }) {
    await requireAuditedPatient(context, patient_id)
    await lockWearers(context.tx)
    const taken = await takeBackReadings(context.tx, patient_id, reading, with_others)
    if (taken.length === 0) throw new Failure('not-found')
    context.addAuditDetail({ reason, readings: taken.map(toReadingKey) })
    await processTakenReadings(context, patient_id, taken)
    await emitWaiting(context)
    // The newest values may have lost a value, which no event reports; the screens must read them again.
    context.emit({ kind: 'patients-outdated', patient_ids: [patient_id] })
    return { taken_back: taken.length }
  },

  async tellUnit(context, { unit, readings }) {
    await lockWearers(context.tx)
    const read = await setGlucoseUnit(context, readings, unit)
    context.auditPatients([...new Set(read.flatMap(({ patientId }) => patientId ?? []))])
    context.addAuditDetail({ unit, readings: read.length })
    await emitWaiting(context)
    return { read: read.length }
  },

  async dismiss(context, { readings, reason }) {
    context.auditPatients([])
    await lockWearers(context.tx)
    const dismissed = await dismissWaiting(context.tx, readings, reason)
    await clearDismissedAlarms(context, dismissed, { staffId: context.actor._id, note: reason })
    await emitWaiting(context)
    return { dismissed: dismissed.length }
  },
}

async function readHistory(
  context: Context,
  { days, ...subject }: HistorySubject,
  {
    patient_id,
    from,
    to,
    resolution,
    ...page
  }: Omit<HistoryQuery, 'patient_id'> & { patient_id: OpenRecord },
  shown: Pick<ReadingQuery, 'withReplaced' | 'byAct'> = {},
) {
  await requireAuditedPatient(context, patient_id)
  const { tx, now } = context
  const query = { patientId: patient_id, ...subject, ...resolveSpan({ from, to }, days, now), ...shown }
  if (resolution === undefined)
    return { ...(await listReadings(tx, query, page)), points: [], manual: [], newest: [] }
  const chart = await readChart(tx, { ...query, ...resolveChartSpan(query, now) }, resolution)
  return { rows: [], total_is_at_least: false, ...chart }
}

/** The end of a national ID, which is enough to distinguish two and not enough to know one. */
function maskNationalId(nationalId: string | null): string | null {
  return nationalId && `…${nationalId.slice(-4)}`
}

function toReadingKey({ id, measuredAt }: AttributedReading) {
  return { _id: id, measured_at: formatIso(measuredAt) }
}
