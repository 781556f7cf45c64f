import type { PasskeyCreation, PasskeyMade, PasskeyRequest, PasskeyShown } from 'contract'

/** Browsers offer passkeys only over TLS or on localhost. */
export const hasPasskeys = () => typeof PublicKeyCredential === 'function'

const library = () => import('@simplewebauthn/browser')

/** Asks the browser for a passkey. Undefined if the user cancelled or the request timed out. */
export async function showPasskey({
  allowCredentials,
  ...options
}: PasskeyRequest): Promise<PasskeyShown | undefined> {
  const { startAuthentication } = await library()
  const optionsJSON = { ...options, ...(allowCredentials && { allowCredentials }) }
  const shown = await startAuthentication({ optionsJSON }).catch(unlessCancelled)
  if (!shown) return undefined
  const { clientDataJSON, authenticatorData, signature, userHandle } = shown.response
  return {
    id: shown.id,
    rawId: shown.rawId,
    type: 'public-key',
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
  }
}

/** Has the browser create a passkey. Undefined if the user cancelled, or the authenticator already has one. */
export async function makePasskey(options: PasskeyCreation): Promise<PasskeyMade | undefined> {
  const { startRegistration } = await library()
  const made = await startRegistration({ optionsJSON: options }).catch(unlessCancelled)
  if (!made) return undefined
  const { clientDataJSON, attestationObject, transports = [] } = made.response
  return {
    id: made.id,
    rawId: made.rawId,
    type: 'public-key',
    response: { clientDataJSON, attestationObject, transports },
  }
}

/** Browsers report every such failure in the same way and do not tell the reason. */
function unlessCancelled(error: unknown): undefined {
  const names = ['NotAllowedError', 'AbortError', 'InvalidStateError', 'SecurityError', 'NotSupportedError']
  if (error instanceof Error && names.includes(error.name)) return undefined
  throw error
}
