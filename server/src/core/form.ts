import type { Endpoint } from 'contract'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod/mini'

type Schema = z.core.$ZodType

/** The parts of a multipart body by name: files as bytes, text as text, everything else out of its JSON. */
export async function readForm(
  request: FastifyRequest,
  endpoint: Endpoint,
): Promise<Record<string, unknown>> {
  const shape: Record<string, Schema> = endpoint.body.shape
  const body: Record<string, unknown> = {}
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      body[part.fieldname] = await part.toBuffer()
    } else {
      const text = String(part.value)
      const schema = shape[part.fieldname]
      body[part.fieldname] = !schema || holdsText(schema) || text === '' ? text : fromJson(text)
    }
  }
  return body
}

/** Text that is no JSON stays text; the schema then says what is wrong with it. */
function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function holdsText(schema: Schema): boolean {
  const def = schema._zod.def as z.core.$ZodTypeDef & { innerType?: Schema; in?: Schema; out?: Schema }
  if (def.innerType) return holdsText(def.innerType)
  if (def.type === 'pipe' && def.in && def.out) {
    return holdsText(def.in._zod.def.type === 'transform' ? def.out : def.in)
  }
  return def.type === 'string' || def.type === 'enum'
}
