import { computeDistanceMetres } from 'contract'
import type { MapPlace } from './map-place.ts'

export type District = MapPlace & { code: string; name_en: string; name_th: string }
export type NearDistrict = District & { km: number }

/** Farther away than this, the nearest town says nothing about a place. */
const nearMetres = 50_000

let loading: Promise<readonly District[]> | undefined

/** Few screens need the towns: they are loaded once, when the first place is to be named. */
function loadDistricts(): Promise<readonly District[]> {
  loading ??= import('./thailand-districts.ts').then(
    ({ districtTowns }) =>
      districtTowns
        .trim()
        .split('\n')
        .map((line) => {
          const [code = '', name_en = '', name_th = '', lat, lng] = line.split('\t')
          return { code, name_en, name_th, lat: Number(lat), lng: Number(lng) }
        }),
    (error: unknown) => {
      loading = undefined
      throw error
    },
  )
  return loading
}

/** The district whose town is nearest to a place, and its distance. The place itself may lie in another district. */
export async function findNearDistrict(place: MapPlace): Promise<NearDistrict | undefined> {
  const asPoint = ({ lat, lng }: MapPlace) => ({ lat, lang: lng })
  let nearest: District | undefined
  let least = nearMetres
  for (const district of await loadDistricts()) {
    const metres = computeDistanceMetres(asPoint(place), asPoint(district))
    if (metres >= least) continue
    least = metres
    nearest = district
  }
  return nearest && { ...nearest, km: Math.max(1, Math.round(least / 1000)) }
}
