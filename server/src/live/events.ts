import type { LiveEvent } from 'contract'
import { sql } from 'kysely'
import { sqlArray, sqlRows, toJsonCell } from '../db/binary-array.ts'
import {
  acrossHospitals,
  afterCommit,
  executeWithCommit,
  inHospital,
  type Root,
  type Tx,
} from '../db/database.ts'

/** Sessions of a user were ended: no screen gets this event, but the user's streams are checked. */
export type SessionsEnded = { kind: 'sessions'; staff_id: string }
/** What a transaction can emit after its commit. */
export type EmittedEvent = LiveEvent | SessionsEnded

/** How long events are stored for subscribers that reconnect. */
export const eventsKeptMs = 24 * 60 * 60_000

/** Called after a commit of this node with the number of the hospital's newest event. */
type EventListener = (hospitalId: string, newest: number) => void

const listenersByRoot = new WeakMap<Root, Set<EventListener>>()

/** Calls the listener for the events that this node commits through `root`, until a call of the returned function. */
export function onEventsCommitted(root: Root, listener: EventListener): () => void {
  const listeners = listenersByRoot.get(root) ?? new Set()
  listenersByRoot.set(root, listeners.add(listener))
  return () => void listeners.delete(listener)
}

/**
 * Writes events with the commit, numbered without a gap in the order of commit: the counter's row stays locked from its
 * next number to the end of the transaction. Nodes are notified after the commit: NOTIFY within the transaction would
 * make all commits of the database server wait for each other.
 */
export function writeEvents(tx: Tx, hospitalId: string, at: string, events: readonly EmittedEvent[]): void {
  if (events.length === 0) return
  const written = sql<{ last: number }>`
    with counted as (
      insert into event_counts (hospital_id, last) values (${hospitalId}, ${events.length})
      on conflict (hospital_id) do update set last = event_counts.last + excluded.last
      returning last
    ), written as (
      insert into events (hospital_id, number, at, kind, data)
      select ${hospitalId}, last - ${events.length} + place, ${at}, kind, data::json
      from counted, ${sqlRows(
        'event',
        events,
        { kind: ['text', (event) => event.kind], data: ['text', (event) => toJsonCell(event)] },
        'place',
      )}
    )
    select last from counted`.compile(tx)
  executeWithCommit(tx, written, ([counted]) => {
    const last = counted?.last ?? 0
    afterCommit(tx, (root) => {
      for (const listener of listenersByRoot.get(root) ?? []) listener(hospitalId, last)
    })
  })
}

/** The number of the newest event, as a subscriber that continues from there sends it. */
export async function getNewestEvent(tx: Tx): Promise<number> {
  const row = await tx.selectFrom('event_counts').select('last').executeTakeFirst()
  return row?.last ?? 0
}

export type StoredEvent = { number: number; kind: string; data: unknown }

/** The most events that one read returns. */
export const eventPageSize = 500

/** The next events after a number, at most `eventPageSize`. */
export function readEvents(root: Root, hospitalId: string, after: number): Promise<StoredEvent[]> {
  return inHospital(root, hospitalId, (tx) =>
    tx
      .selectFrom('events')
      .select(['number', 'kind', 'data'])
      .where('number', '>', after)
      .orderBy('number')
      .limit(eventPageSize)
      .execute(),
  )
}

/** The numbers of the oldest and the newest event that are stored; without any, `oldest` is the next number. */
export function readEventRange(root: Root, hospitalId: string): Promise<{ oldest: number; newest: number }> {
  return inHospital(root, hospitalId, async (tx) => {
    const first = await tx.selectFrom('events').select('number').orderBy('number').limit(1).executeTakeFirst()
    const newest = await getNewestEvent(tx)
    return { oldest: first?.number ?? newest + 1, newest }
  })
}

/** The numbers of the newest events of several hospitals. */
export async function readNewestEvents(
  root: Root,
  hospitalIds: readonly string[],
): Promise<{ hospital_id: string; last: number }[]> {
  const { rows } = await acrossHospitals(root, (tx) =>
    sql<{ hospital_id: string; last: number }>`
      select hospital_id, last from event_counts where hospital_id = any(${sqlArray('uuid', hospitalIds)})`.execute(
      tx,
    ),
  )
  return rows
}
