import {
  alarms,
  daySteps,
  devices,
  type Input,
  maxCharted,
  patients,
  readings,
  spo2Scale,
  summary,
  type TimelineEntryOf,
  type TimelineKind,
  timelinePage,
  trendMinutes,
} from 'contract'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admitDirectly } from '../../../test/support/admit.ts'
import {
  addDevice,
  minute,
  startTestBedside,
  type TestBedside,
  type TestPatient,
} from '../../../test/support/bedside.ts'
import { getErrorName } from '../../../test/support/refusal.ts'

let bedside: TestBedside
beforeAll(async () => {
  bedside = await startTestBedside()
})
afterAll(() => bedside.panel.close())

const open = (patient: { id: string }) => bedside.nurse(summary.get, { patient_id: patient.id })

/** All that a score needs, taken so many minutes ago. */
const sendRound = (patient: TestPatient, minutesAgo: number, spo2: number) =>
  patient.send(
    { kind: 'respiration', respiration_rate: 16, minutesAgo },
    { kind: 'spo2', spo2, pulse: 80, minutesAgo },
    { kind: 'blood_pressure', systolic: 125, diastolic: 74, minutesAgo },
    { kind: 'temperature', temperature: 37, minutesAgo },
    { kind: 'consciousness', consciousness: 'A', oxygen: false, minutesAgo },
  )

async function findTrend(patient: TestPatient, vital: string) {
  const { trends } = await open(patient)
  const steps = trends.find((trend) => trend.vital === vital)?.steps ?? []
  return new Map(steps.flatMap((step, at) => (step ? [[at, step] as const] : [])))
}

/** The step of the last day in which something was measured so many minutes ago. */
async function findStep(patient: TestPatient, minutesAgo: number) {
  const { begins_at } = await open(patient)
  return Math.floor((Date.parse(bedside.at(minutesAgo)) - Date.parse(begins_at)) / (trendMinutes * 60_000))
}

describe('the newest values', () => {
  test('have their source and age, and beside each the single reading of an hour before', async () => {
    const patient = await bedside.addPatient()
    await patient.send(
      { kind: 'spo2', spo2: 97, minutesAgo: 300 },
      { kind: 'spo2', spo2: 94, minutesAgo: 70 },
      { kind: 'spo2', spo2: 93, minutesAgo: 20 },
      { kind: 'spo2', spo2: 89, minutesAgo: 5 },
      { kind: 'blood_pressure', systolic: 150, diastolic: 90, minutesAgo: 30 },
      { kind: 'blood_pressure', systolic: 120, diastolic: 80 },
      { kind: 'temperature', temperature: 37.2 },
    )
    const { latest, earlier } = await open(patient)
    expect(latest.find(({ vital }) => vital === 'spo2')).toMatchObject({
      value: 89,
      measured_at: bedside.at(5),
      source: 'system',
    })
    expect(earlier.find(({ vital }) => vital === 'spo2')).toEqual({
      vital: 'spo2',
      value: 94,
      second: null,
      measured_at: bedside.at(70),
    })
    // Nothing is an hour older: the first of the day.
    expect(earlier.find(({ vital }) => vital === 'blood_pressure')).toEqual({
      vital: 'blood_pressure',
      value: 150,
      second: 90,
      measured_at: bedside.at(30),
    })
    expect(earlier.some(({ vital }) => vital === 'temperature')).toBe(false)
  })

  test('come with the devices that the patient wears now', async () => {
    const patient = await bedside.addPatient()
    const watch = await addDevice(bedside, 'watch', { id: patient.id, minutesAgo: 10 })
    await addDevice(bedside, 'cuff')
    expect((await open(patient)).devices).toMatchObject([{ _id: watch.id, kind: 'watch', status: null }])
  })
})

