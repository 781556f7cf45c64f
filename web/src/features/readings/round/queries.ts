import { queryOptions } from '@tanstack/react-query'
import { type Input, type Result, rounds } from 'contract'
import { ask, call } from '../../../api/client.ts'
import { updateRows } from '../../../clinical/vitals/live-updates.ts'
import { listMissedEvents } from '../../../live/live.ts'
import { updateWithEvents } from '../../../live/live-data.ts'

type RoundReply = Result<typeof rounds.get>

updateWithEvents(rounds.get, updateRows)

/** A round, with the events that arrived while it was being requested. */
export function askRound(body: Input<typeof rounds.get>) {
  return queryOptions({
    ...ask(rounds.get, body, true),
    queryFn: async ({ signal }): Promise<RoundReply> => {
      const round = await call(rounds.get, body, { signal })
      const missed = listMissedEvents(Number(round.event))
      return missed ? updateRows(round, missed) : call(rounds.get, body, { signal })
    },
  })
}
