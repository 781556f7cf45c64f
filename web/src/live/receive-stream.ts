import { SharedStreams, type TabMessage, type WorkerMessage } from './shared-stream.ts'
import type { StreamMessage, StreamRefusal, StreamRequest } from './stream.ts'

export type MessageListener = (message: StreamMessage) => void

/**
 * Receives the stream of all tabs; without shared workers, a stream of this tab alone. Resolves when the stream has
 * ended or was aborted, with the refusal if there is one.
 */
export function receiveStream(
  request: StreamRequest,
  signal: AbortSignal,
  onMessage: MessageListener,
): Promise<StreamRefusal | undefined> {
  const receiveAlone = () => {
    const { port1, port2 } = new MessageChannel()
    new SharedStreams().connect(port1)
    return receiveOverPort(port2, request, signal, onMessage)
  }
  if (typeof SharedWorker === 'undefined') return receiveAlone()
  const worker = new SharedWorker(new URL('./stream-worker.ts', import.meta.url), {
    type: 'module',
    name: 'event-stream',
  })
  return new Promise((resolve) => {
    // Fires when the worker's script cannot be loaded; nothing answers on the port then.
    worker.onerror = () => resolve(receiveAlone())
    const onAnswer = (message: StreamMessage) => {
      worker.onerror = null
      onMessage(message)
    }
    void receiveOverPort(worker.port, request, signal, onAnswer).then(resolve)
  })
}

export function receiveOverPort(
  port: MessagePort,
  request: StreamRequest,
  signal: AbortSignal,
  onMessage: MessageListener,
): Promise<StreamRefusal | undefined> {
  const send = (message: TabMessage) => port.postMessage(message)
  return new Promise((resolve) => {
    const end = (refusal?: StreamRefusal) => {
      signal.removeEventListener('abort', leave)
      port.onmessage = null
      port.close()
      resolve(refusal)
    }
    const leave = () => {
      send('leave')
      end()
    }
    port.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
      if (data.kind === 'ended') end(data.refusal)
      else onMessage(data)
    }
    signal.addEventListener('abort', leave)
    if (signal.aborted) leave()
    else send(request)
  })
}
