import { audit, CallError, errorCodes, ingest, monitoring, readings } from 'contract'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { decodeMessage, ingestMessages } from '../../bedside/intake/messages.ts'
import { inHospital } from '../../db/database.ts'
import { startTestPanel, type TestPanel, testNow } from '../../testing.ts'

let panel: TestPanel
let key: string
let patientId: string
let deviceId: string
const mac = 'aabbccddee01'

beforeAll(async () => {
  panel = await startTestPanel()
  const admin = await panel.as('admin')
  key = (await admin(ingest.addSender, { name: 'Ward gateway' })).key
  const { id, hospital_id } = await panel.root
    .selectFrom('patients')
    .select(['id', 'hospital_id'])
    .where('an', 'is not', null)
    .orderBy('number')
    .limit(1)
    .executeTakeFirstOrThrow()
  patientId = id
  deviceId = '0193a000-0000-7000-8000-000000000001'
  await panel.root
    .insertInto('devices')
    .values({
      id: deviceId,
      hospital_id,
      mac,
      kind: 'cuff',
      name: 'Cuff 1',
      registered_at: testNow,
    })
    .execute()
  await panel.root
    .insertInto('device_assignments')
    .values({
      id: '0193a000-0000-7000-8000-000000000002',
      hospital_id,
      device_id: deviceId,
      patient_id: patientId,
      during: `[${minutesAgo(600)},)`,
    })
    .execute()
})
afterAll(() => panel.close())

function minutesAgo(minutes: number): string {
  return new Date(Date.parse(testNow) - minutes * 60_000).toISOString()
}

async function send(sent: object[], sentAt = testNow, bearer = key) {
  const response = await panel.fetch(ingest.readings.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    body: JSON.stringify({ sent_at: sentAt, readings: sent }),
  })
  return { status: response.status, reply: (await response.json()) as Reply }
}
type Reply = {
  success: boolean
  error_code?: number
  results: { status: string; _id?: string; reason?: { field: string; message: string } }[]
}

const pressure = (minutes: number, systolic = 120, diastolic = 80) => ({
  device: 'AA:BB:CC:DD:EE:01',
  kind: 'blood_pressure',
  measured_at: minutesAgo(minutes),
  systolic,
  diastolic,
})

