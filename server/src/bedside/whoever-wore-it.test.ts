import { devices, ingest } from 'contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addDevice,
  minute,
  startTestBedside,
  type TestBedside,
  type TestPatient,
} from '../../test/bedside.ts'
import { IntakeQueue } from './intake-queue.ts'

const second = 1000
const hour = 60 * minute

/**
 * One span of time, which begins with a hand-over or none. In it either device measures or does not, and what it has
 * measured since it sent last is sent, in some order, or is held back. `off` is how far the clock of the watch is ahead.
 */
type Span = {
  handOver: 'A' | 'B' | 'nobody' | null
  isNotedLate: boolean
  system: { spo2: number | null; isHeld: boolean; order: number; isSentTwice: boolean }
  watch: { spo2: number | null; isHeld: boolean; order: number; isSentTwice: boolean; off: number }
}
/** `off`: how far the clock of the other system is ahead, which says so. */
type Story = { off: number; spans: Span[] }

const critical = 80
const spo2 = fc.constantFrom(null, 97, critical)
const device = {
  spo2,
  isHeld: fc.boolean(),
  order: fc.nat(),
  isSentTwice: fc.boolean(),
}
const story: fc.Arbitrary<Story> = fc.record({
  off: fc.constantFrom(
    0,
    4 * second,
    -20 * second,
    5 * minute,
    -5 * minute,
    7 * hour,
    -7 * hour,
    -20_000 * hour,
  ),
  spans: fc.array(
    fc.record({
      handOver: fc.constantFrom(null, null, 'A' as const, 'B' as const, 'nobody' as const),
      isNotedLate: fc.boolean(),
      system: fc.record(device),
      watch: fc.record({
        ...device,
        // To the odd second, so that no two measurements are told to be of one instant.
        off: fc.constantFrom(0, 0, 0, 8.1 * minute, 3.01 * hour, -8.2 * minute, -20.3 * minute, -7.01 * hour),
      }),
    }),
    { minLength: 3, maxLength: 8 },
  ),
})

/** What was measured: when in truth, and by the clock of the device. `wearer` is who wore it in truth. */
type Measured = { at: number; told: number; spo2: number; wearer: string | null }

let bedside: TestBedside
let queue: IntakeQueue
let key: string
beforeAll(async () => {
  bedside = await startTestBedside()
  const { panel } = bedside
  key = (await (await panel.as('admin'))(ingest.addSender, { name: 'Other system' })).key
  queue = new IntakeQueue({ root: panel.root, clock: panel.clock, channels: [], log: () => {} })
})
afterAll(async () => {
  await queue.idle()
  await bedside.panel.close()
})

const nowMs = () => bedside.panel.clock().getTime()

/** In an order that the number stands for. */
function inOrder<T>(all: readonly T[], order: number): T[] {
  return all
    .map((one, nth) => ({ one, rank: ((nth + 1) * (order + 7919)) % 104_729 }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ one }) => one)
}

async function sendByHttp(mac: string, off: number, sent: readonly Measured[]): Promise<void> {
  const response = await bedside.panel.fetch(ingest.readings.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      sent_at: new Date(nowMs() + off).toISOString(),
      readings: sent.map(({ told, spo2: value }) => ({
        device: mac,
        kind: 'spo2',
        measured_at: new Date(told).toISOString(),
        spo2: value,
      })),
    }),
  })
  expect(await response.json()).toMatchObject({ success: true })
}

async function sendByWatch(mac: string, sent: readonly Measured[]): Promise<void> {
  await Promise.all(
    sent.map(({ told, spo2: value }) => {
      const timeStamps = new Date(told + 7 * hour)
        .toISOString()
        .replace(/^(\d+)-(\d+)-(\d+)T([\d:]+).*$/, '$3/$2/$1 $4')
      const payload = Buffer.from(JSON.stringify({ IMEI: mac, timeStamps, spO2: value }))
      const message = { topic: 'iMEDE_watch/VitalSign', payload, receivedAt: nowMs(), sender: null }
      return queue.take({ hospitalId: bedside.hospitalId, keyId: null, message })
    }),
  )
}

