import { fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LiveEvent } from 'contract'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Arrival } from '../server/src/bedside/intake/build-readings.ts'
import { evaluateArrivals, storeArrivals } from '../server/src/bedside/intake/intake.ts'
import {
  acrossHospitals,
  afterCommit,
  inHospital,
  openDatabase,
  type Root,
  type Tx,
} from '../server/src/db/database.ts'
import { writeEvents } from '../server/src/live/events.ts'
import { Live } from '../server/src/live/live.ts'
import type { Options } from './all.ts'
import { type BenchResult, computeMedian, computeP95 } from './results.ts'
import { readAnswer } from './rig/child.ts'
import { openBenchDatabase } from './rig/database.ts'
import { createBenchHospitals, formatWatchMac, wearWatches } from './rig/hospital.ts'

const [hospitals, writers, heardHospitals] = [1_000, 64, 50]
/** The load of a panel that is busy but not overloaded: so many writers, with this pause between their writes. */
const paced = { writers: 8, pauseMs: 80 }
const limits = { percent: 80, heardMs: 100 }

/** The time at which an event was committed, by the number that this bench gives it. */
const committedAt = new Map<number, number>()
let written = 0

/** What a transaction that ingests a reading does with its events. */
const eventModes = {
  without: async (_tx: Tx, _hospitalId: string, _events: LiveEvent[]) => {},
  told: async (tx: Tx, hospitalId: string, events: LiveEvent[]) => {
    const event = await writeNumberedEvent(tx, hospitalId, events)
    afterCommit(tx, () => committedAt.set(event, Date.now()))
  },
  // The earlier way: each commit of the database server waits for the one before it.
  within: async (tx: Tx, hospitalId: string, events: LiveEvent[]) => {
    await writeNumberedEvent(tx, hospitalId, events)
    await sql`select pg_notify('panel_live', ${hospitalId})`.execute(tx)
  },
}
type EventMode = keyof typeof eventModes
const names = Object.keys(eventModes) as EventMode[]

/** Writes events, and after them one that carries a number by which its arrival is recognised. */
async function writeNumberedEvent(tx: Tx, hospitalId: string, events: readonly LiveEvent[]): Promise<number> {
  const event = ++written
  const last: LiveEvent = { kind: 'waiting', readings: event, messages: 0 }
  writeEvents(tx, hospitalId, new Date().toISOString(), [...events, last])
  return event
}

/**
 * Readings that 64 writers ingest at 1,000 hospitals, one transaction each, with and without events in turns; and the
 * time from a commit until another node receives its event, with subscribers at 50 of the hospitals.
 */
export async function measureCommits({ quick, say }: Options): Promise<BenchResult[]> {
  const [turns, seconds] = quick ? [2, 1] : [5, 4]
  const database = await openBenchDatabase()
  const root = openDatabase({ url: database.url, connections: await countFreeConnections(database.root) })
  const live = new Live({ root, url: database.url, format: () => '', log: say })
  const other = fork(new URL('rig/listening-node.ts', import.meta.url))
  try {
    await live.open()
    const ids = await createBenchHospitals(database.root, hospitals)
    const heardIds = ids.slice(0, heardHospitals)
    await acrossHospitals(database.root, (tx) => wearWatches(tx, ids, 1))
    other.send({ url: database.url, hospitals: heardIds })
    await readAnswer(other)
    for (const way of names) await countCommits(root, ids, way, { seconds: 1 })
    const rates: Record<EventMode, number[]> = { without: [], told: [], within: [] }
    for (let turn = 0; turn < turns; turn++)
      for (const way of names) rates[way].push(await countCommits(root, ids, way, { seconds }))
    committedAt.clear()
    await countCommits(root, heardIds, 'told', { seconds: turns * seconds, pace: paced })
    for (const way of names) say(`${way}: ${rates[way].map(Math.round).join(', ')} commits/s`)
    const computePercent = (way: EventMode) =>
      100 * computeMedian(rates[way].map((rate, turn) => rate / (rates.without[turn] ?? Number.NaN)))

    const { count: due } = await database.root
      .selectFrom('events')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('hospital_id', 'in', heardIds)
      .where('kind', '=', 'waiting')
      .executeTakeFirstOrThrow()
    other.send(due)
    const heard = await readAnswer<[event: number, at: number][]>(other)
    if (new Set(heard.map(([event]) => event)).size < due) throw new Error('not every event was heard')
    const delays = heard.flatMap(([event, at]) => {
      const committed = committedAt.get(event)
      return committed === undefined ? [] : at - committed
    })
    return [
      {
        what: 'commits with events: 64 take readings in at 1,000 hospitals',
        value: computePercent('told'),
        unit: '% of without',
        limit: limits.percent,
        bound: 'at least',
        note: `${computePercent('within').toFixed(0)} % with NOTIFY within each transaction`,
      },
      {
        what: 'commit → heard on another node, 8 writing at once',
        value: computeP95(delays),
        unit: 'ms p95',
        limit: limits.heardMs,
      },
    ]
  } finally {
    other.disconnect()
    await live.close()
    await root.destroy()
    await database.close()
  }
}

/** As many writers as the server has connections for besides the two listening nodes, at most all. */
async function countFreeConnections(root: Root): Promise<number> {
  const { rows } = await sql<{
    most: number
  }>`select current_setting('max_connections')::int as most`.execute(root)
  return Math.min(writers, (rows[0]?.most ?? 0) - 25)
}

async function countCommits(
  root: Root,
  ids: readonly string[],
  way: EventMode,
  {
    seconds,
    pace = { writers, pauseMs: 0 },
  }: { seconds: number; pace?: { writers: number; pauseMs: number } },
): Promise<number> {
  const began = performance.now()
  let commits = 0
  const write = async (writer: number) => {
    for (let at = writer; performance.now() - began < seconds * 1_000; at += pace.writers) {
      const hospitalId = ids[at % ids.length] ?? ''
      await inHospital(root, hospitalId, async (tx) => {
        const events: LiveEvent[] = []
        const emit = (event: LiveEvent) => void events.push(event)
        const now = new Date().toISOString()
        const bedside = { tx, hospitalId, now, newId, emit, channels: [] }
        const stored = await storeArrivals(bedside, [createPulseBatch(Date.parse(now))])
        await evaluateArrivals(bedside, stored)
        await eventModes[way](tx, hospitalId, events)
      })
      commits += 1
      if (pace.pauseMs > 0) await sleep(pace.pauseMs)
    }
  }
  await Promise.all(Array.from({ length: pace.writers }, (_, writer) => write(writer)))
  return commits / ((performance.now() - began) / 1_000)
}

/** A batch with one pulse, just measured by the hospital's only watch. */
function createPulseBatch(reportedAt: number): Arrival {
  const values = { pulse: 60 + (reportedAt % 40) }
  const pulse = {
    kind: 'pulse',
    values,
    source: 'watch',
    mac: formatWatchMac(1),
    deviceType: null,
    reportedAt,
  } as const
  return { receivedAt: reportedAt, measurements: [pulse], statusReports: [], hasCallClock: true }
}
