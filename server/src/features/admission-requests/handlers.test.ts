import {
  AlreadyAdmitted,
  admissionRequests,
  admissions,
  erBoard,
  errorCodes,
  groups,
  type Input,
  RequestOpen,
  visits,
} from 'contract'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { minute, startTestBedside, type TestBedside } from '../../../test/support/bedside.ts'
import { expectRefusal } from '../../../test/support/refusal.ts'

let bedside: TestBedside
let wards: string[]
let doctorId: string
let nurseId: string
let patientId: string

beforeAll(async () => {
  bedside = await startTestBedside()
  const rows = await bedside.panel.root.selectFrom('wards').select('id').orderBy('position').execute()
  nurseId = (await bedside.panel.as('nurse')).session.user_id
  wards = rows.map(({ id }) => id)
  const { doctors } = await bedside.nurse(admissions.doctors, {})
  doctorId = doctors[0]?._id ?? ''
})
afterAll(() => bedside.panel.close())
beforeEach(async () => {
  patientId = await addVisitor()
})

/** A patient on no ward, as somebody in the emergency room. */
async function addVisitor(): Promise<string> {
  const { id } = await bedside.addPatient()
  await bedside.panel.root.updateTable('patients').set({ ward_id: null }).where('id', '=', id).execute()
  return id
}

const asked = (more: Partial<Input<typeof admissionRequests.make>> = {}) => ({
  patient_id: patientId,
  ward_id: wards[0] ?? '',
  department: '01' as const,
  urgency: 'URGENT' as const,
  diagnosis: 'ปอดอักเสบ',
  isolation: ['DROPLET' as const],
  features: ['oxygen' as const],
  ...more,
})
const make = async (more: Partial<Input<typeof admissionRequests.make>> = {}) =>
  (await bedside.nurse(admissionRequests.make, asked(more))).request
const readNewest = async () => {
  const { requests } = await bedside.nurse(admissionRequests.ofPatient, { patient_id: patientId })
  return requests[0]
}
const admit = async (more: Partial<Input<typeof admissions.admit>> = {}) => {
  const { stay } = await bedside.nurse(admissions.admit, {
    patient_id: patientId,
    ward_id: wards[0] ?? '',
    admit_type: 'E',
    admit_source: 'E',
    arrival_type: 1,
    department: '01',
    attending_id: doctorId,
    diagnosis: 'ปอดอักเสบ',
    ...more,
  })
  return stay
}

test('a request is listed for its ward with who asked, the most urgent first', async () => {
  const patient = patientId
  const first = await make({ urgency: 'ELECTIVE' })
  bedside.skip(minute)
  patientId = await addVisitor()
  const second = await make({ urgency: 'EMERGENCY' })
  expect(second).toMatchObject({
    state: 'open',
    diagnosis: 'ปอดอักเสบ',
    isolation: ['DROPLET'],
    features: ['oxygen'],
    requested_by: { _id: nurseId },
    closed_at: null,
  })
  const list = async (ward: string) =>
    (await bedside.nurse(admissionRequests.list, { ward })).requests.map(({ _id }) => _id)
  expect(await list(wards[0] ?? '')).toEqual([second._id, first._id])
  expect(await list(wards[1] ?? '')).toEqual([])
  expect(await list('every')).toContain(first._id)
  for (const [patient_id, request] of [
    [patient, first],
    [patientId, second],
  ] as const)
    await bedside.nurse(admissionRequests.withdraw, { patient_id, request_id: request._id })
})

test('the ward list is that of the groups of whoever asks', async () => {
  const request = await make()
  const colleague = await bedside.panel.asNew({ staffType: 'nurse' })
  const ids = async (ward?: 'mine') =>
    (await colleague(admissionRequests.list, ward ? { ward } : {})).requests.map(({ _id }) => _id)
  expect(await ids()).toContain(request._id)
  const admin = await bedside.panel.as('admin')
  const save = (ward: string) =>
    admin(groups.save, {
      name: newId(),
      ward_ids: [ward],
      member_ids: [colleague.session.user_id],
    })
  await save(wards[1] ?? '')
  expect(await ids()).not.toContain(request._id)
  await save(wards[0] ?? '')
  expect(await ids('mine')).toContain(request._id)
})

