import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { describeTestDatabase, runOnServer } from '../../src/testing.ts'
import { findFreePort } from '../support/free-port.ts'
import { type PanelProcess, startPanelProcess } from '../support/panel-process.ts'

const name = `files_${randomBytes(6).toString('hex')}`
const { direct, settings } = describeTestDatabase(name)
const idle: Socket[] = []
let panel: PanelProcess

beforeAll(() => runOnServer(direct, `create database ${name} template panel_template`))
afterEach(async () => {
  for (const socket of idle.splice(0)) socket.destroy()
  if (panel.kill('SIGTERM')) await once(panel, 'exit')
})
afterAll(() => runOnServer(direct, `drop database ${name} with (force)`))

async function start(openFiles: number): Promise<{ http: number; mqtt: number }> {
  const mqtt = await findFreePort()
  panel = startPanelProcess({ ...settings, MQTT_PORT: String(mqtt) }, { openFiles })
  return { http: Number(new URL(await panel.origin).port), mqtt }
}

/** Connects and sends nothing; settles when the panel has accepted or closed the connection. */
async function openIdleConnections(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  idle.push(socket)
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => {})
}

const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  )

/**
 * Whether the panel is still running after some seconds. One that fails ends within one, by the timer that reads its
 * memory.
 */
async function outlives(seconds: number): Promise<boolean> {
  const before = process.hrtime.bigint()
  while (process.hrtime.bigint() - before < BigInt(seconds) * 1_000_000_000n && panel.exitCode === null)
    await new Promise((resolve) => setTimeout(resolve, 100))
  return panel.exitCode === null
}

test('three hundred idle clients take no more connections than there are files for, and are disconnected', async () => {
  const { http, mqtt } = await start(128)
  for (let count = 0; count < 150; count++)
    await Promise.all([openIdleConnections(http), openIdleConnections(mqtt)])
  expect(await outlives(2)).toBe(true)
  for (const socket of idle.splice(0)) socket.destroy()
  await expect.poll(() => isReady(http)).toBe(true)
})

test('a panel that has no file left at all keeps running, and answers when it has some again', async () => {
  const { http } = await start(1_024)
  const limit = (files: number) =>
    promisify(execFile)('prlimit', [`--pid=${panel.pid}`, `--nofile=${files}:1024`])
  await limit(40)
  for (let count = 0; count < 100; count++) await openIdleConnections(http)
  expect(await outlives(2)).toBe(true)
  for (const socket of idle.splice(0)) socket.destroy()
  await limit(1_024)
  await expect.poll(() => isReady(http)).toBe(true)
})
