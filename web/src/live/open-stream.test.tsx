import { afterEach, beforeEach, expect, test } from 'vitest'
import { malee, signInAs } from '../../test/render.tsx'
import { session } from '../session/session.ts'
import { startLiveStream } from './live.ts'

const network = globalThis.fetch
let streams: ReadableStreamDefaultController<Uint8Array>[]
let stop: () => void

beforeEach(() => {
  streams = []
  globalThis.fetch = async () => {
    const body = new ReadableStream<Uint8Array>({ start: (stream) => void streams.push(stream) })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }
  signInAs(malee)
  stop = startLiveStream()
})

afterEach(() => {
  stop()
  session.endByChoice()
  globalThis.fetch = network
})

/** The server ends the first stream, as it does when the session of the stream has ended. */
async function endSession() {
  await expect.poll(() => streams.length).toBe(1)
  streams[0]?.enqueue(new TextEncoder().encode('event: session-ended\ndata: {}\n\n'))
  streams[0]?.close()
}

test('a stream whose session has ended ends the session', async () => {
  await endSession()
  await expect.poll(() => session.get()).toBeUndefined()
})

test('the end of a session leaves one alone that was opened meanwhile, and the stream goes on under it', async () => {
  await expect.poll(() => streams.length).toBe(1)
  signInAs({ ...malee, server_token: 'another-token' })
  await endSession()
  await expect.poll(() => streams.length).toBe(2)
  expect(session.get()?.server_token).toBe('another-token')
})
