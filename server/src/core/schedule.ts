import type { LiveEvent } from 'contract'
import { type RawBuilder, sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { acrossHospitals, inHospital, type Root, type Tx } from './database.ts'
import { loggable } from './failure.ts'
import type { InHospital } from './handler.ts'
import { writeEvents } from './live.ts'

/** A query that names the hospitals in which something is due at an instant, over all hospitals at once. */
export type DueHospitals = (now: string) => RawBuilder<{ hospital_id: string }>

/**
 * What the panel does by itself. Nodes take turns: while one runs a job of a hospital, the others leave it out. A hospital
 * is entered only where `dueIn` names it: to enter a thousand in which nothing is due takes longer than an alarm may wait.
 * What goes on `aside` takes long and has no transaction; whose turn it is it finds out itself.
 */
export type Job = { name: string; everyMs?: number } & (
  | { dueIn: DueHospitals; inHospital: (context: InHospital) => Promise<void> }
  | { everywhere: (context: { tx: Tx; now: string }) => Promise<unknown> }
  | { aside: (context: { root: Root; now: string; log: Scheduled['log'] }) => Promise<void> }
)

export type Scheduled = {
  root: Root
  clock: () => Date
  channels: readonly string[]
  jobs: readonly Job[]
  log: (what: Record<string, unknown>) => void
}

/** Runs every job once. One that fails is told of, and keeps neither the others nor the other hospitals waiting. */
export async function runJobs({ root, clock, channels, jobs, log }: Scheduled): Promise<void> {
  const nowIso = () => clock().toISOString()
  for (const job of jobs) {
    const tried = <T>(work: () => Promise<T>) =>
      work().catch((error: unknown) => {
        log({ job: job.name, error: loggable(error) })
        return undefined
      })
    if ('aside' in job) await tried(() => job.aside({ root, now: nowIso(), log }))
    else if ('everywhere' in job) {
      await tried(() =>
        acrossHospitals(root, async (tx) => {
          if (await isOurTurn(tx, job.name)) await job.everywhere({ tx, now: nowIso() })
        }),
      )
    } else {
      const due = await tried(() => hospitalsDue(root, job.dueIn(nowIso())))
      for (const id of due ?? []) {
        await tried(() =>
          inHospital(root, id, async (tx) => {
            if (!(await isOurTurn(tx, `${job.name} ${id}`))) return
            const events: LiveEvent[] = []
            const now = nowIso()
            const announce = (event: LiveEvent) => void events.push(event)
            await job.inHospital({ tx, hospitalId: id, now, newId, announce, channels })
            await writeEvents(tx, id, now, events)
          }),
        )
      }
    }
  }
}

async function hospitalsDue(root: Root, due: RawBuilder<{ hospital_id: string }>): Promise<string[]> {
  return acrossHospitals(root, async (tx) => {
    const { rows } = await sql<{ hospital_id: string }>`
      select distinct hospital_id from (${due}) as due`.execute(tx)
    return rows.map(({ hospital_id }) => hospital_id)
  })
}

async function isOurTurn(tx: Tx, name: string): Promise<boolean> {
  const { rows } = await sql<{ ours: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as ours`.execute(tx)
  return rows[0]?.ours ?? false
}

/** Runs the jobs again and again, each no more often than it asks for; the answer stops them. */
export function startSchedule(scheduled: Scheduled, everyMs: number): () => Promise<void> {
  let running: Promise<void> | undefined
  const ranAt = new Map<Job, number>()
  const timer = setInterval(() => {
    if (running) return
    const now = scheduled.clock().getTime()
    // Of later than now after the clock was put back: it is due, and not as much later.
    const isDue = (since: number, everyMs: number) => since >= everyMs || since < 0
    const due = scheduled.jobs.filter((job) => isDue(now - (ranAt.get(job) ?? 0), job.everyMs ?? 0))
    for (const job of due) ranAt.set(job, now)
    running = runJobs({ ...scheduled, jobs: due })
      .catch((error) => scheduled.log({ error: loggable(error) }))
      .finally(() => {
        running = undefined
      })
  }, everyMs)
  return async () => {
    clearInterval(timer)
    await running
  }
}
