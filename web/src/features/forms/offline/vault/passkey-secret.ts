type PrfResults = { prf?: { results?: { first?: ArrayBuffer } } }

const salt = new TextEncoder().encode('medical-staff-panel forms')

/**
 * The secret that a passkey of this tablet has for the panel (WebAuthn PRF). Nobody is signed in by it, so no server is
 * asked and it works without a signal. Undefined if the user cancelled or the passkey has none.
 */
export async function readPasskeySecret(): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const publicKey = {
    challenge: crypto.getRandomValues(new Uint8Array(32)),
    userVerification: 'required',
    extensions: { prf: { eval: { first: salt } } },
  } as const
  const shown = (await navigator.credentials
    .get({ publicKey: publicKey as PublicKeyCredentialRequestOptions })
    .catch(() => null)) as PublicKeyCredential | null
  const first = (shown?.getClientExtensionResults() as PrfResults | undefined)?.prf?.results?.first
  return first && new Uint8Array(first)
}
