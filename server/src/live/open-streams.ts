/** How many streams a node allows: for one session, for one user, and in all. */
export type StreamLimits = { ofSession: number; ofUser: number; ofAll: number }

/**
 * A browser has one stream for all its tabs, or one for each tab if tabs cannot share; one account may show wall
 * screens of many wards. Every open stream checks its session four times a minute.
 */
export const standardStreamLimits: StreamLimits = { ofSession: 10, ofUser: 100, ofAll: 1_000 }

type OpenStream = { session: string; staffId: string; end: () => void }

/**
 * The open streams of this node. When a session or a user reaches the limit, its oldest stream is ended: a dead
 * connection often still looks alive, and must not keep alarms from the screen in use.
 */
export class OpenStreams {
  readonly #limits: StreamLimits
  /** They stand in the order of opening. */
  readonly #streams = new Set<OpenStream>()

  constructor(limits: StreamLimits) {
    this.#limits = limits
  }

  /** Registers a stream and returns the function that removes it; undefined if the node has reached its limit. */
  open(stream: OpenStream): (() => void) | undefined {
    const { ofSession, ofUser, ofAll } = this.#limits
    this.#endOldest((other) => other.session === stream.session, ofSession)
    this.#endOldest((other) => other.staffId === stream.staffId, ofUser)
    if (this.#streams.size >= ofAll) return undefined
    this.#streams.add(stream)
    return () => void this.#streams.delete(stream)
  }

  #endOldest(isOfSame: (stream: OpenStream) => boolean, limit: number): void {
    const same = [...this.#streams].filter(isOfSame)
    for (const stream of same.slice(0, Math.max(0, same.length - limit + 1))) {
      this.#streams.delete(stream)
      stream.end()
    }
  }
}
