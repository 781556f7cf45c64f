import {
  admissionRequests,
  admissions,
  alarms,
  ambulanceRequests,
  audit,
  beds,
  type Client,
  devices,
  errorCodes,
  formRecords,
  groups,
  type Input,
  type MissionStep,
  missions,
  operationRecords,
  type Patient,
  patients,
  type RecordUse,
  readings,
  rounds,
} from 'contract'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDevice, startTestBedside, type TestBedside } from './support/bedside.ts'
import { addCrew, answerAll, plannedRequest } from './support/missions.ts'
import { expectRefusal, getErrorName } from './support/refusal.ts'

let bedside: TestBedside
let registrar: Awaited<ReturnType<TestBedside['panel']['asNew']>>
let admin: Client
let doctorId: string
let wardId: string
let bedId: string
beforeAll(async () => {
  bedside = await startTestBedside()
  registrar = await bedside.panel.asNew({ staffType: 'registrar' })
  admin = await bedside.panel.as('admin')
  const { doctors } = await bedside.nurse(admissions.doctors, {})
  doctorId = doctors[0]?._id ?? ''
  const bed = await bedside.panel.root
    .selectFrom('beds')
    .innerJoin('wards', 'wards.id', 'beds.ward_id')
    .select(['beds.id', 'beds.ward_id'])
    .where('wards.closed_at', 'is', null)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('stay_places').select('id').whereRef('bed_id', '=', 'beds.id'))),
    )
    .orderBy('beds.id')
    .executeTakeFirstOrThrow()
  bedId = bed.id
  wardId = bed.ward_id
})
afterAll(() => bedside.panel.close())

let count = 0
async function register(more: Partial<Input<typeof patients.register>> = {}): Promise<Patient> {
  count += 1
  const { patient } = await bedside.nurse(patients.register, {
    hn: `M-${count}`,
    title: 'นาย',
    name: `คนเดียว${count}`,
    surname: 'สองเลข',
    gender: 'male',
    date_of_birth: '1980-02-29',
    identity_kind: 'none',
    ...more,
  })
  return patient
}

/** A number that nobody has, with a valid check digit. */
function newNationalId(): string {
  count += 1
  const digits = `3${98_000_000_000 + count}`
  const sum = Array.from(digits).reduce((total, digit, at) => total + Number(digit) * (13 - at), 0)
  return `${digits}${(11 - (sum % 11)) % 10}`
}

/** Gives a record the national ID of another, as it was possible before an ID had to be unique. */
async function double({ _id }: Patient, { national_id }: Patient): Promise<void> {
  const { root } = bedside.panel
  await sql`alter table patients disable trigger patients_corrected`.execute(root)
  await sql`update patients set national_id = ${national_id}, identity_kind = 'national_id', appearance = null,
    doubled = 1 where id = ${_id}`.execute(root)
  await sql`alter table patients enable trigger patients_corrected`.execute(root)
}

const read = async ({ _id }: Patient) => (await bedside.nurse(patients.get, { _id })).patient
const reason = 'ลงทะเบียนซ้ำ'
const merge = (second: Patient, first: Patient) =>
  registrar(patients.merge, { patient_id: second._id, into_id: first._id, reason })
const separate = (second: Patient) =>
  registrar(patients.separate, { patient_id: second._id, reason: 'คนละคน' })

