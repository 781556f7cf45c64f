import { randomUUID } from 'node:crypto'
import { on, once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { ingest } from 'contract'
import { generate } from 'mqtt-packet'
import { openPool } from '../../server/src/db/database.ts'
import { createRound, type Round, type WornWatch } from './devices.ts'
import { hospitalId } from './hospital.ts'

/**
 * Sends `rows` readings, all prepared before the clock starts: by HTTP in batches, by MQTT as messages of watches, or
 * with the bare driver into the same table. Each parallel sender has its own devices.
 */
export type LoadPlan = {
  way: 'http' | 'mqtt' | 'bare'
  rows: number
  batch: number
  senders: number
  port: number
  key: string
  url: string
  worn: WornWatch[]
}
export type LoadResult = { seconds: number }

const kinds = 4
const minuteMs = 60_000
let drawn = 0
/**
 * How long ago the first reading was taken. The rounds of all turns fit in between: a reading from the future would be
 * moved to the time it arrived, which costs more.
 */
const backlogMs = 9 * minuteMs
/** The time of each watch's last round. A watch sends whole seconds, so its rounds are one second apart. */
const clocks = new Map<string, number>()

type Run = () => Promise<() => Promise<void>>

async function prepare(bringing: LoadPlan): Promise<Run> {
  const { worn, senders } = bringing
  const shares = Array.from({ length: senders }, (_, sender) =>
    worn.filter((_one, at) => at % senders === sender),
  )
  const rounds = shares.map((devices) => createRounds(devices, bringing.rows / kinds / senders, bringing.way))
  if (bringing.way === 'bare') return prepareBare(bringing, rounds)
  return bringing.way === 'http' ? prepareHttp(bringing, rounds) : prepareMqtt(bringing, rounds)
}

function createRounds(devices: readonly WornWatch[], count: number, way: LoadPlan['way']): Round[] {
  const stepMs = way === 'mqtt' ? 1000 : 100
  const earliest = Date.now() - backlogMs
  return Array.from({ length: count }, (_, at) => {
    const one = devices[at % devices.length]
    if (!one) throw new Error('a sender has no device')
    const key = `${way === 'mqtt' ? 'mqtt' : 'other'} ${one.imei}`
    const now = Math.max((clocks.get(key) ?? 0) + stepMs, Math.ceil(earliest / stepMs) * stepMs)
    clocks.set(key, now)
    return createRound(one, now, drawn++)
  })
}

function splitBatches(rounds: readonly Round[], batch: number): Round[][] {
  const perBatch = batch / kinds
  return Array.from({ length: Math.ceil(rounds.length / perBatch) }, (_, at) =>
    rounds.slice(at * perBatch, (at + 1) * perBatch),
  )
}

function prepareHttp({ batch, port, key }: LoadPlan, shares: Round[][]): Run {
  const bodies = shares.map((rounds) =>
    splitBatches(rounds, batch).map((some) =>
      Buffer.from(
        JSON.stringify({ sent_at: new Date().toISOString(), readings: some.flatMap(toSentReadings) }),
      ),
    ),
  )
  return async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: shares.length })
    await Promise.all(
      bodies.map(async (mine) => {
        for (const body of mine) {
          // The time of sending, not of preparing: otherwise the sender's clock would seem to be behind.
          body.write(new Date().toISOString(), '{"sent_at":"'.length)
          await post(agent, port, key, body)
        }
      }),
    )
    return async () => agent.destroy()
  }
}

function toSentReadings({ worn, at, systolic, diastolic, pulse, spo2, temperature }: Round) {
  const told = { device: worn.imei, measured_at: new Date(at).toISOString() }
  return [
    { ...told, kind: 'blood_pressure', systolic, diastolic },
    { ...told, kind: 'pulse', pulse },
    { ...told, kind: 'spo2', spo2 },
    { ...told, kind: 'temperature', temperature },
  ]
}

/** Posts a batch, and again if the panel is busy, as a gateway does. */
async function post(agent: Agent, port: number, key: string, body: Buffer): Promise<void> {
  for (;;) {
    const sending = request({
      agent,
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: ingest.readings.path,
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'content-length': body.length,
      },
    })
    sending.end(body)
    const [response] = await once(sending, 'response')
    let answer = ''
    for await (const piece of response.setEncoding('utf8')) answer += piece
    if (response.statusCode === 503) continue
    const isWhole = answer.startsWith('{"success":true') && !/"(known|waiting|rejected)"/.test(answer)
    if (!isWhole) throw new Error(`the panel answered ${answer.slice(0, 300)}`)
    return
  }
}

/** Unacknowledged messages per connection. */
const inFlight = 100
/** The length of a PUBACK and of a CONNACK in MQTT 3.1.1. */
const answerBytes = 4
const puback = 0x40

/** Prepares packets as bytes: an MQTT client would take processor time from the panel on the same machine. */
async function prepareMqtt({ port, key }: LoadPlan, shares: Round[][]): Promise<Run> {
  const packets = shares.map((rounds) => rounds.map(encodePacket))
  const sockets = await Promise.all(packets.map((_, at) => signIn(port, key, `bench-${at}`)))
  return async () => {
    await Promise.all(sockets.map((socket, at) => publish(socket, packets[at] ?? [])))
    return async () => {
      for (const socket of sockets) socket.end(generate({ cmd: 'disconnect' }))
    }
  }
}

