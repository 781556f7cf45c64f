import { useQuery } from '@tanstack/react-query'
import { type Proof, secondFactor } from 'contract'
import { ask, call } from '../api.ts'
import { hasPasskeys, showPasskey } from './passkey.ts'

type Purpose = 'unlock' | 'proof'

/** A passkey of the one who is signed in, with which she shows that it is still she. */
export function useOwnPasskey(purpose: Purpose) {
  const { data } = useQuery({
    ...ask(secondFactor.proofOptions, { purpose }, true),
    enabled: hasPasskeys(),
    // What was asked for when the screen came up is too old by the time that somebody comes back to it.
    gcTime: 0,
  })
  return {
    canShow: Boolean(data?.options),
    /** Undefined where she thought better of it. */
    show: async (): Promise<Proof | undefined> => {
      const { options } = await call(secondFactor.proofOptions, { purpose })
      const response = options && (await showPasskey(options))
      return response ? { kind: 'passkey', challenge: options.challenge, response } : undefined
    },
  }
}
