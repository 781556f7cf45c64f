import { useQuery } from '@tanstack/react-query'
import { hospitals } from 'contract'
import { ask } from '../../api/client.ts'

/** Which numbers another system gives, so that they are typed; none while loading. */
export function useTypedNumbers(): { an: boolean; vn: boolean } {
  const { data } = useQuery(ask(hospitals.own, {}, true))
  return { an: data?.hospital.types_an ?? false, vn: data?.hospital.types_vn ?? false }
}
