import { errorCodes } from './codes.ts'
import type { Endpoint, FieldProblem, Input, Result } from './endpoint.ts'

export type SessionToken = { server_token: string; user_id: string }

/** A call that failed: with the envelope's code, or the HTTP status if there was no envelope. */
export class CallError extends Error {
  override name = 'CallError'
  readonly code: number
  readonly status: number
  readonly fields: readonly FieldProblem[]
  readonly detail: unknown

  constructor(failure: {
    code: number
    status: number
    message?: string | undefined
    fields?: readonly FieldProblem[] | undefined
    detail?: unknown
  }) {
    super(failure.message ?? '')
    this.code = failure.code
    this.status = failure.status
    this.fields = failure.fields ?? []
    this.detail = failure.detail
  }
}

export type CallOptions = {
  signal?: AbortSignal
  /** `false` suppresses the toast of a success. */
  showSuccess?: boolean
}

export type ClientHooks = {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Prefix of every path, such as `http://localhost:8080`. */
  base?: string
  session: () => SessionToken | undefined
  /** Called with the success code of each reply that has one. */
  onSuccess?: (code: number) => void
}

export type Client = {
  <E extends Endpoint>(
    endpoint: E,
    body: Input<E>,
    options?: CallOptions,
  ): Promise<E extends { file: true } ? Blob : Result<E>>
}

type Envelope = {
  success: boolean
  message?: number | string
  error_code?: number
  error_message?: string
  fields?: FieldProblem[]
  detail?: unknown
}

/** Calls the contract's endpoints: `call(patients.get, { _id })`. Throws `CallError`, and nothing else. */
export function createClient({ fetch, base = '', session, onSuccess }: ClientHooks): Client {
  return async function call<E extends Endpoint>(endpoint: E, body: Input<E>, options: CallOptions = {}) {
    const token = session()
    const envelope = {
      ...token,
      ...(options.showSuccess === false ? { is_show_success_toast: false } : {}),
    }
    const headers: Record<string, string> = {}
    if (token) headers['authorization'] = `Bearer ${token.server_token}`
    const init: RequestInit = { method: endpoint.method ?? 'POST', headers }
    if (options.signal) init.signal = options.signal
    if (endpoint.form) {
      init.body = toFormData({ ...envelope, ...body })
    } else if (endpoint.method !== 'GET') {
      headers['content-type'] = 'application/json'
      init.body = JSON.stringify({ ...envelope, ...body })
    }

    let response: Response
    let reply: Envelope | undefined
    try {
      response = await fetch(base + formatPath(endpoint.path, body), init)
      const isEnvelope = response.headers.get('content-type')?.includes('application/json') ?? false
      if (response.ok && !isEnvelope && endpoint.file) return (await response.blob()) as never
      if (isEnvelope) reply = (await response.json()) as Envelope
    } catch (cause) {
      if (options.signal?.aborted) throw cause
      throw new CallError({ code: errorCodes['not-made'], status: 0 })
    }
    if (!response.ok || reply?.success !== true) {
      throw new CallError({
        code: reply?.error_code ?? 0,
        status: response.status,
        message: readErrorMessage(response, reply),
        fields: reply?.fields,
        detail: reply?.detail,
      })
    }
    if (typeof reply.message === 'number' && options.showSuccess !== false) onSuccess?.(reply.message)
    return reply as never
  }
}

/** The words for a failure. A 404 that is not our envelope, as from a proxy, has its own. */
function readErrorMessage({ status, statusText }: Response, reply: Envelope | undefined): string | undefined {
  if (reply?.error_message !== undefined) return reply.error_message
  if (status !== 404 || reply?.error_code !== undefined) return undefined
  return typeof reply?.message === 'string' ? reply.message : statusText
}

/** The path with its parameters filled in. */
export function formatPath(path: string, body: Record<string, unknown>): string {
  return path.replace(/:(\w+)/g, (_, field: string) => encodeURIComponent(formatPathField(body[field])))
}

const formatPathField = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value ?? ''))

/** Text and files unchanged, null as empty text, everything else as JSON; undefined fields are left out. */
function toFormData(body: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined) continue
    if (typeof value === 'string' || value instanceof Blob) form.append(name, value)
    else form.append(name, value === null ? '' : JSON.stringify(value))
  }
  return form
}