describe('two records of one person that are merged', () => {
  test('name each other, with who merged them, when and why', async () => {
    const [first, second] = [await register(), await register()]
    const { patient } = await merge(second, first)
    const by = { _id: registrar.session.user_id }
    const act = { at: bedside.at(), by, reason }
    expect(patient.merged_records).toMatchObject([{ _id: second._id, hn: second.hn, ...act }])
    expect(patient.merged_into).toBeUndefined()
    expect((await read(second)).merged_into).toMatchObject({ _id: first._id, hn: first.hn, ...act })
  })

  test('are both found, and the row of the second says which HN is used', async () => {
    const [first, second] = [await register(), await register()]
    await merge(second, first)
    const { rows } = await bedside.nurse(patients.list, { search_value: second.hn, search_field: 'hn' })
    expect(rows).toMatchObject([{ _id: second._id, merged_into_hn: first.hn }])
    const { rows: used } = await bedside.nurse(patients.list, { search_value: first.hn, search_field: 'hn' })
    expect(used.find(({ _id }) => _id === first._id)?.merged_into_hn).toBeUndefined()
  })

  test('have all allergies in the first, each once, and who added them is among its changes', async () => {
    const penicillin = { kind: 'drug', substance: 'Penicillin', severity: 'severe' } as const
    const shrimp = { kind: 'food', substance: 'กุ้ง', severity: 'mild' } as const
    const none = await register({ no_known_allergy: true })
    const [first, second] = [
      await register({ allergies: [penicillin] }),
      await register({ allergies: [{ ...penicillin, substance: 'penicillin' }, shrimp] }),
    ]
    const { patient } = await merge(second, first)
    expect(patient.allergies.map(({ substance }) => substance)).toEqual(['Penicillin', 'กุ้ง'])
    expect(patient.version).toBe(first.version + 1)
    const { rows } = await bedside.nurse(patients.changes, { patient_id: first._id })
    expect(rows).toMatchObject([{ field: 'allergies', by: { _id: registrar.session.user_id } }])
    const { patient: whole } = await merge(await read(first), none)
    expect(whole).toMatchObject({ no_known_allergy: false })
    expect(whole.allergies).toHaveLength(2)
  })

  test('have the graver of two allergies to a substance beside the milder one', async () => {
    const rash = { kind: 'drug', substance: 'Penicillin', severity: 'mild' } as const
    const shock = { ...rash, substance: 'penicillin', severity: 'life_threatening' } as const
    const [first, second] = [await register({ allergies: [rash] }), await register({ allergies: [shock] })]
    const { patient } = await merge(second, first)
    expect(patient.allergies).toMatchObject([rash, shock])
  })

  test('lead where their merges say, though two of them are changed at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [first, second, third] = [await register(), await register(), await register()]
      await merge(third, second)
      await Promise.all([merge(second, first), separate(third)])
      expect(await read(third)).toMatchObject({ _id: third._id })
      const { merged_into, merged_into_hn } = await read(third)
      expect([merged_into, merged_into_hn]).toEqual([undefined, undefined])
      expect((await read(second)).merged_into_hn).toBe(first.hn)
    }
  })

  test('are separated again with a reason; the second is then used as before', async () => {
    const [first, second] = [await register(), await register()]
    await merge(second, first)
    const { patient } = await separate(second)
    expect(patient.merged_into).toBeUndefined()
    expect((await read(first)).merged_records).toBeUndefined()
    await bedside.arrive({ id: second._id })
    expect(await getErrorName(separate(second))).toBe('not-merged')
  })

  test('lead to the last one of three, and to the second again when only that is separated', async () => {
    const [first, second, third] = [await register(), await register(), await register()]
    await merge(third, second)
    await merge(second, first)
    const findUsedHn = async ({ hn }: Patient) =>
      (await bedside.nurse(patients.list, { search_value: hn, search_field: 'hn' })).rows.find(
        (row) => row.hn === hn,
      )?.merged_into_hn
    expect(await findUsedHn(third)).toBe(first.hn)
    await separate(second)
    expect(await findUsedHn(third)).toBe(second.hn)
    expect(await findUsedHn(second)).toBeUndefined()
  })

  test('are named by the audit, both', async () => {
    const [first, second] = [await register(), await register()]
    await merge(second, first)
    for (const { _id } of [first, second]) {
      const { rows } = await admin(audit.list, { filterLists: { patient_id: _id, action: 'patients.merge' } })
      expect(rows).toMatchObject([{ by: { _id: registrar.session.user_id }, outcome: 'ok' }])
    }
  })
})

