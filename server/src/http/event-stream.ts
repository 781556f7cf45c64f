import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { Failure } from '../core/failure.ts'
import { getSessionState } from '../identity/session.ts'
import { type Call, requireActor } from './call.ts'
import type { StreamReply } from './handler.ts'

/** A subscriber with more unread bytes than this is disconnected; it reconnects and gets the rest. */
const maxUnreadBytes = 1024 * 1024

/** Sends server-sent events until the caller hangs up or reads too slowly, or the session ends. */
export async function sendEventStream(call: Call, { kinds, show }: StreamReply): Promise<FastifyReply> {
  const { reply, live } = call
  const { raw } = reply
  const actor = requireActor(call)
  const leavePlace = takePlace(call)
  reply.hijack()
  // If the caller hung up already, `close` does not come again, and nothing would end what is begun below.
  if (raw.destroyed) {
    leavePlace()
    return reply
  }
  const closed = new Promise<void>((resolve) => raw.once('close', resolve))
  writeHead(reply)
  const heartbeat = setInterval(() => void checkSession(call), call.heartbeatMs)
  try {
    const unsubscribe = await live.subscribe({
      hospitalId: actor.hospitalId,
      staffId: actor._id,
      kinds,
      show,
      after: readLastEventId(call),
      send: (message) => sendMessage(raw, message),
      read: async () => {
        if (raw.writableNeedDrain) await Promise.race([once(raw, 'drain'), closed])
      },
      check: async () => {
        const state = await checkSession(call)
        if (state === 'unknown') raw.destroy()
        return state === 'same'
      },
      drop: () => raw.destroy(),
    })
    await closed
    unsubscribe()
  } finally {
    clearInterval(heartbeat)
  }
  return reply
}

/** Registers the stream until it closes, or until the returned function is called; throws if the node has no place. */
function takePlace(call: Call): () => void {
  const { tokenHash, _id: staffId } = requireActor(call)
  const { raw } = call.reply
  const leavePlace = call.streams.open({
    session: tokenHash.toString('base64'),
    staffId,
    end: () => raw.destroy(),
  })
  if (!leavePlace) throw new Failure('busy')
  raw.once('close', leavePlace)
  return leavePlace
}

function writeHead(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  reply.raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
  })
}

/** The last event that a reconnecting caller has. */
function readLastEventId({ request }: Call): number | undefined {
  const sent = request.headers['last-event-id']
  const number = Number(sent)
  return sent && Number.isSafeInteger(number) ? number : undefined
}

/**
 * Returns whether there is room for more. Bytes unread from before count, not those of this message: a burst does not
 * disconnect a subscriber that keeps up.
 */
function sendMessage(raw: ServerResponse, message: string): boolean {
  if (raw.writableEnded || raw.destroyed || raw.writableLength > maxUnreadBytes) return false
  raw.write(message)
  return true
}

/** Sends a heartbeat if the session and its permissions are as they were; ends the stream if they are not. */
async function checkSession(call: Call): Promise<'same' | 'changed' | 'ended' | 'unknown'> {
  const { raw } = call.reply
  const state = await getSessionState(call.root, requireActor(call), call.clock(), call).catch(
    () => 'unknown' as const,
  )
  if (raw.writableEnded || raw.destroyed) return 'ended'
  if (state === 'same' || state === 'unknown') raw.write('event: beat\ndata: {}\n\n')
  else if (state === 'ended') raw.end('event: session-ended\ndata: {}\n\n')
  // The subscriber reconnects at once, with its new permissions.
  else raw.end()
  return state
}
