import {
  alarms,
  type Client,
  errorCodes,
  type Input,
  type MayExistAlready,
  type Patient,
  type PatientChangedMeanwhile,
  patientSearchFields,
  patients,
  readings,
  reference,
} from 'contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import sharp from 'sharp'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod/mini'
import { expectRefusal } from '../../../test/support/refusal.ts'
import { inHospital } from '../../db/database.ts'
import { startTestPanel, type TestPanel, testNow } from '../../testing.ts'
import { insertPatient } from './queries/write.ts'

let panel: TestPanel
let nurse: Client
let doctor: Client
let registrar: Client
beforeAll(async () => {
  panel = await startTestPanel()
  nurse = await panel.as('nurse')
  doctor = await panel.as('doctor')
  registrar = await panel.asNew({ staffType: 'registrar' })
})
afterAll(() => panel.close())

let hnCount = 0
function person(more: Partial<Input<typeof patients.register>> = {}): Input<typeof patients.register> {
  hnCount += 1
  return {
    hn: `T-${String(hnCount).padStart(6, '0')}`,
    title: 'นาย',
    name: `ทดลอง${hnCount}`,
    surname: 'เรียบร้อย',
    gender: 'male',
    date_of_birth: '1980-02-29',
    identity_kind: 'none',
    ...more,
  }
}

async function register(more: Partial<Input<typeof patients.register>> = {}): Promise<Patient> {
  return (await nurse(patients.register, person(more))).patient
}

const penicillin = { kind: 'drug', substance: 'Penicillin', severity: 'severe' } as const

const list = (body: Input<typeof patients.list> = {}) => nurse(patients.list, body)

describe('a birth date that is not wholly known', () => {
  const yearAlone = { date_of_birth: '1947-01-01', birth_date_precision: 'year' } as const
  const update = async (patient: Patient, sent: Omit<Input<typeof patients.update>, '_id' | 'version'>) =>
    (await nurse(patients.update, { _id: patient._id, version: patient.version, ...sent })).patient
  const listBirthChanges = async ({ _id }: Patient) => {
    const { rows } = await nurse(patients.changes, { patient_id: _id })
    return Object.fromEntries(rows.map(({ field, from, to }) => [field, [from, to]]))
  }

  test('becomes a whole one when the date is found, and the history says what was known before', async () => {
    const patient = await register(yearAlone)
    const found = await update(patient, { date_of_birth: '1947-05-12' })
    expect(found).toMatchObject({ date_of_birth: '1947-05-12', birth_date_precision: 'day' })
    expect(await listBirthChanges(patient)).toEqual({
      date_of_birth: ['1947', '1947-05-12'],
      birth_date_precision: ['year', 'day'],
    })
  })

  test('loses the day when it turns out that only the year is known', async () => {
    const patient = await register({ date_of_birth: '1947-05-12' })
    expect(await update(patient, { birth_date_precision: 'year' })).toMatchObject(yearAlone)
    expect(await listBirthChanges(patient)).toEqual({
      date_of_birth: ['1947-05-12', '1947'],
      birth_date_precision: ['day', 'year'],
    })
  })

  test('is told in the history also if the stored date stays the same', async () => {
    const patient = await register({ date_of_birth: '1947-01-01' })
    await update(patient, { birth_date_precision: 'estimated' })
    expect(await listBirthChanges(patient)).toEqual({
      date_of_birth: ['1947-01-01', '1947~'],
      birth_date_precision: ['day', 'estimated'],
    })
  })

  test('keeps its precision when a caller sends the date as it is, or another field', async () => {
    const patient = await register(yearAlone)
    const same = await update(patient, { date_of_birth: '1947-01-01', name: 'เปลี่ยนชื่อ' })
    expect(same).toMatchObject({ ...yearAlone, name: 'เปลี่ยนชื่อ' })
    expect(Object.keys(await listBirthChanges(patient))).toEqual(['name'])
  })

  test('is removed with its precision', async () => {
    const patient = await register(yearAlone)
    const removed = await update(patient, { date_of_birth: null })
    expect(removed).toMatchObject({ date_of_birth: null, birth_date_precision: null })
  })

  test('stands in the exported list as far as it is known, in both languages', async () => {
    const about = await register({ date_of_birth: '1986-01-01', birth_date_precision: 'estimated' })
    const year = await register(yearAlone)
    const line = async (hn: string, language: 'en' | 'th') => {
      const csv = await (await nurse(patients.exportList, { search_value: hn, language })).text()
      return csv.split('\r\n').find((one) => one.includes(hn))
    }
    expect(await line(about.hn, 'en')).toContain(',about 1986,about 40,')
    expect(await line(about.hn, 'th')).toContain(',ประมาณ 1986,ประมาณ 40,')
    expect(await line(year.hn, 'en')).toContain(',1947,about 79,')
  })
})

describe('the list', () => {
  test('starts with the patient registered last and gives the total count', async () => {
    const newest = await register()
    const { rows, total, total_is_at_least } = await list()
    expect(rows[0]?._id).toBe(newest._id)
    expect(rows).toHaveLength(20)
    expect(total).toBeGreaterThan(20)
    expect(total_is_at_least).toBe(false)
  })

  test('contains every patient once across its pages', async () => {
    const { total } = await list()
    const seen = new Set<string>()
    for (let page = 1; page <= Math.ceil(total / 20); page++) {
      for (const row of (await list({ page })).rows) seen.add(row._id)
    }
    expect(seen.size).toBe(total)
  })

  test.each([
    'hn',
    'an',
    'name',
    'age',
    'sex',
    'ward',
    'triage_level',
    'notify_status',
    'device_status',
    'admit_date',
  ] as const)('sorted by %s, its pages hold every patient once in either direction', async (sort_field) => {
    const { total } = await list()
    for (const sort_order of ['asc', 'desc'] as const) {
      const ids: string[] = []
      for (let page = 1; page <= Math.ceil(total / 25); page++) {
        const { rows } = await list({ sort_field, sort_order, page, number_of_rec: 25 })
        ids.push(...rows.map((row) => row._id))
      }
      expect(new Set(ids).size).toBe(total)
    }
  })

  test('sorts patients with a bed before those without, in either direction', async () => {
    for (const sort_order of ['asc', 'desc'] as const) {
      const { rows } = await list({ sort_field: 'ward', sort_order, number_of_rec: 100 })
      const firstWithout = rows.findIndex((row) => row.ward === null)
      expect(firstWithout).toBeGreaterThan(0)
      expect(rows.slice(firstWithout).every((row) => row.ward === null)).toBe(true)
    }
  })

  test('sorts Thai names by their consonants, not by a vowel written before', async () => {
    await register({ name: 'ฮฮเก่ง', surname: 'ก' })
    await register({ name: 'ฮฮขาว', surname: 'ก' })
    const { rows } = await list({ search_value: 'ฮฮ', search_field: 'name', sort_field: 'name' })
    expect(rows.map((row) => row.name)).toEqual(['ฮฮเก่ง', 'ฮฮขาว'])
  })

  test('shows the last four digits of a phone, and no more of it', async () => {
    const { hn } = await register({ mobile: '0897654321' })
    const { rows } = await list({ search_value: hn, search_field: 'hn' })
    expect(rows).toMatchObject([{ mobile_ending: '4321' }])
    expect(JSON.stringify(rows)).not.toContain('54321')
  })

  test('filters by ward, triage level, sex and being in hospital', async () => {
    const inHospital = await list({ filterLists: { in_hospital: true }, number_of_rec: 100 })
    expect(inHospital.rows.length).toBeGreaterThan(10)
    expect(inHospital.rows.every((row) => row.an !== null && row.ward !== null)).toBe(true)
    const ward = inHospital.rows[0]?.ward?._id ?? ''
    const inWard = await list({ filterLists: { ward: [ward] } })
    expect(inWard.rows.every((row) => row.ward?._id === ward)).toBe(true)
    expect(inWard.total).toBe(inHospital.rows.filter((row) => row.ward?._id === ward).length)
    const red = await list({ filterLists: { triage_level: ['RED'], gender: ['male', 'female'] } })
    expect(red.rows.length).toBeGreaterThan(0)
    expect(red.rows.every((row) => row.triage_level === 'RED')).toBe(true)
  })
})

