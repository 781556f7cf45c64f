import { setTimeout as sleep } from 'node:timers/promises'
import { loggable } from './failure.ts'

/** What is closed, by the name under which it is told of. */
export type Part = { name: string; close: () => Promise<unknown>; patienceMs?: number }

/**
 * Closes one part after the other. One that fails or does not end in its time is told of and left behind: whoever ends
 * the panel must not have to kill it. The answer names those.
 */
export async function closeInTurn(
  parts: readonly Part[],
  { patienceMs, say }: { patienceMs: number; say: (message: string) => void },
): Promise<string[]> {
  const left: string[] = []
  for (const { name, close, patienceMs: own = patienceMs } of parts) {
    const isOver = new AbortController()
    const problem = await Promise.race([
      close().then(
        () => undefined,
        (error: unknown) => `failed: ${JSON.stringify(loggable(error))}`,
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
