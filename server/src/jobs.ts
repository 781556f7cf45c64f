import { sql } from 'kysely'
import { watchDevices } from './bedside/device-alarms.ts'
import { endSnoozes, escalate } from './bedside/escalate.ts'
import { endSettings } from './bedside/notify-status.ts'
import type { Tx } from './core/database.ts'
import { eventsKeptMs } from './core/live.ts'
import type { Job } from './core/schedule.ts'

/** All that the panel does by itself, in this order. */
export const jobs: readonly Job[] = [
  { name: 'devices', inHospital: watchDevices },
  { name: 'snoozes', inHospital: endSnoozes },
  { name: 'escalation', inHospital: escalate },
  { name: 'settings', inHospital: endSettings },
  { name: 'partitions', everywhere: ({ tx, now }) => keepPartitions(tx, now) },
  { name: 'events', everywhere: ({ tx, now }) => dropOldEvents(tx, now) },
]

/** Months before and after now that have a partition of readings made for them ahead. */
const [monthsBack, monthsAhead] = [3, 2]

/** A reading of a month that has no partition is kept all the same, and moves when the month has one. */
export async function keepPartitions(tx: Tx, now: string): Promise<void> {
  await sql`select make_reading_partitions(
    (${now}::timestamptz - ${`${monthsBack} months`}::interval)::date,
    (${now}::timestamptz + ${`${monthsAhead} months`}::interval)::date)`.execute(tx)
}

async function dropOldEvents(tx: Tx, now: string): Promise<void> {
  const before = new Date(Date.parse(now) - eventsKeptMs).toISOString()
  await tx.deleteFrom('events').where('at', '<', before).execute()
}
