import {
  type AlarmSeverity,
  admissions,
  alarmSeverities,
  alarms,
  type Client,
  classifySickness,
  compareSickness,
  groups,
  type Input,
  monitoring,
  news2KeptMs,
  patients,
  readings,
  type Sickness,
  spo2Scale,
  standardTimes,
  thresholds,
  type WardBoardRow,
} from 'contract'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addDevice,
  startTestBedside,
  type TestBedside,
  type TestPatient,
} from '../../../test/support/bedside.ts'

let bedside: TestBedside
beforeAll(async () => {
  bedside = await startTestBedside()
})
afterAll(() => bedside.panel.close())

const hour = 60

/** A ward of its own, so that a test sees its own patients alone. */
async function addWard(): Promise<string> {
  const id = newId()
  const values = { code: id.slice(-8), name_en: 'Own ward', name_th: 'หอผู้ป่วยเอง', position: 99 }
  await bedside.panel.root
    .insertInto('wards')
    .values({ id, hospital_id: bedside.hospitalId, ...values })
    .execute()
  return id
}

async function admit(ward: string): Promise<TestPatient> {
  const patient = await bedside.addPatient()
  await bedside.panel.root
    .updateTable('patients')
    .set({ ward_id: ward })
    .where('id', '=', patient.id)
    .execute()
  return patient
}

/** All parts of NEWS2, normal unless given otherwise: the score is 0. */
const wholeSet = (minutesAgo: number, { spo2 = 97, pulse = 80, temperature = 37 } = {}) => [
  { kind: 'blood_pressure', minutesAgo, systolic: 120, diastolic: 70, pulse },
  { kind: 'spo2', minutesAgo, spo2 },
  { kind: 'respiration', minutesAgo, respiration_rate: 18 },
  { kind: 'temperature', minutesAgo, temperature },
  { kind: 'consciousness', minutesAgo, consciousness: 'A', oxygen: false },
]

type Query = Input<typeof monitoring.wardBoard>
const read = async (query: Query, call: Client = bedside.nurse) =>
  (await call(monitoring.wardBoard, { number_of_rec: 100, ...query })).rows
const getIds = (rows: WardBoardRow[]) => rows.map(({ patient }) => patient._id)

