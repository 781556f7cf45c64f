import { queryOptions } from '@tanstack/react-query'
import { type Input, type Result, rounds } from 'contract'
import { ask, call } from '../../api/client.ts'
import { updateRows } from '../../clinical/vitals/live-updates.ts'
import { listMissedEvents } from '../../live/live.ts'
import { updateWithEvents } from '../../live/live-data.ts'

type HandoverReply = Result<typeof rounds.handover>

updateWithEvents(rounds.handover, updateRows)

/** A handover sheet, with the events that arrived while it was being requested. */
export function askHandover(body: Input<typeof rounds.handover>) {
  return queryOptions({
    ...ask(rounds.handover, body, true),
    queryFn: async ({ signal }): Promise<HandoverReply> => {
      const sheet = await call(rounds.handover, body, { signal })
      const missed = listMissedEvents(Number(sheet.event))
      return missed ? updateRows(sheet, missed) : call(rounds.handover, body, { signal })
    },
  })
}
