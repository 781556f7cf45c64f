import { computeNextStatus, type UserAct, type UserStatus } from 'contract'

export type UserActName = UserAct | 'delete'

const allActs: readonly UserActName[] = ['approve', 'decline', 'unblock', 'block', 'delete']
/** What nobody may do to herself. */
const excludingActs: readonly UserActName[] = ['decline', 'block', 'delete']

/** What can be done with somebody as she stands, the likeliest first. */
export function listActs(status: UserStatus, isOwn: boolean): UserActName[] {
  return allActs.filter(
    (act) => computeNextStatus(act, status) !== undefined && !(isOwn && excludingActs.includes(act)),
  )
}

export function isDangerous(act: UserActName): boolean {
  return excludingActs.includes(act)
}

const actsAfterEdit: readonly UserActName[] = ['block', 'delete']

/** The acts that stand before 'Edit' and those after it: what closes an account is not where the hand falls first. */
export function splitActs(
  status: UserStatus,
  isOwn: boolean,
): { before: UserActName[]; after: UserActName[] } {
  const acts = listActs(status, isOwn)
  return {
    before: acts.filter((act) => !actsAfterEdit.includes(act)),
    after: acts.filter((act) => actsAfterEdit.includes(act)),
  }
}
