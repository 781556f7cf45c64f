/** Failed tries within the window after which further ones are refused, right or wrong. */
export const attemptLimits = {
  windowMs: 15 * 60_000,
  byDevice: 10,
  byEmailHere: 10,
  byEmail: 50,
  byIp: 100,
}

/**
 * The most registrations from one IP address within the window: enough for a ward behind one IP address, and a limit
 * for abuse.
 */
export const registrationLimit = { windowMs: 60 * 60_000, byIp: 30 }

/**
 * Failed tries of unknown browsers within the window. One IP address adds to `byEmail` only tries whose password was
 * checked: `byEmailHere`.
 */
export type AttemptCounts = {
  /** The account's own token, by which this try is counted if fewer than `byDevice` tries with it have failed. */
  device: Buffer | null
  byEmailHere: number
  byEmail: number
  byIp: number
  isFamiliar: boolean
}

/**
 * Whether a try is refused without checking the password. Failures block an account for the IP address from which they
 * come; failures from many IP addresses block it for all others too, except those where the account has signed in
 * before. A browser in which it has signed in is never blocked, even at an IP address with failures of others. So
 * failures of others keep nobody from their work, and an attacker can check at most 50 passwords from unknown IP
 * addresses, and ten with each stolen token. An IP address that only others have used is not known for an account, and
 * an e-mail without an account has no known ones.
 */
export function isOverAttemptLimit({
  device,
  byEmailHere,
  byEmail,
  byIp,
  isFamiliar,
}: AttemptCounts): boolean {
  if (device) return false
  return (
    byEmailHere >= attemptLimits.byEmailHere ||
    byIp >= attemptLimits.byIp ||
    (!isFamiliar && byEmail >= attemptLimits.byEmail)
  )
}

/** The URL of a LINE official account, from its id such as `@hospital`. */
export function formatLineUrl(account: string): string {
  return `https://line.me/R/ti/p/${encodeURIComponent(account)}`
}