describe('searching', () => {
  let one: Patient
  beforeAll(async () => {
    one = await register({
      hn: '67-00SRCH9',
      title: 'นางสาว',
      name: 'ไพลิน',
      surname: 'แก้วกาญจนา ณ ทดสอบ',
      name_en: 'Pailin',
      surname_en: "Kaew-Kanchana O'Test",
      gender: 'female',
      identity_kind: 'national_id',
      national_id: '1101700230708',
      mobile: '0899998877',
      contact_number: '+856205551234',
    })
  })

  test.each([
    ['a first name', 'ไพลิน'],
    ['the beginning of a name', 'ไพ'],
    ['a surname', 'แก้วกาญ'],
    ['a full name', 'ไพลิน แก้วกาญจนา'],
    ['a full name with a title and many spaces', ' นางสาว  ไพลิน   แก้วกาญจนา '],
    ['a short title stuck to the name', 'น.ส.ไพลิน'],
    ['an English name in capitals', 'PAILIN KAEW'],
    ['an English name with a title', 'Miss Pailin'],
    ['surname first', 'kaew kanchana otest pai'],
    ['HN with its label', 'HN 67-00SRCH9'],
    ['HN without the hyphen, small letters', '6700srch9'],
    ['a national ID as printed', '1-1017-00230-70-8'],
    ['a national ID in Thai digits', '๑๑๐๑๗๐๐๒๓๐๗๐๘'],
    ['a phone as dictated', '089 999 8877'],
    ['a phone with its country', '+66 89-999-8877'],
    ['a foreign contact number', '+856 20 555 1234'],
  ])('finds by %s', async (_what, search_value) => {
    const { rows } = await list({ search_value })
    expect(rows.map((row) => row._id)).toContain(one._id)
  })

  test('finds by any beginning of the name, in any case and with spaces anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('ไพลินแก้วกาญจนาณทดสอบ', 'PailinKaewKanchanaOTest'),
        fc.integer({ min: 3, max: 20 }),
        fc.array(fc.nat({ max: 20 }), { maxLength: 4 }),
        fc.boolean(),
        async (name, length, spaces, isLower) => {
          const letters = Array.from(name.slice(0, length))
          for (const at of spaces) letters.splice(at, 0, ' ')
          const typed = letters.join('')
          const { rows } = await list({
            search_value: isLower ? typed.toLowerCase() : typed,
            number_of_rec: 100,
          })
          expect(rows.map((row) => row._id)).toContain(one._id)
        },
      ),
      { numRuns: 40 },
    )
  })

  test('finds by the last three digits or more of an HN, those whose HN begins so first', async () => {
    const [ends, begins] = [await register({ hn: '67-0090412' }), await register({ hn: '0412-1' })]
    for (const search_value of ['0412', 'HN 0412', '๐๔๑๒', '0090412', '412', '90-412']) {
      const ids = (await list({ search_value, search_field: 'hn' })).rows.map((row) => row._id)
      expect(ids, search_value).toContain(ends._id)
    }
    const ids = (await list({ search_value: '0412' })).rows.map((row) => row._id)
    expect(ids.filter((id) => id === ends._id || id === begins._id)).toEqual([begins._id, ends._id])
    const two = (await list({ search_value: '12', search_field: 'hn' })).rows.map((row) => row._id)
    expect(two).not.toContain(ends._id)
    const other = { _id: ends._id, version: ends.version, hn: '67-0090555' }
    await nurse(patients.update, other)
    expect((await list({ search_value: '90412', search_field: 'hn' })).rows).toEqual([])
    expect((await list({ search_value: '90555', search_field: 'hn' })).rows.map((row) => row._id)).toEqual([
      ends._id,
    ])
  })

  test('in one field finds no matches of another', async () => {
    expect((await list({ search_value: '0899998877', search_field: 'phone' })).rows).toHaveLength(1)
    expect((await list({ search_value: '0899998877', search_field: 'hn' })).rows).toHaveLength(0)
  })

  test('finds by AN and by VN', async () => {
    const { rows } = await list({ filterLists: { in_hospital: true } })
    const admitted = rows[0]
    const byAn = await list({ search_value: admitted?.an ?? 'none', search_field: 'an' })
    expect(byAn.rows.map((row) => row._id)).toContain(admitted?._id)
    const { vn, patient_id } = await panel.root
      .selectFrom('visits')
      .select(['vn', 'patient_id'])
      .executeTakeFirstOrThrow()
    const byVn = await list({ search_value: vn, search_field: 'vn' })
    expect(byVn.rows.map((row) => row._id)).toContain(patient_id)
  })

  test('together with a filter finds only what matches both', async () => {
    const { rows, total } = await list({ search_value: 'ไพลิน', filterLists: { gender: ['male'] } })
    expect(rows.map((row) => row._id)).not.toContain(one._id)
    expect(total).toBe(rows.length)
  })

  test('by half a title finds those who have it', async () => {
    const { rows } = await list({ search_value: 'นางสา', number_of_rec: 100 })
    expect(rows.map((row) => row._id)).toContain(one._id)
  })

  test('past the last page still gives the total count', async () => {
    const { total } = await list({ search_value: 'ไพลิน' })
    expect(total).toBeGreaterThan(0)
    expect(await list({ search_value: 'ไพลิน', page: 9 })).toMatchObject({ rows: [], total })
    const filtered = { search_value: 'ไพลิน', filterLists: { gender: ['female' as const] } }
    const { total: women } = await list(filtered)
    expect(await list({ ...filtered, page: 9 })).toMatchObject({ rows: [], total: women })
  })

  test('does not call a total exact if several keys of each patient end the search early', async () => {
    const matches = 110
    for (let at = 0; at < matches; at++) await register({ name: `แฝด${at}ก`, surname: `แฝด${at}ข` })
    for (const page of [1, 99]) {
      const { total, total_is_at_least } = await list({ search_value: 'แฝด', page })
      expect(total_is_at_least).toBe(true)
      expect(total).toBeGreaterThan(matches / 2)
      expect(total).toBeLessThan(matches)
    }
    const below = { total: 11, total_is_at_least: false }
    for (const page of [1, 99]) expect(await list({ search_value: 'แฝด10', page })).toMatchObject(below)
  })

  test('puts the closest spelling first, also with a filter and in the export', async () => {
    const exact = await register({ hn: 'NEAR-1' })
    const longer = await register({ hn: 'NEAR-12' })
    const filtered = { search_value: 'near1', filterLists: { gender: ['male' as const] } }
    for (const query of [{ search_value: 'near1' }, filtered]) {
      expect((await list(query)).rows.map((row) => row._id)).toEqual([exact._id, longer._id])
      const csv = await (await nurse(patients.exportList, query)).text()
      expect(csv.indexOf('NEAR-1,')).toBeLessThan(csv.indexOf('NEAR-12,'))
    }
  })

  test('for spaces alone does not filter', async () => {
    expect((await list({ search_value: '  ' })).total).toBe((await list()).total)
  })

  test.each(['%', '_', ' -. ', '\u200b'])(
    "for %j, which is in nobody's name, finds nobody",
    async (search_value) => {
      const nobody = { rows: [], total: 0, total_is_at_least: false }
      for (const search_field of patientSearchFields)
        expect(await list({ search_value, search_field }), search_field).toMatchObject(nobody)
      expect(await list({ search_value, sort_field: 'hn' })).toMatchObject(nobody)
      expect(await list({ search_value, filterLists: { gender: ['female'] } })).toMatchObject(nobody)
      const csv = await (await nurse(patients.exportList, { search_value })).text()
      expect(csv.trimEnd().split('\n')).toHaveLength(1)
    },
  )

  test('for a wildcard finds only that character', async () => {
    expect((await list({ search_value: '%%a%' })).rows.every((row) => !row.name.includes('ไพลิน'))).toBe(true)
    expect((await list({ search_value: '1%' })).rows.map((row) => row._id)).not.toContain(one._id)
  })

  test('finds a renamed patient by the new name and no longer by the old', async () => {
    const patient = await register({ name: 'ก่อนแต่งงาน' })
    await nurse(patients.update, { _id: patient._id, version: patient.version, name: 'หลังแต่งงาน' })
    expect((await list({ search_value: 'ก่อนแต่งงาน' })).rows).toHaveLength(0)
    expect((await list({ search_value: 'หลังแต่งงาน' })).rows).toHaveLength(1)
  })

  test('keeps the search keys of a patient as they are while something else changes', async () => {
    const patient = await register()
    const listKeys = async () => {
      const { rows } = await sql<{ writer: string; kind: string; key: string }>`
        select xmin::text as writer, kind, key from patient_search where patient_id = ${patient._id}
        order by kind, key`.execute(panel.root)
      return rows
    }
    const before = await listKeys()
    expect(before).not.toEqual([])
    const { _id, version } = patient
    await nurse(patients.update, { _id, version, house_no: '99' })
    expect(await listKeys()).toEqual(before)
    await nurse(patients.update, { _id, version: version + 1, mobile: '0899999999' })
    expect((await listKeys()).map(({ key }) => key)).toEqual([...before.map(({ key }) => key), '0899999999'])
  })
})

