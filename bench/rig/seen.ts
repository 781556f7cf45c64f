import { setTimeout as sleep } from 'node:timers/promises'
import type { SessionToken } from 'contract'
import { type BenchResult, computeP95 } from '../results.ts'
import { createScreenCall, type ScreenCall } from './screen-call.ts'
import { openStream } from './stream.ts'

/** The first changes do not count: a new panel still opens its connections. */
const warmUpChanges = 3
const limitMs = 250

type SeenOptions = {
  what: string
  port: number
  /** A board each. */
  sessions: readonly SessionToken[]
  changes: number
  /** Makes a change that says `label`. */
  change: (label: string) => Promise<unknown>
  /**
   * Reads what the event makes out of date, as the screen does, and gives the label there; undefined if it is nothing.
   */
  look: (board: ScreenCall, event: unknown) => Promise<string | null | undefined> | undefined
}

/** The time from a change until every board has it: each gets the event and reads again what it outdates. */
export async function measureSeen(options: SeenOptions): Promise<BenchResult> {
  const { what, port, sessions, changes, change, look } = options
  const seen: number[] = []
  const leave: (() => void)[] = []
  let label = ''
  let began = 0
  try {
    for (const session of sessions) {
      const board = createScreenCall(port, session)
      leave.push(
        await openStream(port, session, (event) => {
          void look(board, event)?.then((shown) => {
            if (shown === label) seen.push(performance.now() - began)
          })
        }),
      )
    }
    for (let round = 1 - warmUpChanges; round <= changes; round += 1) {
      if (round === 1) seen.length = 0
      const before = seen.length
      label = `change ${round}`
      began = performance.now()
      await change(label)
      while (seen.length < before + sessions.length) await sleep(5)
    }
  } finally {
    for (const end of leave) end()
  }
  return { what, value: computeP95(seen), unit: 'ms p95', limit: limitMs }
}
