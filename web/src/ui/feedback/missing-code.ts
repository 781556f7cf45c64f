/** Recognises the error texts of Chromium, Firefox and Safari for a code chunk that could not be loaded. */
export function isCodeMissing(error: unknown): boolean {
  const told = /dynamically imported module|importing a module script failed|unable to preload/i
  return error instanceof Error && told.test(error.message)
}

const pauseMs = 1_000

/** Loads code, and once more if it did not come: a signal that was lost for a moment costs a moment. */
export async function loadTwice<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load()
  } catch (error) {
    if (!isCodeMissing(error)) throw error
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    return load()
  }
}
