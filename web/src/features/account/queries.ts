import { useQuery } from '@tanstack/react-query'
import { type Account, account, photoProblems, signIn } from 'contract'
import { ask, queryClient, useSend } from '../../api/client.ts'
import { usePhotoUrl } from '../../api/photo.ts'

export function useAccount() {
  return useQuery(ask(account.get, {}, true))
}

export function useOwnPhoto(own: Pick<Account, '_id' | 'photo_id'>): string | undefined {
  return usePhotoUrl(account.getPhoto, own, 'large')
}

/** Caches the account of another reply, and refetches who is signed in. */
export function cacheAccount(own: Account) {
  queryClient.setQueryData(ask(account.get, {}).queryKey, { account: own })
  void queryClient.invalidateQueries({ queryKey: [signIn.whoAmI.path] })
}

export function useUpdateAccount() {
  return useSend(account.update, {
    inline: ['invalid', 'changed-meanwhile', ...photoProblems],
    onSuccess: ({ account: own }) => cacheAccount(own),
  })
}

export function useChangePassword() {
  return useSend(account.changePassword, {
    inline: ['invalid', 'password-wrong'],
    outdates: [account.get, account.sessions, signIn.whoAmI],
  })
}

export function useSessions() {
  return useQuery(ask(account.sessions, {}, true))
}

export function useEndSession() {
  return useSend(account.endSession, { outdates: [account.sessions] })
}

export function useEndSessions() {
  return useSend(account.endSessions, { outdates: [account.sessions, account.alerts] })
}

export function useConfirmLogin() {
  return useSend(account.confirmSignIn, { outdates: [account.sessions, account.alerts] })
}
