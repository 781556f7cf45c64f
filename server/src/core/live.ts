import type { LiveEvent } from 'contract'
import { sql } from 'kysely'
import pg from 'pg'
import { columnsOf } from './binary-array.ts'
import { inHospital, type Root, type Tx } from './database.ts'

/** The channel on which a transaction that wrote events tells of it; the payload is the hospital. */
const channel = 'panel_live'

/** Sessions of somebody were ended: nobody's screen is told of it, but her streams are looked after. */
export type SessionsEnded = { kind: 'sessions'; staff_id: string }
/** What a transaction may tell once it has committed. */
export type Announced = LiveEvent | SessionsEnded

/** How long events are kept for those who come back. */
export const eventsKeptMs = 24 * 60 * 60_000

/**
 * Writes what happened, numbered without a gap in the order of commit: the counter's row is locked from here to the
 * end of the transaction, so this is the last thing a transaction does.
 */
export async function writeEvents(
  tx: Tx,
  hospitalId: string,
  at: string,
  events: readonly Announced[],
): Promise<void> {
  if (events.length === 0) return
  const column = columnsOf(events)
  await sql`
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
    select pg_notify(${channel}, ${hospitalId}) from counted`.execute(tx)
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
/** A notice can be lost with its connection; so once in a while it is looked without one. */
const lookMs = 5_000

export type LiveOptions = {
  root: Root
  /** Of the database; without it nobody is told, and those who watch learn of events when they are looked for. */
  url: string
  format: (number: number, event: unknown) => string
  log: (message: string) => void
}

/** Tells everybody who watches on this node what is committed on any node. */
export class Live {
  readonly #options: LiveOptions
  readonly #hospitals = new Map<string, Ward>()
  readonly #timer: NodeJS.Timeout
  #listener: pg.Client | undefined
  #isClosed = false

  constructor(options: LiveOptions) {
    this.#options = options
    this.#timer = setInterval(() => this.#lookEverywhere(), lookMs)
    this.#timer.unref()
  }

  /** Sends what was missed, then what comes, until `drop` or the end of `follow`'s returned function. */
  async follow(watcher: Watcher): Promise<() => void> {
    void this.#listen()
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
      if (this.#isClosed) watching.drop()
      // What was committed since the reading, while nobody watched, has told nobody.
      this.#look(hospitalId)
      return
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    for (const { watchers } of this.#hospitals.values()) for (const { drop } of watchers) drop()
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

  async #listen(): Promise<void> {
    if (this.#listener || this.#isClosed) return
    const listener = new pg.Client({ connectionString: this.#options.url, application_name: 'panel-live' })
    this.#listener = listener
    const again = () => {
      if (this.#listener !== listener) return
      this.#listener = undefined
      if (!this.#isClosed) setTimeout(() => void this.#listen(), retryMs).unref()
    }
    listener.on('error', again)
    listener.on('end', again)
    listener.on('notification', ({ payload }) => this.#look(payload ?? ''))
    try {
      await listener.connect()
      await listener.query(`listen ${channel}`)
      this.#lookEverywhere()
    } catch (error) {
      this.#options.log(`live events are not heard of: ${(error as Error).message}`)
      listener.end().catch(() => {})
      again()
    }
  }

  #lookEverywhere(): void {
    for (const hospitalId of this.#hospitals.keys()) this.#look(hospitalId)
  }

  #look(hospitalId: string): void {
    const hospital = this.#hospitals.get(hospitalId)
    if (!hospital || hospital.watchers.size === 0 || this.#isClosed) return
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
