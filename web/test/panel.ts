import { startTestPanel, type TestPanel } from 'server/testing'
import { afterAll, beforeAll } from 'vitest'

/** The real panel in this process: every call of the screens of a test file goes to it. */
export function usePanel(): { calls: string[]; panel: () => TestPanel } {
  const calls: string[] = []
  let panel: TestPanel | undefined
  const network = globalThis.fetch
  beforeAll(async () => {
    const started = await startTestPanel()
    panel = started
    globalThis.fetch = (request, init = {}) => {
      const address = request instanceof Request ? request.url : request.toString()
      calls.push(address)
      return started.fetch(address, init)
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
