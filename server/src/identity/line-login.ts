import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientError,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'

export type LineSettings = {
  /** The URL of the OpenID provider; LINE's is `https://access.line.me`. */
  issuer: string
  channelId: string
  channelSecret: string
  /** The panel's public URL, without a slash at the end. */
  publicUrl: string
}

/** The values that LINE has to return for a sign-in that was begun. */
export type LineFlow = { state: string; nonce: string; verifier: string }

/** The parameters of the return from LINE. A provider that identifies itself does so in `iss`. */
export type LineAnswer = { code: string; iss?: string | undefined }

/** LINE did not answer. An answer that is wrong is refused instead. */
export class LineUnreachable extends Error {}

const timeoutSeconds = 10

/** LINE Login v2.1: OpenID Connect with state, nonce and PKCE. It asks for the identity alone. */
export class LineLogin {
  readonly publicUrl: string
  readonly #settings: LineSettings
  #known: Promise<Configuration> | undefined

  constructor(settings: LineSettings) {
    this.#settings = settings
    this.publicUrl = settings.publicUrl
  }

  get callback(): string {
    return `${this.publicUrl}/line/callback`
  }

  /**
   * With `isLinking` the user is also asked to add the hospital's account as a friend; without that it cannot send
   * messages to them.
   */
  async begin(isLinking: boolean): Promise<{ url: string; flow: LineFlow }> {
    const flow = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
    const url = buildAuthorizationUrl(await this.#provider(), {
      redirect_uri: this.callback,
      scope: 'openid',
      state: flow.state,
      nonce: flow.nonce,
      code_challenge: await calculatePKCECodeChallenge(flow.verifier),
      code_challenge_method: 'S256',
      ui_locales: 'th',
      ...(isLinking && { bot_prompt: 'aggressive' }),
    })
    return { url: url.href, flow }
  }

  /** The LINE userId of the user who came back; undefined if LINE does not confirm it. */
  async finish({ state, nonce, verifier }: LineFlow, { code, iss }: LineAnswer): Promise<string | undefined> {
    const provider = await this.#provider()
    const returned = new URL(this.callback)
    returned.search = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) }).toString()
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier }
    try {
      const tokens = await authorizationCodeGrant(provider, returned, checks)
      return tokens.claims()?.sub
    } catch (error) {
      if (isProviderUnreachable(error)) throw new LineUnreachable()
      return undefined
    }
  }

  #provider(): Promise<Configuration> {
    this.#known ??= this.#discover().catch(() => {
      this.#known = undefined
      throw new LineUnreachable()
    })
    return this.#known
  }

  #discover(): Promise<Configuration> {
    const { issuer, channelId, channelSecret } = this.#settings
    return discovery(
      new URL(issuer),
      channelId,
      // For sign-ins in a browser LINE signs with the channel's secret; its published metadata names only another way.
      { client_secret: channelSecret, id_token_signed_response_alg: 'HS256' },
      ClientSecretPost(channelSecret),
      {
        timeout: timeoutSeconds,
        execute: new URL(issuer).protocol === 'http:' ? [allowInsecureRequests] : [],
      },
    )
  }
}

/** No connection, no answer in time, or an answer that only a server in trouble gives. */
function isProviderUnreachable(error: unknown): boolean {
  if (error instanceof ClientError)
    return error.code === 'OAUTH_TIMEOUT' || error.code === 'OAUTH_RESPONSE_IS_NOT_CONFORM'
  return error instanceof TypeError && error.cause !== undefined
}
