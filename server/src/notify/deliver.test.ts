import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type Alarm, alarms } from 'contract'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestBedside, type TestBedside } from '../../test/support/bedside.ts'
import { inHospital } from '../db/database.ts'
import { getListeningPort } from '../process/listening-port.ts'
import { createWebhookChannel } from './channels/webhook.ts'
import { type Channel, computeRetryDelay, deliverOutbox, startDelivery } from './deliver.ts'
import { type OutsideMessage, queueAlarmMessages } from './outbox.ts'

const secret = 'told to the receiver alone'
type Got = { signature: string | undefined; body: string }

let bedside: TestBedside
const got: Got[] = []
/** What the receiver answers, in order; after the last one always success. */
const answers: number[] = []
const server = createServer(async (request, response) => {
  let body = ''
  for await (const piece of request) body += piece
  got.push({ signature: request.headers['x-panel-signature'] as string, body })
  response.writeHead(answers.shift() ?? 204).end()
})
let channel: Channel

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const port = getListeningPort(server)
  channel = createWebhookChannel({ url: `http://127.0.0.1:${port}/alarms`, secret })
  bedside = await startTestBedside({ channels: [channel.name] })
})
afterAll(async () => {
  server.close()
  await bedside.panel.close()
})

const deliver = (channels: readonly Channel[] = [channel]) =>
  deliverOutbox({ root: bedside.panel.root, clock: () => new Date(bedside.at()), channels })

