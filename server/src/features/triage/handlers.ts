import {
  compareQueueRows,
  computeAge,
  findLookedAt,
  findNotedAt,
  findReassessment,
  findZone,
  judgeZone,
  listChangedParts,
  listConfirmable,
  listMissingVitals,
  listUnasked,
  mayBePregnant,
  quantityNames,
  standardTriageSettings,
  suggestFromFindings,
  type Triage,
  TriageFound,
  toBangkokDay,
  toTriageReadings,
  type triage,
  type VisitFacts,
  validateTriage,
} from 'contract'
import { emitMovedAlarms } from '../../bedside/alarms/moved-patients.ts'
import { chartReadings } from '../../bedside/charting.ts'
import { reevaluateScore } from '../../bedside/intake/scores.ts'
import { createInvalidFieldFailure, Failure } from '../../core/failure.ts'
import { formatZonedDate, hospitalTimeZone } from '../../core/time.ts'
import type { Context, Handlers } from '../../http/handler.ts'
import { requireSpan } from '../../http/report-span.ts'
import { type OpenRecord, toViewer } from '../../identity/record-access.ts'
import { findTriageSettings } from '../../patient-flow/triage-settings.ts'
import {
  changesScore,
  changeVisit,
  compareFacts,
  lockVisitFacts,
  lockVisitState,
} from '../../patient-flow/visit-acts.ts'
import { findVisit } from '../../patient-flow/visits.ts'
import { formatTriagesCsv } from './csv.ts'
import {
  countWaitingVisits,
  findPrepared,
  findScore,
  findVisitAtTriage,
  insertSettings,
  insertTriage,
  listCorrections,
  listSettings,
  listTriages,
  listVisits,
  listWaitingVisits,
  streamTriages,
} from './queries.ts'
import { settleAnswers, toConfirmed, validateAnswers } from './rules.ts'

/** Whether a problem is one of a value: what was measured is not judged again. */
const isMeasured = (field: string) => field.startsWith('values.') || field === 'gcs_total'

/** How many changes of the settings are shown. */
const shownChanges = 20

/** Notes in the visit what was answered anew. */
async function changeTold(
  context: Context,
  { patient_id, visit_id }: { patient_id: OpenRecord; visit_id: string },
  told: VisitFacts,
  asked: Partial<VisitFacts>,
): Promise<void> {
  const { tx, now, newId, actor, hospitalId } = context
  const changed = compareFacts(told, asked)
  if (!changed) return
  await changeVisit(tx, {
    id: newId(),
    hospitalId,
    patientId: patient_id,
    visitId: visit_id,
    at: now,
    staffId: actor._id,
    ...changed,
  })
  if (changesScore(changed)) await reevaluateScore(context, patient_id)
}

/** The reply of an act: every screen is told to ask again. */
async function answerTriage(
  { tx, now, emit }: Context,
  patientId: OpenRecord,
  visitId: string,
): Promise<{ triage: Triage }> {
  emit({ kind: 'patients-outdated', patient_ids: [patientId] })
  const [triage] = await listTriages(tx, patientId, now, visitId)
  if (!triage) throw new Failure('not-found')
  return { triage }
}