describe('a batch of readings', () => {
  beforeEach(async () => {
    await panel.root.deleteFrom('readings').execute()
    await panel.root.deleteFrom('latest_values').execute()
  })

  test('is stored for the patient who wore the device, and shown as the newest values', async () => {
    const { reply } = await send([pressure(1, 124, 82)])
    expect(reply.results).toMatchObject([{ status: 'stored' }])
    const nurse = await panel.as('nurse')
    const { tiles } = await nurse(monitoring.wall, { patient_id: patientId })
    expect(tiles[0]?.latest).toContainEqual({
      vital: 'blood_pressure',
      value: 124,
      second: 82,
      note: null,
      measured_at: minutesAgo(1),
      source: 'system',
      is_derived: false,
    })
    expect(tiles[0]?.latest).toContainEqual(
      expect.objectContaining({ vital: 'map', value: 96, is_derived: true }),
    )
  })

  test('that is sent again is known and changes nothing', async () => {
    await send([pressure(1)])
    const { reply } = await send([pressure(1), pressure(1)])
    expect(reply.results.map(({ status }) => status)).toEqual(['known', 'known'])
    const { rows } = await (await panel.as('nurse'))(readings.history, { patient_id: patientId })
    expect(rows).toHaveLength(1)
  })

  test('with the same reading twice stores it once', async () => {
    const { reply } = await send([pressure(1), pressure(1)])
    expect(reply.results.map(({ status }) => status)).toEqual(['stored', 'known'])
  })

  test('stores each reading once, however many of them arrived before', async () => {
    const many = (from: number) => Array.from({ length: 150 }, (_, at) => pressure(from + at / 10))
    const first = await send(many(40))
    expect(first.reply.results.every(({ status }) => status === 'stored')).toBe(true)
    const again = await send([...many(50), pressure(50)])
    const statuses = again.reply.results.map(({ status }) => status)
    expect(statuses.slice(0, 50).every((status) => status === 'known')).toBe(true)
    expect(statuses.slice(50, 150).every((status) => status === 'stored')).toBe(true)
    expect(statuses[150]).toBe('known')
    const { total } = await (await panel.as('nurse'))(readings.history, {
      patient_id: patientId,
      kinds: ['blood_pressure'],
      from: minutesAgo(65),
      to: minutesAgo(39.95),
    })
    expect(total).toBe(250)
  })

  test('that arrives late does not replace a newer value', async () => {
    await send([pressure(1, 124, 82)])
    await send([pressure(30, 99, 60)])
    const { tiles } = await (await panel.as('nurse'))(monitoring.wall, { patient_id: patientId })
    expect(tiles[0]?.latest).toContainEqual(
      expect.objectContaining({ vital: 'blood_pressure', value: 124, second: 82 }),
    )
  })

  test('rejects an invalid reading with its reason and stores the others', async () => {
    const { reply } = await send([
      pressure(1, 80, 120),
      { ...pressure(2), device: 'no MAC' },
      { ...pressure(3), systolic: 500 },
      { kind: 'spo2', measured_at: minutesAgo(1), spo2: 97 },
      { ...pressure(4), kind: 'spo2' },
      // The database can store neither: a NUL, and an unpaired surrogate.
      { hn: 'H\0N', kind: 'spo2', measured_at: minutesAgo(1), spo2: 97 },
      { hn: 'H\ud800', kind: 'spo2', measured_at: minutesAgo(1), spo2: 97 },
      ['\0'],
      pressure(5),
    ])
    expect(reply.results).toMatchObject([
      { status: 'rejected', reason: { field: 'diastolic', message: 'diastolic-above-systolic' } },
      { status: 'rejected', reason: { field: 'device', message: 'mac-invalid' } },
      { status: 'rejected', reason: { field: 'systolic', message: 'number-range' } },
      { status: 'rejected', reason: { field: 'device', message: 'field-required' } },
      { status: 'rejected', reason: { field: 'spo2', message: 'field-required' } },
      { status: 'rejected', reason: { field: 'hn', message: 'invalid' } },
      { status: 'rejected', reason: { field: 'hn', message: 'invalid' } },
      { status: 'rejected', reason: { field: '', message: 'invalid' } },
      { status: 'stored' },
    ])
  })

  test('is shown, charted and exported with the exact values', async () => {
    const measured_at = minutesAgo(1)
    const measured = [
      { kind: 'spo2', spo2: 97, pi: Math.fround(3.6) },
      { kind: 'temperature', temperature: Math.fround(36.6) },
      { kind: 'body', weight: 79.300_003_05, height: Math.fround(165.1) },
      { kind: 'lab', creatinine: 0.73, uric_acid: Math.fround(8.7) },
    ]
    await send(measured.map((one) => ({ device: mac, measured_at, ...one })))
    const shown = {
      pi: 3.6,
      temperature: 36.6,
      weight: 79.3,
      height: 165.1,
      creatinine: 0.73,
      uric_acid: 8.7,
    }
    const nurse = await panel.as('nurse')
    const kinds = ['spo2', 'temperature', 'body', 'lab'] as const
    const asked = { patient_id: patientId, kinds: [...kinds], from: minutesAgo(5) }
    const { rows } = await nurse(readings.history, asked)
    expect(Object.assign({}, ...rows)).toMatchObject(shown)
    const { points } = await nurse(readings.history, { ...asked, resolution: 1 })
    for (const [name, value] of Object.entries(shown))
      expect(points[0]?.values[name]).toEqual({ min: value, max: value })
    const { rows: asKept } = await sql`
      select max(pi)::float8::text as pi, max(temperature)::float8::text as temperature from readings`.execute(
      panel.root,
    )
    expect(asKept).toEqual([{ pi: '3.6', temperature: '36.6' }])
  })

  test('may have its numbers as text, as messages of devices do', async () => {
    const { reply } = await send([
      { ...pressure(1), systolic: '121', diastolic: ' 79 ', pulse: '70.4' },
      { ...pressure(2), systolic: '12O' },
      { ...pressure(3), systolic: '999' },
    ])
    expect(reply.results).toMatchObject([
      { status: 'stored' },
      { status: 'rejected', reason: { field: 'systolic', message: 'number-invalid' } },
      { status: 'stored' },
    ])
    const { rows } = await (await panel.as('nurse'))(readings.history, { patient_id: patientId })
    expect(rows).toMatchObject([{ systolic: 121, diastolic: 79, pulse: 70 }, { diastolic: 80 }])
    expect(rows[1]?.systolic).toBeUndefined()
  })

  test('stores a vital sign without its impossible side field, reports the dropped one, and alarms', async () => {
    const oximetry = (pi: unknown, minutes: number) => ({
      device: mac,
      kind: 'spo2',
      measured_at: minutesAgo(minutes),
      spo2: 70,
      pi,
    })
    const { reply } = await send([
      oximetry(99, 2),
      { ...oximetry('--', 1), pulse: '--' },
      { ...pressure(1, 240, 120), pulse: [] },
    ])
    expect(reply.results).toMatchObject([
      { status: 'stored', dropped: [{ field: 'pi', message: 'number-range' }] },
      {
        status: 'stored',
        dropped: [
          { field: 'pulse', message: 'number-invalid' },
          { field: 'pi', message: 'number-invalid' },
        ],
      },
      { status: 'stored', dropped: [{ field: 'pulse', message: 'number-invalid' }] },
    ])
    const open = await panel.root
      .selectFrom('alarms')
      .select('rule')
      .where('patient_id', '=', patientId)
      .where('cleared_at', 'is', null)
      .execute()
    expect(open.map(({ rule }) => rule)).toEqual(expect.arrayContaining(['spo2-low', 'systolic-high']))
  })

  test.each([
    ['pulse', { pulse: 255 }, 'pulse'],
    ['blood_pressure', { systolic: 255, diastolic: 127 }, 'systolic'],
    ['blood_pressure', { systolic: 255, diastolic: 0 }, 'systolic'],
    ['blood_pressure', { systolic: 255 }, 'systolic'],
    ['glucose', { blood_glucose: 655.35 }, 'blood_glucose'],
    ['glucose', { blood_glucose: 999 }, 'blood_glucose'],
    ['glucose', { blood_glucose: '1023' }, 'blood_glucose'],
    ['temperature', { temperature: 25.5 }, 'temperature'],
    ['spo2', { spo2: 127 }, 'spo2'],
    ['body', { weight: 327.67 }, 'weight'],
    ['activity', { steps: 65_535 }, 'steps'],
  ])('of a device that has no value (%s %j) is no reading', async (kind, values, field) => {
    const { reply } = await send([{ device: mac, kind, measured_at: minutesAgo(1), ...values }])
    expect(reply.results).toMatchObject([{ status: 'rejected', reason: { field } }])
  })

  test('of a device that found no pulse is stored without it', async () => {
    const { reply } = await send([{ ...pressure(1, 123, 77), pulse: 255 }])
    expect(reply.results).toMatchObject([{ status: 'stored' }])
    const { rows } = await (await panel.as('nurse'))(readings.history, { patient_id: patientId })
    expect(rows[0]).toMatchObject({ systolic: 123 })
    expect(rows[0]?.pulse).toBeUndefined()
  })

  test('half a pressure of a device that found no other is stored, shown and alarms, without a mean', async () => {
    const { reply } = await send([
      pressure(3, 120, 80),
      { ...pressure(2, 230), diastolic: 255 },
      { ...pressure(1), systolic: null, diastolic: 140 },
    ])
    expect(reply.results.map(({ status }) => status)).toEqual(['stored', 'stored', 'stored'])
    const nurse = await panel.as('nurse')
    const { rows } = await nurse(readings.history, { patient_id: patientId })
    expect(rows.map(({ systolic, diastolic }) => [systolic, diastolic])).toEqual([
      [undefined, 140],
      [230, undefined],
      [120, 80],
    ])
    const { tiles } = await nurse(monitoring.wall, { patient_id: patientId })
    const newest = new Map(tiles[0]?.latest.map((one) => [one.vital, one]))
    expect(newest.get('blood_pressure')).toMatchObject({ value: null, second: 140 })
    expect(newest.get('map')).toMatchObject({ value: 93, measured_at: minutesAgo(3) })
    const raised = await panel.root
      .selectFrom('alarms')
      .select(['rule', 'value'])
      .where('patient_id', '=', patientId)
      .where('rule', 'in', ['systolic-high', 'diastolic-high'])
      .where('raised_at', '>=', minutesAgo(2))
      .orderBy('rule')
      .execute()
    expect(raised).toMatchObject([{ rule: 'diastolic-high', value: 140 }, { rule: 'systolic-high' }])
  })

  test('half a pressure that names a patient and no device is refused', async () => {
    const { reply } = await send([
      { hn: 'SOMEBODY', kind: 'blood_pressure', measured_at: minutesAgo(1), systolic: 210 },
    ])
    expect(reply.results).toMatchObject([
      { status: 'rejected', reason: { field: 'diastolic', message: 'field-required' } },
    ])
  })

  test('one device whose clock was never set does not block the readings of others', async () => {
    const first = (measured_at: string) => ({ ...pressure(1), measured_at })
    const ahead = minutesAgo(-20)
    const sent = [
      first('0001-01-01T00:00:00+07:00'),
      first('9999-12-31T23:59:59-07:00'),
      first('0001-01-01T00:00:00Z'),
      pressure(2),
    ]
    const { reply } = await send(sent, ahead)
    expect(reply.results).toMatchObject([
      { status: 'rejected', reason: { field: 'measured_at', message: 'date-invalid' } },
      { status: 'rejected', reason: { field: 'measured_at', message: 'date-invalid' } },
      { status: 'waiting' },
      { status: 'stored' },
    ])
  })

  test('is converted to the Common Era if its device uses the Buddhist Era, also on a leap day', async () => {
    const buddhist = (instant: string) => `${Number(instant.slice(0, 4)) + 543}${instant.slice(4)}`
    const leapDay = { ...pressure(1), measured_at: '2567-02-29T08:00:00+07:00' }
    const { reply } = await send([
      { ...pressure(47 * 60), measured_at: buddhist(minutesAgo(47 * 60)) },
      leapDay,
    ])
    expect(reply.results.map(({ status }) => status)).toEqual(['waiting', 'waiting'])
    const { rows } = await (await panel.as('nurse'))(readings.inbox, {})
    expect(new Map(rows.map(({ measured_at, waits_for }) => [measured_at, waits_for]))).toEqual(
      new Map([
        ['2024-02-29T01:00:00Z', 'wearer'],
        [minutesAgo(47 * 60).replace('.000Z', 'Z'), 'wearer'],
      ]),
    )
    // The sender's own clock too: then there is no clock error.
    expect((await send([pressure(3)], buddhist(minutesAgo(0)))).reply.results).toMatchObject([
      { status: 'stored' },
    ])
    const { rows: kept } = await (await panel.as('nurse'))(readings.history, { patient_id: patientId })
    expect(kept).toMatchObject([{ timing: 'told' }])
  })

  test('is stored, shown and evaluated with the decimals of its quantities', async () => {
    const { reply } = await send([{ ...pressure(1, 120.6, 80.4), pulse: 70.5 }, pressure(2, 300.4, 80)])
    // Rounding does not bring a value beyond a bound within it.
    expect(reply.results).toMatchObject([
      { status: 'stored' },
      { status: 'rejected', reason: { field: 'systolic', message: 'number-range' } },
    ])
    const nurse = await panel.as('nurse')
    const { rows } = await nurse(readings.history, { patient_id: patientId })
    expect(rows).toMatchObject([{ systolic: 121, diastolic: 80, pulse: 71 }])
    const { tiles } = await nurse(monitoring.wall, { patient_id: patientId })
    expect(tiles[0]?.latest).toContainEqual(
      expect.objectContaining({ vital: 'blood_pressure', value: 121, second: 80 }),
    )
  })

  test('from a device that is unknown, or that nobody wore then, waits for a person', async () => {
    const { reply } = await send([pressure(700), { ...pressure(1), device: '001122334455' }])
    expect(reply.results.map(({ status }) => status)).toEqual(['waiting', 'waiting'])
    const { rows } = await (await panel.as('nurse'))(readings.inbox, {})
    expect(rows.map((row) => row.waits_for).sort()).toEqual(['device', 'wearer'])
  })

  test('by a sender with a wrong clock is corrected by that error', async () => {
    const yearAhead = 365 * 24 * 60
    const { reply } = await send([pressure(-yearAhead + 5, 118, 78)], minutesAgo(-yearAhead))
    expect(reply.results).toMatchObject([{ status: 'stored' }])
    const { rows } = await (await panel.as('nurse'))(readings.history, { patient_id: patientId })
    expect(rows).toMatchObject([{ measured_at: '2026-11-05T07:27:00Z', timing: 'corrected' }])
    expect(
      (await send([pressure(-yearAhead + 5, 118, 78)], minutesAgo(-yearAhead))).reply.results,
    ).toMatchObject([{ status: 'known' }])
  })

  test('by a sender with a wrong clock may have several readings of one second', async () => {
    const halfASecondLater = { ...pressure(-59), measured_at: minutesAgo(-59).replace('.000Z', '.500Z') }
    const { reply } = await send([pressure(-59), halfASecondLater], minutesAgo(-60))
    expect(reply.results).toMatchObject([{ status: 'stored' }, { status: 'stored' }])
  })

  test('can name a patient by national ID or HN instead of a device', async () => {
    const { hn } = await panel.root
      .selectFrom('patients')
      .select('hn')
      .where('id', '=', patientId)
      .executeTakeFirstOrThrow()
    const { reply } = await send([
      { hn, kind: 'temperature', measured_at: minutesAgo(2), temperature: 37.2 },
      { hn: 'NOBODY', kind: 'temperature', measured_at: minutesAgo(2), temperature: 37.2 },
    ])
    expect(reply.results.map(({ status }) => status)).toEqual(['stored', 'waiting'])
  })

  test('that names two patients by two numbers waits for a person to decide', async () => {
    const [one, other] = await panel.root
      .selectFrom('patients')
      .select(['id', 'hn', 'national_id'])
      .where('national_id', 'is not', null)
      .orderBy('number')
      .limit(2)
      .execute()
    const of = (hn: string | undefined) => ({
      hn,
      national_id: one?.national_id,
      kind: 'temperature',
      measured_at: minutesAgo(2),
      temperature: 37.2,
    })
    const { reply } = await send([of(other?.hn), of(one?.hn), of('NOBODY')])
    expect(reply.results.map(({ status }) => status)).toEqual(['waiting', 'stored', 'stored'])
  })
})

