import { replaceFetch } from './replace-fetch.ts'

/** Keeps back the panel's answers to requests with this text in their body, until they are released. */
export function holdAnswers(text = ''): () => void {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const restore = replaceFetch((panel) => async (address, init) => {
    const answer = await panel(address, init)
    const body = typeof init?.body === 'string' ? init.body : ''
    if (body.includes(text)) await promise
    return answer
  })
  return () => {
    restore()
    resolve(undefined)
  }
}
