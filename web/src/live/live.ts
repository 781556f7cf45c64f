import { CallError, type LiveEvent, monitoring } from 'contract'
import { createParser } from 'eventsource-parser'
import { useEffect, useEffectEvent } from 'react'
import { callsLostSince, liveLostSince } from '../api/connection.ts'
import { createStore } from '../api/store.ts'
import { session } from '../session/session.ts'
import { openStream } from './open-stream.ts'
import { lookMs, silentMs } from './stream.ts'

const shortestWaitMs = 1_000
const longestWaitMs = 30_000
/** Number of events remembered, for answers that were requested before the events arrived. */
const rememberedEvents = 1_000

export type NumberedEvent = { number: number; event: LiveEvent }
type EventOf<Kind extends LiveEvent['kind']> = Extract<LiveEvent, { kind: Kind }>
type Opener = typeof openStream

/** State of the event stream. `lostSince` holds the time since when it is lost. */
export const liveStatus = createStore<'live' | 'connecting' | 'lost'>('connecting')

const eventListeners = new Set<(numbered: NumberedEvent) => void>()
const gapListeners = new Set<() => void>()

let lastEventId = ''
let lastSignAt: number | undefined
let lastEventAt: number | undefined
let remembered: NumberedEvent[] = []
/** Every event after this number was received. */
let heardSince = Number.POSITIVE_INFINITY

/** When the newest event arrived, in milliseconds; undefined before the first. */
export const lastEventTime = () => lastEventAt

/** Number of the newest event received. */
export const newestEvent = () => Number(lastEventId)

/** The events after this number; undefined if some may have been missed. */
export function eventsAfter(number: number): readonly NumberedEvent[] | undefined {
  if (number < heardSince && heardSince !== Number.POSITIVE_INFINITY) return undefined
  return remembered.filter((one) => one.number > number)
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
export function useLive<Kind extends LiveEvent['kind']>(
  kind: Kind,
  callback: (event: EventOf<Kind>) => void,
) {
  const tell = useEffectEvent(callback)
  useEffect(
    () =>
      onLiveEvent(({ event }) => {
        if (event.kind === kind) tell(event as EventOf<Kind>)
      }),
    [kind],
  )
}

/** Subscribes to the event stream that all tabs share, until the returned function is called. */
export function startLive(open: Opener = openStream): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  void keepListening(open, signal)
  return () => {
    stopping.abort()
    lastEventId = ''
    lastSignAt = undefined
    lastEventAt = undefined
    remembered = []
    heardSince = Number.POSITIVE_INFINITY
    liveStatus.set('connecting')
    liveLostSince.set(undefined)
  }
}

async function keepListening(open: Opener, stop: AbortSignal) {
  let failures = 0
  while (!stop.aborted) {
    const outcome = await listen(open, stop)
    if (stop.aborted) return
    if (outcome !== 'ended' && outcome !== 'failed') {
      liveStatus.set('connecting')
      await outcome.shownAgain
      continue
    }
    failures = outcome === 'ended' ? 0 : failures + 1
    if (outcome === 'ended') liveStatus.set('connecting')
    else noteLost()
    const wait = Math.min(longestWaitMs, shortestWaitMs * 2 ** failures)
    // Add jitter, so that clients do not all reconnect at once when the server comes back.
    await pause(wait * (0.5 + Math.random() / 2), stop)
  }
}

function noteLost() {
  liveStatus.set('lost')
  liveLostSince.set(liveLostSince.get() ?? lastSignAt ?? Date.now())
}

/** `ended`: the server closed an open stream. `failed`: not opened, or silent too long. Else: page was hidden. */
async function listen(
  open: Opener,
  stop: AbortSignal,
): Promise<'ended' | 'failed' | { shownAgain: Promise<void> }> {
  const line = new AbortController()
  const hangUp = () => line.abort()
  let shownAgain: Promise<void> | undefined
  // A page in the back-forward cache would keep its stream and use up the browser's few connections: close it.
  const putAside = () => {
    shownAgain = untilShown(stop)
    hangUp()
  }
  let heardAt = Date.now()
  let hasOpened = false
  const look = () => {
    if (Date.now() - heardAt > silentMs) hangUp()
  }
  const timer = setInterval(look, lookMs)
  // After the machine has slept, check at once and do not wait for the timer.
  document.addEventListener('visibilitychange', look)
  stop.addEventListener('abort', hangUp)
  addEventListener('pagehide', putAside)
  try {
    const body = await open(monitoring.live, { lastEventId, signal: line.signal })
    const reader = body.getReader()
    line.signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined))
    const text = new TextDecoder()
    const isResumed = lastEventId !== ''
    const parser = createParser({
      onEvent: ({ event, id, data }) => {
        if (stop.aborted) return
        if (id !== undefined) lastEventId = id
        if (event === 'open' || event === 'reset') {
          hasOpened = true
          begin(event === 'open' && isResumed)
        } else if (event === 'session-ended') session.end()
        else if (event === undefined) take(Number(id), JSON.parse(data).event)
      },
    })
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      heardAt = lastSignAt = Date.now()
      parser.feed(text.decode(value, { stream: true }))
    }
  } catch (error) {
    // Retry a stream that was refused, unreachable or cut off; report any other error as a defect.
    if (!line.signal.aborted && !(error instanceof CallError || error instanceof TypeError))
      reportError(error)
  } finally {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
    stop.removeEventListener('abort', hangUp)
    removeEventListener('pagehide', putAside)
  }
  if (shownAgain) return { shownAgain }
  return hasOpened && !line.signal.aborted ? 'ended' : 'failed'
}

function untilShown(stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    addEventListener('pageshow', () => resolve(), { once: true, signal: stop })
    stop.addEventListener('abort', () => resolve(), { once: true })
  })
}

function begin(isResumed: boolean) {
  liveStatus.set('live')
  liveLostSince.set(undefined)
  callsLostSince.set(undefined)
  if (isResumed) return
  remembered = []
  heardSince = newestEvent()
  for (const listener of gapListeners) listener()
}

function take(number: number, event: LiveEvent) {
  lastEventAt = Date.now()
  const numbered = { number, event }
  remembered.push(numbered)
  if (remembered.length > rememberedEvents) heardSince = remembered.shift()?.number ?? heardSince
  for (const listener of eventListeners) listener(numbered)
}

/** Waits until the time is over, the network is back or the tab becomes visible, whichever is first. */
function pause(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const onVisible = () => {
      if (document.visibilityState === 'visible') go()
    }
    const stopWatchingCalls = callsLostSince.subscribe(() => {
      if (callsLostSince.get() === undefined) go()
    })
    const timer = setTimeout(go, ms)
    addEventListener('online', go)
    document.addEventListener('visibilitychange', onVisible)
    stop.addEventListener('abort', go)
    function go() {
      clearTimeout(timer)
      stopWatchingCalls()
      removeEventListener('online', go)
      document.removeEventListener('visibilitychange', onVisible)
      stop.removeEventListener('abort', go)
      resolve()
    }
  })
}
