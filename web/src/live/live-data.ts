import { type QueryKey, queryOptions } from '@tanstack/react-query'
import {
  type Alarm,
  alarmSeverities,
  alarms,
  devices,
  type Endpoint,
  type Extremes,
  type Input,
  type LiveEvent,
  monitoring,
  patients,
  permissionMatrix,
  type Result,
  readings,
  type Tile,
  type Trend,
  thresholds,
  trendSteps,
  users,
} from 'contract'
import { useEffect } from 'react'
import { ask, call, queryClient } from '../api/client.ts'
import { screenLock } from '../session/lock.ts'
import { useUser } from '../session/signed-in.tsx'
import {
  getNewestEventNumber,
  listMissedEvents,
  type NumberedEvent,
  onLiveEvent,
  onLiveGap,
  startLiveStream,
} from './live.ts'

type WallReply = Result<typeof monitoring.wall>
type OpenAlarmsReply = Result<typeof alarms.open>
type LocationsReply = Result<typeof monitoring.locations>
type LiveEventByKind<Kind extends LiveEvent['kind']> = Extract<LiveEvent, { kind: Kind }>

/** Endpoints whose data live events update; their answers are out of date after missed events. */
const livePaths = [
  ...[monitoring, readings, alarms, devices].flatMap((group) => Object.values<Endpoint>(group)),
  permissionMatrix.unseenGlass,
  users.waiting,
].map(({ path }) => path)

/** Longest delay before an event is applied in a hidden tab, where no animation frames run. */
const hiddenTabDelayMs = 1_000

/**
 * Subscribes to the event stream while a user is signed in, and updates the cached patient data. A user who may not
 * see patients still receives the end of the session.
 */
export function useLiveData() {
  const seesPatients = useUser().permissions.includes('patient:read')
  // A locked session receives fewer events; after unlocking, the stream restarts and missed data is requested again.
  const isLocked = screenLock.use()
  useEffect(() => {
    const stopKeeping = seesPatients ? syncQueryCache() : undefined
    const stopListening = startLiveStream()
    return () => {
      stopListening()
      stopKeeping?.()
    }
  }, [seesPatients, isLocked])
}

/** The wall, with the events that arrived while it was being requested. */
export function askWall(body: Input<typeof monitoring.wall>) {
  return queryOptions({
    ...ask(monitoring.wall, body, true),
    queryFn: async ({ signal }): Promise<WallReply> => {
      const wall = await call(monitoring.wall, body, { signal })
      const since = listMissedEvents(Number(wall.event))
      return since ? updateWall(wall, since) : call(monitoring.wall, body, { signal })
    },
  })
}

/**
 * The open alarms, with the events that arrived while they were being requested. The request is repeated while events
 * may have been missed: no cached answer exists yet that a gap could invalidate, so nothing else would request again.
 */
export function askOpenAlarms() {
  return queryOptions({
    ...ask(alarms.open, {}, true),
    // Structural sharing compares by index: after a new alarm every later one would count as changed.
    structuralSharing: false,
    queryFn: async ({ signal }): Promise<OpenAlarmsReply> => {
      for (;;) {
        const askedAt = getNewestEventNumber()
        const open = await call(alarms.open, {}, { signal })
        const since = listMissedEvents(askedAt)
        if (since) return updateOpenAlarms(open, since)
      }
    },
  })
}

/** One alarm, requested again if an event of it arrived during the request. */
export function askAlarm(id: string) {
  return queryOptions({
    ...ask(alarms.get, { _id: id }, true),
    queryFn: async ({ signal }) => {
      for (;;) {
        const askedAt = getNewestEventNumber()
        const found = await call(alarms.get, { _id: id }, { signal })
        const since = listMissedEvents(askedAt)
        if (since?.every(({ event }) => event.kind !== 'alarm' || event.alarm._id !== id)) return found
      }
    },
  })
}

