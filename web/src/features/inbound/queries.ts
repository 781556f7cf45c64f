import { queryOptions } from '@tanstack/react-query'
import { erBoard, erVitals, inbound, missions, type Result, triage } from 'contract'
import { ask, call, queryClient } from '../../api/client.ts'
import { replaceLatest } from '../../clinical/vitals/live-updates.ts'
import { listMissedEvents, type NumberedEvent } from '../../live/live.ts'
import { rereadAfterEvents, updateWithEvents } from '../../live/live-data.ts'

type InboundReply = Result<typeof inbound.board>

updateWithEvents(inbound.board, updateInbound)
rereadAfterEvents(inbound.board, (queryKey, board, events) => {
  if (isOutdated(board, events)) void queryClient.invalidateQueries({ queryKey })
})

/** The board, with the events that arrived while it was being requested. */
export function askInbound() {
  return queryOptions({
    ...ask(inbound.board, {}, true),
    queryFn: async ({ signal }): Promise<InboundReply> => {
      const read = () => call(inbound.board, {}, { signal })
      const board = await read()
      const current = isOutdated(board, listMissedEvents(Number(board.event)) ?? []) ? await read() : board
      // After missed events everything is read again anyway.
      return updateInbound(current, listMissedEvents(Number(current.event)) ?? [])
    },
  })
}

/** Whether these events say that what is known of somebody on the board has changed, and not how. */
function isOutdated({ rows }: InboundReply, events: readonly NumberedEvent[]): boolean {
  const here = new Set(rows.flatMap(({ patients }) => patients.map(({ patient }) => patient._id)))
  return events.some(
    ({ event }) =>
      event.kind === 'patients-outdated' &&
      (event.patient_ids.length === 0 || event.patient_ids.some((id) => here.has(id))),
  )
}

/** The board with the values of these events. Rows that no event touches stay the same objects. */
function updateInbound(board: InboundReply, events: readonly NumberedEvent[]): InboundReply {
  const fresh = events.filter(({ number }) => number > Number(board.event))
  const last = fresh.at(-1)
  if (!last) return board
  const measured = fresh.flatMap(({ event }) => (event.kind === 'latest' ? event.patients : []))
  const rows = board.rows.map((row) => {
    const patients = row.patients.map((named) => {
      const shown = measured
        .filter(({ patient_id }) => patient_id === named.patient._id)
        .flatMap(({ latest }) => latest)
        // What was measured before the call says nothing of how they are now.
        .filter(
          ({ vital, measured_at }) => erVitals.some((one) => one === vital) && measured_at >= row.called_at,
        )
      return shown.length === 0 ? named : { ...named, latest: replaceLatest(named.latest, shown) }
    })
    return patients.every((named, place) => named === row.patients[place]) ? row : { ...row, patients }
  })
  return { ...board, rows, event: String(last.number) }
}

/** What the acts of the emergency room change; an arrival begins a visit. */
export const outdatedByInbound = [inbound.board, missions.board, missions.mine]
export const outdatedByArrival = [...outdatedByInbound, erBoard.board, triage.queue]
