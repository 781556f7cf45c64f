/** How many may say within the window that they forgot a password: of one account, and from one address. */
export const requestLimits = { windowMs: 60 * 60_000, byEmail: 3, byAddress: 30 }

/** Requests within the window, this one included. */
export type Requests = { byEmailHere: number; byEmail: number; byAddress: number; isFamiliar: boolean }

/**
 * Whether a request sends no letter. Whoever asks for somebody else's on purpose fills neither her mailbox nor uses up
 * what is hers: where she has signed in before counts by itself.
 */
export function isSpent({ byEmailHere, byEmail, isFamiliar }: Requests): boolean {
  return (isFamiliar ? byEmailHere : byEmail) > requestLimits.byEmail
}

type Link = { used_at: string | null; expires_at: string; status: string }

/** Why a link opens nothing, if it does not. One whose account was closed since says no more than that it is over. */
export function problemOfLink(
  link: Link | undefined,
  now: string,
): 'link-unknown' | 'link-used' | 'link-expired' | undefined {
  if (!link) return 'link-unknown'
  if (link.used_at !== null || link.status !== 'approved') return 'link-used'
  return Date.parse(link.expires_at) <= Date.parse(now) ? 'link-expired' : undefined
}
