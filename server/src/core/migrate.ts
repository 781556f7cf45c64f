import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { CompiledQuery } from 'kysely'
import type { Root } from './database.ts'

const folder = new URL('../../migrations/', import.meta.url)
/** Any number will do, as long as every node asks for the same one. */
const migrationLock = 5_210_837

/**
 * Applies the migrations that the database has not seen, each in a transaction of its own, one node at a time.
 * Refuses a database that was migrated with other texts, or by a newer version.
 */
export async function migrate(root: Root, log: (message: string) => void = () => {}): Promise<void> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  await root.connection().execute(async (connection) => {
    const run = (text: string) => connection.executeQuery(CompiledQuery.raw(text))
    await run(`select pg_advisory_lock(${migrationLock})`)
    try {
      await run(
        'create table if not exists migrations (name text primary key, checksum text not null, at timestamptz not null default now())',
      )
      const seen = await connection.executeQuery<{ name: string; checksum: string }>(
        CompiledQuery.raw('select name, checksum from migrations'),
      )
      const checksums = new Map(seen.rows.map((row) => [row.name, row.checksum]))
      const unknown = [...checksums.keys()].filter((name) => !files.includes(name))
      if (unknown.length > 0)
        throw new Error(`the database was migrated by a newer version: ${unknown.join(', ')}`)
      for (const name of files) {
        const text = await readFile(new URL(name, folder), 'utf8')
        const checksum = createHash('sha256').update(text).digest('hex')
        if (checksums.get(name) === checksum) continue
        if (checksums.has(name)) throw new Error(`migration ${name} was changed after it was applied`)
        log(`migrating: ${name}`)
        await run(
          `begin;\n${text};\ninsert into migrations (name, checksum) values ('${name}', '${checksum}');\ncommit`,
        ).catch(async (error) => {
          await run('rollback')
          throw error
        })
      }
    } finally {
      await run(`select pg_advisory_unlock(${migrationLock})`)
    }
  })
}
