import { once } from 'node:events'
import { gunzipSync } from 'node:zlib'
import {
  computePermissions,
  contract,
  type Endpoint,
  errorCodes,
  generalErrors,
  listAccess,
  staffTypes,
} from 'contract'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPanel, type TestPanel } from '../src/testing.ts'
import {
  createHostileValue,
  createNearValidBody,
  Dice,
  FilePart,
  type Known,
  writeJson,
} from './support/near-valid.ts'
import { formatRawCall, openRawConnection } from './support/raw-http.ts'
import { addSender } from './support/sender-key.ts'

/**
 * Another seed makes other calls: `FUZZ_SEED=7 FUZZ_ROUNDS=200 vitest run --project server server/test/fuzz.test.ts`.
 */
const seed = Number(process.env['FUZZ_SEED'] ?? 1)
/** Calls of each endpoint. */
const rounds = Number(process.env['FUZZ_ROUNDS'] ?? 16)
const atOnce = 4
/** How long the slowest machine takes for the most expensive call. */
const patienceMs = 30_000

const endpoints = Object.entries(contract).flatMap(([group, calls]) =>
  Object.entries(calls).map(([name, endpoint]) => ({
    name: `${group}.${name}`,
    endpoint: endpoint as Endpoint,
  })),
)
const codeNames = new Map<unknown, string>(Object.entries(errorCodes).map(([name, code]) => [code, name]))

type Sent = { method: 'GET' | 'POST'; url: string; headers: Record<string, string>; payload?: Buffer }

let panel: TestPanel
let port: number
let known: Known
let senderKey: string
const tokens = new Map<string, string>()

beforeAll(async () => {
  panel = await startTestPanel({ bodyTimeoutMs: 500 })
  port = await panel.listen()
  known = { ids: await listSomeIds(), files: await readSomeFiles() }
  const { id } = await panel.root.selectFrom('hospitals').select('id').executeTakeFirstOrThrow()
  senderKey = await addSender(panel.root, id)
})
afterAll(() => panel.close())

