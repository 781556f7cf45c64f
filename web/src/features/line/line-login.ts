import { line } from 'contract'
import { call } from '../../api/client.ts'

const secretKey = 'line_secret'

/**
 * Goes to LINE: to be linked with the code of a QR picture, or to sign in. What this browser alone keeps is what
 * comes back has to be shown with.
 */
export async function startLineLogin(
  code: string | undefined,
  leave: (address: string) => void = (address) => window.location.assign(address),
): Promise<void> {
  const { authorize_url, secret } = await call(line.begin, code === undefined ? {} : { code })
  sessionStorage.setItem(secretKey, secret)
  leave(authorize_url)
}

export type LineAnswer = { secret: string; state: string; code: string; iss?: string }

/** What LINE put into the address, if this browser began it. It is taken out of sight and cannot be taken twice. */
export function takeLineAnswer(search: URLSearchParams): LineAnswer | undefined {
  const secret = sessionStorage.getItem(secretKey)
  sessionStorage.removeItem(secretKey)
  const [state, code, iss] = [search.get('state'), search.get('code'), search.get('iss')]
  if (!secret || !state || !code) return undefined
  return { secret, state, code, ...(iss !== null && { iss }) }
}
