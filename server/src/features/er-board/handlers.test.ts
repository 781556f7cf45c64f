import {
  admissionRequests,
  admissions,
  alarms,
  type ErChange,
  erBoard,
  errorCodes,
  groups,
  neededTriageVitals,
  patients,
  reference,
  standardTriageSettings,
  triage,
  visits,
} from 'contract'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { admitDirectly } from '../../../test/support/admit.ts'
import {
  addDevice,
  minute,
  startTestBedside,
  type TestBedside,
  type TestPatient,
} from '../../../test/support/bedside.ts'
import { expectRefusal } from '../../../test/support/refusal.ts'

let bedside: TestBedside
beforeAll(async () => {
  bedside = await startTestBedside()
})
afterAll(() => bedside.panel.close())

type Here = TestPatient & { visit: string; named: { patient_id: string; visit_id: string } }

/** Somebody who has just arrived in the emergency room. */
async function arrive(more: Parameters<TestBedside['arrive']>[1] = {}): Promise<Here> {
  const patient = await bedside.addPatient()
  const { _id: visit_id } = await bedside.arrive(patient, more)
  return { ...patient, visit: visit_id, named: { patient_id: patient.id, visit_id } }
}

const change = (here: Here, what: ErChange, by = bedside.nurse) =>
  by(erBoard.change, { ...here.named, change: what })

async function findRow({ id }: { id: string }, by = bedside.nurse) {
  const { rows } = await by(erBoard.board, {})
  return rows.find(({ patient }) => patient._id === id)
}

async function triageAs(
  here: Here,
  level: 'RED' | 'PINK' | 'YELLOW',
  fast_tracks: ('STROKE' | 'SEPSIS')[] = [],
  { zone = 'ACUTE', is_correction = false } = {},
) {
  const { triages } = await bedside.nurse(triage.prepare, { patient_id: here.id })
  await bedside.nurse(triage.record, {
    ...here.named,
    last_triage: triages[0]?._id ?? null,
    is_correction,
    decision: {
      complaint: 'เจ็บครรภ์',
      infection_signs: ['NONE'],
      is_accident: false,
      is_onset_unknown: true,
      values: {},
      level,
      zone,
      fast_tracks,
      resources: [],
      missing: neededTriageVitals.map((vital) => ({ vital, reason: 'UNABLE' as const })),
      override: 'LOOKS_WORSE',
    },
  })
}

test('the board has who arrived in the emergency room, and not who came to a clinic or has left', async () => {
  const here = await arrive({ complaint: 'เจ็บแน่นหน้าอก' })
  const clinic = await arrive({ kind: 'OPD' })
  expect(await findRow(here)).toMatchObject({
    visit: { _id: here.visit, complaint: 'เจ็บแน่นหน้าอก', zone: null, pending: [], boarding_since: null },
    last: null,
    is_closed: false,
  })
  expect(await findRow(clinic)).toBeUndefined()
  await bedside.nurse(visits.end, { ...here.named, disposition: 1 })
  expect(await findRow(here)).toBeUndefined()
})

test('some patients can be read again by name; who is not in the emergency room is left out', async () => {
  const [one, other] = [await arrive(), await arrive()]
  const elsewhere = await bedside.addPatient()
  const named = [one.id, elsewhere.id]
  const { rows, has_more } = await bedside.nurse(erBoard.board, { patient_ids: named })
  expect(rows).toEqual([await findRow(one)])
  expect(has_more).toBe(false)
  expect(await findRow(other)).toBeDefined()
})

test('a card has the limits of the patient’s own', async () => {
  const here = await arrive()
  const limits = { critical_low: 80, low: 88, high: 92, critical_high: null }
  await bedside.nurse(alarms.updateSettings, {
    patient_id: here.id,
    version: 0,
    settings: { spo2: { mode: 'own', limits } },
    reason: 'COPD',
  })
  expect(await findRow(here)).toMatchObject({ own_limits: [{ vital: 'spo2', limits, until: null }] })
  expect(await findRow(await arrive())).toMatchObject({ own_limits: [] })
})