describe('a reading that names the patient by the HN of a merged record', () => {
  test('is one of the record that is used, and raises its alarm', async () => {
    const [first, second] = [await register(), await register()]
    await merge(second, first)
    const statuses = await bedside.send([
      { hn: second.hn, kind: 'spo2', measured_at: bedside.at(), spo2: 84 },
    ])
    expect(statuses).toEqual(['stored'])
    const { rows } = await bedside.nurse(readings.spo2, { patient_id: first._id })
    expect(rows).toMatchObject([{ spo2: 84 }])
    expect((await bedside.nurse(readings.spo2, { patient_id: second._id })).rows).toEqual([])
    const raised = await bedside.nurse(alarms.list, { patient_id: first._id })
    expect(raised.rows).toMatchObject([{ rule: 'spo2-low', state: 'active' }])
  })
})

describe('a reading that names the patient by a national ID', () => {
  test('that the record in use does not have any more belongs to nobody', async () => {
    const national_id = newNationalId()
    const first = await register({ identity_kind: 'national_id', national_id })
    const second = await register()
    await merge(second, first)
    await double(second, first)
    const send = () =>
      bedside.send([{ national_id, kind: 'spo2', measured_at: bedside.at(), spo2: 97 + (count % 3) }])
    expect(await send()).toEqual(['stored'])
    await sql`update patients set national_id = null, identity_kind = 'none' where id = ${first._id}`.execute(
      bedside.panel.root,
    )
    bedside.skip(60_000)
    expect(await send()).toEqual(['waiting'])
  })
})

