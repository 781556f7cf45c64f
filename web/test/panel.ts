import { startTestPanel, type TestPanel } from 'server/testing'
import { afterAll, beforeAll } from 'vitest'

/** The real panel in this process: every call of the screens of a test file goes to it. */
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

/** A form with what is in its files: jsdom's are empty to whoever else sends them. */
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
