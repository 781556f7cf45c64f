import { type Endpoint, type FieldProblem, isStorable } from 'contract'
import { createInvalidFieldFailure, Failure } from '../core/failure.ts'
import type { Call, SentBody } from './call.ts'
import { readForm } from './form.ts'

/** Reads the body of a call, once. */
export async function readBody(call: Call): Promise<SentBody> {
  call.sent ??= await readFields(call)
  return call.sent
}

async function readFields({ endpoint, request }: Call): Promise<SentBody> {
  if (!endpoint.form) return { ...(request.body as object | undefined), ...(request.params as object) }
  if (!request.isMultipart()) throw new Failure('unsupported-type')
  return readForm(request, endpoint)
}

export function parseBody({ body: schema }: Endpoint, sent: SentBody): Record<string, unknown> {
  const parsed = schema.safeParse(sent)
  if (!parsed.success) throw toInvalidFailure(parsed.error)
  const unstorable = findUnstorablePath(parsed.data)
  if (unstorable) throw createInvalidFieldFailure(unstorable.join('.'), 'invalid')
  return parsed.data
}

export function toInvalidFailure({ issues }: { issues: Parameters<typeof toFieldProblem>[0][] }): Failure {
  return new Failure('invalid', { fields: issues.map(toFieldProblem) })
}

/** The path of a text that the database cannot store. */
function findUnstorablePath(value: unknown): string[] | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : []
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const path = findUnstorablePath(inner)
    if (path) return [key, ...path]
  }
  return undefined
}

const messageKey = /^[a-z]+(-[a-z]+)*$/

/** Our own messages are keys of `validation.*`; any message of the library becomes `invalid`. */
function toFieldProblem(issue: { path: PropertyKey[]; message: string }): FieldProblem {
  return {
    field: issue.path.map(String).join('.'),
    message: messageKey.test(issue.message) ? issue.message : 'invalid',
  }
}
