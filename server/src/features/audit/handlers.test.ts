import { audit, type Client, type Endpoint, type Input, patients, signIn, type staffTypes } from 'contract'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getErrorName } from '../../../test/support/refusal.ts'
import { staffTypeId } from '../../reference/staff-types.ts'
import { demoUsers, startTestPanel, type TestPanel, testNow } from '../../testing.ts'

let panel: TestPanel
let admin: Awaited<ReturnType<TestPanel['as']>>
let nurse: Awaited<ReturnType<TestPanel['as']>>
let patientIds: string[]

beforeAll(async () => {
  panel = await startTestPanel()
  admin = await panel.as('admin')
  nurse = await panel.as('nurse')
  const { rows } = await nurse(patients.list, { number_of_rec: 30 })
  patientIds = rows.map((row) => row._id)
})
afterAll(() => panel.close())

type Filters = NonNullable<Input<typeof audit.list>['filterLists']>

const trail = async (filterLists: Filters, more: Omit<Input<typeof audit.list>, 'filterLists'> = {}) =>
  admin(audit.list, { filterLists, ...more })

function patient(index: number): string {
  const id = patientIds[index]
  if (!id) throw new Error('the demo hospital has too few patients')
  return id
}

/** The time of day in Thailand. */
function hospitalClock(at = ''): string {
  return new Date(Date.parse(at) + 7 * 3_600_000).toISOString().slice(11, 19)
}

describe('the audit', () => {
  test.each([
    'doctor',
    'nurse',
    'assistant_nurse',
    'paramedic',
    'driver',
    'registrar',
  ] satisfies (keyof typeof staffTypes)[])('is refused to a %s', async (staffType) => {
    const call = await panel.asNew({ staffType })
    for (const [endpoint, body] of [
      [audit.list, {}],
      [audit.get, { _id: newId() }],
      [audit.people, {}],
      [audit.exportList, {}],
      [audit.recordAccess, { patient_id: patient(0) }],
    ] as [Endpoint, object][])
      expect(await getErrorName(call(endpoint, body as never))).toBe('not-allowed')
  })

  test('names everybody who opened a record, newest first', async () => {
    const doctor = await panel.as('doctor')
    const _id = patient(0)
    panel.wait(1_000)
    await doctor(patients.get, { _id })
    panel.wait(1_000)
    const { patient: record } = await nurse(patients.get, { _id })
    const { rows } = await trail({ patient_id: _id, action: 'patients.get' })
    expect(rows.map(({ by }) => by?.staff_type)).toEqual(['nurse', 'doctor'])
    expect(rows[0]).toMatchObject({
      by: { _id: nurse.session.user_id },
      action: 'patients.get',
      outcome: 'ok',
      patients: [{ _id, hn: record.hn, title: record.title, name: record.name, surname: record.surname }],
      patient_count: 1,
      address: '127.0.0.1',
    })
    expect(Date.parse(rows[0]?.at ?? '') - Date.parse(rows[1]?.at ?? '')).toBe(1_000)
  })

  test('has the lists that contained a patient, names that patient first, and all of them on demand', async () => {
    const _id = patient(25)
    const { rows } = await trail({ patient_id: _id, action: 'patients.list' })
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ patient_count: 30 })
    expect(rows[0]?.patients).toHaveLength(3)
    expect(rows[0]?.patients[0]?._id).toBe(_id)
    const { entry } = await admin(audit.get, { _id: rows[0]?._id ?? '' })
    expect(entry.patients.map((one) => one._id)).toEqual(patientIds)
    expect(entry.request_id).not.toBeNull()
  })

  test('has refused calls', async () => {
    const call = await panel.asNew({ staffType: 'assistant_nurse' })
    await getErrorName(call(patients.exportList, {}))
    const { rows } = await trail({ staff_id: call.session.user_id, outcome: 'refused' })
    expect(rows).toMatchObject([{ action: 'patients.exportList', outcome: 'not-allowed', patients: [] }])
  })

  test('has failed sign-ins', async () => {
    const refused = panel.call(signIn.signIn, {
      user_name: demoUsers.paramedic,
      type: staffTypeId('paramedic'),
      password: 'wrong',
    })
    expect(await getErrorName(refused)).toBe('sign-in-failed')
    const { rows } = await trail({ action: 'signIn.signIn', outcome: 'sign-in-failed' })
    expect(rows).toMatchObject([{ by: { staff_type: 'paramedic' }, patient_count: 0 }])
  })

  test('describes a search without the number searched for', async () => {
    const person = await panel.asNew({ staffType: 'nurse' })
    const { rows: all } = await nurse(patients.list, { number_of_rec: 30 })
    const { patient } = await nurse(patients.get, { _id: all[0]?._id ?? '' })
    const { national_id } = patient
    if (national_id === null) throw new Error('the first demo patient has no national ID')
    await person(patients.list, { search_field: 'any', search_value: national_id })
    await person(patients.list, { search_field: 'phone', search_value: '08' })
    await person(patients.exportList, { search_value: national_id }).catch(() => undefined)
    const { rows } = await trail({ staff_id: person.session.user_id })
    const [exported, byPhone, byId] = rows
    expect(byId?.detail).toEqual({
      searched: {
        field: 'any',
        typed: 'national_id',
        is_whole: true,
        characters: 13,
        matches: 1,
        matches_at_least: false,
      },
    })
    expect(byId?.patients.map(({ hn }) => hn)).toEqual([patient.hn])
    expect(byPhone?.detail).toMatchObject({ searched: { typed: 'phone', is_whole: false, characters: 2 } })
    expect(exported?.action).toBe('patients.exportList')
    expect(JSON.stringify(rows)).not.toContain(national_id)
  })

  test('describes an export', async () => {
    const doctor = await panel.as('doctor')
    await doctor(patients.exportList, { filterLists: { gender: ['female'] } })
    const { rows } = await trail({ action: 'patients.exportList', outcome: 'ok' })
    expect(rows[0]?.detail).toMatchObject({ exported: { filterLists: { gender: ['female'] } } })
  })

  test('has each reading of the audit, for each patient who was shown', async () => {
    const _id = patient(6)
    await nurse(patients.get, { _id })
    await trail({ patient_id: _id })
    const { rows } = await trail({ patient_id: _id, action: 'audit.list' })
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ by: { _id: admin.session.user_id }, patients: [{ _id }] })
  })

  test('does not repeat the patients whom a reading of the audit named', async () => {
    const staff_id = admin.session.user_id
    await trail({ patient_id: patient(7) })
    const { rows } = await trail({ staff_id, action: 'audit.list' })
    expect(rows.some((row) => row.patient_count > 0)).toBe(true)
    expect(rows.flatMap((row) => row.patients)).toEqual([])
  })
})

