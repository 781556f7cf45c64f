import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** Encrypts secrets that the database stores but must not reveal; the key is not in the database. */
export class SecretBox {
  readonly #key: Buffer

  constructor(panelSecret: string) {
    this.#key = Buffer.from(hkdfSync('sha256', panelSecret, '', 'medical-staff-panel second factor', 32))
  }

  /** A secret sealed for one place cannot be opened at another: `place` names its row. */
  seal(plain: Uint8Array, place: string): Buffer {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv(algorithm, this.#key, nonce).setAAD(Buffer.from(place))
    const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
  }

  /** Throws if it was sealed with another key or for another place, or was changed. */
  open(sealed: Buffer, place: string): Buffer {
    const nonce = sealed.subarray(0, nonceBytes)
    const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes)
    const decipher = createDecipheriv(algorithm, this.#key, nonce, { authTagLength: tagBytes })
      .setAAD(Buffer.from(place))
      .setAuthTag(tag)
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()])
  }
}
