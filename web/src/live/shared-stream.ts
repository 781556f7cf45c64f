import { type Line, type LineRequest, lookMs, openLine, type Refusal, silentMs } from './stream.ts'

export type FromTab = LineRequest | 'leave'
export type ToTab = { text: string } | { refusal: Refusal } | 'ended'

/** Number of past events remembered for tabs that join. */
const rememberedFrames = 1_000

type Frame = { id: number; text: string }

/**
 * One event stream for all tabs of a browser, in a shared worker: over HTTP/1.1 a browser has six connections to a
 * server, and a stream per tab would leave none for calls.
 */
export class SharedLines {
  readonly #open: typeof openLine
  readonly #lines = new Map<string, SharedLine>()

  constructor(open: typeof openLine = openLine) {
    this.#open = open
  }

  connect(tab: MessagePort): void {
    let line: SharedLine | undefined
    tab.onmessage = ({ data }: MessageEvent<FromTab>) => {
      if (data === 'leave') {
        line?.leave(tab)
        tab.close()
      } else {
        line = this.#lineFor(data)
        line.join(tab, data.lastEventId)
      }
    }
  }

  /** Sessions do not share a stream: each receives only what it may see. */
  #lineFor(request: LineRequest): SharedLine {
    const key = `${request.path} ${request.token ?? ''}`
    const known = this.#lines.get(key)
    if (known?.isAlive()) return known
    known?.hangUp()
    const line = new SharedLine()
    this.#lines.set(key, line)
    void line.listen(this.#open, request).finally(() => {
      if (this.#lines.get(key) === line) this.#lines.delete(key)
    })
    return line
  }
}

class SharedLine {
  readonly #stopping = new AbortController()
  /** Tabs that wait for the server's first message, each with the id of its last event. */
  readonly #waiting = new Map<MessagePort, string>()
  readonly #tabs = new Set<MessagePort>()
  #frames: Frame[] = []
  /** Every event after this one is remembered. */
  #since: number | undefined
  #newest = 0
  #heardAt = Date.now()
  #rest = ''

  isAlive(): boolean {
    return !this.#stopping.signal.aborted && Date.now() - this.#heardAt <= silentMs
  }

  hangUp(): void {
    this.#stopping.abort()
  }

  join(tab: MessagePort, lastEventId: string): void {
    if (this.#since === undefined) this.#waiting.set(tab, lastEventId)
    else this.#welcome(tab, lastEventId, this.#since)
  }

  leave(tab: MessagePort): void {
    this.#waiting.delete(tab)
    this.#tabs.delete(tab)
    if (this.#waiting.size + this.#tabs.size === 0) this.hangUp()
  }

  async listen(open: typeof openLine, request: LineRequest): Promise<void> {
    const { signal } = this.#stopping
    const look = setInterval(() => {
      if (!this.isAlive()) this.hangUp()
    }, lookMs)
    try {
      const line = await open(request, signal)
      if ('refusal' in line) this.#tell(line)
      else await this.#read(line.body.getReader(), signal)
    } catch {
      // Unreachable, or cut off: the tabs are told that it ended, and reconnect.
    } finally {
      clearInterval(look)
      this.hangUp()
      this.#tell('ended')
    }
  }

  async #read(reader: ReadableStreamDefaultReader<Uint8Array>, signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined))
    const text = new TextDecoder()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      this.#heardAt = Date.now()
      const frames = (this.#rest + text.decode(value, { stream: true })).split('\n\n')
      this.#rest = frames.pop() ?? ''
      for (const frame of frames) this.#take(`${frame}\n\n`)
    }
  }

  #take(text: string): void {
    const kind = /^event: (.*)$/m.exec(text)?.[1]
    const id = /^id: (\d+)$/m.exec(text)?.[1]
    if (id !== undefined) this.#newest = Number(id)
    if (kind === 'open' || kind === 'reset') {
      this.#since = this.#newest
      for (const [tab, lastEventId] of this.#waiting) this.#welcome(tab, lastEventId, this.#since)
      this.#waiting.clear()
      return
    }
    if (id !== undefined) {
      this.#frames.push({ id: Number(id), text })
      if (this.#frames.length > rememberedFrames) this.#since = this.#frames.shift()?.id ?? this.#since
    }
    for (const tab of this.#tabs) tab.postMessage({ text } satisfies ToTab)
  }

  /** Starts a tab's stream as the server would: with the missed events, or with a reset if some are forgotten. */
  #welcome(tab: MessagePort, lastEventId: string, since: number): void {
    const last = lastEventId === '' ? this.#newest : Number(lastEventId)
    const isWhole = last >= since && last <= this.#newest
    const missed = isWhole ? this.#frames.filter(({ id }) => id > last) : []
    const begins = isWhole ? `event: open\nid: ${last}` : `event: reset\nid: ${this.#newest}`
    const text = [`${begins}\ndata: {}\n\n`, ...missed.map((frame) => frame.text)].join('')
    tab.postMessage({ text } satisfies ToTab)
    this.#tabs.add(tab)
  }

  #tell(what: ToTab): void {
    for (const tab of [...this.#waiting.keys(), ...this.#tabs]) tab.postMessage(what)
  }
}

/** The stream of all tabs if the browser has shared workers; else a stream of this tab alone. */
export function openSharedLine(request: LineRequest, signal: AbortSignal): Promise<Line> {
  if (typeof SharedWorker === 'undefined') return openLine(request, signal)
  const worker = new SharedWorker(new URL('./stream-worker.ts', import.meta.url), {
    type: 'module',
    name: 'line',
  })
  return new Promise((resolve, reject) => {
    // Fires when the worker's script cannot be loaded; nothing answers on the port then.
    worker.onerror = () => {
      worker.onerror = null
      openLine(request, signal).then(resolve, reject)
    }
    lineThrough(worker.port, request, signal)
      .finally(() => {
        worker.onerror = null
      })
      .then(resolve, reject)
  })
}

export function lineThrough(tab: MessagePort, request: LineRequest, signal: AbortSignal): Promise<Line> {
  const encoder = new TextEncoder()
  return new Promise((resolve, reject) => {
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined
    const close = () => {
      signal.removeEventListener('abort', leave)
      tab.close()
    }
    const leave = () => {
      tab.postMessage('leave' satisfies FromTab)
      close()
      reject(signal.reason as Error)
    }
    tab.onmessage = ({ data }: MessageEvent<ToTab>) => {
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
    else tab.postMessage(request satisfies FromTab)
  })
}
