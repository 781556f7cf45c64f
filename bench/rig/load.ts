import { on } from 'node:events'
import autocannon from 'autocannon'
import { firstNumbers, ownNumber } from './own-number.ts'

/** The requests of one user on one connection, sent in turn, each as soon as the last one is answered. */
export type User = { path: string; headers: Record<string, string>; body: string }[]
export type Load = { port: number; seconds: number; users: User[] }
export type Answered = {
  medianMs: number
  p95Ms: number
  calls: number
  callsPerSecond: number
  failures: number
}

let number = firstNumbers.load

process.once('disconnect', () => process.exit())
for await (const [load] of on(process, 'message')) process.send?.(await run(load))

function numberRequest<Request extends { body: string }>(request: Request): Request {
  if (!request.body.includes(ownNumber)) return request
  return { ...request, body: request.body.replaceAll(ownNumber, String(number++)) }
}

async function run({ port, seconds, users }: Load): Promise<Answered> {
  const waiting = [...users]
  const latenciesMs: number[] = []
  const finished = Promise.withResolvers<autocannon.Result>()
  const cannon = autocannon(
    {
      url: `http://127.0.0.1:${port}`,
      connections: users.length,
      duration: seconds,
      setupClient(client) {
        client.setRequests(
          (waiting.pop() ?? []).map((request) => ({
            method: 'POST',
            ...request,
            setupRequest: numberRequest,
          })),
        )
      },
      verifyBody: (body) => body.startsWith('{"success":true'),
    },
    (error, result) => (error ? finished.reject(error) : finished.resolve(result)),
  )
  // autocannon's own histogram has a resolution of whole milliseconds.
  cannon.on('response', (_client, _status, _bytes, ms) => latenciesMs.push(ms))
  const { errors, timeouts, non2xx, mismatches, duration } = await finished.promise
  latenciesMs.sort((a, b) => a - b)
  const quantile = (share: number) => latenciesMs[Math.floor(share * latenciesMs.length)] ?? Number.NaN
  return {
    medianMs: quantile(0.5),
    p95Ms: quantile(0.95),
    calls: latenciesMs.length,
    callsPerSecond: latenciesMs.length / duration,
    failures: errors + timeouts + non2xx + mismatches,
  }
}
