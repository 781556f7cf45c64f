import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Root } from '../../server/src/db/database.ts'

/** Linux counts processor time in hundredths of a second. */
const tickMs = 10

/** The processor time of a server so far, and of the processes of its database, in ms. */
export type ProcessorTime = { serverMs: number; databaseMs: number }

/** Reads processor times. The database server must run on this machine, and this must be Linux. */
export async function readProcessorTime(root: Root, serverPid: number): Promise<ProcessorTime> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database()`.execute(root)
  const ofBackends = await Promise.all(rows.map(({ pid }) => readProcessMs(pid)))
  return {
    serverMs: await readProcessMs(serverPid),
    databaseMs: ofBackends.reduce((sum, ms) => sum + ms, 0),
  }
}

async function readProcessMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The name of the program, which may contain spaces, is in parentheses; user and system time are fields 14 and 15.
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  return (Number(user) + Number(system)) * tickMs
}
