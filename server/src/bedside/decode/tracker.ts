import type { Decoded } from '../measurement.ts'
import { deviceFields } from './device-fields.ts'
import type { Fields } from './fields.ts'
import { Unreadable } from './unreadable.ts'

const { watch } = deviceFields

/**
 * Where a tracker in a vehicle is, as `{"mac": …, "latitude": …, "longitude": …, "timestamp": …}`. Without a time it is
 * of now. It is about no patient.
 */
export function decodeTracker(message: Fields, receivedAt: number): Decoded {
  const mac = message.mac('mac', 'IMEI')
  const at = message.optionalInstant('timestamp', 'timeStamps', 'time') ?? receivedAt
  const lat = message.measured(watch.latitude)
  const lang = message.measured(watch.longitude)
  if (lat === undefined || lang === undefined) throw new Unreadable('malformed', message.path('latitude'))
  return { measurements: [], statusReports: [], tracker: { mac, at, lat, lang }, rejected: [] }
}