describe('the filters', () => {
  test('by person, action and outcome narrow the list together', async () => {
    const call = await panel.asNew({ staffType: 'nurse' })
    await call(patients.get, { _id: patient(2) })
    await call(patients.changes, { patient_id: patient(2) })
    await getErrorName(call(patients.get, { _id: newId() }))
    const staff_id = call.session.user_id
    const found = async (filters: Filters) =>
      (await trail({ staff_id, ...filters })).rows.map(({ action, outcome }) => [action, outcome])
    expect(await found({})).toHaveLength(3)
    expect(await found({ outcome: 'ok' })).toEqual([
      ['patients.changes', 'ok'],
      ['patients.get', 'ok'],
    ])
    expect(await found({ action: 'patients.get', outcome: 'refused' })).toEqual([
      ['patients.get', 'not-found'],
    ])
    expect(await found({ action: 'patients.get', outcome: 'not-allowed' })).toEqual([])
  })

  test('by time include the first instant and exclude the last', async () => {
    const call = await panel.asNew({ staffType: 'nurse' })
    const staff_id = call.session.user_id
    for (let times = 0; times < 3; times++) {
      panel.wait(60_000)
      await call(patients.get, { _id: patient(3) })
    }
    const all = (await trail({ staff_id })).rows
    const [, second] = all
    expect((await trail({ staff_id, from: second?.at })).rows).toEqual(all.slice(0, 2))
    expect((await trail({ staff_id, to: second?.at })).rows).toEqual(all.slice(2))
    // An instant may be sent with any offset.
    const inThailand = new Date(Date.parse(second?.at ?? '') + 7 * 3_600_000)
      .toISOString()
      .replace('Z', '+07:00')
    expect((await trail({ staff_id, from: inThailand })).rows).toEqual(all.slice(0, 2))
  })

  test('offer everybody who works or worked here', async () => {
    const { staff } = await admin(audit.people, {})
    expect(staff).toContainEqual(expect.objectContaining({ _id: nurse.session.user_id, staff_type: 'nurse' }))
  })
})

