import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify'
import type { Logger } from 'pino'
import { Failure, toFailure, toLoggable } from '../core/failure.ts'
import { refuseBrokenCall, sendFailure, toTransportFailure } from './reply.ts'

type ServerOptions = {
  log: Logger
  /** The number of trusted proxies in front, for the caller's IP address. */
  trustedProxies: number
  /** How long a caller may take to send a call, including forms and files. */
  bodyTimeoutMs: number
}

/** How long a caller may take to send the headers of a call. */
const headTimeoutMs = 10_000
/** How much longer than that, or than `bodyTimeoutMs`, a slow call may hold its connection at most. */
const readinessTimeoutMs = 5_000

/** A server without routes: it logs each call, and answers in the envelope of the contract whatever goes wrong. */
export function createServer({ log, trustedProxies, bodyTimeoutMs }: ServerOptions): FastifyInstance {
  /** Connections whose caller was answered while still sending. */
  const answeredEarly = new WeakSet<object>()
  const app = fastify({
    loggerInstance: log,
    // Fastify's own log lines contain IP addresses and whole URLs; ours, below, do not.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: (_address: string, hop: number) => hop < trustedProxies,
    bodyLimit: 1024 * 1024,
    requestTimeout: bodyTimeoutMs,
    http: {
      // Calls without a host header, or with an unknown expectation, are answered like any other, in the envelope.
      requireHostHeader: false,
      // If `headersTimeout` were the longer one, Node would swap the two.
      headersTimeout: Math.min(headTimeoutMs, bodyTimeoutMs),
      connectionsCheckingInterval: Math.min(readinessTimeoutMs, bodyTimeoutMs),
    },
    clientErrorHandler: (error, socket) => refuseBrokenCall(error, socket, answeredEarly.has(socket)),
    return503OnClosing: true,
    frameworkErrors: (_error, _request, reply) => sendFailure(reply, new Failure('no-such-call')),
    routerOptions: { ignoreTrailingSlash: true },
  }) as unknown as FastifyInstance
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.server.on('connect', (_request, socket) => refuseBrokenCall({}, socket, false))
  app.addHook('onRequest', async (request) => void answeredEarly.delete(request.raw.socket))
  app.addHook('onResponse', async (request, reply) => {
    if (!request.raw.complete) answeredEarly.add(request.raw.socket)
    request.log.info({
      request: request.id,
      method: request.method,
      route: request.routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    })
  })
  app.setErrorHandler((error, request, reply) => {
    const failure = toFailure(error) ?? toTransportFailure(error)
    if (!failure) {
      const level = hasHungUp(reply, error) ? 'info' : 'error'
      request.log[level]({ request: request.id, route: request.routeOptions.url, error: toLoggable(error) })
    }
    return sendFailure(reply, failure ?? new Failure('failed'))
  })
  return app
}

/** Whether the caller left before the first byte of a reply that is compressed while it is sent. */
function hasHungUp(reply: FastifyReply, error: unknown): boolean {
  return reply.raw.destroyed && (error as { code?: unknown }).code === 'ERR_STREAM_PREMATURE_CLOSE'
}

/** Compresses replies, reads forms, and refuses what is sent compressed. */
export async function acceptBodies(app: FastifyInstance): Promise<void> {
  // Checked before the body is read: no caller of the panel encodes one, and an encoded form was never answered.
  app.addHook('onRequest', async (request) => {
    const encodings = (request.headers['content-encoding'] ?? '').split(',')
    if (encodings.some((encoding) => !/^\s*(identity)?\s*$/i.test(encoding)))
      throw new Failure('unsupported-type')
  })
  await app.register(compress, {
    threshold: 2_048,
    encodings: ['gzip'],
    // More than that makes a board a fifth smaller and takes twice as long. Screens are compressed when they are built.
    zlibOptions: { level: 1 },
    globalDecompression: false,
  })
  await app.register(multipart, {
    limits: { fileSize: 8 * 1024 * 1024, files: 1, fields: 200, fieldSize: 256 * 1024 },
  })
}