describe('the last day', () => {
  test('has the lowest and the highest reading of each quarter of an hour, and gaps', async () => {
    const patient = await bedside.addPatient()
    await patient.send(
      { kind: 'pulse', pulse: 88, minutesAgo: 62 },
      { kind: 'pulse', pulse: 131, minutesAgo: 61 },
      { kind: 'spo2', spo2: 97, pulse: 72, minutesAgo: 61 },
      { kind: 'pulse', pulse: 80 },
      { kind: 'pulse', pulse: 60, minutesAgo: 25 * 60 },
    )
    expect((await open(patient)).trends.find(({ vital }) => vital === 'pulse')?.steps).toHaveLength(daySteps)
    const pulse = await findTrend(patient, 'pulse')
    expect([...pulse]).toEqual([
      [await findStep(patient, 61), { low: 72, high: 131 }],
      [daySteps - 1, { low: 80, high: 80 }],
    ])
    expect((await findTrend(patient, 'spo2')).size).toBe(1)
    expect((await findTrend(patient, 'temperature')).size).toBe(0)
  })

  test('leaves out a reading that was corrected', async () => {
    const patient = await bedside.addPatient()
    const measured_at = bedside.at(90)
    const chart = { kind: 'pulse' as const, measured_at }
    const { readings: written } = await bedside.nurse(readings.record, {
      patient_id: patient.id,
      readings: [{ ...chart, pulse: 180 }],
    })
    await bedside.nurse(readings.correct, {
      patient_id: patient.id,
      corrects: written[0]?._id ?? '',
      corrects_measured_at: measured_at,
      reading: { ...chart, pulse: 80 },
    })
    expect([...(await findTrend(patient, 'pulse')).values()]).toEqual([{ low: 80, high: 80 }])
  })

  test('has each score that the patient had, made of the newest values then', async () => {
    const patient = await bedside.addPatient()
    await sendRound(patient, 26 * 60, 97)
    await sendRound(patient, 240, 97)
    await patient.send(
      { kind: 'spo2', spo2: 90, minutesAgo: 120 },
      { kind: 'spo2', spo2: 96, minutesAgo: 119 },
    )
    const scores = await findTrend(patient, 'news2')
    expect([...scores]).toEqual([
      [await findStep(patient, 240), { low: 0, high: 0 }],
      [await findStep(patient, 120), { low: 0, high: 3 }],
    ])
    const { earlier } = await open(patient)
    expect(earlier.find(({ vital }) => vital === 'news2')).toMatchObject({
      value: 0,
      measured_at: bedside.at(240),
    })
  })

  test('scores by the scale that was prescribed at that time', async () => {
    const patient = await bedside.addPatient()
    await sendRound(patient, 60, 90)
    expect([...(await findTrend(patient, 'news2')).values()]).toEqual([{ low: 3, high: 3 }])
    const prescription = {
      patient_id: patient.id,
      scale: 2 as const,
      reason: 'COPD with hypercapnic failure',
    }
    await bedside.doctor(spo2Scale.set, prescription)
    await patient.send({ kind: 'spo2', spo2: 90 })
    expect([...(await findTrend(patient, 'news2')).values()]).toEqual([
      { low: 3, high: 3 },
      { low: 0, high: 0 },
    ])
  })

  test('has no score of a child, though all values are there', async () => {
    const patient = await bedside.addPatient()
    await bedside.panel.root
      .updateTable('patients')
      .set({ date_of_birth: '2020-01-01' })
      .where('id', '=', patient.id)
      .execute()
    await sendRound(patient, 60, 97)
    expect((await findTrend(patient, 'news2')).size).toBe(0)
    expect((await findTrend(patient, 'spo2')).size).toBe(1)
  })
})

test('a patient of whom nothing was measured has an empty summary, and one that does not exist has none', async () => {
  const patient = await bedside.addPatient()
  expect(await open(patient)).toMatchObject({ latest: [], earlier: [], trends: [], devices: [] })
  expect(await getErrorName(open({ id: newId() }))).toBe('not-found')
})

