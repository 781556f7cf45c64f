import {
  admissions,
  alarms,
  audit,
  breakGlassHours,
  CallError,
  type Client,
  contract,
  devices,
  type Endpoint,
  errorCodes,
  groups,
  monitoring,
  OutsideWards,
  patients,
  permissionMatrix,
  readings,
  visits,
} from 'contract'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type SignedIn, testNow } from '../src/testing.ts'
import { admitDirectly } from './support/admit.ts'
import { addDevice, minute, startTestBedside, type TestBedside, type TestPatient } from './support/bedside.ts'
import { expectRefusal } from './support/refusal.ts'

const reason = 'ผู้ป่วยหมดสติ ต้องดูประวัติแพ้ยา'
const needed = errorCodes['break-glass-needed']

let bedside: TestBedside
let admin: Client
let wards: string[]
/** They are on the first ward. */
let patient: TestPatient
/** The nurse is in a group that covers the second ward and no other. */
let nurse: SignedIn

beforeAll(async () => {
  bedside = await startTestBedside()
  admin = await bedside.panel.as('admin')
  const rows = await bedside.panel.root.selectFrom('wards').select('id').orderBy('position').execute()
  wards = rows.map(({ id }) => id)
})
afterAll(() => bedside.panel.close())

beforeEach(async () => {
  admin = await bedside.panel.as('admin')
  patient = await bedside.addPatient()
  nurse = await bedside.panel.asNew({ staffType: 'nurse' })
  await addFollowingGroup([wards[1] ?? ''], nurse)
})

let count = 0
async function addFollowingGroup(ward_ids: string[], ...people: SignedIn[]) {
  const member_ids = people.map(({ session }) => session.user_id)
  const { group } = await admin(groups.save, { name: `Group ${(count += 1)}`, ward_ids, member_ids })
  return group
}

const open = (person: Client, id = patient.id) => person(patients.get, { _id: id })
const expectClosedRecord = async (person: Client, id = patient.id) => {
  expect((await expectRefusal(open(person, id))).code).toBe(needed)
}
const breakGlass = (person: Client, id = patient.id, why = reason) =>
  person(patients.breakGlass, { patient_id: id, reason: why })
const move = (id: string, ward_id: string | null) =>
  bedside.panel.root.updateTable('patients').set({ ward_id }).where('id', '=', id).execute()
const signInAgain = async (person: SignedIn) => {
  const { user_id } = person.session
  const { hospital_id } = await bedside.panel.root
    .selectFrom('staff')
    .select('hospital_id')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  expect(hospital_id).toBe(bedside.hospitalId)
  await bedside.panel.root
    .updateTable('sessions')
    .set({ last_seen_at: bedside.at(), created_at: bedside.at() })
    .where('staff_id', '=', user_id)
    .execute()
}

