import { type NumberedEvent, startLiveStream } from '../src/live/live.ts'
import type { StreamMessage } from '../src/live/stream.ts'

/** Opens an event stream that says what the test sends, until it is stopped. */
export function startTestStream(): { send: (...messages: StreamMessage[]) => void; stop: () => void } {
  let receive = (_message: StreamMessage) => {}
  const stop = startLiveStream((_endpoint, { signal, onMessage }) => {
    receive = onMessage
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve()))
  })
  return { stop, send: (...messages) => messages.forEach((message) => receive(message)) }
}

/** An event as the stream sends it. */
export const createStreamEvent = (number: number, event: NumberedEvent['event']): StreamMessage => ({
  kind: 'event',
  number,
  event,
})
