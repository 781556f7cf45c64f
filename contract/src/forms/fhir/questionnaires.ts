import { type DrugChanges, nameDrug } from '../../clinical/emergency/drug-changes.ts'
import { isReason, listRows } from '../answers.ts'
import {
  type Answer,
  type AnswerField,
  type Answers,
  type Condition,
  type EmptyReason,
  type Field,
  type Form,
  listFields,
  type Row,
  type RowsField,
  type Section,
} from '../form.ts'
import type { OptionList } from '../options.ts'
import { isOwnCode, listOptions } from '../own-options/own-options.ts'
import { type FormRecord, findRequestAnswer, findRequestEnd } from '../records.ts'
import { findReferPriority } from '../referral/priority.ts'
import { type ElementCode, listElementCodes } from './element-codes.ts'

/**
 * Forms and records as FHIR R4: https://hl7.org/fhir/R4/questionnaire.html, …/questionnaireresponse.html. `linkId`s are
 * the names of sections and fields; a field of a row is `rows.field`. Codes of options are the panel's own, with their
 * texts.
 */

/** How a form is named in a language. */
export type FormTexts = {
  title: string
  section: Readonly<Record<string, string>>
  field: Readonly<Record<string, string>>
  options: { readonly [List in OptionList]?: Readonly<Record<string, string>> }
  /** The hospital whose own options these texts name. */
  hospitalCode?: string
}

/** The same for a record whose drugs have strengths of their own. */
export function nameDrugs(texts: FormTexts, drugs: DrugChanges): FormTexts {
  const names = texts.options.drug
  if (!names || Object.keys(drugs).length === 0) return texts
  const drug = Object.fromEntries(
    Object.entries(names).map(([code, name]) => [code, nameDrug(name, code, drugs)]),
  )
  return { ...texts, options: { ...texts.options, drug } }
}

type Tag = { system: string; code: string }
type Coding = { system: string; code: string; display: string }
type AnswerValue =
  | { valueString: string }
  | { valueInteger: number }
  | { valueDecimal: number }
  | { valueQuantity: { value: number; unit: string } }
  | { valueDateTime: string }
  | { valueDate: string }
  | { valueBoolean: boolean }
  | { valueCoding: Coding }
  | { valueReference: { reference: string } }
type Extension = { url: string; valueCode: string } | { url: string; valueExpression: Expression }
type Expression = { language: 'text/fhirpath'; expression: string }
type ResponseAnswer = AnswerValue | { extension: Extension[] }

export type QuestionnaireItem = {
  linkId: string
  /** What the item is in vocabularies of others. */
  code?: ElementCode[]
  text: string
  type: string
  required?: boolean
  repeats?: boolean
  enableWhen?: {
    question: string
    operator: '=' | '<' | 'exists'
    answerBoolean?: boolean
    answerDecimal?: number
    answerInteger?: number
    answerCoding?: Omit<Coding, 'display'>
  }[]
  enableBehavior?: 'any'
  answerOption?: { valueCoding: Coding }[]
  extension?: Extension[]
  item?: QuestionnaireItem[]
}
export type Questionnaire = {
  resourceType: 'Questionnaire'
  id: string
  url: string
  version: string
  /** The released form, of one that a hospital has added options to. */
  derivedFrom?: [string]
  name: string
  title: string
  status: 'active'
  subjectType: ['Patient']
  language: string
  item: QuestionnaireItem[]
}

const toFormUrl = (form: Form): string => `urn:medical-staff-panel:form:${form.name}`
const toOptionSystem = (list: OptionList): string => `urn:medical-staff-panel:options:${list}`

/** How many options a hospital has added to the lists of a form. */
function countOwnOptions(form: Form): number {
  const fields = listFields(form).flatMap(([, field]) =>
    field.kind === 'rows' ? Object.values(field.fields) : [field],
  )
  const lists = new Map(
    fields.flatMap((field) => ('options' in field && field.own ? [[field.options, field.own.length]] : [])),
  )
  return [...lists.values()].reduce((sum, count) => sum + count, 0)
}

/**
 * A form with options of a hospital has the name of the hospital. Its version counts them, since none is ever taken
 * away or reworded: one name and version always mean the same answers.
 */
function identifyForm(
  form: Form,
  { hospitalCode = 'own' }: FormTexts,
): Pick<Questionnaire, 'url' | 'version' | 'derivedFrom'> {
  const released = { url: toFormUrl(form), version: String(form.version) }
  const added = countOwnOptions(form)
  if (added === 0) return released
  return {
    url: `${released.url}:${hospitalCode}`,
    version: `${released.version}.${added}`,
    derivedFrom: [toCanonical(released)],
  }
}

const toCanonical = ({ url, version }: Pick<Questionnaire, 'url' | 'version'>) => `${url}|${version}`

