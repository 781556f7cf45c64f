import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorCodes, patients, signIn } from 'contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestPanel, type TestPanel } from '../src/testing.ts'
import { exchange, formatRawCall, openRawConnection, type RawAnswer } from './support/raw-http.ts'

let panel: TestPanel
let hasty: TestPanel
let port: number
let hastyPort: number
let folder: string
let authorization: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'panel-screens-'))
  await writeFile(join(folder, 'index.html'), '<title>the screens</title>')
  panel = await startTestPanel({ webFolder: folder })
  hasty = await startTestPanel({ bodyTimeoutMs: 100 })
  port = await panel.listen()
  hastyPort = await hasty.listen()
  authorization = `Bearer ${(await panel.as('nurse')).session.server_token}`
})
afterAll(async () => {
  await Promise.all([panel.close(), hasty.close()])
  await rm(folder, { recursive: true })
})

const getErrorCode = (answer: RawAnswer | undefined) =>
  answer && [answer.status, (JSON.parse(answer.body) as { error_code?: number }).error_code]

const multipart = 'multipart/form-data; boundary=x'
const photoPart = '--x\r\ncontent-disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n\xff\xd8'

describe('a body with a content encoding is refused as unsupported, before it is read:', () => {
  const unsupported = [415, errorCodes['unsupported-type']]

  test.each(['gzip', 'GZIP', 'deflate', 'br', 'x-gzip', 'identity, gzip', 'nonsense'])(
    'a form that claims %s, without a session, sent whole or not',
    async (encoding) => {
      for (const length of [4, 1_000_000]) {
        const call = formatRawCall(
          patients.register.path,
          { 'content-type': multipart, 'content-encoding': encoding, 'content-length': length },
          'abcd',
        )
        expect(getErrorCode(await exchange(port, call))).toEqual(unsupported)
      }
    },
  )

  test('JSON, on a call that needs no session', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip', 'content-length': 9 }
    expect(getErrorCode(await exchange(port, formatRawCall(signIn.signIn.path, headers)))).toEqual(
      unsupported,
    )
  })

  test('identity counts as no encoding', async () => {
    const headers = { authorization, 'content-type': 'application/json', 'content-encoding': 'identity' }
    const call = formatRawCall(patients.list.path, { ...headers, 'content-length': 2 }, '{}')
    expect(getErrorCode(await exchange(port, call))).toEqual([200, undefined])
  })
})

describe('a client that takes too long to send is told so and disconnected:', () => {
  const tooSlow = [408, errorCodes['too-slow']]
  const unfinished: [string, string][] = [
    ['the head of a call', `POST ${signIn.signIn.path} HTTP/1.1\r\nhost: panel.test\r\n`],
    [
      'a JSON body',
      formatRawCall(signIn.signIn.path, { 'content-type': 'application/json', 'content-length': 99 }, '{"'),
    ],
    [
      'a form before its first part',
      formatRawCall(patients.register.path, { 'content-type': multipart, 'content-length': 99 }, '--x'),
    ],
    [
      'a form inside a file',
      formatRawCall(patients.register.path, { 'content-type': multipart, 'content-length': 9999 }, photoPart),
    ],
    [
      'a form in chunks',
      formatRawCall(
        patients.register.path,
        { 'content-type': multipart, 'transfer-encoding': 'chunked' },
        '3\r\n--x\r\n',
      ),
    ],
  ]

  test.each(unfinished)('%s', async (_what, begun) => {
    const line = openRawConnection(hastyPort)
    line.send(begun)
    expect(getErrorCode(await line.answer)).toEqual(tooSlow)
    await line.closed
  })

  test('a client that keeps sending; one that was refused meanwhile gets no second answer', async () => {
    const headers = { 'content-type': multipart, 'content-length': 9_999_999 }
    const line = openRawConnection(hastyPort)
    line.send(formatRawCall(patients.register.path, headers, photoPart))
    const drip = setInterval(() => line.send('x'), 10)
    expect(getErrorCode(await line.answer)).toEqual(tooSlow)
    await line.closed
    clearInterval(drip)

    const refused = openRawConnection(hastyPort)
    refused.send(formatRawCall(patients.register.path, { ...headers, 'content-encoding': 'gzip' }, photoPart))
    expect(getErrorCode(await refused.answer)).toEqual([415, errorCodes['unsupported-type']])
    await refused.closed
    expect(refused.answers()).toBe(1)
  })
})

test('a form cut off inside a file is invalid', async () => {
  const headers = { authorization, 'content-type': multipart, 'content-length': photoPart.length }
  const call = Buffer.from(formatRawCall(patients.register.path, headers, photoPart), 'latin1')
  expect(getErrorCode(await exchange(port, call))).toEqual([200, errorCodes.invalid])
})

test.each(['__proto__', 'constructor', 'toString'])(
  'a form with a part called %s is invalid',
  async (name) => {
    const body = `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n1\r\n--x--\r\n`
    const headers = { authorization, 'content-type': multipart, 'content-length': body.length }
    expect(getErrorCode(await exchange(port, formatRawCall(patients.register.path, headers, body)))).toEqual([
      200,
      errorCodes.invalid,
    ])
  },
)

describe('an invalid path', () => {
  const paths = [
    '//',
    '//etc/passwd',
    '/%00',
    '/a%00.js',
    '/..%5c',
    '/..%5c..%5cetc',
    '/../x',
    '/%',
    '/%c0',
    '/./',
    '/a//b',
  ]

  test.each(paths)('%s is not found, and leads to the screens where a page was asked for', async (path) => {
    const asked = await exchange(port, formatRawCall(path, {}, '', 'GET'))
    expect(getErrorCode(asked)).toEqual([404, errorCodes['no-such-call']])
    const page = await exchange(port, formatRawCall(path, { accept: 'text/html' }, '', 'GET'))
    if (page?.status === 200) expect(page.body).toContain('the screens')
    else expect(getErrorCode(page)).toEqual([404, errorCodes['no-such-call']])
  })
})

test.each([
  ['that is no HTTP', 'nonsense\r\n\r\n', [400, errorCodes.invalid]],
  [
    'with a head of 100 kB',
    formatRawCall('/api', { x: 'x'.repeat(100_000) }, '', 'GET'),
    [431, errorCodes['too-large']],
  ],
  ['to have a tunnel dug', formatRawCall('panel.test:443', {}, '', 'CONNECT'), [400, errorCodes.invalid]],
])('a request %s is refused in the envelope', async (_what, bytes, code) => {
  expect(getErrorCode(await exchange(port, bytes))).toEqual(code)
})

test.each([
  ['names no host', `GET ${signIn.languages.path} HTTP/1.1\r\n\r\n`],
  ['expects the unknown', formatRawCall(signIn.languages.path, { expect: 'wonders' }, '', 'GET')],
])('a client that %s is answered like any other', async (_what, bytes) => {
  expect(getErrorCode(await exchange(port, bytes))).toEqual([200, undefined])
})
