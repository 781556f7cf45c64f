import { once } from 'node:events'
import { createServer } from 'node:http'
import Provider from 'oidc-provider'
import { LineLogin } from '../../src/identity/line-login.ts'
import { getListeningPort } from '../../src/process/listening-port.ts'

const channel = { id: '1650000001', secret: 'd1c5e7a90b3f4826a7c0915fe2b84d63' }

type Answer = { state: string; code: string; iss: string }

export type LineProvider = {
  login: LineLogin
  /** The settings with which a panel uses this instead of LINE. */
  environment: Record<string, string>
  /** The person who opens a LINE page from now on. */
  person: string
  /** Opens a LINE URL in a browser of its own; returns where it is redirected to, and with what. */
  open: (authorizeUrl: string) => Promise<Answer>
  close: () => Promise<void>
}

/** An OpenID provider that requires of its clients what LINE Login v2.1 does: a secret in the form, a state, HS256. */
export async function startLineProvider(publicUrl: string): Promise<LineProvider> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const issuer = `http://127.0.0.1:${getListeningPort(server)}`
  const login = new LineLogin({ issuer, channelId: channel.id, channelSecret: channel.secret, publicUrl })
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: channel.id,
        client_secret: channel.secret,
        redirect_uris: [login.callback],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'HS256',
      },
    ],
    enabledJWA: { idTokenSigningAlgValues: ['HS256', 'RS256'] },
    cookies: { keys: [channel.secret] },
    extraParams: ['bot_prompt'],
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    async loadExistingGrant({ oidc }) {
      const { client, session } = oidc
      if (!client || !session?.accountId) return undefined
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid')
      await grant.save()
      return grant
    },
  })
  const serve = provider.callback()
  const line: LineProvider = {
    login,
    environment: {
      LINE_LOGIN_ISSUER: issuer,
      LINE_LOGIN_CHANNEL_ID: channel.id,
      LINE_LOGIN_CHANNEL_SECRET: channel.secret,
      PUBLIC_URL: publicUrl,
    },
    person: 'U0123456789abcdef0123456789abcdef',
    open: (authorizeUrl) => open(authorizeUrl, login.callback),
    close: async () => void server.close(),
  }
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void serve(request, response)
    void provider.interactionFinished(request, response, { login: { accountId: line.person } })
  })
  return line
}

async function open(authorizeUrl: string, callback: string): Promise<Answer> {
  const cookies = new Map<string, string>()
  let url = new URL(authorizeUrl)
  for (let steps = 0; steps < 10; steps++) {
    if (url.href.startsWith(callback)) return Object.fromEntries(url.searchParams) as Answer
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
    const to = response.headers.get('location')
    if (!to) throw new Error(`LINE answered ${response.status}: ${await response.text()}`)
    url = new URL(to, url)
  }
  throw new Error('LINE redirected too often')
}
