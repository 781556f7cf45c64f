import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'

const limitKb = 210

/** What a browser loads on /login: the entry, the page, and its texts in one language. */
const roots = [
  'web/index.html',
  'web/src/pages/account/login-page.tsx',
  ...['app', 'before-sign-in', 'sign-in', 'ui'].map((name) => `contract/locales/th/${name}.json`),
]

process.chdir(`${import.meta.dirname}/..`)
const { output } = (await build({ build: { write: false }, logLevel: 'warn' })) as Rolldown.RolldownOutput
const chunks = output.filter((file) => file.type === 'chunk')
const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))

const loaded = new Set<Rolldown.OutputChunk>()
function load(chunk: Rolldown.OutputChunk) {
  if (loaded.has(chunk)) return
  loaded.add(chunk)
  for (const name of chunk.imports) load(byName.get(name) as Rolldown.OutputChunk)
}
for (const root of roots) {
  const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${root}`))
  if (!chunk) throw new Error(`The build has no chunk for ${root}`)
  load(chunk)
}

const sizes = [...loaded].map(({ fileName, code }) => ({ fileName, bytes: gzipSync(code).length }))
sizes.push({ fileName: 'first-paint.js', bytes: gzipSync(readFileSync('public/first-paint.js')).length })
const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)

for (const { fileName, bytes } of sizes.toSorted((a, b) => b.bytes - a.bytes))
  console.log(`${(bytes / 1000).toFixed(1).padStart(7)} KB  ${fileName}`)
console.log(`${(total / 1000).toFixed(1).padStart(7)} KB  on /login, gzipped, of ${limitKb} KB allowed`)
if (total > limitKb * 1000) process.exit(1)
