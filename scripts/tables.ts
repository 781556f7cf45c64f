import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../server/src/db/database.ts'
import { describeTables } from '../server/src/db/generate-tables.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { startEmbedded } from '../server/src/embedded/embedded.ts'

const folder = await mkdtemp(join(tmpdir(), 'panel-tables-'))
const embedded = await startEmbedded({ dataDir: folder, log: console.log })
const root = openDatabase({ url: embedded.url })
try {
  await migrate(root, console.log)
  await writeFile(new URL('../server/src/db/tables.ts', import.meta.url), await describeTables(root))
} finally {
  await root.destroy()
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
}
