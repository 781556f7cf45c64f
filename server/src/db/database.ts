import { createHash } from 'node:crypto'
import type { Writable } from 'node:stream'
import { CompiledQuery, type ConnectionProvider, DummyDriver, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'
import { TransactionConnection } from './transaction-connection.ts'

/** The whole database, not limited to one hospital. No feature has it: a handler gets a `Tx`. */
export type Root = Kysely<Tables>
/** A transaction. In a handler it is limited to the actor's hospital. */
export type Tx = Kysely<Tables> & { readonly isTransaction: true }

/** Dates stay text: a `Date` could move a birthday by a day. Instants become ISO 8601 in UTC. */
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.DATE, (text) => text)
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, formatInstant)
types.setTypeParser(pg.types.builtins.NUMERIC, Number)
types.setTypeParser(pg.types.builtins.INT8, Number)

/** Converts `2026-11-05 07:32:00+00`. A board has thousands of them, so this compiles and matches nothing. */
function formatInstant(text: string): string {
  return `${text.slice(0, 10)}T${text.slice(11, -3)}Z`
}

export type DatabaseOptions = {
  url: string
  connections?: number
  /** Whether statements are prepared by name; not every pooler keeps the names of its clients apart. */
  prepares?: boolean
  /** Called for connections lost while idle; without a listener the process would end. */
  onLost?: (error: Error) => void
}

/** The most statements that are prepared on a connection, because the server stores each of them. */
const maxPrepared = 300

/**
 * Connects with the time zone UTC, whatever the server's own. The time zone is a setting that poolers know and keep
 * apart for each client; most refuse a connection with any other setting.
 */
export class DatabaseClient extends pg.Client {
  getStartupConf(): object {
    const { getStartupConf } = pg.Client.prototype as unknown as { getStartupConf: () => object }
    return { ...getStartupConf.call(this), timezone: 'UTC' }
  }
}

/** Statements that do not wait for each other leave in one write: a write costs more than what it sends. */
class PipeliningClient extends DatabaseClient {
  override query(...args: never[]): never {
    const { stream } = this.connection as unknown as { stream: Writable }
    stream.cork()
    process.nextTick(() => stream.uncork())
    return (super.query as (...given: unknown[]) => never).apply(this, args)
  }
}

/** Planning costs more than execution for almost every statement of the panel, so each statement is planned once. */
class PreparingClient extends PipeliningClient {
  readonly #names = new Map<string, string>()

  override query(...args: never[]): never {
    const [text, values, ...more] = args as unknown[]
    const name = typeof text === 'string' ? this.#nameStatement(text) : undefined
    const given = name === undefined ? args : [{ name, text, values }, ...more]
    return (super.query as (...given: unknown[]) => never).apply(this, given)
  }

  /**
   * The name is a digest of the text: nodes that share connections behind a pooler use the same name for the same
   * statement, and never for another one.
   */
  #nameStatement(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    if (this.#names.size >= maxPrepared || !/^\s*(select|with|insert|update|delete)\b/i.test(text))
      return undefined
    const name = createHash('sha256').update(text).digest('base64url')
    this.#names.set(text, name)
    return name
  }
}

/** By this a connection that is cut without a word is found to be lost: what waits for its answer fails at last. */
export const noticesLoss = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

export function openPool({
  url,
  connections = 10,
  prepares = true,
  onLost = () => {},
}: DatabaseOptions): pg.Pool {
  const pool = new pg.Pool({
    Client: prepares ? PreparingClient : PipeliningClient,
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 10_000,
    ...noticesLoss,
    // A statement is sent at once, though earlier ones are not answered yet.
    pipeline: true,
    types,
    application_name: 'medical-staff-panel',
  })
  pool.on('error', onLost)
  // The pool only listens to idle connections; one that is lost between two statements of a call is reported here.
  pool.on('connect', (client) => client.on('error', onLost))
  return pool
}

export function openDatabase(options: DatabaseOptions): Root {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: openPool(options) }) })
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * Set in each transaction and not on the connection: behind a pooler the next transaction may run on another
 * connection, which does not have them.
 */
const beginStatements = [
  'begin',
  'set local statement_timeout = 30000',
  'set local idle_in_transaction_session_timeout = 60000',
  // Disks read at random about as fast as in order, and statements this short are not worth compiling.
  'set local random_page_cost = 1.1',
  'set local jit = off',
].join('; ')