test('a patient has one open request, and who asks again is shown it', async () => {
  const open = await make()
  const error = await expectRefusal(make({ ward_id: wards[1] ?? '' }))
  expect(error.code).toBe(errorCodes['request-open'])
  expect(RequestOpen.parse(error.detail).request._id).toBe(open._id)
})

test('twenty requests at once make one request', async () => {
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => make()))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const codes = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
  expect(new Set(codes)).toEqual(new Set([errorCodes['request-open']]))
})

test('two rows past the handlers are refused by the database', async () => {
  const { _id } = await make()
  const row = await bedside.panel.root
    .selectFrom('admission_requests')
    .selectAll()
    .where('id', '=', _id)
    .executeTakeFirstOrThrow()
  const second = bedside.panel.root
    .insertInto('admission_requests')
    .values({ ...row, id: newId() })
    .execute()
  await expect(second).rejects.toThrow('admission_requests_one_open_a_patient')
})

test('an admission closes the request, and cancelling the admission opens it again', async () => {
  await make()
  const stay = await admit()
  expect(await readNewest()).toMatchObject({ state: 'admitted', closed_by: null })
  const refused = await expectRefusal(make())
  expect(AlreadyAdmitted.parse(refused.detail).an).toBe(stay.an)
  await bedside.nurse(admissions.void, {
    patient_id: patientId,
    stay_id: stay._id,
    version: stay.version,
    reason: 'WRONG_PATIENT',
  })
  expect(await readNewest()).toMatchObject({ state: 'open', closed_at: null })
})

test('a newer request keeps the earlier one closed when its admission is cancelled', async () => {
  const earlier = await make()
  const stay = await admit()
  bedside.skip(minute)
  const { stay: left } = await bedside.nurse(admissions.discharge, {
    patient_id: patientId,
    stay_id: stay._id,
    version: stay.version,
    discharge_status: 2,
    discharge_type: 1,
  })
  bedside.skip(minute)
  await make()
  await bedside.nurse(admissions.void, {
    patient_id: patientId,
    stay_id: left._id,
    version: left.version,
    reason: 'OTHER',
  })
  const { requests } = await bedside.nurse(admissionRequests.ofPatient, { patient_id: patientId })
  expect(requests.map(({ state }) => state)).toEqual(['open', 'admitted'])
  expect(requests[1]?._id).toBe(earlier._id)
})

test('the end of the visit closes the request', async () => {
  const { _id: visit_id } = await visit()
  await make()
  bedside.skip(minute)
  await bedside.nurse(visits.end, { patient_id: patientId, visit_id, disposition: 1 })
  expect(await readNewest()).toMatchObject({ state: 'left' })
})

test('a visit does not end by hand as an admission, nor while the patient is admitted', async () => {
  const { _id: visit_id } = await visit()
  const named = { patient_id: patientId, visit_id }
  await make()
  const byHand = { ...named, disposition: 2 } as unknown as Input<typeof visits.end>
  expect((await expectRefusal(bedside.nurse(visits.end, byHand))).fields).toEqual([
    { field: 'disposition', message: 'choice-invalid' },
  ])
  expect(await readNewest()).toMatchObject({ state: 'open' })
  const stay = await admit()
  const refused = await expectRefusal(bedside.nurse(visits.end, { ...named, disposition: 1 }))
  expect(refused.code).toBe(errorCodes['already-admitted'])
  expect(AlreadyAdmitted.parse(refused.detail).an).toBe(stay.an)
})

const seen = ({ _id, version }: { _id: string; version: number }) => ({
  patient_id: patientId,
  stay_id: _id,
  version,
})
const discharge = async (stay: Parameters<typeof seen>[0]) => {
  bedside.skip(minute)
  const home = { discharge_status: 2, discharge_type: 1 } as const
  return (await bedside.nurse(admissions.discharge, { ...seen(stay), ...home })).stay
}
const undoDischarge = async (stay: Parameters<typeof seen>[0]) =>
  (await bedside.nurse(admissions.undoDischarge, { ...seen(stay), reason: 'WRONG_PATIENT' })).stay
const cancel = (stay: Parameters<typeof seen>[0]) =>
  bedside.nurse(admissions.void, { ...seen(stay), reason: 'WRONG_PATIENT' })

