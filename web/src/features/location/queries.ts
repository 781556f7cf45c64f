import { queryOptions } from '@tanstack/react-query'
import { monitoring, type Tile } from 'contract'
import { call } from '../../api/client.ts'
import { readPages } from '../../api/read-pages.ts'

/** As many as a map can show; the screen says if there are more. */
const maxPositions = 500

/** Everybody's last position, newest first, all at once: one page of a list would hide the other points of the map. */
export function askPositions() {
  return queryOptions({
    queryKey: [monitoring.locations.path, 'all'],
    queryFn: ({ signal }) =>
      readPages(maxPositions, (paging) => call(monitoring.locations, paging, { signal })),
    meta: { inline: true },
  })
}

/** The wearers of watches that have never sent a position. */
export function listUnlocatedPatients(tiles: readonly Tile[]): Tile['patient'][] {
  return tiles
    .filter(
      ({ devices, latest }) =>
        devices.some(({ kind }) => kind === 'watch') && !latest.some(({ vital }) => vital === 'position'),
    )
    .map(({ patient }) => patient)
}
