import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { createApp } from './app.ts'
import { findJumpWhileStopped, recordClockJump } from './bedside/intake/clock-jumps.ts'
import { IntakeQueue } from './bedside/intake/intake-queue.ts'
import { chooseListenHost, formatLocalUrl, readConfig } from './config.ts'
import { toLoggable } from './core/failure.ts'
import { runJobs, startSchedule } from './core/schedule.ts'
import { builtScreens } from './http/screens.ts'
import { LineLogin } from './identity/line-login.ts'
import { SecretBox } from './identity/secret-box.ts'
import { jobs, listeningJobs, slowJobs } from './jobs.ts'
import { startMqtt } from './mqtt/start.ts'
import { createEmailChannel } from './notify/channels/email.ts'
import { createLineChannel } from './notify/channels/line.ts'
import { createWebhookChannel } from './notify/channels/webhook.ts'
import { startDelivery } from './notify/deliver.ts'
import { getPanelSecret, openConfiguredDatabase } from './open-database.ts'
import { isDemo, prepareDatabase } from './prepare-database.ts'
import { type ClockJump, ClockJumpDetector } from './process/clock-jump-detector.ts'
import { closeParts } from './process/close-parts.ts'
import { fitConnections, readMaxOpenFiles } from './process/connection-limits.ts'
import { getListeningPort } from './process/listening-port.ts'
import { version } from './process/version.ts'
import { startSimulator } from './simulator/demo.ts'

const config = readConfig(process.env)
const log = pino({ level: config.logLevel })
const say = (message: string) => log.info(message)
const clock = () => new Date()
const clockJumpDetector = new ClockJumpDetector(clock, () => performance.now())
const jobsEveryMs = 5_000
/** Readings that arrive before a jump of the clock is noticed get the wrong time. */
const clockEveryMs = 1_000
const alarmChannels = [
  ...(config.alarmWebhook ? [createWebhookChannel(config.alarmWebhook)] : []),
  ...(config.lineMessages ? [createLineChannel({ ...config.lineMessages, clock })] : []),
]
const channels = alarmChannels.map(({ name }) => name)

const connectionLimits = fitConnections(
  { http: config.httpConnections, mqtt: config.mqttConnections },
  { openFiles: readMaxOpenFiles(), databaseConnections: config.connections },
)

const database = await openConfiguredDatabase(config, say)
await prepareDatabase(database.root, { demo: config.demo, now: clock().toISOString(), log: say })
const noteClockJump = async (jump: ClockJump) => {
  clockJumpDetector.note(jump)
  log.error({ clock_jump: { at: new Date(jump.at).toISOString(), by_ms: Math.round(jump.byMs) } })
  await recordClockJump(database.root, jump)
}
// Before the first reading is taken in: a hand-over that seems to lie ahead would give it to the former wearer.
const earlierJump = await findJumpWhileStopped(database.root, clock, () => sleep(2 * jobsEveryMs))
if (earlierJump) await noteClockJump(earlierJump)
const secret = await getPanelSecret(config)
const intake = new IntakeQueue({
  root: database.root,
  clock,
  channels,
  log: (what) => log.error(what),
})
const app = await createApp({
  intake,
  root: database.root,
  listenUrl: database.listenUrl,
  clock,
  log,
  sessionIdleMs: config.sessionIdleMs,
  sessionMaxMs: config.sessionMaxMs,
  callsPerMinute: config.callsPerMinute,
  trustedProxies: config.trustedProxies,
  mostConnections: connectionLimits.http,
  channels,
  sendsMail: config.mail !== undefined,
  clockJumpDetector,
  publicUrl: config.publicUrl,
  secretBox: secret === undefined ? undefined : new SecretBox(secret),
  ...(config.lineLogin && { line: new LineLogin(config.lineLogin) }),
  ...(existsSync(builtScreens) ? { webFolder: builtScreens } : {}),
})
const hasDemo = await isDemo(database.root)
const host = chooseListenHost(config, hasDemo)
await app.listen({ port: config.port, host })

