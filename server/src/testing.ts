import { randomBytes } from 'node:crypto'
import {
  type Client,
  contract,
  createClient,
  type Endpoint,
  type SessionToken,
  type StaffTypeCode,
  signIn,
} from 'contract'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import pino from 'pino'
import { v7 as newId } from 'uuid'
import { createApp } from './app.ts'
import { IntakeQueue } from './bedside/intake/intake-queue.ts'
import { runJobs } from './core/schedule.ts'
import { acrossHospitals, openDatabase, type Root } from './db/database.ts'
import { demoPassword } from './demo/staff.ts'
import { LineLogin } from './identity/line-login.ts'
import { hashPassword } from './identity/password.ts'
import { SecretBox } from './identity/secret-box.ts'
import { openSession } from './identity/session.ts'
import { jobs } from './jobs.ts'
import type { StreamLimits } from './live/open-streams.ts'
import { getListeningPort } from './process/listening-port.ts'
import { staffTypeId } from './reference/staff-types.ts'

/** The time of every test, unless it moves the clock. */
export const testNow = '2026-11-05T07:32:00.000Z'

/** The secret of a test's panel. */
export const testSecret = 'the secret of panels that live as long as a test'

/** LINE for a panel that makes codes; no test calls LINE itself. */
export const testLine = new LineLogin({
  issuer: 'https://line.test',
  channelId: '1',
  channelSecret: 'secret',
  publicUrl: 'https://panel.test',
})

export { demoPassword }
export const demoUsers = {
  admin: 'admin@demo.hospital',
  doctor: 'doctor@demo.hospital',
  nurse: 'nurse@demo.hospital',
  paramedic: 'paramedic@demo.hospital',
} as const
export type DemoUser = keyof typeof demoUsers

/**
 * A password as it is stored, at the lowest cost at which it can be verified: tests sign in more than a thousand times.
 */
export const hashTestPassword = (password: string) =>
  hashPassword(password, { memory: 8, passes: 1, parallelism: 1, tagLength: 32 })

/** The API as one person calls it, and their session. */
export type SignedIn = Client & { session: SessionToken }

export type TestPanel = {
  app: FastifyInstance
  root: Root
  /** Moves the clock. */
  wait: (ms: number) => void
  /** The time on the clock. */
  clock: () => Date
  /** Runs, once, what the panel does by itself. */
  tick: () => Promise<void>
  /** Calls the API without a session. */
  call: Client
  /** Calls the API as a user of the demo hospital, freshly signed in. */
  as: (user: DemoUser) => Promise<SignedIn>
  /** Calls the API as a new user, of any staff type and hospital, without the sign-in. */
  asNew: (person: NewPerson) => Promise<SignedIn>
  /** Calls the API with a session that was opened in another way. */
  with: (session: SessionToken) => Client
  /** `fetch` into the server, without a network. */
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Opens a port of this machine, for tests that need a real connection. */
  listen: () => Promise<number>
  close: () => Promise<void>
}

export type NewPerson = {
  staffType: StaffTypeCode
  isFormUser?: boolean
  hospitalId?: string
  mustChangePassword?: boolean
  /** Without one the user has no password that works. */
  password?: string
  isSystemAdmin?: boolean
}

