import type { BedReserved, BedTaken, beds } from 'contract'
import type * as z from 'zod/mini'
import { createInvalidFieldFailure, Failure } from '../../core/failure.ts'
import type { Context, Handlers } from '../../http/handler.ts'
import { listFollowedWards } from '../../identity/followed-wards.ts'
import { isPatient, toViewer } from '../../identity/record-access.ts'
import { getNewestEvent } from '../../live/events.ts'
import { findReservation, type LockedBed, listBedUses, lockBeds } from '../../patient-flow/beds.ts'
import {
  endReservation,
  insertReservation,
  listMappedWards,
  updateBedFeatures,
  updateBedState,
} from './queries.ts'
import { validateReservationEnd } from './rules.ts'

export const bedHandlers: Handlers<typeof beds> = {
  async map({ tx, actor, now, auditPatients }, { ward }) {
    const request = { viewer: toViewer(actor, now), staffId: actor._id, ward, now }
    // The newest event is read first, so that a change made meanwhile is sent twice and not missed.
    const [event, followed, wards] = await Promise.all([
      getNewestEvent(tx),
      listFollowedWards(tx, actor._id),
      listMappedWards(tx, request),
    ])
    auditPatients(
      wards.flatMap(({ beds, without_bed }) => [
        ...beds.flatMap(({ occupant, reservation }) => [
          ...(occupant ? [occupant.patient._id] : []),
          ...(reservation ? [reservation.patient._id] : []),
        ]),
        ...without_bed.map(({ patient }) => patient._id),
      ]),
    )
    return { wards, ward: ward ?? (followed.length > 0 ? 'mine' : 'every'), event: String(event) }
  },

  /** A bed that a patient has, or that is reserved, cannot be blocked: first decide where the patient goes. */
  async setState(context, { _id, state, note }) {
    const { tx, now, actor, auditPatients } = context
    auditPatients([])
    const bed = await requireBed(context, _id)
    if (state === 'blocked' && note === null) throw createInvalidFieldFailure('note', 'reason-required')
    if (state !== 'ready') {
      const [use] = await listBedUses(tx, [{ bedId: bed.id, from: now, to: null }], [])
      if (use) {
        auditPatients(use.patient._id)
        const { stay_id, patient, since } = use
        const detail: z.input<typeof BedTaken> = { bed: use.bed, patient, stay_id, since }
        throw new Failure('bed-taken', { detail })
      }
    }
    if (state === 'blocked') await requireUnreserved(context, bed)
    await updateBedState(tx, bed.id, {
      state,
      note: state === 'blocked' ? note : null,
      at: now,
      staffId: actor._id,
    })
    context.emit({ kind: 'beds-outdated', ward_ids: [bed.ward_id] })
    return {}
  },

  async setFeatures(context, { _id, features }) {
    const bed = await requireBed(context, _id)
    await updateBedFeatures(context.tx, bed.id, [...new Set(features)])
    context.emit({ kind: 'beds-outdated', ward_ids: [bed.ward_id] })
    return {}
  },

  /** A bed can be reserved while another patient still has it, or while it is cleaned. */
  async reserve(context, { _id, patient_id, until }) {
    const { tx, now, hospitalId, actor, newId, auditPatients } = context
    auditPatients(patient_id)
    const bed = await requireBed(context, _id)
    if (!(await isPatient(tx, patient_id))) throw new Failure('not-found')
    const fields = validateReservationEnd(until, now)
    if (fields.length > 0) throw new Failure('invalid', { fields })
    if (bed.state === 'blocked') {
      throw new Failure('bed-not-ready', { fields: [{ field: '_id', message: 'bed-blocked' }] })
    }
    await requireUnreserved(context, bed)
    await insertReservation(tx, {
      id: newId(),
      hospitalId,
      bedId: bed.id,
      patientId: patient_id,
      from: now,
      until,
      staffId: actor._id,
    })
    context.emit({ kind: 'beds-outdated', ward_ids: [bed.ward_id] })
    return {}
  },

  async endReservation({ tx, now, auditPatients, emit }, { _id }) {
    auditPatients([])
    const ended = await endReservation(tx, _id, now)
    if (!ended) throw new Failure('not-found')
    auditPatients(ended.patient_id)
    emit({ kind: 'beds-outdated', ward_ids: [ended.ward_id] })
    return {}
  },
}

/** An open bed, locked. */
async function requireBed({ tx }: Context, id: string): Promise<LockedBed> {
  const [bed] = await lockBeds(tx, [id])
  if (!bed || bed.closed_at !== null) throw new Failure('not-found')
  return bed
}

async function requireUnreserved({ tx, now, auditPatients }: Context, bed: LockedBed): Promise<void> {
  const reservation = await findReservation(tx, bed.id, now)
  if (!reservation) return
  const { patient, until } = reservation
  auditPatients(patient._id)
  const detail: z.input<typeof BedReserved> = { bed: bed.label, patient, until }
  throw new Failure('bed-reserved', { detail })
}
