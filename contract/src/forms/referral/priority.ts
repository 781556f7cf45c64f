/** The priorities of the 43 files, from life threatening to non acute. */
export const referPriorities = ['1', '2', '3', '4', '5'] as const
export type ReferPriority = (typeof referPriorities)[number]

/**
 * The priority of a referral by its urgency (E, U, N, R); an emergency of somebody who is unstable threatens their
 * life. Default of the panel: the 43 files name the priorities and not which urgency is which. Null while the urgency
 * is not known.
 */
export function findReferPriority(urgency: unknown, risk: unknown): ReferPriority | null {
  switch (urgency) {
    case 'E':
      return risk === 'U' ? '1' : '2'
    case 'U':
      return '3'
    case 'N':
      return '4'
    case 'R':
      return '5'
    default:
      return null
  }
}
