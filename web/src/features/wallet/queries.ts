import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { hospitals, users, wallet } from 'contract'
import { ask, queryClient, useSend } from '../../api/client.ts'

/** Whether users have wallets at one's own hospital; false while loading. */
export function useHasWallets(): boolean {
  return useQuery(ask(hospitals.own, {}, true)).data?.hospital.uses_wallet ?? false
}

export function useWallet(userId: string, page: number, size: number) {
  return useQuery({
    ...ask(wallet.history, { _id: userId, page, number_of_rec: size }, true),
    placeholderData: keepPreviousData,
  })
}

export function useChangeWallet() {
  return useSend(wallet.change, {
    // Somebody else may have changed the wallet: refetch it.
    onError: () => void queryClient.invalidateQueries({ queryKey: [wallet.history.path] }),
    inline: ['invalid', 'changed-meanwhile', 'wallet-bounds'],
    outdates: [wallet.history, users.get, users.list],
  })
}
