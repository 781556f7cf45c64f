/** By how much the clock of the machine was moved (milliseconds; negative: back), and what it showed just after. */
export type ClockJump = { at: number; byMs: number }

/** What a clock may drift from a steady one between two looks, and more than a time server moves it by slewing. */
const driftMs = 5_000

/**
 * Compares the clock with a steady one, which nobody sets, and tells when it was moved. A machine that slept looks the
 * same: its steady clock slept too.
 */
export class ClockWatch {
  readonly #clock: () => Date
  readonly #steadyMs: () => number
  #ahead: number
  #last: ClockJump | undefined

  constructor(clock: () => Date, steadyMs: () => number) {
    this.#clock = clock
    this.#steadyMs = steadyMs
    this.#ahead = this.#difference()
  }

  /** The last jump since the start. */
  get last(): ClockJump | undefined {
    return this.#last
  }

  /** A jump since the last look, if there was one. */
  look(): ClockJump | undefined {
    const ahead = this.#difference()
    const byMs = ahead - this.#ahead
    this.#ahead = ahead
    if (Math.abs(byMs) <= driftMs) return undefined
    this.#last = { at: this.#clock().getTime(), byMs }
    return this.#last
  }

  #difference(): number {
    return this.#clock().getTime() - this.#steadyMs()
  }
}
