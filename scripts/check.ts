import { spawn } from 'node:child_process'

/**
 * Types, lint, format, dead code and the size of the login page; the architecture is checked by a test of the server
 * suite. TypeScript runs in one thread: each of several threads would compute the types of the texts again, which is
 * most of the work.
 */
const checks = [
  ...['web', 'contract', 'server', 'e2e', 'bench'].map((workspace) => [
    'tsc',
    '--singleThreaded',
    '-p',
    workspace,
  ]),
  ['oxlint', '--type-aware'],
  ['biome', 'check', '--error-on-warnings'],
  ['knip'],
  ['node', 'web/scripts/size.ts'],
]

/** Two at a time, as many as the smallest machine has cores; the output of each is printed when it ends. */
let failed = 0
const queue = checks.values()
const work = async () => {
  for (const [command = '', ...options] of queue) {
    const { code, said } = await run(command, options)
    console.log(`› ${command} ${options.join(' ')}\n${said}`)
    if (code !== 0) failed += 1
  }
}
await Promise.all([work(), work()])
process.exitCode = failed === 0 ? 0 : 1

function run(command: string, options: string[]): Promise<{ code: number | null; said: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, options)
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
    child.on('error', (error) => resolve({ code: 1, said: error.message }))
    child.on('close', (code) => resolve({ code, said }))
  })
}
