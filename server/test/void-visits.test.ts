import {
  admissionRequests,
  admissions,
  beds,
  census,
  devices,
  erBoard,
  type Input,
  inbound,
  missions,
  opd,
  patients,
  reference,
  summary,
  toBangkokDay,
  triage,
  visits,
} from 'contract'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDevice, minute, startTestBedside, type TestBedside } from './support/bedside.ts'
import { addCrew, requestAmbulance, sceneRequest, takeSteps } from './support/missions.ts'
import { expectRefusal, getErrorName } from './support/refusal.ts'

const hour = 60 * minute

let bedside: TestBedside
let wardId: string
beforeAll(async () => {
  bedside = await startTestBedside()
  const { ward } = await bedside.nurse(reference.wards, {})
  wardId = ward[0]?._id ?? expect.fail('the demo hospital has wards')
})
afterAll(() => bedside.panel.close())

type Here = { patient_id: string; visit_id: string }

/** Somebody in no bed of a ward, who has just arrived. */
async function arrive(more: Parameters<TestBedside['arrive']>[1] = {}) {
  const { id: patient_id } = await bedside.addPatient()
  await bedside.panel.root
    .updateTable('patients')
    .set({ ward_id: null })
    .where('id', '=', patient_id)
    .execute()
  const visit = await bedside.arrive({ id: patient_id }, more)
  return { here: { patient_id, visit_id: visit._id }, visit }
}

const cancel = (here: Here, more: Partial<Input<typeof visits.void>> = {}) =>
  bedside.nurse(visits.void, { ...here, reason: 'WRONG_PATIENT', ...more })
const end = (here: Here, disposition: 1 | 4 | 8 = 1) => bedside.nurse(visits.end, { ...here, disposition })
const readVisit = async ({ patient_id, visit_id }: Here) => {
  const { visits: listed } = await bedside.nurse(triage.history, { patient_id })
  return listed.find(({ _id }) => _id === visit_id)
}
const admit = async (patient_id: string) => {
  const { doctors } = await bedside.nurse(admissions.doctors, {})
  const { stay } = await bedside.nurse(admissions.admit, {
    patient_id,
    admit_type: 'E',
    admit_source: 'E',
    arrival_type: 1,
    department: '01',
    attending_id: doctors[0]?._id ?? '',
    diagnosis: 'ไข้',
    ward_id: wardId,
  })
  return { patient_id, stay_id: stay._id, version: stay.version }
}

test('an open visit that was registered in error is cancelled: it is on no board, and its history says by whom and why', async () => {
  const { here, visit } = await arrive({ complaint: 'ไข้' })
  const { visit: told } = await cancel(here, { reason: 'OTHER', note: 'กดผิดชื่อ' })
  const voided = {
    at: bedside.at(),
    by: expect.objectContaining({ first_name: expect.any(String) }),
    reason: 'OTHER',
    note: 'กดผิดชื่อ',
  }
  expect(told).toMatchObject({ vn: visit.vn, is_open: false, left_at: null, disposition: null, voided })
  expect(await readVisit(here)).toMatchObject({ complaint: 'ไข้', voided })
  const isOfPatient = ({ patient }: { patient: { _id: string } }) => patient._id === here.patient_id
  expect((await bedside.nurse(erBoard.board, {})).rows.find(isOfPatient)).toBeUndefined()
  expect((await bedside.nurse(triage.queue, {})).rows.find(isOfPatient)).toBeUndefined()
  expect((await bedside.nurse(patients.get, { _id: here.patient_id })).patient.vn).toBeNull()
  const { entries } = await bedside.nurse(summary.timeline, { patient_id: here.patient_id })
  expect(entries.filter(({ kind }) => kind === 'visited')).toEqual([])
  // It is no correction of what was told.
  const { corrections } = await bedside.nurse(triage.history, { patient_id: here.patient_id })
  expect(corrections).toEqual([])
})

