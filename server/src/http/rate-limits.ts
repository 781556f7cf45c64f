import rateLimit from '@fastify/rate-limit'
import { contract, type Endpoint } from 'contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hashToken, parseBearerToken } from '../identity/session.ts'
import { computeNetwork, readIpAddress, type Services } from './call.ts'

const minute = 60_000
/** Calls per minute that one IP address may make with unknown tokens. */
const guessesPerMinute = 60

const openPaths = new Set<string | undefined>(
  Object.values(contract).flatMap((group) =>
    Object.values<Endpoint>(group).flatMap(({ access, path }) => (access === 'public' ? [path] : [])),
  ),
)

/** Routes whose GET does not count as a call: the files of the screens, unknown paths, and the health checks. */
const unlimitedPaths = new Set<string | undefined>(['/*', undefined, '/healthz', '/readyz'])

/**
 * Limits the calls per minute of each session, and of each IP address without a session; 0 lifts all such limits.
 * Returns the function that counts a call with an unknown token.
 */
export async function limitRates(
  app: FastifyInstance,
  callsPerMinute: number,
): Promise<Services['isGuessing']> {
  if (callsPerMinute === 0) return async () => false
  await app.register(rateLimit, {
    max: callsPerMinute,
    timeWindow: minute,
    // Screens and pictures of the panel itself do not count as calls, and health checks come often.
    allowList: ({ method, routeOptions }) => method === 'GET' && unlimitedPaths.has(routeOptions.url),
    // Nobody escapes the limit of an IP address by sending an invented token to a call that needs none, nor that of a
    // session by spelling its token in another way. A digest is short and cannot look like an IP address.
    keyGenerator(request) {
      const token = openPaths.has(request.routeOptions.url)
        ? undefined
        : parseBearerToken(request.headers.authorization)
      return token === undefined ? readNetwork(request) : hashToken(token).toString('base64')
    },
  })
  const countGuess = app.createRateLimit({
    max: guessesPerMinute,
    timeWindow: minute,
    allowList: [],
    keyGenerator: readNetwork,
  })
  return async (request) => {
    const count = await countGuess(request)
    return !count.isAllowed && count.isExceeded
  }
}

const readNetwork = (request: FastifyRequest): string => computeNetwork(readIpAddress(request))
