import type { Body, monitoring, WardBoardRow } from 'contract'
import { countWaiting } from '../../bedside/intake/waiting-counts.ts'
import { Failure } from '../../core/failure.ts'
import { formatZonedDate, hospitalTimeZone } from '../../core/time.ts'
import { allRows, toRowRange } from '../../db/listing/pages.ts'
import { listPatientIds } from '../../http/audited-patient.ts'
import type { Context, Handlers } from '../../http/handler.ts'
import { listFollowedWards, selectChosenWards } from '../../identity/followed-wards.ts'
import { toViewer } from '../../identity/record-access.ts'
import { getNewestEvent } from '../../live/events.ts'
import { formatWardBoardCsv } from './csv.ts'
import { listDeviceLocations } from './queries/locations.ts'
import { listTiles } from './queries/wall.ts'
import { listWardBoard, type WardBoardRequest } from './queries/ward-board.ts'
import { createLockedView, listVisibleKinds } from './rules.ts'

export const monitoringHandlers: Handlers<typeof monitoring> = {
  async wall({ tx, actor, now, auditPatients }, { ward, patient_id }) {
    // The newest event is read before the tiles, so that a change made meanwhile is sent twice and not missed.
    const wards = ward ? selectChosenWards(actor._id, [ward]) : undefined
    const [event, tiles] = await Promise.all([
      getNewestEvent(tx),
      listTiles(tx, { wards, patientId: patient_id, now }),
    ])
    auditPatients(tiles.map(({ patient }) => patient._id))
    if (patient_id && tiles.length === 0) throw new Failure('not-found')
    return { tiles, event: String(event) }
  },

  async wardBoard(context, query) {
    const { tx, actor, auditPatients } = context
    // Sent together: the newest event is read first, as for the wall.
    const [event, followed, page] = await Promise.all([
      getNewestEvent(tx),
      listFollowedWards(tx, actor._id),
      listWardBoard(tx, toWardBoard(context, query), toRowRange(query)),
    ])
    auditPatients(page.rows.map(({ patient }) => patient._id))
    const ward = query.ward ?? (followed.length > 0 ? 'mine' : 'every')
    return { ...page, ward, event: String(event) }
  },

  async exportWardBoard(context, { language, ...query }) {
    const { now, auditPatients, addAuditDetail } = context
    auditPatients([])
    addAuditDetail({ exported: query })
    const board = toWardBoard(context, query)
    const today = formatZonedDate(hospitalTimeZone, now)
    return {
      type: 'text/csv; charset=utf-8',
      name: 'data.csv',
      content: (tx) => formatWardBoardCsv(readWholeBoard(tx, board), language, today),
    }
  },

  async locations({ tx, auditPatients }, query) {
    const places = await listDeviceLocations(tx, query)
    auditPatients(listPatientIds(places.rows))
    return places
  },

  waiting: ({ tx }) => countWaiting(tx),

  live({ actor, auditPatients }) {
    auditPatients([])
    const isLocked = actor.blockedBy.includes('session-locked')
    return isLocked ? createLockedView(actor.permissions) : { kinds: listVisibleKinds(actor.permissions) }
  },
}

function toWardBoard(
  { actor, now }: Context,
  { ward, filterLists, sort_field, sort_order }: Omit<Body<typeof monitoring.exportWardBoard>, 'language'>,
): WardBoardRequest {
  return {
    viewer: toViewer(actor, now),
    staffId: actor._id,
    ward,
    filters: filterLists,
    sort: { field: sort_field, order: sort_order },
    seesAlarms: actor.permissions.has('alarm:read'),
    now,
  }
}

/** Reads all in one batch: it has no more rows than the wards have beds. */
async function* readWholeBoard(tx: Context['tx'], board: WardBoardRequest): AsyncGenerator<WardBoardRow[]> {
  yield (await listWardBoard(tx, board, allRows)).rows
}
