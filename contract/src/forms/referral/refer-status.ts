/**
 * What is done about a referral beside its form: who has it in hand, what the receiving side says, and how it ended.
 */
export const referralActs = [
  'TAKEN',
  'HANDED_OVER',
  'RELEASED',
  'ACCEPTED',
  'DECLINED',
  'ASKED',
  'TIME_ASKED',
  'POSTPONED',
  'REPLIED',
  'PATIENT_TOLD',
  'ARRIVED',
  'NOT_ARRIVED',
  'APPRAISED',
] as const
export type ReferralActKind = (typeof referralActs)[number]

/** Why somebody who was sent did not arrive. */
export const notArrivedResults = ['DIED', 'NOT_FOUND', 'OTHER'] as const
export type NotArrivedResult = (typeof notArrivedResults)[number]

/**
 * The states of the e-Refer system, by its letters: pending, waiting for the sender's reply, time request, postponed,
 * accepted, accepted by the hospital of origin, accepted and the patient told (notice patient), rejected, expired,
 * final, continuous, cancelled, revoked.
 */
export const referStatuses = ['P', 'W', 'T', 'S', 'A', 'I', 'N', 'R', 'E', 'F', 'O', 'C', 'V'] as const
export type ReferStatus = (typeof referStatuses)[number]

/** The result of a referral as the 43 files have it (REFER_RESULT). */
export const referResults = ['1', '2', '3', '4', '5'] as const
export type ReferResult = (typeof referResults)[number]

export type SentReferral = {
  state: 'draft' | 'complete' | 'void'
  direction: string | null
  cause: string | null
  /** The last day on which the letter is valid; null if it does not say. */
  valid_until: string | null
  acts: readonly { act: ReferralActKind; result: NotArrivedResult | null; proposed_at: string | null }[]
}

const resultByAnswer: Readonly<Record<NotArrivedResult, ReferResult>> = {
  DIED: '3',
  NOT_FOUND: '4',
  OTHER: '5',
}

/** What the receiving side said last; null while it has said nothing. */
export function deriveReferResult(acts: SentReferral['acts']): ReferResult | null {
  const last = acts.findLast(
    ({ act }) => act === 'ACCEPTED' || act === 'DECLINED' || act === 'ARRIVED' || act === 'NOT_ARRIVED',
  )
  if (!last) return null
  if (last.act === 'NOT_ARRIVED') return resultByAnswer[last.result ?? 'OTHER']
  return last.act === 'DECLINED' ? '2' : '1'
}

/**
 * Where a referral stands at an instant; null while it is a draft about which the receiving side said nothing. A letter
 * for continued treatment (cause 3) goes on after the arrival, as long as it is valid.
 */
export function deriveReferStatus(
  { state, direction, cause, valid_until, acts }: SentReferral,
  now: string,
): ReferStatus | null {
  const told = acts.flatMap(({ act }) => (besides.has(act) ? [] : [act]))
  // A question that is answered changes nothing of what was said before it.
  const last = told.at(-1) === 'REPLIED' ? told.findLast((act) => !questions.has(act)) : told.at(-1)
  if (state === 'void') return acts.some(({ act }) => act === 'ACCEPTED') ? 'V' : 'C'
  if (state === 'draft' && told.length === 0) return null
  const isValid = valid_until === null || Date.parse(valid_until) > Date.parse(now)
  if (last === 'ARRIVED') return cause === '3' && valid_until !== null && isValid ? 'O' : 'F'
  if (last === 'NOT_ARRIVED') return 'F'
  if (last === 'DECLINED') return 'R'
  if (!isValid) return 'E'
  if (last === 'ACCEPTED') {
    const since = acts.slice(acts.findLastIndex(({ act }) => act === 'ACCEPTED'))
    if (since.some(({ act }) => act === 'PATIENT_TOLD')) return 'N'
    return direction === 'BACK' ? 'I' : 'A'
  }
  if (last === 'TIME_ASKED') return 'T'
  if (last === 'POSTPONED') return 'S'
  return last === 'ASKED' ? 'W' : 'P'
}

/** The time that the receiving side waits for, while it does; null if it said it in words alone. */
export function findProposedTime(sent: SentReferral, now: string): string | null {
  const status = deriveReferStatus(sent, now)
  const waits = status === 'T' ? 'TIME_ASKED' : status === 'S' ? 'POSTPONED' : undefined
  return sent.acts.findLast(({ act }) => act === waits)?.proposed_at ?? null
}

/** What changes nothing of what the receiving side has said. */
const besides: ReadonlySet<ReferralActKind> = new Set([
  'TAKEN',
  'HANDED_OVER',
  'RELEASED',
  'PATIENT_TOLD',
  'APPRAISED',
])
const questions: ReadonlySet<ReferralActKind> = new Set(['ASKED', 'TIME_ASKED', 'REPLIED'])
