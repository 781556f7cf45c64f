import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** Keeps what the database must hold and must not tell: sealed with a key that is not in the database. */
export class SecretBox {
  readonly #key: Buffer

  constructor(panelSecret: string) {
    this.#key = Buffer.from(hkdfSync('sha256', panelSecret, '', 'medical-staff-panel second factor', 32))
  }

  /** What is sealed for one place opens at no other: `place` names the row that it stands in. */
  seal(plain: Uint8Array, place: string): Buffer {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv(algorithm, this.#key, nonce).setAAD(Buffer.from(place))
    const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
  }

  /** Throws where it was sealed with another key, for another place, or was changed. */
  open(sealed: Buffer, place: string): Buffer {
    const nonce = sealed.subarray(0, nonceBytes)
    const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes)
    const decipher = createDecipheriv(algorithm, this.#key, nonce, { authTagLength: tagBytes })
      .setAAD(Buffer.from(place))
      .setAuthTag(tag)
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()])
  }
}
