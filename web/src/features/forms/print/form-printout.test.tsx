import { act, cleanup, waitFor } from '@testing-library/react'
import {
  type Answer,
  type AnswerField,
  type Answers,
  applySettings,
  blankPrintouts,
  type Form,
  type FormName,
  type FormRecord,
  findForm,
  listFields,
  type OwnOptions,
  optionLists,
  releasedFormSettings,
  releasedForms,
} from 'contract'
import { beforeAll, expect, test } from 'vitest'
import { malee, show, signInAs } from '../../../../test/render.tsx'
import { NameOwnOptions } from '../../../clinical/ambulance/own-options.tsx'
import { startLanguage } from '../../../locales/language.ts'
import { SignedIn } from '../../../session/signed-in.tsx'
import { loadFormPrintout } from './load-printout.ts'

type Printed = {
  form: Form
  record?: FormRecord
  answers?: Answers
  known?: Answers
  permissions?: typeof malee.permissions
  /** What the hospital has added to the lists. */
  own?: OwnOptions
}

async function print({ permissions = ['clinical:record'], own, ...printed }: Printed) {
  cleanup()
  signInAs({ ...malee, permissions })
  const { FormPrintout, thai } = await loadFormPrintout()
  await show(
    <SignedIn>
      <main>the screen that is printed</main>
      <NameOwnOptions own={own}>
        <FormPrintout thai={thai} formName={printed.form.name as FormName} {...printed} />
      </NameOwnOptions>
    </SignedIn>,
  )
  await act(async () => window.dispatchEvent(new Event('beforeprint')))
  const sheets = [...document.querySelectorAll('body > div > table')]
  return { text: sheets.map(({ textContent }) => textContent).join('\n'), sheets }
}

beforeAll(startLanguage)

/** An answer to each field: the first or the last option of each list. */
function answerField(field: AnswerField, at: 0 | -1): Answer {
  switch (field.kind) {
    case 'choice':
      return optionLists[field.options].at(at) ?? ''
    case 'choices':
      return optionLists[field.options].filter((option) => option !== 'NONE')
    case 'yes-no':
      return at === 0
    case 'number':
      return field.possible[0]
    case 'instant':
      return '2026-11-05T03:00:00.000Z'
    case 'date':
      return '1960-05-01'
    default:
      return 'ทดสอบ'
  }
}

const answerAll = (form: Form, at: 0 | -1): Answers =>
  Object.fromEntries(
    listFields(form).map(([name, field]) => [
      name,
      field.kind === 'rows'
        ? {
            'row-1': Object.fromEntries(
              Object.entries(field.fields).map(([inner, one]) => [inner, answerField(one, at)]),
            ),
          }
        : answerField(field, at),
    ]),
  )

/** A text that is missing is printed as its key. */
const rawKey = /[a-z][a-z-]*\.[A-Za-z_][\w-]*/
const enough = 40

const versions = releasedForms.map((form) => [`${form.name} ${form.version}`, form] as const)

test.each(versions)(
  '%s is printed blank and filled without a text that is missing, in Thai',
  async (_, form) => {
    const levels: readonly (string | undefined)[] = blankPrintouts[form.name as FormName] ?? [undefined]
    for (const level of levels) {
      const { text } = await print({ form, known: level ? { unit_level: level } : {} })
      expect(text.match(rawKey)?.[0]).toBeUndefined()
      expect(text.match(/[\u0E00-\u0E7F]+/g)?.length).toBeGreaterThan(enough)
      expect(text).not.toContain('☑')
    }
    for (const at of [0, -1] as const) {
      const { text } = await print({ form, answers: answerAll(form, at) })
      expect(text.match(rawKey)?.[0]).toBeUndefined()
      expect(text).toContain('☑')
    }
  },
)

const request = findForm('ambulance-request') as Form
const own = {
  hazard: [
    { name_th: 'โคลนถล่ม', name_en: 'Mudslide' },
    { name_th: 'น้ำป่า', name_en: 'Flash flood' },
  ],
}

test('options of the hospital are boxes of a blank sheet, and ticked where they were chosen', async () => {
  const asked = applySettings(request, {
    ...releasedFormSettings,
    own_options: own,
    not_offered: { hazard: ['H2'] },
  })
  const blank = await print({ form: asked, own })
  expect(blank.text).toMatch(/☐ โคลนถล่ม/)
  expect(blank.text).not.toContain('น้ำป่า')
  const filled = await print({ form: asked, own, answers: { kind: 'SCENE', hazards: ['H2'] } })
  expect(filled.text).toMatch(/☑ น้ำป่า/)
  // A sheet that is complete prints the form as it was released, and what was chosen.
  const complete = await print({ form: request, own, answers: { kind: 'SCENE', hazards: ['FIRE', 'H1'] } })
  expect(complete.text).toMatch(/☑ โคลนถล่ม/)
  expect(complete.text).not.toContain('น้ำป่า')
  expect((await print({ form: request, answers: { kind: 'SCENE', hazards: ['H1'] } })).text).toMatch(/☑ H1/)
})

