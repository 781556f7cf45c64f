import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Options } from './all.ts'
import type { BenchResult } from './results.ts'

const size = fileURLToPath(new URL('../web/scripts/size.ts', import.meta.url))
const limitKb = 210

/** What a browser loads for the login page. A script of the web workspace knows which files these are. */
export async function measureLogin({ say }: Options): Promise<BenchResult[]> {
  const printed = await new Promise<string>((done) => {
    execFile(process.execPath, [size], (_error, output, complaint) => done(output + complaint))
  })
  const kb = /([\d.]+) KB {2}on \/login/.exec(printed)?.[1]
  if (kb === undefined) throw new Error(`the size of the login page could not be measured:\n${printed}`)
  say(`${kb} KB`)
  return [{ what: 'login page, gzipped JavaScript', value: Number(kb), unit: 'KB', limit: limitKb }]
}
