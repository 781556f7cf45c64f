import { type Alarm, alarms, ingest, monitoring, readings } from 'contract'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeMessage, ingestMessages } from '../bedside/intake/messages.ts'
import { inHospital } from '../db/database.ts'
import { startTestPanel, type TestPanel, testNow } from '../testing.ts'
import { ingestHistory } from './history.ts'
import { deviceMacs } from './hospital.ts'
import { listMessages } from './messages.ts'
import { minute } from './plan.ts'
import { createCalmPlan, createLivePlan } from './script.ts'

const begins = Date.parse(testNow)
const cycle = 30 * minute
const iso = (at: number) => new Date(at).toISOString()

let panel: TestPanel
let hospitalId: string
beforeAll(async () => {
  panel = await startTestPanel()
  hospitalId = (await panel.root.selectFrom('hospitals').select('id').executeTakeFirstOrThrow()).id
})
afterAll(() => panel.close())

const everyAlarm = async () => (await (await panel.as('nurse'))(alarms.list, { number_of_rec: 100 })).rows
const getBed = ({ patient }: Alarm) => patient?.bed

describe('two calm days', () => {
  const { signal: stopped } = new AbortController()
  const plan = createCalmPlan(1, begins)
  const count = async () => {
    const { total } = await panel.root
      .selectFrom('readings')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return total
  }

  test('are there before the devices send, with no alarm left to acknowledge', async () => {
    await ingestHistory({ root: panel.root, hospitalId, plan, stopped })
    expect(await count()).toBeGreaterThan(3000)
    const raised = await everyAlarm()
    expect(raised.filter(({ state }) => state === 'active')).toEqual([])
    expect(raised.filter(({ state }) => state === 'acknowledged').map(({ rule }) => rule)).toEqual([
      'temperature-high',
    ])
    expect(
      raised
        .filter(({ state }) => state === 'cleared')
        .map(({ rule }) => rule)
        .sort(),
    ).toEqual(['news2', 'spo2-low', 'temperature-high'])
  })

  test('have an early-warning score for everybody whose device measures the rest of it', async () => {
    const { tiles } = await (await panel.as('nurse'))(monitoring.wall, {})
    const scored = tiles.filter(({ latest }) => latest.some(({ vital }) => vital === 'news2'))
    expect(scored.map(({ patient }) => `${patient.ward?.name_en} ${patient.bed}`)).toContain(
      'Male Medical 03',
    )
  })

  test('have values of everybody in a bed from the last round, or from their arrival', async () => {
    const { rows } = await (await panel.as('nurse'))(monitoring.wardBoard, { number_of_rec: 100 })
    expect(rows.length).toBeGreaterThan(40)
    const unmeasured = rows.filter(({ latest }) => {
      const respiration = latest.find(({ vital }) => vital === 'respiration_rate')
      return !respiration || Date.parse(respiration.measured_at) <= begins - 4 * 60 * minute
    })
    expect(unmeasured.map(({ patient: { ward, bed } }) => `${ward?.name_en} ${bed}`)).toEqual([])
    const newborn = rows.find(({ patient: { bed } }) => bed === 'C1')
    expect(newborn?.latest.map(({ vital }) => vital)).not.toContain('blood_pressure')
  })

  test('leave nothing in the inbox or in quarantine', async () => {
    const nurse = await panel.as('nurse')
    expect((await nurse(readings.inbox, {})).total).toBe(0)
    expect((await nurse(ingest.quarantine, {})).total).toBe(0)
  })

  test('are not sent twice', async () => {
    const before = await count()
    await ingestHistory({ root: panel.root, hospitalId, plan, stopped })
    expect(await count()).toBe(before)
  })
})

describe('half an hour of the demo hospital', () => {
  let raised: Alarm[]
  beforeAll(async () => {
    for (const together of Map.groupBy(
      listMessages(createLivePlan(1, begins), begins, begins + cycle),
      ({ at }) => Math.floor(at / 5000),
    ).values()) {
      const now = iso(together.at(-1)?.at ?? 0)
      await inHospital(panel.root, hospitalId, (tx) =>
        ingestMessages(
          { tx, hospitalId, now, newId, emit: () => {}, channels: [] },
          together.map(({ topic, payload, at }) =>
            decodeMessage({ topic, payload: Buffer.from(payload), receivedAt: at, sender: 'Simulator' }),
          ),
        ),
      )
    }
    panel.wait(cycle)
    raised = (await everyAlarm()).filter(({ raised_at }) => Date.parse(raised_at) >= begins)
  })

  test('has one alarm for each event, and no other', () => {
    expect(
      raised.map(({ rule, patient }) => `${rule} ${patient?.ward?.name_en} ${patient?.bed}`).sort(),
    ).toEqual([
      'fall Female Medical 01',
      'news2 Male Medical 03',
      'sos Emergency Room R2',
      'spo2-low Male Medical 03',
    ])
  })

  test('late readings of a gateway are stored with their own time, and raise no alarm', async () => {
    const { id } = await panel.root
      .selectFrom('devices')
      .innerJoin('device_assignments', 'device_assignments.device_id', 'devices.id')
      .select('patient_id as id')
      .where('mac', '=', '02d0c0000012')
      .executeTakeFirstOrThrow()
    const { rows } = await (await panel.as('nurse'))(readings.history, {
      patient_id: id,
      kinds: ['spo2'],
      number_of_rec: 100,
      from: iso(begins + 14 * minute),
      to: iso(begins + 16 * minute),
    })
    const low = rows.filter(({ spo2 }) => (spo2 ?? 100) < 90)
    expect(low.length).toBeGreaterThan(0)
    for (const { measured_at, received_at, timing } of low) {
      expect(timing).toBe('told')
      expect(Date.parse(received_at) - Date.parse(measured_at)).toBeGreaterThan(10 * minute)
    }
    expect(raised.filter((alarm) => alarm.patient?._id === id)).toEqual([])
  })

  test('a call for help has a position', () => {
    const located = raised.filter(({ lat }) => lat !== null)
    expect(new Set(located.map(getBed))).toEqual(new Set(['01', 'R2']))
  })

  test('readings of an unworn device wait in the inbox, and a broken message in quarantine', async () => {
    const nurse = await panel.as('nurse')
    const { rows } = await nurse(readings.inbox, {})
    expect(rows.map(({ kind, waits_for, device }) => `${kind} ${waits_for} ${device?.mac}`).sort()).toEqual([
      'blood_pressure wearer 02d0c0000003',
      'pulse device undefined',
      // A watch that was given out this morning sends the sleep of the night before.
      'sleep wearer 860000000000045',
    ])
    const quarantine = await nurse(ingest.quarantine, {})
    expect(quarantine.rows.map(({ reason, sender }) => [reason, sender])).toEqual([['not-json', 'Simulator']])
  })

  test('a battery runs down and all other devices are heard', async () => {
    const devices = await panel.root
      .selectFrom('devices')
      .select(['mac', 'kind', 'battery', 'status'])
      .where('retired_at', 'is', null)
      .execute()
    expect(devices.filter(({ battery }) => battery !== null && battery <= 15).map(({ mac }) => mac)).toEqual([
      deviceMacs.getWatchMac('ICU 01'),
    ])
    expect(devices.filter(({ status }) => status !== 'connected').map(({ mac }) => mac)).toEqual([])
  })
})
