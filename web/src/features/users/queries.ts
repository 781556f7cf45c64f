import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { photoProblems, type User, users } from 'contract'
import { ask, queryClient, useSend } from '../../api/client.ts'
import { usePhotoUrl } from '../../api/photo.ts'

export function useUserRecord(id: string) {
  return useQuery(ask(users.get, { _id: id }, true))
}

/** Caches an account that another reply contained. */
export function cacheUser(user: User) {
  queryClient.setQueryData(ask(users.get, { _id: user._id }).queryKey, { user })
  invalidateUserLists()
}

/** Somebody changed an account: the cached lists and accounts are out of date. */
export function invalidateUserLists() {
  for (const { path } of [users.list, users.changes, users.waiting])
    void queryClient.invalidateQueries({ queryKey: [path] })
}

export function useUserPhoto(user: Pick<User, '_id' | 'photo_id'>): string | undefined {
  return usePhotoUrl(users.getPhoto, user, 'large')
}

/** The staff types that the user may give; undefined while loading. */
export function useGivableTypes() {
  return useQuery(ask(users.givableTypes, {}, true)).data?.staff_types
}

export function useUserChanges(id: string, page: number, size: number) {
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
    onSuccess: ({ user }) => cacheUser(user),
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

export function useDecideUser() {
  return useSend(users.decide, { inline: actFailures, onSuccess: ({ user }) => cacheUser(user) })
}

export function useDeleteUser() {
  return useSend(users.delete, { inline: actFailures, onSuccess: invalidateUserLists })
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
    onSuccess: ({ user }) => cacheUser(user),
  })
}

export function useImportUsers() {
  return useSend(users.importUsers, { inline: ['import-faulty', 'invalid', 'too-large'] })
}
