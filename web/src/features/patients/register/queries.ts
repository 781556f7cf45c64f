import { useQuery } from '@tanstack/react-query'
import type { Endpoint, Input } from 'contract'
import { ask } from '../../../api/client.ts'

/** A reference list: it does not change while a user works. */
export function askReference<E extends Endpoint>(endpoint: E, body: Input<E>) {
  return { ...ask(endpoint, body, true), staleTime: Number.POSITIVE_INFINITY }
}

export function useReference<E extends Endpoint>(endpoint: E, body: Input<E>, enabled = true) {
  return useQuery({ ...askReference(endpoint, body), enabled })
}