describe('a ward board', () => {
  test('shows who is in a bed of the ward, those first who need help, and says where nothing was measured', async () => {
    const ward = await addWard()
    const [steady, unmeasured, moderate, severe, acknowledged] = [
      await admit(ward),
      await admit(ward),
      await admit(ward),
      await admit(ward),
      await admit(ward),
    ]
    await steady.send(...wholeSet(1))
    // Scores 2, 2 and 1.
    await moderate.send(...wholeSet(1, { spo2: 92, pulse: 111, temperature: 38.1 }))
    await severe.send(...wholeSet(1), { kind: 'sos' })
    await acknowledged.send(...wholeSet(1, { spo2: 88, pulse: 111 }))
    for (const { _id, severity } of await acknowledged.listAlarms())
      await bedside.nurse(alarms.acknowledge, { _id, severity })
    const rows = await read({ ward })
    expect(getIds(rows)).toEqual([severe.id, acknowledged.id, moderate.id, unmeasured.id, steady.id])
    expect(rows.map(({ latest }) => latest.length === 0)).toEqual([false, false, false, true, false])
  })

  test('ranks a patient whose values are old like one who was never measured', async () => {
    const ward = await addWard()
    const [steady, old] = [await admit(ward), await admit(ward)]
    await old.send(...wholeSet(13 * hour))
    await steady.send(...wholeSet(11 * hour))
    expect(getIds(await read({ ward }))).toEqual([old.id, steady.id])
    expect(getIds(await read({ ward, filterLists: { is_unobserved: true } }))).toEqual([old.id])
  })

  test('compares the score with the last one that is an hour older', async () => {
    const ward = await addWard()
    const patient = await admit(ward)
    await patient.send(...wholeSet(5 * hour))
    await patient.send({ kind: 'spo2', minutesAgo: 2 * hour, spo2: 94 })
    await patient.send({ kind: 'spo2', minutesAgo: 30, spo2: 92 })
    await patient.send({ kind: 'spo2', minutesAgo: 1, spo2: 89 })
    const [row] = await read({ ward })
    expect(row?.latest.find(({ vital }) => vital === 'news2')?.value).toBe(3)
    expect(row?.score_before).toEqual({ value: 1, measured_at: bedside.at(2 * hour) })
  })

  test('compares the score with none of another day, and with none that lacked a part', async () => {
    const ward = await addWard()
    const [daily, begun] = [await admit(ward), await admit(ward)]
    await daily.send(...wholeSet(25 * hour))
    await daily.send(...wholeSet(0))
    await begun.send({ kind: 'spo2', minutesAgo: 3 * hour, spo2: 95 })
    await begun.send(...wholeSet(0))
    const rows = await read({ ward })
    expect(rows.map(({ score_before }) => score_before)).toEqual([null, null])
  })

  test('scores the saturation of before by the scale that was set then', async () => {
    const ward = await addWard()
    const patient = await admit(ward)
    await patient.send(...wholeSet(3 * hour, { spo2: 90 }))
    await bedside.doctor(spo2Scale.set, { patient_id: patient.id, scale: 2, reason: 'COPD, target 88–92 %' })
    await patient.send({ kind: 'spo2', spo2: 90 })
    const [row] = await read({ ward })
    expect(row?.latest.find(({ vital }) => vital === 'news2')?.value).toBe(0)
    expect(row?.score_before?.value).toBe(3)
  })

  test('is ordered by the rule by which the screens order it anew', async () => {
    const ward = await addWard()
    const { root } = bedside.panel
    const owned = { hospital_id: bedside.hospitalId }
    const people = new Map<string, Sickness>()
    let drawn = 7
    const draw = <Choice>(...choices: readonly Choice[]) => {
      drawn = (drawn * 48_271) % 2_147_483_647
      return choices[drawn % choices.length] as Choice
    }
    for (let count = 0; count < 60; count++) {
      const { id: patient_id } = await admit(ward)
      const value = { ...owned, patient_id, source: 'manual' }
      const score = draw(undefined, 0, 3, 5, 6, 7, 11)
      const measured_at = bedside.at(draw(10, 10, 13) * hour)
      const isMeasured = draw(true, true, false)
      if (score !== undefined)
        await root
          .insertInto('latest_values')
          .values({ ...value, vital: 'news2', value: score, measured_at })
          .execute()
      if (isMeasured)
        await root
          .insertInto('latest_values')
          .values({ ...value, vital: 'pulse', value: 80, measured_at })
          .execute()
      const raised: { severity: AlarmSeverity; isSeen: boolean }[] = []
      for (const rule of ['fall', 'sos'].slice(0, draw(0, 0, 1, 2))) {
        const [severity, isSeen] = [draw('low', 'medium', 'high') as AlarmSeverity, draw(true, false)]
        raised.push({ severity, isSeen })
        const at = bedside.at()
        const seen = isSeen ? { acknowledged_at: at } : {}
        await root
          .insertInto('alarms')
          .values({ ...owned, id: newId(), patient_id, rule, severity, raised_at: at, ...seen })
          .execute()
      }
      const findWorst = (some: typeof raised) =>
        alarmSeverities.find((severity) => some.some((one) => one.severity === severity))
      people.set(patient_id, {
        score,
        isObserved: isMeasured && Date.parse(measured_at) > Date.parse(bedside.at()) - news2KeptMs,
        alarm: findWorst(raised),
        unseenAlarm: findWorst(raised.filter(({ isSeen }) => !isSeen)),
      })
    }
    const listed = getIds(await read({ ward })).map((id) => people.get(id) as Sickness)
    expect(listed).toHaveLength(60)
    expect(listed).toEqual(listed.toSorted((one, other) => compareSickness(one, other, standardTimes)))
    // The order is decided by all that it depends on.
    expect(new Set(listed.map((one) => classifySickness(one, standardTimes))).size).toBe(4)
  })

  test('is sorted and filtered as asked', async () => {
    const ward = await addWard()
    const [one, other, last] = [await admit(ward), await admit(ward), await admit(ward)]
    await one.send(...wholeSet(2))
    await other.send(...wholeSet(1, { spo2: 95 }))
    await bedside.panel.root
      .updateTable('patients')
      .set({ triage_level: 1 })
      .where('id', '=', last.id)
      .execute()
    await addDevice(bedside, 'oximeter', { id: one.id, minutesAgo: 5 })
    const sorted = async (sort_field: Query['sort_field'], sort_order: Query['sort_order'] = 'asc') =>
      getIds(await read({ ward, sort_field, sort_order }))
    expect(await sorted('observed')).toEqual([last.id, one.id, other.id])
    expect(await sorted('observed', 'desc')).toEqual([other.id, one.id, last.id])
    expect(await sorted('news2', 'desc')).toEqual([other.id, one.id, last.id])
    expect(await sorted('triage_level')).toEqual([last.id, one.id, other.id])
    expect(await sorted('bed', 'desc')).toEqual([last.id, other.id, one.id])
    expect(getIds(await read({ ward, filterLists: { triage_level: ['RED'] } }))).toEqual([last.id])
    expect(getIds(await read({ ward, filterLists: { alarm: 'any' } }))).toEqual([])
    const { rows, total } = await bedside.nurse(monitoring.wardBoard, { ward, number_of_rec: 2, page: 2 })
    expect([rows.length, total]).toEqual([1, 3])
    const [row] = await read({ ward, sort_field: 'bed' })
    expect(row?.devices).toMatchObject([{ kind: 'oximeter' }])
  })

  test(`shows the wards of the user's groups by default, and every ward to those who follow none`, async () => {
    const ward = await addWard()
    const patient = await admit(ward)
    const doctor = await bedside.panel.asNew({ staffType: 'doctor' })
    const everywhere = await doctor(monitoring.wardBoard, { number_of_rec: 100 })
    expect(everywhere.ward).toBe('every')
    expect(new Set(everywhere.rows.map((row) => row.patient.ward?._id)).size).toBeGreaterThan(1)
    expect(getIds(await read({ ward: 'mine' }, doctor))).toEqual([])
    const admin = await bedside.panel.as('admin')
    const { user_id } = doctor.session
    await admin(groups.save, { name: 'Own group', ward_ids: [ward], member_ids: [user_id] })
    const mine = await doctor(monitoring.wardBoard, {})
    expect([mine.ward, getIds(mine.rows)]).toEqual(['mine', [patient.id]])
    const every = await doctor(monitoring.wardBoard, { ward: 'every', number_of_rec: 100 })
    expect(getIds(every.rows)).toEqual(expect.arrayContaining(getIds(everywhere.rows)))
  })

  test('says who waits and who is on leave, the doctor, the isolation and the plan; a closed record hides those', async () => {
    const ward = await addWard()
    const { doctors } = await bedside.nurse(admissions.doctors, {})
    const admitToWard = async () => {
      const { id } = await bedside.addPatient()
      await bedside.panel.root.updateTable('patients').set({ ward_id: null }).where('id', '=', id).execute()
      const { stay } = await bedside.nurse(admissions.admit, {
        patient_id: id,
        ward_id: ward,
        admit_type: 'E',
        admit_source: 'E',
        arrival_type: 1,
        department: '01',
        attending_id: doctors[0]?._id ?? '',
        diagnosis: 'วัณโรคปอด',
        isolation: ['AIRBORNE'],
        planned_discharge_on: '2026-11-20',
        at: bedside.at(60),
      })
      return stay
    }
    const waiting = await admitToWard()
    const away = await admitToWard()
    const due_back_at = new Date(Date.parse(bedside.at()) + 3_600_000).toISOString()
    await bedside.nurse(admissions.leave, {
      patient_id: away.patient._id,
      stay_id: away._id,
      version: away.version,
      due_back_at,
      holds_bed: false,
      note: 'งานบวช',
    })
    const facts = {
      attending: { _id: doctors[0]?._id },
      isolation: ['AIRBORNE'],
      planned_discharge_on: '2026-11-20',
    }
    const [row] = await read({ ward, filterLists: { place: 'waiting' } })
    expect(row).toMatchObject({ patient: { _id: waiting.patient._id }, stay: { kind: 'waiting', ...facts } })
    const onLeave = await read({ ward, filterLists: { place: 'leave' } })
    expect(getIds(onLeave)).toEqual([away.patient._id])
    expect(onLeave[0]?.stay).toMatchObject({ kind: 'leave', due_back_at })
    expect(await read({ ward, filterLists: { place: 'bed' } })).toEqual([])
    expect(await read({ ward })).toHaveLength(2)

    const stranger = await bedside.panel.asNew({ staffType: 'nurse' })
    const admin = await bedside.panel.as('admin')
    await admin(groups.save, {
      name: newId(),
      ward_ids: [await addWard()],
      member_ids: [stranger.session.user_id],
    })
    const [closed] = await read({ ward, filterLists: { place: 'waiting' } }, stranger)
    expect(closed?.stay).toEqual({
      kind: 'waiting',
      due_back_at: null,
      attending: null,
      isolation: null,
      planned_discharge_on: null,
    })
  })

  test('shows nothing of a closed record beyond the newest values', async () => {
    const ward = await addWard()
    const patient = await admit(ward)
    await patient.send(...wholeSet(2 * hour), ...wholeSet(1))
    const { patient: record } = await bedside.nurse(patients.get, { _id: patient.id })
    const allergies = [{ kind: 'drug', substance: 'Penicillin', severity: 'life_threatening' } as const]
    await bedside.nurse(patients.update, { _id: patient.id, version: record.version, allergies })
    const stranger = await bedside.panel.asNew({ staffType: 'nurse' })
    const admin = await bedside.panel.as('admin')
    const { user_id } = stranger.session
    await admin(groups.save, { name: 'Elsewhere', ward_ids: [await addWard()], member_ids: [user_id] })
    const look = async (call: Client) => {
      const [row] = await read({ ward }, call)
      return [row?.worst_allergy, row?.score_before?.value, row?.latest.length]
    }
    expect(await look(bedside.nurse)).toEqual(['life_threatening', 0, expect.any(Number)])
    expect(await look(stranger)).toEqual([null, undefined, expect.any(Number)])
    const reason = 'Called to a resuscitation on that ward'
    await stranger(patients.breakGlass, { patient_id: patient.id, reason })
    expect(await look(stranger)).toEqual(['life_threatening', 0, expect.any(Number)])
  })

  test('names in the audit the patients it showed', async () => {
    const ward = await addWard()
    const patient = await admit(ward)
    await read({ ward })
    const row = await bedside.panel.root
      .selectFrom('audit')
      .select('patient_ids')
      .where('action', '=', 'monitoring.wardBoard')
      .orderBy('position', 'desc')
      .executeTakeFirst()
    expect(row?.patient_ids).toEqual([patient.id])
  })

  test('is exported whole, each value with its time', async () => {
    const ward = await addWard()
    const patient = await admit(ward)
    await admit(ward)
    await patient.send(...wholeSet(2 * hour), ...wholeSet(5))
    const file = await bedside.nurse(monitoring.exportWardBoard, { ward })
    const lines = (await file.text()).trim().split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[0]).toContain('SpO₂ (%),Measured at')
    const line = lines.find((one) => one.includes(patient.hn))
    expect(line).toContain('120/70,2026-11-05 14:27')
  })

  test('is exported with the parts of a coma scale that has no total', async () => {
    const ward = await addWard()
    const patient = await admit(ward)
    const parts = { kind: 'gcs' as const, measured_at: bedside.at(5), gcs_eye: 3, gcs_motor: 5 }
    await bedside.nurse(readings.record, { patient_id: patient.id, readings: [parts] })
    const file = await bedside.nurse(monitoring.exportWardBoard, { ward })
    expect(await file.text()).toContain('E3V-M5,2026-11-05 14:27')
  })
})

