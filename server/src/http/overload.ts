import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { Failure } from '../core/failure.ts'
import { isForScreens } from './screens.ts'

const [resolutionMs, sampleMs, comeAgainSeconds] = [10, 1_000, 10]

/**
 * Refuses calls while the event loop is late by more than `limitMs`. Measuring opens no file, so it still works when
 * the process has no file descriptors left. Screens cost little, and say in words that the panel is busy.
 */
export function rejectWhenBusy(app: FastifyInstance, limitMs: number): void {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs })
  delays.enable()
  let delayMs = 0
  const timer = setInterval(() => {
    // Without a sample the event loop stood still the whole time.
    delayMs = delays.count === 0 ? Infinity : delays.mean / 1e6 - resolutionMs
    delays.reset()
  }, sampleMs)
  timer.unref()
  app.addHook('onRequest', async (request, reply) => {
    if (delayMs <= limitMs || isForScreens(request)) return
    reply.header('retry-after', comeAgainSeconds)
    throw new Failure('busy')
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    delays.disable()
  })
}
