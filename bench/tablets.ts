import { setTimeout as sleep } from 'node:timers/promises'
import {
  ambulanceRequests,
  CallError,
  type Client,
  createClient,
  fleet,
  formDelivery,
  formRecords,
  importPublicKey,
  ingest,
  missions,
  operationRecords,
  type SessionToken,
  sealMessage,
} from 'contract'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Root } from '../server/src/db/database.ts'
import { computeRetryMs } from '../web/src/api/retry.ts'
import type { Options } from './all.ts'
import { type BenchResult, computeP95 } from './results.ts'
import { openBenchDatabase } from './rig/database.ts'
import { type WornWatch, wearDevices } from './rig/devices.ts'
import { createBenchHospital, registerPatients, signInStaff } from './rig/hospital.ts'
import { startPanel } from './rig/panel.ts'
import { openStream } from './rig/stream.ts'

const limits = { vitalsMs: 500, alarmMs: 250 }
const [devices, subscribers, operationsOfTablet, quietAlarms] = [400, 20, 3, 50]
const betweenAlarmsMs = 100

type Bench = {
  root: Root
  port: number
  worn: WornWatch[]
  key: string
  connect: (session: SessionToken) => Client
}

/**
 * Measures how soon the emergency room sees what a crew writes, and what it costs when a thousand tablets come
 * back at once.
 */
export async function measureTablets(options: Options): Promise<BenchResult[]> {
  await using ends = new AsyncDisposableStack()
  const database = await openBenchDatabase()
  ends.defer(() => database.close())
  const { root } = database
  await createBenchHospital(root)
  await registerPatients(root, 1, 2_000)
  const { worn, key } = await wearDevices(root, devices)
  const panel = await startPanel({
    DATABASE_URL: database.url,
    CALLS_PER_MINUTE: '1000000',
    PANEL_SECRET: 'the secret of a panel that lives as long as a bench',
  })
  ends.defer(() => panel.stop())
  const base = `http://127.0.0.1:${panel.port}`
  const connect = (session: SessionToken) => createClient({ fetch, base, session: () => session })
  const bench = { root, port: panel.port, worn, key, connect }
  return [...(await measureVitals(bench, options)), ...(await measureReturn(bench, options))]
}

type Event = {
  alarm?: { patient: { _id: string } | null }
  patients?: { patient_id: string; latest: { vital: string; value: number }[] }[]
}

/**
 * Measures from the call of a crew that has finished a row of vital signs until the event that carries its values to
 * the screens of the emergency room. Drawing them on the card is not measured.
 */
async function measureVitals(bench: Bench, { quick, say }: Options): Promise<BenchResult[]> {
  const { root, port, connect, worn } = bench
  const patientId = worn[0]?.patientId ?? ''
  const room = await signInStaff(root, 'nurse', subscribers)
  const { crew, missionId } = await sendCrewOut(bench, patientId)
  let sent = { pulse: 0, at: 0 }
  const heard: number[] = []
  const streams = await Promise.all(
    room.map((session) =>
      openStream(port, session, (one) => {
        const found = (one as Event).patients?.find(({ patient_id }) => patient_id === patientId)
        if (found?.latest.some(({ vital, value }) => vital === 'pulse' && value === sent.pulse))
          heard.push(performance.now() - sent.at)
      }),
    ),
  )
  const call = connect(crew)
  const _id = newId()
  await call(operationRecords.add, { new_id: _id, mission_id: missionId })
  const rows = quick ? 5 : 40
  for (let i = 0; i < rows; i++) {
    const row = newId()
    const at = new Date().toISOString()
    const values = { measured_at: at, pulse: 60 + i, respiration_rate: 18, is_finished: true }
    const operations = Object.entries(values).map(([name, answer]) => ({
      op_id: newId(),
      path: `vitals/${row}/${name}`,
      answer,
      at,
      device: 'bench',
    }))
    sent = { pulse: values.pulse, at: performance.now() }
    await call(operationRecords.edit, { _id, operations })
    await sleep(100)
  }
  for (let waited = 0; heard.length < rows * subscribers && waited < 100; waited++) await sleep(100)
  for (const leave of streams) leave()
  say(`heard ${heard.length} of ${rows * subscribers} rows of vital signs`)
  if (heard.length < rows * subscribers) throw new Error('not every screen heard every row')
  return [
    {
      what: `crew's vital signs → heard by ${subscribers} of the emergency room`,
      value: computeP95(heard),
      unit: 'ms p95',
      limit: limits.vitalsMs,
    },
  ]
}

