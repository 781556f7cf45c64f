import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { alarms, type Client, groups } from 'contract'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { admitDirectly } from '../../../test/support/admit.ts'
import { startTestBedside, type TestBedside } from '../../../test/support/bedside.ts'
import { getListeningPort } from '../../process/listening-port.ts'
import { type Channel, deliverOutbox } from '../deliver.ts'
import { createLineChannel } from './line.ts'

const accessToken = 'channel-access-token'
const monthly = { message: 'You have reached your monthly limit.' }
type Push = { to: string; text: string; retryKey: string }

let bedside: TestBedside
let channel: Channel
/** The messages that LINE accepted. */
const taken: Push[] = []
/** The rules of LINE's API that a request broke. */
const broken: string[] = []
/** What LINE answers to valid requests, in order; after the last one always success. */
const answers: { status: number; body?: object; isTaken?: boolean }[] = []

const server = createServer(async (request, response) => {
  let body = ''
  for await (const piece of request) body += piece
  const rules = listBrokenRules(request, body)
  broken.push(...rules)
  if (rules.length > 0) return response.writeHead(400).end('{"message":"bad"}')
  const { to, messages } = JSON.parse(body) as { to: string; messages: { text: string }[] }
  const push = { to, text: messages[0]?.text ?? '', retryKey: String(request.headers['x-line-retry-key']) }
  const isKnown = taken.some(({ retryKey }) => retryKey === push.retryKey)
  const { status, body: answer = {}, isTaken = status === 200 } = answers.shift() ?? { status: 200 }
  if (isTaken && !isKnown) taken.push(push)
  const told = status === 200 && isKnown ? 409 : status
  response.writeHead(told, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
})

/** The rules that LINE documents for a push message. */
function listBrokenRules({ method, url, headers }: IncomingMessage, body: string): string[] {
  const { to, messages, ...rest } = JSON.parse(body) as Record<string, unknown>
  const texts = Array.isArray(messages) ? (messages as { type?: unknown; text?: unknown }[]) : []
  const rules: [boolean, string][] = [
    [method === 'POST' && url === '/v2/bot/message/push', 'the address'],
    [headers.authorization === `Bearer ${accessToken}`, 'the token'],
    [headers['content-type']?.startsWith('application/json') ?? false, 'the type'],
    [
      /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(String(headers['x-line-retry-key'])),
      'the retry key',
    ],
    [/^U[0-9a-f]{32}$/.test(String(to)), 'the recipient'],
    [texts.length >= 1 && texts.length <= 5, 'one to five messages'],
    [
      texts.every(
        ({ type, text }) =>
          type === 'text' && typeof text === 'string' && text.length > 0 && text.length <= 5000,
      ),
      'a text',
    ],
    [
      Object.keys(rest).every((key) => key === 'notificationDisabled' || key === 'customAggregationUnits'),
      'no more',
    ],
  ]
  return rules.flatMap(([isKept, rule]) => (isKept ? [] : [rule]))
}

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const port = getListeningPort(server)
  channel = createLineChannel({
    accessToken,
    url: `http://127.0.0.1:${port}`,
    publicUrl: 'https://panel.test',
    clock: () => new Date(bedside.at()),
  })
  bedside = await startTestBedside({ channels: [channel.name] })
})
afterAll(async () => {
  server.close()
  await bedside.panel.close()
})
beforeEach(async () => {
  await bedside.panel.root.updateTable('staff').set({ line_choice: 'none' }).execute()
  const over = { cleared_at: bedside.at(), clearing: 'recovered' }
  await bedside.panel.root.updateTable('alarms').set(over).where('cleared_at', 'is', null).execute()
  taken.length = broken.length = answers.length = 0
})

type Told = {
  choice: 'none' | 'mine' | 'wards' | 'all'
  least?: 'low' | 'medium' | 'high'
  staffType?: 'nurse' | 'driver'
}

/** A new person who has linked LINE and made a choice: the id, the LINE user id, and the panel with their session. */
async function person({
  choice,
  least = 'high',
  staffType = 'nurse',
}: Told): Promise<{ id: string; to: string; call: Client }> {
  const call = await bedside.panel.asNew({ staffType })
  const { session } = call
  const to = `U${newId().replaceAll('-', '')}`
  const at = bedside.at()
  await bedside.panel.root
    .updateTable('staff')
    .set({
      line_user_id: to,
      line_linked_at: at,
      line_consent_at: at,
      line_choice: choice,
      line_least_severity: least,
    })
    .where('id', '=', session.user_id)
    .execute()
  return { id: session.user_id, to, call }
}

