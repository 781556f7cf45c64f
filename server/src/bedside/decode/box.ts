import type { Decoded } from '../measurement.ts'
import { attributeOf, measuredBy } from './attributes.ts'
import type { Fields } from './fields.ts'
import { signOf } from './gateway.ts'
import { type Rejection, Unreadable } from './unreadable.ts'

/**
 * A message of the vital-sign box ("HV01", Qube-Vital). The patient inserts their identity card, so the message names
 * the patient by `citiz`. The name and the (Buddhist Era) date of birth in it are not used to identify the patient.
 */
export function decodeBox(message: Fields, payload: Buffer): Decoded {
  const data = message.object('data')
  if (data.optionalText('attribute') === undefined)
    return { measurements: [], signs: [signOf(message, data)], rejected: [] }

  const attribute = attributeOf(data)
  const mac = message.address('mac')
  const toldAt = message.instant('time')
  const heard = data.optionalAddress('ble_mac')
  if ('status' in attribute)
    return {
      measurements: [],
      signs: [{ mac: heard ?? mac, toldAt, status: attribute.status }],
      rejected: [],
    }

  const nationalId = nationalIdOf(message)
  const rejected: Rejection[] = []
  const measured = measuredBy(attribute, data.object('value'), rejected)
  const by = { mac: heard ?? mac, toldAt }
  return {
    measurements: measured ? [{ ...measured, ...by, source: 'box', nationalId, sentAt: toldAt }] : [],
    signs: measured ? [] : [{ ...by, status: 'connected' }],
    box: { mac, payload, nationalId },
    rejected,
  }
}

/**
 * A misread card is not the same as no card: its reading must not be attributed to whoever wears the cuff. Whether the
 * number belongs to anybody is for the patient registry to say.
 */
function nationalIdOf(message: Fields): string | null {
  const digits = message.optionalText('citiz')?.replace(/[\s-]/g, '')
  if (digits !== undefined && !/^\d{13}$/.test(digits))
    throw new Unreadable('malformed', message.path('citiz'))
  return digits ?? null
}
