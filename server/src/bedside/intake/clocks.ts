import { sql } from 'kysely'
import { sqlArray, sqlRows } from '../../db/binary-array.ts'
import type { Tx } from '../../db/database.ts'
import { type ClockAssessment, transitToleranceMs } from './measured-at.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Messages that are taken in at the same time may overtake each other by this much. */
const overtakingMs = minuteMs
/** The time through gateways and brokers: a message that takes no longer shows that its sender's clock is right. */
const promptMs = minuteMs
/** If a delay this short is a clock that is behind, it does no harm as long as the same patient wore the device. */
const littleLateMs = 10 * minuteMs
/** A clock is behind when this many messages, over this long, lag by the same amount, within the third number. */
const [steadyTimes, steadyMs, steadyWithinMs] = [3, 2 * minuteMs, 30_000]
/**
 * A clock of another time zone is off by whole half hours. Messages do not take that long: a gateway retries sooner.
 */
const [zoneStepMs, nearestZoneMs] = [30 * minuteMs, 120 * minuteMs]

/** Whether the message itself shows that its sender's clock is right. `lag` is how far the clock seems behind. */
export function isPrompt(lag: number): boolean {
  return lag >= -transitToleranceMs && lag <= promptMs
}

/**
 * Whether the clock of a call is certainly off by what the call says. Nothing arrives before it is sent, so a clock
 * that is ahead is. One that is further behind may be that of a call that failed, and is sent again as it was.
 */
export const isCertainOfCall = (lag: number): boolean => lag <= promptMs

/**
 * Successive messages by which a clock lagged by the same amount (milliseconds), or by which it is ahead. Messages that
 * were held up arrive in a rush and lag less and less; only a clock that is behind lags steadily. A device that stores
 * measurements until its next message lags steadily too, but by no more than the time between two messages.
 */
export type ClockLag = {
  behind: number
  since: number
  messages: number
  receivedAt: number
  isSteady: boolean
}

/** What is known of a clock: until when it was right (by its own time and the panel's), and how it has lagged since. */
export type KnownClock = { rightAt: number | null; lagging: ClockLag | undefined }

/**
 * The lagging after one more message that arrived at `receivedAt` and was not prompt. `isCall`: its sender stated the
 * time of the call itself, and no time at which something was stored.
 */
export function updateClockLag(
  before: ClockLag | undefined,
  { lag, receivedAt, isCall }: { lag: number; receivedAt: number; isCall: boolean },
): ClockLag {
  // If the message before arrived much later than this one, the panel's clock was put back since: it counts no more.
  const overtakenByMs = before ? before.receivedAt - receivedAt : 0
  if (before && overtakenByMs > 0 && overtakenByMs <= overtakingMs) return before
  const isSame =
    before !== undefined &&
    Math.abs(lag - before.behind) <= steadyWithinMs &&
    receivedAt - before.receivedAt <= dayMs
  // A message cannot arrive before it was made, so a clock that is ahead is certainly ahead.
  if (!isSame) return { behind: lag, since: receivedAt, messages: 1, receivedAt, isSteady: lag < 0 }
  const mayHaveBeenStored = !isCall && !before.isSteady && lag <= receivedAt - before.receivedAt
  const since = mayHaveBeenStored ? receivedAt : before.since
  const messages = mayHaveBeenStored ? 1 : before.messages + 1
  return {
    behind: Math.min(before.behind, lag),
    since,
    messages,
    receivedAt,
    isSteady: before.isSteady || (messages >= steadyTimes && receivedAt - since >= steadyMs),
  }
}

function isOfAnotherZone(behind: number): boolean {
  const zones = Math.round(behind / zoneStepMs) * zoneStepMs
  return zones >= nearestZoneMs && Math.abs(behind - zones) <= steadyWithinMs
}

