import type { Endpoint, Endpoints } from 'contract'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { toFailure } from '../core/failure.ts'
import { parseBody, readBody } from './body.ts'
import { type Call, createPrepareContext, readIpAddress, type Services } from './call.ts'
import { auditRefusal } from './call-audit.ts'
import { identifyCaller } from './callers.ts'
import type { AnyHandler } from './handler.ts'
import { abortReply, buildAnswer, sendAnswer, sendFailure, toTransportFailure } from './reply.ts'
import { dropStoredFormats } from './reply-schema.ts'

/** Serves a group of endpoints, each by the handler of the same name. */
export function mount(
  app: FastifyInstance,
  services: Services,
  { name, group }: { name: string; group: Endpoints },
  handlers: Record<string, AnyHandler>,
) {
  for (const [key, declared] of Object.entries(group)) {
    const endpoint: Endpoint = {
      ...declared,
      get body() {
        return compileBody(declared.body)
      },
      get reply() {
        return compileReply(declared.reply)
      },
    }
    const given = handlers[key]
    if (!given) throw new Error(`${name}.${key} has no handler`)
    const handler = typeof given === 'function' ? { handle: given } : given
    app.route({
      method: endpoint.method ?? 'POST',
      url: endpoint.path,
      handler: (request, reply) =>
        answerCall({
          ...services,
          action: `${name}.${key}`,
          endpoint,
          handler,
          request,
          reply,
          now: services.clock(),
          // Read now: the socket of a caller who hangs up has no IP address when the audit is written.
          ipAddress: readIpAddress(request),
          auditedPatients: new Set(),
        }),
    })
  }
}

/**
 * A compiled schema checks a page of patients in a twentieth of the time. Compiling them all takes longer than the rest
 * of a start, so each is compiled when it is first needed, once a process.
 */
function createCompiler(prepare: <Schema extends z.core.$ZodType>(schema: Schema) => Schema) {
  const compiled = new WeakMap<object, object>()
  return <Schema extends Endpoint['body']>(schema: Schema): Schema => {
    const known = compiled.get(schema) as Schema | undefined
    if (known) return known
    const made = z.compile(prepare(schema))
    compiled.set(schema, made)
    return made
  }
}

const compileBody = createCompiler((schema) => schema)
const compileReply = createCompiler(dropStoredFormats)

/**
 * The steps of every call. Callers differ in how they are identified and in what context their handler runs: for a user
 * `runInContext` is one transaction, limited to their hospital, with the audit as its end. The answer is sent when it
 * has committed.
 */
async function answerCall(call: Call): Promise<unknown> {
  const { endpoint, handler, reply } = call
  reply.header('cache-control', 'no-store')
  try {
    const run = async () => {
      const runInContext = await identifyCaller(call)
      const body = parseBody(endpoint, await readBody(call))
      const prepared = handler.prepare ? await handler.prepare(body, createPrepareContext(call)) : body
      return runInContext(body, async (context) => buildAnswer(call, await handler.handle(context, prepared)))
    }
    const answer = await (handler.limit ? handler.limit(run) : run())
    return await sendAnswer(call, answer)
  } catch (error) {
    if (reply.raw.headersSent) return abortReply(call, error)
    const failure = toFailure(error) ?? toTransportFailure(error)
    if (!failure) throw error
    await auditRefusal(call, failure)
    return sendFailure(reply, failure)
  }
}
