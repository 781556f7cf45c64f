/** Keeps back the panel's answers to requests with this text in their body, until they are released. */
export function holdAnswers(text = ''): () => void {
  const network = globalThis.fetch
  const { promise, resolve } = Promise.withResolvers<undefined>()
  globalThis.fetch = async (address, init) => {
    const answer = await network(address, init)
    const body = typeof init?.body === 'string' ? init.body : ''
    if (body.includes(text)) await promise
    return answer
  }
  return () => {
    globalThis.fetch = network
    resolve(undefined)
  }
}