const mqtt = await startMqtt({
  queue: intake,
  root: database.root,
  clock,
  log: (what) => log.error(what),
  url: config.mqttUrl,
  hospital: config.mqttHospital,
  port: config.mqttPort,
  host,
  mostConnections: connectionLimits.mqtt,
})
const simulator =
  hasDemo && config.simulate && mqtt.port
    ? startSimulator({
        root: database.root,
        clock,
        port: mqtt.port,
        panelUrl: formatLocalUrl(host, config.port),
        log: (what) => log.error(what),
      })
    : undefined
const startJobs = async () => {
  // Before the simulated devices are connected, the panel would report them as silent.
  await simulator?.ready
  const scheduled = { root: database.root, clock, channels, log: (what: object) => log.error(what) }
  await runJobs({ ...scheduled, jobs: listeningJobs })
  return [
    startSchedule({ ...scheduled, jobs: listeningJobs }, jobsEveryMs),
    startSchedule({ ...scheduled, jobs }, jobsEveryMs),
    startSchedule({ ...scheduled, jobs: slowJobs }, 60_000),
  ]
}
const jobsStarted = startJobs()
const clockTimer = setInterval(() => {
  const jump = clockJumpDetector.detect()
  if (jump) noteClockJump(jump).catch((error: unknown) => log.error({ error: toLoggable(error) }))
}, clockEveryMs)
const mail = config.mail ? [createEmailChannel({ ...config.mail, root: database.root, clock })] : []
const stopDelivery = startDelivery(
  { root: database.root, clock, channels: [...alarmChannels, ...mail], log: (what) => log.error(what) },
  5_000,
)

/** How long each part may take to close; the embedded database writes its memory to disk. */
const [patienceMs, databasePatienceMs] = [10_000, 60_000]

let isClosing = false
const close = async () => {
  if (isClosing) return
  isClosing = true
  const left = await closeParts(
    [
      { name: 'the simulator', close: async () => simulator?.close() },
      { name: 'the watch over the clock', close: async () => clearInterval(clockTimer) },
      { name: 'the jobs', close: async () => Promise.all((await jobsStarted).map((stop) => stop())) },
      { name: 'the delivery of messages', close: stopDelivery },
      // No call sends readings any more when the intake waits for the last ones.
      { name: 'the calls', close: () => app.close() },
      { name: 'the devices by MQTT', close: mqtt.close },
      { name: 'the database', close: database.close, patienceMs: databasePatienceMs },
    ],
    { patienceMs, say: console.error },
  )
  if (left.length > 0) process.exit(1)
  const stillThere = () => {
    console.error(
      `Something that was not closed keeps running: ${process.getActiveResourcesInfo().join(', ')}.`,
    )
    process.exit(1)
  }
  setTimeout(stillThere, patienceMs).unref()
}
process.on('SIGINT', () => void close())
process.on('SIGTERM', () => void close())

const port = getListeningPort(app.server)
console.log(`Medical & Staff PANEL ${version}  ${formatLocalUrl(host, port)}`)
if (mqtt.port) console.log(`Devices by MQTT at port ${mqtt.port}`)
else if (!config.mqttUrl && config.mqttPort > 0)
  console.error(`Port ${config.mqttPort} is taken: no device is heard by MQTT. Set MQTT_PORT, or MQTT_URL.`)
if (secret === undefined)
  console.error('Nobody can use an authenticator app to sign in: that needs PANEL_SECRET.')
if (hasDemo) {
  console.log(`
  Demo hospital. Password of all: panel-demo
    Admin      admin@demo.hospital
    Doctor     doctor@demo.hospital
    Nurse      nurse@demo.hospital
    Paramedic  paramedic@demo.hospital  (forms only)
`)
  if (!config.host)
    console.log(
      '  This machine alone reaches it, since everybody knows these passwords. HOST=0.0.0.0 opens it.\n',
    )
}

await jobsStarted