/** One transaction that can see the rows of one hospital and no others: row-level security enforces it. */
export function inHospital<T>(root: Root, hospitalId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return runTransaction(root, `${beginStatements}; ${formatEnterHospital(hospitalId)}`, work)
}

/** A transaction that its owner ends: by `commit`, or by `rollBack` after an error. */
export type OpenTransaction = { tx: Tx; commit: () => Promise<void>; rollBack: () => Promise<void> }

/** Begins a transaction as `inHospital` does. */
export async function beginInHospital(root: Root, hospitalId: string): Promise<OpenTransaction> {
  const begun = Promise.withResolvers<Tx>()
  const end = Promise.withResolvers<void>()
  const ended = inHospital(root, hospitalId, (tx) => {
    begun.resolve(tx)
    return end.promise
  })
  ended.catch(begun.reject)
  return {
    tx: await begun.promise,
    commit() {
      end.resolve()
      return ended
    },
    async rollBack() {
      end.reject(new Error('rolled back'))
      await ended.catch(() => {})
    },
  }
}

/** Limits a transaction over every hospital to one of them from here on, as `inHospital` does from the beginning. */
export async function enterHospital(tx: Tx, hospitalId: string): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw(formatEnterHospital(hospitalId)))
}

function formatEnterHospital(hospitalId: string): string {
  if (!uuid.test(hospitalId)) throw new Error('a hospital id is a lower-case uuid')
  return `set local role panel_app; set local panel.hospital = '${hospitalId}'`
}

/** Ends the limit of `enterHospital`. */
export async function leaveHospital(tx: Tx): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw("set local role none; set local panel.hospital = ''"))
}

/** One transaction over every hospital, for work before the hospital is known and for the panel's own jobs. */
export function acrossHospitals<T>(root: Root, work: (tx: Tx) => Promise<T>): Promise<T> {
  return runTransaction(root, beginStatements, work)
}

type Endings = {
  withCommit: { query: CompiledQuery; receive: (rows: never[]) => void }[]
  afterCommit: ((root: Root) => void)[]
}
/** What is to be done when an open transaction ends. */
const endingsByTransaction = new WeakMap<Tx, Endings>()

function getEndings(tx: Tx): Endings {
  const endings = endingsByTransaction.get(tx)
  if (!endings) throw new Error('only a transaction of inHospital or acrossHospitals has a commit')
  return endings
}

/** Registers work that runs as soon as the transaction has committed, and never if it does not. */
export function afterCommit(tx: Tx, work: (root: Root) => void): void {
  getEndings(tx).afterCommit.push(work)
}

/**
 * Registers a statement that is sent together with the commit, after all others: it costs no round trip of its own, and
 * what it locks stays locked no longer than the commit takes. If it fails, the whole transaction is rolled back.
 */
export function executeWithCommit<Row>(
  tx: Tx,
  query: CompiledQuery<Row>,
  receive: (rows: Row[]) => void = () => {},
): void {
  getEndings(tx).withCommit.push({ query, receive })
}

const dialect = new PostgresDialect({
  pool: () => Promise.reject(new Error('a transaction has one connection')),
})
/** What Kysely wants besides an executor, and a transaction does not use. */
const unused = { config: { dialect }, dialect, driver: new DummyDriver() }

function runTransaction<T>(root: Root, beginning: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const executor = root.getExecutor()
  return executor.provideConnection(async (pooled) => {
    const connection = new TransactionConnection(pooled)
    const provider: ConnectionProvider = { provideConnection: (use) => use(connection) }
    const tx = new Kysely<Tables>({ ...unused, executor: executor.withConnectionProvider(provider) }) as Tx
    const endings: Endings = { withCommit: [], afterCommit: [] }
    endingsByTransaction.set(tx, endings)
    try {
      const begun = connection.executeQuery(CompiledQuery.raw(beginning))
      // If it fails, so does whatever was sent after it; the failure to report is this one.
      begun.catch(() => {})
      const result = await work(tx).finally(() => begun)
      const last = endings.withCommit.map(async ({ query, receive }) =>
        receive((await connection.executeQuery<never>(query)).rows),
      )
      await Promise.all([...last, connection.commit()])
      for (const one of endings.afterCommit) one(root)
      return result
    } catch (error) {
      await connection.rollback()
      throw error
    }
  })
}
