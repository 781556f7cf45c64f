import { earliestMs, type ReadingTiming } from 'contract'

const minuteMs = 60_000
/** A clock that is ahead by no more than this is taken at its word. */
const aheadMs = 10 * minuteMs
const dayMs = 24 * 60 * minuteMs

/** `told`, `sent` and `received` are instants in milliseconds; `sent` is null where the sender does not say. */
export type Told = { told: number; sent: number | null; received: number; isSentFresh: boolean }

/**
 * When a reading was taken. A sender whose word on "now" is fresh (`isSentFresh`: it said so in the very call) shows
 * how far its clock is off, and the reading is moved by as much. Otherwise a reading from the future has a wrong
 * clock behind it: it was taken when it arrived, less the delay the sender spoke of. One from more than a day ago is
 * late, or its clock is slow; nothing says which, so a person has to.
 */
export function placeInTime({ told, sent, received, isSentFresh }: Told): {
  at: number
  timing: ReadingTiming
} {
  if (sent !== null && isSentFresh) {
    const offset = received - sent
    const at = Math.abs(offset) > aheadMs ? Math.max(told + offset, earliestMs) : told
    if (at <= received + aheadMs) return { at, timing: at === told ? 'told' : 'corrected' }
    return { at: received, timing: 'corrected' }
  }
  if (told > received + aheadMs) {
    const delay = sent === null ? 0 : Math.min(Math.max(sent - told, 0), dayMs)
    return { at: received - delay, timing: 'corrected' }
  }
  return { at: told, timing: received - told > dayMs ? 'uncertain' : 'told' }
}
