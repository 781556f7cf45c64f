import { useQuery } from '@tanstack/react-query'
import { signIn } from 'contract'
import { useEffect } from 'react'
import { ask, queryClient } from '../api/client.ts'
import { useLiveEvent } from '../live/live.ts'
import { session } from '../session/session.ts'

/**
 * Checks on mount, when the window gets the focus, and when permissions have changed, whether the session is valid
 * and what it allows.
 */
export function useOwnSession() {
  const { data } = useQuery(ask(signIn.whoAmI, {}, true))
  useLiveEvent('permissions', () => void queryClient.invalidateQueries({ queryKey: [signIn.whoAmI.path] }))
  useEffect(() => {
    const kept = session.get()
    if (!data || kept?._id !== data.user._id) return
    const now = { ...kept, ...data.user, is_this_userform_user: data.is_this_userform_user }
    if (JSON.stringify(now) !== JSON.stringify(kept)) session.start(now)
  }, [data])
}