test('whoever was registered in error may arrive again, and the VN is not given again', async () => {
  const { here, visit } = await arrive()
  await cancel(here, { reason: 'DUPLICATE' })
  const again = await bedside.arrive({ id: here.patient_id })
  expect(Number(again.vn)).toBe(Number(visit.vn) + 1)
  expect(await readVisit({ ...here, visit_id: again._id })).toMatchObject({ voided: null })
  await bedside.panel.root
    .updateTable('hospitals')
    .set({ types_vn: true })
    .where('id', '=', bedside.hospitalId)
    .execute()
  const typed = await getErrorName(arrive({ vn: visit.vn }))
  await bedside.panel.root
    .updateTable('hospitals')
    .set({ types_vn: false })
    .where('id', '=', bedside.hospitalId)
    .execute()
  expect(typed).toBe('vn-taken')
})

test('another reason needs words', async () => {
  const { here } = await arrive()
  const refusal = await expectRefusal(cancel(here, { reason: 'OTHER', note: ' ' }))
  expect(refusal.fields).toEqual([{ field: 'note', message: 'reason-required' }])
  expect(await readVisit(here)).toMatchObject({ voided: null })
})

test('a visit that has ended can be cancelled for 24 hours, counted from when the end was first noted', async () => {
  const [{ here: early }, { here: late }, { here: moved }] = [await arrive(), await arrive(), await arrive()]
  for (const here of [early, late, moved]) await end(here)
  await bedside.advance(24 * hour)
  expect((await cancel(early)).visit).toMatchObject({ left_at: null, disposition: null })
  bedside.skip(1)
  expect(await getErrorName(cancel(late))).toBe('visit-end-too-old')
  await bedside.nurse(visits.correct, {
    ...moved,
    last_correction: null,
    changed: { left_at: bedside.at(60) },
    reason: 'ลงเวลาผิด',
  })
  expect(await getErrorName(cancel(moved))).toBe('visit-end-too-old')
})

test('a visit from which the patient was admitted is cancelled after the admission, not before', async () => {
  const { here } = await arrive()
  bedside.skip(minute)
  const stay = await admit(here.patient_id)
  expect(await getErrorName(cancel(here))).toBe('visit-admitted')
  bedside.skip(minute)
  const { stay: left } = await bedside.nurse(admissions.discharge, {
    ...stay,
    discharge_status: 2,
    discharge_type: 1,
  })
  expect(await getErrorName(cancel(here))).toBe('visit-admitted')
  await bedside.nurse(admissions.void, { ...stay, version: left.version, reason: 'WRONG_PATIENT' })
  expect((await cancel(here)).visit.voided).not.toBeNull()
})

test('an arrival noted of an inpatient in error ends nothing of the stay', async () => {
  const { id: patient_id } = await bedside.addPatient()
  await admit(patient_id)
  const { id: device_id } = await addDevice(bedside, 'watch')
  await bedside.nurse(devices.assign, { device_id, patient_id })
  bedside.skip(minute)
  const { _id: visit_id } = await bedside.arrive({ id: patient_id })
  await cancel({ patient_id, visit_id })
  const { rows } = await bedside.nurse(devices.list, { patient_id, is_worn: true })
  expect(rows.map(({ _id }) => _id)).toEqual([device_id])
})

