import { createParser } from 'eventsource-parser'
import {
  decodeMessage,
  findRefusal,
  type NumberedEvent,
  requestStream,
  type StreamMessage,
  type StreamRefusal,
  type StreamRequest,
  silenceCheckMs,
  silenceLimitMs,
} from './stream.ts'

export type TabMessage = StreamRequest | 'leave'
export type WorkerMessage = StreamMessage | { kind: 'ended'; refusal?: StreamRefusal }

/** Number of past events remembered for tabs that join. */
const maxRecentEvents = 1_000

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
    let stream: SharedStream | undefined
    tab.onmessage = ({ data }: MessageEvent<TabMessage>) => {
      if (data === 'leave') {
        stream?.leave(tab)
        tab.close()
      } else {
        stream = this.#getStream(data)
        stream.join(tab, data.after)
      }
    }
  }

  /** Sessions do not share a stream: each receives only what it may see. */
  #getStream(request: StreamRequest): SharedStream {
    const key = `${request.path} ${request.token ?? ''}`
    const known = this.#streams.get(key)
    if (known?.isAlive()) return known
    known?.disconnect()
    const stream = new SharedStream()
    this.#streams.set(key, stream)
    void stream.listen(this.#open, request).finally(() => {
      if (this.#streams.get(key) === stream) this.#streams.delete(key)
    })
    return stream
  }
}

class SharedStream {
  readonly #stopping = new AbortController()
  /** Tabs that wait for the server's first message, each with the number of its newest event. */
  readonly #waiting = new Map<MessagePort, number | undefined>()
  readonly #tabs = new Set<MessagePort>()
  #recentEvents: NumberedEvent[] = []
  /** Every event after this one is remembered. */
  #replayableAfter: number | undefined
  #newestNumber = 0
  #lastBytesAt = Date.now()

  isAlive(): boolean {
    return !this.#stopping.signal.aborted && Date.now() - this.#lastBytesAt <= silenceLimitMs
  }

  disconnect(): void {
    this.#stopping.abort()
  }

  join(tab: MessagePort, after: number | undefined): void {
    if (this.#replayableAfter === undefined) this.#waiting.set(tab, after)
    else this.#replayMissed(tab, this.#replayableAfter, after)
  }

  leave(tab: MessagePort): void {
    this.#waiting.delete(tab)
    this.#tabs.delete(tab)
    if (this.#waiting.size + this.#tabs.size === 0) this.disconnect()
  }

  async listen(open: typeof requestStream, request: StreamRequest): Promise<void> {
    const { signal } = this.#stopping
    const silenceTimer = setInterval(() => {
      if (!this.isAlive()) this.disconnect()
    }, silenceCheckMs)
    let refusal: StreamRefusal | undefined
    try {
      const opened = await open(request, signal)
      refusal = 'refusal' in opened ? opened.refusal : await this.#read(opened.body.getReader(), signal)
    } catch {
      // Unreachable, or cut off: the tabs are told that it ended, and reconnect.
    } finally {
      clearInterval(silenceTimer)
      this.disconnect()
      for (const tab of this.#waiting.keys()) this.#tabs.add(tab)
      this.#broadcast({ kind: 'ended', ...(refusal && { refusal }) })
    }
  }

  /** Resolves when the stream has ended, with the server's reason if it gave one. */
  async #read(
    reader: ReadableStreamDefaultReader<Uint8Array>,
    signal: AbortSignal,
  ): Promise<StreamRefusal | undefined> {
    signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined))
    const text = new TextDecoder()
    let refusal: StreamRefusal | undefined
    const parser = createParser({
      onEvent: (message) => {
        refusal ??= findRefusal(message)
        if (!refusal) this.#receive(decodeMessage(message))
      },
    })
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return undefined
      this.#lastBytesAt = Date.now()
      parser.feed(text.decode(value, { stream: true }))
      if (refusal) return refusal
    }
  }

  #receive(message: StreamMessage): void {
    if (message.kind === 'event') this.#remember(message)
    if (message.kind !== 'open' && message.kind !== 'reset') return this.#broadcast(message)
    this.#recentEvents = []
    this.#replayableAfter = this.#newestNumber = message.number
    this.#broadcast(message)
    for (const [tab, after] of this.#waiting) this.#replayMissed(tab, this.#replayableAfter, after)
    this.#waiting.clear()
  }

  #remember({ number, event }: NumberedEvent): void {
    this.#newestNumber = number
    this.#recentEvents.push({ number, event })
    if (this.#recentEvents.length > maxRecentEvents)
      this.#replayableAfter = this.#recentEvents.shift()?.number
  }

  /** Starts a tab's stream as the server would: with the missed events, or with a reset if some are forgotten. */
  #replayMissed(tab: MessagePort, replayableAfter: number, after = this.#newestNumber): void {
    this.#tabs.add(tab)
    const isWhole = after >= replayableAfter && after <= this.#newestNumber
    send(tab, isWhole ? { kind: 'open', number: after } : { kind: 'reset', number: this.#newestNumber })
    if (!isWhole) return
    for (const missed of this.#recentEvents)
      if (missed.number > after) send(tab, { kind: 'event', ...missed })
  }

  #broadcast(message: WorkerMessage): void {
    for (const tab of this.#tabs) send(tab, message)
  }
}

function send(tab: MessagePort, message: WorkerMessage): void {
  tab.postMessage(message)
}
