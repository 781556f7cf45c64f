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
import { ask, call, queryClient } from '../api.ts'
import { eventsAfter, type NumberedEvent, newestEvent, onLiveEvent, onLiveGap, startLive } from './live.ts'
import { locked } from './lock.ts'
import { useUser } from './signed-in.tsx'

type Wall = Result<typeof monitoring.wall>
type OpenAlarms = Result<typeof alarms.open>
type Places = Result<typeof monitoring.locations>
type EventOf<Kind extends LiveEvent['kind']> = Extract<LiveEvent, { kind: Kind }>

/** What shows the data that events are about, and is out of date when events were missed. */
const shownLive = [
  ...[monitoring, readings, alarms, devices].flatMap((group) => Object.values<Endpoint>(group)),
  permissionMatrix.unseenGlass,
  users.waiting,
].map(({ path }) => path)

/** Longest that an event waits to be drawn in a tab that draws nothing. */
const hiddenMs = 1_000

/**
 * Listens for as long as somebody is signed in, and keeps what is shown of patients true. Whoever may see none hears
 * of the end of her session.
 */
export function useLiveData() {
  const seesPatients = useUser().permissions.includes('patient:read')
  // Before a locked screen less is told; afterwards what was missed is asked for anew.
  const isLocked = locked.use()
  useEffect(() => {
    const stopKeeping = seesPatients ? keepTrue() : undefined
    const stopListening = startLive()
    return () => {
      stopListening()
      stopKeeping?.()
    }
  }, [seesPatients, isLocked])
}

/** The wall with every event that came while it was on its way. */
export function askWall(body: Input<typeof monitoring.wall>) {
  return queryOptions({
    ...ask(monitoring.wall, body, true),
    queryFn: async ({ signal }): Promise<Wall> => {
      const wall = await call(monitoring.wall, body, { signal })
      const since = eventsAfter(Number(wall.event))
      return since ? withEvents(wall, since) : call(monitoring.wall, body, { signal })
    },
  })
}

/**
 * The open alarms with every event that came while they were on their way. They are asked for again while it is not
 * known what came: nothing else would ask, since no answer is there yet that a gap could put out of date.
 */
export function askOpenAlarms() {
  return queryOptions({
    ...ask(alarms.open, {}, true),
    // Compared place by place, all behind a new alarm would be taken for others than they were.
    structuralSharing: false,
    queryFn: async ({ signal }): Promise<OpenAlarms> => {
      for (;;) {
        const askedAt = newestEvent()
        const open = await call(alarms.open, {}, { signal })
        const since = eventsAfter(askedAt)
        if (since) return withAlarms(open, since)
      }
    },
  })
}

/** An alarm as it is after every event of it that came while it was on its way. */
export function askAlarm(id: string) {
  return queryOptions({
    ...ask(alarms.get, { _id: id }, true),
    queryFn: async ({ signal }) => {
      for (;;) {
        const askedAt = newestEvent()
        const found = await call(alarms.get, { _id: id }, { signal })
        const since = eventsAfter(askedAt)
        if (since?.every(({ event }) => event.kind !== 'alarm' || event.alarm._id !== id)) return found
      }
    },
  })
}