test('monitoring, the request for a bed and the reserved bed end with it; an admission planned for a later day stays', async () => {
  const asked = { ward_id: wardId, department: '01', diagnosis: 'ไข้' } as const
  const [{ here }, { here: planned }] = [await arrive(), await arrive()]
  const { patient_id } = here
  await bedside.doctor(admissionRequests.make, { ...asked, patient_id, urgency: 'URGENT' })
  await bedside.doctor(admissionRequests.make, {
    ...asked,
    patient_id: planned.patient_id,
    urgency: 'ELECTIVE',
    planned_on: toBangkokDay(bedside.at(-3 * 24 * 60)),
  })
  const { wards } = await bedside.nurse(beds.map, { ward: wardId })
  const bed = wards[0]?.beds.find(
    ({ state, occupant, reservation }) => state === 'ready' && !occupant && !reservation,
  )
  if (!bed) throw new Error('the ward has a bed that is free')
  await bedside.nurse(beds.reserve, { _id: bed._id, patient_id, until: bedside.at(-60) })
  const { id: device_id } = await addDevice(bedside, 'watch')
  await bedside.nurse(devices.assign, { device_id, patient_id })
  bedside.skip(minute)
  await cancel(here)
  await cancel(planned)
  const readRequest = async (of: Here) =>
    (await bedside.nurse(admissionRequests.ofPatient, { patient_id: of.patient_id })).requests[0]
  expect(await readRequest(here)).toMatchObject({ state: 'left', closed_at: bedside.at() })
  expect(await readRequest(planned)).toMatchObject({ state: 'open' })
  const after = await bedside.nurse(beds.map, { ward: wardId })
  expect(after.wards[0]?.beds.find(({ _id }) => _id === bed._id)?.reservation).toBeUndefined()
  expect((await bedside.nurse(devices.list, { patient_id, is_worn: true })).rows).toEqual([])
})

test('records that a death closed in error are open again, and the reply says so', async () => {
  const { here } = await arrive()
  const { patient_id } = here
  const planned_on = toBangkokDay(bedside.at(-3 * 24 * 60))
  const asked = { ward_id: wardId, department: '01', diagnosis: 'ไข้', urgency: 'ELECTIVE' } as const
  await bedside.doctor(admissionRequests.make, { ...asked, patient_id, planned_on })
  bedside.skip(minute)
  await end(here, 4)
  expect((await cancel(here)).requests).toMatchObject([{ planned_on, is_open: true }])
})

test('a number of a clinic is given up, also one that is done with', async () => {
  const admin = await bedside.panel.as('admin')
  const { clinic } = await admin(opd.saveClinic, { code: 'Z', name_en: 'Clinic Z', name_th: 'คลินิก Z' })
  const [{ here: waiting }, { here: done }] = [await arrive({ kind: 'OPD' }), await arrive({ kind: 'OPD' })]
  for (const here of [waiting, done]) await bedside.nurse(opd.enqueue, { ...here, clinic_id: clinic._id })
  const listNumbers = async () => {
    const { rows, unqueued } = await bedside.nurse(opd.queue, {})
    const mine = [waiting.patient_id, done.patient_id]
    return [...rows, ...unqueued].filter(({ patient }) => mine.includes(patient._id))
  }
  const readWaiting = async () => {
    const { clinics } = await bedside.nurse(opd.display, {})
    return clinics.find((one) => one.clinic._id === clinic._id)?.waiting
  }
  const entry = (await listNumbers()).find(({ patient }) => patient._id === done.patient_id)
  if (!entry || !('_id' in entry)) throw new Error('the patient has a number')
  const { patient_id } = done
  await bedside.nurse(opd.send, { patient_id, entry_id: entry._id, state: 'waiting', to: 'HOME' })
  expect(await readWaiting()).toBe(1)
  await cancel(waiting)
  await cancel(done)
  expect(await listNumbers()).toEqual([])
  expect(await readWaiting()).toBe(0)
  expect(await getErrorName(bedside.nurse(opd.takeBack, { patient_id, entry_id: entry._id }))).toBe(
    'changed-meanwhile',
  )
  expect((await bedside.nurse(opd.callNext, { clinic_id: clinic._id })).entry_id).toBeNull()
})

test('a cancelled visit is no arrival of the emergency room, nobody left it unseen, and no file lists it', async () => {
  const today = toBangkokDay(bedside.at())
  const report = async () => {
    const { emergency } = await bedside.nurse(census.report, { from: today, to: today })
    return emergency.all
  }
  const before = await report()
  const { here, visit } = await arrive()
  bedside.skip(minute)
  await end(here, 8)
  expect(await report()).toMatchObject({ arrived: before.arrived + 1, left_unseen: before.left_unseen + 1 })
  const readFile = async () =>
    (await bedside.nurse(triage.exportList, { from: today, to: today, language: 'en' })).text()
  expect(await readFile()).toContain(visit.vn)
  await cancel(here)
  expect(await report()).toEqual(before)
  expect(await readFile()).not.toContain(visit.vn)
})

