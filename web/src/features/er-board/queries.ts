import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { erBoard, erVitals, type Input, maxRereadPatients, type Result } from 'contract'
import { ask, call, queryClient } from '../../api/client.ts'
import { replaceLatest } from '../../clinical/vitals/live-updates.ts'
import { listMissedEvents, type NumberedEvent } from '../../live/live.ts'
import { rereadAfterEvents, updateWithEvents } from '../../live/live-data.ts'

type ErBoardReply = Result<typeof erBoard.board>

updateWithEvents(erBoard.board, updateErBoard)
rereadAfterEvents(erBoard.board, (queryKey, board, events) => {
  const outdated = findOutdatedPatients(board, events)
  if (outdated === 'all' || outdated.length > maxRereadPatients)
    void queryClient.invalidateQueries({ queryKey })
  else if (outdated.length > 0) void rereadPatients(queryKey, outdated)
})

/**
 * The patients whom these events outdate: by their visits, or because they are on the board. Most events are of people
 * elsewhere in the hospital.
 */
export function findOutdatedPatients(
  board: ErBoardReply,
  events: readonly NumberedEvent[],
): readonly string[] | 'all' {
  const here = new Set(board.rows.map(({ patient }) => patient._id))
  const outdated = new Set<string>()
  for (const { event } of events) {
    if (event.kind === 'visits-outdated' && event.visit_kinds.includes('ER')) {
      if (event.patient_ids.length === 0) return 'all'
      for (const id of event.patient_ids) outdated.add(id)
    }
    if (event.kind !== 'patients-outdated') continue
    if (event.patient_ids.length === 0) return 'all'
    for (const id of event.patient_ids) if (here.has(id)) outdated.add(id)
  }
  return [...outdated]
}

/** Reads some patients of a board again: fifty screens could not all read everybody at every change. */
async function rereadPatients(queryKey: QueryKey, patientIds: readonly string[]) {
  try {
    const part = await readErBoard({ patient_ids: [...patientIds] })
    queryClient.setQueryData<ErBoardReply>(
      queryKey,
      (board) => board && replacePatients(board, patientIds, part),
    )
  } catch {
    void queryClient.invalidateQueries({ queryKey })
  }
}

/**
 * The board with these patients as they are in a newer answer, and the targets and zones of that answer; who is not in
 * it is in the emergency room no more.
 */
export function replacePatients(
  board: ErBoardReply,
  patientIds: readonly string[],
  part: ErBoardReply,
): ErBoardReply {
  if (Number(part.event) < Number(board.event)) return board
  const others = board.rows.filter(({ patient }) => !patientIds.includes(patient._id))
  return { ...part, has_more: board.has_more, event: board.event, rows: [...others, ...part.rows] }
}

/** The board, with the events that arrived while it was being requested. */
export function askErBoard() {
  return queryOptions({
    ...ask(erBoard.board, {}, true),
    queryFn: ({ signal }) => readErBoard({}, signal),
  })
}

/** How often a board is read at once: each time something of it changes meanwhile. */
const maxReads = 3

async function readErBoard(body: Input<typeof erBoard.board>, signal?: AbortSignal): Promise<ErBoardReply> {
  for (let read = 1; ; read += 1) {
    const board = await call(erBoard.board, body, signal && { signal })
    const missed = listMissedEvents(Number(board.event))
    // After missed events everything is read again anyway.
    if (!missed) return board
    const outdated = findOutdatedPatients(board, missed)
    const isAsked = (id: string) => body.patient_ids?.includes(id) ?? true
    // What says that the board is out of date is answered by a new board alone.
    const isCurrent = outdated !== 'all' && !outdated.some(isAsked)
    if (isCurrent || read === maxReads) return updateErBoard(board, missed)
  }
}

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
