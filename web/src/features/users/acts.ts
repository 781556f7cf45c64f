import { statusAfter, type UserAct, type UserStatus } from 'contract'

export type Act = UserAct | 'delete'

const acts: readonly Act[] = ['approve', 'decline', 'unblock', 'block', 'delete']
/** What nobody may do to herself. */
const shutsOut: readonly Act[] = ['decline', 'block', 'delete']

/** What can be done with somebody as she stands, the likeliest first. */
export function actsFor(status: UserStatus, isOwn: boolean): Act[] {
  return acts.filter((act) => statusAfter(act, status) !== undefined && !(isOwn && shutsOut.includes(act)))
}

export function isDangerous(act: Act): boolean {
  return shutsOut.includes(act)
}

const last: readonly Act[] = ['block', 'delete']

/** The acts that stand before 'Edit' and those after it: what closes an account is not where the hand falls first. */
export function actsAroundEdit(status: UserStatus, isOwn: boolean): { before: Act[]; after: Act[] } {
  const acts = actsFor(status, isOwn)
  return {
    before: acts.filter((act) => !last.includes(act)),
    after: acts.filter((act) => last.includes(act)),
  }
}
