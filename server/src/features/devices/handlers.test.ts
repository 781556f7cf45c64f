import { type Client, DeviceMovedSince, devices, errorCodes, ingest, monitoring, readings } from 'contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectRefusal, getErrorName } from '../../../test/support/refusal.ts'
import { decodeMessage, ingestMessages } from '../../bedside/intake/messages.ts'
import { inHospital } from '../../db/database.ts'
import { startTestPanel, type TestPanel, testNow } from '../../testing.ts'

let panel: TestPanel
let nurse: Client
let key: string
let hospitalId: string
/** Two patients of the hospital. */
let amara: string
let busaba: string

beforeAll(async () => {
  panel = await startTestPanel()
  nurse = await panel.as('nurse')
  key = (await (await panel.as('admin'))(ingest.addSender, { name: 'Ward gateway' })).key
  const people = await panel.root
    .selectFrom('patients')
    .select(['id', 'hospital_id'])
    .where('an', 'is not', null)
    .orderBy('number')
    .limit(2)
    .execute()
  hospitalId = people[0]?.hospital_id ?? ''
  amara = people[0]?.id ?? ''
  busaba = people[1]?.id ?? ''
})
afterAll(() => panel.close())

beforeEach(async () => {
  for (const table of ['readings', 'latest_values', 'device_assignments', 'devices'] as const)
    await panel.root.deleteFrom(table).execute()
})

const minuteMs = 60_000
const ago = (minutes: number) => new Date(Date.parse(testNow) - minutes * minuteMs).toISOString()
const instant = (text: string | null | undefined) => text && new Date(text).toISOString()

let macs = 0
const newMac = () => (++macs).toString(16).padStart(12, '0')

async function cuff(): Promise<{ _id: string; mac: string }> {
  const { device } = await nurse(devices.register, { mac: newMac(), kind: 'cuff', name: 'Cuff' })
  return device
}

async function send(mac: string, ...minutes: number[]) {
  const response = await panel.fetch(ingest.readings.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      sent_at: testNow,
      readings: minutes.map((at) => ({
        device: mac,
        kind: 'pulse',
        measured_at: ago(at),
        pulse: 60 + Math.round(at % 60),
      })),
    }),
  })
  const { results } = (await response.json()) as { results: { status: string }[] }
  return results.map(({ status }) => status)
}

/** When the readings of a patient were measured, in minutes ago. */
async function listPulses(patientId: string): Promise<number[]> {
  const { rows } = await nurse(readings.history, {
    patient_id: patientId,
    kinds: ['pulse'],
    number_of_rec: 100,
  })
  return rows.map(({ measured_at }) => (Date.parse(testNow) - Date.parse(measured_at)) / minuteMs)
}

describe('a device', () => {
  test('is registered under its MAC address in any spelling, and found by any spelling', async () => {
    const mac = newMac()
    const written = mac.toUpperCase().replace(/(..)(?=.)/g, '$1:')
    const { device } = await nurse(devices.register, { mac: written, kind: 'oximeter', name: 'Oximeter 7' })
    expect(device).toMatchObject({ mac, status: null, wearer: null, retired_at: null })
    for (const search_value of [mac, written, written.replaceAll(':', '-'), 'oximeter 7'])
      expect((await nurse(devices.list, { search_value })).rows).toEqual([device])
    expect(await nurse(devices.check, { mac: written })).toMatchObject({ mac, device: { _id: device._id } })
    expect(await nurse(devices.check, { mac: newMac() })).toMatchObject({ device: null })
  })

  test('is found by the HN and the name of its patient', async () => {
    const { _id } = await cuff()
    await cuff()
    const { device } = await nurse(devices.assign, { device_id: _id, patient_id: amara })
    const { hn = '', name = '' } = device.wearer ?? {}
    expect((await nurse(devices.list, { search_value: hn })).rows.map((row) => row._id)).toEqual([_id])
    expect((await nurse(devices.list, { search_value: name })).rows.map((row) => row._id)).toEqual([_id])
    expect((await nurse(devices.list, { is_worn: false })).total).toBe(1)
    expect((await nurse(devices.list, { patient_id: amara })).total).toBe(1)
    expect((await nurse(devices.list, { status: 'never' })).total).toBe(2)
  })

  test('has a MAC address of its own; a retired device frees it for the next', async () => {
    const { _id, mac } = await cuff()
    const again = { mac, kind: 'cuff', name: 'Another' } as const
    expect(await getErrorName(nurse(devices.register, again))).toBe('mac-taken')
    await nurse(devices.update, { _id, is_retired: true })
    const { device } = await nurse(devices.register, again)
    expect(await getErrorName(nurse(devices.update, { _id, is_retired: false }))).toBe('mac-taken')
    await nurse(devices.update, { _id: device._id, is_retired: true })
    expect((await nurse(devices.update, { _id, is_retired: false })).device.retired_at).toBeNull()
  })

  test('cannot be retired while a patient has it, nor assigned once it is retired', async () => {
    const { _id } = await cuff()
    await nurse(devices.assign, { device_id: _id, patient_id: amara, at: ago(10) })
    expect(await getErrorName(nurse(devices.update, { _id, is_retired: true }))).toBe('device-worn')
    await nurse(devices.assign, { device_id: _id, patient_id: null })
    await nurse(devices.update, { _id, is_retired: true })
    expect(await getErrorName(nurse(devices.assign, { device_id: _id, patient_id: amara }))).toBe(
      'device-retired',
    )
    expect((await nurse(devices.list, {})).total).toBe(0)
    expect((await nurse(devices.list, { with_retired: true })).total).toBe(1)
  })

  test.each(['gateway', 'box'] as const)('of kind %s cannot be assigned to a patient', async (kind) => {
    const { device } = await nurse(devices.register, { mac: newMac(), kind, name: 'Corridor' })
    const { _id } = await cuff()
    expect((await nurse(devices.list, { is_wearable: true })).rows).toMatchObject([{ _id }])
    expect(await getErrorName(nurse(devices.assign, { device_id: device._id, patient_id: amara }))).toBe(
      'device-not-worn',
    )
  })
})

