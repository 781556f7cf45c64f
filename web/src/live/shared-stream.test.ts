import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { receiveOverPort } from './receive-stream.ts'
import { SharedStreams } from './shared-stream.ts'
import { type StreamMessage, type StreamRequest, silenceLimitMs } from './stream.ts'

type ServerConnection = {
  request: StreamRequest
  say: (text: string) => void
  cut: () => void
  isLeft: () => boolean
}

let server: ServerConnection[]
let refusal: { code: number; status: number } | undefined
let streams: SharedStreams
let leaving: AbortController[]

beforeEach(() => {
  server = []
  refusal = undefined
  leaving = []
  streams = new SharedStreams(async (request, signal) => {
    if (refusal) return { refusal }
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined
    const body = new ReadableStream<Uint8Array>({
      start(one) {
        controller = one
      },
    })
    const encoder = new TextEncoder()
    server.push({
      request,
      say: (text) => controller?.enqueue(encoder.encode(text)),
      cut: () => controller?.close(),
      isLeft: () => signal.aborted,
    })
    return { body }
  })
})

afterEach(() => {
  for (const one of leaving) one.abort()
  vi.useRealTimers()
})

const beat = 'event: beat\ndata: {}\n\n'
const open = (id: number) => `event: open\nid: ${id}\ndata: {}\n\n`
const event = (id: number) =>
  `id: ${id}\ndata: {"event":{"kind":"waiting","readings":${id},"messages":0}}\n\n`

const opened = (number: number): StreamMessage => ({ kind: 'open', number })
const reset = (number: number): StreamMessage => ({ kind: 'reset', number })
const received = (number: number): StreamMessage => ({
  kind: 'event',
  number,
  event: { kind: 'waiting', readings: number, messages: 0 },
})

/** A tab that opens the stream, and everything it has received. */
function tab(after?: number, token = 'a') {
  const channel = new MessageChannel()
  streams.connect(channel.port1)
  const leave = new AbortController()
  leaving.push(leave)
  const heard: StreamMessage[] = []
  const end = receiveOverPort(channel.port2, { path: '/live', token, after }, leave.signal, (message) =>
    heard.push(message),
  )
  return { heard, end, leave: () => leave.abort() }
}

const getServerConnection = async (index = 0) => {
  await expect.poll(() => server.length).toBeGreaterThan(index)
  const connection = server[index]
  if (!connection) throw new Error('no stream was opened')
  return connection
}

test('tabs share one stream, and a tab that joins later receives the events from then on', async () => {
  const first = tab()
  const connection = await getServerConnection()
  connection.say(open(4) + event(5))
  await expect.poll(() => first.heard).toEqual([opened(4), received(5)])
  const second = tab()
  await expect.poll(() => second.heard).toEqual([opened(5)])
  const whole = event(6) + beat
  // Network chunks may be cut at any byte.
  for (const piece of whole.match(/.{1,7}/gs) ?? []) connection.say(piece)
  await expect.poll(() => second.heard).toEqual([opened(5), received(6), { kind: 'beat' }])
  await expect.poll(() => first.heard).toEqual([opened(4), received(5), received(6), { kind: 'beat' }])
  expect(server).toHaveLength(1)
})

test('a tab that comes back receives what it missed, or a reset if it missed too much', async () => {
  tab()
  const connection = await getServerConnection()
  connection.say(open(4) + event(5) + event(7))
  const back = tab(5)
  await expect.poll(() => back.heard).toEqual([opened(5), received(7)])
  const tooLate = tab(3)
  await expect.poll(() => tooLate.heard).toEqual([reset(7)])
  const fromAnotherTime = tab(90)
  await expect.poll(() => fromAnotherTime.heard).toEqual([reset(7)])
})

test('a tab gets a reset when events it missed are no longer remembered', async () => {
  tab()
  const connection = await getServerConnection()
  connection.say(open(1) + Array.from({ length: 1_200 }, (_, at) => event(at + 2)).join(''))
  const back = tab(100)
  await expect.poll(() => back.heard).toEqual([reset(1201)])
  const whole = tab(1_199)
  await expect.poll(() => whole.heard).toEqual([opened(1199), received(1200), received(1201)])
})

