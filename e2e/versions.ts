import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

const built = fileURLToPath(new URL('../web/dist/', import.meta.url))
const read = (name: string) => readFileSync(built + name, 'utf8')

/** The same screens as if they had been built anew: another entry, with what names it. */
function buildNext() {
  const index = read('index.html')
  const entry = /src="\/(assets\/index-[^"]+\.js)"/.exec(index)?.[1]
  if (!entry) throw new Error('the page of the screens names no entry')
  const next = 'assets/index-next.js'
  const rename = (text: string) => text.replaceAll(entry, next)
  return {
    page: { type: 'text/html; charset=utf-8', content: rename(index) },
    files: {
      '/service-worker.js': { type: 'text/javascript', content: rename(read('service-worker.js')) },
      [`/${next}`]: { type: 'text/javascript', content: read(entry) },
    } as Record<string, { type: string; content: string }>,
  }
}

/**
 * A way to a panel, at an origin of its own, that serves a newer version of the screens once it is `released`, and
 * answers like a proxy without a panel while it is `cut`.
 */
export async function serveVersions(origin: string) {
  const next = buildNext()
  let isReleased = false
  let isCut = false
  const answer: RequestListener = (incoming, outgoing) => {
    const { url = '/', method, headers } = incoming
    if (isCut) {
      outgoing.writeHead(502, { 'content-type': 'text/html' })
      outgoing.end('<h1>502 Bad Gateway</h1>')
      return
    }
    const isPage = url === '/index.html' || headers.accept?.includes('text/html')
    const file = isPage ? next.page : next.files[new URL(url, origin).pathname]
    if (isReleased && file && method === 'GET') {
      outgoing.writeHead(200, { 'content-type': file.type, 'cache-control': 'no-cache' })
      outgoing.end(file.content)
      return
    }
    const passed = request(origin + url, { method, headers }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    outgoing.on('close', () => passed.destroy())
    incoming.pipe(passed)
  }
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release() {
      isReleased = true
    },
    setCut(cut: boolean) {
      isCut = cut
      // The event stream ends, too.
      if (cut) server.closeAllConnections()
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
