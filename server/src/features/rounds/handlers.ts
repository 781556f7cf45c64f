import { type BoardWard, classifyObservation, findShift, type rounds } from 'contract'
import { getThresholds } from '../../bedside/alarms/alarm-state.ts'
import { selectShiftStart } from '../../bedside/alarms/shift-start.ts'
import { listLatest } from '../../bedside/latest-values.ts'
import { requireAuditedPatient } from '../../http/audited-patient.ts'
import type { Context, Handlers } from '../../http/handler.ts'
import { listFollowedWards } from '../../identity/followed-wards.ts'
import { toViewer } from '../../identity/record-access.ts'
import { getNewestEvent } from '../../live/events.ts'
import { insertNote, insertOrder, listHandover, listOrders, listRound, readNote } from './queries.ts'

/** How many orders are shown. */
const shownOrders = 20

export const roundHandlers: Handlers<typeof rounds> = {
  async get(context, { ward }) {
    const [round, rows] = await Promise.all([
      describeRound(context, ward),
      listRound(context.tx, toRoundRequest(context, ward)),
    ])
    context.auditPatients(rows.map(({ patient }) => patient._id))
    return { rows, ...round }
  },

  async handover(context, { ward }) {
    const [round, rows] = await Promise.all([
      describeRound(context, ward),
      listHandover(context.tx, {
        ...toRoundRequest(context, ward),
        notesFrom: selectShiftStart(context.now, 1),
      }),
    ])
    context.auditPatients(rows.map(({ patient }) => patient._id))
    return { rows, ...round }
  },

  async note(context, { patient_id, text }) {
    await requireAuditedPatient(context, patient_id)
    const { tx, now, newId, actor, hospitalId } = context
    const id = newId()
    await insertNote(tx, { id, hospital_id: hospitalId, patient_id, at: now, staff_id: actor._id, text })
    context.emit({ kind: 'patients-outdated', patient_ids: [patient_id] })
    return { note: await readNote(tx, id) }
  },

  async orders(context, { patient_id }) {
    await requireAuditedPatient(context, patient_id)
    return { orders: await listOrders(context.tx, patient_id, shownOrders) }
  },

  async order(context, { patient_id, every_minutes, reason }) {
    await requireAuditedPatient(context, patient_id)
    const { tx, now, newId, actor, hospitalId } = context
    const [latest, { thresholds }] = await Promise.all([listLatest(tx, patient_id), getThresholds(tx)])
    await insertOrder(tx, {
      id: newId(),
      hospital_id: hospitalId,
      patient_id,
      at: now,
      staff_id: actor._id,
      every_minutes,
      reason,
      risk: classifyObservation(latest, thresholds.times) ?? null,
    })
    context.emit({ kind: 'patients-outdated', patient_ids: [patient_id] })
    return { orders: await listOrders(tx, patient_id, shownOrders) }
  },
}

function toRoundRequest({ actor, now }: Context, ward: BoardWard | undefined) {
  return { viewer: toViewer(actor, now), staffId: actor._id, ward, shiftFrom: selectShiftStart(now) }
}

/** The wards and the shift of a round: all of its reply but the rows. */
async function describeRound({ tx, actor, now }: Context, ward: BoardWard | undefined) {
  // The newest event is read first, so that a change made meanwhile is sent twice and not missed.
  const [event, followed, { thresholds }] = await Promise.all([
    getNewestEvent(tx),
    listFollowedWards(tx, actor._id),
    getThresholds(tx),
  ])
  const { times } = thresholds
  return {
    ward: ward ?? (followed.length > 0 ? ('mine' as const) : ('every' as const)),
    shift: findShift(now, times),
    times,
    event: String(event),
  }
}
