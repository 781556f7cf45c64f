import { setTimeout as sleep } from 'node:timers/promises'
import type { LiveEvent } from 'contract'
import { sql } from 'kysely'
import pg from 'pg'
import { v7 as newId } from 'uuid'
import { columnsOf } from './binary-array.ts'
import { acrossHospitals, afterCommit, inHospital, type Root, type Tx } from './database.ts'

/** The channel on which nodes tell each other of events; the payload is the hospital and the number of its newest one. */
const channel = 'panel_live'

/** Sessions of somebody were ended: nobody's screen is told of it, but her streams are looked after. */
export type SessionsEnded = { kind: 'sessions'; staff_id: string }
/** What a transaction may tell once it has committed. */
export type Announced = LiveEvent | SessionsEnded

/** How long events are kept for those who come back. */
export const eventsKeptMs = 24 * 60 * 60_000

/** Who tells of what a node commits. */
const tellers = new WeakMap<Root, Set<Live>>()

/**
 * Writes what happened, numbered without a gap in the order of commit: the counter's row is locked from here to the
 * end of the transaction, so this is the last thing a transaction does. It is told of after the commit: NOTIFY within
 * the transaction would have all commits of the database server wait for each other.
 */
export async function writeEvents(
  tx: Tx,
  hospitalId: string,
  at: string,
  events: readonly Announced[],
): Promise<void> {
  if (events.length === 0) return
  const column = columnsOf(events)
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
    for (const live of tellers.get(root) ?? []) live.tell(hospitalId, last)
  })
}

/** The number of the newest event, as a caller sees it who goes on from there. */
export async function newestEvent(tx: Tx): Promise<number> {
  const row = await tx.selectFrom('event_counts').select('last').executeTakeFirst()
  return row?.last ?? 0
}

/** One who watches. `send` says whether there is room for more; `kinds` are those she may see. */
export type Watcher = {
  hospitalId: string
  staffId: string
  kinds: ReadonlySet<string>
  /** What she is told of an event, where that is less than the event. */
  show?: ((event: LiveEvent) => LiveEvent | undefined) | undefined
  /** The newest event she has; undefined for one who has just come. */
  after: number | undefined
  send: (message: string) => boolean
  /** Settles when she has read what was sent, or is gone. */
  read: () => Promise<unknown>
  /** Looks whether her session still holds and she may see what she did; where not, she is told no more. */
  check: () => Promise<boolean>
  drop: () => void
}

type Watching = Watcher & { cursor: number; isGone: boolean }
type Numbered = { number: number; kind: string; data: unknown }
type Ward = { cursor: number; watchers: Set<Watching>; pumping: Promise<void> | undefined; isStale: boolean }

/** Whether an event may end the session of one who watches, or change what she may see. */
function concernsSession({ kind, data }: Numbered, { staffId }: Watcher): boolean {
  return kind === 'permissions' || (kind === 'sessions' && (data as SessionsEnded).staff_id === staffId)
}

const pageSize = 500
const retryMs = 1_000
/**
 * A node can die between a commit and telling of it, and a notice can be lost with its connection: so the numbers of the
 * newest events are looked at too, those of all hospitals at once.
 */
const lookMs = 1_000
/** Other nodes are told at once of the first commit, and together of those that follow within this time. */
const tellMs = 50
/** How long a notice of the database may be under way when it is tried whether any is heard. */
const hearingMs = 5_000

export type LiveOptions = {
  root: Root
  /** Where notices of the database are heard; without it those who watch learn of events when they are looked for. */
  url: string
  format: (number: number, event: unknown) => string
  log: (message: string) => void
  tellMs?: number
}

/** Tells everybody who watches on this node what is committed on any node, and the other nodes what is on this one. */
export class Live {
  readonly #options: LiveOptions
  readonly #hospitals = new Map<string, Ward>()
  readonly #timer: NodeJS.Timeout
  #listener: pg.Client | undefined
  /** The newest events that other nodes have not been told of, by hospital. */
  readonly #untold = new Map<string, number>()
  #telling: Promise<void> | undefined
  #looking: Promise<void> | undefined
  readonly #isClosing = new AbortController()