const deliver = () =>
  deliverOutbox({ root: bedside.panel.root, clock: () => new Date(bedside.at()), channels: [channel] })
const high = { kind: 'spo2', spo2: 84 }
const medium = { kind: 'temperature', temperature: 39 }
const told = () => taken.map(({ to }) => to).toSorted()

test('an alarm is sent by LINE’s rules, in Thai and in English, without a name and without a value', async () => {
  const { to } = await person({ choice: 'all' })
  const patient = await bedside.addPatient()
  await patient.send(high)
  const { patient: who } = await patient.findOpenAlarm()
  await deliver()
  expect(broken).toEqual([])
  expect(taken).toHaveLength(1)
  expect(taken[0]).toMatchObject({ to, text: expect.stringContaining('SpO₂ ต่ำ') })
  expect(taken[0]?.text).toContain('SpO₂ low')
  expect(taken[0]?.text).toContain('https://panel.test/app/notifications')
  expect(taken[0]?.text).not.toMatch(/84|HN/)
  expect(taken[0]?.text).not.toContain(who?.name)
  expect(taken[0]?.text).not.toContain(who?.hn)
})

test('an alarm of an inpatient who came to the emergency room says where the visit is, and which bed is theirs', async () => {
  await person({ choice: 'all' })
  const patient = await bedside.addPatient()
  const { root } = bedside.panel
  const bed = await root
    .selectFrom('beds')
    .innerJoin('wards', 'wards.id', 'beds.ward_id')
    .select(['beds.id', 'beds.label', 'wards.name_en'])
    .where('ward_id', '=', patient.ward)
    .where('beds.id', 'not in', (query) =>
      query.selectFrom('stay_places').select('bed_id').where('bed_id', 'is not', null).$castTo<string>(),
    )
    .limit(1)
    .executeTakeFirstOrThrow()
  const place = { wardId: patient.ward, bedId: bed.id, from: bedside.at(60) }
  await admitDirectly(root, { hospitalId: bedside.hospitalId, patientId: patient.id, ...place })
  await bedside.arrive(patient)
  await patient.send(high)
  await deliver()
  expect(taken[0]?.text).toContain(`ER (admitted to ${bed.name_en}) Bed ${bed.label}\n`)
})

test('a person to whom an alarm is handed gets a message, whatever was done about the alarm before', async () => {
  const { id, to } = await person({ choice: 'mine' })
  const patient = await bedside.addPatient()
  await patient.send(high)
  const { _id } = await patient.findOpenAlarm()
  await bedside.nurse(alarms.acknowledge, { _id, severity: 'high' })
  await deliver()
  expect(told()).toEqual([])
  await bedside.nurse(alarms.assign, { _id, staff_id: id })
  await deliver()
  expect(told()).toEqual([to])
  expect(taken[0]?.text).toContain('SpO₂ low')
})

test('a person who is handed an alarm gets no message that they have not chosen, nor one for an alarm they took themselves', async () => {
  const unlike = await person({ choice: 'none' })
  const severe = await person({ choice: 'all', least: 'high' })
  const owner = await person({ choice: 'mine', least: 'low' })
  const patient = await bedside.addPatient()
  await patient.send(medium)
  const { _id } = await patient.findOpenAlarm()
  for (const { id } of [unlike, severe]) await bedside.nurse(alarms.assign, { _id, staff_id: id })
  await owner.call(alarms.assign, { _id, staff_id: owner.id })
  await deliver()
  expect(told()).toEqual([])
})

test('a message whose answer is lost arrives once: LINE recognises it by its retry key', async () => {
  await person({ choice: 'all' })
  answers.push({ status: 500, isTaken: true })
  await (await bedside.addPatient()).send(high)
  await deliver()
  bedside.skip(10_000)
  await deliver()
  bedside.skip(3_600_000)
  await deliver()
  expect(taken).toHaveLength(1)
  const [row] = await bedside.panel.root
    .selectFrom('outbox')
    .select(['tries', 'sent_at'])
    .orderBy('id', 'desc')
    .limit(1)
    .execute()
  expect(row).toMatchObject({ tries: 2, sent_at: expect.any(String) })
})

