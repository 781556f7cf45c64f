import { useQuery } from '@tanstack/react-query'
import { type Hospital, hospitals } from 'contract'
import { ask } from '../../api/client.ts'
import type { MapSite } from '../../ui/map/map-place.ts'
import { ThailandMap, type ThailandMapProps } from '../../ui/map/thailand-map.tsx'
import { useLocalizedName } from '../../ui/use-localized-name.ts'

/** Within this distance of the hospital's position a person counts as in the hospital. Default of the panel. */
export const inHospitalMetres = 300

export function useOwnHospital(): Hospital | undefined {
  const { data } = useQuery({ ...ask(hospitals.own, {}, true), staleTime: Number.POSITIVE_INFINITY })
  return data?.hospital
}

/** The circle within which somebody counts as in the hospital; undefined if its position is not known. */
export function useHospitalSite(): MapSite | undefined {
  const localName = useLocalizedName()
  const hospital = useOwnHospital()
  if (!hospital || hospital.lat === null || hospital.lang === null) return undefined
  return { lat: hospital.lat, lng: hospital.lang, metres: inHospitalMetres, label: localName(hospital) }
}

/** A map with the tiles that the hospital has set. */
export function HospitalMap(props: Omit<ThailandMapProps, 'tiles'>) {
  const hospital = useOwnHospital()
  const url = hospital?.map_tile_url
  return <ThailandMap {...props} {...(url && { tiles: { url, credit: hospital.map_tile_credit } })} />
}