function encodePacket(round: Round, at: number): Buffer {
  const messageId = (at % 0xffff) + 1
  const told = { topic: 'iMEDE_watch/AP55', payload: formatWatchMessage(round) }
  return generate({ cmd: 'publish', qos: 1, dup: false, retain: false, messageId, ...told })
}

async function signIn(port: number, key: string, clientId: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  const told = { protocolVersion: 4, clean: true, username: 'bench', password: Buffer.from(key) } as const
  socket.write(generate({ cmd: 'connect', protocolId: 'MQTT', keepalive: 0, clientId, ...told }))
  const [answer] = (await once(socket, 'data')) as [Buffer]
  if (answer.length !== answerBytes || answer[3] !== 0) throw new Error('the broker refused the connection')
  return socket
}

/** Writes as many packets as may be unacknowledged, then one for each acknowledgement, until all are acknowledged. */
async function publish(socket: Socket, packets: readonly Buffer[]): Promise<void> {
  let written = 0
  let answered = 0
  const write = (count: number) => {
    const some = packets.slice(written, written + count)
    written += some.length
    const now = formatThaiTime(Date.now())
    for (const packet of some) packet.write(now, packet.indexOf(sentAtField) + sentAtField.length)
    if (some.length > 0) socket.write(Buffer.concat(some))
  }
  write(inFlight)
  let bytes = 0
  for await (const answer of socket.iterator({ destroyOnReturn: false })) {
    const first = answer[(answerBytes - (bytes % answerBytes)) % answerBytes]
    if (first !== undefined && first !== puback) throw new Error('the broker sent an unexpected packet')
    bytes += answer.length
    const now = Math.floor(bytes / answerBytes)
    write(now - answered)
    answered = now
    if (answered === packets.length) return
  }
  throw new Error('the broker closed the connection')
}

const hourMs = 60 * minuteMs
/** The time as a watch sends it: Bangkok time, to the second. */
function formatThaiTime(at: number): string {
  const [date = '', time = ''] = new Date(at + 7 * hourMs).toISOString().slice(0, 19).split('T')
  return `${date.split('-').reverse().join('/')} ${time}`
}

/** The field after which the time of sending is inserted. */
const sentAtField = '"timeStamps":"'

/** A message with values that a watch has stored for some minutes. */
function formatWatchMessage({ worn, at, systolic, diastolic, pulse, spo2, temperature }: Round): string {
  return JSON.stringify({
    IMEI: worn.imei,
    timeStamps: formatThaiTime(at),
    data: [
      {
        heartRate: pulse,
        bloodPressure: { bp_sys: systolic, bp_dia: diastolic },
        bodyTemperature: temperature,
        spO2: spo2,
        timestamp: formatThaiTime(at),
      },
    ],
    signalGSM: 80,
    battery: 67,
    location: { GPS: { latitude: 0, longitude: 0 }, WiFi: [], LBS: {} },
  })
}

/**
 * The driver's fastest insert: one prepared statement per batch, from arrays, without checking for duplicates. The
 * driver has no COPY.
 */
const insert = `
  insert into readings (hospital_id, measured_at, id, patient_id, kind, source, device_id, timing, received_at,
    device_time, mac, systolic, diastolic, pulse, spo2, temperature)
  select $1, * from unnest($2::timestamptz[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::uuid[], $8::text[],
    $9::timestamptz[], $10::timestamptz[], $11::text[], $12::smallint[], $13::smallint[], $14::smallint[],
    $15::smallint[], $16::real[])`

async function prepareBare({ url, batch }: LoadPlan, shares: Round[][]): Promise<Run> {
  const prepared = shares.map((rounds) => splitBatches(rounds, batch).map(toColumnArrays))
  const pool = openPool({ url, connections: shares.length })
  const clients = await Promise.all(shares.map(() => pool.connect()))
  return async () => {
    await Promise.all(
      clients.map(async (client, at) => {
        for (const columns of prepared[at] ?? []) await client.query(insert, columns)
      }),
    )
    return async () => {
      for (const client of clients) client.release()
      await pool.end()
    }
  }
}

function toColumnArrays(rounds: readonly Round[]): unknown[] {
  const received = new Date().toISOString()
  const rows = rounds.flatMap(({ worn, at, systolic, diastolic, pulse, spo2, temperature }) => {
    const told = new Date(at).toISOString()
    const row = (kind: string, ...values: (number | null)[]) => [
      told,
      randomUUID(),
      worn.patientId,
      kind,
      'system',
      worn.deviceId,
      'told',
      received,
      told,
      worn.imei,
      ...values,
    ]
    return [
      row('blood_pressure', systolic, diastolic, null, null, null),
      row('pulse', null, null, pulse, null, null),
      row('spo2', null, null, null, spo2, null),
      row('temperature', null, null, null, null, temperature),
    ]
  })
  return [hospitalId, ...(rows[0] ?? []).map((_, column) => rows.map((row) => row[column]))]
}

process.once('disconnect', () => process.exit())
for await (const [bringing] of on(process, 'message')) {
  const run = await prepare(bringing as LoadPlan)
  const started = performance.now()
  const finish = await run()
  process.send?.({ seconds: (performance.now() - started) / 1000 } satisfies LoadResult)
  await finish()
}