describe('the national ID of a merged record, if the one that is used has none,', () => {
  const unknown = { identity_kind: 'unknown', appearance: 'สักรูปเสือที่แขนซ้าย' } as const
  const identified = (national_id = newNationalId()) =>
    register({ identity_kind: 'national_id', national_id })
  const identity = async (patient: Patient) => {
    const { identity_kind, national_id, passport_no, migrant_kind, migrant_no, appearance } =
      await read(patient)
    return { identity_kind, national_id, passport_no, migrant_kind, migrant_no, appearance }
  }
  const change = async (patient: Patient, sent: object) =>
    bedside.nurse(patients.update, { _id: patient._id, version: (await read(patient)).version, ...sent })
  const findByNationalId = async (number: string | null) => {
    const asked = { search_value: number ?? '', search_field: 'national_id' } as const
    const { rows } = await bedside.nurse(patients.list, asked)
    return new Map(rows.map(({ hn, merged_into_hn }) => [hn, merged_into_hn]))
  }
  /** Sends a reading that names the patient by the number and returns its result; no two are of one time. */
  const chartedAs = async (national_id: string | null) => {
    count += 1
    const measured_at = bedside.at(count / 10_000)
    const [result] = await bedside.send([{ national_id, kind: 'spo2', measured_at, spo2: 97 }])
    return result
  }

  /** How many wait for a lock; asked outside a transaction, within which the statistics do not change. */
  async function countWaiting(): Promise<number> {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      bedside.panel.root,
    )
    return rows.length
  }

  test('is taken over by the record of a patient who lies in a bed and wears a device', async () => {
    const [older, lying] = [await identified(), await register(unknown)]
    await admit(lying._id)
    const { id, mac } = await addDevice(bedside, 'oximeter')
    await bedside.nurse(devices.assign, { device_id: id, patient_id: lying._id })
    const { patient } = await merge(older, lying)
    expect(patient).toMatchObject({
      hn: lying.hn,
      name: lying.name,
      date_of_birth: lying.date_of_birth,
      identity_kind: 'national_id',
      national_id: older.national_id,
      appearance: null,
      version: lying.version + 1,
      merged_records: [{ hn: older.hn, taken_national_id: 'goes-back' }],
    })
    expect(await identity(older)).toMatchObject({ national_id: older.national_id })
    expect((await read(older)).merged_into).toMatchObject({ hn: lying.hn, taken_national_id: 'goes-back' })

    const found = [
      [older.hn, lying.hn],
      [lying.hn, undefined],
    ] as const
    expect(await findByNationalId(older.national_id)).toEqual(new Map(found))
    const { rows } = await bedside.nurse(patients.changes, { patient_id: lying._id })
    expect(rows.map(({ field, from, to, by }) => [field, from, to, by._id])).toEqual(
      expect.arrayContaining([
        ['identity_kind', 'unknown', 'national_id', registrar.session.user_id],
        ['national_id', null, older.national_id, registrar.session.user_id],
        ['appearance', unknown.appearance, null, registrar.session.user_id],
      ]),
    )

    bedside.skip(60_000)
    const statuses = await bedside.send([
      { device: mac, kind: 'spo2', measured_at: bedside.at(), spo2: 96 },
      { national_id: older.national_id, kind: 'pulse', measured_at: bedside.at(), pulse: 81 },
    ])
    expect(statuses).toEqual(['stored', 'stored'])
    expect((await bedside.nurse(readings.spo2, { patient_id: lying._id })).rows).toMatchObject([{ spo2: 96 }])
    expect((await bedside.nurse(readings.spo2, { patient_id: older._id })).rows).toEqual([])
  })

  test('goes back when they are separated, and each is identified as before', async () => {
    const kinds = [
      unknown,
      { identity_kind: 'none' },
      { identity_kind: 'passport', passport_no: 'AA1234567' },
      { identity_kind: 'migrant', migrant_kind: 'บัตรชมพู', migrant_no: '00-1234' },
    ] as const
    for (const kind of kinds) {
      const [older, lying] = [await identified(), await register(kind)]
      const before = [await identity(older), await identity(lying)]
      await merge(older, lying)
      await separate(older)
      expect([await identity(older), await identity(lying)]).toEqual(before)
      expect(await findByNationalId(older.national_id)).toEqual(new Map([[older.hn, undefined]]))
      const { rows } = await bedside.nurse(patients.changes, { patient_id: lying._id })
      expect(rows).toContainEqual(expect.objectContaining({ field: 'national_id', to: null }))
      expect((await read(lying)).version).toBe(lying.version + 2)
      await merge(older, lying)
      expect((await read(lying)).national_id).toBe(older.national_id)
    }
  })

  test('goes back to the merged record alone, if the used one was corrected in between', async () => {
    const [older, lying] = [await identified(), await register(unknown)]
    await merge(older, lying)
    const corrected = newNationalId()
    await change(lying, { national_id: corrected })
    expect((await read(older)).merged_into?.taken_national_id).toBe('stays')
    expect(await chartedAs(older.national_id)).toBe('waiting')
    await separate(older)
    expect(await identity(lying)).toMatchObject({ identity_kind: 'national_id', national_id: corrected })
    expect((await read(older)).national_id).toBe(older.national_id)
    expect(await chartedAs(older.national_id)).toBe('stored')
  })

  test('is free for its owner, if it was wrong; the two are listed once the records are separated', async () => {
    const [older, lying] = [await identified(), await register(unknown)]
    await merge(older, lying)
    const taken = await expectRefusal(identified(older.national_id ?? ''))
    expect(taken.detail).toMatchObject({ holder: { _id: lying._id } })
    await change(lying, { national_id: newNationalId() })
    const owner = await identified(older.national_id ?? '')
    expect(await chartedAs(owner.national_id)).toBe('stored')
    await separate(older)
    expect((await read(older)).national_id).toBe(owner.national_id)
    const { doubled } = await admin(patients.doubledNationalIds, {})
    const same = doubled.find(({ patients: both }) => both.some(({ _id }) => _id === owner._id))
    expect(same?.patients.map(({ _id }) => _id)).toEqual([older._id, owner._id])
    expect(await chartedAs(owner.national_id)).toBe('waiting')
    await change(owner, { identity_kind: 'none' })
    expect(await chartedAs(older.national_id)).toBe('stored')
    expect(await getErrorName(identified(older.national_id ?? ''))).toBe('national-id-taken')
  })

  test('is passed on when that one is merged too, and comes back from both', async () => {
    const [older, lying, third] = [await identified(), await register(unknown), await register()]
    const before = [await identity(older), await identity(lying), await identity(third)]
    const numbers = async () => [
      (await read(older)).national_id,
      (await read(lying)).national_id,
      (await read(third)).national_id,
    ]
    const id = older.national_id
    await merge(older, lying)
    await merge(lying, third)
    expect(await numbers()).toEqual([id, id, id])
    expect(await chartedAs(id)).toBe('stored')
    expect((await bedside.nurse(readings.spo2, { patient_id: third._id })).rows).toHaveLength(1)
    await separate(lying)
    expect(await numbers()).toEqual([id, id, null])
    await merge(lying, third)
    await separate(older)
    expect(await numbers()).toEqual([id, null, null])
    await separate(lying)
    expect([await identity(older), await identity(lying), await identity(third)]).toEqual(before)
    expect(await getErrorName(identified(id ?? ''))).toBe('national-id-taken')
  })

  test('is one of a merged record that took it over, too, and of each only once', async () => {
    const [older, lying, other] = [await identified(), await register(unknown), await register()]
    await merge(older, lying)
    const refused = await expectRefusal(merge(await identified(), lying))
    expect(refused.fields).toEqual([{ field: 'into_id', message: 'national-ids-differ' }])
    await merge(other, lying)
    await separate(other)
    expect((await read(lying)).national_id).toBe(older.national_id)
  })

  test('is not taken over if another record in use has it as well; one of them has to go first', async () => {
    const [older, lying, twin] = [await identified(), await register(unknown), await register()]
    await double(twin, older)
    const refused = await expectRefusal(merge(older, lying))
    expect(refused.fields).toEqual([{ field: 'into_id', message: 'national-id-shared' }])
    await merge(older, twin)
    expect(
      (await admin(patients.doubledNationalIds, {})).doubled.flatMap((same) => same.patients),
    ).not.toContainEqual(expect.objectContaining({ _id: twin._id }))
    await merge(twin, lying)
    expect((await read(lying)).national_id).toBe(older.national_id)
    await separate(twin)
    expect((await read(lying)).national_id).toBeNull()
    expect(await chartedAs(older.national_id)).toBe('stored')
    await separate(older)
    expect(await chartedAs(older.national_id)).toBe('waiting')
  })

  test('stays while another record that has it is merged into the same one', async () => {
    const [wrong, lying] = [await identified(), await register(unknown)]
    const id = wrong.national_id
    await merge(wrong, lying)
    await change(lying, { identity_kind: 'none' })
    const owner = await identified(id ?? '')
    await merge(owner, lying)
    expect((await read(lying)).merged_records?.map((one) => one.taken_national_id)).toEqual([
      'stays',
      'stays',
    ])
    await separate(wrong)
    expect((await read(lying)).national_id).toBe(id)
    // Two records in use have it now: nobody can tell whose a value is that names it.
    expect(await chartedAs(id)).toBe('waiting')
    expect((await read(owner)).merged_into?.taken_national_id).toBe('goes-back')
    await separate(owner)
    expect(await identity(lying)).toMatchObject({ identity_kind: 'none', national_id: null })
  })

  test('is not said to be corrected once a chain has lost it', async () => {
    const [older, lying, third] = [await identified(), await register(unknown), await register()]
    await merge(older, lying)
    await merge(lying, third)
    await separate(older)
    expect((await read(lying)).merged_into?.taken_national_id).toBeNull()
    expect((await read(third)).merged_records).toMatchObject([{ taken_national_id: null }])
  })

  test('does not hide the passport that it replaced from whoever registers the person again', async () => {
    const passport = { identity_kind: 'passport', passport_no: 'ZX7654321' } as const
    const [older, lying] = [await identified(), await register(passport)]
    await merge(older, lying)
    const refused = await expectRefusal(register(passport))
    expect(refused.code).toBe(errorCodes['may-exist-already'])
    expect(refused.detail).toMatchObject({ candidates: [{ _id: lying._id, because: ['passport_no'] }] })
  })

  test('counts as that of one person for a reading that names the HN as well', async () => {
    const national_id = newNationalId()
    count += 1
    const hn = `M-${count}`
    const measured_at = bedside.at(count / 10_000)
    expect(await bedside.send([{ hn, national_id, kind: 'spo2', measured_at, spo2: 97 }])).toEqual([
      'waiting',
    ])
    const findHolders = async () =>
      (await bedside.nurse(readings.inbox, { number_of_rec: 100 })).rows.find(({ told_hn }) => told_hn === hn)
        ?.holders
    const older = await register({ hn, identity_kind: 'national_id', national_id })
    expect(await findHolders()).toBe(1)
    await merge(older, await register(unknown))
    expect(await findHolders()).toBe(1)
  })

  test('is not taken away by a separation that waits while somebody corrects it', async () => {
    const [older, lying] = [await identified(), await register(unknown)]
    await merge(older, lying)
    const corrected = newNationalId()
    const separation = await bedside.panel.root.transaction().execute(async (correction) => {
      await correction
        .updateTable('patients')
        .set({ national_id: corrected })
        .where('id', '=', lying._id)
        .execute()
      const answer = separate(older)
      await expect.poll(countWaiting).toBe(1)
      return { answer }
    })
    await separation.answer
    expect((await read(lying)).national_id).toBe(corrected)
    expect((await read(older)).merged_into).toBeUndefined()
  })

  test('is at no time that of two records in use, whatever is done at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [older, lying, other] = [await identified(), await register(unknown), await register(unknown)]
      const outcomes = await Promise.all([
        getErrorName(merge(older, lying)),
        getErrorName(merge(older, other)),
        getErrorName(identified(older.national_id ?? '')),
      ])
      expect(outcomes.filter((name) => name === undefined)).toHaveLength(1)
      const corrected = newNationalId()
      const used = outcomes[0] === undefined ? lying : other
      const { version } = await read(used)
      const sent = { _id: used._id, version, national_id: corrected }
      const late = await Promise.all([
        getErrorName(bedside.nurse(patients.update, sent)),
        getErrorName(separate(older)),
      ])
      expect([undefined, 'changed-meanwhile']).toContain(late[0])
      expect(late[1]).toBeUndefined()
      expect((await read(used)).national_id).toBe(late[0] === undefined ? corrected : null)
      expect(await chartedAs(older.national_id)).toBe('stored')
      expect((await bedside.nurse(readings.spo2, { patient_id: older._id })).rows).toHaveLength(1)
    }
  })
})

