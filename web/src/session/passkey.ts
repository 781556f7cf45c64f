import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from 'contract'

/** Browsers offer passkeys only over TLS or on localhost. */
export const supportsPasskeys = () => typeof PublicKeyCredential === 'function'

const loadWebAuthn = () => import('@simplewebauthn/browser')

/** Asks the browser for a passkey. Undefined if the user cancelled or the request timed out. */
export async function requestPasskey({
  allowCredentials,
  ...options
}: PasskeyRequestOptions): Promise<PasskeyAssertion | undefined> {
  const { startAuthentication } = await loadWebAuthn()
  const optionsJSON = { ...options, ...(allowCredentials && { allowCredentials }) }
  const shown = await startAuthentication({ optionsJSON }).catch(ignoreCancelled)
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
export async function createPasskey(
  options: PasskeyCreationOptions,
): Promise<PasskeyRegistration | undefined> {
  const { startRegistration } = await loadWebAuthn()
  const made = await startRegistration({ optionsJSON: options }).catch(ignoreCancelled)
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
function ignoreCancelled(error: unknown): undefined {
  const names = ['NotAllowedError', 'AbortError', 'InvalidStateError', 'SecurityError', 'NotSupportedError']
  if (error instanceof Error && names.includes(error.name)) return undefined
  throw error
}