test.each([
  [monthly, 'LINE quota'],
  [{ message: 'The API rate limit has been exceeded.' }, 'LINE rate'],
])('when LINE answers %j the message waits, and the outbox records why', async (body, reason) => {
  await person({ choice: 'all' })
  answers.push({ status: 429, body })
  await (await bedside.addPatient()).send(high)
  await deliver()
  const waiting = await bedside.panel.root
    .selectFrom('outbox')
    .select(['last_error', 'sent_at'])
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .execute()
  expect(waiting).toEqual([{ last_error: reason, sent_at: null }])
  bedside.skip(10_000)
  await deliver()
  expect(taken).toHaveLength(1)
})

test('each person gets the messages that they have chosen, of the severity that they have chosen', async () => {
  const all = await person({ choice: 'all' })
  const milder = await person({ choice: 'all', least: 'medium' })
  await person({ choice: 'none' })
  await person({ choice: 'mine' })
  await person({ choice: 'wards' })
  await person({ choice: 'all', staffType: 'driver' })
  const patient = await bedside.addPatient()
  await patient.send(medium)
  await deliver()
  expect(told()).toEqual([milder.to])
  await patient.send(high)
  await deliver()
  expect(told()).toEqual([milder.to, milder.to, all.to].toSorted())
})

test('a group gets the alarms of its wards, and as its own those that have reached its level', async () => {
  const [follower, called, other] = [
    await person({ choice: 'wards' }),
    await person({ choice: 'mine' }),
    await person({ choice: 'wards' }),
  ]
  const patient = await bedside.addPatient()
  const admin = await bedside.panel.as('admin')
  await admin(groups.save, {
    name: `On call ${newId()}`,
    ward_ids: [patient.ward],
    member_ids: [follower.id, called.id],
    escalation: 'nurse_in_charge',
  })
  await admin(groups.save, { name: `Elsewhere ${newId()}`, ward_ids: [], member_ids: [other.id] })
  await patient.send(high)
  await deliver()
  expect(told()).toEqual([follower.to])
  await bedside.advance(2 * 60_000)
  await deliver()
  expect(told()).toEqual([follower.to, follower.to, called.to].toSorted())
})

test('a person who takes back their consent before a message is sent does not get it', async () => {
  const { id } = await person({ choice: 'all' })
  await (await bedside.addPatient()).send(high)
  await bedside.panel.root.updateTable('staff').set({ line_choice: 'none' }).where('id', '=', id).execute()
  await deliver()
  expect(taken).toEqual([])
})

test('an alarm of an earlier day has its date, and one of today its time alone', async () => {
  await person({ choice: 'all' })
  const patient = await bedside.addPatient()
  await patient.send(high)
  await deliver()
  expect(taken[0]?.text).toMatch(/^\d\d:\d\d น\.$/m)
  await (await bedside.addPatient()).send(high)
  bedside.skip(20 * 3_600_000)
  await deliver()
  expect(taken[1]?.text).toMatch(/^\d+ พ\.ย\. 2569 \d\d:\d\d น\.$/m)
  expect(taken[1]?.text).toMatch(/^\d+ Nov 2026, \d\d:\d\d$/m)
})

test('a person whose type may not see alarms at this hospital gets no alarm, whatever they have chosen', async () => {
  const { to } = await person({ choice: 'all' })
  const cell = await bedside.panel.root
    .insertInto('changed_permissions')
    .columns(['hospital_id', 'staff_type_id', 'permission', 'is_granted'])
    .expression((eb) =>
      eb
        .selectFrom('staff_types')
        .select([
          eb.val(bedside.hospitalId).as('hospital_id'),
          'id as staff_type_id',
          eb.val('alarm:read').as('permission'),
          eb.val(false).as('is_granted'),
        ])
        .where('code', '=', 'nurse'),
    )
    .execute()
  expect(cell).toHaveLength(1)
  await (await bedside.addPatient()).send(high)
  await deliver()
  expect(taken.map((push) => push.to)).not.toContain(to)
})
