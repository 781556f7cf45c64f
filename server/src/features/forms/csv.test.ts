import {
  ambulanceReferrals,
  ambulanceRequests,
  type Client,
  findForm,
  formRecords,
  formSettings,
  type Input,
  missions,
  operationRecords,
  optionLists,
  referrals,
  toQuestionnaireResponse,
} from 'contract'
import { parse } from 'csv-parse/sync'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addCrew,
  answerAll,
  plannedRequest,
  requestAmbulance,
  takeSteps,
} from '../../../test/support/missions.ts'
import { expectRefusal } from '../../../test/support/refusal.ts'
import { getFormTexts } from '../../core/texts.ts'
import { startTestPanel, type TestPanel, testNow } from '../../testing.ts'

let panel: TestPanel
let doctor: Client

beforeAll(async () => {
  panel = await startTestPanel()
  doctor = await panel.as('doctor')
})
afterAll(() => panel.close())

test('an export has a row for each record, with each answer in its column as the screens name it', async () => {
  const [kept, struckOut] = [newId(), newId()]
  const answers = {
    direction: 'OUT',
    lacking: ['BED_FULL', 'RIGHTS'],
    onset_at: { reason: 'UNABLE' },
    to_hospital: '=cmd()',
    [`diagnoses/${kept}/diagnosis`]: 'ปอดบวม',
    [`treatments/${newId()}/dose`]: { reason: 'REFUSED' },
    [`treatments/${newId()}/dose`]: { reason: 'UNABLE' },
    [`diagnoses/${struckOut}/diagnosis`]: 'Asthma',
    [`diagnoses/${struckOut}`]: false,
  }
  await doctor(ambulanceReferrals.add, {
    new_id: newId(),
    operations: Object.entries(answers).map(([path, answer]) => ({
      op_id: newId(),
      path,
      answer,
      base: path.endsWith(struckOut) ? true : null,
      at: testNow,
      device: 'test',
    })),
  })
  const read = async (language: 'en' | 'th') => {
    const text = await (await doctor(formRecords.exportList, { form: 'ambulance-referral', language })).text()
    const [headings = '', line = '', ...rest] = text.trim().split('\r\n')
    expect(rest).toEqual([])
    return { headings, line }
  }
  const english = await read('en')
  expect(english.headings).toContain('To hospital')
  expect(english.line).toContain("'=cmd()")
  expect(english.line).toContain('Unable')
  expect(english.line).toContain('"Beds full, Coverage"')
  expect(english.line).toContain('Diagnosis: ปอดบวม')
  expect(english.line).toContain('Dose: Not given: patient refused')
  expect(english.line).toContain('Dose: Given, amount not known')
  expect(english.line).not.toContain('Asthma')
  const thai = await read('th')
  expect(thai.headings).toContain('ถึงโรงพยาบาล')
  expect(thai.line).toContain('ส่งออก')
})

test('an export of rows has a row for each drug, fluid and procedure, with each answer in a column of its own', async () => {
  const [drug, struckOut, fluid] = [newId(), newId(), newId()]
  const new_id = newId()
  const say = (path: string, answer: unknown) => ({
    op_id: newId(),
    path,
    answer,
    at: testNow,
    device: 'test',
  })
  await doctor(operationRecords.add, {
    new_id,
    operations: [
      say(`drugs/${drug}/drug`, 'ADRENALINE'),
      say(`drugs/${drug}/dose`, 0.5),
      say(`drugs/${drug}/dose_unit`, 'MG'),
      say(`drugs/${struckOut}/dose`, 9),
      { ...say(`drugs/${struckOut}`, false), base: true },
      say(`fluids/${fluid}/fluid`, 'NSS'),
    ],
  })
  const asked = { form: 'operation-form', format: 'rows' } as const
  const lines = parse(await (await doctor(formRecords.exportList, asked)).text(), {
    bom: true,
    columns: true,
  }) as Record<string, string>[]
  expect(lines.filter(({ State }) => State === 'Draft')).toMatchObject([
    { Row: 'Drugs', Drug: 'Adrenaline 1 mg/mL', Dose: '0.5' },
    { Row: 'Fluids', Fluid: 'NSS', Dose: '' },
  ])
  expect(Object.keys(lines[0] ?? {})).not.toContain('Pulse (PR)')
  await doctor(operationRecords.delete, { _id: new_id, reason: 'ทดสอบ' })
})