describe('a merged record', () => {
  const attempts: [string, (patient: Patient) => Promise<unknown>][] = [
    ['a visit', ({ _id }) => bedside.arrive({ id: _id })],
    ['an admission', ({ _id }) => admit(_id)],
    ['a request for a bed', ({ _id }) => request(_id)],
    ['a reserved bed', ({ _id }) => reserve(_id)],
    ['a device', ({ _id }) => giveDevice(_id)],
    ['a reading', ({ _id }) => chartSaturation(_id, 97)],
    ['a note of the shift', ({ _id }) => bedside.nurse(rounds.note, { patient_id: _id, text: 'หลับดี' })],
    ['a changed name', ({ _id, version }) => bedside.nurse(patients.update, { _id, version, name: 'ใหม่' })],
    ['another merge', async (patient) => merge(patient, await register())],
    ['a record merged into it', async (patient) => merge(await register(), patient)],
  ]

  test.each(attempts)('gets no more %s', async (_, attempt) => {
    const [first, second] = [await register(), await register()]
    await merge(second, first)
    const refusal = await expectRefusal(attempt(await read(second)))
    expect(refusal.code).toBe(errorCodes['record-merged'])
  })

  test('names in its refusal the record that is used', async () => {
    const [first, second] = [await register(), await register()]
    await merge(second, first)
    const { detail } = await expectRefusal(bedside.arrive({ id: second._id }))
    expect(detail).toEqual({ patient_id: first._id, hn: first.hn })
  })

  test('is given no device by whoever hands it over at a discharge', async () => {
    const [first, second, leaving] = [await register(), await register(), await register()]
    await merge(second, first)
    const { stay } = await admit(leaving._id)
    const { id } = await addDevice(bedside, 'watch', { id: leaving._id, minutesAgo: 1 })
    const asked = bedside.nurse(admissions.discharge, {
      patient_id: leaving._id,
      stay_id: stay._id,
      version: stay.version,
      discharge_status: 2,
      discharge_type: 1,
      hands_over: [{ device_id: id, patient_id: second._id }],
    })
    expect(await getErrorName(asked)).toBe('record-merged')
  })
})

