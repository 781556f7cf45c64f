import type { LiveEvent } from 'contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStreamEvent } from '../../test/event-stream.ts'
import { callsLostAt, connectionLostAt, noteCallFailed, streamLostAt } from '../api/connection.ts'
import { listMissedEvents, liveStatus, onLiveEvent, onLiveGap, startLiveStream } from './live.ts'
import type { StreamMessage } from './stream.ts'

type Connection = {
  after: number | undefined
  say: (...messages: StreamMessage[]) => void
  cut: () => void
  isLeft: () => boolean
}

/** A server whose messages the test sends, on as many streams as are opened. */
function fakeServer() {
  const connections: Connection[] = []
  let isDown = false
  const stop = startLiveStream(async (_endpoint, { after, signal, onMessage }) => {
    if (isDown) return
    await new Promise<void>((cut) => {
      signal.addEventListener('abort', () => cut())
      const say = (...messages: StreamMessage[]) => messages.forEach((message) => onMessage(message))
      connections.push({ after, say, cut, isLeft: () => signal.aborted })
    })
  })
  return {
    connections,
    stop,
    connection: () => {
      const newest = connections.at(-1)
      if (!newest) throw new Error('no stream is open')
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

const open = (number: number): StreamMessage => ({ kind: 'open', number })
const waiting = (readings: number): LiveEvent => ({ kind: 'waiting', readings, messages: 0 })
const message = (number: number) => createStreamEvent(number, waiting(number))

/** Delivers what was sent, without time passing. */
const settle = () => vi.advanceTimersByTimeAsync(0)

let server: ReturnType<typeof fakeServer>
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
  server = fakeServer()
})

afterEach(() => {
  server.stop()
  for (const off of forget) off()
  callsLostAt.set(undefined)
  vi.useRealTimers()
})

test('receives every event, and resumes after the last event received', async () => {
  await settle()
  expect(liveStatus.get()).toBe('connecting')
  server.connection().say(open(4), message(5), message(6))
  await settle()
  expect(liveStatus.get()).toBe('live')
  server.connection().cut()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(server.connection().after).toBe(6)
  server.connection().say(open(6), message(7))
  await settle()
  expect(heard).toEqual([5, 6, 7])
  expect(gaps).toBe(1)
})

test('a stream has an id to resume from even if no event happened', async () => {
  await settle()
  server.connection().say(open(4))
  await settle()
  server.connection().cut()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(server.connection().after).toBe(4)
})

test('a stream without data for forty seconds is lost, since the last data received', async () => {
  await settle()
  server.connection().say(open(1))
  await settle()
  const lastSign = Date.now()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(connectionLostAt.get()).toBeUndefined()
  await vi.advanceTimersByTimeAsync(16_000)
  expect(server.connections[0]?.isLeft()).toBe(true)
  expect(liveStatus.get()).toBe('lost')
  expect(connectionLostAt.get()).toBe(lastSign)
})

test('heartbeats keep a quiet stream alive', async () => {
  await settle()
  server.connection().say(open(1))
  for (let beat = 0; beat < 8; beat++) {
    await vi.advanceTimersByTimeAsync(15_000)
    server.connection().say({ kind: 'beat' })
  }
  await settle()
  expect(liveStatus.get()).toBe('live')
  expect(server.connections).toHaveLength(1)
})

test('retries at growing intervals, at most every half minute, and at once when the network is back', async () => {
  await settle()
  server.connection().say(open(1))
  await settle()
  server.goDown()
  server.connection().cut()
  await vi.advanceTimersByTimeAsync(5 * 60_000)
  expect(liveStatus.get()).toBe('lost')
  server.comeBack()
  expect(server.connections).toHaveLength(1)
  window.dispatchEvent(new Event('online'))
  await settle()
  expect(server.connections).toHaveLength(2)
  server.connection().say(open(1))
  await settle()
  expect(connectionLostAt.get()).toBeUndefined()
})

test('a successful call makes the stream reconnect at once', async () => {
  server.goDown()
  await vi.advanceTimersByTimeAsync(3 * 60_000)
  noteCallFailed()
  server.comeBack()
  callsLostAt.set(undefined)
  await settle()
  expect(server.connections.length).toBeGreaterThan(0)
})

test('the notice shows the earlier of the two times at which calls or the stream were lost', () => {
  streamLostAt.set(2_000)
  callsLostAt.set(1_000)
  expect(connectionLostAt.get()).toBe(1_000)
  callsLostAt.set(undefined)
  expect(connectionLostAt.get()).toBe(2_000)
  streamLostAt.set(undefined)
  expect(connectionLostAt.get()).toBeUndefined()
})

test('events that cannot be sent again are reported as a gap', async () => {
  await settle()
  server.connection().say(open(4), message(5))
  await settle()
  server.connection().cut()
  await vi.advanceTimersByTimeAsync(2_000)
  server.connection().say({ kind: 'reset', number: 900 })
  await settle()
  expect(gaps).toBe(2)
  expect(listMissedEvents(5)).toBeUndefined()
  expect(listMissedEvents(900)).toEqual([])
})

test('an answer requested before an event arrived can get the events it missed', async () => {
  await settle()
  server.connection().say(open(4), message(5), message(6))
  await settle()
  expect(listMissedEvents(5)).toEqual([{ number: 6, event: waiting(6) }])
  expect(listMissedEvents(3)).toBeUndefined()
})

test('a page in the back-forward cache closes its stream, and resumes it when it is shown again', async () => {
  await settle()
  server.connection().say(open(4), message(5))
  await settle()
  window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
  expect(server.connections[0]?.isLeft()).toBe(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.connections).toHaveLength(1)
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  await settle()
  expect(server.connection().after).toBe(5)
  server.connection().say(open(5), message(6))
  await settle()
  expect(heard).toEqual([5, 6])
  expect(gaps).toBe(1)
})

test('an event that the page does not understand is a gap in the middle of the stream', async () => {
  await settle()
  server.connection().say(open(4), message(5), { kind: 'reset', number: 6 }, message(7))
  expect(gaps).toBe(2)
  expect(heard).toEqual([5, 7])
  expect(listMissedEvents(5)).toBeUndefined()
  expect(listMissedEvents(6)).toEqual([{ number: 7, event: waiting(7) }])
  server.connection().cut()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(server.connection().after).toBe(7)
})
