import { queryOptions } from '@tanstack/react-query'
import {
  type Extremes,
  type Input,
  monitoring,
  type Result,
  type Tile,
  type Trend,
  trendSteps,
} from 'contract'
import { ask, call } from '../api/client.ts'
import { listMissedEvents, type NumberedEvent } from '../live/live.ts'
import { updateWithEvents } from '../live/live-data.ts'
import { replaceLatest, updateWorn } from './vitals/live-updates.ts'

type WallReply = Result<typeof monitoring.wall>

updateWithEvents(monitoring.wall, updateWall)

/** The wall, with the events that arrived while it was being requested. */
export function askWall(body: Input<typeof monitoring.wall>) {
  return queryOptions({
    ...ask(monitoring.wall, body, true),
    queryFn: async ({ signal }): Promise<WallReply> => {
      const wall = await call(monitoring.wall, body, { signal })
      const missed = listMissedEvents(Number(wall.event))
      return missed ? updateWall(wall, missed) : call(monitoring.wall, body, { signal })
    },
  })
}

/** The wall after these events. Tiles that no event touches stay the same objects. */
export function updateWall(wall: WallReply, events: readonly NumberedEvent[]): WallReply {
  const fresh = events.filter(({ number }) => number > Number(wall.event))
  const last = fresh.at(-1)
  if (!last) return wall
  const changed = new Map(wall.tiles.map((tile) => [tile.patient._id, tile]))
  for (const { event } of fresh) {
    if (event.kind === 'latest') {
      for (const { patient_id, latest, extremes } of event.patients) {
        const tile = changed.get(patient_id)
        if (tile)
          changed.set(
            patient_id,
            updateTrends({ ...tile, latest: replaceLatest(tile.latest, latest) }, extremes),
          )
      }
    } else if (event.kind === 'device') {
      for (const device of event.devices) {
        for (const tile of changed.values()) {
          const worn = updateWorn(tile.devices, tile.patient._id, device)
          if (worn !== tile.devices) changed.set(tile.patient._id, { ...tile, devices: [...worn] })
        }
      }
    }
  }
  return { ...wall, tiles: [...changed.values()], event: String(last.number) }
}

/** The range of the last hours always includes the newest value and the value that raised an alarm. */
function updateTrends(tile: Tile, extremes: readonly ({ vital: Trend['vital'] } & Extremes)[] = []): Tile {
  if (extremes.length === 0) return tile
  const trends = new Map(tile.trends.map((trend) => [trend.vital, trend]))
  for (const { vital, low, high } of extremes) {
    const steps = trends.get(vital)?.steps ?? Array.from({ length: trendSteps }, () => null)
    const last = steps.at(-1) ?? { low, high }
    const widened = { low: Math.min(low, last.low), high: Math.max(high, last.high) }
    trends.set(vital, { vital, steps: [...steps.slice(0, -1), widened] })
  }
  return { ...tile, trends: [...trends.values()] }
}