/** How far a clock is off whose message was not prompt and showed `shown`, and how certain that is. */
export function assessMessageClock(
  lagging: ClockLag,
  rightAt: number | null,
  shown: number,
  lag: number,
): ClockAssessment {
  // The clock is ahead by at least this much: the message may have been under way for some time.
  if (lag < 0) return { behind: lag, trust: 'known' }
  if (lagging.isSteady && Math.abs(lag - lagging.behind) <= steadyWithinMs)
    return { behind: lagging.behind, trust: isOfAnotherZone(lagging.behind) ? 'known' : 'likely' }
  const isLate = lag <= littleLateMs || (rightAt !== null && rightAt <= shown)
  return { behind: 0, trust: isLate ? 'late' : 'doubtful' }
}

/** What is known of the clocks of these senders and devices. */
export async function findClocks(tx: Tx, macs: readonly string[]): Promise<Map<string, KnownClock>> {
  const { rows } = await sql<{
    mac: string
    clock_right_at: string | null
    behind_ms: number | null
    since: string
    messages: number
    received_at: string
    is_steady: boolean
  }>`
    select given.mac, d.clock_right_at, c.behind_ms::float8 as behind_ms, c.since, c.messages, c.received_at, c.is_steady
    from unnest(${sqlArray('text', macs)}) as given (mac)
      left join devices d on d.mac = given.mac and d.retired_at is null
      left join lagging_clocks c on c.mac = given.mac
        and (d.clock_right_at is null or c.received_at > d.clock_right_at)`.execute(tx)
  return new Map(
    rows.map(({ mac, clock_right_at, behind_ms, since, messages, received_at, is_steady }) => [
      mac,
      {
        rightAt: clock_right_at === null ? null : Date.parse(clock_right_at),
        lagging:
          behind_ms === null
            ? undefined
            : {
                behind: behind_ms,
                since: Date.parse(since),
                messages,
                receivedAt: Date.parse(received_at),
                isSteady: is_steady,
              },
      },
    ]),
  )
}

/** Which of these clocks have lagged since they were last found to be right. */
export async function listLaggingClocks(tx: Tx, macs: readonly string[]): Promise<string[]> {
  if (macs.length === 0) return []
  const { rows } = await sql<{ mac: string }>`
    select mac from lagging_clocks where mac = any(${sqlArray('text', macs)}) and messages > 0`.execute(tx)
  return rows.map(({ mac }) => mac)
}

/** A clock that a prompt call shows to be right: what lags from now on lags anew. */
export const toRightClock = (mac: string, receivedAt: number): SenderClockLag => ({
  mac,
  behind: 0,
  since: receivedAt,
  messages: 0,
  receivedAt,
  isSteady: false,
  isInDoubt: false,
})

export type SenderClockLag = ClockLag & { mac: string; isInDoubt: boolean }

/** Stores how clocks lag. The list of devices shows it while it lasts, or until the clock is right again. */
export async function storeClockLags(
  tx: Tx,
  hospitalId: string,
  lagged: readonly SenderClockLag[],
): Promise<void> {
  if (lagged.length === 0) return
  await sql`
    insert into lagging_clocks (hospital_id, mac, behind_ms, since, messages, received_at, is_steady, is_in_doubt)
    select ${hospitalId}, l.* from ${sqlRows('l', lagged, {
      mac: ['text', (one) => one.mac],
      behind_ms: ['double precision', (one) => one.behind],
      since: ['timestamptz', (one) => one.since],
      messages: ['integer', (one) => one.messages],
      received_at: ['timestamptz', (one) => one.receivedAt],
      is_steady: ['boolean', (one) => one.isSteady],
      is_in_doubt: ['boolean', (one) => one.isInDoubt],
    })}
    on conflict (hospital_id, mac) do update set behind_ms = excluded.behind_ms, since = excluded.since,
      messages = excluded.messages, received_at = excluded.received_at, is_steady = excluded.is_steady,
      is_in_doubt = excluded.is_in_doubt`.execute(tx)
}
