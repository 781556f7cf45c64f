import { CallError, type CallOptions, type Endpoint, errorCodes, type Input } from 'contract'
import { call, type Received } from './client.ts'

const passing = (
  [
    'not-made',
    'session-ended',
    'session-locked',
    'password-must-change',
    'second-factor-needed',
    'too-slow',
    'too-many-calls',
    'busy',
  ] as const
).map((name): number => errorCodes[name])

/** What a proxy or the sign-in page of a network answers instead of the panel. */
const notOfPanel = 0

/** Whether the panel took nothing in, for now: what was sent may be sent again. */
export const isUnreached = ({ code }: CallError): boolean => code === notOfPanel || passing.includes(code)

/** After this a call has failed: nothing that can be kept waits for an answer that never comes. */
const longestCallMs = 60_000

/** A call of something that is kept where it cannot be sent. */
export async function callInTime<E extends Endpoint>(
  endpoint: E,
  body: Input<E>,
  options: CallOptions = {},
): Promise<Received<E>> {
  const limit = AbortSignal.timeout(longestCallMs)
  return call(endpoint, body, { ...options, signal: limit }).catch((failure: unknown) => {
    throw limit.aborted ? new CallError({ code: errorCodes['not-made'], status: 0 }) : failure
  })
}
