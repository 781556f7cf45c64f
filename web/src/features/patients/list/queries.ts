import { useQuery } from '@tanstack/react-query'
import { reference } from 'contract'
import { ask } from '../../../api/client.ts'

const wardsStaleMs = 10 * 60_000

export function useWards(enabled = true) {
  return useQuery({ ...ask(reference.wards, {}), staleTime: wardsStaleMs, enabled })
}
