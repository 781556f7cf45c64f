import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Starts a server as a test run does, and prints its URL. */
const script = `
  import { startTestServer } from ${JSON.stringify(import.meta.resolve('../support/test-server.ts'))}
  console.log((await startTestServer()).url)
  setInterval(() => {}, 1_000)`

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'a test run that ends by %s leaves neither its database server nor its data',
  async (signal) => {
    const run = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = (await once(run.stdout, 'data')) as [Buffer]
    const data = new URLSearchParams(line.toString().trim().split('?')[1]).get('host') ?? ''
    const serverId = Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0])
    expect(isAlive(serverId)).toBe(true)
    run.kill(signal)
    await once(run, 'exit')
    await expect.poll(() => isAlive(serverId)).toBe(false)
    await expect.poll(() => existsSync(data)).toBe(false)
  },
)

function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0)
  } catch {
    return false
  }
}
