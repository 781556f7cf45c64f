import { setTimeout as sleep } from 'node:timers/promises'
import { messagesBetween } from './messages.ts'
import { minute, type Plan, type SimulatedMessage, second } from './plan.ts'

/** Answers when the messages have been taken. */
export type Send = (messages: readonly SimulatedMessage[]) => Promise<void>

/** A machine that has slept has not heard its devices meanwhile. */
const longestCatchUp = minute

/** Sends what a plan says, as it comes to be said, until it is told to stop. */
export async function play(
  plan: Plan,
  { clock, send, stopped }: { clock: () => Date; send: Send; stopped: AbortSignal },
): Promise<void> {
  const ended = new Promise<void>((resolve) => stopped.addEventListener('abort', () => resolve()))
  let said = plan.begins
  while (!stopped.aborted) {
    const now = clock().getTime()
    const messages = messagesBetween(plan, Math.max(said, now - longestCatchUp), now)
    if (messages.length > 0) await Promise.race([send(messages), ended])
    said = now
    await sleep(second, undefined, { signal: stopped }).catch(() => {})
  }
}
