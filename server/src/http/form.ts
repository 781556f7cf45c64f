import { CallEnvelope, type Endpoint } from 'contract'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod/mini'
import { Failure } from '../core/failure.ts'
import { toTransportFailure } from './reply.ts'

type Schema = z.core.$ZodType

/** The most bytes of all text parts together; the longest record takes a tenth of it. */
const maxTextLength = 1024 * 1024

/**
 * The parts of a multipart body by name: files as bytes, text as text, everything else parsed from JSON. A body that is
 * not a valid form is the sender's fault.
 */
export async function readForm(
  request: FastifyRequest,
  endpoint: Endpoint,
): Promise<Record<string, unknown>> {
  try {
    return await readParts(request, endpoint)
  } catch (error) {
    throw error instanceof Failure ? error : (toTransportFailure(error) ?? new Failure('invalid'))
  }
}

async function readParts(request: FastifyRequest, endpoint: Endpoint): Promise<Record<string, unknown>> {
  const shape: Record<string, Schema> = { ...CallEnvelope.shape, ...endpoint.body.shape }
  const body: Record<string, unknown> = {}
  let textLength = 0
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      body[part.fieldname] = await part.toBuffer()
    } else if (typeof part.value !== 'string') {
      body[part.fieldname] = part.value
    } else {
      const text = part.value
      textLength += text.length
      if (part.valueTruncated || textLength > maxTextLength) throw new Failure('too-large')
      const schema = shape[part.fieldname]
      body[part.fieldname] = !schema || acceptsText(schema) || text === '' ? text : parseJsonOrText(text)
    }
  }
  return body
}

/** Text that is not JSON stays text; the schema then reports what is wrong with it. */
function parseJsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function acceptsText(schema: Schema): boolean {
  const def = schema._zod.def as z.core.$ZodTypeDef & { innerType?: Schema; in?: Schema; out?: Schema }
  if (def.innerType) return acceptsText(def.innerType)
  if (def.type === 'pipe' && def.in && def.out) {
    return acceptsText(def.in._zod.def.type === 'transform' ? def.out : def.in)
  }
  return def.type === 'string' || def.type === 'enum'
}
