import { useQuery } from '@tanstack/react-query'
import { type Alarm, alarms, type CallError, errorCodes, type Result } from 'contract'
import { ask, queryClient, useSend } from '../../api/client.ts'
import { liveStatus, useLive } from '../../live/live.ts'
import { askAlarm, askOpenAlarms } from '../../live/live-data.ts'
import { useMay } from '../../session/signed-in.tsx'
import { withAlarm } from './rules.ts'

/** Polling interval for the open alarms while the event stream is lost. */
const whileLostMs = 30_000
const dutiesAreFreshMs = 5 * 60_000

export function useOpenAlarms() {
  const isLive = liveStatus.use() === 'live'
  return useQuery({ ...askOpenAlarms(), refetchInterval: isLive ? false : whileLostMs })
}

/** One alarm with all its steps, updated when a step is added. Requests nothing without an id. */
export function useAlarm(id: string | undefined) {
  const isLive = liveStatus.use() === 'live'
  const asked = askAlarm(id ?? '')
  const found = useQuery({
    ...asked,
    enabled: id !== undefined,
    refetchInterval: isLive ? false : whileLostMs,
  })
  useLive('alarm', ({ alarm }) => {
    if (alarm._id === id) void queryClient.invalidateQueries({ queryKey: asked.queryKey })
  })
  return found
}

/** The open alarms, without the fields that a locked session may not see. */
export function useAlarmsBehindLock(isLocked: boolean) {
  const isLive = liveStatus.use() === 'live'
  const asked = { ...ask(alarms.openBehindLock, {}, true), enabled: isLocked }
  const found = useQuery({ ...asked, refetchInterval: isLive ? false : whileLostMs })
  useLive('alarm-behind-lock', () => void queryClient.invalidateQueries({ queryKey: asked.queryKey }))
  return found
}

/** Who is notified on each ward, and who can be chosen. */
export function useDuties() {
  return useQuery({ ...ask(alarms.duties, {}, true), staleTime: dutiesAreFreshMs })
}

export function useMayAct(): boolean {
  return useMay('alarm:act')
}

const outdated = [alarms.list, alarms.get, alarms.burden]

/** Writes an alarm from a reply into the cache, without waiting for its live event. */
function keepAlarm({ alarm }: { alarm: Alarm }) {
  queryClient.setQueryData<Result<typeof alarms.open>>(
    askOpenAlarms().queryKey,
    (open) => open && { ...open, alarms: withAlarm(open.alarms, alarm) },
  )
}

/** The alarm changed before the action, and its event may not have arrived yet: request it again. */
function lookAgain({ code }: CallError) {
  if (code !== errorCodes['alarm-worsened']) return
  for (const { path } of [alarms.open, ...outdated]) void queryClient.invalidateQueries({ queryKey: [path] })
}

const seenMilder = { inline: ['alarm-worsened'], onError: lookAgain } as const

export function useAcknowledge() {
  return useSend(alarms.acknowledge, { outdates: outdated, onSuccess: keepAlarm, ...seenMilder })
}

export function useSnooze() {
  return useSend(alarms.snooze, { outdates: outdated, onSuccess: keepAlarm, ...seenMilder })
}

export function useAssign() {
  return useSend(alarms.assign, { outdates: outdated, onSuccess: keepAlarm })
}

export function useClear() {
  return useSend(alarms.clear, {
    outdates: outdated,
    inline: ['invalid'],
    onSuccess: keepAlarm,
  })
}
