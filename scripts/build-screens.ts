import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const top = join(import.meta.dirname, '..')
const stamp = join(top, 'web/dist/.built-from')

/** Everything that the screens are built from. */
const sources = [
  'web/src/**/*',
  'web/public/**/*',
  'web/*.{ts,js,html,json}',
  'contract/src/**/*.ts',
  'contract/locales/**/*.json',
  'package-lock.json',
]

/** Builds the screens if their sources have changed since the last build. */
export async function buildScreensIfStale(): Promise<void> {
  const fingerprint = computeFingerprint(sources)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return
  console.log('Building the screens …')
  const { status } = spawnSync(
    process.execPath,
    [join(top, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    {
      cwd: join(top, 'web'),
      stdio: 'inherit',
    },
  )
  if (status !== 0) throw new Error('the screens could not be built')
  for (const file of globSync('web/dist/**/*.{js,css,html,svg,json}', { cwd: top })) compress(join(top, file))
  writeFileSync(stamp, fingerprint)
}

/** Compresses at build time rather than at each request. */
function compress(file: string): void {
  const content = readFileSync(file)
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
  writeFileSync(`${file}.br`, brotliCompressSync(content))
}

function computeFingerprint(patterns: string[]): string {
  const hash = createHash('sha256')
  const files = globSync(patterns, { cwd: top, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  for (const file of files) hash.update(file.slice(top.length)).update(readFileSync(file))
  return hash.digest('hex')
}
