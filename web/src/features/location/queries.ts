import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { monitoring, patients, type Result, type Tile } from 'contract'
import { call } from '../../api/client.ts'
import { readPages } from '../../api/read-pages.ts'
import { type NumberedEvent, useLiveEvent } from '../../live/live.ts'
import { updateWithEvents } from '../../live/live-data.ts'
import { useRefreshSoon } from '../../live/use-refresh-soon.ts'

type LocationsReply = Result<typeof monitoring.locations>

/** As many as a map can show; the screen says if there are more. */
const maxPositions = 500

updateWithEvents(monitoring.locations, updateLocations)

export const positionStaleMs = 60_000

/**
 * Everybody's last position, newest first, all at once: one page of a list would hide the other points of the map.
 * Asked again soon after the first position of somebody.
 */
export function usePositions() {
  const positions = useQuery({
    queryKey: [monitoring.locations.path, 'all'],
    queryFn: ({ signal }) =>
      readPages(maxPositions, (paging) => call(monitoring.locations, paging, { signal })),
    meta: { inline: true },
    staleTime: positionStaleMs,
  })
  const refreshSoon = useRefreshSoon([monitoring.locations])
  useLiveEvent('latest', ({ patients }) => {
    const isShown = (id: string) => positions.data?.rows.some(({ patient }) => patient?._id === id)
    const isNew = patients.some(
      ({ patient_id, latest }) => latest.some(({ vital }) => vital === 'position') && !isShown(patient_id),
    )
    if (isNew) refreshSoon()
  })
  return positions
}

/** Where patients live, those registered last first. */
export const useHomes = (search_value: string, ward: string | undefined) =>
  useQuery({
    queryKey: [patients.listForLocation.path, 'all', { search_value, ward }],
    queryFn: ({ signal }) =>
      readPages(maxPositions, (paging) =>
        call(
          patients.listForLocation,
          { ...paging, search_value, filterLists: ward === undefined ? {} : { ward: [ward] } },
          { signal },
        ),
      ),
    placeholderData: keepPreviousData,
    meta: { inline: true },
  })

/** The wearers of watches that have never sent a position. */
export function listUnlocatedPatients(tiles: readonly Tile[]): Tile['patient'][] {
  return tiles
    .filter(
      ({ devices, latest }) =>
        devices.some(({ kind }) => kind === 'watch') && !latest.some(({ vital }) => vital === 'position'),
    )
    .map(({ patient }) => patient)
}

/** The last positions after these events. */
function updateLocations(places: LocationsReply, events: readonly NumberedEvent[]): LocationsReply {
  const moved = new Map<string, { lat: number; lang: number; at: string }>()
  for (const { event } of events) {
    if (event.kind !== 'latest') continue
    for (const { patient_id, latest } of event.patients) {
      const position = latest.find(({ vital }) => vital === 'position')
      if (position && position.value !== null && position.second !== null)
        moved.set(patient_id, { lat: position.value, lang: position.second, at: position.measured_at })
    }
  }
  if (moved.size === 0) return places
  return {
    ...places,
    rows: places.rows.map((place) => ({ ...place, ...(place.patient && moved.get(place.patient._id)) })),
  }
}
