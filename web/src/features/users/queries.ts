import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { photoProblems, type User, users } from 'contract'
import { ask, queryClient, useSend } from '../../api/client.ts'
import { usePhotoOf } from '../../api/photo.ts'

export function useUser(id: string) {
  return useQuery(ask(users.get, { _id: id }, true))
}

/** An account that came with another answer. */
export function keepUser(user: User) {
  queryClient.setQueryData(ask(users.get, { _id: user._id }).queryKey, { user })
  outdateLists()
}

/** Somebody else did something to an account: what is on the screen of it is out of date. */
export function outdateLists() {
  for (const { path } of [users.list, users.changes, users.waiting])
    void queryClient.invalidateQueries({ queryKey: [path] })
}

export function usePhoto(user: Pick<User, '_id' | 'photo_id'>): string | undefined {
  return usePhotoOf(users.getPhoto, user, 'large')
}

/** The staff types that she may give; undefined until it is known. */
export function useGivableTypes() {
  return useQuery(ask(users.givableTypes, {}, true)).data?.staff_types
}

export function useChanges(id: string, page: number, size: number) {
  return useQuery({
    ...ask(users.changes, { _id: id, page, number_of_rec: size }, true),
    placeholderData: keepPreviousData,
  })
}

const formFailures = ['invalid', 'email-taken', 'beyond-own-rights', ...photoProblems] as const

export function useAddUser() {
  return useSend(users.add, { inline: formFailures, outdates: [users.list] })
}

export function useUpdateUser() {
  return useSend(users.update, {
    inline: [...formFailures, 'changed-meanwhile', 'last-admin', 'not-found'],
    onSuccess: ({ user }) => keepUser(user),
  })
}

const actFailures = [
  'changed-meanwhile',
  'act-impossible',
  'own-account',
  'last-admin',
  'beyond-own-rights',
  'not-found',
] as const

export function useDecide() {
  return useSend(users.decide, { inline: actFailures, onSuccess: ({ user }) => keepUser(user) })
}

export function useDelete() {
  return useSend(users.delete, { inline: actFailures, onSuccess: outdateLists })
}

export function useResetPassword() {
  return useSend(users.resetPassword, {
    inline: [
      'invalid',
      'changed-meanwhile',
      'act-impossible',
      'own-account',
      'beyond-own-rights',
      'not-found',
    ],
    onSuccess: ({ user }) => keepUser(user),
  })
}

export function useImport() {
  return useSend(users.importUsers, { inline: ['import-faulty', 'invalid', 'too-large'] })
}
