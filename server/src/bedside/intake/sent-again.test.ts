import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DeviceMessage, readDeviceMessage, receivedAt } from '../../../test/support/device-messages.ts'
import { startTestPanel, type TestPanel } from '../../testing.ts'
import { IntakeQueue } from './intake-queue.ts'
import { decodeMessage } from './messages.ts'
import { computeReadingId } from './reading-id.ts'

/**
 * The time and id of each reading in the messages of devices, as version 1 of the digest stored them for this hospital.
 * If one changed, a reading that is sent again after an update would be stored twice.
 */
const kept = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../test/kept-ids.json'), 'utf8'),
) as Record<string, [measuredAt: string, id: string][]>
const pinnedHospital = '0193a000-0000-7000-8000-00000000000a'

const toMessage = ({ topic, payload }: DeviceMessage) => ({
  topic,
  payload: Buffer.from(JSON.stringify(payload)),
  receivedAt,
  sender: null,
})
const decodeMeasurements = (name: string) =>
  decodeMessage(toMessage(readDeviceMessage(name))).decoded?.measurements ?? []

let panel: TestPanel
beforeAll(async () => {
  panel = await startTestPanel()
})
afterAll(() => panel.close())

test.each(Object.keys(kept))(
  'the readings of %s have the ids and times under which version 1 stored them',
  (name) => {
    expect(
      decodeMeasurements(name).map((one) => [
        new Date(one.reportedAt).toISOString(),
        computeReadingId(pinnedHospital, one),
      ]),
    ).toEqual(kept[name])
  },
)

test('a reading that an earlier version stored is known when any decoder reads it again', async () => {
  const { root, clock } = panel
  const { id: hospital_id } = await root.selectFrom('hospitals').select('id').executeTakeFirstOrThrow()
  const names = Object.keys(kept)
  const rows = names.flatMap(decodeMeasurements).map((one) => ({
    id: computeReadingId(hospital_id, one),
    hospital_id,
    measured_at: new Date(one.reportedAt).toISOString(),
    received_at: new Date(receivedAt).toISOString(),
    kind: one.kind,
    source: one.source,
    mac: one.mac,
    waits_for: 'device',
  }))
  // Some of the messages contain the same reading.
  await root
    .insertInto('readings')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const count = () => root.selectFrom('readings').select(['id', 'measured_at']).execute()
  const before = await count()
  const queue = new IntakeQueue({ root, clock, channels: [], log: () => {} })
  for (const name of names)
    await queue.ingestMessage({
      hospitalId: hospital_id,
      keyId: null,
      message: toMessage(readDeviceMessage(name)),
    })
  expect((await count()).length).toBe(before.length)
})
