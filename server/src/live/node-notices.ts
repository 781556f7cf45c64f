import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { v7 as newId } from 'uuid'
import { noticesLoss, type Root } from '../db/database.ts'

/**
 * The channel on which nodes notify each other of events; the payload is the hospital and the number of its newest
 * event.
 */
const channel = 'panel_live'

const retryMs = 1_000
/** Other nodes are notified of the first commit at once, and of those within this time together. */
const notifyMs = 50
/** How long to wait for the test notification that shows whether notifications arrive. */
const listenTimeoutMs = 5_000

type NodeNoticesOptions = {
  root: Root
  /** The connection that receives notifications. */
  url: string
  log: (message: string) => void
  notifyMs?: number | undefined
  /** Called with a hospital and the number of its newest event. */
  onNotice: (hospitalId: string, number: number) => void
  /** Called when a lost connection was replaced: notifications may have been missed. */
  onReconnected: () => void
}

/** The notifications by which the nodes tell each other of events, through PostgreSQL. */
export class NodeNotices {
  readonly #options: NodeNoticesOptions
  #listener: pg.Client | undefined
  /** The newest events of which other nodes were not notified yet, by hospital. */
  readonly #pending = new Map<string, number>()
  #notifying: Promise<void> | undefined
  readonly #isClosing = new AbortController()

  constructor(options: NodeNoticesOptions) {
    this.#options = options
  }

  /** Begins to receive the notifications of other nodes; throws if they do not arrive. */
  async open(): Promise<void> {
    const listener = await this.#connect()
    const probe = newId()
    const isHeard = new Promise<boolean>((resolve) => {
      listener.on('notification', ({ payload }) => {
        if (payload === probe) resolve(true)
      })
    })
    await sql`select pg_notify(${channel}, ${probe})`.execute(this.#options.root)
    const isOver = new AbortController()
    const hears = await Promise.race([
      isHeard,
      sleep(listenTimeoutMs, false, { signal: isOver.signal }).catch(() => false),
    ])
    isOver.abort()
    if (hears) return
    throw new Error(
      'No notice of the database is heard: a pooler in transaction mode passes none on. Set DATABASE_LISTEN_URL to ' +
        'the address of the database server itself.',
    )
  }

  /** Notifies the other nodes of the newest event of a hospital, with the next notification. */
  notify(hospitalId: string, number: number): void {
    this.#pending.set(hospitalId, Math.max(this.#pending.get(hospitalId) ?? 0, number))
    this.#notifying ??= this.#notifyOthers().finally(() => {
      this.#notifying = undefined
    })
  }

  async #notifyOthers(): Promise<void> {
    while (this.#pending.size > 0) {
      const payloads = [...this.#pending].map(([hospitalId, number]) => `${hospitalId} ${number}`)
      this.#pending.clear()
      // If it fails, the other nodes find the events when they poll.
      await this.#listener
        ?.query('select pg_notify($1, payload) from unnest($2::text[]) as payload', [channel, payloads])
        .catch(() => {})
      await sleep(this.#options.notifyMs ?? notifyMs, undefined, { signal: this.#isClosing.signal }).catch(
        () => {},
      )
    }
  }

  async close(): Promise<void> {
    this.#isClosing.abort()
    await this.#notifying
    await this.#listener?.end().catch(() => {})
  }

  /** Connects and listens; a lost connection is replaced by a new one. */
  async #connect(): Promise<pg.Client> {
    const listener = new pg.Client({
      connectionString: this.#options.url,
      application_name: 'panel-live',
      connectionTimeoutMillis: listenTimeoutMs,
      ...noticesLoss,
    })
    this.#listener = listener
    const scheduleReconnect = () => {
      if (this.#listener !== listener) return
      this.#listener = undefined
      if (!this.#isClosing.signal.aborted) setTimeout(() => void this.#reconnect(), retryMs).unref()
    }
    listener.on('error', scheduleReconnect)
    listener.on('end', scheduleReconnect)
    listener.on('notification', ({ payload = '' }) => {
      const [hospitalId = '', number] = payload.split(' ')
      this.#options.onNotice(hospitalId, Number(number))
    })
    try {
      await listener.connect()
      await listener.query(`listen ${channel}`)
    } catch (error) {
      listener.end().catch(() => {})
      scheduleReconnect()
      throw error
    }
    return listener
  }

  async #reconnect(): Promise<void> {
    try {
      await this.#connect()
      this.#options.onReconnected()
    } catch (error) {
      this.#options.log(`live events are not heard of: ${(error as Error).message}`)
    }
  }
}
