import { queryOptions, useQuery } from '@tanstack/react-query'
import { summary, trendMinutes } from 'contract'
import { ask, call } from '../../../api/client.ts'
import { listMissedEvents } from '../../../live/live.ts'
import { updateWithEvents } from '../../../live/live-data.ts'
import { type Summary, updateSummary } from './live-summary.ts'

updateWithEvents(summary.get, updateSummary)

/** The summary, with the events that arrived while it was being requested. */
function askSummary(patientId: string) {
  const body = { patient_id: patientId }
  return queryOptions({
    ...ask(summary.get, body, true),
    queryFn: async ({ signal }): Promise<Summary> => {
      const found = await call(summary.get, body, { signal })
      const missed = listMissedEvents(Number(found.event))
      return missed ? updateSummary(found, missed) : call(summary.get, body, { signal })
    },
  })
}

/** Live; asked again for each step of the day, so that what is compared and drawn moves on with the time. */
export function useSummary(patientId: string) {
  return useQuery({ ...askSummary(patientId), refetchInterval: trendMinutes * 60_000 })
}
