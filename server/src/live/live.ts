import { setTimeout as sleep } from 'node:timers/promises'
import type { LiveEvent } from 'contract'
import { sql } from 'kysely'
import pg from 'pg'
import { v7 as newId } from 'uuid'
import { createColumnBuilder } from '../db/binary-array.ts'
import { acrossHospitals, afterCommit, inHospital, type Root, type Tx } from '../db/database.ts'

/**
 * The channel on which nodes notify each other of events; the payload is the hospital and the number of its newest
 * event.
 */
const channel = 'panel_live'

/** Sessions of a user were ended: no screen gets this event, but the user's streams are checked. */
export type SessionsEnded = { kind: 'sessions'; staff_id: string }
/** What a transaction can emit after its commit. */
export type EmittedEvent = LiveEvent | SessionsEnded

/** How long events are stored for subscribers that reconnect. */
export const eventsKeptMs = 24 * 60 * 60_000

/** The streams to notify of what a node commits. */
const liveByRoot = new WeakMap<Root, Set<Live>>()

/**
 * Writes events, numbered without a gap in the order of commit: the counter's row stays locked from here to the end of
 * the transaction, so this must be its last step. Nodes are notified after the commit: NOTIFY within the transaction
 * would make all commits of the database server wait for each other.
 */
export async function writeEvents(
  tx: Tx,
  hospitalId: string,
  at: string,
  events: readonly EmittedEvent[],
): Promise<void> {
  if (events.length === 0) return
  const column = createColumnBuilder(events)
  const { rows } = await sql<{ last: number }>`
    with counted as (
      insert into event_counts (hospital_id, last) values (${hospitalId}, ${events.length})
      on conflict (hospital_id) do update set last = event_counts.last + excluded.last
      returning last
    ), written as (
      insert into events (hospital_id, number, at, kind, data)
      select ${hospitalId}, last - ${events.length} + place, ${at}, kind, data::json
      from counted, unnest(${column('text', (event) => event.kind)},
        ${column('text', (event) => JSON.stringify(event))}) with ordinality as event (kind, data, place)
    )
    select last from counted`.execute(tx)
  const last = rows[0]?.last ?? 0
  afterCommit(tx, (root) => {
    for (const live of liveByRoot.get(root) ?? []) live.notify(hospitalId, last)
  })
}

/** The number of the newest event, as a subscriber that continues from there sends it. */
export async function getNewestEvent(tx: Tx): Promise<number> {
  const row = await tx.selectFrom('event_counts').select('last').executeTakeFirst()
  return row?.last ?? 0
}

/**
 * A subscriber of the event stream. `send` returns whether there is room for more; `kinds` are the kinds that the user
 * may see.
 */
export type Subscriber = {
  hospitalId: string
  staffId: string
  kinds: ReadonlySet<string>
  /** What is sent of an event, if it is less than the whole event. */
  show?: ((event: LiveEvent) => LiveEvent | undefined) | undefined
  /** The newest event that the subscriber has; undefined for a new subscriber. */
  after: number | undefined
  send: (message: string) => boolean
  /** Settles when the subscriber has read what was sent, or is gone. */
  read: () => Promise<unknown>
  /** Checks that the session is still valid and the user's permissions are the same; if not, nothing more is sent. */
  check: () => Promise<boolean>
  drop: () => void
}

type Subscription = Subscriber & { cursor: number; isGone: boolean }
type StoredEvent = { number: number; kind: string; data: unknown }
type HospitalFeed = {
  cursor: number
  subscribers: Set<Subscription>
  pumping: Promise<void> | undefined
  isStale: boolean
}

/** Whether an event may end the subscriber's session, or change what the user may see. */
function affectsSession({ kind, data }: StoredEvent, { staffId }: Subscriber): boolean {
  return kind === 'permissions' || (kind === 'sessions' && (data as SessionsEnded).staff_id === staffId)
}

const pageSize = 500
const retryMs = 1_000
/**
 * A node can die between a commit and its notification, and a notification can be lost with its connection. So the
 * numbers of the newest events are polled too, for all hospitals at once.
 */
const pollMs = 1_000
/** Other nodes are notified of the first commit at once, and of those within this time together. */
const notifyMs = 50
/** How long to wait for the test notification that shows whether notifications arrive. */
const listenTimeoutMs = 5_000

export type LiveOptions = {
  root: Root
  /** The connection that receives notifications; without it subscribers get events only by polling. */
  url: string
  format: (number: number, event: unknown) => string
  log: (message: string) => void
  notifyMs?: number
}

/**
 * Sends what any node commits to the subscribers of this node, and notifies the other nodes of what this node commits.
 */
export class Live {
  readonly #options: LiveOptions
  readonly #feeds = new Map<string, HospitalFeed>()
  readonly #timer: NodeJS.Timeout
  #listener: pg.Client | undefined
  /** The newest events of which other nodes were not notified yet, by hospital. */
  readonly #pendingNotices = new Map<string, number>()
  #notifying: Promise<void> | undefined
  #polling: Promise<void> | undefined
  readonly #isClosing = new AbortController()