/** Applies events to the cached answers, in one batch per animation frame. */
function syncQueryCache(): () => void {
  let waiting: NumberedEvent[] = []
  let frame = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const unschedule = () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    timer = undefined
  }
  const apply = () => {
    unschedule()
    const events = waiting
    waiting = []
    applyLiveEvents(events)
  }
  const stopEvents = onLiveEvent((numbered) => {
    waiting.push(numbered)
    if (timer !== undefined) return
    frame = requestAnimationFrame(apply)
    timer = setTimeout(apply, hiddenTabDelayMs)
  })
  const stopGaps = onLiveGap(() => {
    waiting = []
    unschedule()
    for (const path of livePaths) {
      queryClient.removeQueries({ queryKey: [path], type: 'inactive' })
      void queryClient.invalidateQueries({ queryKey: [path] })
    }
  })
  return () => {
    unschedule()
    stopEvents()
    stopGaps()
  }
}

function applyLiveEvents(events: readonly NumberedEvent[]) {
  patchQueries<WallReply>(monitoring.wall.path, (wall) => updateWall(wall, events))
  patchQueries<OpenAlarmsReply>(alarms.open.path, (open) => updateOpenAlarms(open, events))
  patchQueries<LocationsReply>(monitoring.locations.path, (places) => updateLocations(places, events))
  const counted = events.findLast(({ event }) => event.kind === 'waiting')?.event as
    | LiveEventByKind<'waiting'>
    | undefined
  if (counted) {
    const { readings: waitingReadings, messages } = counted
    patchQueries<object>(monitoring.waiting.path, (reply) => ({
      ...reply,
      readings: waitingReadings,
      messages,
    }))
  }
  if (events.some(({ event }) => event.kind === 'watched')) {
    for (const { path } of [monitoring.wall, monitoring.locations, thresholds.get, patients.get])
      void queryClient.invalidateQueries({ queryKey: [path] })
  }
}

/** An invalidated answer stays invalidated: writing into it would mark it as fresh again. */
function patchQueries<Data extends object>(path: string, change: (data: Data) => Data) {
  for (const { queryKey, state } of queryClient.getQueryCache().findAll({ queryKey: [path] as QueryKey })) {
    if (state.data === undefined || state.isInvalidated) continue
    const changed = change(state.data as Data)
    if (changed !== state.data) queryClient.setQueryData(queryKey, changed)
  }
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
  { patient_id, ...device }: LiveEventByKind<'device'>['devices'][number],
): Tile {
  const isOwn = patient_id === tile.patient._id
  const isShown = tile.devices.some(({ _id }) => _id === device._id)
  if (!isOwn && !isShown) return tile
  const others = tile.devices.filter(({ _id }) => _id !== device._id)
  if (!isOwn) return { ...tile, devices: others }
  if (!isShown) return { ...tile, devices: [...others, device] }
  return { ...tile, devices: tile.devices.map((one) => (one._id === device._id ? device : one)) }
}

/** The open alarms after these events, the most urgent first. */
export function updateOpenAlarms(open: OpenAlarmsReply, events: readonly NumberedEvent[]): OpenAlarmsReply {
  const changed = events.flatMap(({ event }) => (event.kind === 'alarm' ? [event.alarm] : []))
  if (changed.length === 0) return open
  const byId = new Map([...open.alarms, ...changed].map((alarm) => [alarm._id, alarm]))
  return {
    ...open,
    alarms: [...byId.values()].filter(({ state }) => state !== 'cleared').toSorted(compareAlarmUrgency),
  }
}

/** By severity, then ongoing before ended, then not yet acknowledged before acknowledged, then the newest. */
function compareAlarmUrgency(one: Alarm, other: Alarm): number {
  return (
    alarmSeverities.indexOf(one.severity) - alarmSeverities.indexOf(other.severity) ||
    Number(one.ended_at !== null) - Number(other.ended_at !== null) ||
    Number(one.acknowledged_at !== null) - Number(other.acknowledged_at !== null) ||
    other.raised_at.localeCompare(one.raised_at)
  )
}

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
