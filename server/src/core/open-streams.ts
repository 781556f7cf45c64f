/** How many streams a node keeps open: of one session, of one user, and in all. */
export type StreamLimits = { ofSession: number; ofUser: number; ofAll: number }

/**
 * A browser has one stream for all its tabs, or one a tab where it cannot share; one account may show the walls of many
 * wards. Every open stream asks four times a minute whether its session still holds.
 */
export const standardStreamLimits: StreamLimits = { ofSession: 10, ofUser: 100, ofAll: 1_000 }

type OpenStream = { session: string; staffId: string; end: () => void }

/**
 * The streams that are open on this node. Where a session or a user has as many as may be, the oldest of theirs is ended:
 * a line that is long dead often looks alive, and must not keep the screen in front of somebody from its alarms.
 */
export class OpenStreams {
  readonly #limits: StreamLimits
  /** In the order in which they were opened. */
  readonly #streams = new Set<OpenStream>()

  constructor(limits: StreamLimits) {
    this.#limits = limits
  }

  /** Takes a place for a stream and gives back what leaves it; undefined where the node has none left. */
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
