import { useQuery } from '@tanstack/react-query'
import { type Result, reference } from 'contract'
import { ask } from '../api/client.ts'

const wardsStaleMs = 10 * 60_000
const noWards: Result<typeof reference.wards>['ward'] = []

/** The wards of the hospital; none until they are loaded. */
export function useWards(enabled = true) {
  return useQuery({ ...ask(reference.wards, {}), staleTime: wardsStaleMs, enabled }).data?.ward ?? noWards
}
