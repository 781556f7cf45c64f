/**
 * What is written on a tablet is sealed to its hospital: whoever has the tablet cannot open it, and the hospital can,
 * whoever delivers it. ECDH on P-256 with a key of the seal's own, HKDF-SHA-256 and AES-256-GCM, all of WebCrypto
 * (decision 0026).
 */
const curve = { name: 'ECDH', namedCurve: 'P-256' } as const
const purpose = new TextEncoder().encode('medical-staff-panel form operation')
const [pointBytes, nonceBytes] = [65, 12]

type Bytes = Uint8Array<ArrayBuffer>

/** Where a sealed message stands. It cannot be opened at another place. */
export type SealPlace = { key_id: string; record_id: string; op_id: string }

/** Where the key of a user's own copies on a tablet stands: it opens for that user and at no other place. */
export const toVaultPlace = (key_id: string, userId: string): SealPlace => ({
  key_id,
  record_id: userId,
  op_id: 'vault',
})

/** The bytes of a hospital's key pair: the public half as a point, the private half as PKCS #8. */
export async function makeSealingKeys(): Promise<{ publicKey: Bytes; privateKey: Bytes }> {
  const pair = await crypto.subtle.generateKey(curve, true, ['deriveBits'])
  return {
    publicKey: new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)),
    privateKey: new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey)),
  }
}

export const importPublicKey = (publicKey: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', publicKey, curve, true, [])

export const importPrivateKey = (privateKey: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('pkcs8', privateKey, curve, false, ['deriveBits'])

/** Seals a text, or bytes, for one place. */
export type Seal = (plain: string | Bytes, place: SealPlace) => Promise<Bytes>

/**
 * A seal with a key pair of its own, of which nothing but the public half leaves it. Making one costs more than using
 * it.
 */
export async function makeSeal(hospital: CryptoKey): Promise<Seal> {
  const own = await crypto.subtle.generateKey(curve, false, ['deriveBits'])
  const point = new Uint8Array(await crypto.subtle.exportKey('raw', own.publicKey))
  const key = await deriveKey(own.privateKey, hospital, point, 'encrypt')
  return async (plain, place) => {
    const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes))
    const bytes = typeof plain === 'string' ? new TextEncoder().encode(plain) : plain
    const sealed = await crypto.subtle.encrypt(describe(nonce, place), key, bytes)
    return joinBytes(point, nonce, new Uint8Array(sealed))
  }
}

/** The message for one place: the point of the seal, a nonce, and what only the hospital's private key opens. */
export async function sealMessage(
  hospital: CryptoKey,
  plain: string | Bytes,
  place: SealPlace,
): Promise<Bytes> {
  const seal = await makeSeal(hospital)
  return seal(plain, place)
}

/** Throws if the message was sealed to another key or for another place, or was changed. */
export const openMessage = async (hospital: CryptoKey, message: Bytes, place: SealPlace): Promise<string> =>
  new TextDecoder().decode(await openBytes(hospital, message, place))

export async function openBytes(hospital: CryptoKey, message: Bytes, place: SealPlace): Promise<Bytes> {
  const point = message.subarray(0, pointBytes)
  const nonce = message.subarray(pointBytes, pointBytes + nonceBytes)
  const key = await deriveKey(hospital, await importPublicKey(point), point, 'decrypt')
  const sealed = message.subarray(pointBytes + nonceBytes)
  return new Uint8Array(await crypto.subtle.decrypt(describe(nonce, place), key, sealed))
}

async function deriveKey(
  own: CryptoKey,
  other: CryptoKey,
  salt: Bytes,
  use: 'encrypt' | 'decrypt',
): Promise<CryptoKey> {
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: other }, own, 256)
  const secret = await crypto.subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey'])
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt, info: purpose }
  return crypto.subtle.deriveKey(derivation, secret, { name: 'AES-GCM', length: 256 }, false, [use])
}

function describe(iv: Bytes, { key_id, record_id, op_id }: SealPlace) {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(`${key_id} ${record_id} ${op_id}`) }
}

function joinBytes(...parts: Bytes[]): Bytes {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}