describe('acts alone', () => {
  test('are what was changed, exported, opened or refused, of whatever version, and not what screens load', async () => {
    const call = await panel.asNew({ staffType: 'nurse' })
    const staff_id = call.session.user_id
    await call(patients.list, { number_of_rec: 30 })
    await call(patients.get, { _id: patient(14) })
    await call(patients.changes, { patient_id: patient(14) })
    await getErrorName(call(patients.changes, { patient_id: newId() }))
    await getErrorName(call(audit.list, {}))
    const { hospital_id } = await panel.root
      .selectFrom('staff')
      .select('hospital_id')
      .where('id', '=', staff_id)
      .executeTakeFirstOrThrow()
    const former = { id: newId(), at: '2026-02-01T00:00:00Z', hospital_id, staff_id, action: 'former.act' }
    await panel.root
      .insertInto('audit')
      .values({ ...former, outcome: 'ok' })
      .execute()

    const listed = async (filterLists: Filters) =>
      (await trail(filterLists, { number_of_rec: 100 })).rows
        .filter(({ by }) => by?._id === staff_id)
        .map(({ action, outcome }) => `${action} ${outcome}`)
    const acts = ['audit.list not-allowed', 'patients.changes not-found', 'patients.get ok']
    expect(await listed({ acts_only: true, staff_id })).toEqual([...acts, 'former.act ok'])
    expect(await listed({ acts_only: true, from: testNow })).toEqual(acts)
    expect(await listed({ acts_only: true, patient_id: patient(14) })).toEqual(['patients.get ok'])
    expect(await listed({ acts_only: true, staff_id, outcome: 'refused' })).toEqual(acts.slice(0, 2))
    expect(await listed({ staff_id })).toHaveLength(6)

    const csv = await admin(audit.exportList, { filterLists: { acts_only: true, staff_id } })
    expect((await csv.text()).match(/,(patients|audit|former)\.\w+,/g)).toEqual(
      [...acts, 'former.act ok'].map((act) => `,${act.split(' ')[0]},`),
    )
  })

  test('are paged like all entries', async () => {
    const call = await panel.asNew({ staffType: 'nurse' })
    for (let times = 0; times < 5; times++) {
      panel.wait(1_000)
      await call(patients.get, { _id: patient(15) })
      await call(patients.list, { number_of_rec: 30 })
    }
    for (const filters of [{ acts_only: true }, { acts_only: true, staff_id: call.session.user_id }]) {
      const page = (more: object) => trail(filters, { number_of_rec: 2, ...more })
      const first = await page({})
      const second = await page({ before: first.rows.at(-1)?._id })
      expect(second.rows.every(({ at }) => at < (first.rows.at(-1)?.at ?? ''))).toBe(true)
      expect(second.rows.map(({ action }) => action)).toEqual(['patients.get', 'patients.get'])
      const back = await page({ after: second.rows[0]?._id })
      expect(back.rows.map(({ _id }) => _id)).toEqual(first.rows.map(({ _id }) => _id))
    }
  })
})