describe('registering', () => {
  test('stores every field as it was given', async () => {
    const { sub_district } = await nurse(reference.subDistricts, { zipcode: '43000' })
    const place = sub_district[0]
    const district = place?.district ?? ''
    const given = {
      ...person({ identity_kind: 'passport', passport_no: 'P1234567' }),
      name_en: 'Somebody',
      surname_en: 'Else',
      mobile: '0812345678',
      contact_name: 'แม่',
      contact_number: '042123456',
      relationship: 'mother',
      nationality: 'THA',
      house_no: '1/2',
      village: 'บ้านใหม่',
      soi: 'ซอย 3',
      road: 'มีชัย',
      province: district.slice(0, 2),
      district,
      sub_district: place?.code,
      zipcode: '43000',
      lat: 17.8783,
      lang: 102.742,
      height: 170.5,
      weight: 65.25,
      waist_circumference: 80,
      allergies: [{ kind: 'drug', substance: 'Penicillin', severity: 'severe', reaction: 'ผื่น' }],
      risk_behavior: ['smoking'],
    } satisfies Input<typeof patients.register>
    const { patient } = await nurse(patients.register, given)
    expect(patient).toMatchObject({ ...given, allergies: expect.anything() })
    expect(patient.allergies).toMatchObject([
      { substance: 'Penicillin', severity: 'severe', certainty: 'unclassified' },
    ])
    expect(patient.version).toBe(1)
    expect((await nurse(patients.get, { _id: patient._id })).patient).toEqual(patient)
  })

  test('stores a birthday as the same day in every time zone of the server', async () => {
    expect((await register({ date_of_birth: '2000-02-29' })).date_of_birth).toBe('2000-02-29')
  })

  test('counts a date without a precision as a whole one, and nothing as known without a date', async () => {
    expect(await register()).toMatchObject({ date_of_birth: '1980-02-29', birth_date_precision: 'day' })
    expect(await register({ date_of_birth: null, birth_date_precision: 'year' })).toMatchObject({
      date_of_birth: null,
      birth_date_precision: null,
    })
  })

  test('keeps no more of a birth date than is known', async () => {
    const bornIn = async (birth_date_precision: 'month' | 'year' | 'estimated') =>
      (await register({ date_of_birth: '1947-05-12', birth_date_precision })).date_of_birth
    expect(await bornIn('month')).toBe('1947-05-01')
    expect(await bornIn('year')).toBe('1947-01-01')
    expect(await bornIn('estimated')).toBe('1947-05-12')
  })

  test.each([
    { date_of_birth: null, birth_date_precision: 'day' },
    { date_of_birth: '1947-01-01', birth_date_precision: null },
    { date_of_birth: '1947-05-01', birth_date_precision: 'year' },
    { date_of_birth: '1947-05-12', birth_date_precision: 'month' },
    { date_of_birth: '1947-05-12', birth_date_precision: 'century' },
  ])('the database refuses %o', async (birth) => {
    const { _id } = await register()
    const write = panel.root.updateTable('patients').set(birth).where('id', '=', _id).execute()
    await expect(write).rejects.toThrow('patients_birth_date_precision')
  })

  test.each([
    [{ hn: '' }, 'hn', 'hn-required'],
    [{ title: '' }, 'title', 'title-required'],
    [{ name: ' ' }, 'name', 'name-required'],
    [{ surname: '' }, 'surname', 'surname-required'],
    [{ identity_kind: 'national_id' as const }, 'national_id', 'national-id-required'],
    [
      { identity_kind: 'national_id' as const, national_id: '1101700230707' },
      'national_id',
      'national-id-check-digit',
    ],
    [{ identity_kind: 'national_id' as const, national_id: '110' }, 'national_id', 'national-id-length'],
    [{ mobile: '12345' }, 'mobile', 'phone-invalid'],
    [{ date_of_birth: '2999-01-01' }, 'date_of_birth', 'date-in-future'],
    [{ date_of_birth: '1999-02-30' }, 'date_of_birth', 'date-invalid'],
    [
      { date_of_birth: testNow.slice(0, 10), birth_date_precision: 'year' as const },
      'date_of_birth',
      'birth-month-needed',
    ],
    [{ date_of_birth: '2523-02-28' }, 'date_of_birth', 'date-in-future'],
    [{ allergies: [{ ...penicillin, since: '2569-01-01' }] }, 'allergies.0.since', 'date-in-future'],
    [
      { chronic_disease: [{ disease: 'E11', since: '2560-01-01' }] },
      'chronic_disease.0.since',
      'date-in-future',
    ],
    [{ nationality: 'XXX' }, 'nationality', 'choice-invalid'],
    [{ height: 999 }, 'height', 'number-range'],
    [{ province: '99' }, 'province', 'choice-invalid'],
  ])('refuses %o and names the field', async (wrong, field, message) => {
    const { code, fields } = await expectRefusal(nurse(patients.register, person(wrong)))
    expect(code).toBe(errorCodes.invalid)
    expect(fields).toContainEqual({ field, message })
  })

  test('refuses a sub-district of another district', async () => {
    const wrong = person({ province: '43', district: '4301', sub_district: '100101' })
    expect((await expectRefusal(nurse(patients.register, wrong))).fields).toContainEqual({
      field: 'sub_district',
      message: 'choice-invalid',
    })
  })

  test('refuses the same HN twice, and does not store the second patient', async () => {
    const first = await register()
    const before = (await list()).total
    expect((await expectRefusal(nurse(patients.register, person({ hn: first.hn })))).code).toBe(
      errorCodes['hn-taken'],
    )
    expect((await list()).total).toBe(before)
  })

  test('reports a taken HN before a patient who may exist already', async () => {
    const known = await register({ name: 'เหมือนกัน' })
    const { code } = await expectRefusal(nurse(patients.register, person({ hn: known.hn, name: 'เหมือนกัน' })))
    expect(code).toBe(errorCodes['hn-taken'])
  })

  test('at the same time with one HN succeeds once, and the other is told', async () => {
    const hn = 'T-RACE'
    const results = await Promise.allSettled([
      nurse(patients.register, person({ hn })),
      nurse(patients.register, person({ hn })),
    ])
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test.each<[string, Partial<Input<typeof patients.register>>, Partial<Input<typeof patients.register>>]>([
    ['name', { name: 'พร้อม', surname: 'กัน' }, { name: 'พร้ อม', surname: 'กัน' }],
    ['phone and first name', { name: 'นัท', mobile: '0811111199' }, { name: 'นัท', mobile: '+66811111199' }],
    [
      'passport',
      { identity_kind: 'passport', passport_no: 'RA1234567' },
      { identity_kind: 'passport', passport_no: 'RA1234567' },
    ],
    [
      'migrant card',
      { identity_kind: 'migrant', migrant_no: '00-5001-123456-7' },
      { identity_kind: 'migrant', migrant_no: '0050011234567' },
    ],
  ])('at the same time with one %s succeeds once, and the other is warned', async (_what, one, other) => {
    const results = await Promise.allSettled([
      register(one),
      register({ ...other, surname: one.surname ?? 'ข' }),
    ])
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(refusals).toMatchObject([{ code: errorCodes['may-exist-already'] }])
  })

  test('at the same time with one national ID succeeds once, and the other is told who has it', async () => {
    const same = { identity_kind: 'national_id', national_id: '1101700230724' } as const
    const results = await Promise.allSettled([register(same), register(same)])
    const stored = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value._id] : []))
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(refusals).toMatchObject([
      { code: errorCodes['national-id-taken'], detail: { holder: { _id: stored[0] } } },
    ])
  })

  test('numbers patients without a gap, many at once and though some are refused', async () => {
    const { hn } = await register()
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, (_, at) => nurse(patients.register, person(at % 3 === 0 ? { hn } : {}))),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(8)
    const { rows } = await sql<{ places: number[]; patients: number }>`
      select array(select number from patients p where p.hospital_id = c.hospital_id order by number) as places,
        patients from patient_counts c`.execute(panel.root)
    for (const { places, patients } of rows)
      expect(places).toEqual(Array.from({ length: patients }, (_, at) => at + 1))
  })

  test('waits for no other registration that has not committed yet', async () => {
    const { hospital_id: hospitalId } = await panel.root
      .selectFrom('patient_counts')
      .select('hospital_id')
      .executeTakeFirstOrThrow()
    let meanwhile: Patient | undefined
    await inHospital(panel.root, hospitalId, async (tx) => {
      const written = { id: newId(), hospitalId, now: testNow }
      await insertPatient(tx, written, person({ date_of_birth: null }), null)
      meanwhile = await register()
    })
    expect((await list()).rows.slice(1).map(({ _id }) => _id)).toContain(meanwhile?._id)
  })

  describe('warns of a patient who may exist already', () => {
    const listCandidates = async (more: Partial<Input<typeof patients.register>>) => {
      const { code, detail } = await expectRefusal(nurse(patients.register, person(more)))
      expect(code).toBe(errorCodes['may-exist-already'])
      return (detail as z.output<typeof MayExistAlready>).candidates
    }

    test('warns for the same name, with other spaces, and birthday', async () => {
      const known = await register({ name: 'สมหมาย', surname: 'ณ อยุธยา' })
      const candidates = await listCandidates({ name: 'สม หมาย', surname: 'ณอยุธยา' })
      expect(candidates.map(({ _id }) => _id)).toContain(known._id)
      expect(
        (await register({ name: 'สมหมาย', surname: 'ณ อยุธยา', date_of_birth: '1999-01-01' })).hn,
      ).toBeTruthy()
    })

    test('warns for the same name where what is known of a birth date fits, and shows it as it is known', async () => {
      const about = { date_of_birth: '1976-01-01', birth_date_precision: 'estimated' } as const
      const name = 'ประมาณวัย'
      const known = await register({ name, ...about })
      expect(await listCandidates({ name })).toMatchObject([{ _id: known._id, ...about, because: ['name'] }])
      await listCandidates({ name, date_of_birth: '1980-01-01', birth_date_precision: 'year' })
      expect((await register({ name, date_of_birth: '1930-01-01' })).hn).toBeTruthy()
    })

    test('warns for a day in the year that is known, and not for one in another', async () => {
      const name = 'รู้ปี'
      await register({ name, date_of_birth: '1980-01-01', birth_date_precision: 'year' })
      expect(await listCandidates({ name })).toHaveLength(1)
      await listCandidates({ name, date_of_birth: '1980-12-01', birth_date_precision: 'month' })
      expect((await register({ name, date_of_birth: '1981-01-01' })).hn).toBeTruthy()
    })

    test('warns for the same phone and first name', async () => {
      const known = await register({ name: 'วันดี', mobile: '0876543210' })
      const candidates = await listCandidates({
        name: 'วันดี',
        surname: 'ใหม่',
        mobile: '0876543210',
        date_of_birth: '1970-01-01',
      })
      expect(candidates).toMatchObject([{ _id: known._id, because: ['phone'] }])
    })

    test('stores the patient after a confirmation that it is somebody else', async () => {
      await register({ name: 'ฝาแฝด', surname: 'พี่' })
      const { patient } = await nurse(
        patients.register,
        person({ name: 'ฝาแฝด', surname: 'พี่', is_someone_else: true }),
      )
      expect(patient.name).toBe('ฝาแฝด')
    })
  })

  test('is refused to a doctor, and the refusal is in the audit', async () => {
    expect((await expectRefusal(doctor(patients.register, person()))).code).toBe(errorCodes['not-allowed'])
    const row = await panel.root
      .selectFrom('audit')
      .select('action')
      .where('outcome', '=', 'not-allowed')
      .where('action', '=', 'patients.register')
      .executeTakeFirst()
    expect(row).toBeDefined()
  })

  test('by a registrar stores the patient but not their diseases', async () => {
    expect((await registrar(patients.register, person())).patient.hn).toBeTruthy()
    const clinical = person({ chronic_disease: [{ disease: 'I10' }] })
    const { code, fields } = await expectRefusal(registrar(patients.register, clinical))
    expect(code).toBe(errorCodes['not-allowed'])
    expect(fields).toEqual([{ field: 'chronic_disease', message: 'not-allowed' }])
  })
})

