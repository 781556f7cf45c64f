import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, patients, signIn } from 'contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword, demoUsers } from '../../src/testing.ts'
import { makeDataFolder } from '../support/data-folder.ts'
import { startPanelProcess } from '../support/panel-process.ts'

let folder: string
beforeAll(async () => {
  folder = await makeDataFolder('killed')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const start = () => startPanelProcess({ DATA_DIR: folder })

test('after a kill at any time of the first start, the next start is complete', async () => {
  for (const afterMs of [200, 500, 800, 1_100, 1_400, 1_800, 2_200]) {
    const server = start()
    await sleep(afterMs)
    server.kill('SIGKILL')
    await once(server, 'exit')
  }
  const server = start()
  const base = await server.origin
  // On a machine with much other work it may answer for a while that it is busy.
  await expect.poll(async () => (await fetch(`${base}/readyz`)).status).toBe(200)
  const call = createClient({ fetch, base, session: () => undefined })
  const { staff_type } = await call(signIn.staffTypes, {})
  const type = staff_type.find(({ en_name }) => en_name === 'Nurse')?._id ?? ''
  const { user } = await call(signIn.signIn, { user_name: demoUsers.nurse, type, password: demoPassword })
  const session = { server_token: user.server_token, user_id: user._id }
  const nurse = createClient({ fetch, base, session: () => session })
  const { total, rows } = await nurse(patients.list, { number_of_rec: 100 })
  expect(total).toBeGreaterThan(50)
  expect(rows).toHaveLength(total)
  server.kill('SIGTERM')
  await once(server, 'exit')
})
