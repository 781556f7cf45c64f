import type { Answers } from '../forms/form.ts'
import { clockSlackMs } from '../forms/measured-rows.ts'

/** An urgent call is hardly noted down later than this. */
const oldMs = 6 * 60 * 60_000

const urgent: ReadonlySet<unknown> = new Set(['E', 'U'])

/** Whether a call was received in the future: every step of its mission would be before it, and be refused. */
export const isCallAhead = (receivedAt: unknown, nowMs: number): boolean =>
  typeof receivedAt === 'string' && Date.parse(receivedAt) > nowMs + clockSlackMs

/** Whether the time of an urgent request is so old that it may be mistyped: the screen asks. */
export const isCallOld = ({ received_at, urgency }: Answers, nowMs: number): boolean =>
  urgent.has(urgency) && typeof received_at === 'string' && Date.parse(received_at) < nowMs - oldMs
