import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import fastifyStatic from '@fastify/static'
import { contract, type Endpoint, monitoring, toOpenApi } from 'contract'
import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { CompiledQuery } from 'kysely'
import type { Logger } from 'pino'
import { compile } from 'zod/mini'
import type { IntakeQueue } from './bedside/intake/intake-queue.ts'
import type { ClockJumpDetector } from './core/clock-jump-detector.ts'
import { limitConnections } from './core/connection-limits.ts'
import { Failure, toFailure, toLoggable } from './core/failure.ts'
import { formatIso } from './core/time.ts'
import { version } from './core/version.ts'
import { inHospital, type Root } from './db/database.ts'
import { accountHandlers } from './features/account/handlers.ts'
import { alarmHandlers } from './features/alarms/handlers.ts'
import { auditHandlers } from './features/audit/handlers.ts'
import { deviceHandlers } from './features/devices/handlers.ts'
import { groupHandlers } from './features/groups/handlers.ts'
import { hospitalHandlers } from './features/hospitals/handlers.ts'
import { ingestHandlers } from './features/ingest/handlers.ts'
import { lineHandlers } from './features/line/handlers.ts'
import { monitoringHandlers } from './features/monitoring/handlers.ts'
import { passwordLinkHandlers } from './features/password-links/handlers.ts'
import { patientHandlers } from './features/patients/handlers.ts'
import { permissionHandlers } from './features/permissions/handlers.ts'
import { readingHandlers } from './features/readings/handlers.ts'
import { referenceHandlers } from './features/reference/handlers.ts'
import { secondFactorHandlers } from './features/second-factor/handlers.ts'
import { signInHandlers } from './features/sign-in/handlers.ts'
import { spo2ScaleHandlers } from './features/spo2-scale/handlers.ts'
import { thresholdHandlers } from './features/thresholds/handlers.ts'
import { userHandlers } from './features/users/handlers.ts'
import { walletHandlers } from './features/wallet/handlers.ts'
import { renderApiPage } from './http/api-page.ts'
import { readIpAddress } from './http/call.ts'
import type { Handlers } from './http/handler.ts'
import { mount } from './http/mount.ts'
import { rejectWhenBusy } from './http/overload.ts'
import { refuseBrokenCall, sendFailure, toTransportFailure } from './http/reply.ts'
import { TileOrigins } from './http/tile-origins.ts'
import type { LineLogin } from './identity/line-login.ts'
import type { SecretBox } from './identity/secret-box.ts'
import { hashToken, parseBearerToken } from './identity/session.ts'
import { Live } from './live/live.ts'
import { OpenStreams, type StreamLimits, standardStreamLimits } from './live/open-streams.ts'

export type AppOptions = {
  root: Root
  /**
   * The URL of the same database without a pooler that blocks notifications; it receives the notifications of other
   * nodes.
   */
  listenUrl: string
  clock: () => Date
  log: Logger
  /** Ingests the readings of senders. */
  intake: IntakeQueue
  /** The channels that notify of alarms outside the panel, by name. */
  channels?: readonly string[]
  /** Sign-in with LINE; without it the screens show nothing of LINE. */
  line?: LineLogin
  sessionIdleMs?: number
  sessionMaxMs?: number
  /** Calls per minute that one session, or one IP address without a session, may make; 0 lifts all such limits. */
  callsPerMinute?: number
  /** The number of trusted proxies in front, for the caller's IP address. */
  trustedProxies?: number
  /** How long a caller may take to send a call, including forms and files. */
  bodyTimeoutMs?: number
  /** Connections that all callers together may have. */
  mostConnections?: number
  /** Has recorded jumps of the clock since the start. */
  clockJumpDetector?: ClockJumpDetector
  /** How late the event loop may be before calls are refused; 0 lifts the limit. */
  busyAfterMs?: number
  /** Whether the panel can send e-mails. */
  sendsMail?: boolean
  /** The only origin of the panel for browsers; without it, any origin by which they call it. */
  publicUrl?: string | undefined
  /** Without it nobody can add an authenticator app, or sign in with one. */
  secretBox?: SecretBox | undefined
  /** How often a stream sends a heartbeat. */
  heartbeatMs?: number
  /** How many streams this node allows at once. */
  streamLimits?: StreamLimits
  /** Folder of the built screens; without it the API is served alone. */
  webFolder?: string
}