test(`whatever is sent to any endpoint is answered in the envelope, and never with a server error (seed ${seed})`, {
  timeout: 600_000,
}, async () => {
  const plans = endpoints
    .filter(({ endpoint }) => !endpoint.stream)
    .flatMap((one, index) =>
      Array.from({ length: rounds }, (_, round) => ({
        ...one,
        dice: new Dice(seed * 1e6 + index * 1e3 + round),
      })),
    )
  // Shuffled, so that what one call changes affects all the others.
  const order = new Dice(seed)
  for (let at = plans.length - 1; at > 0; at--) {
    const other = order.below(at + 1)
    const [one, two] = [plans[at], plans[other]]
    if (one && two) [plans[at], plans[other]] = [two, one]
  }
  const problems: string[] = []
  const outcomes = new Map<string, number>()
  const work = async () => {
    for (let plan = plans.pop(); plan && problems.length < 10; plan = plans.pop()) {
      const sent = await createCall(plan.endpoint, plan.dice)
      const { problem, outcome } = await judge(plan.endpoint, sent)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      if (problem) problems.push(`${plan.name}: ${problem}\n${describeSent(sent)}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  if (process.env['FUZZ_SEED']) console.log(Object.fromEntries([...outcomes].sort((a, b) => b[1] - a[1])))
  expect(problems, `seed ${seed}`).toEqual([])
  // Most calls must pass the schema, or this tests the schema only.
  expect(outcomes.get('ok') ?? 0).toBeGreaterThan(plans.length / 20)
})

test(`whatever bytes a connection sends are answered, or the connection ends (seed ${seed})`, async () => {
  const dice = new Dice(seed)
  const problems: string[] = []
  const work = async () => {
    for (let round = 0; round < 5 * rounds; round++) {
      const bytes = rawBytes(dice)
      const isHead = bytes.toString('latin1', 0, 5) === 'HEAD '
      const line = openRawConnection(port, { isHead })
      await once(line.socket, 'connect')
      line.send(bytes)
      // A client that ends its side of the connection may get no answer.
      const hasEnded = dice.rollsBelow(0.3)
      if (hasEnded) line.socket.end()
      const problem = await Promise.race([line.answer, after(patienceMs)]).then((answer) => {
        if (answer === 'unanswered') return 'unanswered'
        if (answer === undefined) return hasEnded ? undefined : 'no answer before the end'
        return isHead ? undefined : findProblem(answer.status, answer.headers, answer.body)
      })
      line.socket.destroy()
      if (problem) problems.push(`${problem}\n${JSON.stringify(bytes.toString('latin1').slice(0, 800))}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  expect(problems, `seed ${seed}`).toEqual([])
})

const after = (ms: number) =>
  new Promise<'unanswered'>((resolve) => void setTimeout(resolve, ms, 'unanswered').unref())

function describeSent({ method, url, headers, payload }: Sent): string {
  return `${method} ${url.slice(0, 300)} ${JSON.stringify(headers)}\n${payload?.toString('latin1').slice(0, 1_500) ?? ''}`
}

async function createCall(endpoint: Endpoint, dice: Dice): Promise<Sent> {
  const token = await pickToken(endpoint, dice)
  const body = createNearValidBody(endpoint, dice, known)
  const url = createUrl(endpoint, body, dice)
  const headers = { ...(token && { authorization: `Bearer ${token}` }), ...oddHeaders(dice) }
  if (endpoint.method === 'GET') return { method: 'GET', url, headers }
  const isForm = endpoint.form ? !dice.rollsBelow(0.05) : dice.rollsBelow(0.02)
  const { type, payload } = isForm ? createFormBody(body, dice) : createJsonBody(body, dice)
  return { method: 'POST', url, headers: { 'content-type': type, ...headers }, payload }
}

/** The token of a person who may make the call, in most cases. */
async function pickToken({ access }: Endpoint, dice: Dice): Promise<string | undefined> {
  const which = dice.roll()
  if (which < 0.03) return undefined
  if (which < 0.05) return dice.pick(['x', '\u00ff', 'a'.repeat(5_000), 'Bearer', '%00'])
  if (access === 'sender' || which < 0.07) return senderKey
  const fits = (code: string) =>
    access === 'public' ||
    access === 'session' ||
    access === 'system' ||
    computePermissions(code as never, false).some((permission) => listAccess(access).includes(permission))
  const types = Object.keys(staffTypes).filter((code) => which > 0.95 || fits(code))
  const staffType = access === 'system' ? 'admin' : dice.pick(types)
  const isSystemAdmin = staffType === 'admin' && dice.rollsBelow(0.5)
  const key = `${staffType} ${isSystemAdmin}`
  const held = tokens.get(key)
  if (held) return held
  const { session } = await panel.asNew({ staffType: staffType as never, isSystemAdmin })
  tokens.set(key, session.server_token)
  return session.server_token
}

function createUrl({ path }: Endpoint, body: Record<string, unknown>, dice: Dice): string {
  const url = path.replace(/:(\w+)/g, (_, field: string) => {
    const value = body[field]
    return (
      encodeURIComponent((typeof value === 'string' ? value : writeJson(value ?? null)).toWellFormed()) ||
      '%00'
    )
  })
  if (!dice.rollsBelow(0.08)) return url
  return dice.pick([
    `${url}/`,
    `${url}//`,
    `${url}%00`,
    `${url}?a=%ff&__proto__=1`,
    `${url};x=1`,
    `/${url}`,
    url.toUpperCase(),
    `${url}/${'a'.repeat(4_000)}`,
    `${url}%`,
    `/..%5c${url}`,
  ])
}

function oddHeaders(dice: Dice): Record<string, string> {
  if (!dice.rollsBelow(0.1)) return {}
  const [name, value] = dice.pick([
    ['content-encoding', 'gzip'],
    ['accept-encoding', 'gzip;q=0, *;q=1e999'],
    ['accept', '*/*;q=x, text/html'],
    ['x-forwarded-for', '%00, ::ffff:999.1.1.1, unix:'],
    ['host', 'x:99999999'],
    ['host', '[::'],
    ['user-agent', '\u00ff'.repeat(2_000)],
    ['last-event-id', '1e999'],
    ['cookie', '__proto__=1; =; ;;'],
    ['origin', 'null'],
    ['authorization', 'Bearer  '],
    ['if-none-match', '*'],
    ['range', 'bytes=-1'],
    ['content-type', 'application/json; charset=utf-16'],
    ['content-type', 'text/plain'],
    ['content-type', 'multipart/form-data'],
    ['content-type', 'multipart/form-data; boundary='],
    ['content-type', ';'],
  ] as const)
  return { [name]: value }
}

function createJsonBody(body: Record<string, unknown>, dice: Dice): { type: string; payload: Buffer } {
  const type = 'application/json'
  const whole = writeJson(body)
  if (!dice.rollsBelow(0.1)) return { type, payload: Buffer.from(whole) }
  const text = dice.pick([
    '',
    'null',
    '[]',
    '5',
    '"x"',
    '{',
    '\0',
    '\ufeff{}',
    '{"a":1,}',
    '{"__proto__":{"isSystemAdmin":true}}',
    '{"constructor":{"prototype":{}}}',
    `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
    '['.repeat(200_000),
    whole.slice(0, dice.below(whole.length)),
    `{"x":"${'x'.repeat(1_200_000)}"}`,
  ])
  return { type, payload: dice.rollsBelow(0.1) ? Buffer.from([0xff, 0xfe, 0xc0]) : Buffer.from(text) }
}

function createFormBody(body: Record<string, unknown>, dice: Dice): { type: string; payload: Buffer } {
  const parts = Object.entries(body).map(([name, value]) => createPart(name, value, dice))
  if (dice.rollsBelow(0.1))
    parts.push(createPart(dice.pick(['__proto__', 'constructor', '', 'x"y', '\0', 'photo', 'ก']), 'x', dice))
  if (dice.rollsBelow(0.03)) for (let at = 0; at < 250; at++) parts.push(createPart(`x${at}`, 'x', dice))
  const whole = Buffer.concat([...parts, Buffer.from('--x--\r\n')])
  const payload = dice.rollsBelow(0.15) ? whole.subarray(0, dice.below(whole.length)) : whole
  return { type: 'multipart/form-data; boundary=x', payload }
}

function createPart(name: string, value: unknown, dice: Dice): Buffer {
  const isFile = value instanceof FilePart
  const filename = isFile || dice.rollsBelow(0.02) ? '; filename="a\\".jpg"' : ''
  const type = dice.rollsBelow(0.03)
    ? `content-type: ${dice.pick(['application/json', 'x', 'text/plain; charset=nonsense'])}\r\n`
    : ''
  const encoding = dice.rollsBelow(0.01) ? 'content-transfer-encoding: base64\r\n' : ''
  const head = `--x\r\ncontent-disposition: form-data; name="${name}"${filename}\r\n${type}${encoding}\r\n`
  const content = isFile ? value.bytes : Buffer.from(typeof value === 'string' ? value : writeJson(value))
  return Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n')])
}

function rawBytes(dice: Dice): Buffer {
  const { endpoint } = dice.pick(endpoints)
  const json = { 'content-type': 'application/json' }
  const form = { 'content-type': 'multipart/form-data; boundary=x' }
  const path = endpoint.path.replace(/:\w+/g, 'x')
  const text = dice.pick<() => string>([
    () =>
      formatRawCall(
        path,
        { ...json, 'content-length': dice.pick(['-1', '1e3', '0x10', '99999999999999999999', '']) },
        '{}',
      ),
    () => formatRawCall(path, { ...json, 'content-length': 2, 'transfer-encoding': 'chunked' }, '{}'),
    () =>
      formatRawCall(
        path,
        { ...json, 'transfer-encoding': 'chunked' },
        dice.pick(['zz\r\n', 'fffffffffffffffff\r\n', '2\r\n{}', '2\r\n{}\r\n0\r\n\r\n', '0;a=b\r\n\r\n']),
      ),
    () =>
      formatRawCall(
        path,
        { ...json, 'transfer-encoding': dice.pick(['gzip', 'chunked, chunked', 'identity']) },
        '{}',
      ),
    () => formatRawCall(path, { ...json, 'content-length': 50 }, '{"a":'),
    () =>
      formatRawCall(
        path,
        { ...form, 'content-length': 200 },
        '--x\r\ncontent-disposition: form-data; name="photo"; filename="a"\r\n\r\nabc',
      ),
    () => formatRawCall(path, { ...form, 'content-encoding': 'gzip', 'content-length': 4 }, 'abcd'),
    () =>
      formatRawCall(
        path,
        { ...json, expect: dice.pick(['100-continue', 'nonsense']), 'content-length': 2 },
        '{}',
      ),
    () =>
      formatRawCall(path, {
        connection: 'upgrade',
        upgrade: dice.pick(['h2c', 'websocket']),
        'content-length': 0,
      }),
    () => formatRawCall(path, { 'x\u0000y': '1' }),
    () => formatRawCall(path, { x: '\u0000\u00ff' }),
    () => formatRawCall(path, { x: 'y'.repeat(40_000) }),
    () => formatRawCall(path, Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`x${at}`, 1]))),
    () =>
      formatRawCall(
        dice.pick([
          `http://panel.test${path}`,
          '*',
          `${path} x`,
          '\u00e0',
          `/${'a'.repeat(30_000)}`,
          '//',
          '/%',
          '?',
          '#',
        ]),
        {},
        '',
        'GET',
      ),
    () =>
      formatRawCall(
        path,
        {},
        '',
        dice.pick(['HEAD', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'NONSENSE', 'get', 'CONNECT']),
      ),
    () => `GET ${path} HTTP/${dice.pick(['1.0', '0.9', '2.0', '9.9'])}\r\nhost: x\r\n\r\n`,
    () => `GET ${path} HTTP/1.1\r\n\r\n`,
    () => `GET ${path} HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n`,
    () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    () => '\u0016\u0003\u0001\u0002\u0000\u0001\u0000',
    () => '\r\n\r\n\u0000',
    () => `${writeJson(createHostileValue(dice))}\r\n\r\n`,
  ])()
  return Buffer.from(text, 'latin1')
}

