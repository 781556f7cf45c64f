import { devices, type Input, type Result } from 'contract'
import { ask } from '../../api/client.ts'
import type { NumberedEvent } from '../../live/live.ts'
import { updateWithEvents } from '../../live/live-data.ts'

type DeviceListReply = Result<typeof devices.list>

updateWithEvents(devices.list, updateDevices)

export const askDevices = (body: Input<typeof devices.list>) => ask(devices.list, body, true)

/** The listed devices after these events: whether they are heard, and their batteries. */
function updateDevices(list: DeviceListReply, events: readonly NumberedEvent[]): DeviceListReply {
  const heard = new Map(
    events.flatMap(({ event }) =>
      event.kind === 'device' ? event.devices.map((one) => [one._id, one]) : [],
    ),
  )
  if (!list.rows.some(({ _id }) => heard.has(_id))) return list
  return {
    ...list,
    rows: list.rows.map((device) => {
      const { status, battery, last_seen_at } = heard.get(device._id) ?? device
      return { ...device, status, battery, last_seen_at }
    }),
  }
}
