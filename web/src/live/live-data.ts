import type { QueryKey } from '@tanstack/react-query'
import {
  contract,
  type Endpoint,
  type Endpoints,
  hearsLiveEvents,
  type LiveEvent,
  type Result,
} from 'contract'
import { useEffect } from 'react'
import { queryClient } from '../api/client.ts'
import { screenLock } from '../session/lock.ts'
import { useUser } from '../session/signed-in.tsx'
import { type NumberedEvent, onLiveEvent, onLiveGap, startLiveStream } from './live.ts'

/** The answers that registered a way in which events change them. */
const keptPaths = new Set<string>()

/**
 * Registers endpoints whose answers a screen keeps up to date by listening to events itself. The module that listens
 * calls it when it is loaded.
 */
export function readAgainAfterGap(...kept: readonly Endpoint[]) {
  for (const { path } of kept) keptPaths.add(path)
}

type Update<Answer> = (answer: Answer, events: readonly NumberedEvent[]) => Answer

const updatesByPath = new Map<string, Update<unknown>>()

/**
 * Registers how live events change the cached answers of an endpoint. The module that requests them calls it when it is
 * loaded, so that there is no answer without its update.
 */
export function updateWithEvents<E extends Endpoint>(endpoint: E, update: Update<Result<E>>) {
  readAgainAfterGap(endpoint)
  updatesByPath.set(endpoint.path, (answer, events) => update(answer as Result<E>, events))
}

type Reread<Answer> = (queryKey: QueryKey, answer: Answer, events: readonly NumberedEvent[]) => void

const rereadsByPath = new Map<string, Reread<unknown>>()

/**
 * Registers how the cached answers of an endpoint are read again when events make a part of them out of date. Without
 * it an answer is read again as a whole.
 */
export function rereadAfterEvents<E extends Endpoint>(endpoint: E, reread: Reread<Result<E>>) {
  readAgainAfterGap(endpoint)
  rereadsByPath.set(endpoint.path, (queryKey, answer, events) =>
    reread(queryKey, answer as Result<E>, events),
  )
}

const endpoints = Object.values<Endpoints>(contract).flatMap((group) => Object.values(group))
const listOutdated = (kind: LiveEvent['kind']) =>
  endpoints.filter(({ outdatedBy }) => outdatedBy?.some((event) => event === kind))

/**
 * Calls whose answers may be out of date after missed events: those that events change, and what is shown beside them,
 * which is of the same group.
 */
const listLivePaths = () =>
  Object.values<Endpoints>(contract)
    .map((group) => Object.values(group))
    .filter((group) => group.some(({ path, outdatedBy }) => outdatedBy || keptPaths.has(path)))
    .flatMap((group) => group.map(({ path }) => path))

/** Longest delay before an event is applied in a hidden tab, where no animation frames run. */
const hiddenTabDelayMs = 1_000

/** Shortest time between two requests for everything shown: a newer server may send many events not understood here. */
const refreshIntervalMs = 5_000

/**
 * Subscribes to the event stream while a user is signed in, and updates the cached data of whoever hears of changes.
 * Others still receive the end of the session.
 */
export function useLiveData() {
  const { permissions } = useUser()
  const hasLiveData = hearsLiveEvents(permissions)
  // A locked session receives fewer events; after unlocking, the stream restarts and missed data is requested again.
  const isLocked = screenLock.use()
  useEffect(() => {
    const stopSync = hasLiveData ? syncQueryCache() : undefined
    const stopListening = startLiveStream()
    return () => {
      stopListening()
      stopSync?.()
    }
  }, [hasLiveData, isLocked])
}

/** Applies events to the cached answers, in one batch per animation frame. */
export function syncQueryCache(): () => void {
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
  let refreshedAt = Number.NEGATIVE_INFINITY
  let refreshTimer: ReturnType<typeof setTimeout> | undefined
  const refresh = () => {
    refreshTimer = undefined
    refreshedAt = performance.now()
    waiting = []
    unschedule()
    for (const path of listLivePaths()) {
      // Removing what a scan or a print still waits for would cancel its call.
      queryClient.removeQueries({ queryKey: [path], type: 'inactive', fetchStatus: 'idle' })
      void queryClient.invalidateQueries({ queryKey: [path] })
    }
  }
  const stopGaps = onLiveGap(() => {
    const wait = refreshedAt + refreshIntervalMs - performance.now()
    if (wait <= 0) refresh()
    else refreshTimer ??= setTimeout(refresh, wait)
  })
  return () => {
    unschedule()
    clearTimeout(refreshTimer)
    stopEvents()
    stopGaps()
  }
}

function applyLiveEvents(events: readonly NumberedEvent[]) {
  for (const [path, update] of updatesByPath) patchQueries(path, (answer) => update(answer, events))
  for (const [path, reread] of rereadsByPath) {
    for (const answer of findAnswers(path)) {
      // What no screen shows is read when one shows it: nobody would be looking at what is read meanwhile.
      if (answer.isActive()) reread(answer.queryKey, answer.state.data, events)
      else answer.invalidate()
    }
  }
  const kinds = new Set(events.map(({ event }) => event.kind))
  const outdated = new Set([...kinds].flatMap(listOutdated))
  for (const { path } of outdated) void queryClient.invalidateQueries({ queryKey: [path] })
}

/** An invalidated answer stays invalidated: writing into it would mark it as fresh again. */
function patchQueries(path: string, change: (answer: unknown) => unknown) {
  for (const { queryKey, state } of findAnswers(path)) {
    const changed = change(state.data)
    if (changed !== state.data) queryClient.setQueryData(queryKey, changed)
  }
}

const findAnswers = (path: string) =>
  queryClient
    .getQueryCache()
    .findAll({ queryKey: [path] as QueryKey })
    .filter(({ state }) => state.data !== undefined && !state.isInvalidated)
