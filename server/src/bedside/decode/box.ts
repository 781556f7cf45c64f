import type { Decoded } from '../measurement.ts'
import { attributeOf, measuredBy } from './attributes.ts'
import type { Fields } from './fields.ts'
import { signOf } from './gateway.ts'
import { type Rejection, Unreadable } from './unreadable.ts'

/**
 * A message of the vital-sign box ("HV01", Qube-Vital). Whoever is measured puts her identity card in, so it names the
 * patient by `citiz`. Name and date of birth (of the Buddhist Era) come along and are not used to say who it is.
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
 * A card that was misread is not the same as no card: what it was read as must not be given to whoever wears the cuff.
 * Whether the number is anybody's is for the registry to say.
 */
function nationalIdOf(message: Fields): string | null {
  const digits = message.optionalText('citiz')?.replace(/[\s-]/g, '')
  if (digits !== undefined && !/^\d{13}$/.test(digits))
    throw new Unreadable('malformed', message.path('citiz'))
  return digits ?? null
}
