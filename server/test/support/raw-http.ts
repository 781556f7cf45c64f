import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export type RawAnswer = { status: number; headers: string; body: string }

/** A connection on which a test sends what no HTTP client would. */
export type RawConnection = {
  socket: Socket
  send: (bytes: string | Uint8Array) => void
  /** The first answer, as soon as it is complete; undefined if the connection ended without one. */
  answer: Promise<RawAnswer | undefined>
  /** How many answers have started. */
  answers: () => number
  closed: Promise<unknown>
}

/** `isHead`: the answer has headers only. */
export function openRawConnection(port: number, { isHead = false } = {}): RawConnection {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const heard: Buffer[] = []
  const answer = new Promise<RawAnswer | undefined>((resolve) => {
    socket.on('data', (bytes: Buffer) => {
      heard.push(bytes)
      const whole = parseAnswer(Buffer.concat(heard).toString('latin1'), isHead)
      if (whole) resolve(whole)
    })
    void closed.then(() => resolve(undefined))
  })
  const answers = () =>
    Buffer.concat(heard)
      .toString('latin1')
      .split(/^HTTP\/1\.1 /m).length - 1
  return { socket, send: (bytes) => void socket.write(bytes), answer, answers, closed }
}

/** What a server answers to these bytes. */
export async function exchange(
  port: number,
  bytes: string | Uint8Array,
  { ends = false } = {},
): Promise<RawAnswer | undefined> {
  const line = openRawConnection(port)
  await once(line.socket, 'connect')
  line.send(bytes)
  if (ends) line.socket.end()
  const answer = await line.answer
  line.socket.destroy()
  return answer
}

/** The headers of a call, and its body as it is. */
export function formatRawCall(
  path: string,
  headers: Record<string, string | number>,
  body = '',
  method = 'POST',
): string {
  const lines = Object.entries({ host: 'panel.test', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

function parseAnswer(text: string, isHead: boolean): RawAnswer | undefined {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const headers = text.slice(0, end)
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(headers)?.[1])
  if (status === 100) return parseAnswer(text.slice(end + 4), isHead)
  const body = text.slice(end + 4)
  if (isHead) return { status, headers, body: '' }
  const length = /^content-length: *(\d+)/im.exec(headers)?.[1]
  if (length !== undefined)
    return body.length >= Number(length) ? { status, headers, body: utf8(body) } : undefined
  if (!/^transfer-encoding: *chunked/im.test(headers)) return { status, headers, body: '' }
  return body.endsWith('0\r\n\r\n') ? { status, headers, body: utf8(joinChunks(body)) } : undefined
}

const utf8 = (latin1: string) => Buffer.from(latin1, 'latin1').toString('utf8')

function joinChunks(body: string): string {
  let whole = ''
  for (let at = 0; ; ) {
    const end = body.indexOf('\r\n', at)
    const length = Number.parseInt(body.slice(at, end), 16)
    if (!length) return whole
    whole += body.slice(end + 2, end + 2 + length)
    at = end + 4 + length
  }
}