async function judge(endpoint: Endpoint, sent: Sent): Promise<{ problem?: string; outcome: string }> {
  const { payload, ...head } = sent
  const answer = await Promise.race([
    panel.app.inject({ ...head, ...(payload && { payload }) }).catch((error: Error) => error),
    after(patienceMs),
  ])
  if (answer === 'unanswered') return { problem: 'unanswered', outcome: 'unanswered' }
  if (answer instanceof Error) return { problem: `broken off: ${answer.message}`, outcome: 'broken off' }
  const type = String(answer.headers['content-type'])
  if (endpoint.file && answer.statusCode === 200 && !type.startsWith('application/json'))
    return { outcome: 'ok' }
  const isZipped = answer.headers['content-encoding'] === 'gzip'
  const body = isZipped ? gunzipSync(answer.rawPayload).toString() : answer.body
  const problem = findProblem(answer.statusCode, `content-type: ${type}`, body)
  if (problem)
    return { problem: `${problem}: ${answer.statusCode} ${body.slice(0, 300)}`, outcome: 'problem' }
  const { success, error_code } = JSON.parse(body) as { success: boolean; error_code?: number }
  if (success) return { outcome: 'ok' }
  const code = codeNames.get(error_code) ?? ''
  // Sign in anew if the call itself ended or locked the session.
  if (['session-ended', 'session-locked', 'password-must-change', 'second-factor-needed'].includes(code))
    tokens.clear()
  const declared: readonly string[] = [
    ...generalErrors,
    ...(endpoint.errors ?? []),
    'key-unknown',
    'no-such-call',
  ]
  return {
    outcome: code,
    ...(declared.includes(code) ? {} : { problem: `answers ${code}, which it does not declare` }),
  }
}

