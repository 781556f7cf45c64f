import type { monitoring } from 'contract'
import { countWaiting } from '../../bedside/intake/waiting-counts.ts'
import { Failure } from '../../core/failure.ts'
import type { Handlers } from '../../http/handler.ts'
import { resolveChosenWards } from '../../identity/followed-wards.ts'
import { getNewestEvent } from '../../live/events.ts'
import { listDeviceLocations, listTiles } from './queries.ts'
import { createLockedView, listVisibleKinds } from './rules.ts'

export const monitoringHandlers: Handlers<typeof monitoring> = {
  async wall({ tx, actor, now, auditPatients }, { ward, patient_id }) {
    // Read before the tiles: what happens meanwhile is then sent twice rather than missed.
    const event = await getNewestEvent(tx)
    const wards = ward ? await resolveChosenWards(tx, actor._id, [ward]) : undefined
    const tiles = await listTiles(tx, { wards, patientId: patient_id, now })
    auditPatients(tiles.map(({ patient }) => patient._id))
    if (patient_id && tiles.length === 0) throw new Failure('not-found')
    return { tiles, event: String(event) }
  },

  async locations({ tx, auditPatients }, query) {
    const places = await listDeviceLocations(tx, query)
    auditPatients(places.rows.flatMap(({ patient }) => (patient ? [patient._id] : [])))
    return places
  },

  waiting: ({ tx }) => countWaiting(tx),

  live({ actor, auditPatients }) {
    auditPatients([])
    const isLocked = actor.blockedBy.includes('session-locked')
    return isLocked ? createLockedView(actor.permissions) : { kinds: listVisibleKinds(actor.permissions) }
  },
}