const runSheet = findForm('operation-form') as Form

test('a run sheet has the title of its level, and ALS the words of the official one', async () => {
  const findTitle = async (unit_level: string) =>
    (await print({ form: runSheet, known: { unit_level } })).sheets[0]?.querySelector('h1')?.textContent
  expect(await findTitle('ALS')).toBe('แบบบันทึกการปฏิบัติงานบริการการแพทย์ฉุกเฉินระดับสูง (ALS)')
  expect(await findTitle('BLS')).toBe('แบบบันทึกการปฏิบัติงานบริการการแพทย์ฉุกเฉินระดับพื้นฐาน (BLS)')
  expect(await findTitle('ILS')).toBe('แบบบันทึกการปฏิบัติงานบริการการแพทย์ฉุกเฉินระดับกลาง (ILS)')
})

test('a unit stands in Thai beside what was written, and beside what is written by hand', async () => {
  const answers = { unit_level: 'ALS', result: 'FOUND', case_kind: 'TRAUMA', mechanism: ['TRAFFIC'] }
  const { text } = await print({ form: runSheet, answers: { ...answers, trapped_minutes: 25 } })
  expect(text).toContain('25 นาที')
  expect((await print({ form: runSheet })).text).not.toMatch(/\bmin\b/)
})

test('a basic unit’s blank sheet has neither pupils nor a tube', async () => {
  const advanced = ['pupil', 'ET: ขนาด', 'เจ็บแน่นหน้าอก']
  const { text } = await print({ form: runSheet, known: { unit_level: 'BLS' } })
  for (const words of advanced) expect(text).not.toContain(words)
  const ofAls = (await print({ form: runSheet, known: { unit_level: 'ALS' } })).text
  for (const words of advanced) expect(ofAls).toContain(words)
})

test('whoever died at the scene is black with NR, whatever the code was', async () => {
  const answers = { outcome: 'DIED_SCENE', final_colour: 'RED' }
  const { text } = await print({ form: runSheet, answers })
  expect(text).toMatch(/☑ ดำ \(รับบริการสาธารณสุขอื่น\)NR/)
})

test('a confirmed number has an asterisk that one footnote explains, and asks for no further sheet', async () => {
  const vitals = { measured_at: '2026-11-05T03:00:00.000Z', pulse: 280, respiration_rate: 18 }
  const sheet = (row: Answers) => ({ unit_level: 'ALS', vitals: { 'row-1': row } }) as Answers
  const plain = await print({ form: runSheet, answers: sheet(vitals) })
  const confirmed = await print({
    form: runSheet,
    answers: sheet({ ...vitals, 'pulse/confirmed': 280, 'respiration_rate/confirmed': 90 }),
  })
  expect(confirmed.sheets).toHaveLength(plain.sheets.length)
  expect(plain.text).not.toContain('*')
  expect(confirmed.text).toContain('280*')
  expect(confirmed.text).not.toContain('18*')
  expect(confirmed.text.split('* ตรวจซ้ำแล้ว')).toHaveLength(2)
})

test('a long way by the odometer that was confirmed has the asterisk, too', async () => {
  const answers = { odometer_base: 100, odometer_scene: 1_200 }
  const plain = await print({ form: runSheet, answers })
  expect(plain.text).toContain('1200')
  expect(plain.text).not.toContain('*')
  const confirmed = await print({
    form: runSheet,
    answers: { ...answers, 'odometer_scene/confirmed': 1_200 },
  })
  expect(confirmed.text).toContain('1200*')
  expect(confirmed.text.split('* ตรวจซ้ำแล้ว')).toHaveLength(2)
})

test('a mission on which nobody was found is stamped so', async () => {
  const find = () => document.querySelector('table strong[data-stamp]')?.textContent
  await print({ form: runSheet, answers: { result: 'FOUND' } })
  expect(find()).toBeUndefined()
  await print({ form: runSheet, answers: { result: 'NOT_FOUND' } })
  expect(find()).toBe('ไม่พบเหตุ')
})

test('what clinicians alone read has no box on the printout of anybody else', async () => {
  const answers = { case_kind: 'ILLNESS', unit_level: 'ALS', obstetric: ['PV_BLEEDING'] }
  const rape = 'ถูกล่วงละเมิดทางเพศ'
  expect((await print({ form: runSheet, answers })).text).toContain(`☐ ${rape}`)
  expect((await print({ form: runSheet, answers, permissions: ['form:use'] })).text).not.toContain(rape)
})