describe('a record is not merged if it', () => {
  const uses: [RecordUse, (patientId: string) => Promise<unknown>][] = [
    ['stay', admit],
    ['visit', (id) => bedside.arrive({ id })],
    ['request', request],
    ['reservation', reserve],
    ['device', giveDevice],
    ['alarm', (id) => chartSaturation(id, 84)],
    ['mission', completeRequest],
  ]

  test.each(uses)('has something that has not ended: %s', async (use, begin) => {
    const [first, second] = [await register(), await register()]
    await begin(second._id)
    const refusal = await expectRefusal(merge(second, first))
    expect(refusal.code).toBe(errorCodes['record-in-use'])
    expect(refusal.detail).toEqual({ uses: [use] })
    expect((await read(second)).merged_into).toBeUndefined()
  })

  test('has another national ID, or is the same', async () => {
    const identified = () => register({ identity_kind: 'national_id', national_id: newNationalId() })
    const [one, other, without] = [await identified(), await identified(), await register()]
    const refuse = async (asked: Promise<unknown>, message: string) =>
      expect((await expectRefusal(asked)).fields).toEqual([{ field: 'into_id', message }])
    await refuse(merge(one, other), 'national-ids-differ')
    await refuse(merge(one, one), 'same-record')
    await merge(without, one)
  })

  test('is named by somebody without the permission, or if the hospital does not have the other', async () => {
    const [first, second] = [await register(), await register()]
    const asked = { patient_id: second._id, into_id: first._id, reason }
    expect(await getErrorName(bedside.nurse(patients.merge, asked))).toBe('not-allowed')
    expect(await getErrorName(registrar(patients.merge, { ...asked, into_id: newId() }))).toBe('not-found')
  })

  test('is beside one that is closed to whoever merges or separates them', async () => {
    const [first, second] = [await register(), await register()]
    await admit(first._id)
    const wards = await bedside.panel.root
      .selectFrom('wards')
      .select('id')
      .where('id', '<>', wardId)
      .execute()
    const other = await bedside.panel.asNew({ staffType: 'registrar' })
    await admin(groups.save, {
      name: 'เวชระเบียนตึกอื่น',
      ward_ids: wards.slice(0, 1).map(({ id }) => id),
      member_ids: [other.session.user_id],
    })
    const asked = { patient_id: second._id, into_id: first._id, reason }
    expect(await getErrorName(other(patients.merge, asked))).toBe('break-glass-needed')
    const turned = { patient_id: first._id, into_id: second._id, reason }
    expect(await getErrorName(other(patients.merge, turned))).toBe('break-glass-needed')
    const ofClosed = other(patients.separate, { patient_id: first._id, reason: 'คนละคน' })
    expect(await getErrorName(ofClosed)).toBe('break-glass-needed')
    const older = await register({ identity_kind: 'national_id', national_id: newNationalId() })
    await merge(older, first)
    const separation = other(patients.separate, { patient_id: older._id, reason: 'คนละคน' })
    expect(await getErrorName(separation)).toBe('break-glass-needed')
    expect(await read(first)).toMatchObject({ national_id: older.national_id })
    expect((await read(older)).merged_into?._id).toBe(first._id)
  })

  test.each<[string, (patientId: string) => Promise<unknown>]>([
    ['a visit', (id) => bedside.arrive({ id })],
    ['an admission', admit],
    ['a device', giveDevice],
  ])('gets %s at the same time, unless that is refused', async (_, begin) => {
    for (let round = 0; round < 10; round += 1) {
      const [first, second] = [await register(), await register()]
      const outcomes = await Promise.all([
        getErrorName(merge(second, first)),
        getErrorName(begin(second._id)),
      ])
      expect([
        [undefined, 'record-merged'],
        ['record-in-use', undefined],
      ]).toContainEqual(outcomes)
    }
  })
})

