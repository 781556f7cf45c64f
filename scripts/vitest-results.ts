import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'
import type { Results } from './test.ts'

/** Writes what a run of Vitest came to into the file that `VITEST_RESULTS` names, errors outside of tests included. */
export default class VitestResults implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap(({ children }) => [...children.allTests()])
    const suites = modules.flatMap(({ children }) => [...children.allSuites()])
    const failed = tests.filter((test) => test.result().state === 'failed')
    const results: Results = {
      passed: tests.filter((test) => test.result().state === 'passed').length,
      failed: failed.length,
      failures: [
        ...failed.map((test) => describe(test.module.moduleId, test.fullName, test.result().errors ?? [])),
        ...suites.map((suite) => describe(suite.module.moduleId, suite.fullName, suite.errors())),
        ...modules.map((module) => describe(module.moduleId, 'outside of its tests', module.errors())),
        ...unhandled.map((error) => describe(...findOrigin(error), [error])),
      ].filter((failure) => failure !== ''),
    }
    writeFileSync(process.env['VITEST_RESULTS'] ?? '', JSON.stringify(results))
  }
}

/** The file and the test that ran when nobody caught an error; Vitest cannot know whether they are its cause. */
function findOrigin({
  VITEST_TEST_PATH: file,
  VITEST_TEST_NAME: test,
  type,
}: SerializedError): [string, string] {
  const read = (value: unknown) => (typeof value === 'string' ? value : undefined)
  return [read(file) ?? '', `${read(type) ?? 'Unhandled error'} during ${read(test) ?? 'no test'}`]
}

function describe(file: string, name: string, errors: readonly SerializedError[]): string {
  if (errors.length === 0) return ''
  const said = errors.flatMap(({ stack, message, cause }) => [
    stack ?? message,
    ...(cause ? [`Caused by: ${cause.stack ?? cause.message}`] : []),
  ])
  const lines = said
    .join('\n')
    .split('\n')
    .filter((line) => !line.includes('node_modules/vitest/'))
  return [`${relative(process.cwd(), file)} › ${name}`, ...lines].join('\n')
}