describe('paging', () => {
  test('shows each entry once, forward and back, even while entries are added', async () => {
    const call = await panel.asNew({ staffType: 'nurse' })
    // All at the same instant, so that their order does not depend on time alone.
    for (let times = 0; times < 25; times++) await call(patients.get, { _id: patient(4) })
    const staff_id = call.session.user_id
    const whole = (await trail({ staff_id }, { number_of_rec: 100 })).rows.map((row) => row._id)
    expect(whole).toHaveLength(25)

    const seen: string[] = []
    let reply = await trail({ staff_id }, { number_of_rec: 10 })
    expect(reply.has_newer).toBe(false)
    const firstPage = reply.rows
    for (;;) {
      seen.push(...reply.rows.map((row) => row._id))
      expect(reply.total).toBeGreaterThanOrEqual(25)
      if (!reply.has_older) break
      await call(patients.get, { _id: patient(4) })
      reply = await trail({ staff_id }, { number_of_rec: 10, before: reply.rows.at(-1)?._id })
      expect(reply.has_newer).toBe(true)
    }
    expect(seen).toEqual(whole)

    const back = await trail({ staff_id }, { number_of_rec: 10, after: reply.rows[0]?._id })
    const further = await trail({ staff_id }, { number_of_rec: 10, after: back.rows[0]?._id })
    expect(further.rows).toEqual(firstPage)
    expect(further).toMatchObject({ has_newer: true, has_older: true })
    const newest = await trail({ staff_id }, { number_of_rec: 10, after: further.rows[0]?._id })
    expect(newest.rows).toHaveLength(2)
    expect(newest.has_newer).toBe(false)
  })

  test('counts only up to the limit', async () => {
    const { id: hospital_id } = await panel.root
      .selectFrom('hospitals')
      .select('id')
      .where('code', '<>', '99999')
      .executeTakeFirstOrThrow()
    await panel.root
      .insertInto('audit')
      .values(
        Array.from({ length: 1_001 }, () => ({
          id: newId(),
          at: '2026-01-01T00:00:00Z',
          hospital_id,
          action: 'measured',
          outcome: 'ok',
        })),
      )
      .execute()
    expect(await trail({ action: 'measured' })).toMatchObject({ total: 1_000, total_is_at_least: true })
    expect(await trail({ staff_id: newId() })).toMatchObject({ rows: [], total: 0, total_is_at_least: false })
  })

  test('refuses to continue from an entry that does not exist', async () => {
    expect(await getErrorName(trail({}, { before: newId() }))).toBe('not-found')
  })
})

