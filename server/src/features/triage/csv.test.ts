import { audit, type Client, groups, type Input, triage, visits } from 'contract'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  minute,
  startTestBedside,
  type TestBedside,
  type TestPatient,
} from '../../../test/support/bedside.ts'

let bedside: TestBedside
beforeAll(async () => {
  bedside = await startTestBedside()
})
afterAll(() => bedside.panel.close())

const today = () => bedside.at().slice(0, 10)

/** The lines of the export a minute later that are about one patient, by the headings; no cell has a comma. */
async function exportRows({ hn }: TestPatient, of: Client = bedside.nurse, language: 'en' | 'th' = 'en') {
  bedside.skip(minute)
  const text = await (await of(triage.exportList, { from: today(), to: today(), language })).text()
  const [headings = '', ...lines] = text
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n')
  const names = headings.split(',')
  return lines
    .map((line) => line.split(','))
    .filter(([first]) => first === hn)
    .map((cells) => {
      expect(cells).toHaveLength(names.length)
      return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']))
    })
}

const crash = {
  is_accident: true,
  accident: { source: 2, place: '07', role: 1, vehicle: '02', helmet: false },
  complaint: 'ล้ม',
} as const satisfies Partial<Input<typeof visits.arrive>>
const red = {
  life_saving: ['SEIZING'],
  values: { systolic: 118, diastolic: 70, spo2: 86 },
  level: 'RED',
  zone: 'RESUS',
} as const satisfies Partial<Input<typeof triage.record>['decision']>

test('the export has each triage with what was found, what was decided, and the accident in words and codes', async () => {
  const patient = await bedside.addPatient()
  const { _id: visit_id, vn } = await bedside.arrive(patient, crash)
  const named = { patient_id: patient.id, visit_id }
  const { triage: first } = await bedside.nurse(triage.record, { ...named, decision: red })
  bedside.skip(minute)
  const answers = { infection_signs: ['NONE' as const] }
  await bedside.nurse(triage.complete, { ...named, last_triage: first._id, answers })
  const lines = await exportRows(patient)
  const common = {
    VN: vn,
    'Chief complaint': 'ล้ม',
    'Accident or injury': 'Yes',
    TYPEIN_AE: '2',
    'Brought by': 'FR',
    AEPLACE: '07',
    Place: 'Main road',
    TRAFFIC: '1',
    'Role in traffic': 'Driver',
    VEHICLE: '02',
    Vehicle: 'Motorcycle',
    'Seat belt': '',
    Helmet: 'No',
    Level: 'Red',
    Suggested: 'Red',
    Point: 'A',
    'What decided': 'Seizing · SpO₂ 86 < 90',
    Zone: 'Resus',
  }
  expect(lines).toMatchObject([
    { ...common, Replaced: 'Completed later' },
    { ...common, Replaced: 'Completes the one before', 'Infection screen': 'None' },
  ])
  const [thai] = await exportRows(patient, bedside.nurse, 'th')
  expect(Object.values(thai ?? {})).toEqual(expect.arrayContaining(['ถนนสายหลัก', '07', 'แดง']))
  const admin = await bedside.panel.as('admin')
  const { rows } = await admin(audit.list, { filterLists: { action: 'triage.exportList' } })
  expect(rows[0]).toMatchObject({ outcome: 'ok', detail: { exported: { from: today(), to: today() } } })
})

test('whoever left before the triage is in it, too, and nobody of another day', async () => {
  const patient = await bedside.addPatient()
  const { _id: visit_id, vn } = await bedside.arrive(patient, crash)
  await bedside.nurse(visits.end, { patient_id: patient.id, visit_id, disposition: 8 })
  expect(await exportRows(patient)).toMatchObject([
    { VN: vn, Level: '', Outcome: 'Absconded', AEPLACE: '07' },
  ])
  const earlier = await bedside.addPatient()
  await bedside.arrive(earlier, { ...crash, visited_at: bedside.at(48 * 60) })
  expect(await exportRows(earlier)).toEqual([])
})

test('the export of a closed record has who it is, when they came and how urgent they were', async () => {
  const patient = await bedside.addPatient()
  const { _id: visit_id } = await bedside.arrive(patient, crash)
  await bedside.nurse(triage.record, { patient_id: patient.id, visit_id, decision: red })
  const root = bedside.panel.root
  const [, other] = await root.selectFrom('wards').select('id').orderBy('position').execute()
  const outsider = await bedside.panel.asNew({ staffType: 'nurse' })
  const admin = await bedside.panel.as('admin')
  const member_ids = [outsider.session.user_id]
  await admin(groups.save, { name: 'Triage csv', ward_ids: [other?.id ?? ''], member_ids })
  const [line] = await exportRows(patient, outsider)
  expect(line).toMatchObject({ VN: 'Outside your wards', Level: 'Red', Zone: 'Resus' })
  expect(line).toMatchObject({ 'Chief complaint': '', AEPLACE: '', 'What decided': '', 'NEWS2 then': '' })
})

test('every visit of a span is in it once, also where many came in one minute', async () => {
  const patient = await bedside.addPatient()
  const day = '2001-03-01'
  const ids = Array.from({ length: 1001 }, () => newId())
  await bedside.panel.root
    .insertInto('visits')
    .values(
      ids.map((id, index) => ({
        id,
        hospital_id: bedside.hospitalId,
        patient_id: patient.id,
        vn: `CSV${index}`,
        kind: 'ER' as const,
        visited_at: `${day}T08:0${index % 3}:00+07:00`,
      })),
    )
    .execute()
  const text = await (await bedside.nurse(triage.exportList, { from: day, to: day })).text()
  expect(new Set(text.match(/CSV\d+/g)).size).toBe(ids.length)
  expect(text.trim().split('\r\n')).toHaveLength(ids.length + 1)
})
