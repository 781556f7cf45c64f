import {
  requestStream,
  type StreamRefusal,
  type StreamReply,
  type StreamRequest,
  silenceCheckMs,
  silenceLimitMs,
} from './stream.ts'

export type TabMessage = StreamRequest | 'leave'
export type WorkerMessage = { text: string } | { refusal: StreamRefusal } | 'ended'

/** Number of past events remembered for tabs that join. */
const maxRecentFrames = 1_000

type StreamFrame = { id: number; text: string }

/**
 * One event stream for all tabs of a browser, in a shared worker: over HTTP/1.1 a browser has six connections to a
 * server, and a stream per tab would leave none for calls.
 */
export class SharedStreams {
  readonly #open: typeof requestStream
  readonly #streams = new Map<string, SharedStream>()

  constructor(open: typeof requestStream = requestStream) {
    this.#open = open
  }

  connect(tab: MessagePort): void {
    let line: SharedStream | undefined
    tab.onmessage = ({ data }: MessageEvent<TabMessage>) => {
      if (data === 'leave') {
        line?.leave(tab)
        tab.close()
      } else {
        line = this.#getStream(data)
        line.join(tab, data.lastEventId)
      }
    }
  }

  /** Sessions do not share a stream: each receives only what it may see. */
  #getStream(request: StreamRequest): SharedStream {
    const key = `${request.path} ${request.token ?? ''}`
    const known = this.#streams.get(key)
    if (known?.isAlive()) return known
    known?.disconnect()
    const line = new SharedStream()
    this.#streams.set(key, line)
    void line.listen(this.#open, request).finally(() => {
      if (this.#streams.get(key) === line) this.#streams.delete(key)
    })
    return line
  }
}

class SharedStream {
  readonly #stopping = new AbortController()
  /** Tabs that wait for the server's first message, each with the id of its last event. */
  readonly #waiting = new Map<MessagePort, string>()
  readonly #tabs = new Set<MessagePort>()
  #recentFrames: StreamFrame[] = []
  /** Every event after this one is remembered. */
  #replayableAfter: number | undefined
  #newestId = 0
  #lastBytesAt = Date.now()
  #partialFrame = ''

  isAlive(): boolean {
    return !this.#stopping.signal.aborted && Date.now() - this.#lastBytesAt <= silenceLimitMs
  }

  disconnect(): void {
    this.#stopping.abort()
  }

  join(tab: MessagePort, lastEventId: string): void {
    if (this.#replayableAfter === undefined) this.#waiting.set(tab, lastEventId)
    else this.#replayMissed(tab, lastEventId, this.#replayableAfter)
  }

  leave(tab: MessagePort): void {
    this.#waiting.delete(tab)
    this.#tabs.delete(tab)
    if (this.#waiting.size + this.#tabs.size === 0) this.disconnect()
  }

  async listen(open: typeof requestStream, request: StreamRequest): Promise<void> {
    const { signal } = this.#stopping
    const look = setInterval(() => {
      if (!this.isAlive()) this.disconnect()
    }, silenceCheckMs)
    try {
      const line = await open(request, signal)
      if ('refusal' in line) this.#broadcast(line)
      else await this.#read(line.body.getReader(), signal)
    } catch {
      // Unreachable, or cut off: the tabs are told that it ended, and reconnect.
    } finally {
      clearInterval(look)
      this.disconnect()
      this.#broadcast('ended')
    }
  }

  async #read(reader: ReadableStreamDefaultReader<Uint8Array>, signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined))
    const text = new TextDecoder()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      this.#lastBytesAt = Date.now()
      const frames = (this.#partialFrame + text.decode(value, { stream: true })).split('\n\n')
      this.#partialFrame = frames.pop() ?? ''
      for (const frame of frames) this.#receiveFrame(`${frame}\n\n`)
    }
  }

  #receiveFrame(text: string): void {
    const kind = /^event: (.*)$/m.exec(text)?.[1]
    const id = /^id: (\d+)$/m.exec(text)?.[1]
    if (id !== undefined) this.#newestId = Number(id)
    if (kind === 'open' || kind === 'reset') {
      this.#replayableAfter = this.#newestId
      for (const [tab, lastEventId] of this.#waiting)
        this.#replayMissed(tab, lastEventId, this.#replayableAfter)
      this.#waiting.clear()
      return
    }
    if (id !== undefined) {
      this.#recentFrames.push({ id: Number(id), text })
      if (this.#recentFrames.length > maxRecentFrames)
        this.#replayableAfter = this.#recentFrames.shift()?.id ?? this.#replayableAfter
    }
    for (const tab of this.#tabs) tab.postMessage({ text } satisfies WorkerMessage)
  }

  /** Starts a tab's stream as the server would: with the missed events, or with a reset if some are forgotten. */
  #replayMissed(tab: MessagePort, lastEventId: string, since: number): void {
    const last = lastEventId === '' ? this.#newestId : Number(lastEventId)
    const isWhole = last >= since && last <= this.#newestId
    const missed = isWhole ? this.#recentFrames.filter(({ id }) => id > last) : []
    const begins = isWhole ? `event: open\nid: ${last}` : `event: reset\nid: ${this.#newestId}`
    const text = [`${begins}\ndata: {}\n\n`, ...missed.map((frame) => frame.text)].join('')
    tab.postMessage({ text } satisfies WorkerMessage)
    this.#tabs.add(tab)
  }

  #broadcast(what: WorkerMessage): void {
    for (const tab of [...this.#waiting.keys(), ...this.#tabs]) tab.postMessage(what)
  }
}

/** The stream of all tabs if the browser has shared workers; else a stream of this tab alone. */
export function openSharedStream(request: StreamRequest, signal: AbortSignal): Promise<StreamReply> {
  if (typeof SharedWorker === 'undefined') return requestStream(request, signal)
  const worker = new SharedWorker(new URL('./stream-worker.ts', import.meta.url), {
    type: 'module',
    name: 'line',
  })
  return new Promise((resolve, reject) => {
    // Fires when the worker's script cannot be loaded; nothing answers on the port then.
    worker.onerror = () => {
      worker.onerror = null
      requestStream(request, signal).then(resolve, reject)
    }
    openStreamOverPort(worker.port, request, signal)
      .finally(() => {
        worker.onerror = null
      })
      .then(resolve, reject)
  })
}

export function openStreamOverPort(
  tab: MessagePort,
  request: StreamRequest,
  signal: AbortSignal,
): Promise<StreamReply> {
  const encoder = new TextEncoder()
  return new Promise((resolve, reject) => {
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined
    const close = () => {
      signal.removeEventListener('abort', leave)
      tab.close()
    }
    const leave = () => {
      tab.postMessage('leave' satisfies TabMessage)
      close()
      reject(signal.reason as Error)
    }
    tab.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
      if (data === 'ended') {
        close()
        controller?.close()
        reject(new TypeError('the stream ended before it was open'))
      } else if ('refusal' in data) {
        resolve(data)
      } else {
        if (!controller) {
          const body = new ReadableStream<Uint8Array>({
            start(one) {
              controller = one
            },
          })
          resolve({ body })
        }
        controller?.enqueue(encoder.encode(data.text))
      }
    }
    signal.addEventListener('abort', leave)
    if (signal.aborted) leave()
    else tab.postMessage(request satisfies TabMessage)
  })
}
