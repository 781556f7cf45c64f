import type { Decoded, DeviceSign, Measurement } from '../measurement.ts'
import { attributeOf, measuredBy } from './attributes.ts'
import type { Fields } from './fields.ts'
import { type Rejection, readPart, Unreadable } from './unreadable.ts'

/**
 * A message of a gateway: readings of the devices that it heard, each by its own MAC, or that the gateway itself is
 * online.
 */
export function decodeGateway(message: Fields): Decoded {
  const data = message.object('data')
  if (data.optionalText('attribute') === undefined)
    return { measurements: [], signs: [signOf(message, data)], rejected: [] }

  const attribute = attributeOf(data)
  const sentAt = message.optionalInstant('time') ?? null
  const measurements: Measurement[] = []
  const signs: DeviceSign[] = []
  const rejected: Rejection[] = []
  for (const entry of data.object('value').list('device_list')) {
    readPart(rejected, () => {
      const device = entry()
      const mac = device.address('ble_addr')
      const gatewayScanTime = device.optionalInstant('scan_time') ?? null
      const toldAt = gatewayScanTime ?? sentAt
      if (toldAt === null) throw new Unreadable('malformed', 'time')
      if ('status' in attribute) signs.push({ mac, toldAt, status: attribute.status })
      else {
        const measured = measuredBy(attribute, device, rejected)
        // With nothing measured the device is still online: no finger is in the oximeter, or the cuff gave up.
        if (!measured) signs.push({ mac, toldAt, status: 'connected' })
        else measurements.push({ ...measured, source: 'gateway', mac, toldAt, sentAt, gatewayScanTime })
      }
    })
  }
  return { measurements, signs, rejected }
}

/** `HB_Msg` comes every minute, so the gateway is online whatever the message says; other messages have to say so. */
export function signOf(message: Fields, data: Fields): DeviceSign {
  const said = data.optionalText('msg')?.toLowerCase()
  const isHeartbeat = message.optionalText('type')?.toLowerCase() === 'hb_msg'
  if (said !== 'online' && said !== 'offline' && !isHeartbeat)
    throw new Unreadable('unknown-attribute', data.path(said === undefined ? 'attribute' : 'msg'))
  return {
    mac: message.address('mac', 'deviceCode'),
    toldAt: message.optionalInstant('time') ?? null,
    status: said === 'offline' ? 'disconnected' : 'connected',
  }
}
