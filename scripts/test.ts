import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildScreensIfStale } from './build-screens.ts'

/** Rules, endpoints and screens first, then the journeys in a browser. Ends with the line `N passed, N failed`. */

const folder = mkdtempSync(join(tmpdir(), 'panel-results-'))
const top = join(import.meta.dirname, '..')

type Counts = { passed: number; failed: number }

function run(command: string, options: string[], environment: Record<string, string> = {}): boolean {
  const { status } = spawnSync(command, options, {
    cwd: top,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  })
  return status === 0
}

function vitest(): Counts {
  const file = join(folder, 'vitest.json')
  const isClean = run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`])
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(file, 'utf8'))
  return { passed: numPassedTests, failed: atLeastOne(numFailedTests, isClean) }
}

function journeys(): Counts {
  const file = join(folder, 'playwright.json')
  const isClean = run('playwright', ['test', '--config', 'e2e', '--reporter', 'list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  })
  const { stats } = JSON.parse(readFileSync(file, 'utf8'))
  return { passed: stats.expected + stats.flaky, failed: atLeastOne(stats.unexpected, isClean) }
}

/** A suite that failed outside its tests has failed all the same. */
function atLeastOne(failed: number, isClean: boolean): number {
  return isClean ? failed : Math.max(1, failed)
}

try {
  const suites = [vitest()]
  await buildScreensIfStale()
  suites.push(journeys())
  const passed = suites.reduce((sum, suite) => sum + suite.passed, 0)
  const failed = suites.reduce((sum, suite) => sum + suite.failed, 0)
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
