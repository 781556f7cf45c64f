import { alarms, type Client, errorCodes, groups, NationalIdTaken, patients, readings } from 'contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '../src/db/migrate.ts'
import { startTestBedside, type TestBedside, type TestPatient } from './support/bedside.ts'
import { expectRefusal } from './support/refusal.ts'

let bedside: TestBedside
let admin: Client
beforeAll(async () => {
  bedside = await startTestBedside()
  admin = await bedside.panel.as('admin')
})
afterAll(() => bedside.panel.close())

let count = 0
/** A number that nobody has, with a valid check digit. */
function newNationalId(): string {
  const digits = `3${String(99_000_000_000 + ++count)}`
  const sum = Array.from(digits).reduce((total, digit, at) => total + Number(digit) * (13 - at), 0)
  return `${digits}${(11 - (sum % 11)) % 10}`
}

const person = (national_id: string) => ({
  hn: `N-${++count}`,
  title: 'นาย',
  name: `ทดลอง${count}`,
  surname: 'เรียบร้อย',
  gender: 'male' as const,
  identity_kind: 'national_id' as const,
  national_id,
})

const register = async (national_id: string, more: object = {}) =>
  (await bedside.nurse(patients.register, { ...person(national_id), ...more })).patient

async function isTaken(promise: Promise<unknown>): Promise<NationalIdTaken> {
  const error = await expectRefusal(promise)
  expect(error.code).toBe(errorCodes['national-id-taken'])
  expect(error.fields).toEqual([{ field: 'national_id', message: 'national-id-taken' }])
  return NationalIdTaken.parse(error.detail)
}

/** Two records with one national ID, from before the database refused that. */
async function double(national_id: string): Promise<[TestPatient, TestPatient]> {
  const both: [TestPatient, TestPatient] = [await bedside.addPatient(), await bedside.addPatient()]
  for (const [doubled, { id }] of both.entries()) {
    await bedside.panel.root
      .updateTable('patients')
      .set({ identity_kind: 'national_id', national_id })
      .where('id', '=', id)
      .execute()
      .catch(async () => {
        await sql`alter table patients disable trigger patients_corrected`.execute(bedside.panel.root)
        await sql`update patients set identity_kind = 'national_id', national_id = ${national_id},
          doubled = ${doubled} where id = ${id}`.execute(bedside.panel.root)
        await sql`alter table patients enable trigger patients_corrected`.execute(bedside.panel.root)
      })
  }
  return both
}

