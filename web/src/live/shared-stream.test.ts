import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openStreamOverPort, SharedStreams } from './shared-stream.ts'
import { type StreamReply, type StreamRequest, silenceLimitMs } from './stream.ts'

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
  streams = new SharedStreams(async (request, signal): Promise<StreamReply> => {
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

const open = (id: number) => `event: open\nid: ${id}\ndata: {}\n\n`
const message = (id: number) => `id: ${id}\ndata: {"event":${id}}\n\n`
const beat = 'event: beat\ndata: {}\n\n'

/** A tab that opens the stream, and everything it has received. */
function tab(lastEventId = '', token = 'a') {
  const channel = new MessageChannel()
  streams.connect(channel.port1)
  const leave = new AbortController()
  leaving.push(leave)
  const heard = { text: '', isOver: false }
  const line = openStreamOverPort(channel.port2, { path: '/live', token, lastEventId }, leave.signal)
  void line
    .then(async (opened) => {
      if ('refusal' in opened) return
      const text = new TextDecoder()
      for await (const piece of opened.body as unknown as AsyncIterable<Uint8Array>)
        heard.text += text.decode(piece, { stream: true })
      heard.isOver = true
    })
    .catch(() => undefined)
  return { line, heard, leave: () => leave.abort() }
}

const getServerConnection = async (index = 0) => {
  await expect.poll(() => server.length).toBeGreaterThan(index)
  const line = server[index]
  if (!line) throw new Error('no stream was opened')
  return line
}

test('tabs share one stream, and a tab that joins later receives the events from then on', async () => {
  const first = tab()
  const line = await getServerConnection()
  line.say(open(4) + message(5))
  await expect.poll(() => first.heard.text).toBe(open(4) + message(5))
  const second = tab()
  await expect.poll(() => second.heard.text).toBe(open(5))
  const whole = message(6) + beat
  // Network chunks may be cut at any byte.
  for (const piece of whole.match(/.{1,7}/gs) ?? []) line.say(piece)
  await expect.poll(() => second.heard.text).toBe(open(5) + whole)
  await expect.poll(() => first.heard.text).toBe(open(4) + message(5) + whole)
  expect(server).toHaveLength(1)
})

test('a tab that comes back receives what it missed, or a reset if it missed too much', async () => {
  tab()
  const line = await getServerConnection()
  line.say(open(4) + message(5) + message(7))
  const back = tab('5')
  await expect.poll(() => back.heard.text).toBe(open(5) + message(7))
  const tooLate = tab('3')
  await expect.poll(() => tooLate.heard.text).toBe('event: reset\nid: 7\ndata: {}\n\n')
  const fromAnotherTime = tab('90')
  await expect.poll(() => fromAnotherTime.heard.text).toBe('event: reset\nid: 7\ndata: {}\n\n')
})

test('a tab gets a reset when events it missed are no longer remembered', async () => {
  tab()
  const line = await getServerConnection()
  line.say(open(1) + Array.from({ length: 1_200 }, (_, at) => message(at + 2)).join(''))
  const back = tab('100')
  await expect.poll(() => back.heard.text).toBe('event: reset\nid: 1201\ndata: {}\n\n')
  const whole = tab('1199')
  await expect.poll(() => whole.heard.text).toBe(open(1199) + message(1200) + message(1201))
})

test('tabs that join while the stream is being opened each resume after their own last event', async () => {
  const resumed = tab('8')
  const fresh = tab()
  const line = await getServerConnection()
  expect(line.request.lastEventId).toBe('8')
  line.say(open(8) + message(9))
  await expect.poll(() => resumed.heard.text).toBe(open(8) + message(9))
  await expect.poll(() => fresh.heard.text).toBe(open(8) + message(9))
})

test('the stream is closed when the last tab leaves, and not before', async () => {
  const [first, second] = [tab(), tab()]
  const line = await getServerConnection()
  line.say(open(1))
  await expect.poll(() => second.heard.text).toBe(open(1))
  first.leave()
  line.say(beat)
  await expect.poll(() => second.heard.text).toBe(open(1) + beat)
  expect(line.isLeft()).toBe(false)
  second.leave()
  await expect.poll(() => line.isLeft()).toBe(true)
})

test('every tab is told that the stream ended, and the next tab to join opens a new one', async () => {
  const [first, second] = [tab(), tab()]
  const line = await getServerConnection()
  line.say(open(1))
  await expect.poll(() => second.heard.text).toBe(open(1))
  line.cut()
  await expect.poll(() => first.heard.isOver && second.heard.isOver).toBe(true)
  const back = tab('1')
  ;(await getServerConnection(1)).say(open(1))
  await expect.poll(() => back.heard.text).toBe(open(1))
})

test('a refusal is sent to every waiting tab', async () => {
  refusal = { code: 1401, status: 401 }
  expect(await tab().line).toEqual({ refusal })
})

test('a tab that joins does not get a stream that has fallen silent', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const first = tab()
  ;(await getServerConnection()).say(open(1))
  await expect.poll(() => first.heard.text).toBe(open(1))
  vi.setSystemTime(Date.now() + silenceLimitMs + 1)
  const second = tab('1')
  ;(await getServerConnection(1)).say(open(1) + message(2))
  await expect.poll(() => second.heard.text).toBe(open(1) + message(2))
  await expect.poll(() => first.heard.isOver).toBe(true)
  expect(server[0]?.isLeft()).toBe(true)
})

test('sessions do not share a stream: each receives only what it may see', async () => {
  const [mine, others] = [tab('', 'mine'), tab('', 'others')]
  ;(await getServerConnection(0)).say(open(1) + message(2))
  ;(await getServerConnection(1)).say(open(1))
  await expect.poll(() => mine.heard.text).toBe(open(1) + message(2))
  await expect.poll(() => others.heard.text).toBe(open(1))
})
