import { acrossHospitals, type Root } from '../db/database.ts'

/** How long after a hospital has set its tile server a page may still be sent without it. */
const keptMs = 5_000

/** The origins of the tile servers that hospitals have set, for the content security policy of the screens. */
export class TileOrigins {
  /** The origins as sources of a policy, separated by spaces. */
  sources = ''
  readonly #root: Root
  readonly #clock: () => Date
  #readAt = Number.NEGATIVE_INFINITY

  constructor(root: Root, clock: () => Date) {
    this.#root = root
    this.#clock = clock
  }

  async refresh(): Promise<void> {
    const now = this.#clock().getTime()
    if (Math.abs(now - this.#readAt) < keptMs) return
    this.#readAt = now
    const rows = await acrossHospitals(this.#root, (tx) =>
      tx.selectFrom('hospitals').select('map_tile_url').where('map_tile_url', 'is not', null).execute(),
    )
    const origins = rows.flatMap(({ map_tile_url }) => URL.parse(map_tile_url ?? '')?.origin ?? [])
    this.sources = [...new Set(origins)].toSorted().join(' ')
  }
}
