import type { Server } from 'node:net'

/** Files other than connections: programs, logs, the database's own, and files that are open for a moment. */
const otherFiles = 64

/** How many connections callers and devices may have; fewer than wished if the process may open fewer files. */
export function fitConnections<Wished extends Record<string, number>>(
  wished: Wished,
  { openFiles, databaseConnections }: { openFiles: number; databaseConnections: number },
): Wished {
  const left = Math.max(openFiles - otherFiles - databaseConnections, 16)
  const most = Math.floor(left / Object.keys(wished).length)
  return Object.fromEntries(
    Object.entries(wished).map(([name, count]) => [name, Math.min(count, most)]),
  ) as Wished
}

/** How many files the system lets this process open. */
export function readMaxOpenFiles(): number {
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files?: { soft?: number | 'unlimited' } }
  }
  const most = userLimits?.open_files?.soft
  return typeof most === 'number' ? most : Infinity
}

const warnEveryMs = 60_000

/** Refuses connections above the limit, and calls `tell` at most once a minute when that happens. */
export function limitConnections(server: Server, most: number, tell: () => void): void {
  server.maxConnections = most
  let reportedAt = -Infinity
  server.on('drop', () => {
    if (performance.now() - reportedAt < warnEveryMs) return
    reportedAt = performance.now()
    tell()
  })
}