test('an export of referrals says where each stands, by the letters of e-Refer and the codes of the 43 files', async () => {
  const _id = newId()
  const operation = { op_id: newId(), path: 'direction', answer: 'OUT', at: testNow, device: 'test' }
  await doctor(ambulanceReferrals.add, { new_id: _id, operations: [operation] })
  const say = (said: Input<typeof referrals.answer>['said']) =>
    doctor(referrals.answer, { _id, act_id: newId(), said })
  await say({ act: 'ACCEPTED' })
  await say({ act: 'NOT_ARRIVED', result: 'DIED' })
  const asked = { form: 'ambulance-referral', language: 'en' } as const
  const [headings = [], line] = parse(await (await doctor(formRecords.exportList, asked)).text(), {
    bom: true,
  }) as string[][]
  expect(line?.[headings.indexOf('e-Refer status')]).toBe('F Finished')
  expect(line?.[headings.indexOf('Referral result (43 files)')]).toBe('3 Died on the way')
})

test('a request says how it was answered and how it ended: in columns, and as tags and notes in FHIR', async () => {
  const ask = () => requestAmbulance(doctor, plannedRequest)
  const [declined, cancelled, open] = [await ask(), await ask(), await ask()]
  const dispatch = (_id: string, step: Partial<Input<typeof missions.dispatch>>) =>
    doctor(missions.dispatch, { _id, event_id: newId(), step: 'ACCEPTED', ...step })
  await dispatch(declined, { step: 'DECLINED', reason: 'NO_VEHICLE', note: 'รถซ่อม' })
  await dispatch(cancelled, {})
  const earlier = new Date(Date.parse(testNow) - 30 * 60_000).toISOString()
  await dispatch(cancelled, { step: 'CALLED', at: earlier, note: 'พิมพ์ผิด' })
  await dispatch(cancelled, { step: 'CANCELLED', reason: 'MOVED_BEFORE' })
  const { code } = await panel.root.selectFrom('hospitals').select('code').executeTakeFirstOrThrow()
  const read = async (id: string) => {
    const { rows } = await doctor(ambulanceRequests.list, { _id: id })
    const [record] = rows
    const form = record && findForm('ambulance-request', record.form_version)
    if (!record || !form) throw new Error('the request is stored')
    const file = await doctor(formRecords.exportList, { form: 'ambulance-request', language: 'en' })
    const lines: Record<string, string>[] = parse(await file.text(), { columns: true, bom: true })
    const line = lines.find((one) => Object.values(one).includes(record.number ?? '–'))
    const cells = Object.entries(line ?? {}).filter(([name]) => /[Aa]nswer|[Cc]ancel|[Cc]all time/.test(name))
    const response = toQuestionnaireResponse(form, record, getFormTexts('ambulance-request', 'en'), code)
    return {
      cells: cells.map(([, cell]) => cell),
      tags: response.meta?.tag?.map((tag) => tag.code),
      notes: response.extension?.map(({ valueAnnotation: { text, authorReference } }) => [
        text,
        authorReference?.display,
      ]),
    }
  }
  const by = 'ปกรณ์ วัฒนกิจ'
  const at = '2026-11-05 14:32'
  expect(await read(declined)).toEqual({
    cells: ['Declined', at, by, 'No vehicle: รถซ่อม', '', '', '', '', '', '', ''],
    tags: ['DECLINED', 'NO_VEHICLE'],
    notes: [['DECLINED: NO_VEHICLE: รถซ่อม', by]],
  })
  expect(await read(cancelled)).toEqual({
    cells: [
      ['Accepted', at, by, ''],
      ['Cancelled', at, by, 'Already taken by others'],
      ['2026-11-05 14:02', by, 'พิมพ์ผิด'],
    ].flat(),
    tags: ['ACCEPTED', 'CANCELLED', 'MOVED_BEFORE'],
    notes: [
      ['ACCEPTED', by],
      ['CALLED: พิมพ์ผิด', by],
      ['CANCELLED: MOVED_BEFORE', by],
    ],
  })
  expect(await read(open)).toMatchObject({ cells: Array.from({ length: 11 }, () => ''), tags: undefined })
})