describe('the timeline', () => {
  const read = async (
    patient: { id: string },
    more: Omit<Input<typeof summary.timeline>, 'patient_id'> = {},
  ) => bedside.nurse(summary.timeline, { patient_id: patient.id, ...more })
  const listKinds = async (patient: { id: string }, more = {}) =>
    (await read(patient, more)).entries.map(({ kind }) => kind)
  const chart = (patient: TestPatient, minutesAgo: number, pulse: number) => ({
    patient_id: patient.id,
    readings: [
      {
        kind: 'blood_pressure' as const,
        measured_at: bedside.at(minutesAgo),
        systolic: 120,
        diastolic: 80,
        pulse,
      },
      {
        kind: 'temperature' as const,
        measured_at: bedside.at(minutesAgo),
        temperature: 37.2,
        note: 'หลังให้ยา',
      },
    ],
  })

  /** A patient with something of each kind, in this order of time. */
  async function fillTimeline() {
    const patient = await bedside.addPatient()
    const { root } = bedside.panel
    const owned = { hospital_id: bedside.hospitalId, patient_id: patient.id }
    const hn = patient.hn
    await root
      .insertInto('visits')
      .values({ ...owned, id: newId(), vn: `VN-${hn}`, kind: 'ER', visited_at: bedside.at(600) })
      .execute()
    await admitDirectly(root, {
      hospitalId: owned.hospital_id,
      patientId: patient.id,
      an: `AN-${hn}`,
      wardId: patient.ward,
      from: bedside.at(590),
      to: bedside.at(500),
    })
    const device = await addDevice(bedside, 'watch')
    const give = (patient_id: string | null, minutesAgo: number) =>
      bedside.nurse(devices.assign, { device_id: device.id, patient_id, at: bedside.at(minutesAgo) })
    await give(patient.id, 480)
    await give(null, 400)
    await bedside.nurse(readings.record, chart(patient, 300, 84))
    const change = { _id: patient.id, version: 1, allergies: [latex], no_known_allergy: false }
    bedside.skip(minute)
    await bedside.nurse(patients.update, change)
    bedside.skip(minute)
    const prescription = { patient_id: patient.id, scale: 2 as const, reason: 'COPD, target 88-92 %' }
    await bedside.doctor(spo2Scale.set, prescription)
    bedside.skip(minute)
    const limits = { critical_low: 32, low: 35, high: 39, critical_high: 41 }
    await bedside.nurse(alarms.updateSettings, {
      patient_id: patient.id,
      version: 0,
      settings: { temperature: { mode: 'own', limits } },
      reason: 'ไข้จากการติดเชื้อเดิม',
    })
    bedside.skip(minute)
    await patient.send({ kind: 'blood_pressure', systolic: 240, diastolic: 110 })
    return patient
  }
  const latex = {
    kind: 'other' as const,
    substance: 'Latex',
    severity: 'severe' as const,
    reaction: null,
    certainty: 'certain' as const,
    since: null,
  }

  test('has what was done and what happened, of every kind, the newest first', async () => {
    const patient = await fillTimeline()
    const { entries, has_older } = await read(patient)
    expect(has_older).toBe(false)
    expect(entries.map(({ kind }) => kind)).toEqual([
      'alarm',
      'alarm',
      'alarm-setting',
      'spo2-scale',
      'changed',
      'charted',
      'device-taken',
      'device-given',
      'discharged',
      'admitted',
      'visited',
    ])
    const find = <Kind extends TimelineKind>(kind: Kind) =>
      entries.find((one): one is TimelineEntryOf<Kind> => one.kind === kind)
    expect(find('charted')).toMatchObject({
      by: { first_name: 'สุภาพร' },
      readings: [
        { kind: 'blood_pressure', systolic: 120, diastolic: 80, pulse: 84, note: null, is_correction: false },
        { kind: 'temperature', temperature: 37.2, note: 'หลังให้ยา' },
      ],
    })
    expect(find('changed')).toMatchObject({
      changes: [{ section: 'clinical', field: 'allergies', from: [] }],
    })
    expect(find('alarm-setting')?.setting).toMatchObject({
      vital: 'temperature',
      mode: 'own',
      limits: { low: 35, high: 39 },
    })
    expect(find('spo2-scale')).toMatchObject({ by: { first_name: 'ปกรณ์' }, setting: { scale: 2 } })
    expect(find('device-given')).toMatchObject({ by: { first_name: 'สุภาพร' }, device: { kind: 'watch' } })
    expect(find('admitted')).toMatchObject({ an: `AN-${patient.hn}`, ward: { _id: patient.ward }, by: null })
    expect(find('visited')).toMatchObject({ vn: `VN-${patient.hn}`, visit: 'ER' })
  })

  test('has an alarm as it stands now, with who acknowledged it', async () => {
    const patient = await bedside.addPatient()
    await patient.send({ kind: 'spo2', spo2: 85 }, { kind: 'spo2', spo2: 84 })
    const { _id, severity } = await patient.findOpenAlarm()
    const readAlarm = async () =>
      (await read(patient)).entries.flatMap((one) => (one.kind === 'alarm' ? [one.alarm] : []))
    expect(await readAlarm()).toMatchObject([{ rule: 'spo2-low', state: 'active', acknowledged_by: null }])
    await bedside.nurse(alarms.acknowledge, { _id, severity, note: 'ให้ออกซิเจนแล้ว' })
    expect(await readAlarm()).toMatchObject([
      {
        state: 'acknowledged',
        acknowledged_by: { first_name: 'สุภาพร' },
        acknowledged_at: bedside.at(),
      },
    ])
  })

  test('has what was charted together as one entry, without what was corrected', async () => {
    const patient = await bedside.addPatient()
    const { readings: written } = await bedside.nurse(readings.record, chart(patient, 60, 180))
    const [pressure] = written
    const [corrected] = chart(patient, 60, 80).readings
    if (!corrected) throw new Error('nothing was charted')
    await bedside.nurse(readings.correct, {
      patient_id: patient.id,
      corrects: pressure?._id ?? '',
      corrects_measured_at: bedside.at(60),
      reading: corrected,
    })
    const { entries } = await read(patient, { group: 'readings' })
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({ kind: 'charted', at: expect.stringContaining('T') })
    const shown = entries.flatMap((one) => (one.kind === 'charted' ? one.readings : []))
    expect(new Map(shown.map(({ kind, is_correction }) => [kind, is_correction]))).toEqual(
      new Map([
        ['blood_pressure', true],
        ['temperature', false],
      ]),
    )
    expect(shown.find(({ kind }) => kind === 'blood_pressure')?.pulse).toBe(80)
  })

  test('has no reading of a device', async () => {
    const patient = await bedside.addPatient()
    await patient.send({ kind: 'pulse', pulse: 80 })
    expect(await listKinds(patient)).toEqual([])
  })

  test('is filtered by group', async () => {
    const patient = await fillTimeline()
    expect(await listKinds(patient, { group: 'moves' })).toEqual(['discharged', 'admitted', 'visited'])
    expect(await listKinds(patient, { group: 'devices' })).toEqual(['device-taken', 'device-given'])
    expect(await listKinds(patient, { group: 'changes' })).toEqual(['spo2-scale', 'changed'])
    expect(await listKinds(patient, { group: 'readings' })).toEqual(['charted'])
  })

  test('goes on from its last entry, and has each once', async () => {
    const patient = await fillTimeline()
    for (let hour = 1; hour <= 2; hour += 1) {
      const acts = Array.from(
        { length: maxCharted },
        (_, at) => chart(patient, hour * 60 + at, 80).readings[1],
      )
      await bedside.nurse(readings.record, { patient_id: patient.id, readings: acts.filter((one) => !!one) })
    }
    const first = await read(patient)
    expect([first.entries.length, first.has_older]).toEqual([timelinePage, true])
    const last = first.entries.at(-1)
    const rest = await read(patient, { before: { at: last?.at ?? '', _id: last?._id ?? '' } })
    expect([rest.entries.length, rest.has_older]).toEqual([2 * maxCharted + 11 - timelinePage, false])
    const all = [...first.entries, ...rest.entries]
    expect(new Set(all.map(({ _id, kind }) => `${_id} ${kind}`)).size).toBe(all.length)
    expect(all.map(({ at }) => Date.parse(at))).toEqual(
      all.map(({ at }) => Date.parse(at)).toSorted((one, other) => other - one),
    )
  })

  test('shows only what its reader may see', async () => {
    const patient = await fillTimeline()
    const paramedic = await bedside.panel.asNew({ staffType: 'paramedic' })
    const { hospital_id } = await bedside.panel.root
      .selectFrom('patients')
      .select('hospital_id')
      .where('id', '=', patient.id)
      .executeTakeFirstOrThrow()
    const type = await bedside.panel.root
      .selectFrom('staff_types')
      .select('id')
      .where('code', '=', 'paramedic')
      .executeTakeFirstOrThrow()
    await bedside.panel.root
      .insertInto('changed_permissions')
      .values(
        ['alarm:read', 'device:read'].map((permission) => ({
          hospital_id,
          staff_type_id: type.id,
          permission,
          is_granted: false,
        })),
      )
      .execute()
    const { entries } = await paramedic(summary.timeline, { patient_id: patient.id })
    expect([...new Set(entries.map(({ kind }) => kind))]).toEqual([
      'spo2-scale',
      'changed',
      'charted',
      'discharged',
      'admitted',
      'visited',
    ])
    await bedside.panel.root.deleteFrom('changed_permissions').execute()
  })

  test('of a patient who does not exist is refused', async () => {
    expect(await getErrorName(read({ id: newId() }))).toBe('not-found')
  })
})
