import { devices } from 'contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDevice, minute, startTestBedside, type TestBedside } from '../../../test/support/bedside.ts'

const second = 1000
const hour = 60 * minute

/**
 * One span of time, which may begin with a hand-over. In it each device measures or does not; it sends what it has
 * measured since it last sent, in some order, or holds it back. `off` is how far the clock of the watch is ahead.
 */
type Span = {
  handOver: 'A' | 'B' | 'nobody' | null
  /** A nurse records the hand-over of each device after so many spans. */
  isNotedAfter: { system: number; watch: number }
  system: Sending
  watch: Sending & { off: number }
}
type Sending = { spo2: number | null; isHeld: boolean; order: number; isSentTwice: boolean }
/**
 * `off`: how far the clock of the other system is ahead, which it reports. `delay`: how long each message of the watch
 * is in transit.
 */
type Story = { off: number; delay: number; spans: Span[] }

const critical = 80
const sending = {
  spo2: fc.constantFrom(null, 97, critical),
  isHeld: fc.constantFrom(false, false, true),
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
  delay: fc.constantFrom(0, 0, 0, 3.3 * minute, 12.7 * minute, 41.4 * minute),
  spans: fc.array(
    fc.record({
      handOver: fc.constantFrom(null, null, 'A' as const, 'B' as const, 'nobody' as const),
      isNotedAfter: fc.record({ system: fc.nat({ max: 2 }), watch: fc.constantFrom(0, 0, 1, 3) }),
      system: fc.record(sending),
      watch: fc.record({
        ...sending,
        // Odd seconds, so that no two measurements have the same reported time.
        off: fc.constantFrom(
          0,
          0,
          0,
          8.1 * minute,
          3.01 * hour,
          -8.2 * minute,
          -20.3 * minute,
          -7 * hour,
          -7.01 * hour,
        ),
      }),
    }),
    { minLength: 3, maxLength: 10 },
  ),
})

/**
 * A measurement with its true time and the time by the device's clock. `wearer` is the true wearer. `isLive`: it
 * arrived when it was measured, and every hand-over since has been recorded.
 */
type Measured = { at: number; told: number; spo2: number; wearer: string | null; isLive: boolean }

/**
 * A device, its measurements that are not sent yet and those that arrived, and hand-overs that a nurse will record
 * later.
 */
type Worn = {
  id: string
  mac: string
  held: Measured[]
  came: Measured[]
  toNote: { to: string | null; at: string; inSpan: number }[]
}

let bedside: TestBedside
beforeAll(async () => {
  bedside = await startTestBedside()
})
afterAll(() => bedside.panel.close())

const nowMs = () => bedside.panel.clock().getTime()

/** A permutation chosen by the number. */
function inOrder<T>(all: readonly T[], order: number): T[] {
  return all
    .map((one, nth) => ({ one, rank: ((nth + 1) * (order + 7919)) % 104_729 }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ one }) => one)
}

const sendByHttp = (mac: string, off: number, sent: readonly Measured[]) =>
  bedside.send(
    sent.map(({ told, spo2 }) => ({ device: mac, kind: 'spo2', measured_at: new Date(told), spo2 })),
    off,
  )

const sendByWatch = (mac: string, sent: readonly Measured[]) =>
  Promise.all(
    sent.map(({ told, spo2 }) => bedside.receiveFromWatch({ mac, shown: told }, 'VitalSign', { spO2: spo2 })),
  )

