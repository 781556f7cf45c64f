import { writeFile } from 'node:fs/promises'
import type { Locator, Page, TestInfo } from '@playwright/test'
import {
  ambulanceReferrals,
  type FormName,
  operationRecords,
  referrals,
  transportationTreatments,
} from 'contract'
import { answerAll, expect, registerPatient, test } from './fixtures.ts'
import { loadWords } from './words.ts'

const texts = {
  'operation-form': loadWords('th', 'operation-form'),
  'ambulance-referral': loadWords('th', 'ambulance-referral'),
  'transportation-treatment': loadWords('th', 'transportation-treatment'),
}
const forms = loadWords('th', 'forms')

const at = (minute: number) => new Date(Date.UTC(2026, 10, 5, 3, minute)).toISOString()

/** Rows of a field as operations. */
function writeRows(field: string, rows: readonly object[]) {
  return Object.assign(
    {},
    ...rows.map((row) => {
      const path = `${field}/${crypto.randomUUID()}`
      return {
        [path]: true,
        ...Object.fromEntries(Object.entries(row).map(([inner, answer]) => [`${path}/${inner}`, answer])),
      }
    }),
  ) as Record<string, unknown>
}

const measured = (minute: number, systolic: number, pulse: number) => ({
  measured_at: at(minute),
  systolic,
  diastolic: Math.round(systolic * 0.6),
  pulse,
  respiration_rate: 22,
  spo2: 95,
  temperature: 37.2,
  eye: '4',
  verbal: '5',
  motor: '6',
  right_pupil: 3,
  right_reaction: 'BRISK',
  left_pupil: 4,
  left_reaction: 'FIXED',
  consciousness: 'A',
  oxygen_device: 'CANNULA',
  oxygen_flow: 3,
  rhythm: 'SINUS_TACHY',
})
const vitals = [
  measured(12, 130, 102),
  measured(17, 124, 104),
  measured(22, 86, 132),
  measured(27, 104, 112),
  measured(32, 118, 98),
]
const drugs = [
  {
    drug: 'ASPIRIN',
    dose: 300,
    dose_unit: 'mg',
    route: 'PO',
    given_at: at(15),
    given_by: 'พว. สมใจ',
    ordered_by: 'PROTOCOL',
  },
  {
    drug: 'MORPHINE',
    dose: 3,
    dose_unit: 'mg',
    route: 'IV',
    given_at: at(20),
    given_by: 'พว. สมใจ',
    ordered_by: 'DOCTOR',
    ordering_doctor: 'นพ. สมชาย',
    response: 'BETTER',
  },
]

const people = writeRows('crew', [
  { crew_name: 'พว. สมใจ ใจดี', crew_level: 'RN', crew_code: '1001' },
  { crew_name: 'นายวิชัย กล้าหาญ', crew_level: 'AEMT', crew_code: '1002' },
  { crew_name: 'นายประเสริฐ ขับดี', crew_level: 'DRIVER' },
])
const journey = {
  mission_number: '6911-0042',
  vehicle: 'กู้ชีพ 1 · กข 1234',
  unit_name: 'โรงพยาบาลสาธิต',
  ...people,
  call: at(0),
  dispatch: at(1),
  left_base: at(2),
  at_scene: at(10),
  at_patient: at(11),
  left_scene: at(25),
  at_hospital: at(38),
  handed_over: at(45),
  back_at_base: at(70),
  odometer_base: 12_000,
  odometer_scene: 12_006.5,
  odometer_hospital: 12_019,
  odometer_back: 12_031.2,
}