describe('a sheet that names a merged record', () => {
  test('that was a draft is about the record that is used once it is completed', async () => {
    const [first, second] = [await register(), await register()]
    const { _id, version } = await draftRequest(second._id)
    await merge(second, first)
    const { record } = await bedside.nurse(formRecords.complete, { _id, version })
    expect(record.patient).toMatchObject({ _id: first._id, hn: first.hn })
    await bedside.nurse(missions.dispatch, {
      _id,
      event_id: newId(),
      step: 'CANCELLED',
      reason: 'OTHER',
    })
  })

  test.each([
    { isFormUser: false, about: 'with its numbers' },
    { isFormUser: true, about: 'of which nobody who may not read patients learns a number' },
  ])(
    'of a mission that is over is written on by its crew, for the record that is used, $about',
    async ({ isFormUser }) => {
      const crew = await bedside.panel.asNew({ staffType: 'paramedic', isFormUser })
      const { vehicle_id, team_id } = await addCrew(bedside.panel, crew)
      const [first, second] = [await register(), await register()]
      const missionId = newId()
      const operations = answerAll({ ...plannedRequest, is_patient_unknown: null, patient: second._id })
      const { record: asked } = await bedside.nurse(ambulanceRequests.add, { new_id: missionId, operations })
      await bedside.nurse(formRecords.complete, { _id: missionId, version: asked.version })
      const dispatch = (step: MissionStep, more: object = {}) =>
        bedside.nurse(missions.dispatch, { _id: missionId, event_id: newId(), step, ...more })
      await dispatch('ACCEPTED')
      await dispatch('ASSIGNED', { vehicle_id, team_id, readiness_reason: 'OTHER' })
      const sheetId = newId()
      const { record: sheet } = await crew(operationRecords.add, {
        new_id: sheetId,
        mission_id: missionId,
        operations: [],
      })
      expect(sheet).toMatchObject({ patient: { _id: second._id }, answers: { er_hn: second.hn } })
      await dispatch('CANCELLED', { reason: 'OTHER' })
      await merge(second, first)
      const { record } = await crew(operationRecords.edit, {
        _id: sheetId,
        operations: answerAll({ pain_story: 'ปวดมาก' }),
      })
      expect(record).toMatchObject({
        patient: { _id: first._id },
        answers: { patient: first._id, er_hn: isFormUser ? second.hn : first.hn, pain_story: 'ปวดมาก' },
      })
    },
  )

  test('is one of the record that is used, also if it was written without a signal before', async () => {
    const [first, second] = [await register(), await register()]
    await merge(second, first)
    const new_id = newId()
    const { record } = await bedside.nurse(ambulanceRequests.add, {
      new_id,
      operations: answerAll({ ...plannedRequest, is_patient_unknown: null, patient: second._id }),
    })
    expect(record.patient).toMatchObject({ _id: first._id, hn: first.hn })
    expect(record.answers['patient']).toBe(first._id)
  })
})

