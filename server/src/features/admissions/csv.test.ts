import { admissions, audit, type Client, groups, type Input } from 'contract'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestBedside, type TestBedside } from '../../../test/support/bedside.ts'

let bedside: TestBedside
/** Wards of their own, so that the stays of the demo hospital do not matter. */
const wards = [newId(), newId()] as const
beforeAll(async () => {
  bedside = await startTestBedside()
  await bedside.panel.root
    .insertInto('wards')
    .values(
      wards.map((id, index) => ({
        id,
        hospital_id: bedside.hospitalId,
        code: `CSV${index}`,
        name_en: `Csv ${index}`,
        name_th: `หอ ${index}`,
        position: 90,
      })),
    )
    .execute()
})
afterAll(() => bedside.panel.close())

async function admit(ward_id: string, diagnosis: string, at = bedside.at(0)) {
  const { doctors } = await bedside.nurse(admissions.doctors, {})
  const { id } = await bedside.addPatient()
  const { stay } = await bedside.nurse(admissions.admit, {
    patient_id: id,
    admit_type: 'E',
    admit_source: 'E',
    arrival_type: 1,
    department: '01',
    attending_id: doctors[0]?._id ?? '',
    diagnosis,
    disease: 'J18.9',
    ward_id,
    at,
  })
  return stay
}

async function exportRows(of: Client, body: Input<typeof admissions.exportList>): Promise<string[]> {
  const text = await (await of(admissions.exportList, body)).text()
  return text.trim().split('\r\n')
}

test('the export has the stays of the list, guarded against formulas, in the language asked for', async () => {
  const { _id, version, patient, an } = await admit(
    wards[0],
    '=HYPERLINK("http://evil")',
    bedside.at(25 * 60),
  )
  await bedside.nurse(admissions.discharge, {
    stay_id: _id,
    version,
    patient_id: patient._id,
    discharge_status: 2,
    discharge_type: 1,
  })
  const filterLists = { state: 'left', ward: wards[0] } as const
  const [headings, ...left] = await exportRows(bedside.nurse, { filterLists })
  expect(headings).toMatch(/^HN,AN,Title,Name,Surname,Sex,Date of birth,Ward,Bed,State,Admitted,Discharged,/)
  expect(left).toHaveLength(1)
  expect(left[0]).toContain(`${patient.hn},${an},`)
  expect(left[0]).toContain(`"'=HYPERLINK(""http://evil"")",J18.9,`)
  // One night between the calendar days.
  expect(left[0]).toMatch(/,1,Internal medicine,/)
  expect(left[0]).toMatch(/,Improved,/)
  const [, thai] = await exportRows(bedside.nurse, { filterLists, language: 'th' })
  expect(thai).toMatch(/อายุรกรรม.*,ทุเลา,/)
  const admin = await bedside.panel.as('admin')
  const { rows } = await admin(audit.list, { filterLists: { action: 'admissions.exportList' } })
  expect(rows[0]).toMatchObject({ outcome: 'ok', detail: { exported: { filterLists, is_searched: false } } })
})

test('the export of whoever may see a ward only has nothing of other records but name, number and times', async () => {
  const stay = await admit(wards[0], 'ลับเฉพาะ')
  const outsider = await bedside.panel.asNew({ staffType: 'nurse' })
  const admin = await bedside.panel.as('admin')
  await admin(groups.save, { name: 'Csv', ward_ids: [wards[1]], member_ids: [outsider.session.user_id] })
  const [, row] = await exportRows(outsider, { search_value: stay.patient.hn })
  expect(row).toContain(stay.an)
  expect(row).toContain('Outside your wards')
  for (const hidden of ['ลับเฉพาะ', 'J18.9', 'Internal medicine']) expect(row).not.toContain(hidden)
  expect(await exportRows(outsider, { filterLists: { department: '01' } })).not.toContainEqual(
    expect.stringContaining(stay.an),
  )
})