/** A form in a language, as it was released or with the options of a hospital. */
export function toQuestionnaire(form: Form, texts: FormTexts, language: string): Questionnaire {
  const identity = identifyForm(form, texts)
  return {
    resourceType: 'Questionnaire',
    id: `${form.name}-${identity.version}`,
    ...identity,
    name: form.name.replace(/(^|-)(\w)/g, (_, _dash, letter: string) => letter.toUpperCase()),
    title: texts.title,
    status: 'active',
    subjectType: ['Patient'],
    language,
    item: form.sections.map((section) => toGroup(form, section, texts)),
  }
}

/** Where an item stands: the form, and the rows around a field of a row. */
type Place = { form: Form; rows?: [name: string, field: RowsField] }

function toGroup(form: Form, { name, shown, fields }: Section, texts: FormTexts): QuestionnaireItem {
  return {
    linkId: name,
    text: texts.section[name] ?? name,
    type: 'group',
    ...toEnabled({ form }, shown),
    item: Object.entries(fields).map(([key, field]) => toItem({ form }, key, field, texts)),
  }
}

function toItem(place: Place, name: string, field: Field, texts: FormTexts): QuestionnaireItem {
  const linkId = place.rows ? `${place.rows[0]}.${name}` : name
  const code = listElementCodes(place.form.name, linkId)
  const common = {
    linkId,
    ...(code.length > 0 && { code }),
    text: texts.field[name] ?? name,
    ...(field.need === 'always' && { required: true }),
    ...toEnabled(place, field.shown),
  }
  if (field.kind === 'rows')
    return {
      ...common,
      type: 'group',
      repeats: true,
      item: Object.entries(field.fields).map(([inner, one]) =>
        toItem({ ...place, rows: [name, field] }, inner, one, texts),
      ),
    }
  return { ...common, ...toType(field, texts) }
}

function toType(
  field: AnswerField,
  texts: FormTexts,
): Pick<QuestionnaireItem, 'type' | 'repeats' | 'answerOption'> {
  switch (field.kind) {
    case 'text':
      return { type: field.isLong ? 'text' : 'string' }
    case 'number':
      return { type: field.unit ? 'quantity' : field.decimals === 0 ? 'integer' : 'decimal' }
    case 'instant':
      return { type: 'dateTime' }
    case 'date':
      return { type: 'date' }
    case 'yes-no':
      return { type: 'boolean' }
    case 'choice':
    case 'choices':
      return {
        type: 'choice',
        ...(field.kind === 'choices' && { repeats: true }),
        answerOption: listOptions(field).map((code) => ({
          valueCoding: toCoding(field.options, code, texts),
        })),
      }
    case 'link':
      return { type: 'reference' }
  }
}

const toCoding = (list: OptionList, code: string, texts: FormTexts): Coding => ({
  // Another hospital has other options under the same code.
  system: isOwnCode(code) ? `${toOptionSystem(list)}:${texts.hospitalCode ?? 'own'}` : toOptionSystem(list),
  code,
  display: texts.options[list]?.[code] ?? code,
})

const enabledByExpression =
  'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-enableWhenExpression'

/**
 * When an item is asked. FHIR's own `enableWhen` knows only all or any of several answers; a condition within a
 * condition is an expression of Structured Data Capture.
 */
function toEnabled(
  place: Place,
  condition: Condition | undefined,
): Pick<QuestionnaireItem, 'enableWhen' | 'enableBehavior' | 'extension'> {
  // No language of FHIR has the rule: whoever reads the questionnaire sees the item at all times.
  if (!condition || 'marked' in condition) return {}
  if ('every' in condition || 'some' in condition || 'not' in condition)
    return {
      extension: [
        {
          url: enabledByExpression,
          valueExpression: { language: 'text/fhirpath', expression: toExpression(place, condition) },
        },
      ],
    }
  const { linkId, field } = findAsked(place, condition.field)
  if ('isAnswered' in condition)
    return { enableWhen: [{ question: linkId, operator: 'exists', answerBoolean: true }] }
  if ('below' in condition) {
    const isWhole = field?.kind === 'number' && field.decimals === 0
    const limit = isWhole ? { answerInteger: condition.below } : { answerDecimal: condition.below }
    return { enableWhen: [{ question: linkId, operator: '<', ...limit }] }
  }
  const enableWhen = condition.of.map((answer) =>
    typeof answer === 'boolean'
      ? { question: linkId, operator: '=' as const, answerBoolean: answer }
      : { question: linkId, operator: '=' as const, answerCoding: toAskedCoding(field, answer) },
  )
  return { enableWhen, ...(enableWhen.length > 1 && { enableBehavior: 'any' as const }) }
}

