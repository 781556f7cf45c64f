import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDataFolder } from '../support/data-folder.ts'
import { findFreePort } from '../support/free-port.ts'
import { startPanelProcess } from '../support/panel-process.ts'

let folder: string
beforeAll(async () => {
  folder = await makeDataFolder('demo-host')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Whether a server listens there. */
function isHeard(host: string, port: number): Promise<boolean> {
  const socket = connect(port, host)
  return new Promise((resolve) => {
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
  }).finally(() => socket.destroy()) as Promise<boolean>
}

test('a demo hospital can be reached from this machine only, unless HOST opens it', async () => {
  // A host of this machine at which a server that listens at 127.0.0.1 cannot be reached.
  const another = '127.0.0.2'
  for (const [HOST, isOpen] of [
    ['', false],
    ['0.0.0.0', true],
  ] as const) {
    const mqttPort = await findFreePort()
    const panel = startPanelProcess({ DATA_DIR: folder, HOST, MQTT_PORT: String(mqttPort), SIMULATE: '0' })
    const origin = await panel.origin
    // On a machine with much other work it may answer for a while that it is busy.
    await expect.poll(async () => (await fetch(`${origin}/healthz`)).status).toBe(200)
    for (const port of [Number(new URL(origin).port), mqttPort]) {
      expect(await isHeard('127.0.0.1', port)).toBe(true)
      expect(await isHeard(another, port)).toBe(isOpen)
    }
    panel.kill('SIGTERM')
    await once(panel, 'exit')
  }
})
