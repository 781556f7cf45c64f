import {
  admissionRequests,
  admissions,
  alarms,
  ambulanceReferrals,
  beds,
  devices,
  erBoard,
  errorCodes,
  type Input,
  patients,
  reference,
  toBangkokDay,
  triage,
  type Visit,
  visits,
} from 'contract'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addBed, admitDirectly } from '../../../test/support/admit.ts'
import {
  addDevice,
  minute,
  startTestBedside,
  type TestBedside,
  type TestPatient,
} from '../../../test/support/bedside.ts'
import { answerAll } from '../../../test/support/missions.ts'
import { expectRefusal } from '../../../test/support/refusal.ts'

let bedside: TestBedside
beforeAll(async () => {
  bedside = await startTestBedside()
})
afterAll(() => bedside.panel.close())

const arrive: TestBedside['arrive'] = (patient, more) => bedside.arrive(patient, more)

test('a patient who arrives gets the next VN of the year, and the record shows it', async () => {
  const [one, other] = [await bedside.addPatient(), await bedside.addPatient()]
  const first = await arrive(one)
  const second = await arrive(other, {
    kind: 'OPD',
    source: 4,
    mode: 'STRETCHER',
    complaint: ' เจ็บแน่นหน้าอก ',
    symptom_groups: [7],
    onset_at: bedside.at(90),
    accident: { source: 5, role: 1 },
    infection_signs: ['NONE'],
  })
  expect(first.vn).toMatch(/^69\d{6}$/)
  expect(Number(second.vn)).toBe(Number(first.vn) + 1)
  expect(second).toMatchObject({
    kind: 'OPD',
    visited_at: bedside.at(),
    complaint: 'เจ็บแน่นหน้าอก',
    symptom_groups: [7],
    onset_at: bedside.at(90),
    accident: { source: 5, role: 1, place: null, belt: null },
    pregnancy: 'not_asked',
    infection_signs: ['NONE'],
    first_seen_at: null,
  })
  const { patient } = await bedside.nurse(patients.get, { _id: other.id })
  expect(patient.vn).toBe(second.vn)
})

describe('a patient who comes with a referral of this panel', () => {
  async function refer(patient: string, answers: Record<string, string>) {
    const doctor = await bedside.panel.as('doctor')
    const new_id = newId()
    await doctor(ambulanceReferrals.add, { new_id, operations: answerAll({ patient, ...answers }) })
    return new_id
  }
  const list = async (patient_id: string) => (await bedside.nurse(visits.referrals, { patient_id })).referrals

  test('is offered those that lead here and have a number, and the visit is of the one whose number is told', async () => {
    const patient = await bedside.addPatient()
    const _id = await refer(patient.id, {
      direction: 'IN',
      letter_number: 'LN-77',
      from_hospital: 'รพ.บ้านสวน',
    })
    await refer(patient.id, { direction: 'OUT', letter_number: 'LN-78' })
    await refer(patient.id, { direction: 'IN' })
    expect(await list(patient.id)).toMatchObject([{ _id, number: 'LN-77', hospital: 'รพ.บ้านสวน' }])
    const visit = await arrive(patient, { source: 3, referral_number: 'LN-77' })
    expect(visit.referral).toEqual({ _id, number: 'LN-77' })
  })

  test('is of no referral of somebody else, and of none that leads away', async () => {
    const [patient, other] = [await bedside.addPatient(), await bedside.addPatient()]
    await refer(other.id, { direction: 'IN', letter_number: 'LN-79' })
    await refer(patient.id, { direction: 'OUT', letter_number: 'LN-79' })
    expect(await list(patient.id)).toEqual([])
    const visit = await arrive(patient, { source: 3, referral_number: 'LN-79' })
    expect(visit).toMatchObject({ referral_number: 'LN-79', referral: null })
  })
})

test('a VN that another system has given is left out', async () => {
  const [one, other] = [await bedside.addPatient(), await bedside.addPatient()]
  const { vn } = await arrive(one)
  await bedside.panel.root
    .updateTable('visits')
    .set({ vn: String(Number(vn) + 1) })
    .where('vn', '=', vn)
    .execute()
  expect((await arrive(other)).vn).toBe(String(Number(vn) + 2))
})

test('where another system gives the VN, it is typed, and 20 at once with one number are one visit', async () => {
  const types = (types_vn: boolean) =>
    bedside.panel.root
      .updateTable('hospitals')
      .set({ types_vn })
      .where('id', '=', bedside.hospitalId)
      .execute()
  const vn = 'HIS-0815'
  const patient = await bedside.addPatient()
  expect((await expectRefusal(arrive(patient, { vn }))).fields).toEqual([
    { field: 'vn', message: 'vn-not-typed' },
  ])
  await types(true)
  expect((await expectRefusal(arrive(patient))).fields).toEqual([{ field: 'vn', message: 'field-required' }])
  const people = await Promise.all(Array.from({ length: 20 }, () => bedside.addPatient()))
  const tried = await Promise.allSettled(people.map((one) => arrive(one, { vn })))
  const given = tried.flatMap((one) => (one.status === 'fulfilled' ? [one.value.vn] : []))
  expect(given).toEqual([vn])
  const refusals = tried.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set([errorCodes['vn-taken']]))
  expect(refusals[0].fields).toEqual([{ field: 'vn', message: 'vn-taken' }])
  await types(false)
})

test('whoever is here cannot arrive again, and the refusal names the visit', async () => {
  const patient = await bedside.addPatient()
  const { _id, vn } = await arrive(patient)
  const error = await expectRefusal(arrive(patient))
  expect(error.code).toBe(errorCodes['visit-open'])
  expect(error.detail).toMatchObject({ visit: { _id, vn } })
})

