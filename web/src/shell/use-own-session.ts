import { useQuery } from '@tanstack/react-query'
import { signIn } from 'contract'
import { useEffect } from 'react'
import { ask } from '../api.ts'
import { session } from './session.ts'

/** Asks on arrival, and when the window is looked at again, whether the session holds and what it allows. */
export function useOwnSession() {
  const { data } = useQuery(ask(signIn.whoAmI, {}, true))
  useEffect(() => {
    const kept = session.get()
    if (!data || kept?._id !== data.user._id) return
    const now = { ...kept, ...data.user, is_this_userform_user: data.is_this_userform_user }
    if (JSON.stringify(now) !== JSON.stringify(kept)) session.start(now)
  }, [data])
}
