import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** The next message of a child process; throws if the process ends without one. */
export async function readAnswer<Answer>(child: ChildProcess): Promise<Answer> {
  const waiting = new AbortController()
  const ended = () => waiting.abort(new Error('a process of the bench ended'))
  child.once('exit', ended)
  try {
    const [answer] = await once(child, 'message', { signal: waiting.signal })
    return answer as Answer
  } finally {
    child.off('exit', ended)
  }
}