/** A mission to a patient, on which a crew goes out. */
async function sendCrewOut({ root, connect }: Bench, patientId: string) {
  const [admin, nurse, crew, driver] = await Promise.all(
    (['admin', 'nurse', 'paramedic', 'driver'] as const).map(
      async (type) => (await signInStaff(root, type, 1))[0],
    ),
  )
  if (!admin || !nurse || !crew || !driver) throw new Error('nobody is signed in')
  const at = new Date().toISOString()
  const { team } = await connect(admin)(fleet.saveTeam, {
    name: 'Team',
    members: [
      { staff_id: crew.user_id, role: 'LEADER', level: 'PARAMEDIC' },
      { staff_id: driver.user_id, role: 'DRIVER', level: 'DRIVER' },
    ],
  })
  await sql`update team_members set duty = null`.execute(root)
  const { vehicle } = await connect(admin)(fleet.saveVehicle, {
    plate: 'กข 1234',
    province: '10',
    call_sign: 'R-1',
    class: 'ALS',
  })
  const missionId = newId()
  const answers = {
    received_at: at,
    channel: 'WARD',
    reporter: 'HOSPITAL',
    reporter_phone: '1669',
    kind: 'DISCHARGE_HOME',
    patient_count: 1,
    pick_up: 'ตึก 3',
    destination: 'บ้าน',
    needed_at: at,
    unit_level: 'ALS',
    position: 'LIE',
    urgency: 'E',
    is_patient_unknown: true,
    patient: patientId,
  }
  const operations = Object.entries(answers).map(([path, answer]) => ({
    op_id: newId(),
    path,
    answer,
    at,
    device: 'bench',
  }))
  const desk = connect(nurse)
  const { record } = await desk(ambulanceRequests.add, { new_id: missionId, operations })
  await desk(formRecords.complete, { _id: missionId, version: record.version })
  await desk(missions.dispatch, {
    _id: missionId,
    event_id: newId(),
    step: 'ASSIGNED',
    vehicle_id: vehicle._id,
    team_id: team._id,
    note: 'not checked yet',
  })
  return { crew, missionId }
}

type Tablet = { call: Client; operations: Awaited<ReturnType<typeof sealQueue>> }

/** All tablets deliver at the same instant and come again as the app does, while watches send what raises alarms. */
async function measureReturn(bench: Bench, { quick, say }: Options): Promise<BenchResult[]> {
  const { root, worn, connect } = bench
  const count = quick ? 100 : 1_000
  const sessions = await signInStaff(root, 'paramedic', count)
  const [listener] = await signInStaff(root, 'nurse', 1)
  const [first] = sessions
  if (!first || !listener) throw new Error('nobody is signed in')
  const { key } = await connect(first)(formDelivery.sealingKey, {})
  if (!key) throw new Error('the panel has no key to seal to')
  const publicKey = await importPublicKey(Uint8Array.from(Buffer.from(key.public_key, 'base64')))
  const tablets: Tablet[] = []
  for (const session of sessions)
    tablets.push({ call: connect(session), operations: await sealQueue(publicKey, key._id, session) })

  const quiet = await measureAlarms(bench, { listener, watches: worn.slice(1, 1 + quietAlarms) })
  const began = performance.now()
  let busy = 0
  const returned = Promise.all(
    tablets.map(async (tablet) => {
      const failures = await deliver(tablet)
      busy += failures
    }),
  )
  const heard = await measureAlarms(bench, {
    listener,
    watches: worn.slice(1 + quietAlarms),
    until: returned,
  })
  await returned
  const seconds = (performance.now() - began) / 1_000
  const { rows } = await sql<{ stored: number }>`
    select count(*)::int as stored from form_operations where device = 'tablet'`.execute(root)
  const lost = count * operationsOfTablet - (rows[0]?.stored ?? 0)
  say(
    `${count} tablets in ${seconds.toFixed(1)} s, sent away ${busy} times; ${heard.length} alarms meanwhile`,
  )
  return [
    {
      what: `${count.toLocaleString('en')} tablets come back at once: answers lost`,
      value: lost,
      unit: '',
      limit: 0,
      note: `all were stored after ${seconds.toFixed(0)} s`,
    },
    {
      what: 'alarm sent → heard meanwhile',
      value: computeP95(heard),
      unit: 'ms p95',
      limit: limits.alarmMs,
      note: `${computeP95(quiet).toFixed(0)} ms before they came`,
    },
  ]
}

