import type { LiveEvent } from 'contract'
import { type RawBuilder, sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { acrossHospitals, inHospital, type Root, type Tx } from '../db/database.ts'
import { writeEvents } from '../live/events.ts'
import { toLoggable } from './failure.ts'
import type { HospitalContext } from './hospital-context.ts'

/** A query for the hospitals in which something is due at an instant, over all hospitals at once. */
export type DueHospitals = (now: string) => RawBuilder<{ hospital_id: string }>

/**
 * A scheduled job. Nodes take turns: while one node runs a job for a hospital, the others skip it. A hospital is
 * entered only if `selectDueHospitals` returns it: entering a thousand hospitals with nothing due takes longer than an
 * alarm may wait. An `aside` job takes long, has no transaction, and finds out by itself whether it is this node's
 * turn.
 */
export type Job = { name: string; everyMs?: number } & (
  | { selectDueHospitals: DueHospitals; inHospital: (context: HospitalContext) => Promise<void> }
  | { everywhere: (context: { tx: Tx; now: string }) => Promise<unknown> }
  | { aside: (context: { root: Root; now: string; log: ScheduleOptions['log'] }) => Promise<unknown> }
)

export type ScheduleOptions = {
  root: Root
  clock: () => Date
  channels: readonly string[]
  jobs: readonly Job[]
  log: (what: Record<string, unknown>) => void
}

/** Runs every job once. A failure is logged and stops neither the other jobs nor the other hospitals. */
export async function runJobs({ root, clock, channels, jobs, log }: ScheduleOptions): Promise<void> {
  const nowIso = () => clock().toISOString()
  for (const job of jobs) {
    const logFailure = <T>(work: () => Promise<T>) =>
      work().catch((error: unknown) => {
        log({ job: job.name, error: toLoggable(error) })
        return undefined
      })
    if ('aside' in job) await logFailure(() => job.aside({ root, now: nowIso(), log }))
    else if ('everywhere' in job) {
      await logFailure(() =>
        acrossHospitals(root, async (tx) => {
          if (await claimJob(tx, job.name)) await job.everywhere({ tx, now: nowIso() })
        }),
      )
    } else {
      const due = await logFailure(() => listDueHospitals(root, job.selectDueHospitals(nowIso())))
      for (const id of due ?? []) {
        await logFailure(() =>
          inHospital(root, id, async (tx) => {
            if (!(await claimJob(tx, `${job.name} ${id}`))) return
            const events: LiveEvent[] = []
            const now = nowIso()
            const emit = (event: LiveEvent) => void events.push(event)
            await job.inHospital({ tx, hospitalId: id, now, newId, emit, channels })
            writeEvents(tx, id, now, events)
          }),
        )
      }
    }
  }
}

async function listDueHospitals(root: Root, due: RawBuilder<{ hospital_id: string }>): Promise<string[]> {
  return acrossHospitals(root, async (tx) => {
    const { rows } = await sql<{ hospital_id: string }>`
      select distinct hospital_id from (${due}) as due`.execute(tx)
    return rows.map(({ hospital_id }) => hospital_id)
  })
}

/** Whether no other node runs the job; none does until the transaction ends. */
export async function claimJob(tx: Tx, name: string): Promise<boolean> {
  const { rows } = await sql<{ ours: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as ours`.execute(tx)
  return rows[0]?.ours ?? false
}

/** Runs the jobs repeatedly, each no more often than its `everyMs`; returns a function that stops them. */
export function startSchedule(scheduled: ScheduleOptions, everyMs: number): () => Promise<void> {
  let running: Promise<void> | undefined
  const ranAt = new Map<Job, number>()
  const timer = setInterval(() => {
    if (running) return
    const now = scheduled.clock().getTime()
    // If the last run is in the future, the clock was set back: the job is due now, and not after that difference.
    const isDue = (since: number, everyMs: number) => since >= everyMs || since < 0
    const due = scheduled.jobs.filter((job) => isDue(now - (ranAt.get(job) ?? 0), job.everyMs ?? 0))
    for (const job of due) ranAt.set(job, now)
    running = runJobs({ ...scheduled, jobs: due })
      .catch((error) => scheduled.log({ error: toLoggable(error) }))
      .finally(() => {
        running = undefined
      })
  }, everyMs)
  return async () => {
    clearInterval(timer)
    await running
  }
}
