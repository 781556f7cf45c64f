import { Skeleton } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { ErrorState } from '../feedback/error-state.tsx'
import type { MapPlace, MapPoint, MapSite } from './map-place.ts'
import { loadOutlines } from './thailand-areas.ts'
import type { MapTiles } from './use-leaflet-map.ts'

export type ThailandMapProps = {
  /** The accessible name of the map. */
  label: string
  points?: readonly MapPoint[]
  /** The point that the map is opened for: it is centred and drawn differently from the others. */
  focus?: MapPoint | undefined
  /** The chosen place. */
  value?: MapPlace | null
  /** Code of the province to show first while there is no place to show. */
  province?: string | undefined
  /** The circle that tells inside from outside. */
  site?: MapSite | undefined
  /** The hospital's tile server, if it has set one. */
  tiles?: MapTiles | undefined
  /** Makes the map a place picker, by click, tap or Enter. */
  onPick?: (place: MapPlace) => void
  /** Height of the map in pixels, without the line of coordinates below it. */
  height?: number
}

/** Leaflet and the outlines are loaded when a map is first shown. */
async function loadMap() {
  const [{ LeafletMap }, outlines] = await Promise.all([import('./leaflet-map.tsx'), loadOutlines()])
  return { LeafletMap, outlines }
}

/**
 * A map of Thailand that needs no internet: provinces and coordinates, and streets where the hospital has set a tile
 * server. It first shows the point in focus; else the points and the chosen place; else the known province; else the
 * whole country.
 */
export function ThailandMap({ height = 420, ...props }: ThailandMapProps) {
  const isStill = useReducedMotion()
  const [attempt, setAttempt] = useState(0)
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof loadMap>> | 'failed'>()
  useEffect(() => {
    let isShown = true
    loadMap().then(
      (found) => isShown && setLoaded(found),
      () => isShown && setLoaded('failed'),
    )
    return () => {
      isShown = false
    }
  }, [attempt])

  if (!loaded) return <Skeleton height={height} radius="md" aria-busy />
  if (loaded === 'failed')
    return (
      <ErrorState
        onRetry={() => {
          setLoaded(undefined)
          setAttempt(attempt + 1)
        }}
      />
    )
  const { LeafletMap, outlines } = loaded
  // Markers are put onto the map before it is made anew, so what it is made of makes another component.
  const key = `${isStill} ${props.tiles?.url}`
  return <LeafletMap key={key} outlines={outlines} height={height} isStill={isStill} {...props} />
}