test('a request is accepted by its first vehicle, unless somebody accepted it before and did not take it back', async () => {
  const accept = (_id: string, step: Partial<Input<typeof missions.dispatch>>) =>
    doctor(missions.dispatch, { _id, event_id: newId(), step: 'ACCEPTED', ...step })
  const read = async (prepare: (_id: string) => Promise<unknown>) => {
    const _id = await requestAmbulance(doctor, plannedRequest)
    await prepare(_id)
    const { vehicle_id, team_id } = await addCrew(panel, await panel.asNew({ staffType: 'paramedic' }))
    // Why this vehicle goes is no reason for the answer.
    await takeSteps(doctor, _id, [{ step: 'ASSIGNED', vehicle_id, team_id, note: 'รถใหญ่ซ่อม' }])
    const { rows } = await doctor(ambulanceRequests.list, { _id })
    return rows[0]?.decisions.map(({ step, note }) => ({ step, note }))
  }
  expect(await read(async () => {})).toEqual([{ step: 'ACCEPTED', note: null }])
  expect(await read((_id) => accept(_id, { note: 'รับ' }))).toEqual([{ step: 'ACCEPTED', note: 'รับ' }])
  const withdrawn = await read(async (_id) => {
    await accept(_id, { note: 'รับ' })
    await accept(_id, { step: 'WITHDRAWN', withdraws: 'ACCEPTED', note: 'กดผิด' })
  })
  expect(withdrawn).toEqual([{ step: 'ACCEPTED', note: null }])
})

const minutesAgo = (count: number) => new Date(panel.clock().getTime() - count * 60_000).toISOString()

test('a request tells its end without transport once, at the time and for the reason that were corrected last', async () => {
  const _id = await requestAmbulance(doctor, { ...plannedRequest, received_at: minutesAgo(60) })
  const { vehicle_id, team_id } = await addCrew(panel, await panel.asNew({ staffType: 'paramedic' }))
  const end = (at: string, reason: 'TREATED' | 'REFUSED_TRANSPORT', note: string) =>
    doctor(missions.dispatch, { _id, event_id: newId(), step: 'NO_TRANSPORT', at, reason, note })
  await takeSteps(doctor, _id, [
    { step: 'ASSIGNED', vehicle_id, team_id, at: minutesAgo(50) },
    { step: 'AT_SCENE', at: minutesAgo(40) },
  ])
  await end(minutesAgo(10), 'TREATED', 'ทำแผลแล้ว')
  await end(minutesAgo(30), 'REFUSED_TRANSPORT', 'เวลาผิด')
  const { rows } = await doctor(ambulanceRequests.list, { _id })
  expect(rows[0]?.decisions).toMatchObject([
    { step: 'ACCEPTED' },
    { step: 'NO_TRANSPORT', at: minutesAgo(30), reason: 'REFUSED_TRANSPORT', note: 'ทำแผลแล้ว' },
  ])
})

test('the acts of referrals are exported, a row each in their order, with what was said', async () => {
  const _id = newId()
  const operations = answerAll({ direction: 'OUT', to_hospital: 'รพ. ศิริราช' })
  await doctor(ambulanceReferrals.add, { new_id: _id, operations })
  const say = (said: Input<typeof referrals.answer>['said']) =>
    doctor(referrals.answer, { _id, act_id: newId(), said })
  await say({ act: 'ASKED', note: 'ใส่ท่อหรือยัง' })
  await doctor(referrals.reply, { _id, act_id: newId(), note: 'ใส่แล้ว' })
  await say({ act: 'DECLINED', reason: 'BED_FULL', told_by: 'พญ. รัตนา' })
  await say({ act: 'POSTPONED', proposed_at: '2026-11-07T01:00:00Z', note: 'รอเตียง' })
  await say({ act: 'ACCEPTED', bed: 'ICU 4' })
  await say({ act: 'NOT_ARRIVED', result: 'NOT_FOUND' })
  const suitability = 'INAPPROPRIATE'
  const appraisal = { suitability, data_transfer: 'NONE', airway: 'NOT_DONE' } as const
  await say({ act: 'APPRAISED', appraisal, note: 'ไม่มีเอกสาร' })
  const asked = { form: 'ambulance-referral', format: 'acts', language: 'en' } as const
  const lines: Record<string, string>[] = parse(await (await doctor(formRecords.exportList, asked)).text(), {
    columns: true,
    bom: true,
  })
  const filled = lines
    .filter((line) => line['To hospital'] === 'รพ. ศิริราช')
    .map((line) => Object.values(line).filter(Boolean))
  const [at, by] = ['2026-11-05 14:32', 'ปกรณ์ วัฒนกิจ']
  const draft = ['Draft', at, 'รพ. ศิริราช']
  expect(filled).toEqual([
    [...draft, 'asked', at, by, 'ใส่ท่อหรือยัง'],
    [...draft, 'replied', at, by, 'ใส่แล้ว'],
    [...draft, 'declined', at, by, 'พญ. รัตนา', 'Beds full'],
    [...draft, 'postponed', at, by, '2026-11-07 08:00', 'รอเตียง'],
    [...draft, 'accepted', at, by, 'ICU 4'],
    [...draft, 'did not receive the patient', at, by, 'Patient not found'],
    [...draft, 'appraised', at, by, 'ไม่มีเอกสาร', 'Inappropriate', 'None', 'Not done'],
  ])
  const other = await expectRefusal(doctor(formRecords.exportList, { ...asked, form: 'operation-form' }))
  expect(other.fields).toEqual([{ field: 'format', message: 'choice-invalid' }])
})

