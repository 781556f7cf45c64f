import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Failure } from '../core/failure.ts'
import { sendFailure, toTransportFailure } from './reply.ts'

/** Where `npm run build` puts the screens. */
export const builtScreens = fileURLToPath(new URL('../../../web/dist/', import.meta.url))

/** The paths of the Latin letters of the screens' font by weight: what is built has a hash in its name. */
export async function findFonts(folder: string | undefined): Promise<ReadonlyMap<number, string>> {
  const files = folder ? await readdir(join(folder, 'assets')).catch(() => []) : []
  return new Map(
    files.flatMap((file) => {
      const weight = /-latin-(\d+)-normal-[^.]+\.woff2$/.exec(file)?.[1]
      return weight ? [[Number(weight), `/assets/${file}`] as const] : []
    }),
  )
}

/** Whether a browser asks for a page, and not for a part of it or for an answer to a call. */
export function isPage({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && (headers.accept ?? '').includes('text/html')
}

/** Whether somebody asks for a page or a part of one, and not for an answer to a call. */
export const isForScreens = ({ is404, routeOptions }: FastifyRequest): boolean =>
  is404 || routeOptions.url === '/*'

/**
 * Serves the screens from the folder where they were built; without it only refuses unknown paths. Screens are files; a
 * path that is neither a file nor a call is for the screens to route.
 */
export async function serveScreens(app: FastifyInstance, folder: string | undefined): Promise<void> {
  if (folder) {
    // What serves files refuses impossible paths in ways of its own; they get the usual answer instead.
    app.setErrorHandler((error, _request, reply) => {
      if (!toTransportFailure(error)) throw error
      reply.callNotFound()
    })
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      cacheControl: false,
      setHeaders(reply, path) {
        const isHashed = path.includes('/assets/')
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    if (folder && isPage(request)) return reply.header('cache-control', 'no-cache').sendFile('index.html')
    return sendFailure(reply, new Failure('no-such-call'))
  })
}