test('positions are of those who wear a device or are in the hospital, and of nobody from before', async () => {
  const [wearer, inpatient, left] = [
    await bedside.addPatient(),
    await bedside.addPatient(),
    await bedside.addPatient(),
  ]
  await addDevice(bedside, 'watch', { id: wearer.id, minutesAgo: 60 })
  const { root } = bedside.panel
  await root.updateTable('patients').set({ an: 'P-1' }).where('id', '=', inpatient.id).execute()
  for (const patient of [wearer, inpatient, left])
    await patient.send({ kind: 'position', minutesAgo: 1, lat: 17.88, lang: 102.74 })
  const { rows } = await bedside.nurse(monitoring.locations, { number_of_rec: 100 })
  const found = rows.map(({ patient }) => patient?._id)
  expect([wearer, inpatient, left].map(({ id }) => found.includes(id))).toEqual([true, true, false])
})

test('the levels go by the limits that the hospital has set', async () => {
  const ward = await addWard()
  const [one, other] = [await admit(ward), await admit(ward)]
  await one.send(...wholeSet(1, { spo2: 95 }))
  await other.send(...wholeSet(1))
  const admin = await bedside.panel.as('admin')
  const { thresholds: current, version } = await admin(thresholds.get, {})
  const earlier = { ...current, times: { ...current.times, news2_medium: 1 } }
  await admin(thresholds.update, { version, thresholds: earlier, reason: 'Earlier calls on this ward' })
  const unmeasured = await admit(ward)
  expect(getIds(await read({ ward }))).toEqual([one.id, unmeasured.id, other.id])
})