test('when 20 users cancel one visit at once, exactly one succeeds, and nothing can be done with the visit after that', async () => {
  const { here } = await arrive()
  const { act_id } = await end(here)
  const told = await Promise.all(Array.from({ length: 20 }, () => getErrorName(cancel(here))))
  expect(told.filter((name) => name === undefined)).toHaveLength(1)
  expect(new Set(told)).toEqual(new Set([undefined, 'visit-void']))
  expect(await getErrorName(end(here))).toBe('visit-ended')
  expect(await getErrorName(bedside.nurse(erBoard.undo, { ...here, act_id }))).toBe('changed-meanwhile')
  const correction = { ...here, last_correction: null, changed: { complaint: 'ไข้' }, reason: 'ลืม' }
  expect(await getErrorName(bedside.nurse(visits.correct, correction))).toBe('visit-void')
  expect(await readVisit(here)).toMatchObject({ voided: { reason: 'WRONG_PATIENT' } })
})

test('nobody can undo the cancellation of a visit, not even with the id of its act', async () => {
  const { here } = await arrive()
  await cancel(here)
  const { act_id } = await bedside.panel.root
    .selectFrom('visit_acts')
    .select('id as act_id')
    .where('visit_id', '=', here.visit_id)
    .executeTakeFirstOrThrow()
  expect(await getErrorName(bedside.nurse(erBoard.undo, { ...here, act_id }))).toBe('changed-meanwhile')
  expect(await readVisit(here)).toMatchObject({ voided: { reason: 'WRONG_PATIENT' } })
})

test('whoever may not manage the queue cannot cancel a visit, nor can anybody under the name of another patient', async () => {
  const { here } = await arrive()
  const paramedic = await bedside.panel.asNew({ staffType: 'paramedic' })
  expect(await getErrorName(paramedic(visits.void, { ...here, reason: 'DUPLICATE' }))).toBe('not-allowed')
  const { here: other } = await arrive()
  expect(await getErrorName(cancel({ ...here, patient_id: other.patient_id }))).toBe('not-found')
  expect(await readVisit(here)).toMatchObject({ voided: null })
})

describe('of whom an ambulance brought', () => {
  test('the ambulance is awaited again, and the same patient can arrive with it', async () => {
    const crew = await bedside.panel.asNew({ staffType: 'paramedic' })
    const nurse = await bedside.panel.asNew({ staffType: 'nurse' })
    const { here } = await arrive()
    await cancel(here)
    const { vehicle_id, team_id } = await addCrew(bedside.panel, crew)
    const { patient_id } = here
    const _id = await requestAmbulance(nurse, {
      ...sceneRequest,
      received_at: bedside.at(),
      patient: patient_id,
    })
    await takeSteps(nurse, _id, [{ step: 'ASSIGNED', vehicle_id, team_id }])
    await crew(missions.report, { _id, event_id: newId(), step: 'LEFT_SCENE' })
    const find = async () =>
      (await nurse(inbound.board, {})).rows.find((row) => row._id === _id) ??
      expect.fail('it is on the board')
    const { visit } = await nurse(inbound.arrive, { _id, patient_id })
    expect((await find()).arrived).toMatchObject({ patient_id })
    await cancel({ patient_id, visit_id: visit._id })
    expect((await find()).arrived).toBeNull()
    const again = await nurse(inbound.arrive, { _id, patient_id })
    expect(again).toMatchObject({ is_new: true, visit: { voided: null, brought: { mission_id: _id } } })
    expect((await find()).arrived).toMatchObject({ patient_id })
  })
})
