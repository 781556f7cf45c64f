import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { Failure } from './failure.ts'

const [resolutionMs, sampleMs, comeAgainSeconds] = [10, 1_000, 10]

/**
 * Turns calls away while the event loop is late by more than `limitMs`. It looks at nothing that takes a file: a panel
 * without any left must go on.
 */
export function turnAwayWhenBusy(app: FastifyInstance, limitMs: number): void {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs })
  delays.enable()
  let delayMs = 0
  const timer = setInterval(() => {
    // Without a sample it stood still for all this time.
    delayMs = delays.count === 0 ? Infinity : delays.mean / 1e6 - resolutionMs
    delays.reset()
  }, sampleMs)
  timer.unref()
  app.addHook('onRequest', async (_request, reply) => {
    if (delayMs <= limitMs) return
    reply.header('retry-after', comeAgainSeconds)
    throw new Failure('busy')
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    delays.disable()
  })
}