describe('the export', () => {
  const exported = async (body: Input<typeof audit.exportList> = {}) => {
    const csv = await (await admin(audit.exportList, body)).text()
    return csv.replace('\uFEFF', '').trimEnd().split('\r\n')
  }

  test("has every matching entry and no other, newest first, in the hospital's time", async () => {
    const call = await panel.asNew({ staffType: 'nurse' })
    const { patient: record } = await call(patients.get, { _id: patient(8) })
    panel.wait(1_000)
    await call(patients.changes, { patient_id: patient(8) })
    panel.wait(1_000)
    await getErrorName(call(patients.get, { _id: newId() }))
    const staff_id = call.session.user_id
    const { rows } = await trail({ staff_id })
    const [heading, ...lines] = await exported({ filterLists: { staff_id } })
    expect(heading).toBe(
      'Time,First name,Last name,Staff type,Action,Outcome,HN of the patients,Patients,IP address,Details,Request,Entry',
    )
    expect(lines.map((line) => line.split(',').at(-1))).toEqual(rows.map((row) => row._id))
    expect(lines.at(-1)).toMatch(
      new RegExp(
        `^2026-11-05 \\d\\d:\\d\\d:\\d\\d,nurse,ทดสอบ,Nurse,patients.get,ok,${record.hn},1,127\\.0\\.0\\.1,,`,
      ),
    )
    expect(lines[0]).toMatch(/,patients\.get,not-found,,1,/)
    expect(lines.at(-1)).toContain(` ${hospitalClock(rows.at(-1)?.at)},`)
    expect(await exported({ filterLists: { staff_id, action: 'patients.changes' } })).toHaveLength(2)
  })

  test('has all pages', async () => {
    const { id: hospital_id } = await panel.root
      .selectFrom('hospitals')
      .select('id')
      .where('code', '<>', '99999')
      .executeTakeFirstOrThrow()
    const entry = { at: '2026-02-01T00:00:00Z', hospital_id, action: 'exported', outcome: 'ok' }
    const ids = Array.from({ length: 1_203 }, () => newId())
    await panel.root
      .insertInto('audit')
      .values(ids.map((id) => ({ ...entry, id })))
      .execute()
    const lines = await exported({ filterLists: { action: 'exported' } })
    expect(lines.slice(1).map((line) => line.split(',').at(-1))).toEqual(ids.toSorted().reverse())
  })

  test('is in Thai for a spreadsheet, and contains no formula', async () => {
    const call = await panel.asNew({ staffType: 'nurse' })
    await panel.root
      .updateTable('staff')
      .set({ first_name: '=1+1' })
      .where('id', '=', call.session.user_id)
      .execute()
    await call(patients.get, { _id: patient(9) })
    const file = await admin(audit.exportList, {
      filterLists: { staff_id: call.session.user_id },
      language: 'th',
    })
    const bytes = Buffer.from(await file.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const [heading, line] = bytes.toString().split('\r\n')
    expect(heading).toContain('เวลา,ชื่อ,นามสกุล,ประเภทเจ้าหน้าที่')
    expect(line).toContain(",'=1+1,ทดสอบ,พยาบาล,patients.get,")
  })

  test('is itself an entry, for the patient it was filtered by', async () => {
    const patient_id = patient(10)
    await exported({ filterLists: { patient_id, outcome: 'ok' } })
    const { rows } = await trail({ action: 'audit.exportList', patient_id })
    expect(rows).toMatchObject([
      {
        by: { _id: admin.session.user_id },
        outcome: 'ok',
        patients: [{ _id: patient_id }],
        detail: { exported: { filterLists: { patient_id, outcome: 'ok' } } },
      },
    ])
  })

  test('does not name the patients whom a reading of the audit named', async () => {
    const patient_id = patient(11)
    await trail({ patient_id })
    const ofReadings = { action: 'audit.list', staff_id: admin.session.user_id }
    const { rows } = await nurse(patients.list, { number_of_rec: 30 })
    const hn = rows.find((row) => row._id === patient_id)?.hn ?? ''
    expect((await exported({ filterLists: ofReadings })).join()).not.toContain(hn)
    expect((await exported({ filterLists: { ...ofReadings, patient_id } })).join()).toContain(hn)
  })
})

describe('who opened a record', () => {
  test('is listed by person: how often, when last, what else, what was refused; the latest openers first', async () => {
    const patient_id = patient(12)
    const often = await panel.asNew({ staffType: 'nurse' })
    const once = await panel.asNew({ staffType: 'doctor' })
    const never = await panel.asNew({ staffType: 'registrar' })
    const refused = await panel.asNew({ staffType: 'driver' })
    await often(patients.get, { _id: patient_id })
    await often(patients.get, { _id: patient_id })
    panel.wait(60_000)
    await once(patients.get, { _id: patient_id })
    panel.wait(60_000)
    await often(patients.changes, { patient_id })
    await never(patients.list, { number_of_rec: 30 })
    panel.wait(1_000)
    await getErrorName(refused(patients.get, { _id: patient_id }))
    const { people } = await admin(audit.recordAccess, { patient_id })
    const told = people.filter(({ by }) =>
      [often, once, never, refused].some(({ session }) => session.user_id === by?._id),
    )
    expect(told.map((one) => [one.by?.staff_type, one.opened, one.otherwise, one.refused])).toEqual([
      ['doctor', 1, 0, 0],
      ['nurse', 2, 1, 0],
      ['driver', 0, 0, 1],
      ['registrar', 0, 1, 0],
    ])
    const [doctor, opener, , reader] = told
    expect(opener?.last_at).toBe((await trail({ staff_id: often.session.user_id })).rows[0]?.at)
    expect(opener?.last_opened_at).not.toBe(opener?.last_at)
    expect(doctor?.last_opened_at).toBe(doctor?.last_at)
    expect(reader?.last_opened_at).toBeNull()
  })

  test('is itself an entry for that patient', async () => {
    const patient_id = patient(13)
    await admin(audit.recordAccess, { patient_id })
    const { rows } = await trail({ patient_id, action: 'audit.recordAccess' })
    expect(rows).toMatchObject([{ by: { _id: admin.session.user_id }, patients: [{ _id: patient_id }] }])
  })
})

describe('the seals', () => {
  test('are shown: when the last was made, whether sealing is late, and the newest verification', async () => {
    await panel.tick()
    const { chain } = await trail({})
    expect(chain).toMatchObject({ is_late: false, check: null })
    expect(Date.parse(chain.sealed_at ?? '')).toBeGreaterThan(Date.parse(testNow))

    panel.wait(11 * 60_000)
    expect((await trail({})).chain).toEqual({ ...chain, is_late: true })
    await panel.tick()
    expect((await trail({})).chain).toMatchObject({ is_late: false })

    const checks = { id: newId(), seal_count: 1, row_count: 1 }
    await panel.root
      .insertInto('audit_checks')
      .values([
        { ...checks, at: '2026-11-05T01:00:00Z', fault_count: 0 },
        { ...checks, id: newId(), at: '2026-11-05T02:00:00Z', fault_count: 3 },
      ])
      .execute()
    expect((await trail({})).chain.check).toEqual({ at: '2026-11-05T02:00:00Z', is_whole: false })
    await panel.root
      .insertInto('audit_checks')
      .values({ ...checks, id: newId(), at: '2026-11-05T03:00:00Z', fault_count: 0 })
      .execute()
    expect((await trail({})).chain.check).toEqual({ at: '2026-11-05T03:00:00Z', is_whole: true })
  })
})

describe('another hospital', () => {
  let elsewhere: { admin: Client; patientId: string; staffId: string; entryId: string }
  beforeAll(async () => {
    const hospitalId = newId()
    const patientId = newId()
    await panel.root
      .insertInto('hospitals')
      .values({ id: hospitalId, code: '99999', name_en: 'Elsewhere', name_th: 'ที่อื่น', created_at: testNow })
      .execute()
    await panel.root
      .insertInto('patients')
      .values({
        id: patientId,
        hospital_id: hospitalId,
        number: 1,
        hn: 'X-1',
        title: 'นาย',
        name: 'ลับ',
        surname: 'มาก',
        gender: 'male',
        identity_kind: 'none',
        created_at: testNow,
        updated_at: testNow,
      })
      .execute()
    const theirs = await panel.asNew({ staffType: 'admin', hospitalId })
    await theirs(patients.get, { _id: patientId })
    const { rows } = await theirs(audit.list, { filterLists: { action: 'patients.get' } })
    elsewhere = { admin: theirs, patientId, staffId: theirs.session.user_id, entryId: rows[0]?._id ?? '' }
  })

  test('has its own audit', async () => {
    const { rows } = await elsewhere.admin(audit.list, { number_of_rec: 100 })
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every(({ by }) => by?._id === elsewhere.staffId)).toBe(true)
    expect((await elsewhere.admin(audit.people, {})).staff.map(({ _id }) => _id)).toEqual([elsewhere.staffId])
  })

  test("cannot find another hospital's entries by patient, person or entry", async () => {
    expect((await trail({ patient_id: elsewhere.patientId })).rows).toEqual([])
    expect((await trail({ staff_id: elsewhere.staffId })).rows).toEqual([])
    expect(await getErrorName(admin(audit.get, { _id: elsewhere.entryId }))).toBe('not-found')
    expect(await getErrorName(trail({}, { before: elsewhere.entryId }))).toBe('not-found')
    expect(await getErrorName(trail({}, { after: elsewhere.entryId }))).toBe('not-found')
    for (const filterLists of [{ patient_id: elsewhere.patientId }, { staff_id: elsewhere.staffId }]) {
      const csv = await (await admin(audit.exportList, { filterLists })).text()
      expect(csv.trimEnd().split('\r\n')).toHaveLength(1)
    }
    const access = admin(audit.recordAccess, { patient_id: elsewhere.patientId })
    expect(await getErrorName(access)).toBe('not-found')
  })

  test("does not get the patient's name if somebody here tried to open the record", async () => {
    for (const _id of [elsewhere.patientId, newId()]) {
      await getErrorName(nurse(patients.get, { _id }))
      const { rows } = await trail({ patient_id: _id, action: 'patients.get' })
      expect(rows).toMatchObject([{ outcome: 'not-found', patients: [], patient_count: 1 }])
    }
  })
})