test('an event names the patients whom the board has to read again, also who joins or leaves it', async () => {
  const listTold = async () => {
    const told = await bedside.panel.root
      .selectFrom('events')
      .select('data')
      .where('kind', '=', 'visits-outdated')
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst()
    return told?.data
  }
  const here = await arrive()
  const told = { visit_kinds: ['ER'], patient_ids: [here.id] }
  expect(await listTold()).toMatchObject(told)
  await arrive()
  await change(here, { act: 'take' })
  expect(await listTold()).toMatchObject(told)
  await arrive()
  await bedside.nurse(visits.end, { ...here.named, disposition: 1 })
  expect(await listTold()).toMatchObject(told)
})

test('a doctor takes a patient as the doctor, a nurse as the nurse, and a registrar not at all', async () => {
  const here = await arrive()
  await change(here, { act: 'take' })
  await change(here, { act: 'take' }, bedside.doctor)
  const row = await findRow(here)
  expect(row?.visit.doctor).not.toBeNull()
  expect(row?.visit.nurse).not.toBeNull()
  expect(row?.visit.doctor?._id).not.toBe(row?.visit.nurse?._id)
  const registrar = await bedside.panel.asNew({ staffType: 'registrar' })
  expect((await expectRefusal(change(here, { act: 'take' }, registrar))).code).toBe(errorCodes['not-carer'])
  await change(here, { act: 'release', role: 'doctor' })
  expect((await findRow(here))?.visit.doctor).toBeNull()
})

test('two patients cannot have one bay, however it is written; the refusal names who has it', async () => {
  const [one, other] = [await arrive(), await arrive()]
  await change(one, { act: 'place', zone: 'RESUS', bay: 'R1' })
  const error = await expectRefusal(change(other, { act: 'place', zone: 'RESUS', bay: 'r1' }))
  expect(error.code).toBe(errorCodes['bay-taken'])
  expect(error.detail).toMatchObject({ patient: { _id: one.id } })
  await bedside.nurse(visits.end, { ...one.named, disposition: 1 })
  await change(other, { act: 'place', zone: 'RESUS', bay: 'r1' })
  expect((await findRow(other))?.visit).toMatchObject({ zone: 'RESUS', bay: 'r1' })
})

