import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { ingest } from 'contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Root } from '../../src/db/database.ts'
import { describeTestDatabase, openTestDatabase, runOnServer } from '../../src/testing.ts'
import { type PanelProcess, startPanelProcess } from '../support/panel-process.ts'
import { addSender } from '../support/sender-key.ts'
import { giveDevices } from '../support/worn-devices.ts'

const database = `set_back_${randomBytes(6).toString('hex')}`
const { direct, settings } = describeTestDatabase(database)
let root: Root
let panel: PanelProcess | undefined

beforeAll(async () => {
  await runOnServer(direct, `create database ${database} template panel_template`)
  root = openTestDatabase(database, 2)
})
afterAll(async () => {
  if (panel?.kill('SIGTERM')) await once(panel, 'exit')
  await root.destroy()
  await runOnServer(direct, `drop database ${database} with (force)`)
})

const minutesAhead = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

test('a clock that was set back while the panel was stopped is told at its start, and devices stay with their present wearers', async () => {
  const longAgo = minutesAhead(-600)
  const [device, other] = await giveDevices(root, 2, longAgo)
  if (!device || !other) throw new Error('the demo hospital has too few patients')
  // What a panel leaves that ran by a clock two hours ahead, and noted a hand-over an hour before its end.
  const handedOver = minutesAhead(60)
  await root
    .insertInto('listening')
    .values({ since: longAgo, heard_at: minutesAhead(120) })
    .execute()
  await root
    .updateTable('device_assignments')
    .set({ during: `[${longAgo},${handedOver})` })
    .where('device_id', '=', device.deviceId)
    .execute()
  await root
    .insertInto('device_assignments')
    .values({
      id: '0193b000-0000-7000-a000-000000000000',
      hospital_id: device.hospitalId,
      device_id: device.deviceId,
      patient_id: other.patientId,
      during: `[${handedOver},)`,
    })
    .execute()
  const key = await addSender(root, device.hospitalId)

  panel = startPanelProcess({ ...settings, SIMULATE: '0', LOG_LEVEL: 'silent' })
  const origin = await panel.origin
  const readJump = async () => {
    const health = (await (await fetch(`${origin}/healthz`)).json()) as {
      clock_jump?: { by_seconds: number }
    }
    return health.clock_jump?.by_seconds
  }
  // It is as much as it was set back, less what has passed since. A panel that is busy says so at first.
  await expect.poll(readJump).toBeLessThan(-3_600)
  const send = async () => {
    const response = await fetch(`${origin}${ingest.readings.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        sent_at: new Date(),
        readings: [{ device: device.mac, kind: 'spo2', measured_at: new Date(), spo2: 78 }],
      }),
    })
    return response.json()
  }
  await expect.poll(send).toMatchObject({ results: [{ status: 'stored' }] })
  const stored = await root
    .selectFrom('readings')
    .select('patient_id')
    .where('device_id', '=', device.deviceId)
    .execute()
  expect(stored).toEqual([{ patient_id: other.patientId }])
  const alarms = await root
    .selectFrom('alarms')
    .select(['patient_id', 'severity'])
    .where('device_id', '=', device.deviceId)
    .execute()
  expect(alarms).toEqual([{ patient_id: other.patientId, severity: 'high' }])
})
