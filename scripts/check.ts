import { spawnSync } from 'node:child_process'

/**
 * Types, lint, format and dead code; the architecture is a test of the server's suite. One thread: several would each
 * work out the types of the texts again, which is most of the work.
 */
const checks = [
  ...['contract', 'server', 'web', 'e2e', 'bench'].map((workspace) => [
    'tsc',
    '--singleThreaded',
    '-p',
    workspace,
  ]),
  ['oxlint', '--type-aware'],
  ['biome', 'check', '--error-on-warnings'],
  ['knip'],
]

let failed = 0
for (const [command = '', ...options] of checks) {
  console.log(`› ${command} ${options.join(' ')}`)
  const { status } = spawnSync(command, options, { stdio: 'inherit' })
  if (status !== 0) failed += 1
}
process.exitCode = failed === 0 ? 0 : 1