test('the red of the emergency room is one box, with the level beside it', async () => {
  const answers = { is_transported: true, er_triage: 'L2' }
  const { text } = await print({ form: runSheet, answers })
  expect(text).toContain('☑ แดง L1,L2: L2 (ชมพู)')
  expect(text).not.toContain('L1,L2: L1')
})

const by = { _id: malee._id, first_name: 'มาลี', last_name: 'ศรีสุข' }
const at = '2026-11-05T03:00:00.000Z'
const draft: FormRecord = {
  _id: malee._id,
  form: 'operation-form',
  form_version: runSheet.version,
  number: null,
  state: 'draft',
  is_hidden: false,
  answers: {},
  other_answers: [],
  patient: null,
  mission: null,
  measured_rows: [],
  sent: null,
  steps: [],
  is_of_others: false,
  version: 1,
  created_at: at,
  created_by: by,
  changed_at: at,
  changed_by: by,
  completed_at: null,
  completed_by: null,
  voided_at: null,
  voided_by: null,
  void_reason: null,
  photos: [],
  signatures: [],
  addenda: [],
  finished: [],
  decisions: [],
  drugs: {},
}

test('an appraisal that is finished says by whom and when', async () => {
  const finished = [{ section: 'appraisal', at, by }]
  const answers = { is_transported: true, er_triage: 'L2' }
  const { text } = await print({ form: runSheet, record: { ...draft, finished }, answers })
  expect(text).toContain('ผู้ประเมินเสร็จ มาลี ศรีสุข')
  const open = await print({ form: runSheet, record: draft, answers })
  expect(open.text).not.toContain('ผู้ประเมินเสร็จ')
})

test('a request says how it was answered and ended, and is blank for a hand until then', async () => {
  const form = findForm('ambulance-request') as Form
  const readRows = async (decisions: FormRecord['decisions']) => {
    const record = { ...draft, form: 'ambulance-request' as const, decisions }
    const { sheets } = await print({ form, record, answers: {} })
    const title = sheets
      .flatMap((sheet) => [...sheet.querySelectorAll('h2')])
      .find(({ textContent }) => textContent === 'การตอบรับและการยกเลิก')
    const rows = [...(title?.parentElement?.querySelectorAll(':scope > table > tbody > tr') ?? [])]
    return rows.map(({ children }) => [...children].map(({ textContent }) => textContent))
  }
  const [declined] = await readRows([{ step: 'DECLINED', at, by, reason: 'NO_VEHICLE', note: 'รถซ่อม' }])
  expect(declined).toEqual([
    '5 พ.ย. 2569 10:00',
    expect.any(String),
    'มาลี ศรีสุข',
    expect.stringMatching(/: รถซ่อม$/),
  ])
  const blank = await readRows([])
  expect(blank).toHaveLength(3)
  expect(blank.map(([time, , person, why]) => [time, person, why].join(''))).toEqual(['', '', ''])
})

test('a step before the departure says when and by whom it was checked, and is blank while nobody has', async () => {
  const form = findForm('transportation-treatment') as Form
  const readCells = async (steps: FormRecord['steps']) => {
    const record = { ...draft, form: 'transportation-treatment' as const, steps }
    const { sheets } = await print({ form, record, answers: { has_documents: true } })
    const rows = sheets.flatMap((sheet) => [...sheet.querySelectorAll('[data-steps] tbody tr')])
    return rows.map(({ children }) => [...children].slice(2).map(({ textContent }) => textContent))
  }
  const checked = (await readCells([{ field: 'has_documents', at, by }])).filter(([time]) => time !== '')
  expect(checked).toEqual([['5 พ.ย. 2569 10:00', 'มาลี ศรีสุข']])
  expect((await readCells([])).flat().join('')).toBe('')
})

test('the bars are those of the HN, or of the mission while nobody knows it, and a draft without either has none', async () => {
  const printDraft = (more: Partial<FormRecord>) =>
    print({ form: runSheet, record: { ...draft, ...more }, answers: {} })
  const bars = () => document.querySelectorAll('body > div > table thead svg').length
  const mission = { _id: malee._id, number: '6911-0042' }
  expect((await printDraft({})).text).toContain('ฉบับร่าง')
  expect(bars()).toBe(0)
  expect((await printDraft({ mission })).text).toContain('6911-0042')
  await waitFor(() => expect(bars()).toBeGreaterThan(0))
  const patient = {
    _id: malee._id,
    hn: '650012345',
    title: 'นาย',
    name: 'บุญมี',
    surname: 'มีสุข',
    ward: null,
    bed: null,
  }
  expect((await printDraft({ mission, patient })).text).toContain('HN 650012345')
})
