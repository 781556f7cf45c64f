import { alarms as contract, estimateBirthDate, ingest } from 'contract'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ingestOnOtherNode } from '../../../test/support/bedside.ts'
import { readEventRange, readEvents } from '../../live/events.ts'
import { startTestPanel, type TestPanel, testNow } from '../../testing.ts'

let panel: TestPanel
let key: string
let patientId: string
let hn: string
let hospitalId: string

beforeAll(async () => {
  panel = await startTestPanel()
  key = (await (await panel.as('admin'))(ingest.addSender, { name: 'Ward' })).key
})
afterAll(() => panel.close())

/** A new patient for each test, whom nobody has measured: the history of an alarm cannot be undone. */
let next = 0
beforeEach(async () => {
  const ward = await panel.root
    .selectFrom('wards')
    .select(['id', 'hospital_id'])
    .orderBy('position')
    .executeTakeFirstOrThrow()
  next += 1
  patientId = newId()
  hn = `T-${next}`
  hospitalId = ward.hospital_id
  await panel.root
    .insertInto('patients')
    .values({
      id: patientId,
      hospital_id: hospitalId,
      number: 100_000 + next,
      hn,
      title: 'นาง',
      name: 'ทดสอบ',
      surname: hn,
      gender: 'female',
      date_of_birth: '1950-01-01',
      birth_date_precision: 'day',
      identity_kind: 'none',
      ward_id: ward.id,
      created_at: testNow,
      updated_at: testNow,
    })
    .execute()
})

let second = 0
/** Temperatures a second apart, in one batch, the last of them now. */
async function take(temperatures: readonly number[]) {
  second += temperatures.length
  await send(
    temperatures.map((temperature, at) => ({
      hn,
      kind: 'temperature',
      measured_at: new Date(
        Date.parse(testNow) - 300_000 + (second - temperatures.length + at) * 1000,
      ).toISOString(),
      temperature,
    })),
  )
}

async function send(sent: readonly object[]) {
  const response = await panel.fetch(ingest.readings.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ sent_at: testNow, readings: sent }),
  })
  expect(await response.json()).toMatchObject({ success: true })
}

const alarms = () =>
  panel.root
    .selectFrom('alarms')
    .select(['rule', 'severity', 'value', 'last_value', 'worst_value', 'clearing', 'ended_at'])
    .where('patient_id', '=', patientId)
    .orderBy('raised_at')
    .execute()

describe('the values of one batch', () => {
  test('raise an alarm, end it and continue it in the order in which they were measured', async () => {
    await take([39])
    await take([37, 39.2])
    expect(await alarms()).toMatchObject([
      { severity: 'medium', value: 39, worst_value: 39.2, last_value: 39.2, clearing: null, ended_at: null },
    ])
  })

  test('may go beyond the limit and back as often as they like', async () => {
    await take([39, 37, 39, 37, 41, 37, 39])
    expect(await alarms()).toMatchObject([
      // It shows the value that made it high; the newest value is the one with which it returned.
      { severity: 'high', value: 41, last_value: 39, clearing: null, ended_at: null },
    ])
  })

  test('leave every step in the history, though they are stored together', async () => {
    await take([39])
    await take([39, 37, 39, 37, 41, 37, 39])
    const { rows } = await sql<{ steps: string[] }>`
      select array_agg(s.step || coalesce(' ' || s.value, '') order by s.id) as steps
      from alarm_steps s join alarms a on a.id = s.alarm_id where a.patient_id = ${patientId}`.execute(
      panel.root,
    )
    expect(rows[0]?.steps).toEqual([
      'raised 39',
      'ended 37',
      'cleared',
      'returned 39',
      'ended 37',
      'cleared',
      'worsened 41',
      'ended 37',
      'returned 39',
    ])
  })
})