describe('a key', () => {
  test('is refused if it is unknown or revoked', async () => {
    expect(await send([pressure(1)], testNow, 'pk_never')).toMatchObject({
      status: 401,
      reply: { success: false, error_code: errorCodes['key-unknown'] },
    })
    const admin = await panel.as('admin')
    const made = await admin(ingest.addSender, { name: 'Other system' })
    expect((await send([pressure(20)], testNow, made.key)).reply.success).toBe(true)
    await admin(ingest.revokeKey, { _id: made.sender.keys[0]?._id ?? '' })
    expect((await send([pressure(20)], testNow, made.key)).status).toBe(401)
  })

  test('can be replaced by another without a gap, and is never shown again', async () => {
    const admin = await panel.as('admin')
    const made = await admin(ingest.addSender, { name: 'Rotating' })
    const next = await admin(ingest.addKey, { _id: made.sender._id })
    expect(next.key).not.toBe(made.key)
    expect((await send([pressure(21)], testNow, made.key)).reply.success).toBe(true)
    expect((await send([pressure(21)], testNow, next.key)).reply.success).toBe(true)
    const { senders } = await admin(ingest.senders, {})
    expect(JSON.stringify(senders)).not.toContain(next.key)
    expect(JSON.stringify(senders)).not.toContain(made.key)
  })

  test('is named in the audit with its sender when it is made, added and revoked', async () => {
    const admin = await panel.as('admin')
    const { sender } = await admin(ingest.addSender, { name: 'Traced' })
    const [first = ''] = sender.keys.map(({ _id }) => _id)
    const added = await admin(ingest.addKey, { _id: sender._id })
    const [second = ''] = added.sender.keys.map(({ _id }) => _id).filter((_id) => _id !== first)
    await admin(ingest.revokeKey, { _id: first })
    const newest = async (action: string) =>
      (await admin(audit.list, { filterLists: { action }, number_of_rec: 1 })).rows[0]?.detail
    expect(await newest('ingest.addSender')).toEqual({ sender: sender._id, key: first })
    expect(await newest('ingest.addKey')).toEqual({ sender: sender._id, key: second })
    expect(await newest('ingest.revokeKey')).toEqual({ sender: sender._id, key: first })
  })

  test('cannot be used as a session, nor a session as a key', async () => {
    const nurse = await panel.as('nurse')
    const error = await nurse(ingest.readings, { sent_at: testNow, readings: [pressure(1)] }).catch(
      (one) => one,
    )
    expect(error).toBeInstanceOf(CallError)
    expect(error.code).toBe(errorCodes['key-unknown'])
  })
})