/** What is wrong with an answer: it is a server error, or not in the envelope. */
function findProblem(status: number, headers: string, body: string): string | undefined {
  if (status === 500) return 'a defect'
  if (/content-type: *(text\/(html|event-stream)|image\/svg)/i.test(headers)) return undefined
  let envelope: { success?: unknown; error_code?: unknown }
  try {
    envelope = JSON.parse(body)
  } catch {
    return `no envelope (HTTP ${status})`
  }
  if (envelope.success === true || codeNames.has(envelope.error_code)) return undefined
  return `no known code (HTTP ${status})`
}

/** Ids of everything in the demo hospital, and one that does not exist. */
async function listSomeIds(): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and column_name = 'id' and data_type = 'uuid' and table_type = 'BASE TABLE'
    order by 1`.execute(panel.root)
  const ids: string[] = ['01900000-0000-7000-8000-000000000000']
  for (const { name } of tables) {
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(name)} order by id limit 8`.execute(
      panel.root,
    )
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

async function readSomeFiles(): Promise<Buffer[]> {
  const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#48c' } })
  const [png, jpeg] = await Promise.all([picture.clone().png().toBuffer(), picture.jpeg().toBuffer()])
  const csv = Buffer.from('First name,Last name,Email,Phone,Staff type\na,b,c@fuzz.test,0812345678,Nurse\n')
  return [
    png,
    jpeg,
    csv,
    png.subarray(0, 60),
    Buffer.alloc(0),
    Buffer.from([0xff, 0xd8, 0xff]),
    Buffer.alloc(5_300_000, 1),
  ]
}