/** The rows of an export, each by the headings; no cell of these has a comma or a quote. */
function toRecords([headings = '', ...rows]: string[]): Record<string, string>[] {
  const names = headings.split(',')
  return rows.map((row) => {
    const cells = row.split(',')
    expect(cells).toHaveLength(names.length)
    return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']))
  })
}

test('the export has what was asked at the admission and the discharge, and nothing of it where a record is closed', async () => {
  const { doctors } = await bedside.nurse(admissions.doctors, {})
  const { id } = await bedside.addPatient()
  const { stay } = await bedside.nurse(admissions.admit, {
    patient_id: id,
    ward_id: wards[0],
    admit_type: 'E',
    admit_source: 'T',
    arrival_type: 3,
    referral_cause: 1,
    referring_hospital: 'รพ. บ้านไร่',
    referral_number: 'R-77',
    department: '01',
    attending_id: doctors[0]?._id ?? '',
    diagnosis: 'ปอดอักเสบ',
    payer: 'UC',
    isolation: ['AIRBORNE'],
    morse_score: 50,
    is_dnr: false,
    weight: 61.5,
    height: 158,
  })
  const asked = {
    'Morse fall score': '50',
    'Risk of a fall': 'high fall risk',
    'Consent to treatment is signed': 'Not asked',
    'Advance directive (no resuscitation)': 'No',
    Weight: '61.5',
    Height: '158',
  }
  const read = async (of: Client) => toRecords(await exportRows(of, { search_value: stay.patient.hn }))
  expect(await read(bedside.nurse)).toMatchObject([asked])
  const outsider = await bedside.panel.asNew({ staffType: 'nurse' })
  const admin = await bedside.panel.as('admin')
  await admin(groups.save, { name: 'Csv 2', ward_ids: [wards[1]], member_ids: [outsider.session.user_id] })
  const nothing = Object.fromEntries(Object.keys(asked).map((name) => [name, '']))
  expect(await read(outsider)).toMatchObject([{ ...nothing, AN: stay.an }])
  bedside.skip(60_000)
  await bedside.nurse(admissions.discharge, {
    stay_id: stay._id,
    version: stay.version,
    patient_id: id,
    discharge_status: 3,
    discharge_type: 4,
    discharged_to: 'รพ. ศูนย์',
    discharge_cause: 1,
    discharge_diagnoses: [{ code: 'J18.9', role: 1 }],
    discharge_summary: 'หายใจเองได้ดี',
    discharge_advice: 'งดบุหรี่',
    follow_up: 'อีก 2 สัปดาห์',
    home_medicines: 'Amoxicillin 500 mg',
  })
  const filterLists = { state: 'left' } as const
  const rows = await exportRows(bedside.nurse, { search_value: stay.patient.hn, filterLists })
  for (const told of ['รพ. บ้านไร่', 'R-77', 'รพ. ศูนย์', 'J18.9 (Principal)', 'Airborne'])
    expect(rows[1]).toContain(told)
  expect(toRecords(rows)).toMatchObject([
    {
      Summary: 'หายใจเองได้ดี',
      Advice: 'งดบุหรี่',
      'Follow-up': 'อีก 2 สัปดาห์',
      'Medicines to take home': 'Amoxicillin 500 mg',
    },
  ])
})

test('the export has the weight of the admission also where the time of that was corrected', async () => {
  const { doctors } = await bedside.nurse(admissions.doctors, {})
  const { id: patient_id } = await bedside.addPatient()
  const { stay } = await bedside.nurse(admissions.admit, {
    patient_id,
    admit_type: 'E',
    admit_source: 'O',
    arrival_type: 1,
    department: '01',
    attending_id: doctors[0]?._id ?? '',
    diagnosis: 'ปอดอักเสบ',
    ward_id: wards[0],
    weight: 52,
    height: 149,
  })
  await bedside.nurse(admissions.correct, {
    patient_id,
    stay_id: stay._id,
    version: stay.version,
    reason: 'WRONG_TIME',
    places: [{ kind: 'waiting', ward_id: wards[0], from: bedside.at(30) }],
  })
  const rows = await exportRows(bedside.nurse, { search_value: stay.patient.hn })
  expect(toRecords(rows)).toMatchObject([{ Weight: '52', Height: '149' }])
})