describe('a record outside the wards of a nurse’s groups', () => {
  test('is closed, and shows the patient’s name and ward, and nothing that is in it', async () => {
    const error = await expectRefusal(open(nurse))
    expect(error.code).toBe(needed)
    expect(error.detail).toEqual({
      patient_id: patient.id,
      hn: patient.hn,
      ward: { _id: patient.ward, name_en: expect.any(String), name_th: expect.any(String) },
    })
    expect(OutsideWards.safeParse(error.detail).success).toBe(true)
  })

  const opening = Object.entries(contract).flatMap(([group, calls]) =>
    Object.entries(calls as Record<string, Endpoint>).flatMap(([name, endpoint]) =>
      endpoint.opensRecord === '_id' || endpoint.opensRecord === 'patient_id'
        ? [{ name: `${group}.${name}`, endpoint, field: endpoint.opensRecord }]
        : [],
    ),
  )

  test('can be read by these calls, which name the patient', () => {
    expect(opening.map(({ name }) => name).sort()).toEqual(
      [
        'patients.get',
        'patients.update',
        'patients.changes',
        'patients.underlyingDiseaseHistory',
        'patients.medicationHistory',
        'patients.allergyHistory',
        'readings.history',
        'readings.exportHistory',
        'readings.record',
        'readings.correct',
        ...Object.keys(contract.readings)
          .filter((name) => !/^(history|exportHistory|record|correct|inbox|dismiss|tellUnit)$/.test(name))
          .map((name) => `readings.${name}`),
        'alarms.list',
        'alarms.settings',
        'alarms.updateSettings',
        'spo2Scale.get',
        'spo2Scale.set',
        'summary.get',
        'summary.timeline',
        'visits.referrals',
        'visits.arrive',
        'visits.correct',
        'visits.see',
        'visits.end',
        'visits.void',
        'erBoard.change',
        'erBoard.undo',
        'inbound.arrive',
        'opd.enqueue',
        'opd.move',
        'opd.send',
        'opd.takeBack',
        'triage.prepare',
        'triage.record',
        'triage.complete',
        'triage.correct',
        'triage.history',
        'admissions.history',
        'admissions.exportHistory',
        'admissions.prepare',
        'admissions.admit',
        'admissions.update',
        'admissions.move',
        'admissions.leave',
        'admissions.changeLeave',
        'admissions.comeBack',
        'admissions.discharge',
        'admissions.changeDischarge',
        'admissions.undoDischarge',
        'admissions.reopen',
        'admissions.void',
        'admissionRequests.ofPatient',
        'admissionRequests.make',
        'admissionRequests.decline',
        'admissionRequests.withdraw',
        'admissionRequests.seeDecline',
        'rounds.orders',
        'rounds.order',
        'rounds.note',
        'fluids.list',
        'fluids.record',
        'fluids.strike',
      ].sort(),
    )
  })

  const admission = {
    admit_type: 'E',
    admit_source: 'E',
    arrival_type: 1,
    department: '01',
    diagnosis: 'ปอดอักเสบ',
  }
  const ofStay = { stay_id: newId(), version: 1 }
  const ofVisit = { visit_id: newId() }
  const place = { ward_id: newId() }
  const bodies: Record<string, object> = {
    'visits.arrive': { kind: 'ER', source: 1, mode: 'WALK' },
    'visits.correct': { ...ofVisit, changed: {}, reason: 'x' },
    'visits.see': ofVisit,
    'visits.end': { ...ofVisit, disposition: 1 },
    'visits.void': { ...ofVisit, reason: 'WRONG_PATIENT' },
    'erBoard.change': { ...ofVisit, change: { act: 'take' } },
    'inbound.arrive': { _id: newId() },
    'opd.enqueue': { ...ofVisit, clinic_id: newId() },
    'opd.move': { entry_id: newId(), state: 'waiting', to: 'called' },
    'opd.send': { entry_id: newId(), state: 'seen', to: 'LAB' },
    'opd.takeBack': { entry_id: newId() },
    'erBoard.undo': { ...ofVisit, act_id: newId() },
    'triage.complete': { ...ofVisit, last_triage: newId(), answers: {} },
    'triage.correct': { ...ofVisit, last_triage: newId(), correction: { level: 'RED' }, reason: 'x' },
    'triage.record': { ...ofVisit, decision: { values: {}, level: 'RED', zone: 'RESUS' } },
    'admissions.admit': { ...admission, ...place },
    'admissions.update': { ...admission, ...ofStay },
    'admissions.move': { ...ofStay, ...place, reason: 'CAPACITY' },
    'admissions.leave': { ...ofStay, due_back_at: testNow, note: 'ลา' },
    'admissions.changeLeave': { ...ofStay, due_back_at: testNow, note: 'ลา' },
    'admissions.comeBack': ofStay,
    'admissions.discharge': { ...ofStay, discharge_status: 2, discharge_type: 1 },
    'admissions.changeDischarge': { ...ofStay, discharge_status: 2, discharge_type: 1, note: 'x' },
    'admissions.undoDischarge': { ...ofStay, reason: 'OTHER' },
    'admissions.reopen': { ...ofStay, reason: 'OTHER' },
    'admissions.void': { ...ofStay, reason: 'OTHER' },
    'admissionRequests.make': {
      ...place,
      department: '01',
      urgency: 'URGENT',
      diagnosis: 'ปอดอักเสบ',
    },
    'admissionRequests.decline': { request_id: newId(), reason: 'NO_BED' },
    'admissionRequests.withdraw': { request_id: newId() },
    'admissionRequests.seeDecline': { request_id: newId() },
    'patients.update': { version: 1 },
    'readings.exportHistory': { kinds: ['pulse'] },
    'readings.flowsheet': { from: testNow, column_minutes: 60, columns: 24 },
    'readings.record': { readings: [{ kind: 'pulse', measured_at: testNow, pulse: 80 }] },
    'readings.correct': {
      corrects: newId(),
      corrects_measured_at: testNow,
      reading: { kind: 'pulse', measured_at: testNow, pulse: 80 },
    },
    'readings.assign': { readings: [{ _id: newId(), measured_at: testNow }] },
    'readings.takeBack': { reading: { _id: newId(), measured_at: testNow }, reason: 'ผิดคน' },
    'alarms.updateSettings': { version: 0, settings: {} },
    'spo2Scale.set': { scale: 2, reason: 'COPD, CO₂ retention' },
    'fluids.list': { from: testNow, to: '2026-11-06T00:00:00.000Z' },
    'fluids.record': { entries: [{ kind: 'oral', ml: 100, at: testNow }] },
    'fluids.strike': { _id: newId(), reason: 'ผิดคน' },
    'rounds.note': { text: 'งดน้ำงดอาหาร' },
    'rounds.order': { every_minutes: 60, reason: 'หลังผ่าตัด' },
  }

  /** Calls that no nurse may make, with a staff type that may. */
  const callers = new Map<string, 'doctor' | 'registrar'>([
    ['spo2Scale.set', 'doctor'],
    ['admissions.reopen', 'registrar'],
  ])
  test.each(opening)('cannot be read by $name either', async ({ name, endpoint, field }) => {
    const [doctor] = (await admin(admissions.doctors, {})).doctors
    const body = { attending_id: doctor?._id, ...bodies[name], [field]: patient.id }
    const staffType = callers.get(name)
    const person = staffType ? await bedside.panel.asNew({ staffType }) : nurse
    await addFollowingGroup([wards[1] ?? ''], person)
    expect((await expectRefusal(person(endpoint, body as never))).code).toBe(needed)
    await breakGlass(person)
    const after = await person(endpoint, body as never).then(
      () => undefined,
      (error: CallError) => error.code,
    )
    expect([undefined, errorCodes['not-found'], errorCodes['not-merged']]).toContain(after)
  })

  test('answers a change of an outdated version without any of its contents', async () => {
    const error = await expectRefusal(nurse(patients.update, { _id: patient.id, version: 99, surname: 'x' }))
    expect(error.code).toBe(needed)
    expect(JSON.stringify(error.detail)).not.toContain('surname')
  })

  test('is open when the patient is on the groups’ wards, on none, or anywhere in the wards of a second group', async () => {
    await move(patient.id, wards[1] ?? '')
    expect((await open(nurse)).opened_until).toBeNull()
    await move(patient.id, null)
    expect((await open(nurse)).opened_until).toBeNull()
    await move(patient.id, wards[2] ?? '')
    await expectClosedRecord(nurse)
    await addFollowingGroup([wards[2] ?? ''], nurse)
    expect((await open(nurse)).patient._id).toBe(patient.id)
  })

  test('is open to people in no group, or in groups that cover no ward', async () => {
    const other = await bedside.panel.asNew({ staffType: 'doctor' })
    await open(other)
    await addFollowingGroup([], other)
    await open(other)
  })

  test('is open to people who may read the audit, even if they are in a group', async () => {
    const auditor = await bedside.panel.asNew({ staffType: 'admin' })
    await addFollowingGroup([wards[1] ?? ''], auditor)
    expect((await open(auditor)).opened_until).toBeNull()
  })

  test('is open again when the group is deleted, and closed when the nurse joins one', async () => {
    const other = await bedside.panel.asNew({ staffType: 'nurse' })
    await open(other)
    const group = await addFollowingGroup([wards[1] ?? ''], other)
    await expectClosedRecord(other)
    await admin(groups.delete, { _id: group._id, version: group.version })
    await open(other)
  })

  test('is closed as soon as the patient leaves the groups’ wards', async () => {
    await move(patient.id, wards[1] ?? '')
    await open(nurse)
    await move(patient.id, wards[0] ?? '')
    await expectClosedRecord(nurse)
  })
})

