import type { Decoded, ShownClock } from '../measurement.ts'
import { decodeBluetooth } from './bluetooth.ts'
import { decodeBox } from './box.ts'
import { Fields } from './fields.ts'
import { decodeGateway } from './gateway.ts'
import { decodeTracker } from './tracker.ts'
import { Unreadable } from './unreadable.ts'
import { watchMessages } from './watch.ts'

export const maxPayloadBytes = 256 * 1024

type Decoder = (message: Fields, payload: Buffer, receivedAt: number) => Decoded

/**
 * The fields that name the sender, the first that has a value: the panel knows a watch by its IMEI, and a gateway
 * with a modem by its MAC.
 */
const watchNames = ['IMEI', 'mac']
const gatewayNames = ['mac', 'deviceCode', 'IMEI']

/** The decoders by the end of the topic, in lower case; a broker may put a prefix of the hospital in front. */
const decoders = new Map<string, Decoder>([
  ['dusun_pub', decodeGateway],
  ['esp32_ble_gw_tx', decodeGateway],
  ['cm4_ble_gw_tx', decodeBox],
  ['ble_raw', decodeBluetooth],
  ['vehicle_position', (message, _payload, receivedAt) => decodeTracker(message, receivedAt)],
  ...Object.entries(watchMessages).map(([name, read]): [string, Decoder] => [
    `imede_watch/${name.toLowerCase()}`,
    (message, _payload, receivedAt) => read(message, receivedAt),
  ]),
])

/**
 * Decodes one message of a device. Throws only `Unreadable`. The result has what could be read together with what was
 * rejected; if everything was rejected, that is `Unreadable`. A fall, a call for help or a position that comes without
 * its time gets `receivedAt` (milliseconds).
 */
export function decode(topic: string, payload: Buffer, receivedAt: number): Decoded {
  const { decoded } = decodeWithClock(topic, payload, receivedAt)
  const [rejection] = decoded.rejected
  if (rejection && decoded.measurements.length === 0 && decoded.statusReports.length === 0)
    throw new Unreadable(rejection.reason, rejection.field)
  return decoded
}

/**
 * Does as `decode`, with what the sender's clock showed, where the message says so. Does not throw if everything was
 * rejected: who passed the message on may still be known.
 */
export function decodeWithClock(
  topic: string,
  payload: Buffer,
  receivedAt: number,
): { decoded: Decoded; clock: ShownClock | undefined } {
  if (payload.length > maxPayloadBytes) throw new Unreadable('too-large')
  const levels = topic.toLowerCase().split('/')
  const decoder = decoders.get(levels.slice(-1).join('/')) ?? decoders.get(levels.slice(-2).join('/'))
  if (!decoder) throw new Unreadable('unknown-topic')
  const fields = new Fields(parseJson(payload))
  const isOfWatch = levels.at(-2) === 'imede_watch'
  const clock = readShownClock(fields, isOfWatch ? watchNames : gatewayNames)
  return { decoded: decoder(fields, payload, receivedAt), clock }
}

/** The time of the message as a whole; the readings in it may be older. */
function readShownClock(message: Fields, senderNames: readonly string[]): ShownClock | undefined {
  try {
    const mac = message.optionalMac(...senderNames)
    const shown = message.optionalInstant('timeStamps', 'timestamp', 'time')
    return mac === undefined || shown === undefined ? undefined : { mac, shown }
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function parseJson(payload: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(payload))
  } catch {
    throw new Unreadable('not-json')
  }
}
