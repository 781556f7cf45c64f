import { MutationCache, QueryCache, QueryClient, queryOptions, useMutation } from '@tanstack/react-query'
import {
  CallError,
  type CallOptions,
  type Client,
  createClient,
  type Endpoint,
  type Input,
  type Result,
} from 'contract'
import {
  announceFailure,
  announceMessage,
  announceSuccess,
  demandsPassword,
  endsSession,
  isLocked,
  type TakenOver,
} from './shell/announce.ts'
import { callsLostSince, noteCallFailed, pendingCalls } from './shell/connection.ts'
import { locked } from './shell/lock.ts'
import { session, sessionToken } from './shell/session.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: CallError
    queryMeta: { inline?: TakenOver | undefined }
    mutationMeta: { inline?: TakenOver | undefined }
  }
}

type Received<E extends Endpoint> = E extends { file: true } ? Blob : Result<E>

const client = createClient({ fetch: watchedFetch, session: sessionToken, onSuccess: announceSuccess })

/** One call of the API. A reply that says the session is over ends it here, in every tab. */
export const call: Client = async (endpoint, body, options) => {
  const token = session.get()?.server_token
  try {
    return await client(endpoint, body, options)
  } catch (error) {
    if (error instanceof CallError) announceMessage(error)
    followRefusal(token, error)
    throw error
  }
}

/** What a refusal says of the session holds here, in every tab. */
export function followRefusal(token: string | undefined, error: unknown) {
  const user = session.get()
  if (!user || user.server_token !== token || !(error instanceof CallError)) return
  if (endsSession(error)) session.end()
  else if (demandsPassword(error)) session.start({ ...user, must_change_password: true })
  else if (isLocked(error)) locked.set()
}

async function watchedFetch(url: string, init: RequestInit): Promise<Response> {
  pendingCalls.set(pendingCalls.get() + 1)
  try {
    const response = await fetch(url, init)
    callsLostSince.set(undefined)
    return response
  } catch (error) {
    if (!init.signal?.aborted) noteCallFailed()
    throw error
  } finally {
    pendingCalls.set(pendingCalls.get() - 1)
  }
}

/** Asks whether the server can be reached again; the answer is in `callsLostSince`. */
export async function probeConnection() {
  await watchedFetch('/healthz', { cache: 'no-store' }).catch(() => undefined)
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, { meta }) => announceFailure(error, meta?.inline) }),
  mutationCache: new MutationCache({
    onError: (error, _sent, _result, { meta }) => announceFailure(error, meta?.inline),
  }),
  defaultOptions: {
    queries: {
      networkMode: 'always',
      retry: (failures, { status }) => failures < 2 && (status === 0 || status === 503),
    },
    mutations: { networkMode: 'always' },
  },
})

/** What an endpoint answers, for `useQuery` and its kin: `useQuery(ask(patients.get, { _id }))`. */
export function ask<E extends Endpoint>(endpoint: E, body: Input<E>, inline?: TakenOver) {
  return queryOptions({
    queryKey: [endpoint.path, body],
    queryFn: ({ signal }): Promise<Received<E>> => call(endpoint, body, { signal }),
    meta: { inline },
  })
}

type SendOptions<E extends Endpoint> = {
  /** Failures that the form tells itself; the rest are told by toast. */
  inline?: TakenOver
  /** Endpoints whose answers are out of date once this call has succeeded. */
  outdates?: readonly Endpoint[]
  announce?: CallOptions['announce']
  onSuccess?: (reply: Received<E>, sent: Input<E>) => void
  onError?: (error: CallError) => void
}

/** A call that changes something: `const register = useSend(patients.add, { outdates: [patients.list] })`. */
export function useSend<E extends Endpoint>(
  endpoint: E,
  { inline, outdates = [], announce, onSuccess, onError }: SendOptions<E> = {},
) {
  return useMutation<Received<E>, CallError, Input<E>>({
    mutationFn: (body) => call(endpoint, body, announce === undefined ? {} : { announce }),
    meta: { inline },
    onSuccess: (reply, sent) => {
      for (const { path } of outdates) void queryClient.invalidateQueries({ queryKey: [path] })
      onSuccess?.(reply, sent)
    },
    ...(onError && { onError }),
  })
}
