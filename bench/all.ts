import { parseArgs } from 'node:util'
import { measureWardBoard } from './board.ts'
import { measureBrowser } from './browser.ts'
import { measureChartCalls } from './charts.ts'
import { measureCommits } from './commits.ts'
import { measureErBoard } from './er-board.ts'
import { measureForms } from './forms.ts'
import { measureGrowth } from './growth.ts'
import { measureIngest, measureIngestGrowth } from './ingest.ts'
import { measureJobs } from './jobs.ts'
import { measureLive } from './live.ts'
import { measureLogin } from './login.ts'
import { measurePatients } from './patients.ts'
import { type BenchResult, formatMarkdown, keepsLimit } from './results.ts'
import { measureStart } from './start.ts'
import { measureStays } from './stays.ts'
import { measureTablets } from './tablets.ts'
import { measureUsers } from './users.ts'

/**
 * `quick` uses a tenth of the patients and of the time: it checks that the benches run, not how fast. `full` grows to
 * the largest promised size also where that takes an hour.
 */
export type Options = { quick: boolean; full: boolean; say: (text: string) => void }

const benches: Record<string, (options: Options) => Promise<BenchResult[]>> = {
  login: measureLogin,
  start: measureStart,
  patients: measurePatients,
  board: measureWardBoard,
  'er-board': measureErBoard,
  users: measureUsers,
  stays: measureStays,
  forms: measureForms,
  tablets: measureTablets,
  growth: measureGrowth,
  ingest: measureIngest,
  'ingest-growth': measureIngestGrowth,
  charts: measureChartCalls,
  live: measureLive,
  commits: measureCommits,
  jobs: measureJobs,
  browser: measureBrowser,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, full: { type: 'boolean', default: false } },
})
const unknownNames = positionals.filter((name) => !benches[name])
if (unknownNames.length > 0) {
  console.error(
    `No bench is called ${unknownNames.join(', ')}; there are ${Object.keys(benches).join(', ')}.`,
  )
  process.exit(2)
}

const names = positionals.length > 0 ? positionals : Object.keys(benches)
const lines: BenchResult[] = []
for (const name of names) {
  console.error(`› ${name}`)
  const measured = await benches[name]?.({
    quick: values.quick,
    full: values.full,
    say: (text) => console.error(`  ${text}`),
  })
  lines.push(...(measured ?? []))
}
console.log(formatMarkdown(lines))
const missed = lines.filter((line) => !keepsLimit(line)).length
console.log(`\n${missed === 0 ? 'all limits kept' : `${missed} limits missed`}`)
process.exitCode = missed === 0 ? 0 : 1
