import { line } from 'contract'
import { call } from '../../api/client.ts'

const secretKey = 'line_secret'

/**
 * Goes to LINE, to link an account with the code of a QR picture or to sign in. The secret that stays in this browser
 * proves that the answer of LINE belongs to it.
 */
export async function startLineLogin(
  code: string | undefined,
  leave: (url: string) => void = (url) => window.location.assign(url),
): Promise<void> {
  const { authorize_url, secret } = await call(line.begin, code === undefined ? {} : { code })
  sessionStorage.setItem(secretKey, secret)
  leave(authorize_url)
}

export type LineAnswer = { secret: string; state: string; code: string; iss?: string }

/**
 * LINE's answer in the URL, if this browser began the login. It can be read only once, since the secret is then
 * removed.
 */
export function takeLineAnswer(search: URLSearchParams): LineAnswer | undefined {
  const secret = sessionStorage.getItem(secretKey)
  sessionStorage.removeItem(secretKey)
  const [state, code, iss] = [search.get('state'), search.get('code'), search.get('iss')]
  if (!secret || !state || !code) return undefined
  return { secret, state, code, ...(iss !== null && { iss }) }
}
