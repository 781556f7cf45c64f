import type { LiveEvent } from 'contract'
import type { Root } from '../db/database.ts'
import {
  eventPageSize,
  onEventsCommitted,
  readEventRange,
  readEvents,
  readNewestEvents,
  type SessionsEnded,
  type StoredEvent,
} from './events.ts'
import { NodeNotices } from './node-notices.ts'

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

/** `newestSent`: number of the newest event that the subscriber has. */
type Subscription = Subscriber & { newestSent: number; isGone: boolean }
type HospitalFeed = {
  /** Number of the newest event that was read for the subscribers. */
  newestRead: number
  subscribers: Set<Subscription>
  reading: Promise<void> | undefined
  /** Events were committed while the feed was being read: it must be read again. */
  mustReadAgain: boolean
}

/** Whether an event may end the subscriber's session, or change what the user may see. */
function affectsSession({ kind, data }: StoredEvent, { staffId }: Subscriber): boolean {
  return kind === 'permissions' || (kind === 'sessions' && (data as SessionsEnded).staff_id === staffId)
}

/**
 * A node can die between a commit and its notification, and a notification can be lost with its connection. So the
 * numbers of the newest events are polled too, for all hospitals at once.
 */
const pollMs = 1_000

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
  readonly #notices: NodeNotices
  readonly #stopListening: () => void
  readonly #timer: NodeJS.Timeout
  #polling: Promise<void> | undefined
  #isClosing = false

  constructor(options: LiveOptions) {
    this.#options = options
    this.#timer = setInterval(() => this.#poll(), pollMs)
    this.#timer.unref()
    this.#notices = new NodeNotices({
      ...options,
      onNotice: (hospitalId, number) => this.#receive(hospitalId, number),
      onReconnected: () => this.#poll(),
    })
    this.#stopListening = onEventsCommitted(options.root, (hospitalId, number) => {
      this.#receive(hospitalId, number)
      this.#notices.notify(hospitalId, number)
    })
  }

  /** Begins to receive the notifications of other nodes; throws if they do not arrive. */
  async open(): Promise<void> {
    try {
      await this.#notices.open()
    } catch (error) {
      await this.close()
      throw error
    }
  }

  /** Sends missed events, then new ones, until `drop` or a call of the returned function. */
  async subscribe(subscriber: Subscriber): Promise<() => void> {
    const { hospitalId } = subscriber
    const { oldest, newest } = await readEventRange(this.#options.root, hospitalId)
    const after = subscriber.after ?? newest
    const isLost = after < oldest - 1 || after > newest
    const subscription: Subscription = { ...subscriber, newestSent: isLost ? newest : after, isGone: false }
    // The id comes first: a subscriber that is cut off before its first event reconnects with it.
    subscription.send(`event: ${isLost ? 'reset' : 'open'}\nid: ${subscription.newestSent}\ndata: {}\n\n`)
    await this.#catchUp(subscription)
    return () => {
      subscription.isGone = true
      this.#feeds.get(hospitalId)?.subscribers.delete(subscription)
    }
  }

  /** Checks the session, sends what the subscriber does not have yet, and adds it to the hospital's subscribers. */
  async #catchUp(subscription: Subscription): Promise<void> {
    const { hospitalId } = subscription
    let mustCheck = true
    for (;;) {
      if (mustCheck && !(await subscription.check())) return
      const missed = await readEvents(this.#options.root, hospitalId, subscription.newestSent)
      if (subscription.isGone) return
      const delivered = this.#deliver(subscription, missed)
      if (delivered === 'gone') return
      mustCheck = delivered === 'held'
      if (mustCheck) continue
      if (missed.length === eventPageSize) {
        await subscription.read()
        continue
      }
      // Runs without a pause from here on, so no event can be missed before the subscriber is in the set.
      const feed = this.#getFeed(hospitalId, subscription.newestSent)
      if (feed.newestRead > subscription.newestSent) continue
      feed.subscribers.add(subscription)
      if (this.#isClosing) subscription.drop()
      // Events committed since the read, while there was no subscriber, were not delivered to anybody.
      this.#scheduleRead(hospitalId)
      return
    }
  }

  async close(): Promise<void> {
    this.#isClosing = true
    const closed = this.#notices.close()
    clearInterval(this.#timer)
    this.#stopListening()
    for (const { subscribers } of this.#feeds.values()) for (const { drop } of subscribers) drop()
    await Promise.all([closed, this.#polling])
    for (const { reading } of this.#feeds.values()) await reading
  }

  #getFeed(hospitalId: string, newestRead: number): HospitalFeed {
    const known = this.#feeds.get(hospitalId)
    if (known && known.subscribers.size > 0) return known
    const feed = {
      newestRead,
      subscribers: new Set<Subscription>(),
      reading: undefined,
      mustReadAgain: false,
    }
    this.#feeds.set(hospitalId, feed)
    return feed
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
    const hospitalIds = [...this.#feeds].flatMap(([id, { subscribers }]) =>
      subscribers.size > 0 ? [id] : [],
    )
    if (hospitalIds.length === 0) return
    const newest = await readNewestEvents(this.#options.root, hospitalIds)
    for (const { hospital_id, last } of newest) this.#receive(hospital_id, last)
  }

  /** Reads new events if the newest is not among those already delivered. */
  #receive(hospitalId: string, newest: number): void {
    const feed = this.#feeds.get(hospitalId)
    if (feed && !(newest <= feed.newestRead)) this.#scheduleRead(hospitalId)
  }

  #scheduleRead(hospitalId: string): void {
    const feed = this.#feeds.get(hospitalId)
    if (!feed || feed.subscribers.size === 0 || this.#isClosing) return
    if (feed.reading) feed.mustReadAgain = true
    else {
      feed.reading = this.#readFeed(hospitalId, feed)
        .catch((error: Error) => this.#options.log(`live events were not read: ${error.message}`))
        .finally(() => {
          feed.reading = undefined
          if (feed.mustReadAgain) {
            feed.mustReadAgain = false
            this.#scheduleRead(hospitalId)
          }
        })
    }
  }

  async #readFeed(hospitalId: string, feed: HospitalFeed): Promise<void> {
    for (;;) {
      const events = await readEvents(this.#options.root, hospitalId, feed.newestRead)
      const messages = events.map((event) => ({
        ...event,
        ...(event.kind === 'sessions' ? {} : { message: this.#formatEvent(event) }),
      }))
      feed.newestRead = events.at(-1)?.number ?? feed.newestRead
      for (const subscription of feed.subscribers) {
        const delivered = this.#deliver(subscription, messages)
        if (delivered === 'sent') continue
        feed.subscribers.delete(subscription)
        if (delivered === 'held') void this.#catchUp(subscription).catch(() => subscription.drop())
      }
      if (events.length < eventPageSize) return
    }
  }

  /**
   * A subscriber that reads too slowly is disconnected; it reconnects and gets the rest. Events after one that may have
   * ended the session, or changed what the user may see, are held back until the session is checked.
   */
  #deliver(
    subscription: Subscription,
    events: readonly (StoredEvent & { message?: string })[],
  ): 'sent' | 'held' | 'gone' {
    const fresh = events.filter(({ number }) => number > subscription.newestSent)
    const sessionEvent = fresh.findIndex((event) => affectsSession(event, subscription))
    const deliverable = sessionEvent < 0 ? fresh : fresh.slice(0, sessionEvent + 1)
    subscription.newestSent = deliverable.at(-1)?.number ?? subscription.newestSent
    const visible = deliverable.filter(({ kind }) => subscription.kinds.has(kind))
    if (
      visible.length > 0 &&
      !subscription.send(visible.map((event) => this.#formatMessage(subscription, event)).join(''))
    ) {
      subscription.drop()
      return 'gone'
    }
    return sessionEvent < 0 ? 'sent' : 'held'
  }

  #formatMessage({ show }: Subscription, event: StoredEvent & { message?: string }): string {
    if (!show) return event.message ?? this.#formatEvent(event)
    const shown = show(event.data as LiveEvent)
    return shown ? this.#options.format(event.number, shown) : ''
  }

  #formatEvent({ number, data }: StoredEvent): string {
    return this.#options.format(number, data)
  }
}
