import { queryOptions } from '@tanstack/react-query'
import { type Input, monitoring, type Result } from 'contract'
import { ask, call } from '../../../api/client.ts'
import { replaceLatest, updateWorn } from '../../../clinical/vitals/live-updates.ts'
import { listMissedEvents, type NumberedEvent } from '../../../live/live.ts'
import { updateWithEvents } from '../../../live/live-data.ts'

type WardBoardReply = Result<typeof monitoring.wardBoard>

updateWithEvents(monitoring.wardBoard, updateWardBoard)

/** A page of a ward board, with the events that arrived while it was being requested. */
export function askWardBoard(body: Input<typeof monitoring.wardBoard>) {
  return queryOptions({
    ...ask(monitoring.wardBoard, body, true),
    queryFn: async ({ signal }): Promise<WardBoardReply> => {
      const board = await call(monitoring.wardBoard, body, { signal })
      const missed = listMissedEvents(Number(board.event))
      return missed ? updateWardBoard(board, missed) : call(monitoring.wardBoard, body, { signal })
    },
  })
}

/** The rows after these events, in the same order. Rows that no event touches stay the same objects. */
export function updateWardBoard(board: WardBoardReply, events: readonly NumberedEvent[]): WardBoardReply {
  const fresh = events.filter(({ number }) => number > Number(board.event))
  const last = fresh.at(-1)
  if (!last) return board
  const changed = new Map(board.rows.map((row) => [row.patient._id, row]))
  for (const { event } of fresh) {
    if (event.kind === 'latest') {
      for (const { patient_id, latest } of event.patients) {
        const row = changed.get(patient_id)
        if (row) changed.set(patient_id, { ...row, latest: replaceLatest(row.latest, latest) })
      }
    } else if (event.kind === 'device') {
      for (const device of event.devices) {
        for (const [id, row] of changed) {
          const worn = updateWorn(row.devices, id, device)
          if (worn !== row.devices) changed.set(id, { ...row, devices: [...worn] })
        }
      }
    }
  }
  return { ...board, rows: [...changed.values()], event: String(last.number) }
}
