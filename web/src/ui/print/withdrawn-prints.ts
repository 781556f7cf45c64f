let withdrawals = 0

/** What was asked to be printed, and is still being read, is not printed any more. */
export function withdrawPrints() {
  withdrawals += 1
}

export const countWithdrawals = () => withdrawals