async function happen({ off, spans }: Story): Promise<void> {
  const patients: Record<string, TestPatient> = { A: await bedside.patient(), B: await bedside.patient() }
  const idOf = (name: string | null) => (name === null ? null : (patients[name]?.id ?? null))
  const worn = { id: patients['A']?.id ?? '', minutesAgo: 30 * 24 * 60 }
  const system = {
    ...(await addDevice(bedside, 'oximeter', worn)),
    measured: [] as Measured[],
    held: [] as Measured[],
  }
  const watch = {
    ...(await addDevice(bedside, 'watch', worn)),
    measured: [] as Measured[],
    held: [] as Measured[],
  }
  let wearer: string | null = 'A'
  let toNote: { deviceId: string; to: string | null; at: string } | undefined

  const note = async (noted: typeof toNote) => {
    if (!noted) return
    const nurse = await bedside.panel.asNew({ staffType: 'nurse' })
    await nurse(devices.assign, { device_id: noted.deviceId, patient_id: noted.to, at: noted.at })
  }
  const measure = (one: typeof system, value: number | null, ahead: number) => {
    if (value === null) return
    const measured = { at: nowMs(), told: nowMs() + ahead, spo2: value, wearer: idOf(wearer) }
    one.measured.push(measured)
    one.held.push(measured)
  }

  for (const [nth, span] of spans.entries()) {
    await note(toNote)
    toNote = undefined
    if (span.handOver !== null) {
      wearer = span.handOver === 'nobody' ? null : span.handOver
      const to = idOf(wearer)
      const at = bedside.at(0)
      await note({ deviceId: watch.id, to, at })
      const noted = { deviceId: system.id, to, at }
      if (span.isNotedLate) toNote = noted
      else await note(noted)
    }
    bedside.skip(100 * second)
    measure(system, span.system.spo2, off)
    bedside.skip(10 * second)
    measure(watch, span.watch.spo2, span.watch.off)
    bedside.skip(5 * second)

    const came: Measured[] = []
    if (!span.system.isHeld && system.held.length > 0) {
      const sent = inOrder(system.held.splice(0), span.system.order)
      await sendByHttp(system.mac, off, sent)
      if (span.system.isSentTwice) await sendByHttp(system.mac, off, inOrder(sent, span.watch.order))
      came.push(...sent)
    }
    // What a clock that is ahead told comes at once: nothing else says how long it was under way.
    const isHeld = span.watch.isHeld && watch.held.every(({ at, told }) => told <= at)
    if (!isHeld && watch.held.length > 0) {
      const sent = inOrder(watch.held.splice(0), span.watch.order)
      await sendByWatch(watch.mac, sent)
      if (span.watch.isSentTwice) await sendByWatch(watch.mac, sent)
      came.push(...sent)
    }
    if (!toNote) await expectAlarmOfNobody(came, [system, watch])
    await expectAlarm(toNote ? came.filter((one) => watch.measured.includes(one)) : came, [
      ...system.measured.filter((one) => !system.held.includes(one)),
      ...watch.measured.filter((one) => !watch.held.includes(one)),
    ])
    // Of another length each: what waits for the next span to begin does not always wait for the same time.
    bedside.skip(185 * second + nth * 40 * second)
  }
  await note(toNote)
  await expectOwners(
    system.mac,
    system.measured.filter((one) => !system.held.includes(one)),
  )
  await expectOwners(
    watch.mac,
    watch.measured.filter((one) => !watch.held.includes(one)),
  )
  for (const { id } of Object.values(patients)) await expectNewest(id)
}

/** Whoever's newest value is critical, and was just measured, has an alarm for it. */
async function expectAlarm(came: readonly Measured[], known: readonly Measured[]): Promise<void> {
  for (const one of came) {
    const isNewest = known.every(({ wearer, at }) => wearer !== one.wearer || at <= one.at)
    if (one.spo2 !== critical || one.wearer === null || !isNewest || nowMs() - one.at > minute) continue
    const { rows } = await sql`
      select from alarms where patient_id = ${one.wearer} and rule = 'spo2-low' and severity = 'high'
        and cleared_at is null and ended_at is null`.execute(bedside.panel.root)
    expect(rows).toHaveLength(1)
  }
}

/** A device that nobody wears and whose newest value is critical, and was just measured, has an alarm for it. */
async function expectAlarmOfNobody(
  came: readonly Measured[],
  sources: readonly { id: string; measured: Measured[]; held: Measured[] }[],
): Promise<void> {
  for (const { id, measured, held } of sources) {
    const last = measured.findLast((one) => one.wearer === null && !held.includes(one))
    if (!last || last.spo2 !== critical || !came.includes(last) || nowMs() - last.at > minute) continue
    const { rows } = await sql`
      select from alarms where device_id = ${id} and rule = 'spo2-low' and severity = 'high'
        and cleared_at is null and ended_at is null`.execute(bedside.panel.root)
    // Two where the clock is in doubt, and a patient wore it when it says.
    expect(rows).not.toEqual([])
  }
}

/** Each is there once, with whoever wore the device when it was measured, or waits. */
async function expectOwners(mac: string, sent: readonly Measured[]): Promise<void> {
  const { rows } = await sql<{ told: number; patient_id: string | null; waits_for: string | null }>`
    select (extract(epoch from device_time) * 1000)::float8 as told, patient_id, waits_for
    from readings where mac = ${mac}`.execute(bedside.panel.root)
  const inOrder = (times: readonly { told: number }[]) =>
    times.map(({ told }) => told).toSorted((a, b) => a - b)
  expect(inOrder(rows)).toEqual(inOrder(sent))
  for (const { told, patient_id } of rows) {
    const owners = [null, ...sent.filter((one) => one.told === told).map((one) => one.wearer)]
    expect(owners).toContain(patient_id)
  }
}

/** What is shown as the newest is the one that was measured last. */
async function expectNewest(patientId: string): Promise<void> {
  const { rows: kept } = await sql<{ spo2: number; at: number }>`
    select spo2, (extract(epoch from least(measured_at, received_at)) * 1000)::float8 as at
    from readings where patient_id = ${patientId} order by at desc`.execute(bedside.panel.root)
  const { rows: shown } = await sql<{ value: number; at: number }>`
    select value, (extract(epoch from measured_at) * 1000)::float8 as at
    from latest_values where patient_id = ${patientId} and vital = 'spo2'`.execute(bedside.panel.root)
  const [newest] = kept
  expect(shown.map(({ at }) => at)).toEqual(newest ? [newest.at] : [])
  const newestValues = kept.filter(({ at }) => at === newest?.at).map((one) => one.spo2)
  for (const { value } of shown) expect(newestValues).toContain(value)
}

test('whatever clock, order, duplication, batch and hand-over: a reading is with whoever wore the device or waits, the newest is the newest, and a critical one has its alarm', async () => {
  await fc.assert(fc.asyncProperty(story, happen), { seed: 2026_11_22, numRuns: 25 })
}, 600_000)
