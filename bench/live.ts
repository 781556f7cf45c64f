import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { ingest, type SessionToken } from 'contract'
import type { Options } from './all.ts'
import { type BenchResult, computeP95 } from './results.ts'
import { openBenchDatabase } from './rig/database.ts'
import { type WornWatch, wearDevices } from './rig/devices.ts'
import { createBenchHospital, registerPatients, signInStaff } from './rig/hospital.ts'
import { startPanel } from './rig/panel.ts'
import { openStream } from './rig/stream.ts'

const devices = 500
const everySeconds = 10
const subscriberCount = 50
const limits = { p95Ms: 250 }

/**
 * When a reading was sent, by patient and time of measurement; and by patient, when one was sent that raises an alarm.
 */
type Sent = { readings: Map<string, number>; alarms: Map<string, number> }
type Heard = { readings: number[]; alarms: number[] }

/**
 * The time from sending a reading to receiving its event, for 50 subscribers, while 500 devices send every ten seconds.
 */
export async function measureLive({ quick, say }: Options): Promise<BenchResult[]> {
  const seconds = quick ? 10 : 40
  const database = await openBenchDatabase()
  try {
    await createBenchHospital(database.root)
    await registerPatients(database.root, 1, 2_000)
    const { worn, key } = await wearDevices(database.root, devices)
    const sessions = await signInStaff(database.root, 'nurse', subscriberCount)
    const panel = await startPanel({ DATABASE_URL: database.url, CALLS_PER_MINUTE: '1000000' })
    const sent: Sent = { readings: new Map(), alarms: new Map() }
    const heard: Heard = { readings: [], alarms: [] }
    const subscription = await Promise.all(
      sessions.map((session) => listen(panel.port, session, sent, heard)),
    )
    try {
      const agent = new Agent({ keepAlive: true })
      const gapMs = (everySeconds * 1000) / devices
      const started = performance.now()
      const count = (seconds * 1000) / gapMs
      const sending: Promise<void>[] = []
      for (let at = 0; at < count; at++) {
        await sleep(Math.max(started + at * gapMs - performance.now(), 0))
        const one = worn[at % devices]
        if (one) sending.push(send({ agent, port: panel.port, key }, one, at, sent))
      }
      await Promise.all(sending)
      await sleep(1_000)
      agent.destroy()
    } finally {
      for (const leave of subscription) leave()
      await panel.stop()
    }
    const due = { readings: sent.readings.size * subscriberCount, alarms: sent.alarms.size * subscriberCount }
    say(
      `heard ${heard.readings.length} of ${due.readings} readings, ${heard.alarms.length} of ${due.alarms} alarms`,
    )
    if (heard.readings.length < due.readings || heard.alarms.length < due.alarms)
      throw new Error('not every subscriber received every event')
    return [
      {
        what: 'reading sent → heard by 50',
        value: computeP95(heard.readings),
        unit: 'ms p95',
        limit: limits.p95Ms,
      },
      {
        what: 'alarm sent → heard by 50',
        value: computeP95(heard.alarms),
        unit: 'ms p95',
        limit: limits.p95Ms,
      },
    ]
  } finally {
    await database.close()
  }
}

async function send(
  { agent, port, key }: { agent: Agent; port: number; key: string },
  { imei, patientId }: WornWatch,
  at: number,
  sent: Sent,
) {
  const measured = new Date().toISOString()
  const isAlarm = at % 50 === 0 && !sent.alarms.has(patientId)
  const body = JSON.stringify({
    sent_at: measured,
    readings: [
      { device: imei, kind: 'temperature', measured_at: measured, temperature: isAlarm ? 41.5 : 36.8 },
      { device: imei, kind: 'pulse', measured_at: measured, pulse: 60 + (at % 40) },
    ],
  })
  const now = performance.now()
  sent.readings.set(`${patientId} ${measured}`, now)
  if (isAlarm) sent.alarms.set(patientId, now)
  const sending = request({
    agent,
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: ingest.readings.path,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  })
  sending.end(body)
  const [response] = await once(sending, 'response')
  response.resume()
  await once(response, 'end')
}

type Event = {
  kind: string
  alarm?: { rule: string; patient: { _id: string } | null; raised_at: string }
  patients?: { patient_id: string; latest: { vital: string; measured_at: string }[] }[]
}

/** Subscribes, and notes when each reading and each alarm was heard. */
function listen(port: number, session: SessionToken, sent: Sent, heard: Heard): Promise<() => void> {
  const alarms = new Set<string>()
  return openStream(port, session, (one) => {
    const event = one as Event
    const now = performance.now()
    for (const { patient_id, latest } of event.patients ?? []) {
      const pulse = latest.find(({ vital }) => vital === 'pulse')
      const at = sent.readings.get(`${patient_id} ${pulse && new Date(pulse.measured_at).toISOString()}`)
      if (at !== undefined) heard.readings.push(now - at)
    }
    const patientId = event.alarm?.patient?._id
    const at = patientId === undefined ? undefined : sent.alarms.get(patientId)
    if (patientId === undefined || at === undefined || alarms.has(patientId)) return
    alarms.add(patientId)
    heard.alarms.push(now - at)
  })
}