describe('an arrival of somebody who was admitted from the emergency room', () => {
  type Stay = { _id: string; version: number }
  let patient: TestPatient
  let old: Visit
  let stay: Stay
  let bed: { id: string; ward_id: string }
  beforeEach(async () => {
    patient = await bedside.addPatient()
    bed = await addBed(bedside.panel.root, bedside.hospitalId)
    old = await arrive(patient, { complaint: 'ไข้' })
    bedside.skip(minute)
  })
  const named = () => ({ patient_id: patient.id, stay_id: stay._id, version: stay.version })
  const admit = async (bed_id: string | null) => {
    const { doctors } = await bedside.nurse(admissions.doctors, {})
    ;({ stay } = await bedside.nurse(admissions.admit, {
      patient_id: patient.id,
      admit_type: 'E',
      admit_source: 'E',
      arrival_type: 1,
      department: '01',
      attending_id: doctors[0]?._id ?? '',
      diagnosis: 'ปอดอักเสบ',
      ward_id: bed.ward_id,
      bed_id,
    }))
    return bedside.at()
  }
  const leave = async () =>
    ({ stay } = await bedside.nurse(admissions.leave, {
      ...named(),
      due_back_at: bedside.at(-24 * 60),
      note: 'กลับบ้าน',
      holds_bed: true,
    }))
  const comeBack = async () => ({ stay } = await bedside.nurse(admissions.comeBack, named()))
  const discharge = async () =>
    ({ stay } = await bedside.nurse(admissions.discharge, {
      ...named(),
      discharge_status: 2,
      discharge_type: 1,
    }))
  const findIn = async () => ({
    board: (await bedside.nurse(erBoard.board, {})).rows.find((row) => row.patient._id === patient.id)?.visit
      ._id,
    queue: (await bedside.nurse(triage.queue, {})).rows.find((row) => row.patient._id === patient.id)?.visit
      ._id,
  })
  /** The visits of the patient, the first one first. */
  const listVisits = async () =>
    (await bedside.nurse(triage.history, { patient_id: patient.id })).visits.toReversed()

  test('begins a new visit, and the old one ended as admitted when they got their bed', async () => {
    await admit(null)
    bedside.skip(minute)
    const placedAt = bedside.at()
    ;({ stay } = await bedside.nurse(admissions.move, {
      ...named(),
      ward_id: bed.ward_id,
      bed_id: bed.id,
      reason: 'BED_ASSIGNED',
    }))
    bedside.skip(minute)
    await leave()
    bedside.skip(minute)
    const visit = await arrive(patient, { complaint: 'เจ็บแน่นหน้าอก' })
    expect(await findIn()).toEqual({ board: visit._id, queue: visit._id })
    expect(await listVisits()).toMatchObject([
      { _id: old._id, disposition: 2, left_at: placedAt },
      { _id: visit._id, complaint: 'เจ็บแน่นหน้าอก', left_at: null },
    ])
  })

  test('is one also straight from the bed, and as often as they come', async () => {
    await admit(bed.id)
    bedside.skip(minute)
    const second = await arrive(patient)
    expect((await expectRefusal(arrive(patient))).detail).toMatchObject({ visit: { _id: second._id } })
    bedside.skip(minute)
    await leave()
    const leftAt = bedside.at()
    bedside.skip(minute)
    await comeBack()
    bedside.skip(minute)
    const third = await arrive(patient)
    expect(await findIn()).toEqual({ board: third._id, queue: third._id })
    expect((await listVisits())[1]).toMatchObject({ _id: second._id, disposition: 2, left_at: leftAt })
  })

  test('is refused while they wait in the emergency room for their bed, and at a time before they had it', async () => {
    await admit(null)
    bedside.skip(minute)
    expect((await expectRefusal(arrive(patient))).code).toBe(errorCodes['visit-open'])
    ;({ stay } = await bedside.nurse(admissions.move, {
      ...named(),
      ward_id: bed.ward_id,
      bed_id: bed.id,
      reason: 'BED_ASSIGNED',
    }))
    bedside.skip(minute)
    const early = await expectRefusal(arrive(patient, { visited_at: bedside.at(1) }))
    expect(early.detail).toMatchObject({ visit: { _id: old._id } })
    expect(await listVisits()).toMatchObject([{ _id: old._id, left_at: null }])
  })

  test('lets the discharge and its undo leave the old visit as it ended', async () => {
    const placedAt = await admit(bed.id)
    bedside.skip(minute)
    const visit = await arrive(patient)
    bedside.skip(minute)
    await discharge()
    const both = [
      { _id: old._id, disposition: 2, left_at: placedAt },
      { _id: visit._id, left_at: null },
    ]
    expect(await listVisits()).toMatchObject(both)
    await bedside.nurse(admissions.undoDischarge, { ...named(), reason: 'WRONG_PATIENT' })
    expect(await listVisits()).toMatchObject(both)
    expect(await findIn()).toEqual({ board: visit._id, queue: visit._id })
  })

  test('has the visit of whoever went back to the ward end with the discharge, and open with its undo', async () => {
    const placedAt = await admit(bed.id)
    bedside.skip(minute)
    await leave()
    bedside.skip(minute)
    const visit = await arrive(patient)
    bedside.skip(minute)
    await comeBack()
    bedside.skip(minute)
    await discharge()
    const first = { _id: old._id, disposition: 2, left_at: placedAt }
    expect(await listVisits()).toMatchObject([
      first,
      { _id: visit._id, disposition: 2, left_at: bedside.at() },
    ])
    await bedside.nurse(admissions.undoDischarge, { ...named(), reason: 'WRONG_PATIENT' })
    expect(await listVisits()).toMatchObject([first, { _id: visit._id, disposition: null, left_at: null }])
  })

  test('of whoever was in bed as soon as they came leaves that visit as it ended at the discharge', async () => {
    await bedside.panel.root
      .updateTable('visits')
      .set({ visited_at: bedside.at() })
      .where('id', '=', old._id)
      .execute()
    const placedAt = await admit(bed.id)
    bedside.skip(minute)
    await arrive(patient)
    bedside.skip(minute)
    await discharge()
    expect((await listVisits())[0]).toMatchObject({ disposition: 2, left_at: placedAt })
  })

  test('moves the end of the old visit when a correction says that they got their bed at another time', async () => {
    const placedAt = await admit(bed.id)
    bedside.skip(5 * minute)
    const visit = await arrive(patient)
    const correct = async (from: string) =>
      ({ stay } = await bedside.nurse(admissions.correct, {
        ...named(),
        reason: 'WRONG_TIME',
        places: [{ kind: 'bed', ward_id: bed.ward_id, bed_id: bed.id, from }],
        discharged_at: null,
      }))
    const wasLater = bedside.at(2)
    await correct(wasLater)
    expect((await listVisits())[0]).toMatchObject({ _id: old._id, disposition: 2, left_at: wasLater })
    await correct(placedAt)
    expect((await listVisits())[0]).toMatchObject({ left_at: placedAt })
    bedside.skip(minute)
    await correct(bedside.at())
    expect(await listVisits()).toMatchObject([
      { _id: old._id, left_at: placedAt },
      { _id: visit._id, left_at: null },
    ])
  })

  test.each([false, true])(
    'leaves open how the old visit ended, once the admission is void (after a discharge: %s)',
    async (isDischarged) => {
      const placedAt = await admit(bed.id)
      bedside.skip(minute)
      const visit = await arrive(patient)
      bedside.skip(minute)
      if (isDischarged) await discharge()
      bedside.skip(minute)
      const { untold_visit } = await bedside.nurse(admissions.void, { ...named(), reason: 'WRONG_PATIENT' })
      expect(untold_visit).toMatchObject({ _id: old._id })
      expect(await listVisits()).toMatchObject([
        { _id: old._id, disposition: null, left_at: placedAt },
        { _id: visit._id, left_at: null },
      ])
      expect(await findIn()).toEqual({ board: visit._id, queue: visit._id })
    },
  )
})