function toExpression(place: Place, condition: Condition): string {
  if ('every' in condition) return condition.every.map((one) => `(${toExpression(place, one)})`).join(' and ')
  if ('some' in condition) return condition.some.map((one) => `(${toExpression(place, one)})`).join(' or ')
  if ('not' in condition) return `(${toExpression(place, condition.not)}).not()`
  if ('marked' in condition) return 'true'
  const { linkId } = findAsked(place, condition.field)
  const answer = `%resource.descendants().where(linkId = '${linkId}').answer.value`
  if ('isAnswered' in condition) return `${answer}.exists()`
  if ('below' in condition) return `${answer} < ${condition.below}`
  return condition.of
    .map((one) =>
      typeof one === 'boolean' ? `${answer} = ${one}` : `${answer}.where(code = '${one}').exists()`,
    )
    .join(' or ')
}

/** The field of a condition: of the same row first, then of the form. */
function findAsked({ form, rows }: Place, name: string): { linkId: string; field: Field | undefined } {
  const inner = rows?.[1].fields[name]
  if (rows && inner) return { linkId: `${rows[0]}.${name}`, field: inner }
  return {
    linkId: name,
    field: form.sections.map(({ fields }) => fields[name]).find((one) => one !== undefined),
  }
}

function toAskedCoding(field: Field | undefined, code: string): Omit<Coding, 'display'> {
  if (field?.kind !== 'choice' && field?.kind !== 'choices')
    throw new Error('a condition asks for an option of no list')
  return { system: toOptionSystem(field.options), code }
}

export type QuestionnaireResponseItem = {
  linkId: string
  text: string
  answer?: ResponseAnswer[]
  item?: QuestionnaireResponseItem[]
}
type Author = { reference: string; type: 'Practitioner'; display: string }
type NoteExtension = {
  url: 'http://hl7.org/fhir/StructureDefinition/note'
  valueAnnotation: { authorReference?: Author; time: string; text: string }
}
export type QuestionnaireResponse = {
  resourceType: 'QuestionnaireResponse'
  id: string
  meta?: { security?: Tag[]; tag?: Tag[] }
  identifier?: { system: string; value: string }
  questionnaire: string
  status: 'in-progress' | 'completed' | 'amended' | 'entered-in-error'
  subject?: { reference: string; type: 'Patient'; identifier: { system?: string; value: string } }
  authored: string
  author: Author
  /** What was decided about a request, and the addenda; the oldest of each first. */
  extension?: NoteExtension[]
  item?: QuestionnaireResponseItem[]
}

/**
 * A record as it stands. `form` has the options of the hospital, as its questionnaire. `hospitalCode`: the hospital's
 * five or nine digits, which name the issuer of the HN. A record that is closed to the reader says so (`REDACTED`) and
 * has no answers; rows that were struck out are left out.
 */
