import {
  compareInbound,
  coversPreAlert,
  type InboundArrived,
  type InboundRow,
  type inbound,
  isMissionOver,
  type MissionState,
  mayPrepare,
  toPreAlertReadings,
} from 'contract'
import type * as z from 'zod/mini'
import { listAlarmsEndedByArrival, raisePreAlertAlarm } from '../../ambulance/pre-alert-alarms.ts'
import { waitsAfterReturnMs } from '../../ambulance/pre-alerts.ts'
import { acknowledgeAlarm, clearAlarms, publishAlarms } from '../../bedside/alarms/alarm-store.ts'
import { requireValidReadings, validateManualReading } from '../../bedside/charting.ts'
import { reevaluateScore } from '../../bedside/intake/scores.ts'
import { Failure } from '../../core/failure.ts'
import type { Context, Handlers } from '../../http/handler.ts'
import type { OpenRecord } from '../../identity/record-access.ts'
import { toViewer } from '../../identity/record-access.ts'
import { getNewestEvent } from '../../live/events.ts'
import { endVisitLeftForWard } from '../../patient-flow/left-for-ward.ts'
import { lockPatient } from '../../patient-flow/lock-patient.ts'
import { findTriageSettings, requireOfferedZone } from '../../patient-flow/triage-settings.ts'
import { changeVisit, lockVisitState } from '../../patient-flow/visit-acts.ts'
import { findKeptBay, findVisit, insertVisit, lockBay } from '../../patient-flow/visits.ts'
import { chartBeforeArrival } from './acts.ts'
import {
  insertInboundAct,
  insertPreAlert,
  type LockedInbound,
  listPreAlerts,
  lockInbound,
} from './queries/acts.ts'
import { findBrought, findKeptPlace, findToldPregnancy, isLinked, listArrivals } from './queries/arrivals.ts'
import { findInbound, listInbound } from './queries/board.ts'
import { readArrival, toPregnancy } from './rules.ts'

const minute = 60_000
/** Somebody who has arrived stays on the board for a while, so that their crew sees who received them. */
const shownAfterArrivalMs = 30 * minute

/** States in which a crew can bring nobody any more. */
const bringsNobody: ReadonlySet<MissionState> = new Set([
  'STOOD_DOWN',
  'NO_TRANSPORT',
  'HANDED_OVER',
  'BACK_AT_BASE',
])