test('when 20 users register one arrival at once, exactly one succeeds', async () => {
  const patient = await bedside.addPatient()
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => arrive(patient)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('times in the future and an arrival of last month are refused, naming the field', async () => {
  const patient = await bedside.addPatient()
  const late = await expectRefusal(arrive(patient, { visited_at: bedside.at(-6), onset_at: bedside.at(-6) }))
  expect(late.fields).toEqual([
    { field: 'visited_at', message: 'date-in-future' },
    { field: 'onset_at', message: 'date-in-future' },
  ])
  const old = await expectRefusal(arrive(patient, { visited_at: bedside.at(31 * 24 * 60) }))
  expect(old.fields).toEqual([{ field: 'visited_at', message: 'date-too-old' }])
})

test('the first time that a doctor sees the patient is kept, however often it is noted', async () => {
  const patient = await bedside.addPatient()
  const { _id } = await arrive(patient)
  const named = { patient_id: patient.id, visit_id: _id }
  const { first_seen_at } = await bedside.nurse(visits.see, named)
  expect(first_seen_at).toBe(bedside.at())
  bedside.skip(minute)
  const again = await bedside.doctor(visits.see, named)
  expect(Date.parse(again.first_seen_at)).toBe(Date.parse(first_seen_at))
})

test('a doctor who came earlier than it was noted is noted as of then, not before the arrival or in the future', async () => {
  const patient = await bedside.addPatient()
  const { _id } = await arrive(patient, { visited_at: bedside.at(40) })
  const see = (at: string) => bedside.nurse(visits.see, { patient_id: patient.id, visit_id: _id, at })
  const refusals = [await expectRefusal(see(bedside.at(41))), await expectRefusal(see(bedside.at(-6)))]
  expect(refusals.map(({ fields }) => fields)).toEqual([
    [{ field: 'at', message: 'before-arrival' }],
    [{ field: 'at', message: 'date-in-future' }],
  ])
  const { first_seen_at, act_id } = await see(bedside.at(30))
  expect(first_seen_at).toBe(bedside.at(30))
  await bedside.nurse(erBoard.undo, { patient_id: patient.id, visit_id: _id, act_id: act_id ?? '' })
  expect((await bedside.nurse(triage.prepare, { patient_id: patient.id })).visit?.first_seen_at).toBeNull()
})

/** The minute of an instant, as a person types it, or one some minutes later. */
const toMinute = (at: string, later = 0) =>
  new Date((Math.floor(Date.parse(at) / minute) + later) * minute).toISOString()

test('a time typed to the minute lies after what was noted to the second in that minute', async () => {
  bedside.skip(40_000)
  const patient = await bedside.addPatient()
  const { _id, visited_at } = await arrive(patient)
  const named = { patient_id: patient.id, visit_id: _id }
  bedside.skip(5000)
  const typed = toMinute(visited_at)
  const before = toMinute(visited_at, -1)
  expect((await expectRefusal(bedside.nurse(visits.see, { ...named, at: before }))).fields).toEqual([
    { field: 'at', message: 'before-arrival' },
  ])
  const { first_seen_at } = await bedside.nurse(visits.see, { ...named, at: typed })
  expect(first_seen_at).toBe(visited_at)
  const { at: triagedAt } = (
    await bedside.nurse(triage.record, {
      ...named,
      decision: { values: {}, level: 'RED', zone: 'RESUS', life_saving: ['CPR'] },
    })
  ).triage
  bedside.skip(5000)
  const end = (at: string) => bedside.nurse(visits.end, { ...named, disposition: 1, at })
  expect((await expectRefusal(end(before))).fields).toEqual([{ field: 'at', message: 'before-arrival' }])
  const { left_at } = await end(typed)
  expect(Date.parse(left_at)).toBe(Date.parse(triagedAt))
  bedside.skip(10_000)
})

test('whoever left earlier than it was noted left then, but not before they were triaged or seen', async () => {
  const patient = await bedside.addPatient()
  const visit = await arrive(patient, { visited_at: bedside.at(60) })
  const named = { patient_id: patient.id, visit_id: visit._id }
  const end = (at: string) => bedside.nurse(visits.end, { ...named, disposition: 1, at })
  await bedside.doctor(visits.see, { ...named, at: bedside.at(50) })
  const refusals = [
    await expectRefusal(end(bedside.at(61))),
    await expectRefusal(end(bedside.at(51))),
    await expectRefusal(end(bedside.at(-6))),
  ]
  expect(refusals.map(({ fields }) => fields)).toEqual([
    [{ field: 'at', message: 'before-arrival' }],
    [{ field: 'at', message: 'left-before-seen' }],
    [{ field: 'at', message: 'date-in-future' }],
  ])
  await bedside.nurse(triage.record, {
    ...named,
    decision: { values: {}, level: 'RED', zone: 'RESUS', life_saving: ['CPR'] },
  })
  bedside.skip(30 * minute)
  expect((await expectRefusal(end(bedside.at(31)))).fields).toEqual([
    { field: 'at', message: 'left-before-seen' },
  ])
  expect((await end(bedside.at(20))).left_at).toBe(bedside.at(20))
})

test('a visit that has ended stays ended, and the patient may arrive again', async () => {
  const patient = await bedside.addPatient()
  const { _id } = await arrive(patient)
  const named = { patient_id: patient.id, visit_id: _id }
  bedside.skip(minute)
  const { left_at } = await bedside.nurse(visits.end, { ...named, disposition: 1 })
  expect(left_at).toBe(bedside.at())
  expect((await expectRefusal(bedside.nurse(visits.end, { ...named, disposition: 8 }))).code).toBe(
    errorCodes['visit-ended'],
  )
  expect((await expectRefusal(bedside.nurse(visits.see, named))).code).toBe(errorCodes['visit-ended'])
  expect((await arrive(patient))._id).not.toBe(_id)
})

test('a visit is not found under the name of another patient', async () => {
  const [one, other] = [await bedside.addPatient(), await bedside.addPatient()]
  const { _id } = await arrive(one)
  const wrong = { patient_id: other.id, visit_id: _id, disposition: 1 } as const
  expect((await expectRefusal(bedside.nurse(visits.end, wrong))).code).toBe(errorCodes['not-found'])
})

test('an arrival is neither ahead of now nor before the birth, so that whoever has come can be seen and can leave', async () => {
  const patient = await bedside.addPatient()
  const early = await expectRefusal(arrive(patient, { visited_at: bedside.at(-1) }))
  expect(early.fields).toEqual([{ field: 'visited_at', message: 'date-in-future' }])
  const born = bedside.at().slice(0, 10)
  await bedside.panel.root
    .updateTable('patients')
    .set({ date_of_birth: born })
    .where('id', '=', patient.id)
    .execute()
  const unborn = await expectRefusal(arrive(patient, { visited_at: bedside.at(3 * 24 * 60) }))
  expect(unborn.fields).toEqual([{ field: 'visited_at', message: 'before-birth' }])
  const { _id } = await arrive(patient, { visited_at: bedside.at() })
  const named = { patient_id: patient.id, visit_id: _id }
  await bedside.nurse(visits.see, named)
  await bedside.nurse(visits.end, { ...named, disposition: 1 })
})

test('an age that is estimated today does not deny an arrival of some days ago', async () => {
  const patient = await bedside.addPatient()
  await bedside.panel.root
    .updateTable('patients')
    .set({ date_of_birth: bedside.at().slice(0, 10), birth_date_precision: 'estimated' })
    .where('id', '=', patient.id)
    .execute()
  expect(await arrive(patient, { visited_at: bedside.at(3 * 24 * 60) })).toHaveProperty('_id')
})

test('weeks of pregnancy are of somebody who is pregnant, and each wrong code of an accident names its field', async () => {
  const patient = await bedside.addPatient()
  const wrong = await expectRefusal(
    arrive(patient, {
      pregnancy: 'no',
      pregnancy_weeks: 12,
      accident: { place: '00', role: 0, vehicle: '1' },
    }),
  )
  expect(wrong.fields).toEqual([
    { field: 'accident.place', message: 'two-digits' },
    { field: 'accident.role', message: 'number-range' },
    { field: 'accident.vehicle', message: 'two-digits' },
    { field: 'pregnancy_weeks', message: 'not-pregnant' },
  ])
  expect(await arrive(patient, { pregnancy: 'yes', pregnancy_weeks: 12 })).toMatchObject({
    pregnancy: 'yes',
    pregnancy_weeks: 12,
  })
})

describe('a correction of an arrival', () => {
  const correct = (
    patient: { id: string },
    visit: { _id: string; last_correction: string | null },
    changed: Input<typeof visits.correct>['changed'],
    reason = 'asked again',
  ) =>
    bedside.nurse(visits.correct, {
      patient_id: patient.id,
      visit_id: visit._id,
      last_correction: visit.last_correction,
      changed,
      reason,
    })
  const listCorrections = async ({ id }: { id: string }) =>
    (await bedside.nurse(triage.history, { patient_id: id })).corrections

  test('supersedes what was told, and says who changed what from what, when and why', async () => {
    const patient = await bedside.addPatient()
    const visit = await arrive(patient, { complaint: 'ปวดหัว', accident: { source: 5, role: 1 } })
    expect(visit).toMatchObject({ is_accident: true, last_correction: null })
    bedside.skip(minute)
    const { visit: corrected } = await correct(patient, visit, {
      source: 4,
      mode: 'WALK',
      complaint: 'ปวดศีรษะ',
      is_accident: false,
      visited_at: bedside.at(30),
    })
    expect(corrected).toMatchObject({ source: 4, complaint: 'ปวดศีรษะ', is_accident: false, accident: null })
    expect(Date.parse(corrected.visited_at)).toBe(Date.parse(bedside.at(30)))
    const [one, ...others] = await listCorrections(patient)
    expect(others).toEqual([])
    expect(one).toMatchObject({
      reason: 'asked again',
      by: { first_name: expect.any(String) },
      before: { source: 1, complaint: 'ปวดหัว', is_accident: true, accident: { source: 5, role: 1 } },
      after: { source: 4, complaint: 'ปวดศีรษะ', is_accident: false, accident: null },
    })
    expect(one?.after).not.toHaveProperty('mode')
    expect(corrected.last_correction).toBe(one?._id)
  })

  test('to another source drops the hospital and the number of a referral, and the history keeps them', async () => {
    const patient = await bedside.addPatient()
    const referral = { referring_hospital: '10670', referral_number: '10670-6900123' }
    const visit = await arrive(patient, { source: 3, ...referral })
    expect(visit).toMatchObject(referral)
    const { visit: corrected } = await correct(patient, visit, { referral_number: '10670-6900124' })
    expect(corrected).toMatchObject({ ...referral, referral_number: '10670-6900124' })
    const { visit: walked } = await correct(patient, corrected, { source: 1 })
    expect(walked).toMatchObject({ source: 1, referring_hospital: null, referral_number: null })
    expect((await listCorrections(patient)).map(({ before }) => before)).toContainEqual({
      source: 3,
      referring_hospital: '10670',
      referral_number: '10670-6900124',
    })
  })

  test('that changes nothing leaves no trace', async () => {
    const patient = await bedside.addPatient()
    const visit = await arrive(patient, { complaint: 'ไข้', onset_at: bedside.at(60) })
    await correct(patient, visit, { complaint: ' ไข้ ', onset_at: bedside.at(60), infection_signs: [] })
    expect(await listCorrections(patient)).toEqual([])
  })

  test('that says that nobody is pregnant brings the weeks and NEWS2 back in order', async () => {
    const patient = await bedside.addPatient()
    await patient.send(
      { kind: 'respiration', respiration_rate: 16 },
      { kind: 'spo2', spo2: 97, pulse: 80, oxygen: false },
      { kind: 'blood_pressure', systolic: 125, diastolic: 74 },
      { kind: 'temperature', temperature: 37 },
      { kind: 'consciousness', consciousness: 'A' },
    )
    const readScore = async () =>
      (await bedside.nurse(triage.prepare, { patient_id: patient.id })).latest.find(
        ({ vital }) => vital === 'news2',
      )?.value
    const visit = await arrive(patient, { pregnancy: 'yes', pregnancy_weeks: 20 })
    expect(await readScore()).toBeUndefined()
    const { visit: corrected } = await correct(patient, visit, { pregnancy: 'no' })
    expect(corrected).toMatchObject({ pregnancy: 'no', pregnancy_weeks: null })
    expect(await readScore()).toBe(0)
  })

  test('that says that nobody is pregnant raises no alarm by values of before', async () => {
    const patient = await bedside.addPatient()
    const visit = await arrive(patient)
    await patient.send(
      { kind: 'blood_pressure', systolic: 105, diastolic: 70, pulse: 105 },
      { kind: 'spo2', spo2: 93 },
      { kind: 'respiration', respiration_rate: 18 },
      { kind: 'temperature', temperature: 38.2 },
      { kind: 'consciousness', consciousness: 'V', oxygen: true },
    )
    const { _id, severity } = await patient.findOpenAlarm()
    await bedside.nurse(alarms.clear, { _id, severity, note: 'ให้การรักษาแล้ว' })
    bedside.skip(10 * minute)
    await correct(patient, visit, { pregnancy: 'no' })
    expect((await patient.listAlarms()).map(({ state }) => state)).toEqual(['cleared'])
  })

  test('of whoever came long ago is to within a week of when they came, as far as was told', async () => {
    const patient = await bedside.addPatient()
    const day = 24 * 60
    const visit = await arrive(patient)
    await bedside.panel.root
      .updateTable('visits')
      .set({ visited_at: bedside.at(20 * day) })
      .where('id', '=', visit._id)
      .execute()
    const early = await expectRefusal(correct(patient, visit, { visited_at: bedside.at(28 * day) }))
    expect(early.fields).toEqual([{ field: 'changed.visited_at', message: 'date-too-old' }])
    const { visit: corrected } = await correct(patient, visit, { visited_at: bedside.at(26 * day) })
    expect(Date.parse(corrected.visited_at)).toBe(Date.parse(bedside.at(26 * day)))
  })

  test('is refused with the field that is wrong: an arrival after the doctor, weeks of nobody', async () => {
    const patient = await bedside.addPatient()
    const visit = await arrive(patient, { visited_at: bedside.at(60) })
    await bedside.doctor(visits.see, { patient_id: patient.id, visit_id: visit._id })
    bedside.skip(10 * minute)
    const late = await expectRefusal(
      correct(patient, visit, { visited_at: bedside.at(5), pregnancy_weeks: 20 }),
    )
    expect(late.fields).toEqual([
      { field: 'changed.visited_at', message: 'arrived-after-begun' },
      { field: 'changed.pregnancy_weeks', message: 'not-pregnant' },
    ])
    expect((await expectRefusal(correct(patient, visit, { mode: 'CARRIED' }, ' '))).fields).toEqual([
      { field: 'reason', message: 'reason-required' },
    ])
    expect(await listCorrections(patient)).toEqual([])
  })

  test('corrects when a doctor first saw the patient, and says what was noted before', async () => {
    const patient = await bedside.addPatient()
    const visit = await arrive(patient, { visited_at: bedside.at(60) })
    const named = { patient_id: patient.id, visit_id: visit._id }
    const { first_seen_at, act_id } = await bedside.doctor(visits.see, named)
    expect(await listCorrections(patient)).toEqual([])
    bedside.skip(10 * minute)
    const refusals = [
      await expectRefusal(correct(patient, visit, { first_seen_at: bedside.at(71) })),
      await expectRefusal(correct(patient, visit, { first_seen_at: bedside.at(-6) })),
    ]
    expect(refusals.map(({ fields }) => fields)).toEqual([
      [{ field: 'changed.first_seen_at', message: 'before-arrival' }],
      [{ field: 'changed.first_seen_at', message: 'date-in-future' }],
    ])
    const earlier = bedside.at(40)
    const { visit: corrected } = await correct(patient, visit, { first_seen_at: earlier })
    expect(corrected.first_seen_at).toBe(earlier)
    const [one, ...others] = await listCorrections(patient)
    expect(others).toEqual([])
    expect(one).toMatchObject({ before: { first_seen_at }, after: { first_seen_at: earlier } })
    const undo = bedside.nurse(erBoard.undo, { ...named, act_id: act_id ?? '' })
    expect((await expectRefusal(undo)).code).toBe(errorCodes['changed-meanwhile'])
    const late = correct(patient, corrected, { visited_at: bedside.at(39) })
    expect((await expectRefusal(late)).fields).toEqual([
      { field: 'changed.visited_at', message: 'arrived-after-begun' },
    ])
    const both = { visited_at: bedside.at(39), first_seen_at: bedside.at(38) }
    const { visit: moved } = await correct(patient, corrected, both)
    expect(moved).toMatchObject(both)

    await bedside.nurse(visits.end, { ...named, disposition: 1, at: bedside.at(20) })
    expect((await expectRefusal(correct(patient, moved, { first_seen_at: bedside.at(19) }))).fields).toEqual([
      { field: 'changed.first_seen_at', message: 'seen-after-left' },
    ])
    const { visit: unseen } = await correct(patient, moved, { first_seen_at: null })
    expect(unseen.first_seen_at).toBeNull()
  })

  test('corrects to a minute in which something was noted to the second as to after that', async () => {
    bedside.skip(40_000)
    const patient = await bedside.addPatient()
    const visit = await arrive(patient)
    const named = { patient_id: patient.id, visit_id: visit._id }
    bedside.skip(5 * minute)
    const { first_seen_at: seen_at } = await bedside.doctor(visits.see, named)
    bedside.skip(5 * minute)
    await bedside.nurse(visits.end, { ...named, disposition: 1 })
    const { visited_at } = visit
    for (const [changed, message] of [
      [{ first_seen_at: toMinute(visited_at, -1) }, 'before-arrival'],
      [{ left_at: toMinute(seen_at, -1) }, 'left-before-seen'],
    ] as const)
      expect((await expectRefusal(correct(patient, visit, changed))).fields).toMatchObject([{ message }])
    const left = await correct(patient, visit, { left_at: toMinute(seen_at) })
    expect(left.visit).toMatchObject({ left_at: seen_at, first_seen_at: seen_at })
    const both = { first_seen_at: toMinute(visited_at), left_at: toMinute(visited_at) }
    const { visit: corrected } = await correct(patient, left.visit, both)
    expect(corrected).toMatchObject({ first_seen_at: visited_at, left_at: visited_at })
    bedside.skip(20_000)
  })

  test('corrects when the patient of a visit that has ended left, and says what was noted before', async () => {
    const patient = await bedside.addPatient()
    const visit = await arrive(patient, { visited_at: bedside.at(60) })
    const named = { patient_id: patient.id, visit_id: visit._id }
    await bedside.doctor(visits.see, { ...named, at: bedside.at(50) })
    const early = await expectRefusal(correct(patient, visit, { left_at: bedside.at(10) }))
    expect(early.fields).toEqual([{ field: 'changed.left_at', message: 'left-not-noted' }])
    const { left_at } = await bedside.nurse(visits.end, { ...named, disposition: 1 })
    const refuse = async (changed: Input<typeof visits.correct>['changed']) =>
      (await expectRefusal(correct(patient, visit, changed))).fields
    bedside.skip(10 * minute)
    for (const [changed, message] of [
      [{ left_at: bedside.at(71) }, 'before-arrival'],
      [{ left_at: bedside.at(61) }, 'left-before-seen'],
      [{ left_at: bedside.at(-6) }, 'date-in-future'],
    ] as const)
      expect(await refuse(changed)).toEqual([{ field: 'changed.left_at', message }])
    const earlier = bedside.at(30)
    const { visit: corrected } = await correct(patient, visit, { left_at: earlier })
    expect(corrected).toMatchObject({ left_at: earlier, disposition: 1 })
    expect(await listCorrections(patient)).toMatchObject([
      { reason: 'asked again', before: { left_at }, after: { left_at: earlier } },
    ])
    const { visits: all } = await bedside.nurse(triage.history, { patient_id: patient.id })
    expect(all).toMatchObject([{ _id: visit._id, left_at: earlier }])
    const seenLater = await expectRefusal(correct(patient, corrected, { first_seen_at: bedside.at(29) }))
    expect(seenLater.fields).toEqual([{ field: 'changed.first_seen_at', message: 'seen-after-left' }])

    await arrive(patient, { visited_at: bedside.at(20) })
    const overlapping = await expectRefusal(correct(patient, corrected, { left_at: bedside.at(19) }))
    expect(overlapping.fields).toEqual([{ field: 'changed.left_at', message: 'come-again-by-then' }])
    await correct(patient, corrected, { left_at: bedside.at(20) })
  })

  test('does not move the end of a visit behind a stay that began since, or that ended with one', async () => {
    const patient = await bedside.addPatient()
    const visit = await arrive(patient, { visited_at: bedside.at(90) })
    await bedside.nurse(visits.end, {
      patient_id: patient.id,
      visit_id: visit._id,
      disposition: 1,
      at: bedside.at(60),
    })
    const { doctors } = await bedside.nurse(admissions.doctors, {})
    const { ward } = await bedside.nurse(reference.wards, {})
    const asked = {
      admit_type: 'E',
      admit_source: 'E',
      arrival_type: 1,
      department: '01',
      attending_id: doctors[0]?._id ?? '',
      diagnosis: 'ไข้',
      ward_id: ward[0]?._id ?? '',
    } as const
    await bedside.nurse(admissions.admit, { ...asked, patient_id: patient.id, at: bedside.at(40) })
    const late = await expectRefusal(correct(patient, visit, { left_at: bedside.at(30) }))
    expect(late.fields).toEqual([{ field: 'changed.left_at', message: 'come-again-by-then' }])
    await correct(patient, visit, { left_at: bedside.at(41) })

    const inpatient = await bedside.addPatient()
    const stayed = await arrive(inpatient, { visited_at: bedside.at(90) })
    const { stay } = await bedside.nurse(admissions.admit, {
      ...asked,
      patient_id: inpatient.id,
      at: bedside.at(60),
    })
    const behind = await expectRefusal(correct(inpatient, stayed, { visited_at: bedside.at(59) }))
    expect(behind.fields).toEqual([{ field: 'changed.visited_at', message: 'come-again-by-then' }])
    await bedside.nurse(admissions.discharge, {
      patient_id: inpatient.id,
      stay_id: stay._id,
      version: stay.version,
      discharge_status: 2,
      discharge_type: 1,
      at: bedside.at(30),
    })
    const apart = await expectRefusal(correct(inpatient, stayed, { left_at: bedside.at(50) }))
    expect(apart.fields).toEqual([{ field: 'changed.left_at', message: 'left-not-noted' }])
  })

  test('corrects how the patient left, unless the visit is open or ended with a stay', async () => {
    const patient = await bedside.addPatient()
    const visit = await arrive(patient)
    const early = await expectRefusal(correct(patient, visit, { disposition: 3 }))
    expect(early.fields).toEqual([{ field: 'changed.disposition', message: 'left-not-noted' }])
    await bedside.nurse(visits.end, { patient_id: patient.id, visit_id: visit._id, disposition: 1 })
    const { visit: corrected } = await correct(patient, visit, { disposition: 3 })
    expect(corrected.disposition).toBe(3)
    expect(await listCorrections(patient)).toMatchObject([
      { before: { disposition: 1 }, after: { disposition: 3 } },
    ])
  })

  test('of 20 at once exactly one is stored; the others are told what stands now', async () => {
    const patient = await bedside.addPatient()
    const visit = await arrive(patient)
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) => correct(patient, visit, { complaint: `no. ${at}` })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await listCorrections(patient)).toHaveLength(1)
    const stale = await expectRefusal(correct(patient, visit, { complaint: 'late' }))
    expect(stale.code).toBe(errorCodes['changed-meanwhile'])
    expect(stale.detail).toMatchObject({ visit: { complaint: expect.stringMatching(/^no\. /) } })
  })
})

