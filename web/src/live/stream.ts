import { errorCodes, type LiveEvent, monitoring } from 'contract'
import type { EventSourceMessage } from 'eventsource-parser'

/** Request that opens the event stream. `after`: number of the newest event that the caller has. */
export type StreamRequest = { path: string; token: string | undefined; after: number | undefined }
/** Why the server opens no stream, or sends no more on one. */
export type StreamRefusal = { code: number; status: number }

export type NumberedEvent = { number: number; event: LiveEvent }

/**
 * What the stream says. `open`: every event after this number follows. `reset`: events up to this number were missed,
 * and everything shown from events must be requested again.
 */
export type StreamMessage =
  | { kind: 'open' | 'reset'; number: number }
  | ({ kind: 'event' } & NumberedEvent)
  | { kind: 'beat' }

/** The server sends a heartbeat every 15 seconds: the stream counts as lost after two missed ones and 10 s more. */
export const silenceLimitMs = 40_000
export const silenceCheckMs = 5_000

export async function requestStream(
  { path, token, after }: StreamRequest,
  signal: AbortSignal,
): Promise<{ body: ReadableStream<Uint8Array> } | { refusal: StreamRefusal }> {
  const response = await fetch(path, {
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(after !== undefined && { 'last-event-id': String(after) }),
    },
    cache: 'no-store',
    signal,
  })
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (isStream && response.body) return { body: response.body }
  const refused = (await response.json().catch(() => undefined)) as { error_code?: number } | undefined
  return { refusal: { code: refused?.error_code ?? 0, status: response.status } }
}

/** The refusal with which the server ends a stream whose session has ended. */
export function findRefusal({ event: name }: EventSourceMessage): StreamRefusal | undefined {
  return name === 'session-ended' ? { code: errorCodes[name], status: 200 } : undefined
}

/**
 * Checks what the server sent; after this, events are what their types say. During an update the server may be newer
 * than the page: an event that the page does not understand is a `reset`, so that nothing it changed stays out of date,
 * and a message of an unknown name is only a sign of life.
 */
export function decodeMessage({ event: name, id, data }: EventSourceMessage): StreamMessage {
  const number = Number(id)
  if (name === 'open' || name === 'reset') return { kind: name, number }
  if (name !== undefined) return { kind: 'beat' }
  const decoded = monitoring.live.reply.safeParse(parseJson(data))
  return decoded.success ? { kind: 'event', number, event: decoded.data.event } : { kind: 'reset', number }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