  constructor(options: LiveOptions) {
    this.#options = options
    this.#timer = setInterval(() => this.#poll(), pollMs)
    this.#timer.unref()
    const all = liveByRoot.get(options.root) ?? new Set()
    liveByRoot.set(options.root, all.add(this))
  }

  /** Begins to receive the notifications of other nodes; throws if they do not arrive. */
  async open(): Promise<void> {
    const listener = await this.#connect().catch(async (error: unknown) => {
      await this.close()
      throw error
    })
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
    await this.close()
    throw new Error(
      'No notice of the database is heard: a pooler in transaction mode passes none on. Set DATABASE_LISTEN_URL to ' +
        'the address of the database server itself.',
    )
  }

  /**
   * Reports the newest event of a hospital: to the subscribers of this node at once, to other nodes with the next
   * notification.
   */
  notify(hospitalId: string, number: number): void {
    this.#receive(hospitalId, number)
    this.#pendingNotices.set(hospitalId, Math.max(this.#pendingNotices.get(hospitalId) ?? 0, number))
    this.#notifying ??= this.#notifyOthers().finally(() => {
      this.#notifying = undefined
    })
  }

  async #notifyOthers(): Promise<void> {
    while (this.#pendingNotices.size > 0) {
      const told = [...this.#pendingNotices].map(([hospitalId, number]) => `${hospitalId} ${number}`)
      this.#pendingNotices.clear()
      // If it fails, the other nodes find the events when they poll.
      await this.#listener
        ?.query('select pg_notify($1, told) from unnest($2::text[]) as told', [channel, told])
        .catch(() => {})
      await sleep(this.#options.notifyMs ?? notifyMs, undefined, { signal: this.#isClosing.signal }).catch(
        () => {},
      )
    }
  }

  /** Sends missed events, then new ones, until `drop` or a call of the returned function. */
  async subscribe(watcher: Subscriber): Promise<() => void> {
    const { hospitalId } = watcher
    const { oldest, newest } = await this.#range(hospitalId)
    const after = watcher.after ?? newest
    const isLost = after < oldest - 1 || after > newest
    const watching: Subscription = { ...watcher, cursor: isLost ? newest : after, isGone: false }
    // The id comes first: a subscriber that is cut off before its first event reconnects with it.
    watching.send(`event: ${isLost ? 'reset' : 'open'}\nid: ${watching.cursor}\ndata: {}\n\n`)
    await this.#catchUp(watching)
    return () => {
      watching.isGone = true
      this.#feeds.get(hospitalId)?.subscribers.delete(watching)
    }
  }

  /** Checks the session, sends what the subscriber does not have yet, and adds it to the hospital's subscribers. */
  async #catchUp(watching: Subscription): Promise<void> {
    const { hospitalId } = watching
    let mustCheck = true
    for (;;) {
      if (mustCheck && !(await watching.check())) return
      const missed = await this.#readEvents(hospitalId, watching.cursor)
      if (watching.isGone) return
      const delivered = this.#deliver(watching, missed)
      if (delivered === 'gone') return
      mustCheck = delivered === 'held'
      if (mustCheck) continue
      if (missed.length === pageSize) {
        await watching.read()
        continue
      }
      // Runs without a pause from here on, so no event can be missed before the subscriber is in the set.
      const hospital = this.#getFeed(hospitalId, watching.cursor)
      if (hospital.cursor > watching.cursor) continue
      hospital.subscribers.add(watching)
      if (this.#isClosing.signal.aborted) watching.drop()
      // Events committed since the read, while there was no subscriber, were not delivered to anybody.
      this.#schedulePump(hospitalId)
      return
    }
  }

  async close(): Promise<void> {
    this.#isClosing.abort()
    clearInterval(this.#timer)
    liveByRoot.get(this.#options.root)?.delete(this)
    for (const { subscribers } of this.#feeds.values()) for (const { drop } of subscribers) drop()
    await Promise.all([this.#notifying, this.#polling])
    await this.#listener?.end().catch(() => {})
    for (const { pumping } of this.#feeds.values()) await pumping
  }

  #getFeed(hospitalId: string, cursor: number): HospitalFeed {
    const known = this.#feeds.get(hospitalId)
    if (known && known.subscribers.size > 0) return known
    const hospital = { cursor, subscribers: new Set<Subscription>(), pumping: undefined, isStale: false }
    this.#feeds.set(hospitalId, hospital)
    return hospital
  }

  /** Connects and listens; a lost connection is replaced by a new one. */
  async #connect(): Promise<pg.Client> {
    const listener = new pg.Client({
      connectionString: this.#options.url,
      application_name: 'panel-live',
      connectionTimeoutMillis: listenTimeoutMs,
    })
    this.#listener = listener
    const again = () => {
      if (this.#listener !== listener) return
      this.#listener = undefined
      if (!this.#isClosing.signal.aborted) setTimeout(() => void this.#reconnect(), retryMs).unref()
    }
    listener.on('error', again)
    listener.on('end', again)
    listener.on('notification', ({ payload = '' }) => {
      const [hospitalId = '', number] = payload.split(' ')
      this.#receive(hospitalId, Number(number))
    })
    try {
      await listener.connect()
      await listener.query(`listen ${channel}`)
    } catch (error) {
      listener.end().catch(() => {})
      again()
      throw error
    }
    return listener
  }

  async #reconnect(): Promise<void> {
    try {
      await this.#connect()
      this.#poll()
    } catch (error) {
      this.#options.log(`live events are not heard of: ${(error as Error).message}`)
    }
  }

  /** Polls for events whose notification was lost. */
  #poll(): void {
    this.#polling ??= this.#pollNumbers()
      .catch((error: Error) => this.#options.log(`live events were not looked for: ${error.message}`))
      .finally(() => {
        this.#polling = undefined
      })
  }

  async #pollNumbers(): Promise<void> {
    const watched = [...this.#feeds].flatMap(([id, { subscribers }]) => (subscribers.size > 0 ? [id] : []))
    if (watched.length === 0) return
    const { rows } = await acrossHospitals(this.#options.root, (tx) =>
      sql<{ hospital_id: string; last: number }>`
        select hospital_id, last from event_counts where hospital_id = any(${watched}::uuid[])`.execute(tx),
    )
    for (const { hospital_id, last } of rows) this.#receive(hospital_id, last)
  }

  /** Reads new events if the newest is not among those already delivered. */
  #receive(hospitalId: string, newest: number): void {
    const hospital = this.#feeds.get(hospitalId)
    if (hospital && !(newest <= hospital.cursor)) this.#schedulePump(hospitalId)
  }

  #schedulePump(hospitalId: string): void {
    const hospital = this.#feeds.get(hospitalId)
    if (!hospital || hospital.subscribers.size === 0 || this.#isClosing.signal.aborted) return
    if (hospital.pumping) hospital.isStale = true
    else {
      hospital.pumping = this.#pump(hospitalId, hospital)
        .catch((error: Error) => this.#options.log(`live events were not read: ${error.message}`))
        .finally(() => {
          hospital.pumping = undefined
          if (hospital.isStale) {
            hospital.isStale = false
            this.#schedulePump(hospitalId)
          }
        })
    }
  }

  async #pump(hospitalId: string, hospital: HospitalFeed): Promise<void> {
    for (;;) {
      const events = await this.#readEvents(hospitalId, hospital.cursor)
      const messages = events.map((event) => ({
        ...event,
        ...(event.kind === 'sessions' ? {} : { message: this.#formatEvent(event) }),
      }))
      hospital.cursor = events.at(-1)?.number ?? hospital.cursor
      for (const watching of hospital.subscribers) {
        const delivered = this.#deliver(watching, messages)
        if (delivered === 'told') continue
        hospital.subscribers.delete(watching)
        if (delivered === 'held') void this.#catchUp(watching).catch(() => watching.drop())
      }
      if (events.length < pageSize) return
    }
  }

  /**
   * A subscriber that reads too slowly is disconnected; it reconnects and gets the rest. Events after one that may have
   * ended the session, or changed what the user may see, are held back until the session is checked.
   */
  #deliver(
    watching: Subscription,
    events: readonly (StoredEvent & { message?: string })[],
  ): 'told' | 'held' | 'gone' {
    const fresh = events.filter(({ number }) => number > watching.cursor)
    const concerning = fresh.findIndex((event) => affectsSession(event, watching))
    const now = concerning < 0 ? fresh : fresh.slice(0, concerning + 1)
    watching.cursor = now.at(-1)?.number ?? watching.cursor
    const seen = now.filter(({ kind }) => watching.kinds.has(kind))
    if (
      seen.length > 0 &&
      !watching.send(seen.map((event) => this.#formatMessage(watching, event)).join(''))
    ) {
      watching.drop()
      return 'gone'
    }
    return concerning < 0 ? 'told' : 'held'
  }

  #formatMessage({ show }: Subscription, event: StoredEvent & { message?: string }): string {
    if (!show) return event.message ?? this.#formatEvent(event)
    const shown = show(event.data as LiveEvent)
    return shown ? this.#options.format(event.number, shown) : ''
  }

  #formatEvent({ number, data }: StoredEvent): string {
    return this.#options.format(number, data)
  }

  #readEvents(hospitalId: string, after: number): Promise<StoredEvent[]> {
    return inHospital(this.#options.root, hospitalId, (tx) =>
      tx
        .selectFrom('events')
        .select(['number', 'kind', 'data'])
        .where('number', '>', after)
        .orderBy('number')
        .limit(pageSize)
        .execute(),
    )
  }

  #range(hospitalId: string): Promise<{ oldest: number; newest: number }> {
    return inHospital(this.#options.root, hospitalId, async (tx) => {
      const first = await tx
        .selectFrom('events')
        .select('number')
        .orderBy('number')
        .limit(1)
        .executeTakeFirst()
      const newest = await getNewestEvent(tx)
      return { oldest: first?.number ?? newest + 1, newest }
    })
  }
}
