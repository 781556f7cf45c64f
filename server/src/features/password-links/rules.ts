/** How many requests are allowed within the window: for one account, and from one IP address. */
export const requestLimits = { windowMs: 60 * 60_000, byEmail: 3, byIp: 30 }

/** Requests within the window, this one included. */
export type Requests = { byEmailHere: number; byEmail: number; byIp: number; isFamiliar: boolean }

/**
 * Whether a request sends no mail. An attacker can neither flood a user's mailbox nor use up the user's own requests:
 * those from IP addresses where the user has signed in are counted apart.
 */
export function isOverRequestLimit({ byEmailHere, byEmail, isFamiliar }: Requests): boolean {
  return (isFamiliar ? byEmailHere : byEmail) > requestLimits.byEmail
}

type Link = { used_at: string | null; expires_at: string; status: string }

/**
 * Why a link does not work, undefined if it does. If the account was closed since, the answer is only that the link has
 * expired.
 */
export function findLinkProblem(
  link: Link | undefined,
  now: string,
): 'link-unknown' | 'link-used' | 'link-expired' | undefined {
  if (!link) return 'link-unknown'
  if (link.used_at !== null || link.status !== 'approved') return 'link-used'
  return Date.parse(link.expires_at) <= Date.parse(now) ? 'link-expired' : undefined
}
