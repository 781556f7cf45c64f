import { STATUS_CODES } from 'node:http'
import { type Duplex, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { type ErrorCode, errorCodes, successCodes, transportStatus } from 'contract'
import type { FastifyReply } from 'fastify'
import { Failure, toLoggable } from '../core/failure.ts'
import { createSemaphore } from '../core/semaphore.ts'
import { inHospital } from '../db/database.ts'
import { type Call, requireActor } from './call.ts'
import { sendEventStream } from './event-stream.ts'
import type { FileReply, StreamReply } from './handler.ts'

/** The answer in the envelope of the contract, without fields that its endpoint does not declare. */
export function buildAnswer({ endpoint, sent }: Call, result: unknown): unknown {
  if (endpoint.file || endpoint.stream) return result
  const showsToast = endpoint.success && sent?.['is_show_success_toast'] !== false
  return {
    success: true,
    ...(endpoint.success && showsToast ? { message: successCodes[endpoint.success] } : {}),
    ...endpoint.reply.parse(result),
  }
}

export function sendAnswer(call: Call, answer: unknown): unknown {
  if (call.endpoint.stream) return sendEventStream(call, answer as StreamReply)
  return call.endpoint.file ? sendFile(call, answer as FileReply) : answer
}

async function sendFile(call: Call, file: FileReply): Promise<FastifyReply> {
  const { reply, root } = call
  reply.type(file.type)
  reply.header('cache-control', file.isImmutable ? 'private, max-age=31536000, immutable' : 'no-store')
  if (file.name) reply.header('content-disposition', `attachment; filename="${file.name}"`)
  const { content } = file
  if (typeof content !== 'function') return reply.send(content)
  const { hospitalId } = requireActor(call)
  await limitFileStreams(() => inHospital(root, hospitalId, (tx) => sendPieces(reply, content(tx))))
  return reply
}

/** A file that is produced while it is sent holds a connection for as long as the caller takes to read it. */
const limitFileStreams = createSemaphore(2)
const patienceMs = 30_000

/** Ends if the caller hangs up, or reads nothing for too long: other calls need the connection. */
async function sendPieces(reply: FastifyReply, pieces: AsyncIterable<string>): Promise<void> {
  const { raw } = reply
  if (raw.destroyed) return
  const stream = Readable.from(pieces, { objectMode: false })
  const sent = finished(stream)
  raw.once('close', () => stream.destroy())
  const giveUp = () => raw.destroy()
  raw.setTimeout(patienceMs, giveUp)
  reply.send(stream)
  try {
    await sent
  } catch (error) {
    if (!raw.destroyed) throw error
  } finally {
    raw.removeListener('timeout', giveUp)
  }
}

/** A file that was sent in part must not look complete. */
export function abortReply({ action, request, reply }: Call, error: unknown): FastifyReply {
  request.log.error({ request: request.id, action, error: toLoggable(error) })
  reply.raw.destroy()
  return reply
}

export function sendFailure(reply: FastifyReply, failure: Failure): FastifyReply {
  return reply
    .code(transportStatus[failure.code] ?? 200)
    .type('application/json')
    .header('cache-control', 'no-store')
    .send({
      success: false,
      error_code: errorCodes[failure.code],
      ...(failure.fields ? { fields: failure.fields } : {}),
      ...(failure.detail === undefined ? {} : { detail: failure.detail }),
      request_id: reply.request.id,
    })
}

/** Fastify's own refusals, by their HTTP status. */
export function toTransportFailure(error: unknown): Failure | undefined {
  const { statusCode, code } = (error ?? {}) as { statusCode?: unknown; code?: unknown }
  if (statusCode === 404 || code === 'ENAMETOOLONG') return new Failure('no-such-call')
  if (statusCode === 413) return new Failure('too-large')
  if (statusCode === 415) return new Failure('unsupported-type')
  if (statusCode === 429) return new Failure('too-many-calls')
  if (statusCode === 503) return new Failure('busy')
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) return new Failure('invalid')
  return undefined
}

const brokenCalls: Record<string, { status: number; code: ErrorCode }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'too-slow' },
  HPE_HEADER_OVERFLOW: { status: 431, code: 'too-large' },
}

/**
 * Refuses what never became a whole call: it is not HTTP, or was not sent in time. With `isAnswered` the caller was
 * answered while still sending, and a second answer would count as that of the next call.
 */
export function refuseBrokenCall(error: { code?: string }, socket: Duplex, isAnswered: boolean): void {
  if (socket.writable && error.code !== 'ECONNRESET' && !isAnswered) {
    const { status, code } = brokenCalls[error.code ?? ''] ?? { status: 400, code: 'invalid' }
    const body = JSON.stringify({ success: false, error_code: errorCodes[code] })
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json',
      `content-length: ${body.length}`,
      'cache-control: no-store',
      'connection: close',
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
    return
  }
  socket.destroy()
}