test('a referral is exported with a row for each diagnosis and investigation, as for each drug', async () => {
  const [new_id, role] = [newId(), optionLists['diagnosis-role'][0]]
  const answers = {
    [`diagnoses/${newId()}`]: { diagnosis: 'STEMI', icd_10: 'I21.9', role },
    [`investigations/${newId()}`]: { investigation: 'ECG 12 leads', result: 'ST elevation II, III, aVF' },
    [`treatments/${newId()}`]: { drug: 'Aspirin', dose: '300 mg' },
  }
  await doctor(ambulanceReferrals.add, {
    new_id,
    operations: Object.entries(answers).flatMap(([row, fields]) =>
      Object.entries(fields).map(([field, answer]) => ({
        op_id: newId(),
        path: `${row}/${field}`,
        answer,
        at: testNow,
        device: 'test',
      })),
    ),
  })
  const asked = { form: 'ambulance-referral', format: 'rows', language: 'en' } as const
  const lines = parse(await (await doctor(formRecords.exportList, asked)).text(), {
    bom: true,
    columns: true,
  })
  for (const fields of [
    { Diagnosis: 'STEMI', 'ICD-10': 'I21.9' },
    { Investigation: 'ECG 12 leads', Result: 'ST elevation II, III, aVF' },
    { Drug: 'Aspirin', Dose: '300 mg' },
  ])
    expect(lines).toContainEqual(expect.objectContaining(fields))
})

test('an export has the answers of each version in which records were written, those of the newest first', async () => {
  const [older, newer] = [newId(), newId()]
  const write = async (new_id: string, path: string, answer: unknown) => {
    const operation = { op_id: newId(), path, answer, at: testNow, device: 'test' }
    await doctor(operationRecords.add, { new_id, operations: [operation] })
  }
  await write(older, 'zone', 'เขตเก่า')
  await write(newer, 'zone', 'เขตใหม่')
  await panel.root
    .updateTable('form_records')
    .set({ form_version: 1, answers: { zone: 'เขตเก่า', ventilator_settings: 'TV 450, PEEP 5' } })
    .where('id', '=', older)
    .execute()
  const text = await (await doctor(formRecords.exportList, { form: 'operation-form', language: 'en' })).text()
  const [heading = [], ...lines] = parse(text, { bom: true }) as string[][]
  const read = (line: string[] | undefined, column: string) => line?.[heading.indexOf(column)]
  const [newRow, oldRow] = ['เขตใหม่', 'เขตเก่า'].map((zone) => lines.find((one) => one.includes(zone)))
  expect(read(oldRow, 'TV, RR, PEEP, FiO₂')).toBe('TV 450, PEEP 5')
  expect(read(oldRow, 'Version of the form')).toBe('1')
  expect(read(newRow, 'TV, RR, PEEP, FiO₂')).toBe('')
  expect(heading.indexOf('TV, RR, PEEP, FiO₂')).toBeGreaterThan(heading.indexOf('Tidal volume (TV)'))
})

test('an export has the rows of vital signs in their order of time, and of the first what the first has', async () => {
  const [first, second] = [newId(), newId()]
  const new_id = newId()
  const operations = answerAll({
    zone: 'เขตลำดับ',
    [`vitals/${first}/measured_at`]: '2026-11-05T00:30:00.000Z',
    [`vitals/${first}/eye`]: '4',
    [`vitals/${first}/verbal`]: '5',
    [`vitals/${first}/motor`]: '6',
    [`vitals/${second}/measured_at`]: '2026-11-05T00:10:00.000Z',
    [`vitals/${second}/pulse`]: 131,
  })
  await doctor(operationRecords.add, { new_id, operations })
  const text = await (await doctor(formRecords.exportList, { form: 'operation-form', language: 'en' })).text()
  const lines = parse(text, { bom: true, columns: true }) as Record<string, string>[]
  const line = lines.find(({ Zone }) => Zone === 'เขตลำดับ')
  const [earlier, later] =
    Object.values(line ?? {})
      .find((cell) => cell.includes('Pulse (PR): 131'))
      ?.split('\n') ?? []
  expect([earlier?.includes('Pulse (PR): 131'), later?.includes('07:30')]).toEqual([true, true])
  expect([line?.['First GCS (calculated)'], line?.['Last GCS (calculated)']]).toEqual(['', '15'])
})

