import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { ingest } from 'contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Root } from '../../src/db/database.ts'
import { describeTestDatabase, openTestDatabase, runOnServer } from '../../src/testing.ts'
import { findFreePort } from '../support/free-port.ts'
import { startPanelProcess } from '../support/panel-process.ts'
import { addSender } from '../support/sender-key.ts'
import { giveDevices, type WornDevice } from '../support/worn-devices.ts'

const kills = 20
const senders = 3
const minuteMs = 60_000

let root: Root
let worn: WornDevice[]
let key: string
let port: number
const database = `killed_${randomBytes(6).toString('hex')}`
const { direct, settings } = describeTestDatabase(database)

beforeAll(async () => {
  await runOnServer(direct, `create database ${database} template panel_template`)
  root = openTestDatabase(database, 2)
  worn = await giveDevices(root, kills, new Date(Date.now() - 60 * minuteMs).toISOString())
  key = await addSender(root, worn[0]?.hospitalId ?? '')
  port = await findFreePort()
})
afterAll(async () => {
  await root.destroy()
  await runOnServer(direct, `drop database ${database} with (force)`)
})

const start = () =>
  startPanelProcess({
    PORT: String(port),
    ...settings,
    CALLS_PER_MINUTE: '0',
    LOG_LEVEL: 'silent',
  })

type Acknowledged = { id: string; status: string }

/** Sends the same batch again and again until it is acknowledged, as a gateway does. */
async function postBatch(batch: object[], sentAt: string): Promise<Acknowledged[]> {
  for (;;) {
    try {
      const response = await fetch(`http://127.0.0.1:${port}${ingest.readings.path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ sent_at: sentAt, readings: batch }),
      })
      const answer = (await response.json()) as { results?: { _id: string; status: string }[] }
      if (answer.results) return answer.results.map(({ _id, status }) => ({ id: _id, status }))
    } catch {
      // The panel is not running, or was killed while it answered.
    }
    await sleep(10)
  }
}

test('after twenty kills in the middle of ingest, every acknowledged reading is there once and every due alarm was raised once', {
  timeout: 1_800_000,
}, async () => {
  const began = Date.now()
  const acknowledged: Acknowledged[] = []
  let batches = 0
  let round = 0
  let isOver = false
  const send = async (sender: number) => {
    // No two readings of a device have the same time.
    let instant = 0
    while (!isOver) {
      instant = Math.max(instant + 1, Math.ceil(Date.now() / senders))
      const sentAt = new Date().toISOString()
      const readings = worn.map(({ mac }, at) => ({
        device: mac,
        kind: 'temperature',
        measured_at: new Date(instant * senders + sender).toISOString(),
        // One more patient has a high fever after each kill, and keeps it.
        temperature: at < round ? 41.5 : 37,
      }))
      acknowledged.push(...(await postBatch(readings, sentAt)))
      batches += 1
    }
  }
  let server = start()
  const sending = Promise.all(Array.from({ length: senders }, (_, sender) => send(sender)))
  for (round = 1; round <= kills; round++) {
    const before = batches
    while (batches < before + 2 * senders) await sleep(5)
    // It happens at another point of the work each time.
    await sleep((round * 7) % 23)
    server.kill('SIGKILL')
    await once(server, 'exit')
    server = start()
  }
  isOver = true
  await sending
  server.kill('SIGTERM')
  await once(server, 'exit')

  expect(acknowledged.filter(({ status }) => status !== 'stored' && status !== 'known')).toEqual([])
  const { rows } = await sql<{ id: string; times: number }>`
    select id, count(*)::int as times from readings where mac like 'aabbccdd%' group by id`.execute(root)
  expect(rows.filter(({ times }) => times !== 1)).toEqual([])
  expect(rows.map(({ id }) => id).sort()).toEqual(acknowledged.map(({ id }) => id).sort())
  // There are as many patients as kills; the first one's fever began before the first kill.
  const { rows: raised } = await sql<{ patient_id: string; alarms: number; steps: number }>`
    select a.patient_id, count(distinct a.id)::int as alarms, count(s.id)::int as steps
    from alarms a join alarm_steps s on s.alarm_id = a.id and s.step = 'raised'
    where a.rule = 'temperature-high' and a.patient_id = any(${worn.map((one) => one.patientId)}::uuid[])
      and a.raised_at >= ${new Date(began).toISOString()}
    group by a.patient_id`.execute(root)
  expect(raised).toHaveLength(kills)
  expect(raised.filter(({ alarms, steps }) => alarms !== 1 || steps !== 1)).toEqual([])
})
