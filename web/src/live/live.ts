import { type LiveEvent, monitoring } from 'contract'
import { useEffect, useEffectEvent } from 'react'
import { callsLostAt, streamLostAt } from '../api/connection.ts'
import { createStore } from '../api/store.ts'
import { openStream } from './open-stream.ts'
import { type NumberedEvent, type StreamMessage, silenceCheckMs, silenceLimitMs } from './stream.ts'

const shortestRetryMs = 1_000
const longestRetryMs = 30_000
/** Number of events remembered, for answers that were requested before the events arrived. */
const maxRecentEvents = 1_000

export type { NumberedEvent }
export type LiveEventOfKind<Kind extends LiveEvent['kind']> = Extract<LiveEvent, { kind: Kind }>
type StreamOpener = typeof openStream

/** State of the event stream. `streamLostAt` holds the time at which it was lost. */
export const liveStatus = createStore<'live' | 'connecting' | 'lost'>('connecting')

const eventListeners = new Set<(numbered: NumberedEvent) => void>()
const gapListeners = new Set<() => void>()

/** Number of the newest event received; undefined before the stream was open. */
let newestNumber: number | undefined
let lastMessageAt: number | undefined
let lastEventAt: number | undefined
let recentEvents: NumberedEvent[] = []
/** Every event after this number was received. */
let completeAfterNumber = Number.POSITIVE_INFINITY

/** When the newest event arrived, in milliseconds; undefined before the first. */
export const getLastEventTime = () => lastEventAt

/** Number of the newest event received; 0 before the first. */
export const getNewestEventNumber = () => newestNumber ?? 0

/** The events after this number; undefined if some may have been missed. */
export function listMissedEvents(number: number): readonly NumberedEvent[] | undefined {
  if (number < completeAfterNumber && completeAfterNumber !== Number.POSITIVE_INFINITY) return undefined
  return recentEvents.filter((recent) => recent.number > number)
}

export function onLiveEvent(listener: (numbered: NumberedEvent) => void): () => void {
  eventListeners.add(listener)
  return () => {
    eventListeners.delete(listener)
  }
}

/** Calls the listener when events were missed, so that everything shown from events is requested again. */
export function onLiveGap(listener: () => void): () => void {
  gapListeners.add(listener)
  return () => {
    gapListeners.delete(listener)
  }
}

/** Calls back with every event of a kind while the component is mounted. */
export function useLiveEvent<Kind extends LiveEvent['kind']>(
  kind: Kind,
  callback: (event: LiveEventOfKind<Kind>) => void,
) {
  const onEvent = useEffectEvent(callback)
  useEffect(
    () =>
      onLiveEvent(({ event }) => {
        if (event.kind === kind) onEvent(event as LiveEventOfKind<Kind>)
      }),
    [kind],
  )
}

/** Subscribes to the event stream that all tabs share, until the returned function is called. */
export function startLiveStream(open: StreamOpener = openStream): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  void keepConnected(open, signal)
  return () => {
    stopping.abort()
    newestNumber = undefined
    lastMessageAt = undefined
    lastEventAt = undefined
    recentEvents = []
    completeAfterNumber = Number.POSITIVE_INFINITY
    liveStatus.set('connecting')
    streamLostAt.set(undefined)
  }
}

async function keepConnected(open: StreamOpener, stop: AbortSignal) {
  let failures = 0
  while (!stop.aborted) {
    const outcome = await readStream(open, stop)
    if (stop.aborted) return
    if (outcome !== 'ended' && outcome !== 'failed') {
      liveStatus.set('connecting')
      await outcome.shownAgain
      continue
    }
    failures = outcome === 'ended' ? 0 : failures + 1
    if (outcome === 'ended') liveStatus.set('connecting')
    else markStreamLost()
    const wait = Math.min(longestRetryMs, shortestRetryMs * 2 ** failures)
    // Add jitter, so that clients do not all reconnect at once when the server comes back.
    await waitForRetry(wait * (0.5 + Math.random() / 2), stop)
  }
}

function markStreamLost() {
  liveStatus.set('lost')
  streamLostAt.set(streamLostAt.get() ?? lastMessageAt ?? Date.now())
}

/** `ended`: the server closed an open stream. `failed`: not opened, or silent too long. Else: page was hidden. */
async function readStream(
  open: StreamOpener,
  stop: AbortSignal,
): Promise<'ended' | 'failed' | { shownAgain: Promise<void> }> {
  const connection = new AbortController()
  const disconnect = () => connection.abort()
  let shownAgain: Promise<void> | undefined
  // A page in the back-forward cache would keep its stream and use up the browser's few connections: close it.
  const closeHidden = () => {
    shownAgain = waitUntilShown(stop)
    disconnect()
  }
  let heardAt = Date.now()
  let hasOpened = false
  const checkSilence = () => {
    if (Date.now() - heardAt > silenceLimitMs) disconnect()
  }
  const timer = setInterval(checkSilence, silenceCheckMs)
  // After the machine has slept, check at once and do not wait for the timer.
  document.addEventListener('visibilitychange', checkSilence)
  stop.addEventListener('abort', disconnect)
  addEventListener('pagehide', closeHidden)
  const onMessage = (message: StreamMessage) => {
    heardAt = lastMessageAt = Date.now()
    if (message.kind === 'open' || message.kind === 'reset') hasOpened = true
    handleMessage(message)
  }
  await open(monitoring.live, { after: newestNumber, signal: connection.signal, onMessage })
  clearInterval(timer)
  document.removeEventListener('visibilitychange', checkSilence)
  stop.removeEventListener('abort', disconnect)
  removeEventListener('pagehide', closeHidden)
  if (shownAgain) return { shownAgain }
  return hasOpened && !connection.signal.aborted ? 'ended' : 'failed'
}

function waitUntilShown(stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    addEventListener('pageshow', () => resolve(), { once: true, signal: stop })
    stop.addEventListener('abort', () => resolve(), { once: true })
  })
}

function handleMessage(message: StreamMessage) {
  if (message.kind === 'event') handleEvent(message)
  else if (message.kind !== 'beat') handleStreamOpen(message)
}

function handleStreamOpen({ kind, number }: { kind: 'open' | 'reset'; number: number }) {
  const isResumed = kind === 'open' && newestNumber !== undefined
  newestNumber = number
  liveStatus.set('live')
  streamLostAt.set(undefined)
  callsLostAt.set(undefined)
  if (isResumed) return
  recentEvents = []
  completeAfterNumber = number
  for (const listener of gapListeners) listener()
}

function handleEvent({ number, event }: NumberedEvent) {
  newestNumber = number
  lastEventAt = Date.now()
  const numbered = { number, event }
  recentEvents.push(numbered)
  if (recentEvents.length > maxRecentEvents)
    completeAfterNumber = recentEvents.shift()?.number ?? completeAfterNumber
  for (const listener of eventListeners) listener(numbered)
}

/** Waits until the time is over, the network is back or the tab becomes visible, whichever is first. */
function waitForRetry(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const onVisible = () => {
      if (document.visibilityState === 'visible') finish()
    }
    const unsubscribeFromCalls = callsLostAt.subscribe(() => {
      if (callsLostAt.get() === undefined) finish()
    })
    const timer = setTimeout(finish, ms)
    addEventListener('online', finish)
    document.addEventListener('visibilitychange', onVisible)
    stop.addEventListener('abort', finish)
    function finish() {
      clearTimeout(timer)
      unsubscribeFromCalls()
      removeEventListener('online', finish)
      document.removeEventListener('visibilitychange', onVisible)
      stop.removeEventListener('abort', finish)
      resolve()
    }
  })
}