const runSheet = {
  unit_level: 'ALS',
  ...journey,
  operated_at: at(0),
  request_kind: 'SCENE',
  patient_number: 1,
  result: 'FOUND',
  area: 'INSIDE',
  scene: 'ตลาดสดเทศบาล หน้าร้านทอง',
  idc_group: '7',
  idc_colour: 'RED',
  idc_number: 3,
  rc_group: '7',
  rc_colour: 'RED',
  rc_number: 1,
  patient_name: 'นายบุญมี มีสุข',
  sex: '1',
  age_years: 62,
  identity: 'THAI',
  payer: 'UC',
  case_kind: 'ILLNESS',
  complaint: 'เจ็บแน่นหน้าอก ร้าวไปแขนซ้าย 1 ชั่วโมงก่อน',
  allergies: 'ไม่แพ้ยา',
  medicines: 'Amlodipine 5 mg',
  past_illness: ['DIABETES', 'HYPERTENSION'],
  ...writeRows('vitals', vitals),
  airway: ['CLEAR'],
  breathing: 'FAST',
  pulse_quality: 'WEAK',
  medical: ['CHEST_PAIN'],
  blocks: ['CHEST_PAIN'],
  pain_onset_at: at(-60),
  is_stemi: true,
  stemi_leads: 'II, III, aVF',
  airway_care: ['O2_CANNULA'],
  bleeding_care: ['NONE'],
  immobilise: ['NONE'],
  cpr: 'NONE',
  ...writeRows('drugs', drugs),
  has_fluids: true,
  ...writeRows('fluids', [
    { fluid: 'NSS', hung_ml: 1000, rate_ml_h: 80, access_site: 'แขนซ้าย', gauge: '20', started_at: at(14) },
  ]),
  outcome: 'SAME',
  final_colour: 'RED',
  is_transported: true,
  hospital: 'โรงพยาบาลอุดรธานี',
  hospital_kind: 'GOV',
  hospital_reasons: ['CAPABLE', 'NEAR'],
  reporter: 'พว. สมใจ ใจดี',
  reporter_code: '1001',
  handed_over_to: 'พว. สุดา',
  receiver_role: 'NURSE',
  er_triage: 'L2',
  airway_appraisal: 'APPROPRIATE',
  assessor_role: 'NURSE',
}

const transfer = {
  unit_level: 'ALS',
  ...journey,
  recorded_at: at(0),
  from_place: 'โรงพยาบาลสาธิต',
  to_place: 'โรงพยาบาลอุดรธานี',
  transport_mode: 'AMBULANCE_NURSE_TWO',
  patient_name: 'นายบุญมี มีสุข',
  sex: '1',
  age_years: 62,
  risk_referred: 'H',
  risk_found: 'H',
  is_crew_adequate: true,
  has_secure_airway: true,
  has_two_lines: true,
  has_twice_the_oxygen: false,
  airway: ['CLEAR'],
  isolation: ['STANDARD'],
  ...writeRows('vitals', vitals),
  ...writeRows('drips', [{ drip_drug: 'Norepinephrine', drip_rate: '5 mL/h', drip_changed_at: at(20) }]),
  ...writeRows('drugs', drugs),
  became_worse: false,
  outcome: 'SAME',
}

/** Presses a button that prints: what is printed stays in the page until the PDF is made. */
async function pressPrint(page: Page, button: Locator): Promise<void> {
  await page.evaluate(() => {
    window.print = () => dispatchEvent(new Event('beforeprint'))
  })
  await button.click()
}

async function printRecord(page: Page, form: FormName, id: string): Promise<void> {
  await page.goto(`/app/forms-detail/${form}/${id}`)
  await pressPrint(page, page.getByRole('button', { name: loadWords('en', 'ui')('print'), exact: true }))
}

/** The PDF as the browser prints it; it is kept beside the results of the test. */
async function makePdf(page: Page, name: string, info: TestInfo): Promise<Buffer> {
  const pdf = await page.pdf({ preferCSSPageSize: true })
  await writeFile(info.outputPath(`${name}.pdf`), pdf)
  return pdf
}

/** The pages of a PDF, with their sizes in points. */
const listPages = (pdf: Buffer): string[] =>
  Array.from(
    pdf.toString('latin1').matchAll(/\/Type \/Page\b[^s][\s\S]*?\/MediaBox \[([^\]]+)\]/g),
    ([, box = '']) => box,
  )

const a4 = /^0 0 59[45][.\d]* 84[12][.\d]*$/

