import { useQuery } from '@tanstack/react-query'
import { signIn } from 'contract'
import { useEffect } from 'react'
import { ask, queryClient } from '../api.ts'
import { useLive } from './live.ts'
import { session } from './session.ts'

/**
 * Asks on arrival, when the window is looked at again, and when who may do what has changed, whether the session holds
 * and what it allows.
 */
export function useOwnSession() {
  const { data } = useQuery(ask(signIn.whoAmI, {}, true))
  useLive('permissions', () => void queryClient.invalidateQueries({ queryKey: [signIn.whoAmI.path] }))
  useEffect(() => {
    const kept = session.get()
    if (!data || kept?._id !== data.user._id) return
    const now = { ...kept, ...data.user, is_this_userform_user: data.is_this_userform_user }
    if (JSON.stringify(now) !== JSON.stringify(kept)) session.start(now)
  }, [data])
}
