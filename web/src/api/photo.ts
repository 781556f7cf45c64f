import { useQuery } from '@tanstack/react-query'
import type { account, equipment, fleet, formRecords, hospitals, Input, patients, users } from 'contract'
import { call, queryClient } from './client.ts'

type PhotoEndpoint =
  | typeof patients.getPhoto
  | typeof users.getPhoto
  | typeof account.getPhoto
  | typeof fleet.vehiclePhoto
  | typeof formRecords.photo
  | typeof hospitals.logo
type PhotoOwner = { _id: string; photo_id: string | null }

const photoKey = 'photo'

/** URL of a person's photo; undefined without one. It is valid as long as its entry in the query cache. */
export function usePhotoUrl(
  endpoint: PhotoEndpoint,
  { _id, photo_id }: PhotoOwner,
  size: 'small' | 'large',
): string | undefined {
  const { data } = useQuery({
    queryKey: [photoKey, endpoint.path, _id, size, photo_id],
    queryFn: async ({ signal }) => URL.createObjectURL(await call(endpoint, { _id, size }, { signal })),
    meta: { inline: true },
    enabled: photo_id !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}

/** URL of the photo of a fault, once it is wanted; it never changes. */
export function useFaultPhotoUrl(
  endpoint: typeof equipment.photo | typeof equipment.reviewPhoto,
  fault: Input<typeof equipment.photo>,
  isWanted: boolean,
): string | undefined {
  const { data } = useQuery({
    queryKey: [photoKey, endpoint.path, fault],
    queryFn: async ({ signal }) => URL.createObjectURL(await call(endpoint, fault, { signal })),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}

queryClient.getQueryCache().subscribe(({ type, query }) => {
  const isPhoto = type === 'removed' && query.queryKey[0] === photoKey
  if (isPhoto && typeof query.state.data === 'string') URL.revokeObjectURL(query.state.data)
})