type Alarms = { listener: SessionToken; watches: readonly WornWatch[]; until?: Promise<unknown> }

/** Measures from sending a fever until the alarm is heard, one watch after the other. */
async function measureAlarms(bench: Bench, { listener, watches, until }: Alarms): Promise<number[]> {
  const sentAt = new Map<string, number>()
  const heard: number[] = []
  const leave = await openStream(bench.port, listener, (one) => {
    const patient = (one as Event).alarm?.patient?._id ?? ''
    const at = sentAt.get(patient)
    if (at === undefined) return
    heard.push(performance.now() - at)
    sentAt.delete(patient)
  })
  let isOver = false
  void until?.then(() => {
    isOver = true
  })
  const sending: Promise<void>[] = []
  for (const watch of watches) {
    if (isOver) break
    sentAt.set(watch.patientId, performance.now())
    sending.push(sendFever(bench, watch))
    await sleep(betweenAlarmsMs)
  }
  await Promise.all(sending)
  for (let waited = 0; sentAt.size > 0 && waited < 100; waited++) await sleep(100)
  leave()
  if (sentAt.size > 0) throw new Error('not every alarm was heard')
  return heard
}

async function sealQueue(publicKey: CryptoKey, key_id: string, session: SessionToken) {
  const record_id = newId()
  return Promise.all(
    Array.from({ length: operationsOfTablet }, async (_, i) => {
      const op_id = newId()
      const written = {
        op_id,
        path: ['pick_up', 'landmark', 'destination'][i],
        answer: `หน้าวัดพระแก้ว ซอย ${i}`,
        base: null,
        at: new Date().toISOString(),
        device: 'tablet',
        form: 'ambulance-request',
        form_version: 1,
        by: session.user_id,
        token: session.server_token,
      }
      const message = await sealMessage(publicKey, JSON.stringify(written), { key_id, record_id, op_id })
      return { op_id, record_id, sealed: { key_id, message: Buffer.from(message).toString('base64') } }
    }),
  )
}

/** Delivers until the panel has taken everything; returns how often it was busy. */
async function deliver({ call, operations }: Tablet): Promise<number> {
  for (let failures = 0; ; failures++) {
    try {
      const { results } = await call(formDelivery.apply, { operations })
      if (results.some(({ outcome }) => outcome !== 'applied')) throw new Error('not everything was applied')
      return failures
    } catch (error) {
      if (!(error instanceof CallError) || (error.status !== 503 && error.status !== 0)) throw error
      await sleep(computeRetryMs(failures, Math.random()))
    }
  }
}

async function sendFever({ port, key }: Bench, { imei }: WornWatch): Promise<void> {
  const measured_at = new Date().toISOString()
  const readings = [{ device: imei, kind: 'temperature', measured_at, temperature: 41.5 }]
  const reply = await fetch(`http://127.0.0.1:${port}${ingest.readings.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ sent_at: measured_at, readings }),
  })
  if (!reply.ok) throw new Error(`a reading was answered ${reply.status}`)
  await reply.arrayBuffer()
}
