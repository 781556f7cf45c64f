import { queryOptions } from '@tanstack/react-query'
import { monitoring, type Place, type Result, type Tile } from 'contract'
import { call } from '../../api.ts'

const callRows = 100
/** More than a map can show; what is beyond it is said. */
const mostPlaces = 500

/** Where everybody last was, the newest first: a map of one page of a list would hide the rest. */
export function askPlaces() {
  return queryOptions({
    queryKey: [monitoring.locations.path, 'all'],
    queryFn: async ({ signal }): Promise<Result<typeof monitoring.locations>> => {
      const rows: Place[] = []
      for (let page = 1; ; page += 1) {
        const reply = await call(monitoring.locations, { page, number_of_rec: callRows }, { signal })
        rows.push(...reply.rows)
        if (reply.rows.length < callRows || rows.length >= mostPlaces) return { ...reply, rows }
      }
    },
    meta: { inline: true },
  })
}

/** Who wears a watch that has never told where it is. */
export function withoutPlace(tiles: readonly Tile[]): Tile['patient'][] {
  return tiles
    .filter(
      ({ devices, latest }) =>
        devices.some(({ kind }) => kind === 'watch') && !latest.some(({ vital }) => vital === 'position'),
    )
    .map(({ patient }) => patient)
}
