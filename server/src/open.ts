import { join } from 'node:path'
import type { Config } from './config.ts'
import { openDatabase, type Root } from './core/database.ts'
import { startEmbedded } from './core/embedded.ts'
import { keepSecret } from './core/embedded-folder.ts'
import { checkConnections } from './core/pooler.ts'

/** `listenUrl` is where notices of the database are heard. */
export type OpenDatabase = { root: Root; listenUrl: string; close: () => Promise<void> }

/** The database that the settings name: a PostgreSQL server of one's own, or the embedded one. */
export async function open(config: Config, log: (message: string) => void): Promise<OpenDatabase> {
  const { prepares } = config
  if (config.databaseUrl) await checkConnections({ url: config.databaseUrl, prepares })
  const embedded = config.databaseUrl ? undefined : await startEmbedded({ dataDir: config.dataDir, log })
  const url = config.databaseUrl ?? embedded?.url ?? ''
  const root = openDatabase({
    url,
    connections: config.connections,
    prepares,
    onLost: (error) => log(`a connection to the database was lost: ${error.message}`),
  })
  return {
    root,
    listenUrl: config.listenUrl ?? url,
    async close() {
      await root.destroy()
      await embedded?.stop()
    },
  }
}

/**
 * What seals what the database must hold and must not tell. Beside the embedded database it is kept in a file of the
 * data folder, once the database has been opened; nodes that share a server must share it too, and are told it.
 */
export async function secretOf({ panelSecret, databaseUrl, dataDir }: Config): Promise<string | undefined> {
  return panelSecret ?? (databaseUrl ? undefined : keepSecret(join(dataDir, 'panel-secret')))
}
