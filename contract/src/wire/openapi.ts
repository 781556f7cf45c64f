import * as z from 'zod/mini'
import { errorCodes, successCodes, transportStatus } from './codes.ts'
import { CallEnvelope, describeAccess, type Endpoint, FailureReply, generalErrors } from './endpoint.ts'

type Json = Record<string, unknown>

/** The contract as an OpenAPI 3.1 document. */
export function toOpenApi(contract: Record<string, Record<string, Endpoint>>, version: string): Json {
  const paths: Record<string, Json> = {}
  for (const [group, endpoints] of Object.entries(contract)) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const method = (endpoint.method ?? 'POST').toLowerCase()
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [method]: buildOperation(group, name, endpoint) }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Medical & Staff PANEL',
      version,
      description:
        'A call is answered with `success: true` and its data, or with `success: false` and an `error_code`. ' +
        'A session is presented as a bearer token, or as `server_token` and `user_id` in the body.',
    },
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer' },
        sender: { type: 'http', scheme: 'bearer', description: 'The key of a sender of readings' },
      },
      schemas: { Failure: toJsonSchema(FailureReply, 'output') },
    },
    paths,
  }
}

function buildOperation(group: string, name: string, endpoint: Endpoint): Json {
  const isSender = endpoint.access === 'sender'
  const signedIn = endpoint.access !== 'public' && !isSender
  const fields = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, field = '']) => field)
  const errors = [
    ...(isSender ? (['key-unknown'] as const) : []),
    ...(signedIn
      ? generalErrors
      : generalErrors.filter((code) => code !== 'session-ended' && code !== 'not-allowed')),
    ...(endpoint.errors ?? []),
  ]
  const failures = errors.map(
    (code) => `- ${errorCodes[code]} ${code} (HTTP ${transportStatus[code] ?? 200})`,
  )
  return {
    operationId: `${group}.${name}`,
    tags: [group],
    summary: endpoint.summary,
    description: `Access: \`${describeAccess(endpoint.access)}\`.\n\nFailures:\n${failures.join('\n')}`,
    security: signedIn ? [{ session: [] }] : isSender ? [{ sender: [] }] : [],
    ...(fields.length > 0
      ? {
          parameters: fields.map((name) => ({
            name,
            in: 'path',
            required: true,
            schema: { type: 'string' },
          })),
        }
      : {}),
    ...(endpoint.method === 'GET' ? {} : { requestBody: buildRequestBody(endpoint, signedIn) }),
    responses: {
      200: {
        description: endpoint.success ? `Done; shows ${successCodes[endpoint.success]}` : 'Done',
        content: endpoint.stream
          ? { 'text/event-stream': { schema: toJsonSchema(endpoint.reply, 'output') } }
          : endpoint.file
            ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
            : { 'application/json': { schema: buildSuccessSchema(endpoint) } },
      },
      default: {
        description: 'Refused or failed',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    },
  }
}

function buildRequestBody(endpoint: Endpoint, signedIn: boolean): Json {
  const schema = toJsonSchema(endpoint.body, 'input')
  const envelope = toJsonSchema(CallEnvelope, 'input')
  const properties = {
    ...(schema['properties'] as Json),
    ...(signedIn ? (envelope['properties'] as Json) : {}),
  }
  return {
    required: true,
    content: {
      [endpoint.form ? 'multipart/form-data' : 'application/json']: { schema: { ...schema, properties } },
    },
  }
}

function buildSuccessSchema(endpoint: Endpoint): Json {
  const schema = toJsonSchema(endpoint.reply, 'output')
  return {
    ...schema,
    properties: {
      success: { const: true },
      ...(endpoint.success ? { message: { const: successCodes[endpoint.success] } } : {}),
      ...(schema['properties'] as Json),
    },
    required: ['success', ...((schema['required'] as string[] | undefined) ?? [])],
  }
}

function toJsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: target }) => {
      if (zodSchema._zod.def.type === 'file') Object.assign(target, { type: 'string', format: 'binary' })
    },
  }) as Json
  return rest
}
