import { type Alarm, alarms, type Client, type Input, ingest, type Result, visits } from 'contract'
import { v7 as newId } from 'uuid'
import type { IngestResult } from '../../src/bedside/intake/intake.ts'
import { IntakeQueue } from '../../src/bedside/intake/intake-queue.ts'
import type { Measurement } from '../../src/bedside/measurement.ts'
import { startTestPanel, type TestPanel, testNow } from '../../src/testing.ts'

export const minute = 60_000
/** A session without a call for this long has ended, so sign in again. */
const sessionKeptMs = 20 * minute

type Options = Parameters<typeof startTestPanel>[0]

export type TestPatient = {
  id: string
  hn: string
  ward: string
  /** Sends readings of the patient, each taken so many minutes ago: now by default. */
  send: (
    ...readings: ({ kind: string; minutesAgo?: number } & Record<string, unknown>)[]
  ) => Promise<string[]>
  /** The patient's alarms, the newest first. */
  listAlarms: () => Promise<Alarm[]>
  /** The patient's only alarm that is not cleared. */
  findOpenAlarm: () => Promise<Alarm>
}

export type TestBedside = {
  panel: TestPanel
  hospitalId: string
  nurse: Client
  doctor: Client
  /** The time of the panel's clock, less so many minutes. */
  at: (minutesAgo?: number) => string
  /** Moves the clock. */
  skip: (ms: number) => void
  /** Moves the clock, and runs the jobs that are due then. */
  advance: (ms: number) => Promise<void>
  /** A new adult patient on a ward. */
  addPatient: () => Promise<TestPatient>
  /** The visit of a patient who has just arrived: in the emergency room, unless the arrival says otherwise. */
  arrive: (
    patient: { id: string },
    arrival?: Partial<Input<typeof visits.arrive>>,
  ) => Promise<Result<typeof visits.arrive>['visit']>
  /** A call of a system whose clock is ahead by so much (milliseconds), and which says so. */
  send: (readings: readonly object[], aheadMs?: number) => Promise<string[]>
  /** Takes a message of a watch whose clock shows an instant (milliseconds). */
  receiveFromWatch: (watch: { mac: string; shown: number }, topic: string, said: object) => Promise<void>
  /** Takes a message of any device. */
  receive: (topic: string, said: object) => Promise<void>
  listSteps: (alarmId: string) => Promise<string[]>
  /** Names who is in charge of a ward; by default nobody. */
  putInCharge: (
    wardId: string,
    duty?: { nurse_in_charge?: string | null; doctor?: string | null },
  ) => Promise<void>
}