const outbox = () =>
  bedside.panel.root
    .selectFrom('outbox')
    .select(['id', 'tries', 'sent_at', 'given_up_at', 'last_error'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

const passed = async (seconds: number) => {
  bedside.skip(seconds * 1000)
  await deliver()
}

test('an alarm is delivered once, signed and without a name, though the receiver fails twice', async () => {
  answers.push(500, 503)
  const patient = await bedside.addPatient()
  await patient.send({ kind: 'spo2', spo2: 85 })
  const alarm = await patient.findOpenAlarm()
  await deliver()
  await passed(9)
  expect(got).toHaveLength(1)
  expect(await outbox()).toMatchObject([{ tries: 1, sent_at: null, last_error: 'HTTP 500' }])
  await passed(1)
  expect(got).toHaveLength(2)
  await passed(20)
  await passed(3600)
  expect(got).toHaveLength(3)
  expect(await outbox()).toMatchObject([{ tries: 3, sent_at: expect.any(String), last_error: null }])

  const bodies = got.map(({ body }) => body)
  expect(new Set(bodies).size).toBe(1)
  expect(JSON.parse(bodies[0] ?? '')).toEqual({
    _id: (await outbox())[0]?.id,
    alarm: alarm._id,
    rule: 'spo2-low',
    severity: 'high',
    level: 'ward',
    ward: alarm.patient?.ward?.name_en,
    ward_th: alarm.patient?.ward?.name_th,
    bed: alarm.patient?.bed,
    visit: alarm.visit,
    raised_at: alarm.raised_at,
  })
  for (const { signature, body } of got)
    expect(signature).toBe(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
})

test('no message is sent when the cause of an alarm is over or wavers, but one is sent when it is back after a while', async () => {
  const patient = await bedside.addPatient()
  await patient.send({ kind: 'spo2', spo2: 85, minutesAgo: 9 })
  const raised = await outbox()
  await patient.send({ kind: 'spo2', spo2: 97, minutesAgo: 8 })
  const alarm = await bedside.panel.root
    .selectFrom('alarms')
    .select(['ended_at', 'cleared_at'])
    .where('patient_id', '=', patient.id)
    .executeTakeFirst()
  expect(alarm).toMatchObject({ ended_at: expect.any(String), cleared_at: null })
  expect(await outbox()).toEqual(raised)
  await patient.send({ kind: 'spo2', spo2: 85, minutesAgo: 7 })
  await patient.send({ kind: 'spo2', spo2: 97, minutesAgo: 6 })
  expect(await outbox()).toEqual(raised)
  await patient.send({ kind: 'spo2', spo2: 85 })
  expect(await outbox()).toHaveLength(raised.length + 1)
  await deliver()
})

test('two nodes do not deliver the same message twice', async () => {
  got.length = 0
  await (await bedside.addPatient()).send({ kind: 'spo2', spo2: 85 })
  await Promise.all([deliver(), deliver(), deliver()])
  expect(got).toHaveLength(1)
})

test('a message that never arrives is given up after a day, with a reason without names', async () => {
  await (await bedside.addPatient()).send({ kind: 'spo2', spo2: 85 })
  const closed = createWebhookChannel({ url: 'http://127.0.0.1:1/', secret })
  for (let hour = 0; hour < 30; hour++) {
    await deliver([closed])
    bedside.skip(60 * 60_000)
  }
  const [message] = await outbox()
  expect(message).toMatchObject({
    sent_at: null,
    given_up_at: expect.any(String),
    last_error: expect.stringMatching(/^\w+$/),
  })
  got.length = 0
  await deliver()
  expect(got).toEqual([])
})

test('a message that waited for more than a day while no node ran is given up unsent', async () => {
  await (await bedside.addPatient()).send({ kind: 'spo2', spo2: 85 })
  bedside.skip(25 * 60 * 60_000)
  await (await bedside.addPatient()).send({ kind: 'spo2', spo2: 85 })
  got.length = 0
  await deliver()
  expect(got).toHaveLength(1)
  expect((await outbox()).slice(0, 2)).toMatchObject([
    { tries: 1, sent_at: expect.any(String) },
    { tries: 0, sent_at: null, given_up_at: expect.any(String), last_error: 'late' },
  ])
})

test('only a message that waited until its alarm was acknowledged, ended or told anew is dropped and recorded as outdated', async () => {
  await bedside.advance(60 * 60_000)
  await deliver()
  const one = async (spo2: number) => {
    const patient = await bedside.addPatient()
    await patient.send({ kind: 'spo2', spo2 })
    return { patient, alarm: await patient.findOpenAlarm() }
  }
  const [acknowledged, ended, escalated, lasting] = [
    await one(85),
    await one(84),
    await one(83),
    await one(82),
  ]
  await bedside.nurse(alarms.snooze, { _id: lasting.alarm._id, severity: 'high', minutes: 10 })
  await deliver([createWebhookChannel({ url: 'http://127.0.0.1:1/', secret })])
  bedside.skip(5 * 60_000)
  await bedside.nurse(alarms.acknowledge, { _id: acknowledged.alarm._id, severity: 'high' })
  await ended.patient.send({ kind: 'spo2', spo2: 97 })
  await bedside.advance(1000)
  const { level } = await escalated.patient.findOpenAlarm()
  expect(level).not.toBe('ward')
  got.length = 0
  await deliver()
  const own = new Set([acknowledged, ended, escalated, lasting].map(({ alarm }) => alarm._id))
  const sent = got.map(({ body }) => JSON.parse(body) as { alarm: string; level: string })
  expect(
    sent
      .filter(({ alarm }) => own.has(alarm))
      .map((message) => `${message.alarm} ${message.level}`)
      .toSorted(),
  ).toEqual(
    [
      `${ended.alarm._id} ${level}`,
      `${escalated.alarm._id} ${level}`,
      `${lasting.alarm._id} ward`,
    ].toSorted(),
  )
  const dropped = await bedside.panel.root
    .selectFrom('outbox')
    .select(['message', 'tries', 'sent_at'])
    .where('last_error', '=', 'outdated')
    .where('given_up_at', 'is not', null)
    .execute()
  const ofOwn = dropped.filter(({ message }) => own.has((message as OutsideMessage).alarm))
  expect(ofOwn.map(({ tries, sent_at }) => [tries, sent_at])).toEqual([
    [1, null],
    [1, null],
    [1, null],
  ])
})

test('each wait is twice the one before, to an hour', () => {
  expect([1, 2, 3, 9, 10, 40].map(computeRetryDelay)).toEqual([
    10_000, 20_000, 40_000, 2_560_000, 3_600_000, 3_600_000,
  ])
})

test('messages of high severity go first, and all that are due go in one run, whatever another channel waits for', async () => {
  const sent: string[] = []
  const quick: Channel = {
    name: 'quick',
    send: ({ message: { severity } }) => Promise.resolve(void sent.push(severity)),
  }
  const released = Promise.withResolvers<void>()
  const stuck: Channel = { name: 'stuck', send: () => released.promise }
  const { root } = bedside.panel
  const alarm = { rule: 'no-data', level: 'ward', patient: null, raised_at: bedside.at() }
  const told = async (severity: string, times: number) => {
    const many = Array.from(
      { length: times },
      () => ({ ...alarm, _id: newId(), severity }) as unknown as Alarm,
    )
    const context = { hospitalId: bedside.hospitalId, now: bedside.at(), newId, emit: () => {} }
    await inHospital(root, bedside.hospitalId, (tx) =>
      queueAlarmMessages({ ...context, tx, channels: [quick.name, stuck.name] }, many),
    )
  }
  await told('medium', 50)
  bedside.skip(1000)
  await told('high', 3)
  const clock = () => new Date(bedside.at())
  const stop = startDelivery({ root, clock, channels: [stuck, quick], log: () => {} }, 10)
  await expect.poll(() => sent.length).toBe(53)
  // Twenty are sent in parallel, in any order.
  expect(sent.slice(0, 20).filter((severity) => severity === 'high')).toHaveLength(3)
  released.resolve()
  await stop()
})

test('any number of alarms is sent at once', async () => {
  await bedside.advance(60 * 60_000)
  const patient = await bedside.addPatient()
  await patient.send({ kind: 'spo2', spo2: 85 })
  const alarm = await patient.findOpenAlarm()
  const before = (await outbox()).length
  const { root } = bedside.panel
  const { hospitalId } = bedside
  const context = { hospitalId, now: bedside.at(), newId, emit: () => {}, channels: [channel.name] }
  const many = Array.from({ length: 10_000 }, () => alarm)
  await inHospital(root, hospitalId, (tx) => queueAlarmMessages({ ...context, tx }, many))
  expect(await outbox()).toHaveLength(before + many.length)
})
