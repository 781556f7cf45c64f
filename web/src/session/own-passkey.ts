import { useQuery } from '@tanstack/react-query'
import { type ReAuthentication, secondFactor } from 'contract'
import { ask, call } from '../api/client.ts'
import { requestPasskey, supportsPasskeys } from './passkey.ts'

type Purpose = 'unlock' | 're-authentication'

/** Asks the signed-in user for their passkey, to confirm their identity. */
export function useOwnPasskey(purpose: Purpose) {
  const { data } = useQuery({
    ...ask(secondFactor.reAuthenticationOptions, { purpose }, true),
    enabled: supportsPasskeys(),
    // A challenge from an earlier visit to the screen may have expired: do not reuse it.
    gcTime: 0,
  })
  return {
    canShow: Boolean(data?.options),
    /** Undefined if the user cancelled. */
    show: async (): Promise<ReAuthentication | undefined> => {
      const { options } = await call(secondFactor.reAuthenticationOptions, { purpose })
      const response = options && (await requestPasskey(options))
      return response ? { kind: 'passkey', challenge: options.challenge, response } : undefined
    },
  }
}