type AllHandlers = { [Group in keyof typeof contract]: Handlers<(typeof contract)[Group]> }

const createHandlers = ({ line, intake }: AppOptions): AllHandlers => ({
  signIn: signInHandlers,
  hospitals: hospitalHandlers,
  patients: patientHandlers,
  reference: referenceHandlers,
  monitoring: monitoringHandlers,
  readings: readingHandlers,
  devices: deviceHandlers,
  alarms: alarmHandlers,
  spo2Scale: spo2ScaleHandlers,
  thresholds: thresholdHandlers,
  ingest: ingestHandlers(intake),
  audit: auditHandlers,
  groups: groupHandlers,
  secondFactor: secondFactorHandlers,
  users: userHandlers({ hasLine: line !== undefined }),
  permissions: permissionHandlers,
  account: accountHandlers,
  passwordLinks: passwordLinkHandlers,
  line: lineHandlers(line),
  wallet: walletHandlers,
})

const minute = 60_000
/** How long a caller may take to send the headers of a call. */
const headTimeoutMs = 10_000
/** How much longer than that, or than `bodyTimeoutMs`, a slow call may hold its connection at most. */
const readinessTimeoutMs = 5_000
/** Calls per minute that one IP address may make with unknown tokens. */
const guessesPerMinute = 60
const noHospitalId = '00000000-0000-0000-0000-000000000000'

const openPaths = new Set<string | undefined>(
  Object.values(contract).flatMap((group) =>
    Object.values<Endpoint>(group).flatMap(({ access, path }) => (access === 'public' ? [path] : [])),
  ),
)

/** Routes whose GET does not count as a call: the files of the screens, unknown paths, and the health checks. */
const unlimitedPaths = new Set<string | undefined>(['/*', undefined, '/healthz', '/readyz'])

/** One caller's addresses: with IPv6 the whole /64 that one connection usually has. */
function computeNetwork(request: FastifyRequest): string {
  return normalizeIP(readIpAddress(request))
}