describe('the charts that are open', () => {
  const listNewEvents = async (since: number) =>
    (await readEvents(panel.root, hospitalId, since)).map(({ kind, data }) => ({ kind, data }))
  const newestEvent = async () => (await readEventRange(panel.root, hospitalId)).newest
  const sendAt = (measured_at: string) => send([{ hn, kind: 'temperature', measured_at, temperature: 36.8 }])

  test('hear of a late reading of a gateway, which is no newest value', async () => {
    await sendAt('2026-11-05T02:00:00Z')
    const before = await newestEvent()
    await sendAt('2026-11-05T01:00:00Z')
    expect(await listNewEvents(before)).toMatchObject([
      { kind: 'patients-outdated', data: { patient_ids: [patientId] } },
    ])
  })

  test('hear of whoever comes onto the wall by it: who was not measured for a day, in a bed', async () => {
    await panel.root.updateTable('patients').set({ an: 'T-1' }).where('id', '=', patientId).execute()
    const listKinds = async (measured_at: string, reading: object) => {
      const before = await newestEvent()
      await send([{ hn, measured_at, ...reading }])
      return (await listNewEvents(before)).map(({ kind }) => kind)
    }
    const warm = { kind: 'temperature', temperature: 36.8 }
    const expected = ['latest', 'patients-outdated']
    expect(await listKinds('2026-11-03T02:00:00Z', warm)).toEqual(['latest'])
    expect(await listKinds('2026-11-05T01:00:00Z', { kind: 'body', weight: 60 })).toEqual(['latest'])
    expect(await listKinds('2026-11-05T02:00:00Z', warm)).toEqual(expected)
    expect(await listKinds('2026-11-05T02:01:00Z', warm)).toEqual(['latest'])
    expect(await listKinds('2026-11-05T02:02:00Z', { kind: 'pulse', pulse: 70 })).toEqual(['latest'])
  })

  test('hear of a newest value by the value alone', async () => {
    await sendAt('2026-11-05T02:00:00Z')
    const before = await newestEvent()
    await sendAt('2026-11-05T02:01:00Z')
    expect((await listNewEvents(before)).map(({ kind }) => kind)).toEqual(['latest'])
  })
})

test('many messages at the same time raise one alarm', async () => {
  await Promise.all(Array.from({ length: 20 }, () => take([39.5])))
  expect(await alarms()).toHaveLength(1)
})

/** All parts of a score of 9: 3 each for respiration, saturation and pulse. */
const listRound = (of: string, measured_at: string) =>
  [
    { kind: 'respiration', respiration_rate: 26 },
    { kind: 'spo2', spo2: 90, pulse: 132 },
    { kind: 'blood_pressure', systolic: 118, diastolic: 74 },
    { kind: 'temperature', temperature: 37 },
    { kind: 'consciousness', consciousness: 'A', oxygen: false },
  ].map((reading) => ({ hn: of, measured_at, ...reading }))
const findScore = async (id: string) => {
  const scored = await panel.root
    .selectFrom('latest_values')
    .select('value')
    .where('patient_id', '=', id)
    .where('vital', '=', 'news2')
    .executeTakeFirst()
  return scored?.value
}

test('a round of NEWS2 that is sent late makes a score and raises no alarm', async () => {
  const measured_at = new Date(Date.parse(testNow) - 30 * 60_000).toISOString()
  await send([
    // A live value that is no part of the score does not make the score current.
    { hn, measured_at: testNow, kind: 'activity', steps: 3 },
    ...listRound(hn, measured_at),
  ])
  expect(await findScore(patientId)).toBe(9)
  expect(await alarms()).toEqual([])
})

test('a child, and a patient of unknown age, has no score for adults', async () => {
  const people = panel.root.selectFrom('patients').select(['id', 'hn']).limit(1)
  const child = await people.where('date_of_birth', '>', '2012-01-01').executeTakeFirstOrThrow()
  const stranger = await people.where('date_of_birth', 'is', null).executeTakeFirstOrThrow()
  for (const patient of [child, stranger]) {
    await send(listRound(patient.hn, testNow))
    expect(await findScore(patient.id)).toBeUndefined()
  }
})

test('an adult whose age is estimated has a score, and an infant is judged by the limits of infants', async () => {
  const estimate = (date_of_birth: string) =>
    panel.root
      .updateTable('patients')
      .set({ date_of_birth, birth_date_precision: 'estimated' })
      .where('id', '=', patientId)
      .execute()
  const listPulseAlarms = () =>
    panel.root
      .selectFrom('alarms')
      .select('rule')
      .where('patient_id', '=', patientId)
      .where('rule', 'like', 'pulse%')
      .execute()
  const measures = (pulse: number) => send([{ hn, measured_at: testNow, kind: 'pulse', pulse }])
  await estimate(estimateBirthDate(2, 'months', testNow.slice(0, 10)))
  await measures(150)
  expect(await listPulseAlarms()).toEqual([])
  await estimate(estimateBirthDate(40, 'years', testNow.slice(0, 10)))
  await send(listRound(hn, testNow))
  expect(await findScore(patientId)).toBe(9)
  expect(await listPulseAlarms()).not.toEqual([])
})