describe('a national ID that a patient has', () => {
  test('is refused for every other patient who is registered, whatever their other data', async () => {
    const known = await register(newNationalId())
    for (const is_someone_else of [false, true]) {
      const taken = await isTaken(register(known.national_id ?? '', { is_someone_else }))
      expect(taken).toMatchObject({
        holder: { _id: known._id, hn: known.hn, name: known.name },
        outside_wards: null,
        may_correct: true,
      })
    }
  })

  test('is refused for another patient whose record is changed, and can be sent again with its own record', async () => {
    const [known, other] = [await register(newNationalId()), await register(newNationalId())]
    const change = (national_id: string | null) =>
      bedside.nurse(patients.update, { _id: other._id, version: other.version, national_id })
    const taken = await isTaken(change(known.national_id))
    expect(taken.holder?._id).toBe(known._id)
    expect((await change(other.national_id)).patient.version).toBe(other.version)
  })

  test('goes to one of two patients who are registered with it at once', async () => {
    const nationalId = newNationalId()
    const both = await Promise.allSettled([register(nationalId), register(nationalId)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('is free again after the wrong one was corrected', async () => {
    const nationalId = newNationalId()
    const wrong = await register(nationalId)
    await bedside.nurse(patients.update, {
      _id: wrong._id,
      version: wrong.version,
      national_id: newNationalId(),
    })
    expect((await register(nationalId)).national_id).toBe(nationalId)
  })

  test('in a closed record is reported as taken, without the patient’s name', async () => {
    const nationalId = newNationalId()
    const patient = await bedside.addPatient()
    await bedside.panel.root
      .updateTable('patients')
      .set({ identity_kind: 'national_id', national_id: nationalId })
      .where('id', '=', patient.id)
      .execute()
    const wards = await bedside.panel.root.selectFrom('wards').select('id').orderBy('position').execute()
    const nurse = await bedside.panel.asNew({ staffType: 'nurse' })
    await admin(groups.save, {
      name: `Group ${++count}`,
      ward_ids: [wards[1]?.id ?? ''],
      member_ids: [nurse.session.user_id],
    })
    const taken = await isTaken(nurse(patients.register, person(nationalId)))
    expect(taken).toMatchObject({
      holder: null,
      outside_wards: { patient_id: patient.id, hn: patient.hn, ward: { _id: patient.ward } },
    })
  })
})

describe('a national ID that two records had before it had to be unique', () => {
  test('does not stop the panel from starting, and is reported to those who look after the hospital', async () => {
    const { root } = bedside.panel
    const nationalId = newNationalId()
    const [first, second] = await double(nationalId)
    await sql`alter table patients drop column doubled cascade`.execute(root)
    await sql`drop function be_the_only_one, follow_as_first cascade`.execute(root)
    await sql`delete from migrations where name like '%one-person-a-national-id%'`.execute(root)
    await migrate(root)
    const { doubled } = await admin(patients.doubledNationalIds, {})
    const same = doubled.find(({ ends_in }) => nationalId.endsWith(ends_in))
    expect(same?.patients.map(({ _id }) => _id)).toEqual([first.id, second.id])
    expect(JSON.stringify(doubled)).not.toContain(nationalId)
  })

  test('goes to no third record, whichever of the two is corrected first', async () => {
    for (const corrected of [0, 1] as const) {
      const nationalId = newNationalId()
      const both = await double(nationalId)
      await isTaken(register(nationalId))
      const { patient } = await bedside.nurse(patients.get, { _id: both[corrected].id })
      await bedside.nurse(patients.update, {
        _id: patient._id,
        version: patient.version,
        national_id: newNationalId(),
      })
      const taken = await isTaken(register(nationalId))
      expect(taken.holder?._id).toBe(both[corrected === 0 ? 1 : 0].id)
      const { doubled } = await admin(patients.doubledNationalIds, {})
      expect(doubled.flatMap((same) => same.patients.map(({ _id }) => _id))).not.toContain(patient._id)
      await expect(
        sql`update patients set national_id = ${nationalId} where id = ${patient._id}`.execute(
          bedside.panel.root,
        ),
      ).rejects.toMatchObject({ constraint: 'patients_national_id' })
    }
  })

  test('is shown in the inbox with the number of its patients, and an HN beside it decides between them', async () => {
    const national_id = newNationalId()
    const [first] = await double(national_id)
    const other = await bedside.addPatient()
    const reading = { kind: 'pulse', pulse: 80 }
    const results = await bedside.send([
      { ...reading, measured_at: bedside.at(5), national_id },
      { ...reading, measured_at: bedside.at(4), national_id, hn: first.hn },
      { ...reading, measured_at: bedside.at(3), national_id, hn: other.hn },
      { ...reading, measured_at: bedside.at(2), national_id: newNationalId() },
    ])
    expect(results).toEqual(['waiting', 'stored', 'waiting', 'waiting'])
    const { rows } = await bedside.nurse(readings.inbox, {})
    const holders = rows.map(({ measured_at, waits_for, holders }) => [
      Date.parse(measured_at),
      waits_for,
      holders,
    ])
    const at = (minutesAgo: number) => Date.parse(bedside.at(minutesAgo))
    expect(holders).toEqual(
      expect.arrayContaining([
        [at(5), 'person', 2],
        [at(3), 'person', 3],
        [at(2), 'person', 0],
      ]),
    )
  })

  test.each(['sos', 'fall'])(
    'raises an alarm with a %s as an unknown one does, and says that two patients have it',
    async (kind) => {
      const [doubled, unknown] = [newNationalId(), newNationalId()]
      await double(doubled)
      await bedside.send([
        { kind, measured_at: bedside.at(), national_id: doubled },
        { kind, measured_at: bedside.at(), national_id: unknown },
      ])
      const { alarms: open } = await bedside.nurse(alarms.open, {})
      const [ofTwo, ofNobody] = [doubled, unknown].map((id) =>
        open.find(({ rule, named }) => rule === kind && named === `…${id.slice(-4)}`),
      )
      expect(ofNobody).toMatchObject({ severity: 'high', state: 'active', patient: null, holders: 0 })
      expect(ofTwo).toMatchObject({ severity: 'high', state: 'active', patient: null, holders: 2 })
    },
  )
})