test('a discharge that is undone answers what was asked since, and cancelling the admission opens that', async () => {
  const first = await make()
  const left = await discharge(await admit())
  bedside.skip(minute)
  const second = await make()
  const back = await undoDischarge(left)
  expect(await readNewest()).toMatchObject({ _id: second._id, state: 'admitted' })
  expect((await bedside.nurse(admissionRequests.list, {})).requests.map(({ _id }) => _id)).not.toContain(
    second._id,
  )
  await cancel(back)
  const { requests } = await bedside.nurse(admissionRequests.ofPatient, { patient_id: patientId })
  expect(requests.map(({ _id, state }) => [_id, state])).toEqual([
    [second._id, 'open'],
    [first._id, 'admitted'],
  ])
})

test.each([
  ['waits again when the patient goes home', { discharge_status: 2, discharge_type: 1 }, 'open'],
  ['stays closed when the patient dies', { discharge_status: 9, discharge_type: 9 }, 'admitted'],
] as const)(
  'a planned admission that was asked for before a discharge was undone %s',
  async (_, ending, state) => {
    const left = await discharge(await admit())
    bedside.skip(minute)
    const planned_on = inDays(7)
    await make({ urgency: 'ELECTIVE', planned_on })
    const back = await undoDischarge(left)
    expect(await readNewest()).toMatchObject({ state: 'admitted' })
    bedside.skip(minute)
    await bedside.nurse(admissions.discharge, { ...seen(back), ...ending })
    expect(await readNewest()).toMatchObject({ state, planned_on })
  },
)

test('the end of a visit that is undone opens no request of somebody who is admitted', async () => {
  const { _id: visit_id } = await visit()
  await make()
  bedside.skip(minute)
  const { act_id } = await leave(visit_id, 1)
  await admit()
  await bedside.nurse(erBoard.undo, { patient_id: patientId, visit_id, act_id })
  expect(await readNewest()).toMatchObject({ state: 'left' })
})

test('an earlier admission that is cancelled opens no request of somebody who is admitted', async () => {
  await make()
  const earlier = await discharge(await admit())
  bedside.skip(minute)
  await admit()
  await cancel(earlier)
  expect(await readNewest()).toMatchObject({ state: 'admitted' })
})

test('a request is declined with its reason, or withdrawn, once', async () => {
  const { _id: request_id } = await make()
  const decline = () =>
    bedside.nurse(admissionRequests.decline, {
      patient_id: patientId,
      request_id,
      reason: 'NO_BED',
      note: 'เต็มทุกเตียง',
    })
  await decline()
  expect(await readNewest()).toMatchObject({
    state: 'declined',
    decline_reason: 'NO_BED',
    close_note: 'เต็มทุกเตียง',
    closed_by: { _id: nurseId },
  })
  expect((await expectRefusal(decline())).code).toBe(errorCodes['request-closed'])
  bedside.skip(minute)
  const again = await make()
  await bedside.nurse(admissionRequests.withdraw, { patient_id: patientId, request_id: again._id })
  expect(await readNewest()).toMatchObject({ state: 'withdrawn', decline_reason: null })
})

test('nobody asks for a closed ward, or closes the request of another patient', async () => {
  const closed = newId()
  await bedside.panel.root
    .insertInto('wards')
    .values({
      id: closed,
      hospital_id: bedside.hospitalId,
      code: closed.slice(-8),
      name_en: 'Closed',
      name_th: 'ปิด',
      position: 99,
      closed_at: bedside.at(),
    })
    .execute()
  const error = await expectRefusal(make({ ward_id: closed }))
  expect(error.fields).toEqual([{ field: 'ward_id', message: 'ward-closed' }])
  const { _id: request_id } = await make()
  const other = await addVisitor()
  const wrong = bedside.nurse(admissionRequests.withdraw, { patient_id: other, request_id })
  expect((await expectRefusal(wrong)).code).toBe(errorCodes['not-found'])
})

test('a registrar declines a request and makes none, and a paramedic does neither', async () => {
  const { _id: request_id } = await make()
  const registrar = await bedside.panel.asNew({ staffType: 'registrar' })
  const paramedic = await bedside.panel.asNew({ staffType: 'paramedic' })
  const denied = errorCodes['not-allowed']
  expect((await expectRefusal(registrar(admissionRequests.make, asked()))).code).toBe(denied)
  const decline = { patient_id: patientId, request_id, reason: 'OTHER' as const }
  expect((await expectRefusal(paramedic(admissionRequests.decline, decline))).code).toBe(denied)
  await registrar(admissionRequests.decline, decline)
})