/** The whole server, not yet listening. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { root, clock, log, callsPerMinute = 1200, trustedProxies = 0 } = options
  const { sessionIdleMs = 60 * minute, sessionMaxMs = 12 * 60 * minute, bodyTimeoutMs = minute } = options
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

  const tileOrigins = new TileOrigins(root, clock)
  app.addHook('onRequest', async (request) => {
    if (!isPage(request)) return
    await tileOrigins
      .refresh()
      .catch((error: unknown) => log.error({ request: request.id, error: toLoggable(error) }))
  })
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // Mantine and the progress bar set styles on elements.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'blob:', 'data:', () => tileOrigins.sources],
        fontSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
  })
  const { busyAfterMs = 2_000, mostConnections = Infinity } = options
  if (busyAfterMs > 0) rejectWhenBusy(app, busyAfterMs)
  limitConnections(app.server, mostConnections, () => log.warn('no connection is left for callers'))
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.server.on('connect', (_request, socket) => refuseBrokenCall({}, socket, false))
  // Checked before the body is read: no caller of the panel encodes one, and an encoded form was never answered.
  app.addHook('onRequest', async (request) => {
    answeredEarly.delete(request.raw.socket)
    const encodings = (request.headers['content-encoding'] ?? '').split(',')
    if (encodings.some((encoding) => !/^\s*(identity)?\s*$/i.test(encoding)))
      throw new Failure('unsupported-type')
  })
  await app.register(compress, { threshold: 2_048, encodings: ['gzip'], globalDecompression: false })
  await app.register(multipart, {
    limits: { fileSize: 8 * 1024 * 1024, files: 1, fields: 200, fieldSize: 256 * 1024 },
  })
  let isGuessing = async (_request: FastifyRequest) => false
  if (callsPerMinute > 0) {
    await app.register(rateLimit, {
      max: callsPerMinute,
      timeWindow: minute,
      // Screens and pictures of the panel itself do not count as calls, and health checks come often.
      allowList: ({ method, routeOptions }) => method === 'GET' && unlimitedPaths.has(routeOptions.url),
      // Nobody escapes the limit of an IP address by sending an invented token to a call that needs none, nor that of a
      // session by spelling its token in another way. A digest is short and cannot look like an IP address.
      keyGenerator(request) {
        const token = openPaths.has(request.routeOptions.url)
          ? undefined
          : parseBearerToken(request.headers.authorization)
        return token === undefined ? computeNetwork(request) : hashToken(token).toString('base64')
      },
    })
    const noteGuess = app.createRateLimit({
      max: guessesPerMinute,
      timeWindow: minute,
      allowList: [],
      keyGenerator: computeNetwork,
    })
    isGuessing = async (request) => {
      const count = await noteGuess(request)
      return !count.isAllowed && count.isExceeded
    }
  }

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
    if (!failure)
      request.log.error({ request: request.id, route: request.routeOptions.url, error: toLoggable(error) })
    return sendFailure(reply, failure ?? new Failure('failed'))
  })

  const reply = compile(monitoring.live.reply)
  const live = new Live({
    root,
    url: options.listenUrl,
    format: (number, event) => `id: ${number}\ndata: ${JSON.stringify(reply.parse({ event }))}\n\n`,
    log: (message) => log.warn(message),
  })
  app.addHook('onReady', () => live.open())
  app.addHook('preClose', () => live.close())

  const services = {
    root,
    clock,
    sessionIdleMs,
    sessionMaxMs,
    isGuessing,
    live,
    streams: new OpenStreams(options.streamLimits ?? standardStreamLimits),
    channels: options.channels ?? [],
    publicUrl: options.publicUrl,
    secretBox: options.secretBox,
    sendsMail: options.sendsMail ?? false,
    heartbeatMs: options.heartbeatMs ?? 15_000,
  }
  const handlers = createHandlers(options)
  for (const [name, group] of Object.entries(contract)) {
    mount(app, services, { name, group }, handlers[name as keyof typeof contract])
  }

  let document: object | undefined
  const page = renderApiPage(contract, version)
  app.get('/openapi.json', () => {
    document ??= toOpenApi(contract, version)
    return document
  })
  app.get('/api', (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
  app.get('/healthz', () => {
    const jump = options.clockJumpDetector?.last
    if (!jump) return { status: 'ok' }
    return { status: 'ok', clock_jump: { at: formatIso(jump.at), by_seconds: Math.round(jump.byMs / 1000) } }
  })
  app.get('/readyz', async (_request, reply) => {
    try {
      // Like a call: a node that may not act as the role of the calls is not ready.
      await inHospital(root, noHospitalId, (tx) => tx.executeQuery(CompiledQuery.raw('select 1')))
      return { status: 'ready' }
    } catch {
      return reply.code(503).send({ status: 'no database' })
    }
  })

  await app.register((screens) => serveScreens(screens, options.webFolder))
  return app
}

/** Whether a browser asks for a page, and not for a part of it or for an answer to a call. */
function isPage({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && (headers.accept ?? '').includes('text/html')
}

/** Screens are files; a path that is neither a file nor a call is for the screens to route. */
async function serveScreens(app: FastifyInstance, folder: string | undefined): Promise<void> {
  if (folder) {
    // What serves files refuses impossible paths in ways of its own; they get the usual answer instead.
    app.setErrorHandler((error, _request, reply) => {
      if (!toTransportFailure(error)) throw error
      reply.callNotFound()
    })
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      cacheControl: false,
      setHeaders(reply, path) {
        const isHashed = path.includes('/assets/')
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    if (folder && isPage(request)) return reply.header('cache-control', 'no-cache').sendFile('index.html')
    return sendFailure(reply, new Failure('no-such-call'))
  })
}

/** Where `npm run build` puts the screens. */
export const builtScreens = fileURLToPath(new URL('../../web/dist/', import.meta.url))