function admit(patient_id: string) {
  return bedside.nurse(admissions.admit, {
    patient_id,
    admit_type: 'E',
    admit_source: 'E',
    arrival_type: 1,
    department: '01',
    attending_id: doctorId,
    diagnosis: 'ปอดอักเสบ',
    ward_id: wardId,
  })
}

const request = (patient_id: string) =>
  bedside.doctor(admissionRequests.make, {
    patient_id,
    ward_id: wardId,
    department: '01',
    urgency: 'URGENT',
    diagnosis: 'ปอดอักเสบ',
    isolation: [],
    features: [],
  })

async function reserve(patient_id: string) {
  await sql`update bed_reservations set during = tstzrange(lower(during), lower(during) + interval '1 second')
    where bed_id = ${bedId}`.execute(bedside.panel.root)
  return bedside.nurse(beds.reserve, { _id: bedId, patient_id, until: bedside.at(-60) })
}

const chartSaturation = (patient_id: string, spo2: number) =>
  bedside.nurse(readings.record, {
    patient_id,
    readings: [{ kind: 'spo2', measured_at: bedside.at(), spo2 }],
  })

async function giveDevice(patient_id: string) {
  const { id } = await addDevice(bedside, 'oximeter')
  return bedside.nurse(devices.assign, { device_id: id, patient_id })
}

async function draftRequest(patient: string) {
  const new_id = newId()
  const operations = answerAll({ ...plannedRequest, is_patient_unknown: null, patient })
  return (await bedside.nurse(ambulanceRequests.add, { new_id, operations })).record
}

async function completeRequest(patient: string) {
  const { _id, version } = await draftRequest(patient)
  await bedside.nurse(formRecords.complete, { _id, version })
}
