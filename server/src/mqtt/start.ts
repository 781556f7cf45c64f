import type { IntakeQueue } from '../bedside/intake/intake-queue.ts'
import { acrossHospitals, type Root } from '../db/database.ts'
import { startBridge } from './bridge.ts'
import { startBroker } from './broker.ts'

export type MqttOptions = {
  queue: IntakeQueue
  root: Root
  clock: () => Date
  log: (what: Record<string, unknown>) => void
  /** URL of the hospital's own broker; without it the panel runs one itself. */
  url: string | undefined
  /** The facility code of the hospital of that broker, if there are several hospitals. */
  hospital: string | undefined
  /** Port of the panel's own broker; 0 for none. */
  port: number
  host: string
  mostConnections: number
}

export type Mqtt = { port: number | undefined; close: () => Promise<void> }

/** Starts to receive device messages by MQTT: from the hospital's broker, or with a broker of the panel's own. */
export async function startMqtt(options: MqttOptions): Promise<Mqtt> {
  const { queue, root, clock, log, url, port, host, mostConnections } = options
  const closeAndDrain = (close: () => Promise<void>) => async () => {
    await close()
    await queue.idle()
  }
  if (url) {
    const hospitalId = await requireMqttHospital(root, options.hospital)
    const bridge = startBridge({ root, url, hospitalId, clock, queue, log })
    return { port: undefined, close: closeAndDrain(bridge.close) }
  }
  if (port === 0) return { port: undefined, close: () => queue.idle() }
  const broker = await startBroker({ root, clock, queue, log, port, host, mostConnections }).catch(
    (error) => {
      // Another broker on this machine must not stop the screens of the ward.
      if ((error as { code?: unknown }).code === 'EADDRINUSE') return undefined
      throw error
    },
  )
  if (!broker) return { port: undefined, close: () => queue.idle() }
  return { port: broker.port, close: closeAndDrain(broker.close) }
}

async function requireMqttHospital(root: Root, code: string | undefined): Promise<string> {
  const hospitals = await acrossHospitals(root, (tx) =>
    tx.selectFrom('hospitals').select(['id', 'code']).execute(),
  )
  const named = code === undefined ? hospitals : hospitals.filter((hospital) => hospital.code === code)
  const [hospital] = named
  if (!hospital || named.length > 1)
    throw new Error('MQTT_HOSPITAL must be the code of the hospital whose broker MQTT_URL is')
  return hospital.id
}
