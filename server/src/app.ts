import { contract, monitoring } from 'contract'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { compile } from 'zod/mini'
import type { IntakeQueue } from './bedside/intake/intake-queue.ts'
import type { Root } from './db/database.ts'
import { accountHandlers } from './features/account/handlers.ts'
import { admissionRequestHandlers } from './features/admission-requests/handlers.ts'
import { admissionHandlers } from './features/admissions/handlers.ts'
import { alarmHandlers } from './features/alarms/handlers.ts'
import { auditHandlers } from './features/audit/handlers.ts'
import { bedHandlers } from './features/beds/handlers.ts'
import { censusHandlers } from './features/census/handlers.ts'
import { deviceHandlers } from './features/devices/handlers.ts'
import { equipmentHandlers } from './features/equipment/handlers.ts'
import { erBoardHandlers } from './features/er-board/handlers.ts'
import { fleetHandlers } from './features/fleet/handlers.ts'
import { fluidHandlers } from './features/fluids/handlers.ts'
import {
  ambulanceReferralHandlers,
  ambulanceRequestHandlers,
  formDeliveryHandlers,
  formRecordHandlers,
  formSettingsHandlers,
  missionFollowUpHandlers,
  operationRecordHandlers,
  transportationTreatmentHandlers,
} from './features/forms/handlers.ts'
import { groupHandlers } from './features/groups/handlers.ts'
import { hospitalHandlers } from './features/hospitals/handlers.ts'
import { inboundHandlers } from './features/inbound/handlers.ts'
import { ingestHandlers } from './features/ingest/handlers.ts'
import { lineHandlers } from './features/line/handlers.ts'
import { missionReportHandlers } from './features/mission-reports/handlers.ts'
import { missionHandlers } from './features/missions/handlers.ts'
import { monitoringHandlers } from './features/monitoring/handlers.ts'
import { opdHandlers } from './features/opd/handlers.ts'
import { passwordLinkHandlers } from './features/password-links/handlers.ts'
import { patientHandlers } from './features/patients/handlers.ts'
import { permissionHandlers } from './features/permissions/handlers.ts'
import { readingHandlers } from './features/readings/handlers.ts'
import { referenceHandlers } from './features/reference/handlers.ts'
import { referralHandlers } from './features/referrals/handlers.ts'
import { roundHandlers } from './features/rounds/handlers.ts'
import { savedViewHandlers } from './features/saved-views/handlers.ts'
import { secondFactorHandlers } from './features/second-factor/handlers.ts'
import { signInHandlers } from './features/sign-in/handlers.ts'
import { spo2ScaleHandlers } from './features/spo2-scale/handlers.ts'
import { summaryHandlers } from './features/summary/handlers.ts'
import { thresholdHandlers } from './features/thresholds/handlers.ts'
import { triageHandlers } from './features/triage/handlers.ts'
import { userHandlers } from './features/users/handlers.ts'
import { visitHandlers } from './features/visits/handlers.ts'
import { walletHandlers } from './features/wallet/handlers.ts'
import { serveApiPage } from './http/api-page.ts'
import type { Services } from './http/call.ts'
import type { Handlers } from './http/handler.ts'
import { serveHealth } from './http/health.ts'
import { mount } from './http/mount.ts'
import { rejectWhenBusy } from './http/overload.ts'
import { limitRates } from './http/rate-limits.ts'
import { findFonts, serveScreens } from './http/screens.ts'
import { addSecurityHeaders } from './http/security-headers.ts'
import { acceptBodies, createServer } from './http/server.ts'
import type { LineLogin } from './identity/line-login.ts'
import type { SecretBox } from './identity/secret-box.ts'
import { Live } from './live/live.ts'
import { OpenStreams, type StreamLimits, standardStreamLimits } from './live/open-streams.ts'
import type { ClockJumpDetector } from './process/clock-jump-detector.ts'
import { limitConnections } from './process/connection-limits.ts'
import { version } from './process/version.ts'

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
  admissions: admissionHandlers,
  admissionRequests: admissionRequestHandlers,
  ambulanceRequests: ambulanceRequestHandlers,
  ambulanceReferrals: ambulanceReferralHandlers,
  formDelivery: formDeliveryHandlers,
  operationRecords: operationRecordHandlers,
  transportationTreatments: transportationTreatmentHandlers,
  formRecords: formRecordHandlers,
  formSettings: formSettingsHandlers,
  missions: missionHandlers,
  missionReports: missionReportHandlers,
  missionFollowUp: missionFollowUpHandlers,
  inbound: inboundHandlers,
  referrals: referralHandlers,
  equipment: equipmentHandlers,
  beds: bedHandlers,
  rounds: roundHandlers,
  census: censusHandlers,
  fluids: fluidHandlers,
  fleet: fleetHandlers,
  alarms: alarmHandlers,
  spo2Scale: spo2ScaleHandlers,
  summary: summaryHandlers,
  thresholds: thresholdHandlers,
  visits: visitHandlers,
  triage: triageHandlers,
  erBoard: erBoardHandlers,
  opd: opdHandlers,
  ingest: ingestHandlers(intake),
  audit: auditHandlers,
  groups: groupHandlers,
  secondFactor: secondFactorHandlers,
  users: userHandlers({ hasLine: line !== undefined }),
  permissions: permissionHandlers,
  account: accountHandlers,
  savedViews: savedViewHandlers,
  passwordLinks: passwordLinkHandlers,
  line: lineHandlers(line),
  wallet: walletHandlers,
})

const minute = 60_000

/** The whole server, not yet listening. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { root, clock, log, trustedProxies = 0, bodyTimeoutMs = minute } = options
  const { callsPerMinute = 1200, busyAfterMs = 2_000, mostConnections = Infinity } = options
  const app = createServer({ log, trustedProxies, bodyTimeoutMs })
  await addSecurityHeaders(app, root, clock)
  if (busyAfterMs > 0) rejectWhenBusy(app, busyAfterMs)
  limitConnections(app.server, mostConnections, () => log.warn('no connection is left for callers'))
  await acceptBodies(app)
  const isGuessing = await limitRates(app, callsPerMinute)
  const live = createLive(options)
  app.addHook('onReady', () => live.open())
  app.addHook('preClose', () => live.close())
  mountEndpoints(app, options, { isGuessing, live })
  serveApiPage(app, contract, { version, fonts: await findFonts(options.webFolder) })
  serveHealth(app, root, options.clockJumpDetector)
  await app.register((screens) => serveScreens(screens, options.webFolder))
  return app
}

function createLive({ root, listenUrl, log }: AppOptions): Live {
  const reply = compile(monitoring.live.reply)
  return new Live({
    root,
    url: listenUrl,
    format: (number, event) => `id: ${number}\ndata: ${JSON.stringify(reply.parse({ event }))}\n\n`,
    log: (message) => log.warn(message),
  })
}

function mountEndpoints(
  app: FastifyInstance,
  options: AppOptions,
  { isGuessing, live }: Pick<Services, 'isGuessing' | 'live'>,
): void {
  const services: Services = {
    root: options.root,
    clock: options.clock,
    sessionIdleMs: options.sessionIdleMs ?? 60 * minute,
    sessionMaxMs: options.sessionMaxMs ?? 12 * 60 * minute,
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
  for (const [name, group] of Object.entries(contract))
    mount(app, services, { name, group }, handlers[name as keyof typeof contract])
}
