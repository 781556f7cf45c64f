import { ingest } from 'contract'
import mqtt from 'mqtt'
import { decode } from '../bedside/decode/decode.ts'
import { Unreadable } from '../bedside/decode/unreadable.ts'
import type { Measurement } from '../bedside/measurement.ts'
import type { SimulatedMessage } from './plan.ts'
import type { Send } from './play.ts'

export type Feed = { send: Send; close: () => Promise<void> }

/** Sends as the devices do: by MQTT to the panel's broker, with a sender's key. */
export async function connectMqttFeed(url: string, key: string): Promise<Feed> {
  const client = await mqtt.connectAsync(
    url,
    { username: 'simulator', password: key, protocolVersion: 4 },
    false,
  )
  // The client reconnects by itself; there is nothing else to do.
  client.on('error', () => {})
  return {
    async send(messages) {
      await Promise.all(messages.map(({ topic, payload }) => client.publishAsync(topic, payload, { qos: 1 })))
    },
    close: () => client.endAsync(true),
  }
}

/**
 * Sends only the readings, by HTTP, as another system does: batteries, heartbeats and unreadable messages are left out.
 */
export function createHttpFeed(url: string, key: string, clock: () => Date): Feed {
  return {
    async send(messages) {
      const readings = messages.flatMap(decodeMeasurements).map(toSentReading)
      if (readings.length === 0) return
      const response = await fetch(new URL(ingest.readings.path, url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: JSON.stringify({ sent_at: clock().toISOString(), readings }),
      })
      if (!response.ok) throw new Error(`the panel answered ${response.status}`)
    },
    close: async () => {},
  }
}

function decodeMeasurements({ topic, payload, at }: SimulatedMessage): Measurement[] {
  try {
    return decode(topic, Buffer.from(payload), at).measurements
  } catch (error) {
    if (error instanceof Unreadable) return []
    throw error
  }
}

function toSentReading({ kind, values, mac, nationalId, reportedAt, gatewayScanTime }: Measurement) {
  return {
    kind,
    ...values,
    measured_at: new Date(reportedAt).toISOString(),
    gateway_scan_time: typeof gatewayScanTime === 'number' ? new Date(gatewayScanTime).toISOString() : null,
    ...(nationalId ? { national_id: nationalId } : { device: mac }),
  }
}
