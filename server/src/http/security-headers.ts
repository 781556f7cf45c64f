import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { toLoggable } from '../core/failure.ts'
import type { Root } from '../db/database.ts'
import { isPage } from './screens.ts'
import { TileOrigins } from './tile-origins.ts'

/** Sends with every answer what a browser may do with it. Pages may load tiles from the servers that hospitals set. */
export async function addSecurityHeaders(app: FastifyInstance, root: Root, clock: () => Date): Promise<void> {
  const tileOrigins = new TileOrigins(root, clock)
  app.addHook('onRequest', async (request) => {
    if (!isPage(request)) return
    await tileOrigins
      .refresh()
      .catch((error: unknown) => request.log.error({ request: request.id, error: toLoggable(error) }))
  })
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // Mantine and the progress bar set styles on elements.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'blob:', 'data:', () => tileOrigins.sources],
        fontSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
  })
}