test('the export of a patient says in words why beds were swapped', async () => {
  const rooms = [newId(), newId()]
  await bedside.panel.root
    .insertInto('beds')
    .values(
      rooms.map((id, index) => ({
        id,
        hospital_id: bedside.hospitalId,
        ward_id: wards[0],
        label: `CSV${index}`,
        position: index,
      })),
    )
    .execute()
  const stays = []
  for (const bed_id of rooms) {
    const { _id, version, patient } = await admit(wards[0], 'ปอดอักเสบ', bedside.at(60))
    const seen = { patient_id: patient._id, stay_id: _id, version }
    const place = { ward_id: wards[0], bed_id, at: bedside.at(50) }
    stays.push((await bedside.nurse(admissions.move, { ...seen, ...place, reason: 'BED_ASSIGNED' })).stay)
  }
  const [one, other] = stays
  if (!one || !other) throw new Error('two patients were admitted')
  await bedside.nurse(admissions.swap, {
    patient_id: one.patient._id,
    stay_id: one._id,
    version: one.version,
    with_stay_id: other._id,
    with_version: other.version,
    reason: 'STEP_UP',
  })
  for (const { patient } of stays) {
    const file = await bedside.nurse(admissions.exportHistory, { patient_id: patient._id, language: 'en' })
    expect(await file.text()).toContain('Worse, ICU')
  }
})

test('the export of a patient has the hand-over, who took over, the leave and the refusal', async () => {
  const { _id, version, patient } = await admit(wards[0], 'ปอดอักเสบ', bedside.at(60))
  const ofStay = { patient_id: patient._id, stay_id: _id }
  const { staff } = await bedside.nurse(admissions.receivers, {})
  await bedside.nurse(admissions.move, {
    ...ofStay,
    version,
    ward_id: wards[1],
    reason: 'STEP_UP',
    hand_over: { situation: 'หอบมากขึ้น', recommendation: 'ติดตาม SpO2' },
    receiver_id: staff[0]?._id ?? '',
    at: bedside.at(50),
  })
  await bedside.nurse(admissions.leave, {
    ...ofStay,
    version: version + 1,
    due_back_at: bedside.at(-600),
    holds_bed: false,
    relative: 'บุตรสาว',
    note: 'งานศพ',
    at: bedside.at(40),
  })
  await bedside.nurse(admissions.discharge, {
    ...ofStay,
    version: version + 2,
    discharge_status: 3,
    discharge_type: 2,
    refusal: {
      is_oriented: true,
      is_sober: true,
      is_of_age: true,
      are_risks_told: true,
      signed_by: 'RELATIVE',
      signer_name: 'สมใจ',
      witness: 'พยาบาลสมศรี',
    },
  })
  const file = await bedside.nurse(admissions.exportHistory, { patient_id: patient._id, language: 'en' })
  const text = await file.text()
  for (const told of ['หอบมากขึ้น', 'ติดตาม SpO2', 'บุตรสาว', 'Signed by: A relative', 'Witness: พยาบาลสมศรี'])
    expect(text).toContain(told)
  expect(text).toContain(`${staff[0]?.first_name} ${staff[0]?.last_name}`)
  const rows = text.trim().split('\r\n')
  expect(rows.filter((row) => row.includes(',Place,On leave,'))).toMatchObject([
    expect.stringMatching(/,\d{4}-\d\d-\d\d \d\d:\d\d,,,,,,,,$/),
  ])
})

