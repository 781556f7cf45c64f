/** Failed tries within the window after which no further one is looked at, right or wrong. */
export const attemptLimits = { windowMs: 15 * 60_000, byEmailHere: 10, byEmail: 50, byAddress: 100 }

/** People of one address who may ask for an account within the window: a ward behind one address, and no flood. */
export const registrationLimit = { windowMs: 60 * 60_000, byAddress: 30 }

/** Tries within the window. One address adds no more to `byEmail` than was looked at of it: `byEmailHere`. */
export type Tries = { byEmailHere: number; byEmail: number; byAddress: number; isFamiliar: boolean }

/**
 * Whether a try is refused unseen. Whoever fails on purpose shuts an account for her own address; from many
 * addresses also for every other one, but not for those that are familiar: where the account has signed in before.
 * So nobody is kept from her work by failures elsewhere, and a password is still guessed at no more than 50 times
 * from addresses that are strange. No account is familiar with an address that only others have used, and an e-mail
 * without an account with none.
 */
export function isShut({ byEmailHere, byEmail, byAddress, isFamiliar }: Tries): boolean {
  return (
    byEmailHere >= attemptLimits.byEmailHere ||
    byAddress >= attemptLimits.byAddress ||
    (!isFamiliar && byEmail >= attemptLimits.byEmail)
  )
}

/** The address of a LINE official account, from its id such as `@hospital`. */
export function lineUrl(account: string): string {
  return `https://line.me/R/ti/p/${encodeURIComponent(account)}`
}
