import { once } from 'node:events'
import { Agent, get, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { ingest, monitoring, type SessionToken } from 'contract'
import type { Options } from './all.ts'
import { type BenchResult, computeP95 } from './results.ts'
import { openBenchDatabase } from './rig/database.ts'
import { type WornWatch, wearDevices } from './rig/devices.ts'
import { createBenchHospital, registerPatients, signInStaff } from './rig/hospital.ts'
import { startPanel } from './rig/panel.ts'

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
    const watching = await Promise.all(
      sessions.map((session) => subscribeStream(panel.port, session, sent, heard)),
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
      for (const leave of watching) leave()
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

/** Subscribes as a screen does; the returned function unsubscribes. */
async function subscribeStream(
  port: number,
  session: SessionToken,
  sent: Sent,
  heard: Heard,
): Promise<() => void> {
  const sending = get({
    port,
    host: '127.0.0.1',
    path: monitoring.live.path,
    headers: { authorization: `Bearer ${session.server_token}`, accept: 'text/event-stream' },
  })
  const [response] = await once(sending, 'response')
  const alarms = new Set<string>()
  let rest = ''
  response.setEncoding('utf8').on('data', (piece: string) => {
    const now = performance.now()
    const blocks = (rest + piece).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1] ?? '{}'
      const { event } = JSON.parse(data) as { event?: Event }
      for (const { patient_id, latest } of event?.patients ?? []) {
        const pulse = latest.find(({ vital }) => vital === 'pulse')
        const at = sent.readings.get(`${patient_id} ${pulse && new Date(pulse.measured_at).toISOString()}`)
        if (at !== undefined) heard.readings.push(now - at)
      }
      const patientId = event?.alarm?.patient?._id
      const at = patientId === undefined ? undefined : sent.alarms.get(patientId)
      if (patientId === undefined || at === undefined || alarms.has(patientId)) continue
      alarms.add(patientId)
      heard.alarms.push(now - at)
    }
  })
  response.on('error', () => {})
  sending.on('error', () => {})
  return () => sending.destroy()
}
