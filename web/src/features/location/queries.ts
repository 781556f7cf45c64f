import { queryOptions } from '@tanstack/react-query'
import { monitoring, type Tile } from 'contract'
import { call } from '../../api/client.ts'
import { readPages } from '../../api/read-pages.ts'

/** More than a map can show; what is beyond it is said. */
const maxPositions = 500

/** Where everybody last was, the newest first: a map of one page of a list would hide the rest. */
export function askPositions() {
  return queryOptions({
    queryKey: [monitoring.locations.path, 'all'],
    queryFn: ({ signal }) =>
      readPages(maxPositions, (paging) => call(monitoring.locations, paging, { signal })),
    meta: { inline: true },
  })
}

/** Who wears a watch that has never told where it is. */
export function listUnlocatedPatients(tiles: readonly Tile[]): Tile['patient'][] {
  return tiles
    .filter(
      ({ devices, latest }) =>
        devices.some(({ kind }) => kind === 'watch') && !latest.some(({ vital }) => vital === 'position'),
    )
    .map(({ patient }) => patient)
}