async function playStory({ off, delay, spans }: Story): Promise<void> {
  const patients = { A: (await bedside.addPatient()).id, B: (await bedside.addPatient()).id }
  const wornByA = async (kind: string): Promise<Worn> => ({
    ...(await addDevice(bedside, kind, { id: patients.A, minutesAgo: 30 * 24 * 60 })),
    held: [],
    came: [],
    toNote: [],
  })
  const system = await wornByA('oximeter')
  const watch = await wornByA('watch')
  let wearer: string | null = patients.A
  let underWay: { due: number; arrive: () => Promise<void> }[] = []

  const pass = async (ms: number) => {
    const until = nowMs() + ms
    const [due, later] = [
      underWay.filter((one) => one.due <= until),
      underWay.filter((one) => one.due > until),
    ]
    underWay = later
    for (const one of due.sort((a, b) => a.due - b.due)) {
      bedside.skip(one.due - nowMs())
      await one.arrive()
    }
    bedside.skip(until - nowMs())
  }
  const note = async (device: Worn, upTo: number) => {
    while ((device.toNote[0]?.inSpan ?? Number.POSITIVE_INFINITY) <= upTo) {
      const { to = null, at = bedside.at() } = device.toNote.shift() ?? {}
      const nurse = await bedside.panel.asNew({ staffType: 'nurse' })
      await nurse(devices.assign, { device_id: device.id, patient_id: to, at })
    }
  }
  const measure = (device: Worn, value: number | null, ahead: number) => {
    if (value === null) return
    device.held.push({ at: nowMs(), told: nowMs() + ahead, spo2: value, wearer, isLive: false })
  }
  const arrived = (device: Worn, sent: readonly Measured[]) => {
    for (const one of sent) one.isLive = nowMs() - one.at <= minute
    device.came.push(...sent)
  }

  for (const [nth, span] of spans.entries()) {
    if (span.handOver !== null) {
      wearer = span.handOver === 'nobody' ? null : patients[span.handOver]
      const handOver = { to: wearer, at: bedside.at() }
      system.toNote.push({ ...handOver, inSpan: nth + span.isNotedAfter.system })
      watch.toNote.push({ ...handOver, inSpan: nth + span.isNotedAfter.watch })
    }
    await note(system, nth)
    await note(watch, nth)
    await pass(100 * second)
    measure(system, span.system.spo2, off)
    await pass(10 * second)
    // If the clock is ahead, the arrival alone limits how long the message was in transit.
    const ahead = delay > 0 ? Math.min(span.watch.off, 0) : span.watch.off
    measure(watch, span.watch.spo2, ahead)
    await pass(5 * second)

    if (!span.system.isHeld && system.held.length > 0) {
      const sent = inOrder(system.held.splice(0), span.system.order)
      await sendByHttp(system.mac, off, sent)
      if (span.system.isSentTwice) await sendByHttp(system.mac, off, inOrder(sent, span.watch.order))
      arrived(system, sent)
    }
    const isHeld = span.watch.isHeld && watch.held.every(({ at, told }) => told <= at)
    if (!isHeld) {
      const sent = inOrder(watch.held.splice(0), span.watch.order)
      const shown = nowMs() + ahead
      const arrive = async () => {
        await bedside.receiveFromWatch({ mac: watch.mac, shown }, 'hb', { battery: 80 })
        await sendByWatch(watch.mac, sent)
        if (span.watch.isSentTwice) await sendByWatch(watch.mac, sent)
        arrived(watch, sent)
      }
      underWay.push({ due: nowMs() + delay, arrive })
      await pass(0)
    }
    const came = [...system.came, ...watch.came]
    // Until the hand-over is recorded, a value of the next wearer ends the alarm of the former one.
    if (system.toNote.length + watch.toNote.length > 0) for (const one of came) one.isLive = false
    for (const id of Object.values(patients)) await expectAlarm(id, came)
    for (const device of [system, watch]) await expectAlarmOfNobody(device, Object.values(patients))
    // Steps of different lengths, so that messages held back for the next span do not all wait equally long.
    await pass(185 * second + nth * 40 * second)
  }
  for (const device of [system, watch]) {
    await note(device, Number.MAX_SAFE_INTEGER)
    await expectOwners(device)
  }
  for (const id of Object.values(patients)) await expectNewest(id)
}

function findNewestOfWearer(came: readonly Measured[], wearer: string | null): Measured | undefined {
  return came
    .filter((one) => one.wearer === wearer)
    .reduce<Measured | undefined>((one, other) => (one && one.at >= other.at ? one : other), undefined)
}

/** A patient whose newest value is critical and arrived when it was measured has an alarm. */
async function expectAlarm(patientId: string, came: readonly Measured[]): Promise<void> {
  const newest = findNewestOfWearer(came, patientId)
  if (newest?.spo2 !== critical || !newest.isLive) return
  const { rows } = await sql`
    select from alarms where patient_id = ${patientId} and rule = 'spo2-low' and severity = 'high'
      and cleared_at is null and ended_at is null`.execute(bedside.panel.root)
  expect(rows).toHaveLength(1)
}

/**
 * If nobody wears the device and its newest value is critical and was just measured, there is an alarm for it, or for
 * whoever wore it at the time that its clock reported.
 */
async function expectAlarmOfNobody({ id, came }: Worn, patientIds: readonly string[]): Promise<void> {
  const newest = findNewestOfWearer(came, null)
  if (newest?.spo2 !== critical || !newest.isLive || nowMs() - newest.at > minute) return
  const { rows } = await sql`
    select from alarms where (device_id = ${id} or patient_id = any(${[...patientIds]}::uuid[])) and rule = 'spo2-low' and severity = 'high'
      and cleared_at is null and ended_at is null`.execute(bedside.panel.root)
  expect(rows).not.toEqual([])
}

/** Each reading is stored once: with whoever wore the device when it was measured, or waiting. */
async function expectOwners({ mac, came }: Worn): Promise<void> {
  const { rows } = await sql<{ told: number; patient_id: string | null }>`
    select (extract(epoch from device_time) * 1000)::float8 as told, patient_id
    from readings where mac = ${mac}`.execute(bedside.panel.root)
  const sortTimes = (all: readonly { told: number }[]) =>
    all.map(({ told }) => told).toSorted((a, b) => a - b)
  expect(sortTimes(rows)).toEqual(sortTimes(came))
  for (const { told, patient_id } of rows) {
    const owners = [null, ...came.filter((one) => one.told === told).map(({ wearer }) => wearer)]
    expect(owners).toContain(patient_id)
  }
}

/** The newest value shown is the one that was measured last. */
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

/** A short run by default; set `STORIES` and `STORIES_SEED` for another. */
const numRuns = Number(process.env['STORIES'] ?? 30)
const seed = Number(process.env['STORIES_SEED'] ?? 2026_11_22)

test('whatever clock, delay, order, duplication, batch and hand-over, however late it is noted: a reading is with whoever wore the device or waits, the newest is the newest, and a critical one has its alarm', async () => {
  await fc.assert(fc.asyncProperty(story, playStory), { seed, numRuns })
}, 3_600_000)