/** A panel with a sender of readings. */
export async function startTestBedside(options: Options = {}): Promise<TestBedside> {
  const panel = await startTestPanel(options)
  const { key } = await (await panel.as('admin'))(ingest.addSender, { name: 'Ward system' })
  const people = { nurse: await panel.as('nurse'), doctor: await panel.as('doctor') }
  const ward = await panel.root
    .selectFrom('wards')
    .select(['id', 'hospital_id'])
    .orderBy('position')
    .executeTakeFirstOrThrow()
  const queue = new IntakeQueue({ root: panel.root, clock: panel.clock, channels: [], log: () => {} })
  let registered = 0
  let passed = 0
  const at = (minutesAgo = 0) => new Date(Date.parse(testNow) + passed - minutesAgo * minute).toISOString()

  const skip = (ms: number) => {
    passed += ms
    panel.wait(ms)
  }

  const send = async (readings: readonly object[], aheadMs = 0) => {
    const response = await panel.fetch(ingest.readings.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ sent_at: new Date(Date.parse(at()) + aheadMs), readings }),
    })
    const reply = (await response.json()) as { results?: { status: string }[] }
    if (!reply.results) throw new Error(JSON.stringify(reply))
    return reply.results.map(({ status }) => status)
  }

  return {
    panel,
    hospitalId: ward.hospital_id,
    get nurse() {
      return people.nurse
    },
    get doctor() {
      return people.doctor
    },
    at,
    skip,
    async advance(ms) {
      skip(ms)
      await panel.tick()
      if (ms < sessionKeptMs) return
      people.nurse = await panel.as('nurse')
      people.doctor = await panel.as('doctor')
    },
    send,
    async receiveFromWatch({ mac, shown }, topic, said) {
      const payload = Buffer.from(JSON.stringify({ IMEI: mac, timeStamps: formatWatchTime(shown), ...said }))
      const message = {
        topic: `iMEDE_watch/${topic}`,
        payload,
        receivedAt: panel.clock().getTime(),
        sender: null,
      }
      await queue.ingestMessage({ hospitalId: ward.hospital_id, keyId: null, message })
    },
    async receive(topic, said) {
      const payload = Buffer.from(JSON.stringify(said))
      const message = { topic, payload, receivedAt: panel.clock().getTime(), sender: null }
      await queue.ingestMessage({ hospitalId: ward.hospital_id, keyId: null, message })
    },
    async addPatient() {
      const id = newId()
      const number = 100_000 + ++registered
      const hn = `T-${number}`
      await panel.root
        .insertInto('patients')
        .values({
          id,
          hospital_id: ward.hospital_id,
          number,
          hn,
          title: 'นาง',
          name: 'ทดสอบ',
          surname: String(number),
          gender: 'female',
          date_of_birth: '1950-01-01',
          birth_date_precision: 'day',
          identity_kind: 'none',
          ward_id: ward.id,
          created_at: testNow,
          updated_at: testNow,
        })
        .execute()
      const listAlarms = async () => (await people.nurse(alarms.list, { patient_id: id })).rows
      return {
        id,
        hn,
        ward: ward.id,
        send: (...readings) =>
          send(readings.map(({ minutesAgo, ...values }) => ({ hn, measured_at: at(minutesAgo), ...values }))),
        listAlarms,
        async findOpenAlarm() {
          const open = (await listAlarms()).filter(({ state }) => state !== 'cleared')
          const [only] = open
          if (!only || open.length > 1) throw new Error(`${open.length} alarms are open`)
          return only
        },
      }
    },
    async arrive({ id: patient_id }, arrival) {
      const walked = { patient_id, kind: 'ER', source: 1, mode: 'WALK' } as const
      return (await people.nurse(visits.arrive, { ...walked, ...arrival })).visit
    },
    async putInCharge(ward_id, duty) {
      const from = await panel.root
        .selectFrom('wards')
        .select(['nurse_in_charge', 'doctor'])
        .where('id', '=', ward_id)
        .executeTakeFirstOrThrow()
      await people.nurse(alarms.updateDuty, { ward_id, nurse_in_charge: null, doctor: null, ...duty, from })
    },
    async listSteps(alarmId) {
      return (await people.nurse(alarms.get, { _id: alarmId })).steps.map(({ step }) => step)
    },
  }
}

/** An instant (milliseconds) as a watch writes it, in Thai time: `05/11/2026 14:32:00`. */
export function formatWatchTime(at: number): string {
  return new Date(at + 7 * 60 * minute).toISOString().replace(/^(\d+)-(\d+)-(\d+)T([\d:]+).*$/, '$3/$2/$1 $4')
}

type ReportedReading = Pick<Measurement, 'kind' | 'values' | 'source' | 'reportedAt'> & Partial<Measurement>

/**
 * Takes a reading as another node would, in parallel with this one. `hasCallClock`: the call says what the sender's
 * clock shows now.
 */
export function ingestOnOtherNode(
  { root, clock }: Pick<TestPanel, 'root' | 'clock'>,
  hospitalId: string,
  said: ReportedReading,
  hasCallClock = false,
): Promise<IngestResult[]> {
  const queue = new IntakeQueue({ root, clock, channels: [], log: () => {} })
  const measurements = [{ mac: null, deviceType: null, ...said }]
  const shown =
    hasCallClock && typeof said.sentAt === 'number' ? { mac: 'other node', shown: said.sentAt } : undefined
  const receivedAt = clock().getTime()
  const arrival = { receivedAt, measurements, statusReports: [], hasCallClock, clock: shown }
  return queue.ingestReadings({ hospitalId, keyId: null, arrival })
}

/** A device of this kind, worn by a patient since so many minutes ago, or by nobody. */
export async function addDevice(
  { panel, hospitalId, at }: Pick<TestBedside, 'panel' | 'hospitalId' | 'at'>,
  kind: string,
  wearer?: { id: string; minutesAgo: number },
) {
  const id = newId()
  const mac = id.replaceAll('-', '').slice(-12)
  await panel.root
    .insertInto('devices')
    .values({ id, hospital_id: hospitalId, mac, kind, name: `${kind} ${mac}`, registered_at: testNow })
    .execute()
  if (wearer) {
    await panel.root
      .insertInto('device_assignments')
      .values({
        id: newId(),
        hospital_id: hospitalId,
        device_id: id,
        patient_id: wearer.id,
        during: `[${at(wearer.minutesAgo)},)`,
      })
      .execute()
  }
  return { id, mac }
}