test('a call for help is raised again when the earlier one was acknowledged, but not when the same one is sent again late', async () => {
  const asks = (secondsAgo: number) => ({
    hn,
    measured_at: new Date(Date.parse(testNow) - secondsAgo * 1000).toISOString(),
    kind: 'sos',
  })
  const state = () =>
    panel.root
      .selectFrom('alarms')
      .select(['id', 'acknowledged_at'])
      .where('patient_id', '=', patientId)
      .executeTakeFirstOrThrow()
  await send([asks(90)])
  const { id } = await state()
  const acknowledged_at = new Date(Date.parse(testNow) - 60_000).toISOString()
  await panel.root.updateTable('alarms').set({ acknowledged_at }).where('id', '=', id).execute()
  await send([asks(85)])
  expect((await state()).acknowledged_at).not.toBeNull()
  await send([asks(5), asks(3)])
  expect(await state()).toEqual({ id, acknowledged_at: null })
  const steps = await panel.root
    .selectFrom('alarm_steps')
    .select('step')
    .where('alarm_id', '=', id)
    .orderBy('id')
    .execute()
  expect(steps.map(({ step }) => step)).toEqual(['raised', 'returned'])
})

describe.each(['one after the other', 'together'])(
  'two values of one vital and one instant that come %s',
  (how) => {
    const at = new Date(Date.parse(testNow) - 5_000).toISOString()
    async function bring(...saturations: number[]) {
      const readings = saturations.map((spo2, nth) => ({
        hn,
        measured_at: at,
        kind: 'spo2',
        spo2,
        pulse: 72 + nth,
      }))
      if (how === 'together') await send(readings)
      else for (const reading of readings) await send([reading])
    }

    test('are an alarm when the one that arrives later is critical', async () => {
      await bring(97, 80)
      expect(await alarms()).toMatchObject([
        { rule: 'spo2-low', severity: 'high', value: 80, ended_at: null },
      ])
    })

    test('stay an alarm when the one that arrives later is normal', async () => {
      await bring(80, 97)
      expect(await alarms()).toMatchObject([{ rule: 'spo2-low', severity: 'high', ended_at: null }])
    })

    test('do not count as two in a row', async () => {
      await bring(91, 91)
      expect(await alarms()).toEqual([])
    })

    test('make the one that arrives last the newest', async () => {
      await bring(97, 95)
      const newest = panel.root
        .selectFrom('latest_values')
        .select('value')
        .where('patient_id', '=', patientId)
      expect(await newest.where('vital', '=', 'spo2').execute()).toEqual([{ value: 95 }])
    })
  },
)

test('a clock that is ahead does not stop a value of another source from becoming the newest and raising an alarm', async () => {
  const in8Minutes = new Date(Date.parse(testNow) + 8 * 60_000).toISOString()
  await send([{ hn, measured_at: in8Minutes, kind: 'spo2', spo2: 97 }])
  panel.wait(2_000)
  const in1Second = new Date(Date.parse(testNow) + 1_000).toISOString()
  await send([{ hn, measured_at: in1Second, kind: 'spo2', spo2: 78 }])
  expect(await alarms()).toMatchObject([{ rule: 'spo2-low', severity: 'high', value: 78 }])
})

describe('a call for help after one that is open', () => {
  const asks = (measured_at: string) => ({ hn, measured_at, kind: 'sos' })
  const now = (seconds: number) => new Date(Date.parse(testNow) + seconds * 1000).toISOString()
  const open = () =>
    panel.root
      .selectFrom('alarms')
      .select(['id', 'acknowledged_at', 'snoozed_until'])
      .where('patient_id', '=', patientId)
      .where('cleared_at', 'is', null)
      .executeTakeFirstOrThrow()

  test('raises it again even if it is snoozed', async () => {
    await send([asks(now(-5))])
    const { id } = await open()
    const nurse = await panel.as('nurse')
    await nurse(contract.snooze, { _id: id, severity: 'high', minutes: 10 })
    expect((await open()).snoozed_until).not.toBeNull()
    await send([asks(now(-7))])
    expect((await open()).snoozed_until).not.toBeNull()
    panel.wait(5_000)
    await send([asks(now(6))])
    expect(await open()).toEqual({ id, acknowledged_at: null, snoozed_until: null })
  })

  test('raises it again even if the clock of the watch is days behind', async () => {
    const sendHeard = (measured_at: string) => {
      const reportedAt = Date.parse(measured_at)
      return ingestOnOtherNode(panel, hospitalId, {
        kind: 'sos',
        values: {},
        source: 'watch',
        hn,
        reportedAt,
      })
    }
    await sendHeard(now(-400_000))
    const { id } = await open()
    await (await panel.as('nurse'))(contract.acknowledge, { _id: id, severity: 'high' })
    panel.wait(5_000)
    await sendHeard(now(-399_000))
    expect(await open()).toMatchObject({ id, acknowledged_at: null })
  })
})
