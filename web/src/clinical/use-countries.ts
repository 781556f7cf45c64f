import { useQuery } from '@tanstack/react-query'
import { reference } from 'contract'
import { ask } from '../api/client.ts'

/** The countries for a `PhoneField`, Thailand first; undefined until they are loaded. They do not change. */
export function useCountries() {
  return useQuery({ ...ask(reference.countries, {}, true), staleTime: Number.POSITIVE_INFINITY }).data
    ?.country
}