test('the export of a patient tells what an act changed, each field with both values in words', async () => {
  const { _id, version, patient, attending } = await admit(wards[0], 'ปอดอักเสบ', bedside.at(60))
  const ofStay = { patient_id: patient._id, stay_id: _id }
  const asked = {
    admit_type: 'E',
    admit_source: 'E',
    arrival_type: 1,
    department: '01',
    attending_id: attending?._id ?? '',
    disease: 'J18.9',
  } as const
  await bedside.nurse(admissions.update, {
    ...ofStay,
    ...asked,
    version,
    diagnosis: 'ปอดอักเสบติดเชื้อ',
    isolation: ['AIRBORNE'],
    is_dnr: true,
  })
  await bedside.nurse(admissions.discharge, {
    ...ofStay,
    version: version + 1,
    discharge_status: 2,
    discharge_type: 1,
    discharge_diagnoses: [{ code: 'J18.9', role: 1 }],
    home_medicines: 'Amoxicillin 500 mg',
  })
  const file = await bedside.nurse(admissions.exportHistory, { patient_id: patient._id, language: 'en' })
  const text = await file.text()
  for (const told of [
    'Diagnosis: ปอดอักเสบ → ปอดอักเสบติดเชื้อ',
    'Isolation: – → Airborne',
    'Not asked → Yes',
    'Status at discharge: – → Improved',
    'J18.9',
    'Amoxicillin 500 mg',
  ])
    expect(text).toContain(told)
})

test('an export of many batches has each stay once, in the order of the list, also those of one instant', async () => {
  const { id } = await bedside.addPatient()
  // Void stays may overlap.
  await sql`
    insert into stays (id, hospital_id, patient_id, an, admitted_at, voided_at)
    select gen_random_uuid(), ${bedside.hospitalId}, ${id}, 'CSV' || n,
      ${bedside.at(60)}::timestamptz - (n / 7) * interval '1 minute', ${bedside.at(0)}
    from generate_series(1, 1100) n`.execute(bedside.panel.root)
  const filterLists = { state: 'voided' } as const
  const [, ...rows] = await exportRows(bedside.nurse, { filterLists })
  const exported = rows.map((row) => row.split(',')[1])
  expect(new Set(exported).size).toBe(rows.length)
  const { rows: voided } = await sql<{ count: number }>`
    select count(*)::int as count from stays where voided_at is not null`.execute(bedside.panel.root)
  expect(exported.length).toBe(voided[0]?.count)
  for (const page of [1, 6]) {
    const { rows } = await bedside.nurse(admissions.list, { filterLists, page, number_of_rec: 100 })
    expect(exported.slice((page - 1) * 100, page * 100)).toEqual(rows.map(({ an }) => an))
  }
})

test('the export of a patient has a row for each place and each act of their stays, corrected ones too', async () => {
  const { _id, version, patient, an } = await admit(wards[0], 'ปอดอักเสบ', bedside.at(60))
  const ofStay = { patient_id: patient._id, stay_id: _id, version }
  await bedside.nurse(admissions.correct, {
    ...ofStay,
    reason: 'WRONG_TIME',
    note: '=1+1',
    places: [{ kind: 'waiting', ward_id: wards[0] ?? '', from: bedside.at(90) }],
  })
  const rows = async (language: 'en' | 'th') => {
    const file = await bedside.nurse(admissions.exportHistory, { patient_id: patient._id, language })
    return (await file.text()).trim().split('\r\n')
  }
  const [headings, ...found] = await rows('en')
  expect(headings).toMatch(
    /HN,AN,Row type,What,From,To,Ward,Bed,Reason,Note,By,Written,Corrected since,Due back,/,
  )
  expect(found).toHaveLength(4)
  expect(found.every((row) => row.startsWith(`${patient.hn},${an},`))).toBe(true)
  expect(found[0]).toMatch(/,Place,Waiting for a bed,/)
  expect(found.filter((row) => row.includes(',Corrected since,'))).toHaveLength(1)
  expect(found[2]).toMatch(/,Act,Times or places corrected,.*,Wrong time,'=1\+1,/)
  expect((await rows('th'))[4]).toMatch(/,รายการที่ทำ,รับไว้,/)
})
