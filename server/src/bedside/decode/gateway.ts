import type { Decoded, DeviceStatusReport, Measurement } from '../measurement.ts'
import { readMeasurement, requireAttribute } from './attributes.ts'
import type { Fields } from './fields.ts'
import { type Rejection, readPart, Unreadable } from './unreadable.ts'

/**
 * A message of a gateway: readings of the devices that it heard, each by its own MAC, or that the gateway itself is
 * online.
 */
export function decodeGateway(message: Fields): Decoded {
  const data = message.object('data')
  if (data.optionalText('attribute') === undefined)
    return { measurements: [], statusReports: [readGatewayStatus(message, data)], rejected: [] }
  return readRelayed(message, () => readDeviceList(message, data))
}

/**
 * What a gateway or a box passes on of other devices. It was online when it did, also if nothing else can be read.
 */
export function readRelayed(message: Fields, read: () => Decoded): Decoded {
  const rejected: Rejection[] = []
  const decoded = readPart(rejected, read) ?? { measurements: [], statusReports: [], rejected }
  const mac = readPart([], () => message.optionalMac('mac', 'deviceCode'))
  // A device that has no MAC address of its own is the relay itself, and may just have said that it disconnects.
  if (mac === undefined || decoded.statusReports.some((report) => report.mac === mac)) return decoded
  const reportedAt = readPart([], () => message.optionalInstant('time')) ?? null
  return { ...decoded, relay: { mac, reportedAt, status: 'connected' } }
}

function readDeviceList(message: Fields, data: Fields): Decoded {
  const attribute = requireAttribute(data)
  const sentAt = message.optionalInstant('time') ?? null
  const measurements: Measurement[] = []
  const statusReports: DeviceStatusReport[] = []
  const rejected: Rejection[] = []
  for (const entry of data.object('value').list('device_list')) {
    readPart(rejected, () => {
      const device = entry()
      const mac = device.mac('ble_addr')
      const gatewayScanTime = device.optionalInstant('scan_time') ?? null
      const reportedAt = gatewayScanTime ?? sentAt
      if (reportedAt === null) throw new Unreadable('malformed', 'time')
      if ('status' in attribute) statusReports.push({ mac, reportedAt, status: attribute.status })
      else {
        const measured = readMeasurement(attribute, device, rejected)
        // With nothing measured the device is still online: no finger is in the oximeter, or the cuff gave up.
        if (!measured) statusReports.push({ mac, reportedAt, status: 'connected' })
        else
          measurements.push({
            ...measured,
            source: 'gateway',
            mac,
            reportedAt,
            sentAt,
            gatewayScanTime,
          })
      }
    })
  }
  return { measurements, statusReports, rejected }
}

/** `HB_Msg` comes every minute, so the gateway is online whatever the message says; other messages have to say so. */
export function readGatewayStatus(message: Fields, data: Fields): DeviceStatusReport {
  const statusText = data.optionalText('msg')?.toLowerCase()
  const isHeartbeat = message.optionalText('type')?.toLowerCase() === 'hb_msg'
  if (statusText !== 'online' && statusText !== 'offline' && !isHeartbeat)
    throw new Unreadable('unknown-attribute', data.path(statusText === undefined ? 'attribute' : 'msg'))
  return {
    mac: message.mac('mac', 'deviceCode'),
    reportedAt: message.optionalInstant('time') ?? null,
    status: statusText === 'offline' ? 'disconnected' : 'connected',
  }
}
