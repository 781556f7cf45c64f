import type { Server } from 'node:net'

/** Files that are open beside connections: programs, logs, the database's own, and what is opened for a moment. */
const otherFiles = 64

/** How many connections callers and devices may hold; less than is wished for where the process may open fewer files. */
export function connectionsWithin<Wished extends Record<string, number>>(
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
export function mostOpenFiles(): number {
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files?: { soft?: number | 'unlimited' } }
  }
  const most = userLimits?.open_files?.soft
  return typeof most === 'number' ? most : Infinity
}

const tellEveryMs = 60_000

/** Turns away who comes when a server has as many connections as it may; once a minute that is told of. */
export function limitConnections(server: Server, most: number, tell: () => void): void {
  server.maxConnections = most
  let toldAt = -Infinity
  server.on('drop', () => {
    if (performance.now() - toldAt < tellEveryMs) return
    toldAt = performance.now()
    tell()
  })
}
