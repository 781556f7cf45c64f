import { useQuery } from '@tanstack/react-query'
import { type District, type Result, reference, type SubDistrict } from 'contract'
import { type DBSchema, openDB } from 'idb'
import { call } from '../../../api/client.ts'
import { connectionLostAt } from '../../../api/connection.ts'

type Places = {
  provinces: Result<typeof reference.provinces>['province']
  districts: District[]
  subDistricts: SubDistrict[]
}

interface PlacesSchema extends DBSchema {
  places: { key: string; value: Places & { kept_at: number } }
}

/** Sub-districts are renamed and split a few times a year. */
const lastsMs = 30 * 24 * 60 * 60_000
const whole = 'thailand'

/** A database of its own: the lists are public, and nothing in that of the forms stands in clear. */
const openPlaces = () =>
  openDB<PlacesSchema>('places', 1, { upgrade: (db) => void db.createObjectStore('places') })

/**
 * Keeps all addresses of Thailand on this tablet, to choose from where there is no signal: a vehicle leaves its
 * province. Without a store, without room or without an answer there are none, and an address is typed.
 */
export async function keepPlaces(): Promise<void> {
  if (typeof indexedDB === 'undefined') return
  try {
    const db = await openPlaces()
    const kept = await db.get('places', whole)
    if (!kept || Date.now() - kept.kept_at > lastsMs) {
      const [{ province }, { district }, { sub_district }] = await Promise.all([
        call(reference.provinces, {}),
        call(reference.districts, {}),
        call(reference.subDistricts, {}),
      ])
      const places = { provinces: province, districts: district, subDistricts: sub_district }
      await db.put('places', { ...places, kept_at: Date.now() }, whole)
    }
    db.close()
  } catch {
    // It is asked for again when the forms are opened next.
  }
}

async function readPlaces(): Promise<Places | null> {
  if (typeof indexedDB === 'undefined') return null
  try {
    const db = await openPlaces()
    const kept = await db.get('places', whole)
    db.close()
    return kept ?? null
  } catch {
    return null
  }
}

/** The addresses that this tablet keeps, while there is no connection; undefined without any. */
export function useKeptPlaces(): { isLost: boolean; kept: Places | undefined } {
  const isLost = connectionLostAt.use() !== undefined
  const { data } = useQuery({
    queryKey: ['kept-places'],
    queryFn: readPlaces,
    enabled: isLost,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return { isLost, kept: (isLost && data) || undefined }
}
