import { QueryObserver } from '@tanstack/react-query'
import { waitFor } from '@testing-library/react'
import {
  admissionRequests,
  admissions,
  ambulanceRequests,
  audit,
  devices,
  fleet,
  monitoring,
  operationRecords,
} from 'contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTestStream } from '../../test/event-stream.ts'
import { malee, show, signInAs } from '../../test/render.tsx'
import { queryClient } from '../api/client.ts'
import { SignedIn } from '../session/signed-in.tsx'
import { readAgainAfterGap, rereadAfterEvents, syncQueryCache, useLiveData } from './live-data.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('after missed events everything shown is requested again at once, then at most every five seconds until none is missed', async () => {
  let requests = 0
  const queryFn = () => Promise.resolve(++requests)
  const queryKey = [monitoring.wall.path]
  const leave = new QueryObserver(queryClient, { queryKey, queryFn, staleTime: Infinity }).subscribe(() => {})
  const stopSyncing = syncQueryCache()
  const stream = startTestStream()
  await vi.advanceTimersByTimeAsync(0)
  expect(requests).toBe(1)
  stream.send({ kind: 'open', number: 1 })
  await vi.advanceTimersByTimeAsync(0)
  expect(requests).toBe(2)
  // As when the server is newer than the page and sends what the page does not understand, every second.
  for (let number = 2; number < 20; number++) {
    stream.send({ kind: 'reset', number })
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(requests).toBe(5)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requests).toBe(6)
  stream.stop()
  stopSyncing()
  leave()
})

test('what was asked for before the stream opened is still answered, and is out of date then', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const [awaited, past] = [
    [monitoring.wall.path, 'awaited'],
    [monitoring.wall.path, 'past'],
  ]
  const stopSyncing = syncQueryCache()
  const stream = startTestStream()
  queryClient.setQueryData(past, 'read before')
  const answer = queryClient.fetchQuery({ queryKey: awaited, queryFn: () => promise })
  stream.send({ kind: 'open', number: 1 })
  await vi.advanceTimersByTimeAsync(0)
  resolve('found')
  await expect(answer).resolves.toBe('found')
  expect(queryClient.getQueryState(awaited)).toMatchObject({ data: 'found', isInvalidated: true })
  expect(queryClient.getQueryState(past)).toBeUndefined()
  stream.stop()
  stopSyncing()
})

test('a part of an answer is read again on the screen that shows it; one that no screen shows is only out of date', async () => {
  const read: unknown[] = []
  rereadAfterEvents(devices.list, (queryKey) => read.push(queryKey))
  const [shown, left] = [
    [devices.list.path, 'shown'],
    [devices.list.path, 'left'],
  ]
  const queryFn = () => Promise.resolve({ rows: [] })
  const leave = new QueryObserver(queryClient, { queryKey: shown, queryFn, staleTime: Infinity }).subscribe(
    () => {},
  )
  const stopSyncing = syncQueryCache()
  const stream = startTestStream()
  stream.send({ kind: 'open', number: 1 })
  await vi.advanceTimersByTimeAsync(0)
  queryClient.setQueryData(left, { rows: [] })
  stream.send({ kind: 'event', number: 2, event: { kind: 'beds-outdated', ward_ids: ['w'] } })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(read).toEqual([shown])
  expect(queryClient.getQueryState(left)?.isInvalidated).toBe(true)
  stream.stop()
  stopSyncing()
  leave()
})

test('what an event makes out of date is asked for again after missed events, too', async () => {
  let requests = 0
  const queryFn = () => Promise.resolve(++requests)
  const lists = [admissions.list, admissionRequests.list, fleet.vehicles, ambulanceRequests.list].map(
    ({ path }) =>
      new QueryObserver(queryClient, { queryKey: [path], queryFn, staleTime: Infinity }).subscribe(() => {}),
  )
  const stopSyncing = syncQueryCache()
  const stream = startTestStream()
  await vi.advanceTimersByTimeAsync(0)
  expect(requests).toBe(lists.length)
  stream.send({ kind: 'open', number: 1 })
  await vi.advanceTimersByTimeAsync(0)
  expect(requests).toBe(2 * lists.length)
  stream.stop()
  stopSyncing()
  for (const leave of lists) leave()
})

test('what a screen keeps up to date by listening itself is asked for again after missed events, too', async () => {
  let requests = 0
  const queryFn = () => Promise.resolve(++requests)
  const queryKey = [audit.chain.path]
  const leave = new QueryObserver(queryClient, { queryKey, queryFn, staleTime: Infinity }).subscribe(() => {})
  const stopSyncing = syncQueryCache()
  const stream = startTestStream()
  await vi.advanceTimersByTimeAsync(0)
  stream.send({ kind: 'open', number: 1 })
  await vi.advanceTimersByTimeAsync(0)
  expect(requests).toBe(1)
  readAgainAfterGap(audit.chain)
  stream.send({ kind: 'reset', number: 2 })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(requests).toBe(2)
  stream.stop()
  stopSyncing()
  leave()
})

function FormWriter() {
  useLiveData()
  return <p>Shown</p>
}

test('whoever does nothing but write forms shows what others write into them', async () => {
  vi.useRealTimers()
  signInAs({ ...malee, permissions: ['form:use'] })
  await show(
    <SignedIn>
      <FormWriter />
    </SignedIn>,
  )
  let requests = 0
  const queryFn = () => Promise.resolve(++requests)
  const queryKey = [operationRecords.list.path]
  const leave = new QueryObserver(queryClient, { queryKey, queryFn, staleTime: Infinity }).subscribe(() => {})
  await waitFor(() => expect(requests).toBe(1))
  const stream = startTestStream()
  stream.send({ kind: 'event', number: 1, event: { kind: 'form-records-outdated', form: 'operation-form' } })
  await waitFor(() => expect(requests).toBeGreaterThan(1))
  stream.stop()
  leave()
})
