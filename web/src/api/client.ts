import {
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
  type QueryFilters,
  queryOptions,
  useMutation,
} from '@tanstack/react-query'
import {
  CallError,
  type CallOptions,
  type Client,
  createClient,
  type Endpoint,
  type ErrorCode,
  type Input,
  type Result,
  type SessionToken,
} from 'contract'
import { callsLostAt, noteCallFailed, pendingCalls } from './connection.ts'
import { unreachedStatuses } from './unreached.ts'

/** The failures that a form shows beside its fields: all of them, or those named. */
export type Inline = true | readonly ErrorCode[]

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: CallError
    queryMeta: { inline?: Inline | undefined }
    mutationMeta: { inline?: Inline | undefined }
  }
}

export type Received<E extends Endpoint> = E extends { file: true } ? Blob : Result<E>

/** What the layers above provide for calls. */
export type ApiHooks = {
  /** The session under which calls are made. */
  session: () => SessionToken | undefined
  onSuccess: (code: number) => void
  /**
   * Called for every failure, before the caller gets it. `token` is that of the session under which the call was made.
   */
  onRefusal: (error: CallError, token: string | undefined) => void
  /** Called for a failure of a query or a mutation. `inline` are the failures that its form shows beside the fields. */
  onFailure: (error: CallError, inline: Inline | undefined) => void
}

let hooks: ApiHooks = {
  session: () => undefined,
  onSuccess: () => {},
  onRefusal: () => {},
  onFailure: () => {},
}

/** Call it once, before the first call is made. */
export function connectApi(connected: ApiHooks) {
  hooks = connected
}

const client = createClient({
  fetch: fetchTracked,
  session: () => hooks.session(),
  onSuccess: (code) => hooks.onSuccess(code),
})

export const call: Client = async (endpoint, body, options) => {
  const token = hooks.session()?.server_token
  try {
    return await client(endpoint, body, options)
  } catch (error) {
    if (error instanceof CallError) hooks.onRefusal(error, token)
    throw error
  }
}

async function fetchTracked(url: string, init: RequestInit): Promise<Response> {
  pendingCalls.set(pendingCalls.get() + 1)
  try {
    const response = await fetch(url, init)
    if (unreachedStatuses.includes(response.status) && !(await hasErrorCode(response)))
      throw new Error(`HTTP ${response.status}`)
    callsLostAt.set(undefined)
    return response
  } catch (error) {
    if (!init.signal?.aborted) noteCallFailed()
    throw error
  } finally {
    pendingCalls.set(pendingCalls.get() - 1)
  }
}

/** Whether the panel answered: a failure of its own, such as that it is busy, has a code. */
async function hasErrorCode(response: Response): Promise<boolean> {
  const reply: { error_code?: unknown } | null = await response
    .clone()
    .json()
    .catch(() => null)
  return typeof reply?.error_code === 'number'
}

/** Checks whether the server can be reached again; the result is in `callsLostAt`. */
export async function probeConnection() {
  await fetchTracked('/healthz', { cache: 'no-store' }).catch(() => undefined)
}

/**
 * What a screen shows is asked for again once it is out of date, even if its first answer has yet to arrive: that may
 * be from before. What no screen shows, such as what a scan or a print asked for, still gets its answer.
 */
class FreshQueryClient extends QueryClient {
  override invalidateQueries(...[filters, options]: Parameters<QueryClient['invalidateQueries']>) {
    const awaited: QueryFilters = { ...filters, fetchStatus: 'fetching' }
    for (const query of this.getQueryCache().findAll(awaited)) {
      if (!query.isActive()) this.#invalidateOnceAnswered(query)
      // Whoever waits for the first answer gets that of the next call, which replaces it at once.
      else if (query.state.data === undefined) void query.cancel({ silent: true })
    }
    return super.invalidateQueries(filters, options)
  }

  #invalidateOnceAnswered({ promise, queryKey }: Query) {
    const invalidate = () => void this.invalidateQueries({ queryKey, exact: true })
    promise?.then(invalidate, () => {})
  }
}

export const queryClient = new FreshQueryClient({
  queryCache: new QueryCache({ onError: (error, { meta }) => hooks.onFailure(error, meta?.inline) }),
  mutationCache: new MutationCache({
    onError: (error, _sent, _result, { meta }) => hooks.onFailure(error, meta?.inline),
  }),
  defaultOptions: {
    queries: {
      networkMode: 'always',
      retry: (failures, { status }) => failures < 2 && (status === 0 || status === 503),
    },
    mutations: { networkMode: 'always' },
  },
})

/** Query options for an endpoint, for `useQuery` and the like: `useQuery(ask(patients.get, { _id }))`. */
export function ask<E extends Endpoint>(endpoint: E, body: Input<E>, inline?: Inline) {
  return queryOptions({
    queryKey: [endpoint.path, body],
    queryFn: ({ signal }): Promise<Received<E>> => call(endpoint, body, { signal }),
    meta: { inline },
  })
}

type SendOptions<E extends Endpoint> = {
  /** Failures that the form shows itself; the rest are shown as toasts. */
  inline?: Inline
  /** Endpoints whose cached answers are invalidated after this call has succeeded. */
  outdates?: readonly Endpoint[]
  showSuccess?: CallOptions['showSuccess']
  onSuccess?: (reply: Received<E>, sent: Input<E>) => void
  onError?: (error: CallError) => void
}

/** A mutation: `const register = useSend(patients.register, { outdates: [patients.list] })`. */
export function useSend<E extends Endpoint>(
  endpoint: E,
  { inline, outdates = [], showSuccess, onSuccess, onError }: SendOptions<E> = {},
) {
  return useMutation<Received<E>, CallError, Input<E>>({
    mutationFn: (body) => call(endpoint, body, showSuccess === undefined ? {} : { showSuccess }),
    meta: { inline },
    onSuccess: (reply, sent) => {
      for (const { path } of outdates) void queryClient.invalidateQueries({ queryKey: [path] })
      onSuccess?.(reply, sent)
    },
    ...(onError && { onError }),
  })
}
