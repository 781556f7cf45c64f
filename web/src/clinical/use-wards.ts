import { useQuery } from '@tanstack/react-query'
import { type Result, reference } from 'contract'
import { useTranslation } from 'react-i18next'
import { ask } from '../api/client.ts'

const wardsStaleMs = 10 * 60_000
const noWards: Result<typeof reference.wards>['ward'] = []

const askWards = () => ({ ...ask(reference.wards, {}), staleTime: wardsStaleMs })

/** The wards of the hospital; none until they are loaded. */
export function useWards(enabled = true) {
  return useQuery({ ...askWards(), enabled }).data?.ward ?? noWards
}

/** Whether the hospital has no ward yet; no until that is known. */
export const useHasNoWards = () => useQuery(askWards()).data?.ward.length === 0

/** Why a list of the patients of a ward is empty: of one ward by its id, of the user's own, or of every ward. */
export function useNobodyReason(ward: string | undefined): string {
  const { t } = useTranslation('ui')
  if (useHasNoWards()) return t('nobody-on.no-wards')
  if (ward === 'mine') return t('nobody-on.mine')
  return t(ward === undefined || ward === 'every' ? 'nobody-on.every' : 'nobody-on.ward')
}
