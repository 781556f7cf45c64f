import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getListeningPort } from '../../src/process/listening-port.ts'
import { describeTestDatabase, runOnServer } from '../../src/testing.ts'
import { startPanelProcess } from '../support/panel-process.ts'

const name = `closing_${randomBytes(6).toString('hex')}`
const { direct, settings } = describeTestDatabase(name)

beforeAll(() => runOnServer(direct, `create database ${name} template panel_template`))
afterAll(() => runOnServer(direct, `drop database ${name} with (force)`))

test('a panel whose device port is taken still ends when it is told to', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const port = getListeningPort(taken)
  const panel = startPanelProcess({ ...settings, MQTT_PORT: String(port) })
  await panel.origin
  panel.kill('SIGTERM')
  const [code] = await once(panel, 'exit')
  expect(code).toBe(0)
  taken.close()
})
