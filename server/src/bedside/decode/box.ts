import type { Decoded } from '../measurement.ts'
import { readMeasurement, requireAttribute } from './attributes.ts'
import type { Fields } from './fields.ts'
import { readGatewayStatus, readRelayed } from './gateway.ts'
import { type Rejection, Unreadable } from './unreadable.ts'

/**
 * A message of the vital-sign box ("HV01", Qube-Vital). The patient inserts their identity card, so the message names
 * the patient by `citiz`. The name and the (Buddhist Era) date of birth in it are not used to identify the patient.
 */
export function decodeBox(message: Fields, payload: Buffer): Decoded {
  const data = message.object('data')
  if (data.optionalText('attribute') === undefined)
    return { measurements: [], statusReports: [readGatewayStatus(message, data)], rejected: [] }
  return readRelayed(message, () => readTransaction(message, data, payload))
}

function readTransaction(message: Fields, data: Fields, payload: Buffer): Decoded {
  const attribute = requireAttribute(data)
  const mac = message.mac('mac')
  const reportedAt = message.instant('time')
  const heard = data.optionalMac('ble_mac')
  if ('status' in attribute)
    return {
      measurements: [],
      statusReports: [{ mac: heard ?? mac, reportedAt, status: attribute.status }],
      rejected: [],
    }

  const nationalId = readNationalId(message)
  const rejected: Rejection[] = []
  const measured = readMeasurement(attribute, data.object('value'), rejected)
  const by = { mac: heard ?? mac, reportedAt }
  return {
    measurements: measured ? [{ ...measured, ...by, source: 'box', nationalId, sentAt: reportedAt }] : [],
    statusReports: measured ? [] : [{ ...by, status: 'connected' }],
    box: { mac, payload, nationalId },
    rejected,
  }
}

/**
 * A misread card is not the same as no card: its reading must not be attributed to whoever wears the cuff. Whether the
 * number belongs to anybody is for the patient registry to say.
 */
function readNationalId(message: Fields): string | null {
  const digits = message.optionalText('citiz')?.replace(/[\s-]/g, '')
  if (digits !== undefined && !/^\d{13}$/.test(digits))
    throw new Unreadable('malformed', message.path('citiz'))
  return digits ?? null
}