test('a record lists the vital signs whose alarms are disabled, as long as they are', async () => {
  const { _id } = await register()
  const listDisabled = async () => (await nurse(patients.get, { _id })).alarms_off
  expect(await listDisabled()).toEqual([])
  const until = '2026-11-05T08:32:00.000Z'
  const off = { mode: 'disabled', until } as const
  const settings = { patient_id: _id, reason: 'ล้างแผล' }
  await nurse(alarms.updateSettings, { ...settings, version: 0, settings: { spo2: off, pulse: off } })
  expect(await listDisabled()).toEqual([
    { vital: 'pulse', bounds: null, until },
    { vital: 'spo2', bounds: null, until },
  ])
  await nurse(alarms.updateSettings, { ...settings, version: 2, settings: { pulse: { mode: 'default' } } })
  expect(await listDisabled()).toEqual([{ vital: 'spo2', bounds: null, until }])
  await panel.root
    .updateTable('notify_settings')
    .set({ until: panel.clock().toISOString() })
    .where('patient_id', '=', _id)
    .execute()
  expect(await listDisabled()).toEqual([])
})

describe('a photo', () => {
  const picture = () => sharp({ create: { width: 300, height: 200, channels: 3, background: '#369' } })
  const file = (bytes: Buffer, name: string) => new File([new Uint8Array(bytes)], name)

  test('is cropped to a square, reduced, and stripped of its location', async () => {
    const withPlace = await picture()
      .withExif({ IFD3: { GPSLatitude: '17/1 52/1 0/1', GPSLatitudeRef: 'N' } })
      .jpeg()
      .toBuffer()
    expect((await sharp(withPlace).metadata()).exif).toBeDefined()
    const patient = await register({ photo: file(withPlace, 'me.jpg') })
    expect(patient.photo_id).not.toBeNull()
    const large = Buffer.from(await (await nurse(patients.getPhoto, { _id: patient._id })).arrayBuffer())
    const metadata = await sharp(large).metadata()
    expect(metadata).toMatchObject({ format: 'jpeg', width: 480, height: 480 })
    expect(metadata.exif).toBeUndefined()
    const small = await nurse(patients.getPhoto, { _id: patient._id, size: 'small' })
    expect(small.size).toBeLessThan(large.length)
  })

  test('is accepted by its content and not by its file name', async () => {
    const gif = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64')
    const { code } = await expectRefusal(nurse(patients.register, person({ photo: file(gif, 'photo.jpg') })))
    expect(code).toBe(errorCodes['photo-type'])
    const png = await picture().png().toBuffer()
    expect((await register({ photo: file(png, 'photo.txt') })).photo_id).not.toBeNull()
  })

  test('that is truncated or too large is refused', async () => {
    const half = (await picture().png().toBuffer()).subarray(0, 120)
    expect((await expectRefusal(nurse(patients.register, person({ photo: file(half, 'a.png') })))).code).toBe(
      errorCodes['photo-unreadable'],
    )
    const big = Buffer.concat([await picture().jpeg().toBuffer(), Buffer.alloc(6 * 1024 * 1024)])
    expect((await expectRefusal(nurse(patients.register, person({ photo: file(big, 'a.jpg') })))).code).toBe(
      errorCodes['photo-too-large'],
    )
    const huge = Buffer.alloc(9 * 1024 * 1024, 1)
    const tooLarge = await expectRefusal(nurse(patients.register, person({ photo: file(huge, 'a.jpg') })))
    expect(tooLarge).toMatchObject({ status: 413, code: errorCodes['too-large'] })
  })

  test('can be removed', async () => {
    const patient = await register({ photo: file(await picture().png().toBuffer(), 'a.png') })
    const { patient: without } = await nurse(patients.update, { _id: patient._id, version: 1, photo: '' })
    expect(without.photo_id).toBeNull()
    expect((await expectRefusal(nurse(patients.getPhoto, { _id: patient._id }))).code).toBe(
      errorCodes['not-found'],
    )
  })
})