describe('a hand-over', () => {
  test("ends one patient's assignment at the instant at which the other's begins", async () => {
    const { _id } = await cuff()
    await nurse(devices.assign, { device_id: _id, patient_id: amara, at: ago(60) })
    const { device } = await nurse(devices.assign, { device_id: _id, patient_id: busaba, at: ago(20) })
    expect(device).toMatchObject({ wearer: { _id: busaba } })
    const { rows, total } = await nurse(devices.transactions, { device_id: _id })
    expect(total).toBe(2)
    expect(rows.map((row) => [row.patient._id, instant(row.from), instant(row.to)])).toEqual([
      [busaba, ago(20), null],
      [amara, ago(60), ago(20)],
    ])
    expect(rows[1]).toMatchObject({ assigned_by: expect.anything(), taken_by: expect.anything() })
    expect(rows[0]).toMatchObject({ taken_by: null })
    expect((await nurse(devices.transactions, { is_open: true })).total).toBe(1)
  })

  test('to the patient who has the device already changes nothing', async () => {
    const { _id } = await cuff()
    await nurse(devices.assign, { device_id: _id, patient_id: amara, at: ago(60) })
    await nurse(devices.assign, { device_id: _id, patient_id: amara })
    await nurse(devices.assign, { device_id: _id, patient_id: amara, at: ago(5) })
    const { rows } = await nurse(devices.transactions, {})
    expect(rows.map((row) => [instant(row.from), row.to])).toEqual([[ago(60), null]])
  })

  test('cannot be entered for the future, nor over a later change', async () => {
    const { _id } = await cuff()
    const give = (patient_id: string | null, minutes: number) =>
      getErrorName(nurse(devices.assign, { device_id: _id, patient_id, at: ago(minutes) }))
    expect(await give(amara, -1)).toBe('invalid')
    expect(await give(amara, 60)).toBeUndefined()
    expect(await give(busaba, 60)).toBe('device-moved-since')
    expect(await give(busaba, 90)).toBe('device-moved-since')
    expect(await give(null, 90)).toBe('device-moved-since')
    expect(await give(null, 30)).toBeUndefined()
    expect(await give(busaba, 45)).toBe('device-moved-since')
    expect(await give(busaba, 30)).toBeUndefined()
    expect(await give(busaba, 40)).toBe('device-moved-since')
  })

  test('takes the device from nobody but whom the caller saw wearing it, and says who wears it', async () => {
    const { _id } = await cuff()
    let minutes = 60
    const give = (patient_id: string | null, seen_wearer_id?: string | null) =>
      nurse(devices.assign, { device_id: _id, patient_id, seen_wearer_id, at: ago(minutes--) })
    await give(amara, null)
    for (const [given, seen] of [
      [busaba, null],
      [null, busaba],
    ] as const) {
      const refused = await expectRefusal(give(given, seen))
      expect(refused.code).toBe(errorCodes['device-moved-since'])
      const { wearer, worn_since } = DeviceMovedSince.parse(refused.detail)
      expect([wearer._id, instant(worn_since)]).toEqual([amara, ago(60)])
    }
    // The reply was lost and the call is repeated: nobody loses the device.
    expect((await give(amara, null)).device.wearer?._id).toBe(amara)
    expect((await give(busaba, amara)).device.wearer?._id).toBe(busaba)
    expect((await give(null, busaba)).device.wearer).toBeNull()
    expect((await give(amara, busaba)).device.wearer?._id).toBe(amara)
    // A caller that does not say whom it saw takes it from whoever has it.
    expect((await give(busaba)).device.wearer?._id).toBe(busaba)
  })

  test('cannot be entered with a year of the Buddhist Era', async () => {
    const { _id } = await cuff()
    const at = ago(60).replace('2026', '2569')
    const refused = await nurse(devices.assign, { device_id: _id, patient_id: amara, at }).catch(
      (error: unknown) => error,
    )
    expect(refused).toMatchObject({
      code: errorCodes.invalid,
      fields: [{ field: 'at', message: 'date-invalid' }],
    })
    expect((await nurse(devices.get, { _id })).device.wearer).toBeNull()
  })

  test('of an unknown device or to an unknown patient is refused with the fitting code', async () => {
    const { _id } = await cuff()
    expect(await getErrorName(nurse(devices.assign, { device_id: newId(), patient_id: amara }))).toBe(
      'not-found',
    )
    expect(await getErrorName(nurse(devices.assign, { device_id: _id, patient_id: newId() }))).toBe(
      'not-found',
    )
  })

  test('emits an event with the patients whose devices changed', async () => {
    const { _id } = await cuff()
    await nurse(devices.assign, { device_id: _id, patient_id: amara, at: ago(60) })
    await nurse(devices.assign, { device_id: _id, patient_id: busaba })
    const told = await panel.root
      .selectFrom('events')
      .select('data')
      .where('kind', '=', 'patients-outdated')
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst()
    expect(told?.data).toMatchObject({ patient_ids: [amara, busaba] })
  })
})

