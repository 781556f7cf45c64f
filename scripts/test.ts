import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildScreensIfStale } from './build-screens.ts'

/**
 * Runs rules, endpoints and screens first, with the given options of Vitest, then the browser tests. At the end it says
 * again what failed, with the page that a failed browser test saw last. Always ends with the line `N passed, N failed`;
 * a run that leaves no results file counts as one failure.
 */

const folder = mkdtempSync(join(tmpdir(), 'panel-results-'))
const top = join(import.meta.dirname, '..')

/** What a suite came to. `failures`: what is known of each failed test, and of what failed outside of tests. */
export type Results = { passed: number; failed: number; failures: string[] }

/** A run that has not ended by then hangs. */
const limitMs = 3 * 60 * 60_000

/** The most lines of one failure. */
const maxLines = 100

function run(command: string, options: string[], environment: Record<string, string>): boolean {
  const { status } = spawnSync(command, options, {
    cwd: top,
    stdio: 'inherit',
    // The run starts a panel dozens of times: each takes what an earlier one has compiled.
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled'), ...environment },
    timeout: limitMs,
    killSignal: 'SIGKILL',
  })
  return status === 0
}

/** What a results file says; one failure if a run broke off before it wrote one. */
function readResults(file: string, isClean: boolean, read: (written: never) => Results): Results {
  let results: Results = { passed: 0, failed: 0, failures: [] }
  try {
    results = read(JSON.parse(readFileSync(file, 'utf8')) as never)
  } catch (error) {
    isClean = false
    results.failures.push(String(error))
  }
  // A suite that failed outside its tests has failed too.
  return isClean ? results : { ...results, failed: Math.max(1, results.failed) }
}

function runVitest(): Results {
  const file = join(folder, 'vitest.json')
  const reporters = ['--reporter=default', `--reporter=${join(import.meta.dirname, 'vitest-results.ts')}`]
  const isClean = run('vitest', ['run', ...process.argv.slice(2), ...reporters], { VITEST_RESULTS: file })
  return readResults(file, isClean, (results: Results) => results)
}

/** The parts of Playwright's results that are read. */
type JourneyError = { message?: string }
type Journey = {
  title: string
  tests: {
    results: { status: string; errors: JourneyError[]; attachments: { name: string; path?: string }[] }[]
  }[]
}
type JourneySuite = { title: string; suites?: JourneySuite[]; specs: (Journey & { ok: boolean })[] }
type JourneyResults = {
  suites: JourneySuite[]
  errors: JourneyError[]
  stats: { expected: number; flaky: number; unexpected: number }
}

async function runJourneys(): Promise<Results> {
  try {
    await buildScreensIfStale()
  } catch (error) {
    return { passed: 0, failed: 1, failures: [`The screens were not built. ${String(error)}`] }
  }
  const file = join(folder, 'playwright.json')
  const isClean = run('playwright', ['test', '--config', 'e2e', '--reporter', 'list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  })
  return readResults(file, isClean, ({ stats, suites, errors }: JourneyResults) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    failures: [...suites.flatMap(listFailures), ...errors.map(({ message }) => message ?? '')],
  }))
}

function listFailures({ title, suites = [], specs }: JourneySuite): string[] {
  const failed = specs.filter(({ ok }) => !ok)
  return [...failed.map(describeJourney), ...suites.flatMap(listFailures)].map((one) => `${title} › ${one}`)
}

function describeJourney({ title, tests }: Journey): string {
  const results = tests.flatMap((test) => test.results)
  const said = results.flatMap(({ errors }) => errors.map(({ message }) => message ?? ''))
  const pages = results.flatMap(({ attachments }) =>
    attachments.flatMap(({ name, path }) => (name === 'error-context' && path ? [readLastPage(path)] : [])),
  )
  return [title, ...said, ...pages].join('\n')
}

/** What was on the page when a journey failed. */
function readLastPage(path: string): string {
  return /```yaml\n[^]*?```/.exec(readFileSync(path, 'utf8'))?.[0] ?? ''
}

function shorten(failure: string): string {
  const lines = failure.split('\n')
  const rest = lines.length - maxLines
  return rest > 0 ? [...lines.slice(0, maxLines), `… and ${rest} more lines`].join('\n') : failure
}

try {
  const suites = [runVitest(), await runJourneys()]
  const passed = suites.reduce((sum, suite) => sum + suite.passed, 0)
  const failed = suites.reduce((sum, suite) => sum + suite.failed, 0)
  const failures = suites.flatMap((suite) => suite.failures)
  for (const failure of failures) console.log(`✗ ${shorten(failure)}\n`)
  for (const failure of failures) console.log(`✗ ${failure.split('\n', 1)[0]}`)
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