test('a request that is made or closed is told to the boards of its ward', async () => {
  const countEvents = async () => {
    const rows = await bedside.panel.root.selectFrom('events').select('data').execute()
    return rows.filter(({ data }) => JSON.stringify(data).includes('admission-requests-outdated')).length
  }
  const before = await countEvents()
  const { _id: request_id } = await make()
  await bedside.nurse(admissionRequests.withdraw, { patient_id: patientId, request_id })
  expect(await countEvents()).toBe(before + 2)
})

const inDays = (days: number) => bedside.at(-days * 24 * 60).slice(0, 10)
const visit = () => bedside.arrive({ id: patientId })
const leave = (visit_id: string, disposition: 1 | 4) =>
  bedside.nurse(visits.end, { patient_id: patientId, visit_id, disposition })

test('a request for a later day outlives the visit, one for today does not', async () => {
  const first = await visit()
  const planned = await make({ urgency: 'ELECTIVE', planned_on: inDays(7) })
  expect(planned.planned_on).toBe(inDays(7))
  bedside.skip(minute)
  await leave(first._id, 1)
  expect(await readNewest()).toMatchObject({ state: 'open', planned_on: inDays(7) })
  await bedside.nurse(admissionRequests.withdraw, { patient_id: patientId, request_id: planned._id })
  const second = await visit()
  await make({ urgency: 'ELECTIVE', planned_on: inDays(0) })
  bedside.skip(minute)
  await leave(second._id, 1)
  expect(await readNewest()).toMatchObject({ state: 'left' })
})

test('the request that the end of a visit closed is open again when that is undone', async () => {
  const { _id: visit_id } = await visit()
  await make()
  bedside.skip(minute)
  const { act_id } = await leave(visit_id, 1)
  expect(await readNewest()).toMatchObject({ state: 'left' })
  bedside.skip(minute)
  await bedside.nurse(erBoard.undo, { patient_id: patientId, visit_id, act_id })
  expect(await readNewest()).toMatchObject({ state: 'open', closed_at: null })
})

test('nobody is admitted later who has died', async () => {
  const { _id } = await visit()
  await make({ urgency: 'ELECTIVE', planned_on: inDays(7) })
  bedside.skip(minute)
  await leave(_id, 4)
  expect(await readNewest()).toMatchObject({ state: 'left' })
})

test.each([
  [4, 'left'],
  [3, 'open'],
] as const)(
  'a planned admission of whoever did not go home, by a correction to %i, is %s',
  async (disposition, state) => {
    const { _id: visit_id } = await visit()
    await make({ urgency: 'ELECTIVE', planned_on: inDays(7) })
    bedside.skip(minute)
    await leave(visit_id, 1)
    const changed = { disposition }
    await bedside.nurse(visits.correct, { patient_id: patientId, visit_id, changed, reason: 'แจ้งผิด' })
    expect(await readNewest()).toMatchObject({ state })
  },
)