describe('a reading', () => {
  test('that arrives after a hand-over belongs to the patient who wore the device when it was measured', async () => {
    const { _id, mac } = await cuff()
    await nurse(devices.assign, { device_id: _id, patient_id: amara, at: ago(60) })
    await nurse(devices.assign, { device_id: _id, patient_id: busaba, at: ago(20) })
    expect(await send(mac, 10, 30, 20)).toEqual(['stored', 'stored', 'stored'])
    expect(await listPulses(amara)).toEqual([30])
    expect(await listPulses(busaba)).toEqual([10, 20])
  })

  test('that waited for a wearer goes to the patient whose assignment is entered later', async () => {
    const { _id, mac } = await cuff()
    expect(await send(mac, 50, 10)).toEqual(['waiting', 'waiting'])
    await nurse(devices.assign, { device_id: _id, patient_id: amara, at: ago(20) })
    expect(await listPulses(amara)).toEqual([10])
    expect((await nurse(readings.inbox, {})).total).toBe(1)
    expect(await nurse(monitoring.waiting, {})).toMatchObject({ readings: 1 })
    const { tiles } = await nurse(monitoring.wall, { patient_id: amara })
    expect(tiles[0]?.latest).toContainEqual(expect.objectContaining({ vital: 'pulse', value: 70 }))

    await nurse(devices.assign, { device_id: _id, patient_id: amara, at: ago(55) })
    expect(await listPulses(amara)).toEqual([10, 50])
    expect((await nurse(readings.inbox, {})).total).toBe(0)
  })

  test('of an unregistered device is attributed once the device is registered and assigned', async () => {
    const mac = newMac()
    await send(mac, 10)
    const { device } = await nurse(devices.register, { mac, kind: 'cuff', name: 'Cuff' })
    await nurse(devices.assign, { device_id: device._id, patient_id: amara, at: ago(20) })
    expect(await listPulses(amara)).toEqual([10])
  })

  test('of a device out of service waits for a device, be it brought back or another one with its MAC address', async () => {
    const { _id, mac } = await cuff()
    const listWaiting = async () =>
      (await nurse(readings.inbox, {})).rows.map(({ waits_for, device }) => [waits_for, device?._id ?? null])
    await nurse(devices.update, { _id, is_retired: true })
    await send(mac, 10)
    expect(await listWaiting()).toEqual([['device', null]])
    await nurse(devices.update, { _id, is_retired: false })
    expect(await listWaiting()).toEqual([['wearer', _id]])

    await nurse(devices.update, { _id, is_retired: true })
    await send(mac, 5)
    const { device } = await nurse(devices.register, { mac, kind: 'cuff', name: 'Its successor' })
    expect(new Map((await listWaiting()).map(([why, of]) => [of, why]))).toEqual(
      new Map([
        [device._id, 'wearer'],
        [_id, 'wearer'],
      ]),
    )
  })

  test('raises no alarm when it is late, however far out of its limits', async () => {
    const { _id, mac } = await cuff()
    await send(mac, 55)
    await panel.root.updateTable('readings').set({ pulse: 220 }).execute()
    await nurse(devices.assign, { device_id: _id, patient_id: amara, at: ago(60) })
    const raised = await panel.root
      .selectFrom('alarms')
      .select('id')
      .where('patient_id', '=', amara)
      .execute()
    expect(raised).toEqual([])
  })

  test('goes to the next patient when it is entered late that they had the device by then', async () => {
    const { _id, mac } = await cuff()
    await nurse(devices.assign, { device_id: _id, patient_id: amara, at: ago(60) })
    await send(mac, 50, 10)
    await nurse(devices.assign, { device_id: _id, patient_id: busaba, at: ago(20) })
    expect(await listPulses(amara)).toEqual([50])
    expect(await listPulses(busaba)).toEqual([10])
    const findPulse = async (patient_id: string) => {
      const { tiles } = await nurse(monitoring.wall, { patient_id })
      return tiles[0]?.latest.find(({ vital }) => vital === 'pulse')?.value
    }
    expect([await findPulse(amara), await findPulse(busaba)]).toEqual([110, 70])
  })

  test('waits again when it is entered late that the device had been taken off by then', async () => {
    const { _id, mac } = await cuff()
    await nurse(devices.assign, { device_id: _id, patient_id: amara, at: ago(60) })
    await send(mac, 50, 10)
    await nurse(devices.assign, { device_id: _id, patient_id: null, at: ago(20) })
    expect(await listPulses(amara)).toEqual([50])
    expect((await nurse(readings.inbox, {})).rows).toMatchObject([{ waits_for: 'wearer' }])
  })

  test('belongs to the patient who wore the device at its instant, in whatever order things arrived', async () => {
    /** Periods from `from` minutes ago, each until the next one; null is a period in which nobody had the device. */
    const wearings = fc.uniqueArray(
      fc.record({ from: fc.integer({ min: 1, max: 600 }), by: fc.constantFrom('amara', 'busaba', null) }),
      { selector: ({ from }) => from, minLength: 1, maxLength: 6 },
    )
    const measured = fc.uniqueArray(fc.integer({ min: 0, max: 700 }), { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(wearings, measured, fc.nat({ max: 6 }), async (spans, minutes, sentAfter) => {
        const { _id, mac } = await cuff()
        const before = { amara: await listPulses(amara), busaba: await listPulses(busaba) }
        const idOf = { amara, busaba }
        const inOrder = spans.toSorted((one, other) => other.from - one.from)
        for (const [at, { from, by }] of inOrder.entries()) {
          if (at === sentAfter) await send(mac, ...minutes)
          await nurse(devices.assign, { device_id: _id, patient_id: by && idOf[by], at: ago(from) })
        }
        if (sentAfter >= inOrder.length) await send(mac, ...minutes)
        const pickWearerName = (minute: number) => inOrder.findLast(({ from }) => from >= minute)?.by ?? null
        for (const who of ['amara', 'busaba'] as const) {
          const found = await listPulses(idOf[who])
          const own = minutes.filter((minute) => pickWearerName(minute) === who)
          const rising = (one: number, other: number) => one - other
          expect(found.toSorted(rising)).toEqual([...before[who], ...own].toSorted(rising))
        }
        await panel.root.deleteFrom('readings').execute()
      }),
      { numRuns: 12 },
    )
  })
})

describe('the chain of box messages', () => {
  const message = (temp: number) => ({
    topic: 'CM4_BLE_GW_TX',
    payload: Buffer.from(
      JSON.stringify({
        from: 'PI',
        mac: 'd8:3a:dd:00:00:01',
        time: Date.parse(testNow) / 1000,
        type: 'reportAttribute',
        data: {
          attribute: 'IR_TEMO_JUMPER',
          ble_mac: 'ff:00:00:00:00:01',
          value: { Temp: temp, mode: 'Head' },
        },
      }),
    ),
    receivedAt: Date.parse(testNow),
    sender: null,
  })

  beforeAll(() =>
    inHospital(panel.root, hospitalId, (tx) =>
      ingestMessages(
        { tx, hospitalId, now: testNow, newId, emit: () => {}, channels: [] },
        [36.5, 37.1, 38.2].map((celsius) => decodeMessage(message(celsius))),
      ),
    ),
  )

  /** Changes a row as only the owner of the table can. */
  const tamper = (change: { payload: Buffer } | { hash: Buffer }) =>
    panel.root.transaction().execute(async (tx) => {
      await sql`alter table box_transactions disable trigger user`.execute(tx)
      await tx.updateTable('box_transactions').set(change).where('number', '=', 2).execute()
      await sql`alter table box_transactions enable trigger user`.execute(tx)
    })

  test('is intact while nobody changes it, and shows each message as it arrived', async () => {
    const { rows, broken_at, total } = await nurse(devices.boxTransactions, {})
    expect({ total, broken_at }).toEqual({ total: 3, broken_at: null })
    expect(await nurse(devices.verifyBoxTransactions, {})).toMatchObject({ proved: 3, broken_at: null })
    expect(rows.map(({ number }) => number)).toEqual([3, 2, 1])
    expect(rows[0]?.previous_hash).toBe(rows[1]?.hash)
    const { transaction } = await nurse(devices.boxTransaction, { hash: rows[1]?.hash ?? '' })
    expect(transaction).toMatchObject({ number: 2, is_intact: true })
    expect(transaction.payload).toBe(message(37.1).payload.toString())
    expect(await getErrorName(nurse(devices.boxTransaction, { hash: '0'.repeat(64) }))).toBe('not-found')
  })

  test('shows a change even by the owner of the table', async () => {
    const { rows } = await nurse(devices.boxTransactions, {})
    await tamper({ payload: message(36.9).payload })
    expect(await nurse(devices.boxTransactions, {})).toMatchObject({ broken_at: 2 })
    expect(await nurse(devices.verifyBoxTransactions, {})).toMatchObject({ proved: 1, broken_at: 2 })
    const { transaction } = await nurse(devices.boxTransaction, { hash: rows[1]?.hash ?? '' })
    expect(transaction.is_intact).toBe(false)
    await tamper({ payload: message(37.1).payload })
    expect(await nurse(devices.boxTransactions, {})).toMatchObject({ broken_at: null })
  })

  test('is verified page by page, each page with its link to the previous message', async () => {
    const listPage = async (page: number) =>
      (await nurse(devices.boxTransactions, { page, number_of_rec: 1 })).broken_at
    await tamper({ payload: message(36.9).payload })
    expect([await listPage(1), await listPage(2), await listPage(3)]).toEqual([null, 2, null])
    // A message that is changed and hashed again breaks the link of the next one.
    await tamper({ hash: Buffer.alloc(32, 1) })
    expect([await listPage(1), await listPage(2), await listPage(3)]).toEqual([3, 2, null])
  })
})

describe('the audit of an act on a device', () => {
  const readDetail = async (action: string) =>
    (
      await panel.root
        .selectFrom('audit')
        .select('detail')
        .where('action', '=', action)
        .orderBy('position', 'desc')
        .executeTakeFirstOrThrow()
    ).detail

  test('names the device, and says what it was registered as', async () => {
    const { _id, mac } = await cuff()
    expect(await readDetail('devices.register')).toMatchObject({
      device: { _id, mac },
      kind: 'cuff',
      name: 'Cuff',
    })
  })

  test('names the device, and each changed field as it was and as it is now', async () => {
    const { _id, mac } = await cuff()
    await nurse(devices.update, { _id, name: 'Cuff of bed 4' })
    expect(await readDetail('devices.update')).toEqual({
      device: { _id, mac },
      name: { from: 'Cuff', to: 'Cuff of bed 4' },
    })
    await nurse(devices.update, { _id, is_retired: true })
    expect(await readDetail('devices.update')).toEqual({
      device: { _id, mac },
      retired_at: { from: null, to: panel.clock().toISOString() },
    })
    await nurse(devices.update, { _id, is_retired: false })
    expect(await readDetail('devices.update')).toMatchObject({
      device: { _id, mac },
      retired_at: { from: expect.any(String) as string, to: null },
    })
  })

  test('names the device, and who has it instead of whom since when', async () => {
    const { _id, mac } = await cuff()
    await nurse(devices.assign, { device_id: _id, patient_id: amara, at: ago(30) })
    await nurse(devices.assign, { device_id: _id, patient_id: busaba, at: ago(5) })
    expect(await readDetail('devices.assign')).toEqual({
      device: { _id, mac },
      wearer: { from: amara, to: busaba },
      at: ago(5),
    })
  })
})