test('forms are printed on A4 in Thai, each sheet with its own title, though the screen is in English', async ({
  page,
  signInAs,
  api,
}, info) => {
  const [nurse, doctor] = [await api('nurse'), await api('doctor')]
  const patient = await registerPatient(nurse, 'PAPER-1')
  const sheet = page.locator('body > div:has(> table)')
  const expectTitle = (title: string) =>
    expect(sheet.getByRole('heading', { level: 1, name: title })).toHaveCount(1)
  await signInAs('nurse', 'en')

  await test.step('the run sheet, which is a draft: six parts, three rows of vital signs, the rest on a continuation', async () => {
    const id = crypto.randomUUID()
    await nurse(operationRecords.add, {
      new_id: id,
      operations: answerAll({ ...runSheet, patient: patient._id }),
    })
    await printRecord(page, 'operation-form', id)
    const words = texts['operation-form']
    await expectTitle(words('printout.ALS'))
    await expectTitle(words('printout.continuation'))
    await expect(sheet).toContainText(forms('printout.return'))
    await expect(sheet).toContainText(forms('state.draft'))
    await expect(sheet).toContainText('HN PAPER-1')
    await expect(sheet).toContainText(forms('printout.interval.response', { time: '10:00' }))
    await expect(sheet).toContainText(forms('printout.interval.hospital', { time: '13:00' }))
    await expect(sheet).toContainText(forms('printout.distance.back', { km: '12.2' }))
    const official = sheet
      .getByRole('table')
      .filter({ hasText: forms('printout.vitals.worst') })
      .last()
    await expect(official.getByRole('row').filter({ hasText: forms('printout.vitals.worst') })).toContainText(
      '86/52',
    )
    await expect(official).toContainText('3 Y')
    await expect(official).toContainText('4 N')
    const pdf = await makePdf(page, 'run-sheet', info)
    expect(listPages(pdf).every((box) => a4.test(box))).toBe(true)
    expect(listPages(pdf).length).toBeGreaterThanOrEqual(3)
  })

  await test.step('a referral as SBAR, with who has it in hand and how its transfer was judged', async () => {
    const id = crypto.randomUUID()
    await doctor(ambulanceReferrals.add, {
      new_id: id,
      operations: answerAll({
        patient: patient._id,
        referred_at: at(0),
        direction: 'OUT',
        from_hospital: 'โรงพยาบาลสาธิต',
        to_hospital: 'โรงพยาบาลอุดรธานี',
        complaint: 'เจ็บแน่นหน้าอก',
        present_illness: 'เจ็บแน่นหน้าอก 1 ชั่วโมงก่อนมา',
        risk: 'H',
        recommendation: 'พิจารณาสวนหัวใจ',
        has_secure_airway: true,
        ...writeRows(
          'vitals',
          vitals.map(({ oxygen_flow: _flow, ...one }) => one),
        ),
        ...writeRows('diagnoses', [{ diagnosis: 'STEMI', icd_10: 'I21.1', role: '1' }]),
      }),
    })
    await nurse(referrals.shift, {
      _id: id,
      act_id: crypto.randomUUID(),
      change: { act: 'TAKEN', level: 'RN' },
    })
    await signInAs('doctor', 'en')
    await printRecord(page, 'ambulance-referral', id)
    const words = texts['ambulance-referral']
    await expectTitle(words('title'))
    for (const part of ['situation', 'background', 'assessment', 'recommendation'])
      await expect(sheet.getByRole('heading', { level: 2, name: words(`printout.${part}`) })).toHaveCount(1)
    await expect(sheet).toContainText(loadWords('th', 'referrals')('act.TAKEN'))
    await makePdf(page, 'referral', info)
  })

  await test.step('the journey and the care on it as two sheets', async () => {
    const id = crypto.randomUUID()
    await nurse(transportationTreatments.add, { new_id: id, operations: answerAll(transfer) })
    await printRecord(page, 'transportation-treatment', id)
    const words = texts['transportation-treatment']
    await expectTitle(words('printout.recording'))
    await expectTitle(words('printout.treatment'))
    await makePdf(page, 'transfer', info)
  })

  await test.step('a blank run sheet of each level', async () => {
    for (const level of ['ALS', 'BLS', 'FR']) {
      await page.goto('/app/forms-detail/operation-form')
      await page.getByRole('button', { name: loadWords('en', 'forms')('print-blank') }).click()
      const item = loadWords('en', 'form-options')(`unit-level.${level}`)
      await pressPrint(page, page.getByRole('menuitem', { name: item }))
      await expectTitle(texts['operation-form'](`printout.${level}`))
      await makePdf(page, `blank-${level}`, info)
    }
  })
})