/** A panel on its own copy of the template database that the test run prepared. */
export async function startTestPanel(
  options: {
    callsPerMinute?: number
    channels?: readonly string[]
    heartbeatMs?: number
    sendsMail?: boolean
    line?: LineLogin
    publicUrl?: string
    hasSecret?: boolean
    bodyTimeoutMs?: number
    webFolder?: string
    streamLimits?: StreamLimits
  } = {},
): Promise<TestPanel> {
  const { channels = [] } = options
  const name = `test_${randomBytes(6).toString('hex')}`
  const { direct } = describeTestDatabase(name)
  // Copied as files: the log of a copy would be as large as the database.
  await runOnServer(direct, `create database ${name} template panel_template strategy file_copy`)
  const root = openTestDatabase(name, 5)
  let now = Date.parse(testNow)
  const clock = () => new Date(now)
  const app = await createApp({
    root,
    listenUrl: direct,
    clock,
    intake: new IntakeQueue({ root, clock, channels, log: () => {} }),
    log: pino({ level: process.env['LOG_LEVEL'] ?? 'fatal' }),
    callsPerMinute: options.callsPerMinute ?? 0,
    channels,
    sendsMail: options.sendsMail ?? false,
    secretBox: (options.hasSecret ?? true) ? new SecretBox(testSecret) : undefined,
    publicUrl: options.publicUrl,
    ...(options.line && { line: options.line }),
    ...(options.heartbeatMs === undefined ? {} : { heartbeatMs: options.heartbeatMs }),
    ...(options.bodyTimeoutMs === undefined ? {} : { bodyTimeoutMs: options.bodyTimeoutMs }),
    ...(options.streamLimits && { streamLimits: options.streamLimits }),
    ...(options.webFolder === undefined ? {} : { webFolder: options.webFolder }),
    busyAfterMs: 0,
  })
  const fetch = createInjectFetch(app)
  const call = createClient({ fetch, session: () => undefined })
  const createSignedInClient = (session: SessionToken) =>
    Object.assign(createClient({ fetch, session: () => session }), { session })
  const { id: demoHospital } = await root.selectFrom('hospitals').select('id').executeTakeFirstOrThrow()
  return {
    app,
    root,
    fetch,
    call,
    wait(ms) {
      now += ms
    },
    clock: () => new Date(now),
    async tick() {
      await runJobs({
        root,
        clock: () => new Date(now),
        channels,
        jobs,
        log(what) {
          throw new Error(JSON.stringify(what))
        },
      })
    },
    with: createSignedInClient,
    async as(user) {
      const { user: person } = await call(signIn.signIn, {
        user_name: demoUsers[user],
        type: staffTypeId(user),
        password: demoPassword,
      })
      return createSignedInClient({ server_token: person.server_token, user_id: person._id })
    },
    async asNew({
      staffType,
      isFormUser = false,
      hospitalId = demoHospital,
      mustChangePassword = false,
      password,
      isSystemAdmin = false,
    }) {
      const id = newId()
      const at = new Date(now).toISOString()
      await root
        .insertInto('staff')
        .values({
          id,
          hospital_id: hospitalId,
          staff_type_id: staffTypeId(staffType),
          email: `${id}@test.hospital`,
          password_hash: password === undefined ? '' : await hashTestPassword(password),
          first_name: staffType,
          last_name: 'ทดสอบ',
          status: 'approved',
          is_form_user: isFormUser,
          must_change_password: mustChangePassword,
          created_at: at,
          updated_at: at,
        })
        .execute()
      if (isSystemAdmin) {
        const kept = { staff_id: id, hospital_id: hospitalId, since: at }
        await root.insertInto('system_admins').values(kept).execute()
      }
      const server_token = await acrossHospitals(root, (tx) =>
        openSession(tx, { hospitalId, staffId: id, ipAddress: '127.0.0.1', now: at }),
      )
      return createSignedInClient({ server_token, user_id: id })
    },
    async listen() {
      await app.listen({ port: 0, host: '127.0.0.1' })
      return getListeningPort(app.server)
    },
    async close() {
      await app.close()
      await root.destroy()
      await runOnServer(direct, `drop database ${name} with (force)`)
    },
  }
}

/** `fetch` answered by the server in this process. */
export function createInjectFetch(app: FastifyInstance): TestPanel['fetch'] {
  return async (url, init) => {
    const request = new Request(new URL(url, 'http://panel.test'), init)
    const body = Buffer.from(await request.arrayBuffer())
    const response = await app.inject({
      method: request.method as 'GET' | 'POST',
      url: new URL(request.url).pathname,
      headers: Object.fromEntries(request.headers),
      ...(body.length > 0 ? { payload: body } : {}),
    })
    const headers = Object.entries(response.headers).map(
      ([name, value]) => [name, String(value)] as [string, string],
    )
    checkReply(new URL(request.url).pathname, response)
    return new Response(new Uint8Array(response.rawPayload), { status: response.statusCode, headers })
  }
}

const replySchemas = new Map<string, Endpoint['reply']>(
  Object.values(contract)
    .flatMap((group): Endpoint[] => Object.values(group))
    .map(({ path, reply }) => [path, reply]),
)

/** Checks an answer by the whole schema of the contract: the panel itself leaves out what its columns ensure. */
function checkReply(path: string, response: { headers: object; payload: string }): void {
  const schema = replySchemas.get(path)
  if (!schema || !String(Object(response.headers)['content-type']).startsWith('application/json')) return
  const answer = JSON.parse(response.payload) as { success: boolean }
  if (answer.success) schema.parse(answer)
}

/** A database of the test run's server: its URL for the panel, and the one without the pooler if there is one. */
export function describeTestDatabase(name: string) {
  const { TEST_DATABASE_SERVER: server, TEST_DATABASE_DIRECT: direct = server } = process.env
  if (!server || !direct) throw new Error('the test run has started no database')
  const database = { url: formatDatabaseUrl(server, name), direct: formatDatabaseUrl(direct, name) }
  return {
    ...database,
    prepares: process.env['DATABASE_PREPARE'] !== '0',
    /** The environment of a panel process that uses it. */
    settings: { DATABASE_URL: database.url, DATABASE_LISTEN_URL: database.direct },
  }
}

export function openTestDatabase(name: string, connections: number): Root {
  const { url, prepares } = describeTestDatabase(name)
  return openDatabase({ url, connections, prepares })
}

export async function runOnServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: formatDatabaseUrl(server, 'postgres') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The URL of another database of the same server. */
export function formatDatabaseUrl(server: string, database: string): string {
  return server.replace(/^(postgres(?:ql)?:\/\/[^/]*\/)[^?]*/, `$1${database}`)
}