test('an export has what the sheet computes, as numbers, and what was added to it', async () => {
  const [record, early, late] = [newId(), newId(), newId()]
  const answers = {
    call: '2026-11-05T00:00:00.000Z',
    at_scene: '2026-11-05T00:09:30.000Z',
    odometer_base: 100,
    odometer_back: 142.5,
    price: 500,
    fee_km: 42.5,
    km_rate: 4,
    ...Object.fromEntries(
      [
        { row: late, measured_at: '2026-11-05T00:30:00.000Z', eye: '4' },
        { row: early, measured_at: '2026-11-05T00:10:00.000Z', eye: '2' },
      ].flatMap(({ row, ...values }) =>
        Object.entries({ ...values, verbal: '5', motor: '6' }).map(([name, value]) => [
          `vitals/${row}/${name}`,
          value,
        ]),
      ),
    ),
  }
  await doctor(operationRecords.add, {
    new_id: record,
    operations: Object.entries(answers).map(([path, answer]) => ({
      op_id: newId(),
      path,
      answer,
      at: testNow,
      device: 'test',
    })),
  })
  const staff = await panel.root
    .selectFrom('form_records')
    .select(['hospital_id', 'created_by'])
    .executeTakeFirstOrThrow()
  for (const [what, at] of [
    ['แก้น้ำหนัก', '2026-11-05T01:00:00.000Z'],
    ['แก้ประวัติแพ้', '2026-11-05T02:00:00.000Z'],
  ] as const)
    await panel.root
      .insertInto('form_addenda')
      .values({
        hospital_id: staff.hospital_id,
        id: newId(),
        record_id: record,
        what,
        why: 'พิมพ์ผิด',
        at,
        staff_id: staff.created_by,
      })
      .execute()
  const text = await (await doctor(formRecords.exportList, { form: 'operation-form', language: 'en' })).text()
  const rows: Record<string, string>[] = parse(text, { columns: true, bom: true })
  expect(rows.find((row) => row['Price'] === '500')).toMatchObject({
    'Response, min (calculated)': '9.5',
    'Total, km (calculated)': '42.5',
    'First GCS (calculated)': '13',
    'Last GCS (calculated)': '15',
    'Fee in all, baht (calculated)': '670',
    'Number of addenda': '2',
    'Newest addendum': 'แก้ประวัติแพ้ (พิมพ์ผิด)',
  })
})

test('an export names the options that the hospital has added, in the language of the export', async () => {
  const admin = await panel.as('admin')
  const { version, settings } = await admin(formSettings.get, {})
  const own_options = {
    'lacking-here': [{ name_th: 'ไม่มีห้องแยกโรค', name_en: 'No isolation room' }],
    procedure: [{ name_th: 'พ่นยา', name_en: 'Nebuliser' }],
  }
  await admin(formSettings.update, { version, settings: { ...settings, own_options }, reason: 'ทดสอบ' })
  const treated = newId()
  const say = (path: string, answer: unknown) => ({
    op_id: newId(),
    path,
    answer,
    at: testNow,
    device: 'test',
  })
  await doctor(ambulanceReferrals.add, { new_id: newId(), operations: [say('lacking', ['H1'])] })
  await doctor(operationRecords.add, {
    new_id: newId(),
    operations: [say(`procedures/${treated}/procedure`, 'H1')],
  })
  const read = async (asked: Input<typeof formRecords.exportList>) =>
    (await doctor(formRecords.exportList, asked)).text()
  expect(await read({ form: 'ambulance-referral', language: 'en' })).toContain('No isolation room')
  expect(await read({ form: 'ambulance-referral', language: 'th' })).toContain('ไม่มีห้องแยกโรค')
  expect(await read({ form: 'operation-form', format: 'rows', language: 'en' })).toContain('Nebuliser')
  const bundle = await read({ form: 'operation-form', format: 'fhir', language: 'th' })
  const { code } = await panel.root.selectFrom('hospitals').select('code').executeTakeFirstOrThrow()
  const coding = `{"system":"urn:medical-staff-panel:options:procedure:${code}","code":"H1","display":"พ่นยา"}`
  for (const resource of ['Questionnaire', 'QuestionnaireResponse'])
    expect(
      bundle
        .split('\n')
        .filter((line) => line.includes(`"resourceType":"${resource}"`) && line.includes(coding)),
    ).not.toEqual([])
})
