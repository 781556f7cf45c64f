import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from 'contract'

/** The origin of `panel.fetch`. */
export const testOrigin = 'http://localhost:80'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64 = (data: string | Buffer) => Buffer.from(data).toString('base64url')

// As much of CBOR (RFC 8949) as an authenticator needs.
const head = (major: number, length: number) =>
  length < 24
    ? Buffer.of((major << 5) | length)
    : length < 256
      ? Buffer.of((major << 5) | 24, length)
      : Buffer.of((major << 5) | 25, length >> 8, length & 255)
const text = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)])
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value])
const integer = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value))
const map = (...entries: [Buffer, Buffer][]) => Buffer.concat([head(5, entries.length), ...entries.flat()])

type Shown = { origin?: string; challenge?: string; rpId?: string; isVerified?: boolean; counter?: number }

const flags = { present: 1, verified: 4, hasCredential: 64 }

/** An authenticator after WebAuthn level 2, as honest or dishonest as a test needs it. */
export class SoftPasskey {
  readonly id: Buffer = randomBytes(32)
  counter = 0
  readonly #key: KeyObject
  readonly #cose: Buffer

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    this.#key = privateKey
    this.#cose = map(
      [integer(1), integer(2)],
      [integer(3), integer(-7)],
      [integer(-1), integer(1)],
      [integer(-2), bytes(Buffer.from(x, 'base64url'))],
      [integer(-3), bytes(Buffer.from(y, 'base64url'))],
    )
  }

  make({ challenge, rp }: PasskeyCreationOptions, other: Shown = {}): PasskeyRegistration {
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.of(0, this.id.length), this.id, this.#cose])
    const data = this.#data(rp.id, other, flags.hasCredential, credential)
    return {
      ...this.#named(),
      response: {
        clientDataJSON: client('webauthn.create', { challenge, ...other }),
        attestationObject: base64(
          map([text('fmt'), text('none')], [text('attStmt'), map()], [text('authData'), bytes(data)]),
        ),
        transports: ['internal'],
      },
    }
  }

  show({ challenge, rpId }: PasskeyRequestOptions, other: Shown = {}): PasskeyAssertion {
    this.counter = other.counter ?? this.counter + 1
    const data = this.#data(rpId, other, 0, Buffer.of())
    const clientDataJSON = client('webauthn.get', { challenge, ...other })
    const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))])
    return {
      ...this.#named(),
      response: {
        clientDataJSON,
        authenticatorData: base64(data),
        signature: base64(sign('sha256', signed, this.#key)),
      },
    }
  }

  #named() {
    return { id: base64(this.id), rawId: base64(this.id), type: 'public-key' as const }
  }

  #data(rpId: string, { rpId: otherId, isVerified = true }: Shown, more: number, rest: Buffer): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    const flag = flags.present | (isVerified ? flags.verified : 0) | more
    return Buffer.concat([sha256(otherId ?? rpId), Buffer.of(flag), counter, rest])
  }
}

function client(type: string, { challenge, origin = testOrigin }: Shown): string {
  return base64(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}