/** Applies events to what is kept of the answers, all that came since the last frame at once. */
function keepTrue(): () => void {
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
    applyEvents(events)
  }
  const stopEvents = onLiveEvent((numbered) => {
    waiting.push(numbered)
    if (timer !== undefined) return
    frame = requestAnimationFrame(apply)
    timer = setTimeout(apply, hiddenMs)
  })
  const stopGaps = onLiveGap(() => {
    waiting = []
    unschedule()
    for (const path of shownLive) {
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

function applyEvents(events: readonly NumberedEvent[]) {
  patch<Wall>(monitoring.wall.path, (wall) => withEvents(wall, events))
  patch<OpenAlarms>(alarms.open.path, (open) => withAlarms(open, events))
  patch<Places>(monitoring.locations.path, (places) => withPlaces(places, events))
  const counted = events.findLast(({ event }) => event.kind === 'waiting')?.event as
    | EventOf<'waiting'>
    | undefined
  if (counted) {
    const { readings: waitingReadings, messages } = counted
    patch<object>(monitoring.waiting.path, (reply) => ({ ...reply, readings: waitingReadings, messages }))
  }
  if (events.some(({ event }) => event.kind === 'watched')) {
    for (const { path } of [monitoring.wall, monitoring.locations, thresholds.get, patients.get])
      void queryClient.invalidateQueries({ queryKey: [path] })
  }
}

/** What is already known to be out of date stays so: to write into it would make it look true again. */
function patch<Data extends object>(path: string, change: (data: Data) => Data) {
  for (const { queryKey, state } of queryClient.getQueryCache().findAll({ queryKey: [path] as QueryKey })) {
    if (state.data === undefined || state.isInvalidated) continue
    const changed = change(state.data as Data)
    if (changed !== state.data) queryClient.setQueryData(queryKey, changed)
  }
}

/** The wall after these events. Only the tiles that they touch are other tiles than before. */
export function withEvents(wall: Wall, events: readonly NumberedEvent[]): Wall {
  const fresh = events.filter(({ number }) => number > Number(wall.event))
  const last = fresh.at(-1)
  if (!last) return wall
  const changed = new Map(wall.tiles.map((tile) => [tile.patient._id, tile]))
  for (const { event } of fresh) {
    if (event.kind === 'latest') {
      for (const { patient_id, latest, came } of event.patients) {
        const tile = changed.get(patient_id)
        if (tile) changed.set(patient_id, withCame(withLatest(tile, latest), came))
      }
    } else if (event.kind === 'device') {
      for (const device of event.devices)
        for (const tile of changed.values()) changed.set(tile.patient._id, withDevice(tile, device))
    }
  }
  return { ...wall, tiles: [...changed.values()], event: String(last.number) }
}

function withLatest(tile: Tile, latest: Tile['latest']): Tile {
  const newest = new Map([...tile.latest, ...latest].map((value) => [value.vital, value]))
  return { ...tile, latest: [...newest.values()] }
}

/** What is shown of the last hours holds whatever stands beside it as newest value, or as what raised an alarm. */
function withCame(tile: Tile, came: readonly ({ vital: Trend['vital'] } & Extremes)[] = []): Tile {
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

function withDevice(tile: Tile, { patient_id, ...device }: EventOf<'device'>['devices'][number]): Tile {
  const isHers = patient_id === tile.patient._id
  const isShown = tile.devices.some(({ _id }) => _id === device._id)
  if (!isHers && !isShown) return tile
  const others = tile.devices.filter(({ _id }) => _id !== device._id)
  if (!isHers) return { ...tile, devices: others }
  if (!isShown) return { ...tile, devices: [...others, device] }
  return { ...tile, devices: tile.devices.map((one) => (one._id === device._id ? device : one)) }
}

/** The open alarms after these events, the most urgent first. */
export function withAlarms(open: OpenAlarms, events: readonly NumberedEvent[]): OpenAlarms {
  const changed = events.flatMap(({ event }) => (event.kind === 'alarm' ? [event.alarm] : []))
  if (changed.length === 0) return open
  const byId = new Map([...open.alarms, ...changed].map((alarm) => [alarm._id, alarm]))
  return {
    ...open,
    alarms: [...byId.values()].filter(({ state }) => state !== 'cleared').toSorted(byUrgency),
  }
}

/** By severity, then what still happens, then those that nobody has seen yet, then the newest. */
function byUrgency(one: Alarm, other: Alarm): number {
  return (
    alarmSeverities.indexOf(one.severity) - alarmSeverities.indexOf(other.severity) ||
    Number(one.ended_at !== null) - Number(other.ended_at !== null) ||
    Number(one.acknowledged_at !== null) - Number(other.acknowledged_at !== null) ||
    other.raised_at.localeCompare(one.raised_at)
  )
}

function withPlaces(places: Places, events: readonly NumberedEvent[]): Places {
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
