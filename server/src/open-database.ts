import { join } from 'node:path'
import type { Config } from './config.ts'
import { openDatabase, type Root } from './db/database.ts'
import { checkConnections } from './db/pooler.ts'
import { startEmbedded } from './embedded/embedded.ts'
import { readOrCreateSecret } from './embedded/folder.ts'

/** `listenUrl` receives the notifications of the database. */
export type OpenDatabase = { root: Root; listenUrl: string; close: () => Promise<void> }

/** Opens the database of the settings: a PostgreSQL server, or the embedded one. */
export async function openConfiguredDatabase(
  config: Config,
  log: (message: string) => void,
): Promise<OpenDatabase> {
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
 * The secret that encrypts what the database must not reveal. With the embedded database it is in a file of the data
 * folder, made once the database has been opened; nodes that share a server must share it too, and get it as a setting.
 */
export async function getPanelSecret({
  panelSecret,
  databaseUrl,
  dataDir,
}: Config): Promise<string | undefined> {
  return panelSecret ?? (databaseUrl ? undefined : readOrCreateSecret(join(dataDir, 'panel-secret')))
}
