/**
 * How many milliseconds the clock of the machine was moved (negative: set back), and what it showed just after.
 */
export type ClockJump = { at: number; byMs: number }

/** How much a clock may drift from the steady one between two looks; more than a time server slews it. */
const driftMs = 5_000

/**
 * Compares the clock with the monotonic clock, which nobody can set, and reports when it was changed. A machine that
 * slept looks the same, because its monotonic clock stopped.
 */
export class ClockJumpDetector {
  readonly #clock: () => Date
  readonly #steadyMs: () => number
  #ahead: number
  #last: ClockJump | undefined

  constructor(clock: () => Date, steadyMs: () => number) {
    this.#clock = clock
    this.#steadyMs = steadyMs
    this.#ahead = this.#difference()
  }

  /** The last jump since the start, or the one that was found at the start. */
  get last(): ClockJump | undefined {
    return this.#last
  }

  /** The jump since the last look, if there was one. */
  detect(): ClockJump | undefined {
    const ahead = this.#difference()
    const byMs = ahead - this.#ahead
    this.#ahead = ahead
    if (Math.abs(byMs) <= driftMs) return undefined
    this.#last = { at: this.#clock().getTime(), byMs }
    return this.#last
  }

  /** Reports a jump that happened while the panel was stopped, which the steady clock cannot show. */
  note(jump: ClockJump): void {
    this.#last = jump
  }

  #difference(): number {
    return this.#clock().getTime() - this.#steadyMs()
  }
}
