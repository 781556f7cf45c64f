import { resolve } from 'node:path'
import type { LineSettings } from './identity/line-login.ts'
import type { LineChannelOptions } from './notify/channels/line.ts'

export type Config = {
  port: number
  /** The host to listen on, if it is set; `chooseListenHost` has the default. */
  host: string | undefined
  dataDir: string
  databaseUrl: string | undefined
  /** The URL for notifications of other nodes, if the pooler at `databaseUrl` blocks them. */
  listenUrl: string | undefined
  /** Whether statements are prepared by name. */
  prepares: boolean
  demo: boolean
  simulate: boolean
  sessionIdleMs: number
  sessionMaxMs: number
  callsPerMinute: number
  trustedProxies: number
  connections: number
  /** Connections that callers may have, and devices by MQTT. */
  httpConnections: number
  mqttConnections: number
  mqttUrl: string | undefined
  mqttHospital: string | undefined
  mqttPort: number
  /** The webhook that gets alarms, and the secret that signs them. */
  alarmWebhook: { url: string; secret: string } | undefined
  /** Signing in with LINE, and linking an account with it. */
  lineLogin: LineSettings | undefined
  /** Alarm messages by LINE. */
  lineMessages: Omit<LineChannelOptions, 'clock'> | undefined
  /** How e-mails are sent, the sender, and the base URL of links in them. */
  mail: { smtpUrl: string; from: string; publicUrl: string } | undefined
  /** The only origin of the panel for browsers. */
  publicUrl: string | undefined
  /** Encrypts secrets that the database stores but must not reveal. */
  panelSecret: string | undefined
  logLevel: string
}

/** Settings from the environment; an invalid value ends the start and is named. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const number = (name: string, standard: number, min: number, max: number) => {
    const text = environment[name]
    if (text === undefined || text === '') return standard
    const value = Number(text)
    if (!Number.isInteger(value) || value < min || value > max) {
      throw new Error(`${name} is ${JSON.stringify(text)}; it must be a whole number from ${min} to ${max}`)
    }
    return value
  }
  const databaseUrl = environment['DATABASE_URL'] || undefined
  return {
    port: number('PORT', 8080, 0, 65_535),
    host: environment['HOST'] || undefined,
    dataDir: resolve(environment['DATA_DIR'] || 'data'),
    databaseUrl,
    listenUrl: environment['DATABASE_LISTEN_URL'] || undefined,
    prepares: environment['DATABASE_PREPARE'] !== '0',
    simulate: environment['SIMULATE'] !== '0',
    demo: databaseUrl === undefined && environment['DEMO'] !== '0',
    sessionIdleMs: number('SESSION_IDLE_MINUTES', 60, 1, 1440) * 60_000,
    sessionMaxMs: number('SESSION_MAX_HOURS', 12, 1, 168) * 3_600_000,
    callsPerMinute: number('CALLS_PER_MINUTE', 1200, 0, 1_000_000),
    trustedProxies: number('TRUSTED_PROXIES', 0, 0, 10),
    connections: number('DATABASE_CONNECTIONS', 10, 1, 100),
    httpConnections: number('HTTP_CONNECTIONS', 5_000, 1, 1_000_000),
    mqttConnections: number('MQTT_CONNECTIONS', 5_000, 1, 1_000_000),
    mqttUrl: environment['MQTT_URL'] || undefined,
    mqttHospital: environment['MQTT_HOSPITAL'] || undefined,
    mqttPort: number('MQTT_PORT', 1883, 0, 65_535),
    alarmWebhook: parseAlarmWebhook(environment),
    ...parseLineSettings(environment),
    mail: parseMailSettings(environment),
    publicUrl: parseOrigin('PUBLIC_URL', environment['PUBLIC_URL']),
    panelSecret: parsePanelSecret(environment['PANEL_SECRET']),
    logLevel: environment['LOG_LEVEL'] || 'warn',
  }
}

/** The passwords of the demo hospital are public: by default only this machine can reach it. */
export function chooseListenHost({ host }: Config, hasDemo: boolean): string {
  return host ?? (hasDemo ? '127.0.0.1' : '0.0.0.0')
}