test('a man is not pregnant, and the refusal names the field', async () => {
  const patient = await bedside.addPatient()
  await bedside.panel.root
    .updateTable('patients')
    .set({ gender: 'male' })
    .where('id', '=', patient.id)
    .execute()
  expect((await expectRefusal(arrive(patient, { pregnancy: 'yes' }))).fields).toEqual([
    { field: 'pregnancy', message: 'pregnant-man' },
  ])
  expect(await arrive(patient)).toMatchObject({ pregnancy: 'not_asked', is_accident: null })
})

test('when 20 users undo the same end of a visit at once, exactly one succeeds', async () => {
  const patient = await bedside.addPatient()
  const { _id } = await arrive(patient)
  const named = { patient_id: patient.id, visit_id: _id }
  const { act_id } = await bedside.nurse(visits.end, { ...named, disposition: 1 })
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, () => bedside.nurse(erBoard.undo, { ...named, act_id })),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const { undone } = await bedside.panel.root
    .selectFrom('visit_acts')
    .select(({ fn }) => fn.countAll<string>().as('undone'))
    .where('undoes', '=', act_id)
    .executeTakeFirstOrThrow()
  expect(Number(undone)).toBe(1)
})

describe('ending a visit', () => {
  /** Whoever wears two devices, has limits of their own and an open alarm. */
  async function monitor() {
    const patient = await bedside.addPatient()
    const visit = await arrive(patient)
    const [taken, other] = [await addDevice(bedside, 'watch'), await addDevice(bedside, 'oximeter')]
    for (const { id } of [taken, other])
      await bedside.nurse(devices.assign, { device_id: id, patient_id: patient.id })
    const { version } = await bedside.nurse(alarms.settings, { patient_id: patient.id })
    const spo2 = { mode: 'disabled', limits: null, until: bedside.at(-600) } as const
    await bedside.nurse(alarms.updateSettings, {
      patient_id: patient.id,
      version,
      reason: 'COPD',
      settings: { spo2 },
    })
    bedside.skip(minute)
    await patient.send({ kind: 'temperature', temperature: 41 })
    await patient.findOpenAlarm()
    bedside.skip(minute)
    return { patient, taken, other, named: { patient_id: patient.id, visit_id: visit._id } }
  }
  const listWorn = async (patient_id: string) =>
    (await bedside.nurse(devices.list, { patient_id, is_worn: true })).rows.map(({ _id }) => _id)
  const hasOwnSettings = async (patient_id: string) =>
    (await bedside.nurse(alarms.settings, { patient_id })).settings.some(({ mode }) => mode !== 'default')

  describe('by mistake', () => {
    const findVisit = async (patient_id: string) =>
      (await bedside.nurse(triage.history, { patient_id })).visits[0] ?? expect.fail('they came')
    const endOne = async (disposition: 1 | 4) => {
      const patient = await bedside.addPatient()
      const { _id: visit_id } = await arrive(patient)
      const named = { patient_id: patient.id, visit_id }
      bedside.skip(minute)
      const { act_id } = await bedside.nurse(visits.end, { ...named, disposition })
      return { named, act_id }
    }

    test('is undone by the act that the history names, also after how and when the patient left was corrected', async () => {
      const { named, act_id } = await endOne(4)
      const ended = await findVisit(named.patient_id)
      expect(ended.end_act).toBe(act_id)
      await bedside.nurse(visits.correct, {
        ...named,
        last_correction: ended.last_correction,
        changed: { disposition: 3, left_at: ended.visited_at },
        reason: 'wrong',
      })
      const corrected = await findVisit(named.patient_id)
      expect(corrected).toMatchObject({ end_act: act_id, disposition: 3 })
      const undone = await bedside.nurse(erBoard.undo, { ...named, act_id })
      expect(undone.taken_bay).toBeNull()
      expect(await findVisit(named.patient_id)).toMatchObject({
        left_at: null,
        disposition: null,
        end_act: null,
      })
      const again = await bedside.nurse(visits.end, { ...named, disposition: 1 })
      expect((await findVisit(named.patient_id)).end_act).toBe(again.act_id)
    })

    test('is undone without the bay that somebody else has, which is told', async () => {
      const { named, act_id } = await endOne(1)
      await bedside.nurse(erBoard.undo, { ...named, act_id })
      const place = { act: 'place', zone: 'ACUTE', bay: 'K9' } as const
      await bedside.nurse(erBoard.change, { ...named, change: place })
      const again = await bedside.nurse(visits.end, { ...named, disposition: 1 })
      const other = await bedside.addPatient()
      const { _id: visit_id } = await arrive(other)
      await bedside.nurse(erBoard.change, { patient_id: other.id, visit_id, change: place })
      const undone = await bedside.nurse(erBoard.undo, { ...named, act_id: again.act_id })
      expect(undone.taken_bay).toBe('K9')
    })

    test('is undone for a day, and not after that', async () => {
      const { named, act_id } = await endOne(1)
      await bedside.advance(24 * 60 * minute)
      expect((await findVisit(named.patient_id)).end_act).toBe(act_id)
      await bedside.advance(minute)
      expect((await findVisit(named.patient_id)).end_act).toBeNull()
      const refused = await expectRefusal(bedside.nurse(erBoard.undo, { ...named, act_id }))
      expect(refused.code).toBe(errorCodes['visit-end-too-old'])
    })

    test('is undone by the stay alone if it was that of a stay', async () => {
      const { named, act_id } = await endOne(1)
      await bedside.nurse(erBoard.undo, { ...named, act_id })
      const where = { hospitalId: bedside.hospitalId, wardId: (await bedside.addPatient()).ward }
      await admitDirectly(bedside.panel.root, { ...where, patientId: named.patient_id, from: bedside.at() })
      bedside.skip(minute)
      const { stays } = await bedside.nurse(admissions.history, { patient_id: named.patient_id })
      await bedside.nurse(admissions.discharge, {
        patient_id: named.patient_id,
        stay_id: stays[0]?._id ?? '',
        version: stays[0]?.version ?? 0,
        discharge_status: 2,
        discharge_type: 1,
      })
      expect(await findVisit(named.patient_id)).toMatchObject({ disposition: 2, end_act: null })
    })
  })

  describe('of whom a bed is reserved for', () => {
    const reserve = async () => {
      const bed = await addBed(bedside.panel.root, bedside.hospitalId)
      const patient = await bedside.addPatient()
      const { _id: visit_id } = await arrive(patient)
      const named = { patient_id: patient.id, visit_id }
      await bedside.nurse(beds.reserve, { _id: bed.id, patient_id: patient.id, until: bedside.at(-24 * 60) })
      bedside.skip(minute)
      return { bed, named }
    }
    const findHolder = async (bed: { id: string; ward_id: string }) => {
      const { wards } = await bedside.nurse(beds.map, { ward: bed.ward_id })
      return wards[0]?.beds[0]?.reservation?.patient._id
    }
    const plan = async (bed: { ward_id: string }, patient_id: string, planned_on: string) =>
      bedside.doctor(admissionRequests.make, {
        patient_id,
        ward_id: bed.ward_id,
        department: '02',
        urgency: 'ELECTIVE',
        diagnosis: 'ไส้เลื่อน',
        planned_on,
      })
    const inDays = (days: number) => toBangkokDay(bedside.at(-days * 24 * 60))

    test.each([1, 4, 8] as const)('gives the bed back (%i)', async (disposition) => {
      const { bed, named } = await reserve()
      expect(await findHolder(bed)).toBe(named.patient_id)
      await bedside.nurse(visits.end, { ...named, disposition })
      expect(await findHolder(bed)).toBeUndefined()
    })

    test('keeps it for an admission that is planned while it is reserved, unless they have died', async () => {
      const [one, other] = [await reserve(), await reserve()]
      for (const { bed, named } of [one, other]) await plan(bed, named.patient_id, inDays(1))
      await bedside.nurse(visits.end, { ...one.named, disposition: 1 })
      expect(await findHolder(one.bed)).toBe(one.named.patient_id)
      await bedside.nurse(visits.end, { ...other.named, disposition: 4 })
      expect(await findHolder(other.bed)).toBeUndefined()
    })

    test('gives it back if the planned admission is later than that', async () => {
      const { bed, named } = await reserve()
      await plan(bed, named.patient_id, inDays(15))
      await bedside.nurse(visits.end, { ...named, disposition: 1 })
      expect(await findHolder(bed)).toBeUndefined()
    })

    test('keeps the next bed of an inpatient who had come', async () => {
      const { bed, named } = await reserve()
      await admitDirectly(bedside.panel.root, {
        hospitalId: bedside.hospitalId,
        patientId: named.patient_id,
        wardId: bed.ward_id,
        from: bedside.at(60),
      })
      await bedside.nurse(visits.end, { ...named, disposition: 1 })
      expect(await findHolder(bed)).toBe(named.patient_id)
    })
  })

  test.each([1, 3, 4, 7, 8] as const)(
    'as %i ends the monitoring: devices, own limits and alarms',
    async (disposition) => {
      const { patient, other, named } = await monitor()
      await bedside.nurse(visits.end, { ...named, disposition, keeps_devices: [other.id] })
      expect(await listWorn(patient.id)).toEqual([other.id])
      expect(await hasOwnSettings(patient.id)).toBe(false)
      const rows = await patient.listAlarms()
      expect(rows.map(({ state, clearing }) => [state, clearing])).toEqual([['cleared', 'discharged']])
    },
  )

  test('hands a device over to another patient, and to nobody who is unknown', async () => {
    const { patient, taken, named } = await monitor()
    const next = await bedside.addPatient()
    const end = (patient_id: string) =>
      bedside.nurse(visits.end, {
        ...named,
        disposition: 1,
        hands_over: [{ device_id: taken.id, patient_id }],
      })
    expect((await expectRefusal(end(patient.id))).fields).toEqual([
      { field: 'hands_over.0.patient_id', message: 'choice-invalid' },
    ])
    await end(next.id)
    bedside.skip(minute)
    await bedside.send([
      { device: taken.mac, measured_at: bedside.at(), kind: 'temperature', temperature: 38 },
    ])
    expect(await listWorn(next.id)).toEqual([taken.id])
    expect(await listWorn(patient.id)).toEqual([])
  })

  test('that is undone says whether monitoring had ended: it does not come back by itself', async () => {
    const { patient, named } = await monitor()
    const { act_id } = await bedside.nurse(visits.end, { ...named, disposition: 1 })
    bedside.skip(minute)
    expect(await bedside.nurse(erBoard.undo, { ...named, act_id })).toMatchObject({
      has_ended_monitoring: true,
    })
    expect(await listWorn(patient.id)).toEqual([])
    const unmonitored = await bedside.addPatient()
    const { _id: visit_id } = await arrive(unmonitored)
    const bare = { patient_id: unmonitored.id, visit_id }
    const { act_id: ended } = await bedside.nurse(visits.end, { ...bare, disposition: 1 })
    expect(await bedside.nurse(erBoard.undo, { ...bare, act_id: ended })).toMatchObject({
      has_ended_monitoring: false,
    })
  })
  test('that is undone says so too where it was noted later than the patient left', async () => {
    const { taken, other, named } = await monitor()
    const keeps_devices = [taken.id, other.id]
    const { act_id } = await bedside.nurse(visits.end, {
      ...named,
      disposition: 1,
      at: bedside.at(1),
      keeps_devices,
    })
    expect(await bedside.nurse(erBoard.undo, { ...named, act_id })).toMatchObject({
      has_ended_monitoring: true,
    })
  })
})
