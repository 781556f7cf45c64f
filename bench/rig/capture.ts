import { randomUUIDv7 } from 'node:crypto'
import type { SessionToken } from 'contract'
import pg from 'pg'
import pino from 'pino'
import { createApp } from '../../server/src/app.ts'
import { IntakeQueue } from '../../server/src/bedside/intake/intake-queue.ts'
import { openDatabase } from '../../server/src/db/database.ts'
import { hashToken } from '../../server/src/identity/session.ts'
import type { Case } from './cases.ts'
import { firstNumbers, ownNumber } from './own-number.ts'

/**
 * A parameter's value, or what to put in its place when the statement runs for another call. An `id` is a new one for
 * each call, the same in all of its statements; with a `head` it is bytes that end an array in binary form.
 */
type Slot =
  | { value: unknown }
  | { fresh: 'token' | 'staff' }
  | { id: string; head?: Buffer }
  | { numbered: string }
  | { agoMs: number }
  | { each: Slot[] }
export type Statement = { text: string; slots?: Slot[] }
type Sent = { text: string; values?: unknown[] }

/** The call for which a statement runs: in whose name, and its own number and ids. */
export type Caller = {
  tokenHash: Buffer
  staffId: string
  now: number
  number?: number
  ids: Map<string, string>
}

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
  let number = firstNumbers.captured
  const captureCall = async ({ path, isForm }: Case, given: object, session: SessionToken) => {
    sent.length = 0
    const { headers, body } = createCall(session, given, isForm)
    const payload = body.replaceAll(ownNumber, String(number))
    const response = await app.inject({ method: 'POST', url: path, headers, payload })
    if (!response.body.startsWith('{"success":true')) throw new Error(`${path} answered ${response.body}`)
    return { statements: [...sent], session, number: String(number++) }
  }
  const captured: Statement[][][] = []
  for (const each of cases) {
    const variants: Statement[][] = []
    for (const body of each.bodies) {
      const first = await captureCall(each, body, one)
      const second = await captureCall(each, body, other)
      if (first.statements.length !== second.statements.length)
        throw new Error(`${each.path} sends other statements the second time`)
      variants.push(
        first.statements.map((statement, index) =>
          compareStatements(statement, second.statements[index], first),
        ),
      )
    }
    captured.push(variants)
  }
  await app.close()
  await root.destroy()
  return captured
}

const boundary = 'panel-bench'

/** The request as a screen sends it. */
export function createCall(session: SessionToken, body: object, isForm = false) {
  const authorization = `Bearer ${session.server_token}`
  const fields = { ...session, ...body }
  if (!isForm)
    return {
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify(fields),
    }
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, authorization },
    body: `${parts.join('')}--${boundary}--\r\n`,
  }
}

/** The parameters of a statement for a caller. */
export function bindValues({ slots }: Statement, caller: Caller): unknown[] | undefined {
  return slots?.map((slot) => bindValue(slot, caller))
}

function bindValue(slot: Slot, caller: Caller): unknown {
  if ('value' in slot) return slot.value
  if ('each' in slot) return slot.each.map((one) => bindValue(one, caller))
  if ('agoMs' in slot) return new Date(caller.now - slot.agoMs).toISOString()
  if ('numbered' in slot) return slot.numbered.replace(ownNumber, String(caller.number))
  if ('fresh' in slot) return slot.fresh === 'token' ? caller.tokenHash : caller.staffId
  const id = caller.ids.get(slot.id) ?? randomUUIDv7()
  caller.ids.set(slot.id, id)
  return slot.head ? Buffer.concat([slot.head, Buffer.from(id.replaceAll('-', ''), 'hex')]) : id
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

/** What the first of two captured calls had of its own. */
type Captured = { session: SessionToken; number: string }

function compareStatements({ text, values }: Sent, other: Sent | undefined, captured: Captured): Statement {
  if (text !== other?.text) throw new Error(`the same call sent another statement: ${text}`)
  return {
    text,
    ...(values?.length
      ? { slots: values.map((value, at) => toSlot(value, other.values?.[at], captured)) }
      : {}),
  }
}

function toSlot(value: unknown, other: unknown, captured: Captured): Slot {
  const { session, number } = captured
  if (Buffer.isBuffer(value) && value.equals(hashToken(session.server_token))) return { fresh: 'token' }
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) {
    return { agoMs: now.getTime() - Date.parse(value) }
  }
  if (JSON.stringify(value) === JSON.stringify(other)) return { value }
  if (Array.isArray(value) && Array.isArray(other))
    return { each: value.map((one, at) => toSlot(one, other[at], captured)) }
  if (Buffer.isBuffer(value)) {
    const [head, id] = [value.subarray(0, -16), value.subarray(-16).toString('hex')]
    return { head, id: id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') }
  }
  if (value === session.user_id) return { fresh: 'staff' }
  if (typeof value === 'string' && value.includes(number))
    return { numbered: value.replace(number, ownNumber) }
  if (typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value))
    return { id: value }
  throw new Error(`a parameter differs between calls for an unknown reason: ${JSON.stringify(value)}`)
}
