import { queryOptions } from '@tanstack/react-query'
import { erBoard, erVitals, type Result } from 'contract'
import { ask, call } from '../../api/client.ts'
import { replaceLatest } from '../../clinical/vitals/live-updates.ts'
import { listMissedEvents, type NumberedEvent } from '../../live/live.ts'
import { updateWithEvents } from '../../live/live-data.ts'

type ErBoardReply = Result<typeof erBoard.board>

updateWithEvents(erBoard.board, updateErBoard)

/** The board, with the events that arrived while it was being requested. */
export function askErBoard() {
  return queryOptions({
    ...ask(erBoard.board, {}, true),
    queryFn: async ({ signal }): Promise<ErBoardReply> => {
      const board = await call(erBoard.board, {}, { signal })
      const missed = listMissedEvents(Number(board.event))
      // What says that the board is out of date is answered by a new board alone.
      const isWhole = missed?.every(({ event }) => !outdates(event.kind))
      return missed && isWhole ? updateErBoard(board, missed) : call(erBoard.board, {}, { signal })
    },
  })
}

const outdates = (kind: NumberedEvent['event']['kind']) =>
  kind === 'visits-outdated' || kind === 'patients-outdated'

/** The board with the values of these events. Rows that no event touches stay the same objects. */
export function updateErBoard(board: ErBoardReply, events: readonly NumberedEvent[]): ErBoardReply {
  const fresh = events.filter(({ number }) => number > Number(board.event))
  const last = fresh.at(-1)
  if (!last) return board
  const changed = new Map(board.rows.map((row) => [row.patient._id, row]))
  for (const { event } of fresh) {
    if (event.kind !== 'latest') continue
    for (const { patient_id, latest } of event.patients) {
      const row = changed.get(patient_id)
      const shown = latest.filter(({ vital }) => erVitals.some((one) => one === vital))
      if (row && shown.length > 0)
        changed.set(patient_id, { ...row, latest: replaceLatest(row.latest, shown) })
    }
  }
  return { ...board, rows: [...changed.values()], event: String(last.number) }
}