export const inboundHandlers: Handlers<typeof inbound> = {
  async board({ tx, now, actor, auditPatients }) {
    const subtractMs = (ms: number) => new Date(Date.parse(now) - ms).toISOString()
    // The newest event is read first, so that a change made meanwhile is sent twice and not missed.
    const [event, rows, { settings }] = await Promise.all([
      getNewestEvent(tx),
      listInbound(tx, toViewer(actor, now), {
        arrivedSince: subtractMs(shownAfterArrivalMs),
        backSince: subtractMs(waitsAfterReturnMs),
      }),
      findTriageSettings(tx),
    ])
    auditPatients(rows.flatMap(listPatientsOfRow))
    return { rows: rows.toSorted(compareInbound), zones: settings.zones, event: String(event) }
  },

  async preAlert(context, { _id, pre_alert_id, eta_minutes, measured_at, ...told }) {
    const { tx, now, actor, hospitalId, auditPatients } = context
    const mission = await lockInbound(tx, _id, actor._id)
    if (!mission) throw new Failure('not-found')
    auditPatients(mission.patient_id ?? [])
    const before = await listPreAlerts(tx, _id)
    if (before.some(({ id }) => id === pre_alert_id)) return {}
    if (isMissionOver(mission.state) || bringsNobody.has(mission.state)) throw new Failure('mission-step')
    const measuredAt = measured_at ?? now
    requireValidReadings(
      toPreAlertReadings(told.values)
        .flatMap((reading) => validateManualReading({ ...reading, measured_at: measuredAt }, now))
        .map(({ field, message }) => ({
          field: field === 'measured_at' ? field : `values.${field}`,
          message,
        })),
    )
    const row = await findInbound(tx, toViewer(actor, now), _id)
    const lastArrival = row?.arrivals.at(-1)
    // What was told before an arrival was of somebody else.
    const ofTheSame = before.filter(({ at }) => !lastArrival || at > lastArrival.at)
    const isKnown = row?.acknowledged != null && ofTheSame.some((earlier) => coversPreAlert(told, earlier))
    const raised = told.colour === 'RED' && !isKnown ? await raisePreAlertAlarm(context, mission.number) : []
    await insertPreAlert(
      tx,
      {
        ...told,
        id: pre_alert_id,
        missionId: _id,
        position: before.length,
        missionVersion: mission.version,
        etaAt: eta_minutes === null ? null : new Date(Date.parse(now) + eta_minutes * minute).toISOString(),
        measuredAt,
        alarmId: raised[0] ?? before.findLast(({ alarm_id }) => alarm_id !== null)?.alarm_id ?? null,
      },
      { hospitalId, staffId: actor._id, now },
    )
    await publishAlarms(context, raised)
    emitChange(context)
    return {}
  },

  /** The first one counts; whoever comes later reads who it was. */
  async acknowledge(context, { _id, pre_alert_id }) {
    const { tx, now, newId, actor, hospitalId } = context
    if (!(await lockInbound(tx, _id))) throw new Failure('not-found')
    const known = await listPreAlerts(tx, _id)
    if (!known.some(({ id }) => id === pre_alert_id)) throw new Failure('not-found')
    const row = await show(context, _id)
    // What was acknowledged is what the caller saw: a more urgent one that came meanwhile still waits.
    if (row.acknowledged && row.pre_alert?._id === pre_alert_id && row.alarm_level === null) return { row }
    await insertInboundAct(
      tx,
      { id: newId(), missionId: _id, act: 'ACKNOWLEDGED', preAlertId: pre_alert_id },
      { hospitalId, staffId: actor._id, now },
    )
    const shown = await show(context, _id)
    const alarmId = known.findLast(({ alarm_id }) => alarm_id !== null)?.alarm_id
    const isAlarmAcknowledged = shown.acknowledged !== null && alarmId !== undefined && alarmId !== null
    if (isAlarmAcknowledged) await acknowledgeAlarm(context, alarmId, actor._id)
    emitChange(context)
    return { row: isAlarmAcknowledged ? await show(context, _id) : shown }
  },

  async prepare(context, { _id, zone, bay }) {
    const { tx, now, newId, actor, hospitalId, auditPatients } = context
    if (!(await lockInbound(tx, _id))) throw new Failure('not-found')
    await requirePreparable(context, _id)
    await requireOfferedZone(tx, zone, 'zone')
    if (bay !== null) {
      const holder = await lockBay(tx, hospitalId, bay, null)
      if (holder) {
        auditPatients(holder.patient._id)
        throw new Failure('bay-taken', { detail: holder })
      }
      const kept = await findKeptBay(tx, bay, { missionId: _id })
      if (kept) {
        auditPatients(kept.patient?._id ?? [])
        throw new Failure('bay-kept', { detail: kept })
      }
    }
    await insertInboundAct(
      tx,
      { id: newId(), missionId: _id, act: 'PREPARED', zone, bay },
      { hospitalId, staffId: actor._id, now },
    )
    emitChange(context)
    return { row: await show(context, _id) }
  },

  async arrive(context, { _id, patient_id, mode, vn, is_unexpected, takes_place }) {
    const { tx, now, newId, actor, hospitalId, auditPatients, emit } = context
    auditPatients(patient_id)
    const mission = await lockInbound(tx, _id)
    const visitor = await lockPatient(tx, patient_id)
    if (!mission || !visitor) throw new Failure('not-found')
    const before = await listArrivals(tx, _id)
    const own = before.find((arrival) => arrival.patient_id === patient_id)
    const ownVisit = own && (await findVisit(tx, own.visit_id))
    if (ownVisit) return { visit: ownVisit, is_new: false }
    const brought = await findBrought(tx, _id, patient_id)
    const last = before.at(-1)
    if (last && before.length >= brought.expected && !brought.may_be_more && !is_unexpected)
      throw createInboundArrived(last)
    const open = await endVisitLeftForWard(context, patient_id, now)
    // Another ambulance brought them before.
    if (open && (await isLinked(tx, open._id))) throw new Failure('visit-open', { detail: { visit: open } })
    const visitId = open?._id ?? newId()
    const writer = { hospitalId, staffId: actor._id, now }
    const isAlone = brought.patients === 1 && !brought.is_of_other && !last
    if (!open) {
      const sheet = await findToldPregnancy(tx, _id, { patientId: patient_id, isAlone })
      const told = toPregnancy(sheet, visitor.gender)
      // A request for one patient speaks of the one whom it names; else of whoever comes alone.
      const isAnnounced =
        brought.is_requested ?? (brought.announced > 1 ? before.length < brought.announced : isAlone)
      const arrival = readArrival(mission.answers, { vehicleClass: mission.class, isAnnounced }, told)
      await insertVisit(tx, { id: visitId, ...writer }, { patient_id, mode, vn, ...arrival })
      if (told.pregnancy === 'yes') await reevaluateScore(context, patient_id)
    }
    await insertInboundAct(
      tx,
      { id: newId(), missionId: _id, act: 'ARRIVED', patientId: patient_id, visitId, isAlone },
      writer,
    )
    if (takes_place) await takePreparedPlace(context, mission, { patient_id, visitId })
    if (isAlone) await chartBeforeArrival(context, mission, patient_id)
    await clearAlarms(context, await listAlarmsEndedByArrival(tx, _id), {
      clearing: 'person',
      staffId: actor._id,
    })
    emit({ kind: 'patients-outdated', patient_ids: [patient_id] })
    emit({ kind: 'visits-outdated', visit_kinds: ['ER'], patient_ids: [patient_id] })
    emitChange(context)
    const visit = await findVisit(tx, visitId)
    if (!visit) throw new Error('the visit was inserted')
    return { visit, is_new: !open }
  },
}