/** The URL with which a browser on this machine opens a panel that listens on this host. */
export function formatLocalUrl(host: string, port: number): string {
  const isEverywhere = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host)
  return `http://${isEverywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`
}

function parseAlarmWebhook(environment: Record<string, string | undefined>): Config['alarmWebhook'] {
  const [url, secret] = [environment['ALARM_WEBHOOK_URL'], environment['ALARM_WEBHOOK_SECRET']]
  if (!url) return undefined
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new Error('ALARM_WEBHOOK_URL is no URL; it must begin with https:// or http://')
  if (!secret) throw new Error('ALARM_WEBHOOK_SECRET is missing; ALARM_WEBHOOK_URL needs it')
  return { url, secret }
}

const secretLength = 32

function parsePanelSecret(secret: string | undefined): string | undefined {
  if (!secret) return undefined
  if (secret.length < secretLength)
    throw new Error(`PANEL_SECRET is too short; it must have at least ${secretLength} random characters`)
  return secret
}

function parseMailSettings(environment: Record<string, string | undefined>): Config['mail'] {
  const [smtpUrl, from] = [environment['SMTP_URL'], environment['SMTP_FROM']]
  if (!smtpUrl) return undefined
  const { protocol, hostname } = URL.parse(smtpUrl) ?? {}
  if (!hostname || !/^smtps?:$/.test(protocol ?? ''))
    throw new Error('SMTP_URL is no URL; it must begin with smtps:// or smtp://')
  if (!from) throw new Error('SMTP_FROM is missing; SMTP_URL needs it')
  // Links in e-mails never depend on the host that a caller sends.
  const publicUrl = parseOrigin('PUBLIC_URL', environment['PUBLIC_URL'])
  if (!publicUrl) throw new Error('PUBLIC_URL is missing; SMTP_URL needs it')
  return { smtpUrl, from, publicUrl }
}

function parseLineSettings(
  environment: Record<string, string | undefined>,
): Pick<Config, 'lineLogin' | 'lineMessages'> {
  const [channelId, channelSecret] = [
    environment['LINE_LOGIN_CHANNEL_ID'],
    environment['LINE_LOGIN_CHANNEL_SECRET'],
  ]
  const accessToken = environment['LINE_MESSAGING_TOKEN']
  if (!channelId && !accessToken) return { lineLogin: undefined, lineMessages: undefined }
  if (!channelId) throw new Error('LINE_LOGIN_CHANNEL_ID is missing; LINE_MESSAGING_TOKEN needs it')
  if (!channelSecret) throw new Error('LINE_LOGIN_CHANNEL_SECRET is missing; LINE_LOGIN_CHANNEL_ID needs it')
  const publicUrl = parseOrigin('PUBLIC_URL', environment['PUBLIC_URL'])
  if (!publicUrl) throw new Error('PUBLIC_URL is missing; LINE_LOGIN_CHANNEL_ID needs it')
  return {
    lineLogin: {
      issuer: parseOrigin('LINE_LOGIN_ISSUER', environment['LINE_LOGIN_ISSUER']) ?? 'https://access.line.me',
      channelId,
      channelSecret,
      publicUrl,
    },
    lineMessages: accessToken
      ? {
          accessToken,
          url: parseOrigin('LINE_MESSAGING_URL', environment['LINE_MESSAGING_URL']),
          publicUrl,
        }
      : undefined,
  }
}

/** A URL without a path; plain HTTP only for this machine. */
function parseOrigin(name: string, text: string | undefined): string | undefined {
  if (!text) return undefined
  const url = URL.parse(text)
  const isLocal = url?.hostname === 'localhost' || url?.hostname === '127.0.0.1'
  const isFit = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal)
  if (!url || !isFit || url.pathname !== '/' || url.search || url.hash)
    throw new Error(
      `${name} is ${JSON.stringify(text)}; it must be a URL like https://panel.hospital.example`,
    )
  return url.origin
}
