import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildScreensIfStale } from './build-screens.ts'

/**
 * Runs rules, endpoints and screens first, then the browser tests. Always ends with the line `N passed, N failed`; a
 * run that leaves no results file counts as one failure.
 */

const folder = mkdtempSync(join(tmpdir(), 'panel-results-'))
const top = join(import.meta.dirname, '..')

type Counts = { passed: number; failed: number }

/** A run that has not ended by then hangs. */
const limitMs = 3 * 60 * 60_000

function run(command: string, options: string[], environment: Record<string, string> = {}): boolean {
  const { status } = spawnSync(command, options, {
    cwd: top,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
    timeout: limitMs,
    killSignal: 'SIGKILL',
  })
  return status === 0
}

/** The counts in a results file; one failure if a run broke off before it wrote one. */
function readCounts(file: string, isClean: boolean, read: (results: never) => Counts): Counts {
  let counts = { passed: 0, failed: 0 }
  try {
    counts = read(JSON.parse(readFileSync(file, 'utf8')) as never)
  } catch {
    isClean = false
  }
  // A suite that failed outside its tests has failed too.
  return isClean ? counts : { ...counts, failed: Math.max(1, counts.failed) }
}

function runVitest(): Counts {
  const file = join(folder, 'vitest.json')
  const isClean = run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`])
  type Results = { numPassedTests: number; numFailedTests: number }
  return readCounts(file, isClean, ({ numPassedTests, numFailedTests }: Results) => ({
    passed: numPassedTests,
    failed: numFailedTests,
  }))
}

async function runJourneys(): Promise<Counts> {
  try {
    await buildScreensIfStale()
  } catch (error) {
    console.error(error)
    return { passed: 0, failed: 1 }
  }
  const file = join(folder, 'playwright.json')
  const isClean = run('playwright', ['test', '--config', 'e2e', '--reporter', 'list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  })
  type Results = { stats: { expected: number; flaky: number; unexpected: number } }
  return readCounts(file, isClean, ({ stats }: Results) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
  }))
}

try {
  const suites = [runVitest(), await runJourneys()]
  const passed = suites.reduce((sum, suite) => sum + suite.passed, 0)
  const failed = suites.reduce((sum, suite) => sum + suite.failed, 0)
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
