import type { monitoring } from 'contract'
import { countWaiting } from '../../bedside/intake/waiting.ts'
import { Failure } from '../../core/failure.ts'
import type { Handlers } from '../../http/handler.ts'
import { wardsOf } from '../../identity/followed-wards.ts'
import { newestEvent } from '../../live/live.ts'
import { listPlaces, listTiles } from './queries.ts'
import { behindLockFor, kindsFor } from './rules.ts'

export const monitoringHandlers: Handlers<typeof monitoring> = {
  async wall({ tx, actor, now, concerns }, { ward, patient_id }) {
    // Read before the tiles: what happens meanwhile is then sent twice rather than missed.
    const event = await newestEvent(tx)
    const wards = ward ? await wardsOf(tx, actor._id, [ward]) : undefined
    const tiles = await listTiles(tx, { wards, patientId: patient_id, now })
    concerns(tiles.map(({ patient }) => patient._id))
    if (patient_id && tiles.length === 0) throw new Failure('not-found')
    return { tiles, event: String(event) }
  },

  async locations({ tx, concerns }, query) {
    const places = await listPlaces(tx, query)
    concerns(places.rows.flatMap(({ patient }) => (patient ? [patient._id] : [])))
    return places
  },

  waiting({ tx, concerns }) {
    concerns([])
    return countWaiting(tx)
  },

  live({ actor, concerns }) {
    concerns([])
    const isLocked = actor.withheldBy.includes('session-locked')
    return isLocked ? behindLockFor(actor.permissions) : { kinds: kindsFor(actor.permissions) }
  },
}