describe('outside the record, everybody still has', () => {
  test('lists, the small photo and the wall', async () => {
    const found = await nurse(patients.list, { search_field: 'hn', search_value: patient.hn })
    expect(found.rows.map(({ _id }) => _id)).toContain(patient.id)
    const photo = await expectRefusal(nurse(patients.getPhoto, { _id: patient.id, size: 'small' }))
    expect(photo.code).toBe(errorCodes['not-found'])
    await patient.send({ kind: 'pulse', pulse: 80 })
    const { tiles } = await nurse(monitoring.wall, { patient_id: patient.id })
    expect(tiles.map((tile) => tile.patient._id)).toEqual([patient.id])
  })

  test('the right to give and take devices, from now on', async () => {
    const watch = await addDevice(bedside, 'watch')
    const given = await nurse(devices.assign, { device_id: watch.id, patient_id: patient.id })
    expect(given.device.wearer?._id).toBe(patient.id)
    const own = await bedside.addPatient()
    await move(own.id, wards[1] ?? '')
    bedside.skip(minute)
    const moved = await nurse(devices.assign, { device_id: watch.id, patient_id: own.id })
    expect(moved.device.wearer?._id).toBe(own.id)
  })

  test('alarms to see and act on', async () => {
    await patient.send({ kind: 'blood_pressure', systolic: 240, diastolic: 130 })
    const { alarms: all } = await nurse(alarms.open, {})
    const alarm = all.find((one) => one.patient?._id === patient.id)
    const _id = alarm?._id ?? ''
    await nurse(alarms.get, { _id })
    expect((await nurse(alarms.list, {})).rows.map((one) => one._id)).toContain(_id)
    await nurse(alarms.acknowledge, { _id, severity: 'high', note: null })
    await nurse(alarms.snooze, { _id, severity: 'high', minutes: 5, note: null })
    await nurse(alarms.assign, { _id, staff_id: nurse.session.user_id })
    const { alarm: cleared } = await nurse(alarms.clear, { _id, note: 'seen' })
    expect(cleared.state).toBe('cleared')
  })
})