describe('a message that cannot be read', () => {
  beforeEach(() => panel.root.deleteFrom('quarantine').execute())

  /** A cuff's pressure as a gateway sends it. */
  const cuffSays = (bp_high: number, bp_low: number) =>
    JSON.stringify({
      from: 'BLE',
      to: 'CLOUD',
      time: Date.parse(testNow) / 1000,
      mac: 'aabbccddee99',
      type: 'reportAttribute',
      data: {
        attribute: 'BP_BIOLIGTH',
        mac: 'aabbccddee99',
        value: {
          device_list: [{ scan_time: Date.parse(testNow) / 1000, ble_addr: mac, bp_high, bp_low, PR: 74 }],
        },
      },
    })

  async function arrives(payload: string, topic = 'dusun_pub'): Promise<void> {
    const { hospital_id: hospitalId } = await panel.root
      .selectFrom('devices')
      .select('hospital_id')
      .where('id', '=', deviceId)
      .executeTakeFirstOrThrow()
    const read = decodeMessage({
      topic,
      payload: Buffer.from(payload),
      receivedAt: Date.parse(testNow),
      sender: null,
    })
    await inHospital(panel.root, hospitalId, (tx) =>
      ingestMessages({ tx, hospitalId, now: testNow, newId, emit: () => {}, channels: [] }, [read]),
    )
  }

  const inQuarantine = async () => (await panel.as('nurse'))(ingest.quarantine, {})
  /** Reads the patients in the audit of the last two calls that tried messages again, the newest call first. */
  async function listAuditedPatients(): Promise<(string[] | null)[]> {
    const rows = await panel.root
      .selectFrom('audit')
      .select('patient_ids')
      .where('action', '=', 'ingest.replay')
      .orderBy('position', 'desc')
      .limit(2)
      .execute()
    return rows.map(({ patient_ids }) => patient_ids)
  }

  test('waits in quarantine unchanged, with the reason', async () => {
    await arrives('{"half":')
    await arrives(cuffSays(400, 60))
    const { rows, total } = await inQuarantine()
    expect(total).toBe(2)
    expect(rows.map(({ reason }) => reason).toSorted()).toEqual(['implausible', 'not-json'])
    expect(rows.find(({ reason }) => reason === 'not-json')).toMatchObject({
      payload: '{"half":',
      is_text: true,
      tries: 1,
    })
    const nurse = await panel.as('nurse')
    expect((await nurse(ingest.quarantine, { reason: 'implausible' })).total).toBe(1)
    expect(await nurse(monitoring.waiting, {})).toMatchObject({ messages: 2 })
  })

  test('stays if it is tried again and still cannot be read', async () => {
    await arrives(cuffSays(400, 60))
    const { rows } = await inQuarantine()
    const nurse = await panel.as('nurse')
    const ids = rows.map(({ _id }) => _id)
    expect(await nurse(ingest.replay, { ids })).toMatchObject({ replayed: 0, failed: 1 })
    expect((await inQuarantine()).rows).toMatchObject([{ reason: 'implausible', tries: 2 }])
  })

  test('is ingested, and no longer waits, once it can be read', async () => {
    await panel.root.deleteFrom('readings').execute()
    await arrives('{"half":')
    // As after a fix of the decoder: the same message can now be read.
    await panel.root
      .updateTable('quarantine')
      .set({ payload: Buffer.from(cuffSays(126, 79)) })
      .execute()
    const nurse = await panel.as('nurse')
    const ids = (await inQuarantine()).rows.map(({ _id }) => _id)
    expect(await nurse(ingest.replay, { ids })).toMatchObject({ replayed: 1, failed: 0 })
    expect(await nurse(ingest.replay, { ids })).toMatchObject({ replayed: 0, failed: 0 })
    expect((await inQuarantine()).total).toBe(0)
    const { rows } = await nurse(readings.history, { patient_id: patientId, kinds: ['blood_pressure'] })
    expect(rows).toMatchObject([{ systolic: 126, diastolic: 79 }])
    // The second call wrote into nobody's record.
    expect(await listAuditedPatients()).toEqual([null, [patientId]])
  })

  test('stays alone if it can be read and not stored, and is no reason to leave the others', async () => {
    await panel.root.deleteFrom('readings').execute()
    await sql`
      create function break_on_166() returns trigger language plpgsql as $$
        begin raise 'nobody foresaw this' using errcode = 'XX000'; end $$`.execute(panel.root)
    await sql`
      create trigger breaks before insert on readings for each row when (new.systolic = 166)
        execute function break_on_166()`.execute(panel.root)
    onTestFinished(async () => void (await sql`drop function break_on_166 cascade`.execute(panel.root)))
    const readable = [126, 166, 127, 128].map((systolic) => cuffSays(systolic, 79))
    for (const [at] of readable.entries()) await arrives(`{"half ${at}":`)
    const nurse = await panel.as('nurse')
    const ids = (await inQuarantine()).rows.map(({ _id }) => _id)
    for (const [at, payload] of readable.entries())
      await panel.root
        .updateTable('quarantine')
        .set({ payload: Buffer.from(payload) })
        .where('id', '=', ids[at] ?? '')
        .execute()
    expect(await nurse(ingest.replay, { ids })).toMatchObject({ replayed: 3, failed: 1 })
    expect((await listAuditedPatients())[0]).toEqual([patientId])
    expect((await inQuarantine()).rows).toMatchObject([
      { _id: ids[1], reason: 'malformed', field: null, tries: 2 },
    ])
    const { rows } = await nurse(readings.history, { patient_id: patientId, kinds: ['blood_pressure'] })
    expect(rows).toHaveLength(3)
    expect(new Set(rows.map(({ systolic }) => systolic))).toEqual(new Set([126, 127, 128]))
  })

  test('stays stored when it is dismissed, with who did so', async () => {
    await arrives('{"half":')
    const nurse = await panel.as('nurse')
    const ids = (await inQuarantine()).rows.map(({ _id }) => _id)
    expect(await nurse(ingest.dismissMessages, { ids, note: 'a test' })).toMatchObject({ dismissed: 1 })
    expect((await inQuarantine()).total).toBe(0)
    const { rows } = await nurse(ingest.quarantine, { with_resolved: true })
    expect(rows).toMatchObject([
      { resolution: 'dismissed', resolved_by: { _id: nurse.session.user_id }, payload: '{"half":' },
    ])
  })
})
