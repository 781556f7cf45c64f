import type { KeptPart } from './database.ts'

type Noted = Pick<KeptPart, 'op_id' | 'may_have_arrived' | 'problem' | 'refusal' | 'is_pressed'>

const unnoted = new Map<string, Noted>()

/**
 * What a full storage cannot take up about an operation or a part, as long as the page lasts: sending alone makes room,
 * and what was refused is not sent again.
 */
export const noteInMemory = ({ op_id, may_have_arrived, problem, refusal, is_pressed }: Noted): unknown =>
  unnoted.set(op_id, {
    op_id,
    may_have_arrived,
    problem,
    ...(refusal && { refusal }),
    ...(is_pressed !== undefined && { is_pressed }),
  })

/** As it was stored, with what the storage could not take up. */
export const addUnnoted = <One extends Noted>(one: One): One => ({ ...one, ...unnoted.get(one.op_id) })