describe('a device that is given or taken since an earlier time', () => {
  const since = () => bedside.at(30)

  test('adds none of its readings to a closed record', async () => {
    const watch = await addDevice(bedside, 'watch')
    const given = nurse(devices.assign, { device_id: watch.id, patient_id: patient.id, at: since() })
    expect((await expectRefusal(given)).code).toBe(needed)
  })

  test('removes none of its readings from a closed record', async () => {
    const watch = await addDevice(bedside, 'watch', { id: patient.id, minutesAgo: 60 })
    const own = await bedside.addPatient()
    await move(own.id, wards[1] ?? '')
    for (const patient_id of [own.id, null]) {
      const error = await expectRefusal(
        nurse(devices.assign, { device_id: watch.id, patient_id, at: since() }),
      )
      expect(error).toMatchObject({ code: needed, detail: { patient_id: patient.id } })
    }
    await breakGlass(nurse)
    const moved = await nurse(devices.assign, { device_id: watch.id, patient_id: own.id, at: since() })
    expect(moved.device.wearer?._id).toBe(own.id)
  })
})

describe('break-glass', () => {
  test('opens the record to the person, and says until when', async () => {
    const { opened_until } = await breakGlass(nurse)
    expect(Date.parse(opened_until ?? '')).toBe(Date.parse(bedside.at()) + breakGlassHours * 60 * minute)
    expect((await open(nurse)).opened_until).toBe((await open(nurse)).opened_until)
    expect(Date.parse((await open(nurse)).opened_until ?? '')).toBe(Date.parse(opened_until ?? ''))
    await nurse(readings.history, { patient_id: patient.id })
  })

  test('opens it to nobody else, and no other record', async () => {
    const colleague = await bedside.panel.asNew({ staffType: 'nurse' })
    await addFollowingGroup([wards[1] ?? ''], colleague)
    const other = await bedside.addPatient()
    await breakGlass(nurse)
    await expectClosedRecord(colleague)
    await expectClosedRecord(nurse, other.id)
  })

  test('ends after four hours, and then needs another reason', async () => {
    await breakGlass(nurse)
    bedside.skip(breakGlassHours * 60 * minute - 1000)
    await signInAgain(nurse)
    await open(nurse)
    bedside.skip(1000)
    await expectClosedRecord(nurse)
    await breakGlass(nurse)
    await open(nurse)
  })

  test('stays valid when the patient moves to another ward', async () => {
    await breakGlass(nurse)
    await move(patient.id, wards[2] ?? '')
    expect((await open(nurse)).opened_until).not.toBeNull()
  })

  test('needs a reason that is not blank', async () => {
    for (const [given, message] of [
      ['', 'reason-required'],
      ['               ', 'reason-required'],
      ['\u200B\u200B\u200B\u200B\u200B\u200B\u200B\u200B\u200B\u200B\u200B', 'reason-required'],
      ['short', 'reason-too-short'],
      ['a            b', 'reason-too-short'],
      ['a\u200B\u200B\u200B\u200B\u200B\u200B\u200B\u200B\u200B\u200Bb', 'reason-too-short'],
      ['ก'.repeat(501), 'too-long'],
    ] as const) {
      const error = await expectRefusal(breakGlass(nurse, patient.id, given))
      expect(error.fields).toEqual([{ field: 'reason', message }])
    }
    await expectClosedRecord(nurse)
  })

  test('is refused when the record is open anyway, and a second time while it is active', async () => {
    const before = (await admin(permissionMatrix.glassBroken, {})).total
    const other = await bedside.panel.asNew({ staffType: 'nurse' })
    expect((await breakGlass(other)).opened_until).toBeNull()
    const first = await breakGlass(nurse)
    bedside.skip(minute)
    const second = await breakGlass(nurse)
    expect(Date.parse(second.opened_until ?? '')).toBe(Date.parse(first.opened_until ?? ''))
    expect((await admin(permissionMatrix.glassBroken, {})).total).toBe(before + 1)
  })

  test('is for people who may see patients', async () => {
    const driver = await bedside.panel.asNew({ staffType: 'driver' })
    expect((await expectRefusal(breakGlass(driver))).code).toBe(errorCodes['not-allowed'])
  })

  test('opens nothing of another hospital, which has its own grants', async () => {
    const hospitalId = newId()
    const wardId = newId()
    const theirs = newId()
    const { root } = bedside.panel
    const hospital = { id: hospitalId, code: String(10_000 + (count += 1)), name_en: 'Other', name_th: 'อื่น' }
    await root
      .insertInto('hospitals')
      .values({ ...hospital, created_at: testNow })
      .execute()
    const ward = {
      id: wardId,
      hospital_id: hospitalId,
      code: 'x',
      name_en: 'X',
      name_th: 'เอ็กซ์',
      position: 1,
    }
    await root.insertInto('wards').values(ward).execute()
    await root
      .insertInto('patients')
      .values({
        id: theirs,
        hospital_id: hospitalId,
        number: 1,
        hn: 'X-1',
        title: 'นาย',
        name: 'ลับ',
        surname: 'มาก',
        gender: 'male',
        identity_kind: 'none',
        ward_id: wardId,
        created_at: testNow,
        updated_at: testNow,
      })
      .execute()
    const unknown = await expectRefusal(breakGlass(nurse, newId()))
    const foreign = await expectRefusal(breakGlass(nurse, theirs))
    expect(unknown.code).toBe(errorCodes['not-found'])
    expect({ code: foreign.code, detail: foreign.detail }).toEqual({
      code: unknown.code,
      detail: unknown.detail,
    })
    expect((await expectRefusal(open(nurse, theirs))).code).toBe(errorCodes['not-found'])

    const there = await bedside.panel.asNew({ staffType: 'admin', hospitalId })
    await breakGlass(nurse)
    expect(await there(permissionMatrix.glassBroken, {})).toMatchObject({ rows: [], total: 0 })
    expect(await there(permissionMatrix.unseenGlass, {})).toMatchObject({ unseen: 0 })
    const [row] = (await admin(permissionMatrix.glassBroken, {})).rows
    const see = (person: Client) => person(permissionMatrix.seeGlassBroken, { _id: row?._id ?? '' })
    expect((await expectRefusal(see(there))).code).toBe(errorCodes['not-found'])
    expect((await admin(permissionMatrix.glassBroken, {})).rows[0]?.seen_at).toBeNull()
  })
})

