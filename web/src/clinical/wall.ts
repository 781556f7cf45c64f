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
import { type LiveEventOfKind, listMissedEvents, type NumberedEvent } from '../live/live.ts'
import { updateWithEvents } from '../live/live-data.ts'

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
      for (const { patient_id, latest, came } of event.patients) {
        const tile = changed.get(patient_id)
        if (tile) changed.set(patient_id, updateTrends(updateLatestValues(tile, latest), came))
      }
    } else if (event.kind === 'device') {
      for (const device of event.devices)
        for (const tile of changed.values()) changed.set(tile.patient._id, updateTileDevice(tile, device))
    }
  }
  return { ...wall, tiles: [...changed.values()], event: String(last.number) }
}

function updateLatestValues(tile: Tile, latest: Tile['latest']): Tile {
  const newest = new Map([...tile.latest, ...latest].map((value) => [value.vital, value]))
  return { ...tile, latest: [...newest.values()] }
}

/** The range of the last hours always includes the newest value and the value that raised an alarm. */
function updateTrends(tile: Tile, came: readonly ({ vital: Trend['vital'] } & Extremes)[] = []): Tile {
  if (came.length === 0) return tile
  const trends = new Map(tile.trends.map((trend) => [trend.vital, trend]))
  for (const { vital, ...extremes } of came) {
    const steps = trends.get(vital)?.steps ?? Array.from({ length: trendSteps }, () => null)
    const last = steps.at(-1) ?? extremes
    const { low, high } = extremes
    const widened = { low: Math.min(low, last.low), high: Math.max(high, last.high) }
    trends.set(vital, { vital, steps: [...steps.slice(0, -1), widened] })
  }
  return { ...tile, trends: [...trends.values()] }
}

function updateTileDevice(
  tile: Tile,
  { patient_id, ...device }: LiveEventOfKind<'device'>['devices'][number],
): Tile {
  const isOwn = patient_id === tile.patient._id
  const isShown = tile.devices.some(({ _id }) => _id === device._id)
  if (!isOwn && !isShown) return tile
  const others = tile.devices.filter(({ _id }) => _id !== device._id)
  if (!isOwn) return { ...tile, devices: others }
  if (!isShown) return { ...tile, devices: [...others, device] }
  return { ...tile, devices: tile.devices.map((one) => (one._id === device._id ? device : one)) }
}
