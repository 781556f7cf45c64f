import { startTestPanel, type TestPanel } from 'server/testing'
import { afterAll, beforeAll } from 'vitest'

/**
 * Starts the real panel in this process: the screens of a test file send their calls to it. Answer them otherwise by
 * `replaceFetch`.
 */
export function usePanel(options: Parameters<typeof startTestPanel>[0] = {}): {
  calls: string[]
  panel: () => TestPanel
} {
  const calls: string[] = []
  let panel: TestPanel | undefined
  const network = globalThis.fetch
  beforeAll(async () => {
    const started = await startTestPanel(options)
    panel = started
    globalThis.fetch = async (request, init = {}) => {
      const address = request instanceof Request ? request.url : request.toString()
      calls.push(address)
      return started.fetch(address, await encodeFiles(init))
    }
  })
  afterAll(async () => {
    globalThis.fetch = network
    await panel?.close()
  })
  return {
    calls,
    panel: () => {
      if (!panel) throw new Error('The panel has not started yet.')
      return panel
    },
  }
}

/** Reads the form's files in jsdom: outside of jsdom they would be sent empty. */
async function encodeFiles(init: RequestInit): Promise<RequestInit> {
  if (!(init.body instanceof FormData)) return init
  const boundary = crypto.randomUUID()
  const parts: Buffer[] = []
  const add = (part: string) => parts.push(Buffer.from(part))
  for (const [name, value] of init.body.entries()) {
    const isText = typeof value === 'string'
    const file = isText ? '' : `; filename="${value.name}"\r\ncontent-type: ${value.type}`
    add(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`)
    parts.push(isText ? Buffer.from(value) : Buffer.from(await value.arrayBuffer()))
    add('\r\n')
  }
  add(`--${boundary}--\r\n`)
  const headers = { ...(init.headers as object), 'content-type': `multipart/form-data; boundary=${boundary}` }
  return { ...init, body: Buffer.concat(parts), headers }
}
