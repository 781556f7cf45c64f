import type { Config } from './config.ts'
import { openDatabase, type Root } from './core/database.ts'
import { startEmbedded } from './core/embedded.ts'

export type OpenDatabase = { root: Root; url: string; close: () => Promise<void> }

/** The database that the settings name: a PostgreSQL server of one's own, or the embedded one. */
export async function open(config: Config, log: (message: string) => void): Promise<OpenDatabase> {
  const embedded = config.databaseUrl ? undefined : await startEmbedded({ dataDir: config.dataDir, log })
  const url = config.databaseUrl ?? embedded?.url ?? ''
  const root = openDatabase({
    url,
    connections: config.connections,
    onLost: (error) => log(`a connection to the database was lost: ${error.message}`),
  })
  return {
    root,
    url,
    async close() {
      await root.destroy()
      await embedded?.stop()
    },
  }
}