test('when 20 users put different patients into one bay at once, exactly one succeeds', async () => {
  const here = await Promise.all(Array.from({ length: 20 }, () => arrive()))
  const results = await Promise.allSettled(
    here.map((one) => change(one, { act: 'place', zone: 'ACUTE', bay: 'A20' })),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
  expect(new Set(refused)).toEqual(new Set([errorCodes['bay-taken']]))
  const { rows } = await bedside.nurse(erBoard.board, {})
  const holder = rows.find(({ visit }) => visit.bay === 'A20')?.patient._id
  for (const [index, one] of results.entries()) {
    if (one.status === 'fulfilled') continue
    expect(one.reason.detail).toMatchObject({ patient: { _id: holder } })
    expect(await listAudited(here[index]?.id ?? '')).toContainEqual([here[index]?.id, holder])
  }
})

/** The patients that refused acts at the board have named, where this one was the first. */
async function listAudited(patientId: string) {
  const rows = await bedside.panel.root
    .selectFrom('audit')
    .select(['patient_ids'])
    .where('action', '=', 'erBoard.change')
    .where('outcome', '=', 'bay-taken')
    .execute()
  return rows.map(({ patient_ids }) => patient_ids).filter((ids) => ids?.[0] === patientId)
}

test('what 9 people tick as awaited at once is all stored', async () => {
  const here = await arrive()
  const items = ['LAB', 'EKG', 'XRAY', 'US', 'CT', 'CONSULT', 'PROCEDURE', 'BED', 'TRANSPORT'] as const
  await Promise.all(items.map((item) => change(here, { act: 'pending', item, is_pending: true })))
  expect((await findRow(here))?.visit.pending).toEqual(items)
})

test('a call that changes nothing is no act', async () => {
  const here = await arrive()
  await change(here, { act: 'pending', item: 'LAB', is_pending: true })
  expect(await change(here, { act: 'pending', item: 'LAB', is_pending: true })).toMatchObject({
    act_id: null,
  })
})

test('whoever is decided to be admitted boards since then, until it is undone', async () => {
  const here = await arrive()
  const since = bedside.at()
  const { act_id } = await change(here, { act: 'decide', decided: 2 }, bedside.doctor)
  bedside.skip(minute)
  const boarding = (await findRow(here))?.visit
  expect(boarding?.decided).toBe(2)
  expect(Date.parse(boarding?.boarding_since ?? '')).toBe(Date.parse(since))
  await bedside.nurse(erBoard.undo, { ...here.named, act_id: act_id ?? '' })
  expect((await findRow(here))?.visit).toMatchObject({ decided: null, boarding_since: null })
})

test('an admitted patient boards until they have a bed, and is not back on the board while they wait for another one', async () => {
  const here = await arrive()
  const { doctors } = await bedside.nurse(admissions.doctors, {})
  const { ward: wards } = await bedside.nurse(reference.wards, {})
  const places = await Promise.all(
    wards.map(async ({ _id }) => ({
      ward_id: _id,
      free: (await bedside.nurse(admissions.beds, { ward_id: _id })).beds.find(
        ({ state }) => state === 'ready',
      ),
    })),
  )
  const place = places.find(({ free }) => free)
  const { stay } = await bedside.nurse(admissions.admit, {
    patient_id: here.id,
    admit_type: 'E',
    admit_source: 'E',
    arrival_type: 1,
    department: '01',
    attending_id: doctors[0]?._id ?? '',
    diagnosis: 'ปอดอักเสบ',
    ward_id: place?.ward_id ?? '',
  })
  expect(await findRow(here)).toMatchObject({
    is_admitted: true,
    visit: { boarding_since: expect.any(String) },
  })
  const move = ({ _id, version }: { _id: string; version: number }, bed_id: string | null) => {
    bedside.skip(minute)
    const which = { patient_id: here.id, stay_id: _id, version, ward_id: place?.ward_id ?? '' }
    return bedside.nurse(admissions.move, { ...which, bed_id, reason: 'CAPACITY' })
  }
  const { stay: placed } = await move(stay, place?.free?._id ?? '')
  expect(await findRow(here)).toBeUndefined()
  await move(placed, null)
  expect(await findRow(here)).toBeUndefined()
})

test('nobody boards since before they came', async () => {
  const here = await arrive()
  const { hospitalId, panel, at } = bedside
  await admitDirectly(panel.root, { hospitalId, patientId: here.id, wardId: here.ward, from: at(30) })
  const { visited_at, boarding_since } = (await findRow(here))?.visit ?? expect.fail('they are there')
  expect(boarding_since).toBe(visited_at)
})

test('a record stays open in the emergency room to staff who follow another ward while the patient waits there for a bed', async () => {
  const here = await arrive({ complaint: 'เจ็บแน่นหน้าอก' })
  await change(here, { act: 'pending', item: 'CT', is_pending: true })
  const { hospitalId, panel, at } = bedside
  await admitDirectly(panel.root, { hospitalId, patientId: here.id, wardId: here.ward, from: at() })
  const wards = await panel.root.selectFrom('wards').select('id').orderBy('position').execute()
  const other = wards.find(({ id }) => id !== here.ward)
  const erNurse = await panel.asNew({ staffType: 'nurse' })
  const admin = await panel.as('admin')
  const member_ids = [erNurse.session.user_id]
  await admin(groups.save, { name: 'Emergency room', ward_ids: [other?.id ?? ''], member_ids })
  expect(await findRow(here, erNurse)).toMatchObject({
    is_closed: false,
    is_admitted: true,
    visit: { complaint: 'เจ็บแน่นหน้าอก', pending: ['CT'] },
  })
  await change(here, { act: 'take' }, erNurse)
  expect((await findRow(here, erNurse))?.visit.nurse?._id).toBe(erNurse.session.user_id)
})

describe('an inpatient who comes to the emergency room', () => {
  let patient: TestPatient
  let stay: { _id: string; version: number }
  beforeEach(async () => {
    patient = await bedside.addPatient()
    const beds = await bedside.panel.root
      .selectFrom('beds')
      .select(['id', 'ward_id'])
      .where('id', 'not in', (query) =>
        query.selectFrom('stay_places').select('bed_id').where('bed_id', 'is not', null).$castTo<string>(),
      )
      .execute()
    const { id: bedId, ward_id: wardId } = beds[0] ?? expect.fail('a bed is free')
    const where = { hospitalId: bedside.hospitalId, patientId: patient.id, wardId, bedId }
    stay = { _id: await admitDirectly(bedside.panel.root, { ...where, from: bedside.at(60) }), version: 1 }
  })
  const named = () => ({ patient_id: patient.id, stay_id: stay._id, version: stay.version })
  const leave = async () =>
    ({ stay } = await bedside.nurse(admissions.leave, {
      ...named(),
      due_back_at: bedside.at(-24 * 60),
      note: 'กลับบ้าน',
      holds_bed: true,
    }))
  const come = async () => {
    bedside.skip(minute)
    return bedside.arrive(patient, { complaint: 'เจ็บแน่นหน้าอก' })
  }
  const isInQueue = async () =>
    (await bedside.nurse(triage.queue, {})).rows.some((row) => row.patient._id === patient.id)

  test('from a leave is on the board and in the triage queue until they are back in bed', async () => {
    await leave()
    await come()
    expect(await findRow(patient)).toMatchObject({ visit: { complaint: 'เจ็บแน่นหน้าอก' } })
    expect(await isInQueue()).toBe(true)
    bedside.skip(minute)
    await bedside.nurse(admissions.comeBack, named())
    expect(await findRow(patient)).toBeUndefined()
    expect(await isInQueue()).toBe(false)
  })

  test('goes back on leave when the visit ends, and the stay lasts with the monitoring', async () => {
    await leave()
    const { _id: visit_id } = await come()
    const kept = await addDevice(bedside, 'watch', { id: patient.id, minutesAgo: 30 })
    const given = await addDevice(bedside, 'watch', { id: patient.id, minutesAgo: 30 })
    const other = await bedside.addPatient()
    const limits = { critical_low: 80, low: 88, high: 92, critical_high: null }
    await bedside.nurse(alarms.updateSettings, {
      patient_id: patient.id,
      version: 0,
      settings: { spo2: { mode: 'own', limits } },
      reason: 'COPD',
    })
    await patient.send({ kind: 'temperature', temperature: 39.6 })
    expect(await patient.findOpenAlarm()).toMatchObject({ visit: { kind: 'ER' } })
    bedside.skip(minute)
    await bedside.nurse(visits.end, {
      patient_id: patient.id,
      visit_id,
      disposition: 1,
      hands_over: [{ device_id: given.id, patient_id: other.id }],
    })
    expect(await findRow(patient)).toBeUndefined()
    const { stays } = await bedside.nurse(admissions.history, { patient_id: patient.id })
    expect(stays[0]).toMatchObject({ discharged_at: null })
    expect(await patient.findOpenAlarm()).toMatchObject({ visit: null })
    const told = await bedside.panel.root
      .selectFrom('events')
      .select('data')
      .where('kind', '=', 'alarm')
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst()
    expect(told?.data).toMatchObject({ alarm: { visit: null } })
    const { settings } = await bedside.nurse(alarms.settings, { patient_id: patient.id })
    expect(settings.find(({ vital }) => vital === 'spo2')).toMatchObject({ mode: 'own', limits })
    const worn = await bedside.panel.root
      .selectFrom('device_assignments')
      .select(['device_id', 'patient_id'])
      .where(sql<boolean>`upper_inf(during)`)
      .where('patient_id', 'in', [patient.id, other.id])
      .execute()
    expect(worn).toHaveLength(2)
    expect(worn).toContainEqual({ device_id: given.id, patient_id: other.id })
    expect(worn).toContainEqual({ device_id: kept.id, patient_id: patient.id })
  })

  test('waits for no bed', async () => {
    await come()
    expect(await findRow(patient)).toMatchObject({ is_admitted: true, visit: { boarding_since: null } })
  })

  test('whose discharge nobody has noted is on the board, and stays there when the ward notes it now', async () => {
    await come()
    expect(await findRow(patient)).toMatchObject({ is_admitted: true })
    expect(await isInQueue()).toBe(true)
    bedside.skip(minute)
    await bedside.nurse(admissions.discharge, { ...named(), discharge_status: 2, discharge_type: 1 })
    expect(await findRow(patient)).toMatchObject({ is_admitted: false })
  })

  test('is named with the AN and the ward before they are triaged', async () => {
    const { patient: prepared } = await bedside.nurse(triage.prepare, { patient_id: patient.id })
    expect(prepared.an).toEqual(expect.any(String))
    expect(prepared.ward).not.toBeNull()
  })
})

test('a patient who was discharged by mistake while they waited for a bed is back without the bay that somebody else has', async () => {
  const here = await arrive()
  await change(here, { act: 'place', zone: 'ACUTE', bay: 'C3' })
  const { doctors } = await bedside.nurse(admissions.doctors, {})
  const { ward: wards } = await bedside.nurse(reference.wards, {})
  const { stay } = await bedside.nurse(admissions.admit, {
    patient_id: here.id,
    admit_type: 'E',
    admit_source: 'E',
    arrival_type: 1,
    department: '01',
    attending_id: doctors[0]?._id ?? '',
    diagnosis: 'ปอดอักเสบ',
    ward_id: wards[0]?._id ?? '',
  })
  const discharge = async ({ _id, version }: { _id: string; version: number }) => {
    bedside.skip(minute)
    const { stay: left } = await bedside.nurse(admissions.discharge, {
      patient_id: here.id,
      stay_id: _id,
      version,
      discharge_status: 2,
      discharge_type: 1,
    })
    return { patient_id: here.id, stay_id: _id, version: left.version, reason: 'WRONG_PATIENT' } as const
  }
  const { stay: back } = await bedside.nurse(admissions.undoDischarge, await discharge(stay))
  expect((await findRow(here))?.visit.bay).toBe('C3')
  const undo = await discharge(back)
  await change(await arrive(), { act: 'place', zone: 'ACUTE', bay: 'c3' })
  await bedside.nurse(admissions.undoDischarge, undo)
  expect(await findRow(here)).toMatchObject({ is_admitted: true, visit: { zone: 'ACUTE', bay: null } })
})

test('an act is undone once, and not after somebody else changed the same', async () => {
  const here = await arrive()
  const { act_id } = await change(here, { act: 'take' })
  const undo = { ...here.named, act_id: act_id ?? '' }
  const colleague = await bedside.panel.asNew({ staffType: 'nurse' })
  const theirs = await change(here, { act: 'take' }, colleague)
  expect((await expectRefusal(bedside.nurse(erBoard.undo, undo))).code).toBe(errorCodes['changed-meanwhile'])
  await colleague(erBoard.undo, { ...here.named, act_id: theirs.act_id ?? '' })
  await bedside.nurse(erBoard.undo, undo)
  expect((await findRow(here))?.visit.nurse).toBeNull()
  expect((await expectRefusal(bedside.nurse(erBoard.undo, undo))).code).toBe(errorCodes['changed-meanwhile'])
  const unknown = { ...here.named, act_id: newId() }
  expect((await expectRefusal(bedside.nurse(erBoard.undo, unknown))).code).toBe(errorCodes['not-found'])
})

test('a patient who left by mistake is back with their level, unless somebody else has the bay or they came again', async () => {
  const here = await arrive()
  await triageAs(here, 'YELLOW')
  await change(here, { act: 'place', zone: 'ACUTE', bay: 'B7' })
  const { act_id } = await bedside.nurse(visits.end, { ...here.named, disposition: 8 })
  const level = async () => (await bedside.nurse(patients.get, { _id: here.id })).patient.triage_level
  expect(await level()).toBeNull()
  const other = await arrive()
  await change(other, { act: 'place', zone: 'ACUTE', bay: 'B7' })
  await bedside.nurse(erBoard.undo, { ...here.named, act_id })
  expect((await findRow(here))?.visit).toMatchObject({ zone: 'ACUTE', bay: null })
  expect(await level()).toBe('YELLOW')

  const again = await bedside.nurse(visits.end, { ...here.named, disposition: 1 })
  await bedside.arrive(here)
  const undo = { ...here.named, act_id: again.act_id }
  expect((await expectRefusal(bedside.nurse(erBoard.undo, undo))).code).toBe(errorCodes['visit-open'])
})

test('that a doctor saw the patient is undone too', async () => {
  const here = await arrive()
  const { act_id } = await bedside.nurse(visits.see, here.named)
  await bedside.nurse(erBoard.undo, { ...here.named, act_id: act_id ?? '' })
  expect((await findRow(here))?.visit.first_seen_at).toBeNull()
})

test('the clock of a fast track runs since its first triage, and NEWS2 is told as it was then', async () => {
  const here = await arrive()
  const began = bedside.at()
  await triageAs(here, 'PINK', ['STROKE'])
  bedside.skip(10 * minute)
  await triageAs(here, 'PINK', ['STROKE', 'SEPSIS'])
  const row = await findRow(here)
  expect(row?.visit.fast_tracks).toEqual([
    { track: 'STROKE', since: began },
    { track: 'SEPSIS', since: bedside.at() },
  ])
  expect(row?.last?.level).toBe('PINK')
  expect(Date.parse(row?.last?.at ?? '')).toBe(Date.parse(bedside.at()))
})

test('the clock of a fast track runs neither since a triage that was wrong, nor since before it was ended', async () => {
  const here = await arrive()
  const readSince = async () => (await findRow(here))?.visit.fast_tracks
  await triageAs(here, 'PINK', ['STROKE'])
  bedside.skip(2 * minute)
  await triageAs(here, 'PINK', [], { is_correction: true })
  bedside.skip(10 * minute)
  const began = bedside.at()
  await triageAs(here, 'PINK', ['STROKE'])
  expect(await readSince()).toEqual([{ track: 'STROKE', since: began }])
  bedside.skip(minute)
  // The level alone was wrong: the track runs on.
  await triageAs(here, 'RED', ['STROKE'], { is_correction: true })
  expect(await readSince()).toEqual([{ track: 'STROKE', since: began }])
  bedside.skip(minute)
  // The end of the visit was wrong.
  await triageAs(here, 'RED', [])
  bedside.skip(minute)
  await triageAs(here, 'RED', ['STROKE'], { is_correction: true })
  expect(await readSince()).toEqual([{ track: 'STROKE', since: began }])
  bedside.skip(minute)
  await triageAs(here, 'RED', [])
  bedside.skip(minute)
  await triageAs(here, 'RED', ['STROKE'])
  expect(await readSince()).toEqual([{ track: 'STROKE', since: bedside.at() }])
})

test('whoever is triaged into another zone leaves the bay to the next patient', async () => {
  const [here, next] = [await arrive(), await arrive()]
  await change(here, { act: 'place', zone: 'RESUS', bay: 'R7' })
  await triageAs(here, 'RED', [], { zone: 'RESUS' })
  expect((await findRow(here))?.visit).toMatchObject({ zone: 'RESUS', bay: 'R7' })
  bedside.skip(minute)
  await triageAs(here, 'PINK', [], { zone: 'ACUTE' })
  expect((await findRow(here))?.visit).toMatchObject({ zone: 'ACUTE', bay: null })
  await change(next, { act: 'place', zone: 'RESUS', bay: 'R7' })
  expect((await findRow(next))?.visit).toMatchObject({ zone: 'RESUS', bay: 'R7' })
})

test('the board tells of a closed record who, where, how urgent and since when, and no more', async () => {
  const here = await arrive({ complaint: 'เจ็บครรภ์' })
  await triageAs(here, 'PINK', ['SEPSIS'])
  await change(here, { act: 'take' })
  await change(here, { act: 'pending', item: 'CT', is_pending: true })
  const admin = await bedside.panel.as('admin')
  const wards = await bedside.panel.root.selectFrom('wards').select('id').orderBy('position').execute()
  const other = wards.find(({ id }) => id !== here.ward)
  const outsider = await bedside.panel.asNew({ staffType: 'nurse' })
  const member_ids = [outsider.session.user_id]
  await admin(groups.save, { name: 'Other ward', ward_ids: [other?.id ?? ''], member_ids })

  const row = await findRow(here, outsider)
  expect(row).toMatchObject({
    is_closed: true,
    visit: {
      zone: 'ACUTE',
      vn: null,
      complaint: null,
      pending: [],
      fast_tracks: [],
      doctor: null,
      nurse: null,
    },
    last: { level: 'PINK', news2: null },
  })
  expect((await expectRefusal(change(here, { act: 'take' }, outsider))).code).toBe(
    errorCodes['break-glass-needed'],
  )
  await outsider(patients.breakGlass, { patient_id: here.id, reason: 'รับผู้ป่วยฉุกเฉิน' })
  expect((await findRow(here, outsider))?.visit.complaint).toBe('เจ็บครรภ์')
})

test('an act of a visit that has ended, or of another patient, is refused', async () => {
  const [here, other] = [await arrive(), await arrive()]
  const wrong = { patient_id: other.id, visit_id: here.visit, change: { act: 'take' } } as const
  expect((await expectRefusal(bedside.nurse(erBoard.change, wrong))).code).toBe(errorCodes['not-found'])
  await bedside.nurse(visits.end, { ...here.named, disposition: 1 })
  expect((await expectRefusal(change(here, { act: 'take' }))).code).toBe(errorCodes['visit-ended'])
})

test('the ward that was asked for a bed and its decline stay on the board until somebody has seen it', async () => {
  const here = await arrive()
  await change(here, { act: 'decide', decided: 2 }, bedside.doctor)
  expect((await findRow(here))?.visit.request).toBeNull()
  const { ward: wards } = await bedside.nurse(reference.wards, {})
  const ask = () =>
    bedside.nurse(admissionRequests.make, {
      patient_id: here.id,
      ward_id: wards[0]?._id ?? '',
      department: '01',
      urgency: 'URGENT',
      diagnosis: 'ปอดอักเสบ',
    })
  const { request } = await ask()
  const named = { patient_id: here.id, request_id: request._id }
  expect((await findRow(here))?.visit.request).toMatchObject({
    _id: request._id,
    state: 'open',
    ward: { _id: wards[0]?._id },
    since: bedside.at(),
  })
  bedside.skip(minute)
  await bedside.nurse(admissionRequests.decline, { ...named, reason: 'NO_BED' })
  expect((await findRow(here))?.visit.request).toMatchObject({
    state: 'declined',
    decline_reason: 'NO_BED',
    since: bedside.at(),
  })
  await bedside.nurse(admissionRequests.seeDecline, named)
  expect((await findRow(here))?.visit.request).toBeNull()
})

test('the board has the places of each zone, and none before somebody has counted them', async () => {
  expect((await bedside.nurse(erBoard.board, {})).places).toEqual(standardTriageSettings.places)
  const { version, settings } = await bedside.doctor(triage.settings, {})
  const places = { ...settings.places, RESUS: 4, ACUTE: 0 }
  await bedside.doctor(triage.updateSettings, { version, settings: { ...settings, places }, reason: 'ER' })
  expect((await bedside.nurse(erBoard.board, {})).places).toEqual(places)
  const wrong = { ...settings, places: { ...places, ISOLATION: 501 } }
  const refused = bedside.doctor(triage.updateSettings, {
    version: version + 1,
    settings: wrong,
    reason: 'ER',
  })
  expect((await expectRefusal(refused)).fields).toEqual([
    { field: 'settings.places.ISOLATION', message: 'number-range' },
  ])
})

test('settings from before places were counted have none, and the zones of the panel', async () => {
  const { version, settings } = await bedside.doctor(triage.settings, {})
  const { places: _places, zones: _zones, ...former } = settings
  await bedside.panel.root
    .insertInto('triage_settings')
    .values({
      id: newId(),
      hospital_id: bedside.hospitalId,
      version: version + 1,
      at: bedside.at(),
      staff_id: (await bedside.panel.as('doctor')).session.user_id,
      reason: 'former',
      settings: JSON.stringify(former),
    })
    .execute()
  const { places, zones } = standardTriageSettings
  expect(await bedside.nurse(erBoard.board, {})).toMatchObject({ places, zones })
  expect((await bedside.nurse(triage.settings, {})).settings).toMatchObject({ places, zones })
})
