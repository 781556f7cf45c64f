import { setTimeout as sleep } from 'node:timers/promises'
import { toLoggable } from '../core/failure.ts'

/** A part to close, with its name for messages. */
export type ClosablePart = { name: string; close: () => Promise<unknown>; patienceMs?: number }

/**
 * Closes one part after the other. A part that fails or does not close in time is reported and left behind, so that the
 * process ends without being killed. Returns the names of these parts.
 */
export async function closeParts(
  parts: readonly ClosablePart[],
  { patienceMs, say }: { patienceMs: number; say: (message: string) => void },
): Promise<string[]> {
  const left: string[] = []
  for (const { name, close, patienceMs: own = patienceMs } of parts) {
    const isOver = new AbortController()
    const problem = await Promise.race([
      close().then(
        () => undefined,
        (error: unknown) => `failed: ${JSON.stringify(toLoggable(error))}`,
      ),
      sleep(own, `did not end within ${own / 1000} s`, { signal: isOver.signal }).catch(() => undefined),
    ])
    isOver.abort()
    if (problem === undefined) continue
    left.push(name)
    say(`Closing ${name} ${problem}.`)
  }
  return left
}