/** The place that was kept becomes that of the next visit, unless somebody has the bay by now. */
async function takePreparedPlace(
  { tx, now, newId, actor, hospitalId }: Context,
  { id }: LockedInbound,
  { patient_id, visitId }: { patient_id: OpenRecord; visitId: string },
): Promise<void> {
  const prepared = await findKeptPlace(tx, id, visitId)
  const state = prepared && (await lockVisitState(tx, patient_id, visitId))
  if (!prepared || !state || state.zone !== null) return
  const isTaken = prepared.bay !== null && (await lockBay(tx, hospitalId, prepared.bay, visitId))
  await changeVisit(tx, {
    id: newId(),
    hospitalId,
    patientId: patient_id,
    visitId,
    at: now,
    staffId: actor._id,
    before: { zone: null, bay: null },
    after: { zone: prepared.zone, bay: isTaken ? null : prepared.bay },
  })
}

async function requirePreparable(
  { tx, now, actor, auditPatients }: Context,
  missionId: string,
): Promise<void> {
  const last = (await listArrivals(tx, missionId)).at(-1)
  if (!last) return
  const row = await findInbound(tx, toViewer(actor, now), missionId)
  if (row && mayPrepare(row)) return
  auditPatients(last.patient_id)
  throw createInboundArrived(last)
}

function createInboundArrived({ by, at }: { by: z.input<typeof InboundArrived>['by']; at: string }): Failure {
  const detail: z.input<typeof InboundArrived> = { by, at }
  return new Failure('inbound-arrived', { detail })
}

async function show({ tx, now, actor, auditPatients }: Context, id: string): Promise<InboundRow> {
  const row = await findInbound(tx, toViewer(actor, now), id)
  if (!row) throw new Error('the mission is locked')
  auditPatients(listPatientsOfRow(row))
  return row
}

function emitChange({ emit }: Context): void {
  emit({ kind: 'inbound-outdated' })
  emit({ kind: 'missions-outdated' })
}

const listPatientsOfRow = ({ patients, arrivals }: InboundRow): string[] =>
  [...patients, ...arrivals].map(({ patient }) => patient._id)