describe('a planned admission that a death closed', () => {
  const reason = 'แจ้งผิด'
  /** The patient is said to have died, and a correction says later that they went home. */
  const correctDeath = async (
    plannedOn: string,
    meanwhile: () => Promise<unknown> = async () => undefined,
  ) => {
    const { _id: visit_id } = await visit()
    await make({ urgency: 'ELECTIVE', planned_on: plannedOn })
    bedside.skip(minute)
    await leave(visit_id, 4)
    expect(await readNewest()).toMatchObject({ state: 'left' })
    await meanwhile()
    bedside.skip(minute)
    const named = { patient_id: patientId, visit_id, reason }
    return bedside.nurse(visits.correct, { ...named, changed: { disposition: 1 } })
  }

  test('is open again when a correction says that they have not died', async () => {
    const planned_on = inDays(7)
    const { requests } = await correctDeath(planned_on)
    expect(requests).toMatchObject([{ ward: { _id: wards[0] }, planned_on, is_open: true }])
    expect(await readNewest()).toMatchObject({ state: 'open', closed_at: null, planned_on })
  })

  test('is found also where the time of the death was corrected before', async () => {
    const { _id: visit_id } = await visit()
    await make({ urgency: 'ELECTIVE', planned_on: inDays(7) })
    bedside.skip(5 * minute)
    await leave(visit_id, 4)
    const named = { patient_id: patientId, visit_id, reason }
    const earlier = { ...named, changed: { left_at: bedside.at(2) } }
    const { visit: corrected } = await bedside.nurse(visits.correct, earlier)
    const { last_correction } = corrected
    await bedside.nurse(visits.correct, { ...named, last_correction, changed: { disposition: 1 } })
    expect(await readNewest()).toMatchObject({ state: 'open' })
  })

  test('stays closed where somebody asked again since, and the reply says so', async () => {
    const planned_on = inDays(7)
    const { requests } = await correctDeath(planned_on, async () => {
      bedside.skip(minute)
      const { _id: request_id } = await make({ urgency: 'ELECTIVE', planned_on: inDays(9) })
      await bedside.nurse(admissionRequests.withdraw, { patient_id: patientId, request_id })
    })
    expect(requests).toMatchObject([{ planned_on, is_open: false }])
    expect(await readNewest()).toMatchObject({ state: 'withdrawn' })
  })

  test('stays closed when its day is over, and the reply says so', async () => {
    const planned_on = inDays(1)
    const { requests } = await correctDeath(planned_on, () => bedside.advance(2 * 24 * 60 * minute))
    expect(requests).toMatchObject([{ planned_on, is_open: false }])
    expect(await readNewest()).toMatchObject({ state: 'left' })
  })
})

test('a request for a later day is open again when its admission is cancelled after the visit', async () => {
  const { _id } = await visit()
  await make({ urgency: 'ELECTIVE', planned_on: inDays(7) })
  bedside.skip(minute)
  await leave(_id, 1)
  const stay = await admit()
  await bedside.nurse(admissions.void, {
    patient_id: patientId,
    stay_id: stay._id,
    version: stay.version,
    reason: 'WRONG_PATIENT',
  })
  expect(await readNewest()).toMatchObject({ state: 'open' })
})

test('only an elective admission is planned, and not for a day that has passed', async () => {
  const urgent = await expectRefusal(make({ urgency: 'URGENT', planned_on: inDays(7) }))
  expect(urgent.fields).toEqual([{ field: 'planned_on', message: 'planned-elective' }])
  const late = await expectRefusal(make({ urgency: 'ELECTIVE', planned_on: inDays(-1) }))
  expect(late.fields).toEqual([{ field: 'planned_on', message: 'date-in-past' }])
})

test('whoever asked is told that a request was declined, until somebody has seen it', async () => {
  const readDeclined = async (by = bedside.nurse) =>
    (await by(admissionRequests.list, {})).declined.map(({ _id }) => _id)
  const { _id: request_id } = await make()
  const named = { patient_id: patientId, request_id }
  const open = await expectRefusal(bedside.nurse(admissionRequests.seeDecline, named))
  expect(open.code).toBe(errorCodes['request-not-declined'])
  await bedside.nurse(admissionRequests.decline, { ...named, reason: 'NO_BED' })
  const { data } = await bedside.panel.root
    .selectFrom('events')
    .select('data')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(data).toEqual({ kind: 'admission-declined', requested_by: nurseId })
  expect(await readDeclined()).toContain(request_id)
  expect(await readDeclined(bedside.doctor)).not.toContain(request_id)
  await bedside.nurse(admissionRequests.seeDecline, named)
  expect(await readDeclined()).not.toContain(request_id)
  const seen = await readNewest()
  bedside.skip(minute)
  await bedside.nurse(admissionRequests.seeDecline, named)
  expect(await readNewest()).toEqual(seen)
})

test('a user who has asked again has seen the decline, and the list names nobody whose record has closed', async () => {
  const decline = async () => {
    const { _id: request_id } = await make()
    await bedside.nurse(admissionRequests.decline, { patient_id: patientId, request_id, reason: 'NO_BED' })
    bedside.skip(minute)
    return request_id
  }
  const readDeclined = async () =>
    (await bedside.nurse(admissionRequests.list, {})).declined.map(({ _id }) => _id)
  const first = await decline()
  const second = await decline()
  expect(await readDeclined()).toContain(second)
  expect(await readDeclined()).not.toContain(first)
  await admit()
  expect(await readDeclined()).not.toContain(second)
})