describe('the people who look after users', () => {
  test('see who opened whose record, where and why, newest first, until one of them has marked it as seen', async () => {
    const unseen = async () => (await admin(permissionMatrix.unseenGlass, {})).unseen
    const before = await unseen()
    await breakGlass(nurse)
    const { rows } = await admin(permissionMatrix.glassBroken, {})
    expect(await unseen()).toBe(before + 1)
    const [row] = rows
    expect(row).toMatchObject({
      by: { _id: nurse.session.user_id },
      patient: { _id: patient.id, hn: patient.hn },
      ward: { _id: patient.ward },
      reason,
      seen_at: null,
      seen_by: null,
    })
    const seen = await admin(permissionMatrix.seeGlassBroken, { _id: row?._id ?? '' })
    expect(await unseen()).toBe(before)
    expect(seen.glass_broken.seen_by?.first_name).toBeDefined()
    const second = await bedside.panel.asNew({ staffType: 'admin' })
    const again = await second(permissionMatrix.seeGlassBroken, { _id: row?._id ?? '' })
    expect(again.glass_broken.seen_by).toEqual(seen.glass_broken.seen_by)
  })

  test('get a live event, without a word about the patient', async () => {
    await breakGlass(nurse)
    const event = await bedside.panel.root
      .selectFrom('events')
      .select('data')
      .where('kind', '=', 'glass-broken')
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const { unseen } = await admin(permissionMatrix.unseenGlass, {})
    expect(event.data).toEqual({ kind: 'glass-broken', unseen, is_new: true })
  })

  test('cannot change it: what was written stays', async () => {
    await breakGlass(nurse)
    const { rows } = await admin(audit.list, {
      filterLists: { patient_id: patient.id, action: 'patients.breakGlass' },
    })
    expect(rows).toMatchObject([{ by: { _id: nurse.session.user_id }, outcome: 'ok', detail: { reason } }])
  })
})

