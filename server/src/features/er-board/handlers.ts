import { type erBoard, findErRole } from 'contract'
import { emitMovedAlarms } from '../../bedside/alarms/moved-patients.ts'
import { Failure } from '../../core/failure.ts'
import type { Handlers } from '../../http/handler.ts'
import { toViewer } from '../../identity/record-access.ts'
import { getNewestEvent } from '../../live/events.ts'
import { hasEndedMonitoring } from '../../patient-flow/end-care.ts'
import { findTriageSettings, requireOfferedZone } from '../../patient-flow/triage-settings.ts'
import { changeVisit, lockVisitState, type VisitState } from '../../patient-flow/visit-acts.ts'
import { findKeptBay, lockBay } from '../../patient-flow/visits.ts'
import { findAct, hasOpenVisit, listErVisits } from './queries.ts'
import { applyChange, isReopenable, isSameState, pickState, reopen, revertAct } from './rules.ts'

export const erBoardHandlers: Handlers<typeof erBoard> = {
  async board({ tx, actor, now, auditPatients }, { patient_ids }) {
    // The newest event is read first, so that a change made meanwhile is sent twice and not missed.
    const [event, visits, { settings, version }] = await Promise.all([
      getNewestEvent(tx),
      listErVisits(tx, toViewer(actor, now), patient_ids),
      findTriageSettings(tx),
    ])
    auditPatients(visits.rows.map(({ patient }) => patient._id))
    return {
      rows: visits.rows,
      has_more: visits.hasMore,
      minutes: settings.minutes,
      is_standard: version === 0,
      zones: settings.zones,
      places: settings.places,
      event: String(event),
    }
  },

  async change(context, { patient_id, visit_id, change }) {
    const { tx, actor, now, newId, hospitalId, auditPatients, emit } = context
    auditPatients(patient_id)
    const state = await lockVisitState(tx, patient_id, visit_id)
    if (!state) throw new Failure('not-found')
    if (!state.is_open) throw new Failure('visit-ended')
    const role = findErRole(actor.staffType)
    if (change.act === 'take' && !role) throw new Failure('not-carer')
    if (change.act === 'place') await requireOfferedZone(tx, change.zone, 'change.zone')
    if (change.act === 'place' && change.bay !== null) {
      const holder = await lockBay(tx, hospitalId, change.bay, visit_id)
      if (holder) {
        auditPatients([patient_id, holder.patient._id])
        throw new Failure('bay-taken', { detail: holder })
      }
      const kept = change.despite_kept
        ? undefined
        : await findKeptBay(tx, change.bay, { patientId: patient_id })
      if (kept) {
        auditPatients([patient_id, ...(kept.patient ? [kept.patient._id] : [])])
        throw new Failure('bay-kept', { detail: kept })
      }
    }
    const after: Partial<VisitState> = applyChange(state, change, { staffId: actor._id, role, now })
    if (isSameState(after, state)) return { act_id: null }
    const id = newId()
    await changeVisit(tx, {
      id,
      hospitalId,
      patientId: patient_id,
      visitId: visit_id,
      at: now,
      staffId: actor._id,
      before: pickState(state, after),
      after,
    })
    if (change.act === 'place') await emitMovedAlarms(context, patient_id)
    emit({ kind: 'visits-outdated', visit_kinds: [state.kind], patient_ids: [patient_id] })
    return { act_id: id }
  },

  async undo(context, { patient_id, visit_id, act_id }) {
    const { tx, actor, now, newId, hospitalId, auditPatients, emit } = context
    auditPatients(patient_id)
    const state = await lockVisitState(tx, patient_id, visit_id)
    const act = state && (await findAct(tx, patient_id, visit_id, act_id))
    if (!state || !act) throw new Failure('not-found')
    const reopens = act.before.is_open === true
    if (!state.is_open && !reopens) throw new Failure('visit-ended')
    const after = act.is_undone ? undefined : reopens ? reopen(state, act) : revertAct(state, act)
    if (!after) throw new Failure('changed-meanwhile')
    if (reopens && !isReopenable(state, act, now)) throw new Failure('visit-end-too-old')
    if (reopens && (await hasOpenVisit(tx, patient_id))) throw new Failure('visit-open')
    const bay = 'bay' in after ? after.bay : reopens ? state.bay : null
    const isTaken = bay && (await lockBay(tx, hospitalId, bay, visit_id))
    const reverted = isTaken ? { ...after, bay: null } : after
    await changeVisit(tx, {
      id: newId(),
      hospitalId,
      patientId: patient_id,
      visitId: visit_id,
      at: now,
      staffId: actor._id,
      before: pickState(state, reverted),
      after: reverted,
      undoes: act_id,
    })
    if ('bay' in reverted || 'zone' in reverted) await emitMovedAlarms(context, patient_id)
    emit({ kind: 'visits-outdated', visit_kinds: [state.kind], patient_ids: [patient_id] })
    // The list of patients and the record show the level of an open visit.
    if (reopens) emit({ kind: 'patients-outdated', patient_ids: [patient_id] })
    const leftAt = reopens ? state.left_at : null
    const hasEnded =
      leftAt !== null && (await hasEndedMonitoring(tx, patient_id, { leftAt, notedAt: act.at }))
    return { has_ended_monitoring: hasEnded, taken_bay: isTaken ? bay : null }
  },
}
