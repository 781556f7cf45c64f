import * as z from 'zod/mini'
import { Id } from '../wire/endpoint.ts'
import { ChosenInstant, requiredText } from '../wire/fields.ts'
import { ClockWentBack } from './delivery.ts'
import { formNames } from './form-names.ts'
import { FormOperation } from './records.ts'
import { SignatureRequest } from './signatures.ts'

const { clock_offset_ms, device } = FormOperation.shape

/** What is sealed with everything that is made on a tablet. */
export const madeOnTablet = {
  /** Made by the device: a part that is sent again is one. */
  op_id: Id,
  /** When it was made, by the clock of the device, which was ahead of the server's by so much. */
  at: ChosenInstant,
  clock_offset_ms,
  /** Who made it, as the token of their session shows. */
  by: Id,
  token: z.string(),
  clock_went_back: ClockWentBack,
}

const common = {
  ...madeOnTablet,
  form: z.enum(formNames),
  form_version: z.int(),
  mission_id: z.nullable(Id),
  device,
}
const { role, signer_name, relation, strokes } = SignatureRequest.shape

/** A photo without its picture. */
const PhotoPart = z.object({
  ...common,
  kind: z.literal('photo'),
  caption: z.nullable(requiredText('field-required', 120)),
  /** The row that it is of. Older versions of the app send none. */
  row_id: z._default(z.nullable(Id), null),
})

/** `content_hash`: SHA-256 of what was signed, as the device had it. Older versions of the app send no answers. */
export const signedParts = {
  role,
  signer_name,
  relation,
  strokes,
  content_hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  signed_answers: z._default(z.nullable(z.record(z.string(), z.unknown())), null),
}
const SignaturePart = z.object({ ...common, kind: z.literal('signature'), ...signedParts })

/** What a record has beside its answers, made where there may be no signal. It is sealed as operations are. */
export const SealedPart = z.discriminatedUnion('kind', [PhotoPart, SignaturePart])
export type SealedPart = z.output<typeof SealedPart>

const lengthBytes = 4

/** A part in one piece: how long its description is, the description, and the picture of a photo. */
export function packPart(described: unknown, picture: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(JSON.stringify(described))
  const packed = new Uint8Array(lengthBytes + head.length + picture.length)
  new DataView(packed.buffer).setUint32(0, head.length)
  packed.set(head, lengthBytes)
  packed.set(picture, lengthBytes + head.length)
  return packed
}

/** Throws if it is no part. */
export function unpackPart(packed: Uint8Array<ArrayBuffer>): {
  described: unknown
  picture: Uint8Array<ArrayBuffer>
} {
  const { buffer, byteOffset, byteLength } = packed
  const end = lengthBytes + new DataView(buffer, byteOffset, byteLength).getUint32(0)
  const head = new TextDecoder().decode(packed.subarray(lengthBytes, end))
  return { described: JSON.parse(head), picture: packed.subarray(end) }
}
