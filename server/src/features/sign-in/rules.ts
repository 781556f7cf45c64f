/** Failed tries within the window after which no further one is looked at, right or wrong. */
export const attemptLimits = {
  windowMs: 15 * 60_000,
  byDevice: 10,
  byEmailHere: 10,
  byEmail: 50,
  byAddress: 100,
}

/** People of one address who may ask for an account within the window: a ward behind one address, and no flood. */
export const registrationLimit = { windowMs: 60 * 60_000, byAddress: 30 }

/** Tries of strangers within the window. One address adds no more to `byEmail` than was looked at of it: `byEmailHere`. */
export type Tries = {
  /** The token that counts this one, by itself: the account's own, with which fewer than `byDevice` have failed. */
  device: Buffer | null
  byEmailHere: number
  byEmail: number
  byAddress: number
  isFamiliar: boolean
}

/**
 * Whether a try is refused unseen. Whoever fails on purpose shuts an account for her own address; from many
 * addresses also for every other one, but not for those that are familiar: where the account has signed in before.
 * A browser in which it has is no stranger at any address, not even at one from which others have failed. So nobody is
 * kept from her work by failures of others, and a password is still guessed at no more than 50 times from addresses
 * that are strange, and ten with each token that was stolen. No account is familiar with an address that only others
 * have used, and an e-mail without an account with none.
 */
export function isShut({ device, byEmailHere, byEmail, byAddress, isFamiliar }: Tries): boolean {
  if (device) return false
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
