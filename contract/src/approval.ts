import * as z from 'zod/mini'
import { writeComparable } from './wire/compare.ts'
import { ChosenDate, requiredText } from './wire/fields.ts'

/** The medical director who approved a list, with the digest of the list as it was then. */
export const Approval = z.object({
  approved_by: requiredText('name-required', 120),
  licence: requiredText('field-required', 40),
  approved_on: ChosenDate,
  /** Empty in approvals from before lists had digests. */
  of: z._default(z.string().check(z.maxLength(40, 'too-long')), ''),
})
export type Approval = z.output<typeof Approval>

/**
 * A short digest of a list (FNV-1a, 32 bits): a list that differs in anything has another one. It tells versions apart,
 * and protects nothing.
 */
export function computeListDigest(list: unknown): string {
  let hash = 0x811c9dc5
  for (const character of writeComparable(list)) {
    hash ^= character.codePointAt(0) ?? 0
    hash = Math.imul(hash, 0x01000193)
  }
  return (hash >>> 0).toString(16).padStart(8, '0')
}

/** How a list stands: nobody approved it, or it has changed since. */
export type ApprovalState = 'none' | 'lapsed' | 'approved'

export function judgeApproval(approval: Approval | null, digest: string): ApprovalState {
  if (!approval) return 'none'
  return approval.of === digest ? 'approved' : 'lapsed'
}
