import { randomUUIDv7 } from 'node:crypto'
import type { SessionToken } from 'contract'
import pg from 'pg'
import pino from 'pino'
import { createApp } from '../../server/src/app.ts'
import { IntakeQueue } from '../../server/src/bedside/intake/intake-queue.ts'
import { openDatabase } from '../../server/src/db/database.ts'
import { hashToken } from '../../server/src/identity/session.ts'
import type { Case } from './cases.ts'

/** A parameter's value, or what to put in its place when the statement runs for another call. */
type Slot = { value: unknown } | { fresh: 'token' | 'id' | 'staff' } | { agoMs: number }
export type Statement = { text: string; slots?: Slot[] }
type Sent = { text: string; values?: unknown[] }

/** The caller in whose name a statement runs. */
export type Caller = { tokenHash: Buffer; staffId: string; now: number }

/** The panel's time during every captured call. */
const now = new Date()

/**
 * The statements that the panel sends to the database for each variant of each case, in order, recorded in the driver.
 * Two nurses make each call: parameters that differ between them are fresh in each call.
 */
export async function captureStatements(
  url: string,
  [one, other]: readonly SessionToken[],
  cases: readonly Case[],
): Promise<Statement[][][]> {
  if (!one || !other)
    throw new Error('two nurses are needed to find the parameters that are fresh in each call')
  const sent = captureQueries()
  const root = openDatabase({ url, connections: 1 })
  const clock = () => now
  const app = await createApp({
    root,
    listenUrl: url,
    clock,
    intake: new IntakeQueue({ root, clock, channels: [], log: () => {} }),
    log: pino({ level: 'silent' }),
    callsPerMinute: 0,
  })
  await app.ready()
  const captureCall = async (path: string, body: object, session: SessionToken) => {
    sent.length = 0
    const response = await app.inject({ method: 'POST', url: path, ...createCall(session, body) })
    if (!response.body.startsWith('{"success":true')) throw new Error(`${path} answered ${response.body}`)
    return [...sent]
  }
  const captured: Statement[][][] = []
  for (const { path, bodies } of cases) {
    const variants: Statement[][] = []
    for (const body of bodies) {
      const first = await captureCall(path, body, one)
      const second = await captureCall(path, body, other)
      if (first.length !== second.length) throw new Error(`${path} sends other statements the second time`)
      variants.push(first.map((statement, index) => compareStatements(statement, second[index], one)))
    }
    captured.push(variants)
  }
  await app.close()
  await root.destroy()
  return captured
}

/** The request as a screen sends it. */
export function createCall(session: SessionToken, body: object) {
  return {
    headers: { 'content-type': 'application/json', authorization: `Bearer ${session.server_token}` },
    body: JSON.stringify({ ...session, ...body }),
  }
}

/** The parameters of a statement for a caller. */
export function bindValues({ slots }: Statement, caller: Caller): unknown[] | undefined {
  return slots?.map((slot) => {
    if ('value' in slot) return slot.value
    if ('agoMs' in slot) return new Date(caller.now - slot.agoMs).toISOString()
    if (slot.fresh === 'token') return caller.tokenHash
    if (slot.fresh === 'staff') return caller.staffId
    return randomUUIDv7()
  })
}

/** Records everything that any connection of this process sends from now on. */
function captureQueries(): Sent[] {
  const sent: Sent[] = []
  const driver = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown }
  const { query } = driver
  driver.query = function (...args) {
    const [config, values] = args
    if (typeof config === 'string') sent.push({ text: config, ...(Array.isArray(values) ? { values } : {}) })
    else sent.push(config as Sent)
    return Reflect.apply(query, this, args)
  }
  return sent
}

function compareStatements(
  { text, values }: Sent,
  other: Sent | undefined,
  session: SessionToken,
): Statement {
  if (text !== other?.text) throw new Error(`the same call sent another statement: ${text}`)
  return {
    text,
    ...(values?.length
      ? { slots: values.map((value, at) => toSlot(value, other.values?.[at], session)) }
      : {}),
  }
}

function toSlot(value: unknown, other: unknown, session: SessionToken): Slot {
  if (Buffer.isBuffer(value) && value.equals(hashToken(session.server_token))) return { fresh: 'token' }
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) {
    return { agoMs: now.getTime() - Date.parse(value) }
  }
  if (JSON.stringify(value) === JSON.stringify(other)) return { value }
  if (value === session.user_id) return { fresh: 'staff' }
  if (typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value))
    return { fresh: 'id' }
  throw new Error(`a parameter differs between calls for an unknown reason: ${JSON.stringify(value)}`)
}
