import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { type Input, summary, type TimelineGroup, trendMinutes } from 'contract'
import { ask, call } from '../../../api/client.ts'
import { listMissedEvents, useLiveEvent } from '../../../live/live.ts'
import { updateWithEvents } from '../../../live/live-data.ts'
import { useRefreshSoon } from '../../../live/use-refresh-soon.ts'
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

/** The entries of one group, or of all; more of them before the last one. */
function askTimeline(patientId: string, group: TimelineGroup | undefined) {
  const body = { patient_id: patientId, ...(group && { group }) }
  return infiniteQueryOptions({
    queryKey: [summary.timeline.path, body],
    queryFn: ({ pageParam, signal }) =>
      call(summary.timeline, { ...body, ...(pageParam && { before: pageParam }) }, { signal }),
    initialPageParam: undefined as Input<typeof summary.timeline>['before'],
    getNextPageParam: ({ entries, has_older }) => {
      const last = entries.at(-1)
      return has_older && last ? { at: last.at, _id: last._id } : undefined
    },
    placeholderData: keepPreviousData,
    meta: { inline: true },
  })
}

/** Asked again soon after an alarm, values by hand, or a change of the patient. What devices measure is no entry. */
export function useTimeline(patientId: string, group: TimelineGroup | undefined) {
  const refreshSoon = useRefreshSoon([summary.timeline])
  useLiveEvent('alarm', ({ alarm }) => {
    if (alarm.patient?._id === patientId) refreshSoon()
  })
  useLiveEvent('latest', ({ patients }) => {
    const own = patients.filter(({ patient_id }) => patient_id === patientId)
    if (own.some(({ latest }) => latest.some(({ source }) => source === 'manual'))) refreshSoon()
  })
  useLiveEvent('patients-outdated', ({ patient_ids }) => {
    if (patient_ids.includes(patientId)) refreshSoon()
  })
  return useInfiniteQuery(askTimeline(patientId, group))
}