test('tabs that join while the stream is being opened each resume after their own last event', async () => {
  const resumed = tab(8)
  const fresh = tab()
  const connection = await getServerConnection()
  expect(connection.request.after).toBe(8)
  connection.say(open(8) + event(9))
  await expect.poll(() => resumed.heard).toEqual([opened(8), received(9)])
  await expect.poll(() => fresh.heard).toEqual([opened(8), received(9)])
})

test('the stream is closed when the last tab leaves, and not before', async () => {
  const [first, second] = [tab(), tab()]
  const connection = await getServerConnection()
  connection.say(open(1))
  await expect.poll(() => second.heard).toEqual([opened(1)])
  first.leave()
  connection.say(beat)
  await expect.poll(() => second.heard).toEqual([opened(1), { kind: 'beat' }])
  expect(connection.isLeft()).toBe(false)
  second.leave()
  await expect.poll(() => connection.isLeft()).toBe(true)
})

test('every tab is told that the stream ended, and the next tab to join opens a new one', async () => {
  const [first, second] = [tab(), tab()]
  const connection = await getServerConnection()
  connection.say(open(1))
  await expect.poll(() => second.heard).toEqual([opened(1)])
  connection.cut()
  expect(await Promise.all([first.end, second.end])).toEqual([undefined, undefined])
  const back = tab(1)
  ;(await getServerConnection(1)).say(open(1))
  await expect.poll(() => back.heard).toEqual([opened(1)])
})

test('a refusal is sent to every waiting tab', async () => {
  refusal = { code: 1401, status: 401 }
  const tabs = [tab(), tab()]
  expect(await Promise.all(tabs.map(({ end }) => end))).toEqual([refusal, refusal])
})

test('a tab that joins does not get a stream that has fallen silent', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const first = tab()
  ;(await getServerConnection()).say(open(1))
  await expect.poll(() => first.heard).toEqual([opened(1)])
  vi.setSystemTime(Date.now() + silenceLimitMs + 1)
  const second = tab(1)
  ;(await getServerConnection(1)).say(open(1) + event(2))
  await expect.poll(() => second.heard).toEqual([opened(1), received(2)])
  await first.end
  expect(server[0]?.isLeft()).toBe(true)
})

test('sessions do not share a stream: each receives only what it may see', async () => {
  const [mine, others] = [tab(undefined, 'mine'), tab(undefined, 'others')]
  ;(await getServerConnection(0)).say(open(1) + event(2))
  ;(await getServerConnection(1)).say(open(1))
  await expect.poll(() => mine.heard).toEqual([opened(1), received(2)])
  await expect.poll(() => others.heard).toEqual([opened(1)])
})

test('an event that this page does not understand, sent by a newer server, is a reset for every tab', async () => {
  const first = tab()
  const connection = await getServerConnection()
  const unknownKind = 'id: 6\ndata: {"event":{"kind":"bed-moved","bed":"12"}}\n\n'
  const unknownValue = 'id: 8\ndata: {"event":{"kind":"waiting","readings":"many","messages":0}}\n\n'
  const notJson = 'id: 9\ndata: {"event":\n\n'
  connection.say(open(4) + event(5) + unknownKind + event(7) + unknownValue + notJson + event(10))
  const heard = [opened(4), received(5), reset(6), received(7), reset(8), reset(9), received(10)]
  await expect.poll(() => first.heard).toEqual(heard)
  const back = tab(9)
  await expect.poll(() => back.heard).toEqual([opened(9), received(10)])
  const missed = tab(7)
  await expect.poll(() => missed.heard).toEqual([reset(10)])
})

test('a field that this page does not know is left out of an event, and a message of an unknown name is a sign of life', async () => {
  const first = tab()
  const connection = await getServerConnection()
  connection.say(
    `${open(4)}event: retired\ndata: {}\n\nid: 5\ndata: {"event":{"kind":"waiting","readings":5,"messages":0,"new":1}}\n\n`,
  )
  await expect.poll(() => first.heard).toEqual([opened(4), { kind: 'beat' }, received(5)])
})
