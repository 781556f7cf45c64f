import type { FastifyInstance } from 'fastify'
import { CompiledQuery } from 'kysely'
import { formatIso } from '../core/time.ts'
import { inHospital, type Root } from '../db/database.ts'
import { listMigrations, listNewerMigrations } from '../db/migrate.ts'
import type { ClockJumpDetector } from '../process/clock-jump-detector.ts'

const noHospitalId = '00000000-0000-0000-0000-000000000000'

/**
 * `/healthz`: the process runs, and whether its clock was set since. `/readyz`: it can answer calls, since it reaches
 * its database, and no newer version has migrated that.
 */
export function serveHealth(
  app: FastifyInstance,
  root: Root,
  clockJumpDetector: ClockJumpDetector | undefined,
): void {
  // Read at the start: an update may put its own files there while this node goes on.
  const known = listMigrations()
  known.catch(() => undefined)
  app.get('/healthz', () => {
    const jump = clockJumpDetector?.last
    if (!jump) return { status: 'ok' }
    return { status: 'ok', clock_jump: { at: formatIso(jump.at), by_seconds: Math.round(jump.byMs / 1000) } }
  })
  app.get('/readyz', async (_request, reply) => {
    try {
      // It acts as a call does: a node that may not act as the role of the calls is not ready.
      await inHospital(root, noHospitalId, (tx) => tx.executeQuery(CompiledQuery.raw('select 1')))
      const newer = await listNewerMigrations(root, await known)
      if (newer.length === 0) return { status: 'ready' }
      return reply.code(503).send({ status: 'database of a newer version', migrations: newer })
    } catch {
      return reply.code(503).send({ status: 'no database' })
    }
  })
}
