import { Agent, request } from 'node:http'
import type { Endpoint, Input, Result, SessionToken } from 'contract'
import { createCall } from './capture.ts'

export type ScreenCall = ReturnType<typeof createScreenCall>

/**
 * A screen that calls on a connection of its own. Up to fifty share a process with the bench, which in use have a
 * machine each: they do no more than a browser does before its page has the answer.
 */
export function createScreenCall(port: number, session: SessionToken) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return async <E extends Endpoint>({ path }: E, given: Input<E> & object): Promise<Result<E>> => {
    const { headers, body } = createCall(session, given)
    const answered = Promise.withResolvers<string>()
    const sending = request({ host: '127.0.0.1', port, path, method: 'POST', agent, headers }, (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('end', () => answered.resolve(Buffer.concat(pieces).toString()))
      response.on('error', answered.reject)
    })
    sending.on('error', answered.reject)
    sending.end(body)
    const reply = JSON.parse(await answered.promise) as Result<E> & { success: boolean }
    if (!reply.success) throw new Error(`${path} was refused`)
    return reply
  }
}
