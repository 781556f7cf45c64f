import { CallError, type LiveEvent } from 'contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callsLostSince, liveLostSince, lostSince, noteCallFailed } from './connection.ts'
import { eventsAfter, liveStatus, onLiveEvent, onLiveGap, startLive } from './live.ts'

/** A server that says what it is told to, on as many lines as are opened. */
function listenTo() {
  const lines: {
    lastEventId: string
    say: (text: string) => void
    cut: () => void
    isLeft: () => boolean
  }[] = []
  let isDown = false
  const stop = startLive(async (_endpoint, { lastEventId, signal }) => {
    if (isDown) throw new CallError({ code: 2003, status: 0 })
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined
    const body = new ReadableStream<Uint8Array>({
      start(one) {
        controller = one
      },
    })
    const encoder = new TextEncoder()
    lines.push({
      lastEventId,
      say: (text) => controller?.enqueue(encoder.encode(text)),
      cut: () => controller?.close(),
      isLeft: () => signal.aborted,
    })
    return body
  })
  return {
    lines,
    stop,
    line: () => {
      const newest = lines.at(-1)
      if (!newest) throw new Error('nobody listens')
      return newest
    },
    goDown: () => {
      isDown = true
    },
    comeBack: () => {
      isDown = false
    },
  }
}

const open = (id: number) => `event: open\nid: ${id}\ndata: {}\n\n`
const waiting = (id: number): LiveEvent => ({ kind: 'waiting', readings: id, messages: 0 })
const message = (id: number) => `id: ${id}\ndata: ${JSON.stringify({ event: waiting(id) })}\n\n`

/** Lets what was said arrive, without time passing. */
const settle = () => vi.advanceTimersByTimeAsync(0)

let server: ReturnType<typeof listenTo>
let heard: number[]
let gaps: number
let forget: (() => void)[]

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-05T07:02:00Z') })
  heard = []
  gaps = 0
  forget = [
    onLiveEvent(({ number }) => heard.push(number)),
    onLiveGap(() => {
      gaps++
    }),
  ]
  server = listenTo()
})

afterEach(() => {
  server.stop()
  for (const off of forget) off()
  callsLostSince.set(undefined)
  vi.useRealTimers()
})

test('hears every event, and comes back for the rest after the last one that it has', async () => {
  await settle()
  expect(liveStatus.get()).toBe('connecting')
  server.line().say(open(4) + message(5))
  // Bytes are cut anywhere.
  for (const piece of message(6).match(/.{1,7}/gs) ?? []) server.line().say(piece)
  await settle()
  expect(liveStatus.get()).toBe('live')
  server.line().cut()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(server.line().lastEventId).toBe('6')
  server.line().say(open(6) + message(7))
  await settle()
  expect(heard).toEqual([5, 6, 7])
  expect(gaps).toBe(1)
})

test('has an id to come back with though nothing happened', async () => {
  await settle()
  server.line().say(open(4))
  await settle()
  server.line().cut()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(server.line().lastEventId).toBe('4')
})

test('a line on which nothing comes for forty seconds is lost, since the last sign of life', async () => {
  await settle()
  server.line().say(open(1))
  await settle()
  const lastSign = Date.now()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(lostSince.get()).toBeUndefined()
  await vi.advanceTimersByTimeAsync(16_000)
  expect(server.lines[0]?.isLeft()).toBe(true)
  expect(liveStatus.get()).toBe('lost')
  expect(lostSince.get()).toBe(lastSign)
})

test('beats keep a quiet line alive', async () => {
  await settle()
  server.line().say(open(1))
  for (let beat = 0; beat < 8; beat++) {
    await vi.advanceTimersByTimeAsync(15_000)
    server.line().say('event: beat\ndata: {}\n\n')
  }
  await settle()
  expect(liveStatus.get()).toBe('live')
  expect(server.lines).toHaveLength(1)
})

test('tries less and less often, at most every half minute, and at once when the network is back', async () => {
  await settle()
  server.line().say(open(1))
  await settle()
  server.goDown()
  server.line().cut()
  await vi.advanceTimersByTimeAsync(5 * 60_000)
  expect(liveStatus.get()).toBe('lost')
  server.comeBack()
  expect(server.lines).toHaveLength(1)
  window.dispatchEvent(new Event('online'))
  await settle()
  expect(server.lines).toHaveLength(2)
  server.line().say(open(1))
  await settle()
  expect(lostSince.get()).toBeUndefined()
})

test('a call that succeeds brings the line back at once', async () => {
  server.goDown()
  await vi.advanceTimersByTimeAsync(3 * 60_000)
  noteCallFailed()
  server.comeBack()
  callsLostSince.set(undefined)
  await settle()
  expect(server.lines.length).toBeGreaterThan(0)
})

test('the notice says since when, by whichever way was lost first', () => {
  liveLostSince.set(2_000)
  callsLostSince.set(1_000)
  expect(lostSince.get()).toBe(1_000)
  callsLostSince.set(undefined)
  expect(lostSince.get()).toBe(2_000)
  liveLostSince.set(undefined)
  expect(lostSince.get()).toBeUndefined()
})

test('what was missed for good is told as a gap', async () => {
  await settle()
  server.line().say(open(4) + message(5))
  await settle()
  server.line().cut()
  await vi.advanceTimersByTimeAsync(2_000)
  server.line().say('event: reset\nid: 900\ndata: {}\n\n')
  await settle()
  expect(gaps).toBe(2)
  expect(eventsAfter(5)).toBeUndefined()
  expect(eventsAfter(900)).toEqual([])
})

test('an answer that was asked for before an event came is told what it missed', async () => {
  await settle()
  server.line().say(open(4) + message(5) + message(6))
  await settle()
  expect(eventsAfter(5)).toEqual([{ number: 6, event: waiting(6) }])
  expect(eventsAfter(3)).toBeUndefined()
})

test('a page that the browser puts aside hangs up, and hears what it missed when it is shown again', async () => {
  await settle()
  server.line().say(open(4) + message(5))
  await settle()
  window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
  expect(server.lines[0]?.isLeft()).toBe(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.lines).toHaveLength(1)
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  await settle()
  expect(server.line().lastEventId).toBe('5')
  server.line().say(open(5) + message(6))
  await settle()
  expect(heard).toEqual([5, 6])
  expect(gaps).toBe(1)
})