describe('changing a record', () => {
  let patient: Patient
  beforeEach(async () => {
    patient = await register({
      mobile: '0811111111',
      allergies: [{ kind: 'drug', substance: 'Aspirin', severity: 'mild' }],
    })
  })

  test('changes the fields that are sent and no others', async () => {
    const { patient: changed } = await nurse(patients.update, {
      _id: patient._id,
      version: 1,
      road: 'ประจักษ์',
    })
    expect(changed).toMatchObject({
      road: 'ประจักษ์',
      mobile: '0811111111',
      version: 2,
      allergies: patient.allergies,
    })
  })

  test('stores an emptied field as null', async () => {
    const { patient: changed } = await nurse(patients.update, { _id: patient._id, version: 1, mobile: null })
    expect(changed.mobile).toBeNull()
  })

  test('to the same values changes nothing', async () => {
    const { patient: same } = await nurse(patients.update, {
      _id: patient._id,
      version: 1,
      mobile: '0811111111',
    })
    expect(same.version).toBe(1)
  })

  test('makes what others show of the patient outdated', async () => {
    await nurse(patients.update, { _id: patient._id, version: 1, road: 'ประจักษ์' })
    const { data } = await panel.root
      .selectFrom('events')
      .select('data')
      .where('kind', '=', 'patients-outdated')
      .orderBy('number', 'desc')
      .executeTakeFirstOrThrow()
    expect(data).toMatchObject({ patient_ids: [patient._id] })
  })

  test('is listed in the history: who, when, old and new value', async () => {
    await doctor(patients.update, { _id: patient._id, version: 1, mobile: '0822222222', weight: 60 })
    const { rows, total } = await nurse(patients.changes, { patient_id: patient._id })
    expect(total).toBe(2)
    expect(rows).toContainEqual(
      expect.objectContaining({ section: 'profile', field: 'mobile', from: '0811111111', to: '0822222222' }),
    )
    expect(rows[0]?.by.first_name).toBeTruthy()
    const clinical = await nurse(patients.changes, { patient_id: patient._id, section: 'clinical' })
    expect(clinical.rows.map((row) => row.field)).toEqual(['weight'])
  })

  test('keeps an entry of a list that is changed or removed in its history as ended', async () => {
    const [aspirin] = patient.allergies
    const { patient: changed } = await doctor(patients.update, {
      _id: patient._id,
      version: 1,
      allergies: [
        { ...aspirin, kind: 'drug', substance: 'Aspirin', severity: 'severe' },
        { kind: 'food', substance: 'กุ้ง', severity: 'moderate' },
      ],
    })
    expect(changed.allergies.map(({ substance, severity }) => [substance, severity])).toEqual([
      ['Aspirin', 'severe'],
      ['กุ้ง', 'moderate'],
    ])
    const { history } = await nurse(patients.allergyHistory, { patient_id: patient._id })
    expect(history).toHaveLength(3)
    const ended = history.filter((entry) => entry.ended_at !== null)
    expect(ended).toMatchObject([
      { _id: aspirin?._id, severity: 'mild', recorded_by: expect.any(String), ended_by: expect.any(String) },
    ])
  })

  test('keeps the id of an entry that stays', async () => {
    const { patient: changed } = await doctor(patients.update, {
      _id: patient._id,
      version: 1,
      allergies: [...patient.allergies, { kind: 'food', substance: 'นม', severity: 'mild' }],
    })
    expect(changed.allergies[0]?._id).toBe(patient.allergies[0]?._id)
  })

  test('refuses the second of two changes, shows it the first one, and writes nothing of it', async () => {
    await doctor(patients.update, { _id: patient._id, version: 1, road: 'ถนนของแพทย์' })
    const { code, detail } = await expectRefusal(
      nurse(patients.update, { _id: patient._id, version: 1, soi: 'ซอยของพยาบาล' }),
    )
    expect(code).toBe(errorCodes['changed-meanwhile'])
    const told = detail as z.output<typeof PatientChangedMeanwhile>
    expect(told.changes).toMatchObject([{ field: 'road', from: null, to: 'ถนนของแพทย์' }])
    expect(told.patient).toMatchObject({ version: 2, road: 'ถนนของแพทย์', soi: null })
    const { patient: both } = await nurse(patients.update, {
      _id: patient._id,
      version: 2,
      soi: 'ซอยของพยาบาล',
    })
    expect(both).toMatchObject({ road: 'ถนนของแพทย์', soi: 'ซอยของพยาบาล', version: 3 })
  })

  test('by two who save at the same instant tells one of them', async () => {
    const results = await Promise.allSettled(
      [doctor, nurse].map((call, i) =>
        call(patients.update, { _id: patient._id, version: 1, road: `ถนน ${i}` }),
      ),
    )
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('to a passport removes the national ID', async () => {
    const thai = await register({ identity_kind: 'national_id', national_id: '1101700230716' })
    const { patient: foreign } = await nurse(patients.update, {
      _id: thai._id,
      version: 1,
      identity_kind: 'passport',
      passport_no: 'AB123456',
    })
    expect(foreign).toMatchObject({ identity_kind: 'passport', passport_no: 'AB123456', national_id: null })
  })

  test('of a person whom nobody knew, to the card by which they are identified, removes their appearance', async () => {
    const { _id, gender, appearance } = await register({
      identity_kind: 'unknown',
      gender: 'unknown',
      appearance: 'รอยสักรูปมังกรที่แขนซ้าย',
      migrant_no: '00-5002-000001-1',
    })
    expect({ gender, appearance }).toEqual({ gender: 'unknown', appearance: 'รอยสักรูปมังกรที่แขนซ้าย' })
    const { patient: known } = await nurse(patients.update, {
      _id,
      version: 1,
      identity_kind: 'migrant',
      migrant_kind: 'บัตรชมพู',
      migrant_no: '00-5002-000001-1',
    })
    expect(known).toMatchObject({ migrant_kind: 'บัตรชมพู', migrant_no: '00-5002-000001-1', appearance: null })
    const found = await nurse(patients.list, { search_value: '0050020000011' })
    expect(found.rows.map((row) => row._id)).toEqual([_id])
  })

  test('refuses an unknown person without a description, and a migrant without a number', async () => {
    const asked = [
      register({ identity_kind: 'unknown' }),
      register({ identity_kind: 'migrant', migrant_no: '??' }),
      register({ identity_kind: 'migrant' }),
    ].map(expectRefusal)
    expect((await Promise.all(asked)).flatMap(({ fields }) => fields)).toEqual([
      { field: 'appearance', message: 'appearance-required' },
      { field: 'migrant_no', message: 'migrant-number-invalid' },
      { field: 'migrant_no', message: 'migrant-number-required' },
    ])
  })

  test('refuses an entry since a year of the Buddhist Era, and names its field', async () => {
    const asked = nurse(patients.update, {
      _id: patient._id,
      version: 1,
      medication: [{ name: 'Metformin' }, { name: 'Amlodipine', since: '2569-01-01' }],
    })
    expect((await expectRefusal(asked)).fields).toEqual([
      { field: 'medication.1.since', message: 'date-in-future' },
    ])
  })

  test('by a registrar may change the address and not the allergies', async () => {
    await registrar(patients.update, { _id: patient._id, version: 1, road: 'ใหม่' })
    const { code } = await expectRefusal(
      registrar(patients.update, { _id: patient._id, version: 2, allergies: [] }),
    )
    expect(code).toBe(errorCodes['not-allowed'])
  })
})

describe('what was known when', () => {
  test('a weight of the form and one of the body data share a history, and the record shows the newest', async () => {
    const { _id } = await register({ weight: 55.1, height: 168 })
    const shown = async () => (await nurse(patients.get, { _id })).patient
    expect(await shown()).toMatchObject({
      weight: 55.1,
      measured: { weight: { source: 'manual' }, waist_circumference: null },
    })
    panel.wait(60_000)
    const measured_at = panel.clock().toISOString()
    await nurse(readings.record, {
      patient_id: _id,
      readings: [{ kind: 'body', measured_at, weight: 52.4 }],
    })
    const { weight, height, measured, version } = await shown()
    expect({ weight, height }).toEqual({ weight: 52.4, height: 168 })
    expect(Date.parse(measured.weight?.measured_at ?? '')).toBe(Date.parse(measured_at))
    panel.wait(60_000)
    await nurse(patients.update, { _id, version, weight: 53 })
    const { rows } = await nurse(readings.bodyData, { patient_id: _id })
    expect(rows.map((row) => row.weight)).toEqual([53, 52.4, 55.1])
    expect((await shown()).weight).toBe(53)
  })

  test('an unusual value needs confirmation if the request can confirm it, and is accepted otherwise', async () => {
    const asked = await expectRefusal(nurse(patients.register, person({ weight: 5, confirmed: ['height'] })))
    expect(asked.fields).toEqual([{ field: 'weight', message: 'implausible' }])
    expect((await register({ weight: 5, date_of_birth: null, confirmed: ['weight'] })).weight).toBe(5)
    expect((await register({ weight: 5 })).weight).toBe(5)

    const { _id } = await register({ weight: 55.1, confirmed: [] })
    const change = (more: Partial<Input<typeof patients.update>>) =>
      nurse(patients.update, { _id, version: 1, ...more })
    expect(
      (await expectRefusal(change({ waist_circumference: 15, weight: 80, confirmed: [] }))).fields,
    ).toEqual([
      { field: 'weight', message: 'implausible' },
      { field: 'waist_circumference', message: 'implausible' },
    ])
    expect((await change({ weight: 80, confirmed: ['weight'] })).patient.weight).toBe(80)
  })

  test('an unusual value that is in the record already needs no confirmation', async () => {
    const { _id } = await register({ weight: 5 })
    const { patient } = await nurse(patients.update, {
      _id,
      version: 1,
      weight: 5,
      mobile: '0811111112',
      confirmed: [],
    })
    expect(patient.mobile).toBe('0811111112')
  })

  test('emptying a field does not delete what was measured', async () => {
    const { _id } = await register({ weight: 55.1 })
    const refused = await expectRefusal(nurse(patients.update, { _id, version: 1, weight: null }))
    expect(refused.fields).toEqual([{ field: 'weight', message: 'measured-stays' }])
    expect((await nurse(patients.get, { _id })).patient.weight).toBe(55.1)
  })

  test('drugs given in the hospital have a list of their own, which a list of regular drugs leaves alone', async () => {
    const home = { name: 'Amlodipine', dose: '5 mg', route: 'PO', frequency: 'OD' }
    const given = { name: 'Adrenaline', dose: '0.5 mg', route: 'IM', frequency: 'stat' }
    const patient = await register({ medication: [home], ward_medication: [given] })
    expect(patient.medication).toMatchObject([home])
    expect(patient.ward_medication).toMatchObject([given])
    const changed = await doctor(patients.update, { _id: patient._id, version: 1, medication: [] })
    expect(changed.patient).toMatchObject({ medication: [], ward_medication: [given] })
    const told = await doctor(patients.medicationHistory, { patient_id: patient._id })
    expect([told.history, told.ward_history]).toMatchObject([[home], [given]])
  })

  test('underlying diseases and medication store who recorded and who ended them', async () => {
    const patient = await register({
      underlying_disease: [{ underlying_disease: await firstCode(nurse) }],
      medication: [{ name: 'Metformin', dose: '500 mg', route: 'PO', frequency: 'bid pc' }],
    })
    await doctor(patients.update, { _id: patient._id, version: 1, underlying_disease: [], medication: [] })
    const { history: diseases } = await nurse(patients.underlyingDiseaseHistory, { patient_id: patient._id })
    const { history: drugs } = await nurse(patients.medicationHistory, { patient_id: patient._id })
    for (const [entry] of [diseases, drugs]) {
      expect(entry?.recorded_by).toBeTruthy()
      expect(entry?.ended_by).toBeTruthy()
      expect(entry?.ended_by).not.toBe(entry?.recorded_by)
    }
    expect(drugs).toMatchObject([{ name: 'Metformin', dose: '500 mg', ended_at: expect.any(String) }])
  })

  test('diseases are one list under two names, whichever of them is written', async () => {
    const pressure = { since: '2015-02-01', note: 'กินยาไม่สม่ำเสมอ' }
    const told = await register({
      underlying_disease: [{ underlying_disease: 'hypertension' }, { underlying_disease: 'diabetes' }],
      chronic_disease: [{ disease: 'I10', ...pressure }],
    })
    const listNames = ({ underlying_disease, chronic_disease }: Patient) => {
      expect(
        chronic_disease.map(({ disease, ...rest }) => ({ ...rest, underlying_disease: disease })),
      ).toEqual(underlying_disease)
      return underlying_disease.map((entry) => entry.underlying_disease).toSorted()
    }
    expect(listNames(told)).toEqual(['I10', 'diabetes'])
    expect(told.chronic_disease).toContainEqual({ _id: expect.any(String), disease: 'I10', ...pressure })

    const sent = { _id: told._id, version: 1, underlying_disease: told.underlying_disease }
    const added = await doctor(patients.update, {
      ...sent,
      chronic_disease: [...told.chronic_disease, { disease: 'gout' }],
    })
    expect(listNames(added.patient)).toEqual(['I10', 'M10.9', 'diabetes'])
    const { rows } = await doctor(patients.changes, { patient_id: told._id })
    expect(rows.map(({ field }) => field)).toEqual(['underlying_disease'])

    const same = { _id: told._id, version: 2, chronic_disease: added.patient.chronic_disease }
    expect((await doctor(patients.update, same)).patient.version).toBe(2)
    const ended = await doctor(patients.update, { ...same, chronic_disease: [] })
    expect(listNames(ended.patient)).toEqual([])
    const { history } = await nurse(patients.underlyingDiseaseHistory, { patient_id: told._id })
    expect(history.map((entry) => entry.underlying_disease).toSorted()).toEqual(['I10', 'M10.9', 'diabetes'])
    expect(history.every(({ recorded_by, ended_by }) => recorded_by && ended_by)).toBe(true)
  })

  test('an unknown disease is refused under either name', async () => {
    for (const unknown of [
      { underlying_disease: [{ underlying_disease: 'X99.9' }] },
      { chronic_disease: [{ disease: 'X99.9' }] },
    ]) {
      const { fields } = await expectRefusal(register(unknown))
      expect(fields).toEqual([{ field: 'underlying_disease', message: 'choice-invalid' }])
    }
  })

  async function firstCode(call: Client): Promise<string> {
    const { underlying_disease } = await call(reference.underlyingDiseases, {})
    return underlying_disease[0]?.code ?? ''
  }
})

test('a national ID that is sent alone to a record of another kind is refused, and not lost', async () => {
  const patient = await register({ identity_kind: 'none' })
  const update = (more: object) =>
    nurse(patients.update, { _id: patient._id, version: patient.version, ...more })
  const { fields } = await expectRefusal(update({ national_id: '1101700230996' }))
  expect(fields).toEqual([{ field: 'national_id', message: 'identity-kind-needed' }])
  const { patient: named } = await update({ identity_kind: 'national_id', national_id: '1101700230996' })
  expect(named.national_id).toBe('1101700230996')
})

describe('the map', () => {
  test('shows patients whose home is known, newest first, and no others', async () => {
    const home = await register({ lat: 17.8783, lang: 102.742 })
    const nowhere = await register()
    const { rows, total } = await nurse(patients.listForLocation, { number_of_rec: 100 })
    expect(rows[0]).toMatchObject({ _id: home._id, lat: 17.8783, lang: 102.742 })
    expect(rows.map((row) => row._id)).not.toContain(nowhere._id)
    expect(total).toBe(rows.length)
    const found = await nurse(patients.listForLocation, { search_value: home.hn })
    expect(found).toMatchObject({ rows: [{ _id: home._id }], total: 1 })
    expect(await nurse(patients.listForLocation, { search_value: nowhere.hn })).toMatchObject({ rows: [] })
    const women = await nurse(patients.listForLocation, { filterLists: { gender: ['female'] } })
    expect(women.rows.map((row) => row._id)).not.toContain(home._id)
  })
})

describe('the export', () => {
  const text = async (call: Client, body: Input<typeof patients.exportList> = {}) =>
    (await call(patients.exportList, body)).text()

  test('contains the whole list, filtered and sorted, in UTF-8 that a spreadsheet recognises', async () => {
    const response = await panel.fetch(patients.exportList.path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${(await panel.as('nurse')).session.server_token}`,
      },
      body: JSON.stringify({ language: 'th' }),
    })
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="data.csv"')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const lines = bytes.toString().trim().split('\r\n')
    expect(lines).toHaveLength((await list()).total + 1)
    expect(lines[0]).toContain('คำนำหน้า')
    expect(lines.slice(1).every((line) => /,(ชาย|หญิง|อื่น ๆ|ไม่ทราบ),/.test(line))).toBe(true)
    expect(lines.some((line) => /,\d{4}-\d\d-\d\d \d\d:\d\d$/.test(line))).toBe(true)
  })

  test('contains no formula', async () => {
    await register({ name: '=1+1', surname: '@SUM(A1)' })
    const csv = await text(nurse, { search_value: '=1+1' })
    expect(csv).toContain("'=1+1")
    expect(csv).toContain("'@SUM(A1)")
  })

  test('is refused to those who may only read', async () => {
    const assistant = await panel.asNew({ staffType: 'assistant_nurse' })
    expect((await expectRefusal(assistant(patients.exportList, {}))).code).toBe(errorCodes['not-allowed'])
  })
})

describe('the audit', () => {
  test('records who saw whose record', async () => {
    const patient = await register()
    const { session } = await panel.as('doctor')
    await doctor(patients.get, { _id: patient._id })
    const rows = await panel.root
      .selectFrom('audit')
      .select(['action', 'staff_id', 'outcome'])
      .where(sql<boolean>`patient_ids @> array[${patient._id}]::uuid[]`)
      .orderBy('id')
      .execute()
    expect(rows.map((row) => row.action)).toEqual(['patients.register', 'patients.get'])
    expect(rows[1]?.staff_id).toBe(session.user_id)
  })

  test('cannot be changed or deleted, not even by the owner of the database', async () => {
    await expect(panel.root.deleteFrom('audit').execute()).rejects.toThrow('append-only')
    await expect(panel.root.updateTable('audit').set({ outcome: 'x' }).execute()).rejects.toThrow(
      'append-only',
    )
  })
})
