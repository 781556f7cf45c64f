import { setTimeout as sleep } from 'node:timers/promises'
import { listMessages } from './messages.ts'
import { minute, type Plan, type SimulatedMessage, second } from './plan.ts'

/** Resolves when the messages have been accepted. */
export type Send = (messages: readonly SimulatedMessage[]) => Promise<void>

/** After the machine slept, older messages are skipped: nobody would have heard them. */
const maxCatchUp = minute

/** Sends the messages of a plan when they are due, until it is stopped. */
export async function playPlan(
  plan: Plan,
  { clock, send, stopped }: { clock: () => Date; send: Send; stopped: AbortSignal },
): Promise<void> {
  const ended = new Promise<void>((resolve) => stopped.addEventListener('abort', () => resolve()))
  let said = plan.begins
  while (!stopped.aborted) {
    const now = clock().getTime()
    const messages = listMessages(plan, Math.max(said, now - maxCatchUp), now)
    if (messages.length > 0) await Promise.race([send(messages), ended])
    said = now
    await sleep(second, undefined, { signal: stopped }).catch(() => {})
  }
}
