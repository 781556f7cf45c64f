/**
 * The site of the caller's browser. A passkey is bound to `rpId`, the domain name of the panel without port; undefined
 * if there is none, because browsers make no passkey for a bare IP address.
 */
export type Site = { readonly rpId: string | undefined; readonly origins: readonly string[] }

export const issuerName = 'Medical & Staff PANEL'