  constructor(options: LiveOptions) {
    this.#options = options
    this.#timer = setInterval(() => this.#lookEverywhere(), lookMs)
    this.#timer.unref()
    const all = tellers.get(options.root) ?? new Set()
    tellers.set(options.root, all.add(this))
  }

  /** Begins to hear of what other nodes commit; fails where it would be deaf without knowing. */
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
      sleep(hearingMs, false, { signal: isOver.signal }).catch(() => false),
    ])
    isOver.abort()
    if (hears) return
    await this.close()
    throw new Error(
      'No notice of the database is heard: a pooler in transaction mode passes none on. Set DATABASE_LISTEN_URL to ' +
        'the address of the database server itself.',
    )
  }

  /** Tells of the newest event of a hospital: whoever watches here at once, other nodes as soon as it is their turn. */
  tell(hospitalId: string, number: number): void {
    this.#hear(hospitalId, number)
    this.#untold.set(hospitalId, Math.max(this.#untold.get(hospitalId) ?? 0, number))
    this.#telling ??= this.#tellOthers().finally(() => {
      this.#telling = undefined
    })
  }

  async #tellOthers(): Promise<void> {
    while (this.#untold.size > 0) {
      const told = [...this.#untold].map(([hospitalId, number]) => `${hospitalId} ${number}`)
      this.#untold.clear()
      // Where it fails, the others see it when they look at the numbers.
      await this.#listener
        ?.query('select pg_notify($1, told) from unnest($2::text[]) as told', [channel, told])
        .catch(() => {})
      await sleep(this.#options.tellMs ?? tellMs, undefined, { signal: this.#isClosing.signal }).catch(
        () => {},
      )
    }
  }

  /** Sends what was missed, then what comes, until `drop` or the end of `follow`'s returned function. */
  async follow(watcher: Watcher): Promise<() => void> {
    const { hospitalId } = watcher
    const { oldest, newest } = await this.#range(hospitalId)
    const after = watcher.after ?? newest
    const isLost = after < oldest - 1 || after > newest
    const watching: Watching = { ...watcher, cursor: isLost ? newest : after, isGone: false }
    // The id comes first of all: one who hears nothing before she is cut off comes back with it all the same.
    watching.send(`event: ${isLost ? 'reset' : 'open'}\nid: ${watching.cursor}\ndata: {}\n\n`)
    await this.#join(watching)
    return () => {
      watching.isGone = true
      this.#hospitals.get(hospitalId)?.watchers.delete(watching)
    }
  }

  /** Sends what she has not got yet; from then on she is among those who are told. First it is looked whether she may. */
  async #join(watching: Watching): Promise<void> {
    const { hospitalId } = watching
    let mustCheck = true
    for (;;) {
      if (mustCheck && !(await watching.check())) return
      const missed = await this.#read(hospitalId, watching.cursor)
      if (watching.isGone) return
      const delivered = this.#deliver(watching, missed)
      if (delivered === 'gone') return
      mustCheck = delivered === 'held'
      if (mustCheck) continue
      if (missed.length === pageSize) {
        await watching.read()
        continue
      }
      // From here on nothing else runs: nobody is told before she is among those who watch.
      const hospital = this.#hospital(hospitalId, watching.cursor)
      if (hospital.cursor > watching.cursor) continue
      hospital.watchers.add(watching)
      if (this.#isClosing.signal.aborted) watching.drop()
      // What was committed since the reading, while nobody watched, has told nobody.
      this.#look(hospitalId)
      return
    }
  }

  async close(): Promise<void> {
    this.#isClosing.abort()
    clearInterval(this.#timer)
    tellers.get(this.#options.root)?.delete(this)
    for (const { watchers } of this.#hospitals.values()) for (const { drop } of watchers) drop()
    await Promise.all([this.#telling, this.#looking])
    await this.#listener?.end().catch(() => {})
    for (const { pumping } of this.#hospitals.values()) await pumping
  }

  #hospital(hospitalId: string, cursor: number): Ward {
    const known = this.#hospitals.get(hospitalId)
    if (known && known.watchers.size > 0) return known
    const hospital = { cursor, watchers: new Set<Watching>(), pumping: undefined, isStale: false }
    this.#hospitals.set(hospitalId, hospital)
    return hospital
  }

  /** Connects and listens; the connection that is lost is replaced by another. */
  async #connect(): Promise<pg.Client> {
    const listener = new pg.Client({
      connectionString: this.#options.url,
      application_name: 'panel-live',
      connectionTimeoutMillis: hearingMs,
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
      this.#hear(hospitalId, Number(number))
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
      this.#lookEverywhere()
    } catch (error) {
      this.#options.log(`live events are not heard of: ${(error as Error).message}`)
    }
  }

  /** Looks for what came without a notice. */
  #lookEverywhere(): void {
    this.#looking ??= this.#lookAtNumbers()
      .catch((error: Error) => this.#options.log(`live events were not looked for: ${error.message}`))
      .finally(() => {
        this.#looking = undefined
      })
  }

  async #lookAtNumbers(): Promise<void> {
    const watched = [...this.#hospitals].flatMap(([id, { watchers }]) => (watchers.size > 0 ? [id] : []))
    if (watched.length === 0) return
    const { rows } = await acrossHospitals(this.#options.root, (tx) =>
      sql<{ hospital_id: string; last: number }>`
        select hospital_id, last from event_counts where hospital_id = any(${watched}::uuid[])`.execute(tx),
    )
    for (const { hospital_id, last } of rows) this.#hear(hospital_id, last)
  }

  /** Looks for events if the newest is not among those that everybody has. */
  #hear(hospitalId: string, newest: number): void {
    const hospital = this.#hospitals.get(hospitalId)
    if (hospital && !(newest <= hospital.cursor)) this.#look(hospitalId)
  }

  #look(hospitalId: string): void {
    const hospital = this.#hospitals.get(hospitalId)
    if (!hospital || hospital.watchers.size === 0 || this.#isClosing.signal.aborted) return
    if (hospital.pumping) hospital.isStale = true
    else {
      hospital.pumping = this.#pump(hospitalId, hospital)
        .catch((error: Error) => this.#options.log(`live events were not read: ${error.message}`))
        .finally(() => {
          hospital.pumping = undefined
          if (hospital.isStale) {
            hospital.isStale = false
            this.#look(hospitalId)
          }
        })
    }
  }

  async #pump(hospitalId: string, hospital: Ward): Promise<void> {
    for (;;) {
      const events = await this.#read(hospitalId, hospital.cursor)
      const messages = events.map((event) => ({
        ...event,
        ...(event.kind === 'sessions' ? {} : { message: this.#messageOf(event) }),
      }))
      hospital.cursor = events.at(-1)?.number ?? hospital.cursor
      for (const watching of hospital.watchers) {
        const delivered = this.#deliver(watching, messages)
        if (delivered === 'told') continue
        hospital.watchers.delete(watching)
        if (delivered === 'held') void this.#join(watching).catch(() => watching.drop())
      }
      if (events.length < pageSize) return
    }
  }

  /**
   * One who reads too slowly is sent away and comes back for the rest. What comes behind an event that may have ended
   * her session, or changed what she may see, is held back until that is known.
   */
  #deliver(
    watching: Watching,
    events: readonly (Numbered & { message?: string })[],
  ): 'told' | 'held' | 'gone' {
    const fresh = events.filter(({ number }) => number > watching.cursor)
    const concerning = fresh.findIndex((event) => concernsSession(event, watching))
    const now = concerning < 0 ? fresh : fresh.slice(0, concerning + 1)
    watching.cursor = now.at(-1)?.number ?? watching.cursor
    const seen = now.filter(({ kind }) => watching.kinds.has(kind))
    if (seen.length > 0 && !watching.send(seen.map((event) => this.#messageFor(watching, event)).join(''))) {
      watching.drop()
      return 'gone'
    }
    return concerning < 0 ? 'told' : 'held'
  }

  #messageFor({ show }: Watching, event: Numbered & { message?: string }): string {
    if (!show) return event.message ?? this.#messageOf(event)
    const shown = show(event.data as LiveEvent)
    return shown ? this.#options.format(event.number, shown) : ''
  }

  #messageOf({ number, data }: Numbered): string {
    return this.#options.format(number, data)
  }

  #read(hospitalId: string, after: number): Promise<Numbered[]> {
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
      const newest = await newestEvent(tx)
      return { oldest: first?.number ?? newest + 1, newest }
    })
  }
}
