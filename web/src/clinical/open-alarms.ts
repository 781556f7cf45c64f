import { queryOptions } from '@tanstack/react-query'
import { alarms, compareAlarmUrgency, type Result } from 'contract'
import { ask, call } from '../api/client.ts'
import { getNewestEventNumber, listMissedEvents, type NumberedEvent } from '../live/live.ts'
import { updateWithEvents } from '../live/live-data.ts'

type OpenAlarmsReply = Result<typeof alarms.open>

updateWithEvents(alarms.open, updateOpenAlarms)

/**
 * The open alarms, with the events that arrived while they were being requested. The request is repeated while events
 * may have been missed: no cached answer exists yet that a gap could invalidate, so nothing else would request again.
 */
export function askOpenAlarms() {
  return queryOptions({
    ...ask(alarms.open, {}, true),
    // Structural sharing compares by index: after a new alarm every later one would count as changed.
    structuralSharing: false,
    queryFn: async ({ signal }): Promise<OpenAlarmsReply> => {
      for (;;) {
        const newestBefore = getNewestEventNumber()
        const open = await call(alarms.open, {}, { signal })
        const missed = listMissedEvents(newestBefore)
        if (missed) return updateOpenAlarms(open, missed)
      }
    },
  })
}

/** The open alarms after these events, the most urgent first. */
export function updateOpenAlarms(open: OpenAlarmsReply, events: readonly NumberedEvent[]): OpenAlarmsReply {
  const changed = events.flatMap(({ event }) => (event.kind === 'alarm' ? [event.alarm] : []))
  if (changed.length === 0) return open
  const byId = new Map([...open.alarms, ...changed].map((alarm) => [alarm._id, alarm]))
  return {
    ...open,
    alarms: [...byId.values()]
      .filter(({ state }) => state !== 'cleared')
      .toSorted((one, other) => compareAlarmUrgency(one, other)),
  }
}
