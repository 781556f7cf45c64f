import { alarms, devices, type ReadingKind, type ReadingValues } from 'contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addDevice,
  ingestOnOtherNode,
  startTestBedside,
  type TestBedside,
  type TestPatient,
} from '../../../test/support/bedside.ts'

let bedside: TestBedside
beforeAll(async () => {
  bedside = await startTestBedside()
})
afterAll(() => bedside.panel.close())

/**
 * Holds back all commits and starts these acts one after the other: each next one starts when the one before waits for
 * a lock.
 */
async function atOnce(...acts: (() => Promise<unknown>)[]) {
  const { root } = bedside.panel
  await root.connection().execute(async (one) => {
    await sql`begin`.execute(one)
    await sql`select from event_counts where hospital_id = ${bedside.hospitalId} for update`.execute(one)
    const running: Promise<unknown>[] = []
    for (const act of acts) {
      running.push(act())
      await expect.poll(waiting, { interval: 10 }).toBe(running.length)
    }
    await sql`commit`.execute(one)
    await Promise.all(running)
  })
}

/** How many connections wait for a lock that another connection holds. */
async function waiting() {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(bedside.panel.root)
  return rows[0]?.count
}

const closes = async (patient: TestPatient) => {
  const { _id } = await patient.findOpenAlarm()
  return () => bedside.nurse(alarms.clear, { _id, note: 'Seen to' })
}

test('an alarm that a person closes stays closed, even if its value returns to normal at the same time', async () => {
  const patient = await bedside.addPatient()
  await patient.send({ kind: 'temperature', temperature: 42, minutesAgo: 3 })
  await atOnce(await closes(patient), () => patient.send({ kind: 'temperature', temperature: 37 }))
  expect(await patient.listAlarms()).toMatchObject([
    { state: 'cleared', clearing: 'person', severity: 'high' },
  ])
})

test('a worse value raises an alarm, even if a person closes the earlier alarm at the same time', async () => {
  const patient = await bedside.addPatient()
  await patient.send(
    { kind: 'temperature', temperature: 39, minutesAgo: 4 },
    { kind: 'temperature', temperature: 39, minutesAgo: 3 },
  )
  await atOnce(await closes(patient), () => patient.send({ kind: 'temperature', temperature: 42 }))
  expect(await patient.listAlarms()).toMatchObject([
    { state: 'active', severity: 'high', value: 42 },
    { state: 'cleared', severity: 'medium', last_value: 39 },
  ])
})

test('a call for help raises an alarm, even if a person closes the earlier one at the same time', async () => {
  const patient = await bedside.addPatient()
  await patient.send({ kind: 'sos', minutesAgo: 3 })
  const { _id } = await patient.findOpenAlarm()
  await atOnce(
    () => bedside.nurse(alarms.clear, { _id, outcome: 'no-harm', note: 'Seen to' }),
    () => patient.send({ kind: 'sos' }),
  )
  expect(await patient.listAlarms()).toMatchObject([{ state: 'active' }, { state: 'cleared' }])
})

function onAnotherNode({ hn }: TestPatient, kind: ReadingKind, values: ReadingValues) {
  const { panel, hospitalId } = bedside
  const said = { kind, values, source: 'system', hn, reportedAt: panel.clock().getTime() } as const
  return () => ingestOnOtherNode(panel, hospitalId, said, true)
}

test('a score counts all of its parts when they arrive at several nodes at the same time', async () => {
  const patient = await bedside.addPatient()
  const round = [
    { kind: 'respiration', respiration_rate: 16 },
    { kind: 'spo2', spo2: 97 },
    { kind: 'pulse', pulse: 80 },
    { kind: 'blood_pressure', systolic: 118, diastolic: 74 },
    { kind: 'temperature', temperature: 37 },
    { kind: 'consciousness', consciousness: 'A', oxygen: false },
  ]
  await patient.send(...round.map((part) => ({ ...part, minutesAgo: 5 })))
  await atOnce(
    onAnotherNode(patient, 'respiration', { respiration_rate: 26 }),
    onAnotherNode(patient, 'spo2', { spo2: 93 }),
    onAnotherNode(patient, 'pulse', { pulse: 125 }),
  )
  const news2 = (await patient.listAlarms()).filter(({ rule }) => rule === 'news2')
  // 3 for respiration, which alone is of medium severity; 2 each for saturation and pulse make it high.
  expect(news2).toMatchObject([{ state: 'active', severity: 'high', value: 7 }])
})

test.each(['is noted first', 'is noted second'])(
  'a reading that arrives during a hand-over belongs to the next wearer when the hand-over %s',
  async (order) => {
    const former = await bedside.addPatient()
    const next = await bedside.addPatient()
    const { id, mac } = await addDevice(bedside, 'oximeter', { id: former.id, minutesAgo: 60 })
    const comes = () => bedside.send([{ device: mac, kind: 'spo2', spo2: 80, measured_at: bedside.at(3) }])
    const isNoted = () =>
      bedside.nurse(devices.assign, { device_id: id, patient_id: next.id, at: bedside.at(5) })
    await atOnce(...(order === 'is noted first' ? [isNoted, comes] : [comes, isNoted]))
    expect((await former.listAlarms()).filter(({ state }) => state !== 'cleared')).toEqual([])
    expect(await next.listAlarms()).toMatchObject([{ rule: 'spo2-low', state: 'active', value: 80 }])
  },
)
