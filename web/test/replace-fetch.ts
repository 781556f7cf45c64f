import { onTestFinished } from 'vitest'

/**
 * Answers the calls of a test in place of the panel, until what is returned is called, at the latest until the test
 * ends. Not a spy: Vitest restores each spy after its file once more, and the next file would call a closed panel.
 */
export function replaceFetch(answer: (panel: typeof fetch) => typeof fetch): () => void {
  const panel = globalThis.fetch
  const restore = () => {
    globalThis.fetch = panel
  }
  globalThis.fetch = answer(panel)
  onTestFinished(restore)
  return restore
}