export function toQuestionnaireResponse(
  form: Form,
  record: FormRecord,
  texts: FormTexts,
  hospitalCode: string,
): QuestionnaireResponse {
  const { patient, number } = record
  const tag = [...listReferTags(record), ...listDecisionTags(record)]
  const notes = listNotes(record)
  const author = record.completed_by ?? record.changed_by
  const answers = record.answers as Answers
  const item = form.sections.flatMap((section) => {
    const items = Object.entries(section.fields).flatMap(([name, field]) =>
      toAnsweredItems(name, field, answers, texts),
    )
    return items.length > 0
      ? [{ linkId: section.name, text: texts.section[section.name] ?? section.name, item: items }]
      : []
  })
  return {
    resourceType: 'QuestionnaireResponse',
    id: record._id,
    ...((record.is_hidden || tag.length > 0) && {
      meta: {
        ...(record.is_hidden && {
          security: [
            { system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationValue', code: 'REDACTED' },
          ],
        }),
        ...(tag.length > 0 && { tag }),
      },
    }),
    ...(number !== null && { identifier: { system: toFormUrl(form), value: number } }),
    questionnaire: toCanonical(identifyForm(form, texts)),
    status: toStatus(record),
    ...(patient && {
      subject: {
        reference: `Patient/${patient._id}`,
        type: 'Patient' as const,
        identifier: { ...toHnSystem(hospitalCode), value: patient.hn },
      },
    }),
    authored: record.completed_at ?? record.changed_at,
    author: toAuthor(author),
    ...(notes.length > 0 && { extension: notes }),
    ...(item.length > 0 && { item }),
  }
}

const toAuthor = ({ _id, first_name, last_name }: FormRecord['created_by']): Author => ({
  reference: `Practitioner/${_id}`,
  type: 'Practitioner',
  display: `${first_name} ${last_name}`,
})

/** What was decided about a request, by its codes, and then the addenda; the oldest of each first. */
const listNotes = ({ decisions, addenda }: FormRecord): NoteExtension[] =>
  [
    ...decisions.map(({ step, at, by, reason, note }) => ({
      at,
      by,
      text: [step, reason, note].filter((one) => one !== null).join(': '),
    })),
    ...addenda.map(({ what, why, at, by }) => ({ at, by, text: `${what} (${why})` })),
  ].map(({ at, by, text }) => ({
    url: 'http://hl7.org/fhir/StructureDefinition/note',
    valueAnnotation: { ...(by && { authorReference: toAuthor(by) }), time: at, text },
  }))

/** How a request was answered, and how it ended where nobody was brought. */
function listDecisionTags({ decisions }: FormRecord): Tag[] {
  const [answer, end] = [findRequestAnswer(decisions), findRequestEnd(decisions)]
  const codes = {
    'request-answer': answer?.step,
    'request-answer-reason': answer?.reason,
    'request-end': end?.step,
    'request-end-reason': end?.reason,
  }
  return Object.entries(codes).flatMap(([name, code]) =>
    code ? [{ system: `urn:medical-staff-panel:${name}`, code }] : [],
  )
}

/**
 * What a referral derives from its answers and acts: its e-Refer status, and its result and priority of the 43 files.
 */
function listReferTags({ sent, answers }: FormRecord): Tag[] {
  if (!sent) return []
  const codes = {
    'refer-status': sent.status,
    'refer-result': sent.result,
    'refer-priority': findReferPriority(answers['urgency'], answers['risk']),
  }
  return Object.entries(codes).flatMap(([name, code]) =>
    code === null ? [] : [{ system: `urn:medical-staff-panel:${name}`, code }],
  )
}

function toStatus({ state, addenda }: FormRecord): QuestionnaireResponse['status'] {
  if (state === 'void') return 'entered-in-error'
  if (state === 'draft') return 'in-progress'
  return addenda.length > 0 ? 'amended' : 'completed'
}

/** The identifier systems of the Standards and Interoperability Lab, Thailand. */
function toHnSystem(hospitalCode: string): { system?: string } {
  const { length } = hospitalCode
  if (!/^\d+$/.test(hospitalCode) || (length !== 5 && length !== 9)) return {}
  return { system: `https://terms.sil-th.org/hcode/${length}/${hospitalCode}/HN` }
}

function toAnsweredItems(
  name: string,
  field: Field,
  answers: Answers,
  texts: FormTexts,
): QuestionnaireResponseItem[] {
  const text = texts.field[name] ?? name
  if (field.kind === 'rows')
    return listRows(answers, name).map(([, row]) => ({
      linkId: name,
      text,
      item: toRowItems(name, field, row, texts),
    }))
  const answer = answers[name] as Answer | undefined
  return answer === undefined ? [] : [{ linkId: name, text, answer: toAnswers(field, answer, texts) }]
}

function toRowItems(
  name: string,
  { fields }: RowsField,
  row: Row,
  texts: FormTexts,
): QuestionnaireResponseItem[] {
  return Object.entries(fields).flatMap(([inner, field]) => {
    const answer = row[inner]
    if (answer === undefined) return []
    return [
      {
        linkId: `${name}.${inner}`,
        text: texts.field[inner] ?? inner,
        answer: toAnswers(field, answer, texts),
      },
    ]
  })
}

const absentReasons = {
  NOT_DONE: 'not-performed',
  UNABLE: 'unknown',
  REFUSED: 'asked-declined',
  NOT_APPLICABLE: 'not-applicable',
} as const satisfies Record<EmptyReason, string>

function toAnswers(field: AnswerField, answer: Answer, texts: FormTexts): ResponseAnswer[] {
  if (isReason(answer))
    return [
      {
        extension: [
          {
            url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason',
            valueCode: absentReasons[answer.reason],
          },
        ],
      },
    ]
  if (field.kind === 'choices')
    return (answer as readonly string[]).map((code) => ({
      valueCoding: toCoding(field.options, code, texts),
    }))
  return [toValue(field, answer, texts)]
}

function toValue(
  field: Exclude<AnswerField, { kind: 'choices' }>,
  answer: Answer,
  texts: FormTexts,
): AnswerValue {
  switch (field.kind) {
    case 'text':
      return { valueString: answer as string }
    case 'number':
      if (field.unit) return { valueQuantity: { value: Number(answer), unit: field.unit } }
      return field.decimals === 0 ? { valueInteger: Number(answer) } : { valueDecimal: Number(answer) }
    case 'instant':
      return { valueDateTime: answer as string }
    case 'date':
      return { valueDate: answer as string }
    case 'yes-no':
      return { valueBoolean: answer === true }
    case 'choice':
      return { valueCoding: toCoding(field.options, answer as string, texts) }
    case 'link':
      return {
        valueReference: {
          reference: `${field.to === 'patient' ? 'Patient' : 'Location'}/${answer as string}`,
        },
      }
  }
}
