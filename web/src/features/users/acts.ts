import { computeNextStatus, type UserAct, type UserStatus } from 'contract'

export type UserActName = UserAct | 'delete'

const allActs: readonly UserActName[] = ['approve', 'decline', 'unblock', 'block', 'delete']
/** Actions that nobody may do to their own account. */
const excludingActs: readonly UserActName[] = ['decline', 'block', 'delete']

/** The actions on an account in this status, most likely first. */
export function listActs(status: UserStatus, isOwn: boolean): UserActName[] {
  return allActs.filter(
    (act) => computeNextStatus(act, status) !== undefined && !(isOwn && excludingActs.includes(act)),
  )
}

export function isDangerous(act: UserActName): boolean {
  return excludingActs.includes(act)
}

const actsAfterEdit: readonly UserActName[] = ['block', 'delete']

/** The actions before 'Edit' and those after it: actions that close an account should not be where one clicks first. */
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
