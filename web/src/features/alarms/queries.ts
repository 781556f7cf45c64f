import { queryOptions, useQuery } from '@tanstack/react-query'
import { type Alarm, alarms, type CallError, errorCodes, type Result, summary } from 'contract'
import { ask, call, queryClient, useSend } from '../../api/client.ts'
import { askOpenAlarms } from '../../clinical/open-alarms.ts'
import { getNewestEventNumber, listMissedEvents, liveStatus, useLiveEvent } from '../../live/live.ts'
import { useMay } from '../../session/signed-in.tsx'
import { replaceOpenAlarm } from './rules.ts'

/** Polling interval for the open alarms while the event stream is lost. */
const offlineRefetchMs = 30_000
const dutiesStaleMs = 5 * 60_000

export function useOpenAlarms() {
  const isLive = liveStatus.use() === 'live'
  return useQuery({ ...askOpenAlarms(), refetchInterval: isLive ? false : offlineRefetchMs })
}

/** One alarm, requested again if an event of it arrived during the request. */
function askAlarm(id: string) {
  return queryOptions({
    ...ask(alarms.get, { _id: id }, true),
    queryFn: async ({ signal }) => {
      for (;;) {
        const newestBefore = getNewestEventNumber()
        const found = await call(alarms.get, { _id: id }, { signal })
        const missed = listMissedEvents(newestBefore)
        if (missed?.every(({ event }) => event.kind !== 'alarm' || event.alarm._id !== id)) return found
      }
    },
  })
}

/** One alarm with all its steps, updated when a step is added. Requests nothing without an id. */
export function useAlarm(id: string | undefined) {
  const isLive = liveStatus.use() === 'live'
  const asked = askAlarm(id ?? '')
  const found = useQuery({
    ...asked,
    enabled: id !== undefined,
    refetchInterval: isLive ? false : offlineRefetchMs,
  })
  useLiveEvent('alarm', ({ alarm }) => {
    if (alarm._id === id) void queryClient.invalidateQueries({ queryKey: asked.queryKey })
  })
  return found
}

/** The open alarms, without the fields that a locked session may not see. */
export function useLockedAlarms(isLocked: boolean) {
  const isLive = liveStatus.use() === 'live'
  const asked = { ...ask(alarms.openBehindLock, {}, true), enabled: isLocked }
  const found = useQuery({ ...asked, refetchInterval: isLive ? false : offlineRefetchMs })
  useLiveEvent('alarm-behind-lock', () => void queryClient.invalidateQueries({ queryKey: asked.queryKey }))
  return found
}

/** Who is notified on each ward, and who can be chosen. */
export function useDuties() {
  return useQuery({ ...ask(alarms.duties, {}, true), staleTime: dutiesStaleMs })
}

export function useMayAct(): boolean {
  return useMay('alarm:act')
}

const outdatedByAlarmAct = [alarms.list, alarms.get, alarms.burden, summary.timeline]

/** Writes an alarm from a reply into the cache, without waiting for its live event. */
function cacheAlarm({ alarm }: { alarm: Alarm }) {
  queryClient.setQueryData<Result<typeof alarms.open>>(
    askOpenAlarms().queryKey,
    (open) => open && { ...open, alarms: replaceOpenAlarm(open.alarms, alarm) },
  )
}

/** The alarm changed before the action, and its event may not have arrived yet: request it again. */
function refetchWorsened({ code }: CallError) {
  if (code !== errorCodes['alarm-worsened']) return
  for (const { path } of [alarms.open, ...outdatedByAlarmAct])
    void queryClient.invalidateQueries({ queryKey: [path] })
}

const worsenedOptions = { inline: ['alarm-worsened'], onError: refetchWorsened } as const

export function useAcknowledge() {
  return useSend(alarms.acknowledge, {
    outdates: outdatedByAlarmAct,
    onSuccess: cacheAlarm,
    ...worsenedOptions,
  })
}

export function useSnooze() {
  return useSend(alarms.snooze, { outdates: outdatedByAlarmAct, onSuccess: cacheAlarm, ...worsenedOptions })
}

export function useAssign() {
  return useSend(alarms.assign, { outdates: outdatedByAlarmAct, onSuccess: cacheAlarm })
}

export function useClear() {
  return useSend(alarms.clear, {
    outdates: outdatedByAlarmAct,
    onSuccess: cacheAlarm,
    ...worsenedOptions,
    inline: ['invalid', ...worsenedOptions.inline],
  })
}