test('the audit of the record has the refusal, the break-glass and what was opened by it', async () => {
  await expectClosedRecord(nurse)
  const update = { _id: patient.id, version: 1, surname: 'x' }
  await expectRefusal(nurse(patients.update, update))
  await breakGlass(nurse)
  await open(nurse)
  const { people } = await admin(audit.recordAccess, { patient_id: patient.id })
  expect(people).toMatchObject([
    { by: { _id: nurse.session.user_id }, opened: 1, by_exception: 1, refused: 2 },
  ])
  const { rows } = await admin(audit.list, {
    filterLists: { patient_id: patient.id, outcome: 'break-glass-needed' },
  })
  expect(rows.map(({ action }) => action)).toEqual(['patients.update', 'patients.get'])
  const opened = await admin(audit.list, { filterLists: { patient_id: patient.id, action: 'patients.get' } })
  const byException = opened.rows.filter(({ outcome }) => outcome === 'ok')
  expect(byException.map(({ detail }) => Object.keys(detail ?? {}))).toEqual([['opened_until']])
})

/** Somebody who waits for a bed of the first ward, admitted from this visit of theirs that is still open. */
async function addBoarder(kind: 'ER' | 'OPD' = 'ER') {
  const ward = await bedside.panel.as('nurse')
  await ward(visits.arrive, { patient_id: patient.id, kind, source: 1, mode: 'WALK' })
  const where = { hospitalId: bedside.hospitalId, patientId: patient.id, wardId: wards[0] ?? '' }
  const stayId = await admitDirectly(bedside.panel.root, { ...where, from: bedside.at() })
  return { ward, stayId }
}

describe('while a patient is admitted and waits for the first bed', () => {
  test.each(['ER', 'OPD'] as const)(
    'the record stays open to whoever had it open in the %s',
    async (kind) => {
      await addBoarder(kind)
      await open(nurse)
      await nurse(readings.record, {
        patient_id: patient.id,
        readings: [{ kind: 'pulse', pulse: 96, measured_at: bedside.at() }],
      })
    },
  )

  test('the record closes to other wards with the first bed, and stays closed when the patient waits for another one', async () => {
    const { ward, stayId } = await addBoarder()
    const { beds } = await ward(admissions.beds, { ward_id: wards[0] ?? '' })
    const free = beds.find(({ state }) => state === 'ready')?._id ?? expect.fail('a bed is free')
    const move = (version: number, bed_id: string | null) => {
      bedside.skip(minute)
      const which = { patient_id: patient.id, stay_id: stayId, version, ward_id: wards[0] ?? '' }
      return ward(admissions.move, { ...which, bed_id, reason: 'CAPACITY' })
    }
    const { stay } = await move(1, free)
    await expectClosedRecord(nurse)
    await move(stay.version, null)
    await expectClosedRecord(nurse)
  })

  test('the record of somebody who waits at home for a planned bed is closed to other wards', async () => {
    const { panel, hospitalId, at } = bedside
    await admitDirectly(panel.root, { hospitalId, patientId: patient.id, wardId: wards[0] ?? '', from: at() })
    await expectClosedRecord(nurse)
  })
})
