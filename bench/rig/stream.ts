import { once } from 'node:events'
import { get } from 'node:http'
import { monitoring, type SessionToken } from 'contract'

/**
 * Subscribes to the live stream as a screen does, and gives each event as it came; the returned function unsubscribes.
 */
export async function openStream(
  port: number,
  session: SessionToken,
  onEvent: (event: unknown) => void,
): Promise<() => void> {
  const sending = get({
    port,
    host: '127.0.0.1',
    path: monitoring.live.path,
    headers: { authorization: `Bearer ${session.server_token}`, accept: 'text/event-stream' },
  })
  const [response] = await once(sending, 'response')
  let rest = ''
  response.setEncoding('utf8').on('data', (piece: string) => {
    const blocks = (rest + piece).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1] ?? '{}'
      const { event } = JSON.parse(data) as { event?: unknown }
      if (event !== undefined) onEvent(event)
    }
  })
  response.on('error', () => {})
  sending.on('error', () => {})
  return () => sending.destroy()
}