export const triageHandlers: Handlers<typeof triage> = {
  async queue({ tx, now, auditPatients }) {
    const [waiting, total, { settings }] = await Promise.all([
      listWaitingVisits(tx, now),
      countWaitingVisits(tx),
      findTriageSettings(tx),
    ])
    auditPatients(waiting.map(({ patient }) => patient._id))
    const rows = waiting.map((row) => ({
      ...row,
      due: row.last && findReassessment(row.last, row.score, settings.minutes),
    }))
    return { rows: rows.toSorted(compareQueueRows(Date.parse(now))), total, minutes: settings.minutes }
  },

  async prepare({ tx, now, auditPatients }, { patient_id }) {
    auditPatients(patient_id)
    const [prepared, visit, triages, { settings }] = await Promise.all([
      findPrepared(tx, patient_id),
      findVisitAtTriage(tx, patient_id),
      listTriages(tx, patient_id, now, 'open'),
      findTriageSettings(tx),
    ])
    if (!prepared) throw new Failure('not-found')
    return { ...prepared, visit: visit ?? null, triages, settings }
  },

  async record(context, { patient_id, visit_id, last_triage, is_correction, decision }) {
    const { tx, now, newId, actor, hospitalId, auditPatients } = context
    auditPatients(patient_id)
    const visit = await lockVisitState(tx, patient_id, visit_id)
    const told = visit && (await lockVisitFacts(tx, patient_id, visit_id))
    if (!visit || !told) throw new Failure('not-found')
    if (!visit.is_open) throw new Failure('visit-ended')
    const [prepared, [last], { settings }] = await Promise.all([
      findPrepared(tx, patient_id),
      listTriages(tx, patient_id, now, visit_id),
      findTriageSettings(tx),
    ])
    if (!prepared) throw new Failure('not-found')
    if ((last?._id ?? null) !== last_triage)
      throw new Failure('changed-meanwhile', { detail: { triage: last } })
    const today = formatZonedDate(hospitalTimeZone, now)
    const { date_of_birth } = prepared.patient
    const age = date_of_birth === null ? null : computeAge(date_of_birth, today)
    const { paediatric_pressure } = settings
    const suggestion = suggestFromFindings(decision, age, paediatric_pressure)
    const asked = settleAnswers(told, decision)
    const { gender } = prepared.patient
    const problems = [
      ...validateTriage({ ...decision, ...asked }, suggestion, mayBePregnant(gender, age)),
      ...validateAnswers(decision, { told, gender, now }),
    ]
    for (const field of listChangedParts(decision, listConfirmable(prepared)))
      problems.push({ field, message: 'changed-meanwhile' })
    const zoneProblem = judgeZone(settings.zones, decision.zone)
    if (zoneProblem) problems.push({ field: 'zone', message: zoneProblem })
    const fields = problems.map(({ field, message }) => ({
      field: `decision.${field}`,
      message,
    }))
    if (fields.length > 0) throw new Failure('invalid', { fields })
    // Done before the values are stored, because a pregnant patient gets no NEWS2.
    await changeTold(context, { patient_id, visit_id }, told, asked)
    // Nobody is asked about a value that a device measured, with which oxygen may stand.
    const isMeasured = (name: string) => decision.measured.some(({ vital }) => vital === name)
    const sure = quantityNames.filter((name) => decision.confirmed.includes(name) || isMeasured(name))
    const charted = toTriageReadings(decision).map((reading) => ({
      ...reading,
      measured_at: findNotedAt(reading, decision, now),
      note: null,
      confirmed: sure,
    }))
    if (charted.length > 0)
      await chartReadings(context, patient_id, charted, (name) => `decision.values.${name}`)
    const { level, override, override_words, zone, fast_tracks, confirmed: _, ...found } = decision
    const missing = listMissingVitals(decision)
    await insertTriage(tx, {
      _id: newId(),
      at: now,
      hospitalId,
      patientId: patient_id,
      visitId: visit_id,
      staffId: actor._id,
      ...toConfirmed({ level, override, override_words }, suggestion),
      inputs: {
        ...found,
        ...asked,
        missing: decision.missing.filter(({ vital }) => missing.includes(vital)),
        age,
        paediatric_pressure,
      },
      zone,
      fast_tracks,
      news2: await findScore(tx, patient_id, now),
      corrects: is_correction ? last_triage : null,
      completes: false,
      late_reason: null,
    })
    if (zone !== visit.zone) await emitMovedAlarms(context, patient_id)
    return answerTriage(context, patient_id, visit_id)
  },

  async complete(context, { patient_id, visit_id, last_triage, answers }) {
    const { tx, now, newId, actor, hospitalId, auditPatients } = context
    auditPatients(patient_id)
    const visit = await lockVisitState(tx, patient_id, visit_id)
    const told = visit && (await lockVisitFacts(tx, patient_id, visit_id))
    if (!visit || !told) throw new Failure('not-found')
    if (!visit.is_open) throw new Failure('visit-ended')
    const [prepared, [last]] = await Promise.all([
      findPrepared(tx, patient_id),
      listTriages(tx, patient_id, now, visit_id),
    ])
    if (!prepared || !last) throw new Failure('not-found')
    if (last._id !== last_triage) throw new Failure('changed-meanwhile', { detail: { triage: last } })
    const asked = settleAnswers(told, answers)
    const { gender } = prepared.patient
    const problems = validateAnswers(answers, { told, gender, now })
    const found = {
      ...last.found,
      ...asked,
      // A triage of an older demo hospital says nothing of what was found.
      high_risk: last.found.high_risk ?? [],
      is_accident_unknown: answers.is_accident_unknown || last.found.is_accident_unknown,
      is_onset_unknown: answers.is_onset_unknown || last.found.is_onset_unknown,
    }
    const answered = { ...found, fast_tracks: last.fast_tracks }
    const left = listUnasked(answered, last.unasked.includes('pregnancy'))
    // Some can stay open. Whoever answers none completes nothing.
    if (problems.length === 0 && left.length >= last.unasked.length)
      problems.push(...left.map((field) => ({ field, message: 'field-required' })))
    if (problems.length > 0 || last.unasked.length === 0)
      throw new Failure('invalid', {
        fields: problems.map(({ field, message }) => ({ field: `answers.${field}`, message })),
      })
    await changeTold(context, { patient_id, visit_id }, told, asked)
    const { level, suggested, rule, findings, override, override_words, fast_tracks, news2 } = last
    await insertTriage(tx, {
      _id: newId(),
      at: now,
      hospitalId,
      patientId: patient_id,
      visitId: visit_id,
      staffId: actor._id,
      level,
      suggested,
      rule,
      findings,
      inputs: found,
      override,
      override_words,
      // Where the patient is now: they may have been moved since.
      zone: visit.zone ?? last.zone,
      fast_tracks,
      news2,
      corrects: last_triage,
      completes: true,
      late_reason: null,
    })
    return answerTriage(context, patient_id, visit_id)
  },

  /** What was measured stands, and with it what the rules find; what nobody asked then is asked now. */
  async correct(context, { patient_id, visit_id, last_triage, correction, reason }) {
    const { tx, now, newId, actor, hospitalId, auditPatients } = context
    auditPatients(patient_id)
    const visit = await lockVisitState(tx, patient_id, visit_id)
    const told = visit && (await lockVisitFacts(tx, patient_id, visit_id))
    if (!visit || !told) throw new Failure('not-found')
    if (visit.is_open) throw new Failure('visit-not-ended')
    const [seen, prepared, triages] = await Promise.all([
      findVisit(tx, visit_id),
      findPrepared(tx, patient_id),
      listTriages(tx, patient_id, now, visit_id),
    ])
    const [last] = triages
    if (seen?.voided) throw new Failure('visit-void')
    if (!prepared || !last) throw new Failure('not-found')
    if (last._id !== last_triage) throw new Failure('changed-meanwhile', { detail: { triage: last } })
    const { date_of_birth, gender } = prepared.patient
    const lookedAt = findLookedAt(last, triages)
    const age = date_of_birth === null ? null : computeAge(date_of_birth, toBangkokDay(lookedAt))
    const asked = settleAnswers(told, correction)
    const was = TriageFound.parse(last.found)
    const zone = visit.zone ?? last.zone
    const decision = { ...was, ...correction, ...asked, zone, confirmed: [] }
    const suggestion = suggestFromFindings(decision, age, was.paediatric_pressure)
    const problems = [
      ...validateTriage(decision, suggestion, mayBePregnant(gender, age)).filter(
        ({ field }) => !isMeasured(field),
      ),
      ...validateAnswers(correction, { told, gender, now }),
    ]
    const fields = problems.map(({ field, message }) => ({ field: `correction.${field}`, message }))
    if (fields.length > 0) throw new Failure('invalid', { fields })
    await changeTold(context, { patient_id, visit_id }, told, asked)
    const { level, override, override_words, fast_tracks, ...found } = correction
    const missing = listMissingVitals(was)
    await insertTriage(tx, {
      _id: newId(),
      at: now,
      hospitalId,
      patientId: patient_id,
      visitId: visit_id,
      staffId: actor._id,
      ...toConfirmed({ level, override, override_words }, suggestion),
      inputs: {
        ...was,
        ...found,
        ...asked,
        missing: found.missing.filter(({ vital }) => missing.includes(vital)),
        age,
      },
      // Where the patient was last: they may have been moved since.
      zone,
      fast_tracks,
      news2: last.news2,
      corrects: last_triage,
      completes: false,
      late_reason: reason,
    })
    return answerTriage(context, patient_id, visit_id)
  },

  async history({ tx, now, auditPatients }, { patient_id }) {
    auditPatients(patient_id)
    const [prepared, triages, visits, corrections, { settings }] = await Promise.all([
      findPrepared(tx, patient_id),
      listTriages(tx, patient_id, now),
      listVisits(tx, patient_id, now),
      listCorrections(tx, patient_id),
      findTriageSettings(tx),
    ])
    if (!prepared) throw new Failure('not-found')
    return { triages, visits, corrections, zones: settings.zones }
  },

  async exportList({ actor, now, auditPatients, addAuditDetail }, { language, ...asked }) {
    const span = requireSpan(asked, now)
    auditPatients([])
    addAuditDetail({ exported: asked })
    return {
      type: 'text/csv; charset=utf-8',
      name: 'data.csv',
      content: async function* (tx) {
        const { settings } = await findTriageSettings(tx)
        yield* formatTriagesCsv(streamTriages(tx, toViewer(actor, now), span), language, settings.zones)
      },
    }
  },

  async settings({ tx }) {
    const [held, history] = await Promise.all([findTriageSettings(tx), listSettings(tx, shownChanges)])
    return { ...held, standard: standardTriageSettings, history }
  },

  async updateSettings({ tx, now, newId, actor, hospitalId, emit }, { version, settings, reason }) {
    const held = await findTriageSettings(tx)
    if (held.version !== version) throw new Failure('changed-meanwhile', { detail: held })
    if (settings.approval && settings.approval.approved_on > toBangkokDay(now))
      throw createInvalidFieldFailure('settings.approval.approved_on', 'date-in-future')
    if (held.settings.zones.list.some(({ code }) => !findZone(settings.zones, code)))
      throw createInvalidFieldFailure('settings.zones.list', 'zone-stays')
    const next = { settings, version: version + 1 }
    const change = { id: newId(), hospitalId, at: now, staffId: actor._id, reason, ...next }
    if (!(await insertSettings(tx, change)))
      throw new Failure('changed-meanwhile', { detail: await findTriageSettings(tx) })
    emit({ kind: 'visits-outdated', visit_kinds: ['ER'], patient_ids: [] })
    emit({ kind: 'inbound-outdated' })
    return next
  },
}
