import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../server/src/core/database.ts'
import { startEmbedded } from '../server/src/core/embedded.ts'
import { describeTables } from '../server/src/core/generate-tables.ts'
import { migrate } from '../server/src/core/migrate.ts'

const folder = await mkdtemp(join(tmpdir(), 'panel-tables-'))
const embedded = await startEmbedded({ dataDir: folder, log: console.log })
const root = openDatabase({ url: embedded.url })
try {
  await migrate(root, console.log)
  await writeFile(new URL('../server/src/core/tables.ts', import.meta.url), await describeTables(root))
} finally {
  await root.destroy()
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
}
