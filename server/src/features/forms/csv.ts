import {
  type Answer,
  type AnswerField,
  type Answers,
  appraisedCare,
  exportedRows,
  type FollowUp,
  type FollowUpKind,
  type Form,
  type FormName,
  type FormRecord,
  type FormTexts,
  findCallCorrection,
  findField,
  findForm,
  findReferPriority,
  findRequestAnswer,
  findRequestEnd,
  followUpForms,
  isGivenAmount,
  isReason,
  type Language,
  listComputedColumns,
  listFields,
  listRows,
  nameDrugs,
  nameOwnOptions,
  type OwnOptions,
  type ReferralAct,
  type RowsField,
  readTextAnswer,
  sortMeasured,
} from 'contract'
import type * as z from 'zod/mini'
import { type CsvCell, formatCsv, formatMinuteCell } from '../../core/csv.ts'
import { texts as allTexts, getFormTexts } from '../../core/texts.ts'
import { formatZonedMinute, hospitalTimeZone } from '../../core/time.ts'
import { allInOrder } from '../../db/all-in-order.ts'

/** `versions`: those in which the records were written. `ownOptions`: what the hospital has added to the lists. */
type Exported = { form: FormName; versions: Promise<number[]>; ownOptions: Promise<OwnOptions> }

/**
 * The records of a form as CSV for a spreadsheet, with a column a field of the versions in which they were written:
 * those of the newest one first, then what only older ones have, what these versions compute, and how the record was
 * added to. Times are ISO, of the Christian Era and the hospital's
 * time zone. A record that is closed to the caller says so and has no answers.
 */
export async function* formatRecordsCsv(
  { form, versions, ownOptions }: Exported,
  batches: AsyncIterable<FormRecord[]>,
  language: Language,
): AsyncGenerator<string> {
  const { forms, referrals } = allTexts[language]
  const [written, own] = await allInOrder([versions, ownOptions])
  const texts = nameOwnOptions(getFormTexts(form, language), own, { language })
  const isReferral = form === 'ambulance-referral'
  const described = new Map(written.map((version) => [version, requireVersion(form, version)]))
  const names = [
    ...new Set(
      (described.size > 0 ? [...described.values()] : [requireVersion(form)])
        .toSorted((one, other) => other.version - one.version)
        .flatMap((version) => listFields(version).map(([name]) => name)),
    ),
  ]
  const computed = listComputedColumns(
    described.size > 0 ? [...described.values()] : [requireVersion(form)],
    texts,
  )
  const headings = [
    forms.column.number,
    forms.csv.version,
    forms['state-label'],
    forms.column.begun,
    forms.column.by,
    forms.csv.completed,
    forms.csv['completed-by'],
    ...(isReferral
      ? [referrals['refer-status-label'], referrals['refer-result-label'], referrals['refer-priority-label']]
      : []),
    ...(form === 'ambulance-request' ? listDecisionHeadings(forms.csv) : []),
    'HN',
    forms.column.patient,
    ...names.map((name) => texts.field[name] ?? name),
    ...computed.map(({ name }) => forms.csv.computed[name]),
    forms.csv.addenda,
    forms.csv['newest-addendum'],
  ]
  yield* formatCsv(headings, batches, (record) => {
    const { patient, completed_by, sent } = record
    const named = nameDrugs(texts, record.drugs)
    const version = described.get(record.form_version) ?? requireVersion(form, record.form_version)
    return [
      record.number,
      record.form_version,
      forms.state[record.state],
      formatZonedMinute(hospitalTimeZone, record.created_at),
      formatPerson(record.created_by),
      record.completed_at && formatZonedMinute(hospitalTimeZone, record.completed_at),
      completed_by && formatPerson(completed_by),
      ...(isReferral
        ? [
            sent?.status ? `${sent.status} ${referrals['refer-status'][sent.status]}` : null,
            sent?.result ? `${sent.result} ${referrals.csv['refer-result'][sent.result]}` : null,
            findReferPriority(record.answers['urgency'], record.answers['risk']),
          ]
        : []),
      ...(form === 'ambulance-request' ? listDecisionCells(record, language) : []),
      patient?.hn ?? null,
      patient && `${patient.name} ${patient.surname}`,
      ...names.map((name): CsvCell => {
        if (record.is_hidden) return forms['hidden-short']
        const field = findField(version, name)
        if (!field) return null
        const answers = record.answers as Answers
        if (field.kind !== 'rows')
          return formatCell([name, field], answers[name] as Answer | undefined, named, language)
        return sortMeasured(listRows(answers, name))
          .map(([, row]) =>
            Object.entries(field.fields)
              .filter(([inner]) => row[inner] !== undefined)
              .map(
                ([inner, one]) =>
                  `${texts.field[inner]}: ${formatCell([inner, one], row[inner], named, language)}`,
              )
              .join(', '),
          )
          .join('\n')
      }),
      ...computed.map(({ read }) =>
        record.is_hidden ? forms['hidden-short'] : read(version, record.answers as Answers),
      ),
      ...listAddendaCells(record, forms['hidden-short']),
    ]
  })
}

/**
 * The diagnoses, investigations, drugs, fluids and procedures of the records of a form as CSV, a row each: of which
 * record and which kind it is, then a column a field of all kinds. A row that was struck out, and what is closed to
 * the caller, is not in it.
 */
export async function* formatRowsCsv(
  { form, versions, ownOptions }: Exported,
  batches: AsyncIterable<FormRecord[]>,
  language: Language,
): AsyncGenerator<string> {
  const { forms } = allTexts[language]
  const [written, own] = await allInOrder([versions, ownOptions])
  const texts = nameOwnOptions(getFormTexts(form, language), own, { language })
  const found = written.map((version) => requireVersion(form, version))
  const described = new Map(
    (found.length > 0 ? found : [requireVersion(form)])
      .toSorted((one, other) => other.version - one.version)
      .map((one) => [one.version, listRowFields(one)]),
  )
  const names = [...new Set([...described.values()].flat().flatMap(([, { fields }]) => Object.keys(fields)))]
  const headings = [
    forms.column.number,
    forms['state-label'],
    forms.column.begun,
    'HN',
    forms.column.patient,
    forms.csv.row,
    ...names.map((name) => texts.field[name] ?? name),
  ]
  yield* formatCsv(headings, listLines(), (line) => line)

  async function* listLines(): AsyncGenerator<CsvCell[][]> {
    for await (const records of batches)
      yield records.flatMap(
        ({ number, state, created_at, patient, form_version, answers, drugs, is_hidden }) => {
          const named = nameDrugs(texts, drugs)
          return (is_hidden ? [] : (described.get(form_version) ?? [])).flatMap(([name, { fields }]) =>
            sortMeasured(listRows(answers as Answers, name)).map(([, row]): CsvCell[] => [
              number,
              forms.state[state],
              formatZonedMinute(hospitalTimeZone, created_at),
              patient?.hn ?? null,
              patient && `${patient.name} ${patient.surname}`,
              texts.field[name] ?? name,
              ...names.map((inner) => {
                const field = fields[inner]
                return field ? formatCell([inner, field], row[inner], named, language) : null
              }),
            ]),
          )
        },
      )
  }
}

/**
 * What was done about referrals beside their forms, a row for each act in its order: who took them in hand, what was
 * asked and replied, how they were answered and ended, how the transfer was judged. What is closed to the caller is
 * left out.
 */
export async function* formatActsCsv(
  batches: AsyncIterable<FormRecord[]>,
  listActs: (recordIds: string[]) => Promise<(ReferralAct & { record_id: string })[]>,
  language: Language,
): AsyncGenerator<string> {
  const { forms, referrals, fleet, formOptions } = allTexts[language]
  const { csv } = referrals
  const headings = [
    forms.column.number,
    forms['state-label'],
    forms.column.begun,
    getFormTexts('ambulance-referral', language).field['to_hospital'] ?? 'to_hospital',
    'HN',
    forms.column.patient,
    referrals.printout.act,
    referrals.printout.at,
    referrals.printout.by,
    csv.to,
    csv.level,
    csv.vehicle,
    csv.team,
    referrals['told-by'],
    csv.reason,
    csv['not-arrived'],
    referrals.bed,
    referrals['proposed-time'],
    csv.note,
    referrals.appraisal.suitability,
    referrals.appraisal.data_transfer,
    ...appraisedCare.map((name) => referrals.appraisal[name]),
  ]
  yield* formatCsv(headings, listLines(), (line) => line)

  async function* listLines(): AsyncGenerator<CsvCell[][]> {
    for await (const records of batches) {
      const open = records.filter(({ is_hidden }) => !is_hidden)
      const acts = Map.groupBy(await listActs(open.map(({ _id }) => _id)), ({ record_id }) => record_id)
      yield open.flatMap((record) => (acts.get(record._id) ?? []).map((act) => listCells(record, act)))
    }
  }

  function listCells(record: FormRecord, act: ReferralAct): CsvCell[] {
    const { number, state, created_at, answers, patient } = record
    const { appraisal } = act
    return [
      number,
      forms.state[state],
      // A draft has no number yet: when it was begun and where it leads tell it from another.
      formatZonedMinute(hospitalTimeZone, created_at),
      readTextAnswer(answers['to_hospital']),
      patient?.hn ?? null,
      patient && `${patient.name} ${patient.surname}`,
      referrals.act[act.act],
      formatZonedMinute(hospitalTimeZone, act.at),
      formatPerson(act.by),
      act.to && formatPerson(act.to),
      act.level && fleet.crew[act.level],
      act.vehicle?.name ?? null,
      act.team?.name ?? null,
      act.told_by,
      act.reason && formOptions['lacking-capability'][act.reason],
      act.result && referrals['not-arrived'][act.result],
      act.bed,
      act.proposed_at && formatZonedMinute(hospitalTimeZone, act.proposed_at),
      act.note,
      appraisal && referrals.suitability[appraisal.suitability],
      appraisal && referrals.data[appraisal.data_transfer],
      ...appraisedCare.map((name) => {
        const judged = appraisal?.[name]
        return judged ? referrals.care[judged] : null
      }),
    ]
  }
}

const listRowFields = (form: Form): [name: string, field: RowsField][] =>
  listFields(form).flatMap(([name, field]) =>
    field.kind === 'rows' && exportedRows.some((one) => one === name) ? [[name, field]] : [],
  )

const listDecisionHeadings = (csv: (typeof allTexts)['en']['forms']['csv']): string[] => [
  csv.answer,
  csv.answered,
  csv['answered-by'],
  csv['answer-reason'],
  csv.cancel,
  csv.cancelled,
  csv['cancelled-by'],
  csv['cancel-reason'],
  csv['call-corrected'],
  csv['call-corrected-by'],
  csv['call-corrected-reason'],
]

/**
 * How a request was answered, and how it ended where nobody was brought: what, when, by whom and why; and the time of
 * its call that stands instead of the one that it says.
 */
function listDecisionCells({ is_hidden, decisions }: FormRecord, language: Language): CsvCell[] {
  const { forms, missions } = allTexts[language]
  if (is_hidden) return Array.from({ length: 11 }, () => forms['hidden-short'])
  const describe = (made: FormRecord['decisions'][number] | undefined): CsvCell[] => {
    if (!made) return [null, null, null]
    const { at, by, reason, note } = made
    const why = [reason && missions.reason[reason], note].filter(Boolean).join(': ')
    return [formatZonedMinute(hospitalTimeZone, at), by && formatPerson(by), why === '' ? null : why]
  }
  return [
    ...[findRequestAnswer(decisions), findRequestEnd(decisions)].flatMap((made) => [
      made ? missions.state[made.step] : null,
      ...describe(made),
    ]),
    ...describe(findCallCorrection(decisions)),
  ]
}

function listAddendaCells({ is_hidden, addenda }: FormRecord, hidden: string): CsvCell[] {
  if (is_hidden) return [hidden, hidden]
  const newest = addenda.at(-1)
  return [addenda.length, newest ? `${newest.what} (${newest.why})` : null]
}

/** In a column of its own `number` stays a number; a link to the patient is in the patient's columns. */
export function formatCell(
  [name, field]: readonly [name: string, field: AnswerField],
  answer: Answer | undefined,
  texts: FormTexts,
  language: Language,
): CsvCell {
  const { forms } = allTexts[language]
  if (answer === undefined || field.kind === 'link') return null
  if (isReason(answer)) return forms[isGivenAmount(name) ? 'amount-reason' : 'reason'][answer.reason]
  if (field.kind === 'yes-no') return answer ? forms.yes : forms.no
  if (field.kind === 'instant') return formatZonedMinute(hospitalTimeZone, answer as string)
  if (field.kind === 'choice') return texts.options[field.options]?.[answer as string] ?? (answer as string)
  if (field.kind === 'choices')
    return (answer as readonly string[]).map((one) => texts.options[field.options]?.[one] ?? one).join(', ')
  return answer as string | number
}

const formatPerson = ({ first_name, last_name }: { first_name: string; last_name: string }): string =>
  `${first_name} ${last_name}`

/** The newest version by default. */
function requireVersion(form: FormName, version?: number) {
  const found = findForm(form, version)
  if (!found) throw new Error('a form was never released')
  return found
}

/**
 * What is followed up of missions, a row for each sheet, or for a mission without one. What a row is about decides its
 * columns.
 */
export function formatFollowUpCsv(
  about: FollowUpKind,
  rows: readonly z.input<typeof FollowUp>[],
  language: Language,
): AsyncIterable<string> {
  const { forms, followUp, formOptions } = allTexts[language]
  const { column } = followUp
  const { field } = getFormTexts(followUpForms[about][0], language)
  const yesNo = (is: boolean | null | undefined) => (is == null ? null : is ? forms.yes : forms.no)
  const kinds: Readonly<Record<string, string>> = formOptions['request-kind']
  const outcomes = formOptions['hospital-outcome']
  type Column = [heading: string | undefined, cell: (row: z.input<typeof FollowUp>) => CsvCell]
  const shared: Column[] = [
    [column.mission, ({ mission }) => mission.number],
    [column.called, ({ mission }) => formatMinuteCell(mission.called_at)],
    [column.kind, ({ mission }) => kinds[mission.kind] ?? mission.kind],
    [column.destination, ({ mission }) => mission.destination],
    ['HN', ({ patient }) => patient?.hn ?? null],
    [
      column.patient,
      ({ patient, patient_name }) => (patient ? `${patient.name} ${patient.surname}` : patient_name),
    ],
    [
      column.sheet,
      ({ sheet, is_hidden }) => {
        if (is_hidden) return forms['hidden-short']
        return sheet ? (sheet.number ?? forms.state[sheet.state]) : followUp['no-sheet']
      },
    ],
  ]
  const own: Record<FollowUpKind, Column[]> = {
    payment: [
      [
        field['payment'],
        ({ payment }) =>
          payment && (payment.state ? formOptions.payment[payment.state] : followUp['not-recorded']),
      ],
      [column.total, ({ payment }) => payment?.total ?? null],
      [field['fee_code'], ({ payment }) => payment?.fee_code ?? null],
      [
        field['payment_channel'],
        ({ payment }) => (payment?.channel ? formOptions['payment-channel'][payment.channel] : null),
      ],
      [field['receipt_number'], ({ payment }) => payment?.receipt_number ?? null],
      [field['paid_to'], ({ payment }) => payment?.paid_to ?? null],
    ],
    outcome: [
      [field['hospital_outcome'], ({ outcome }) => (outcome?.outcome ? outcomes[outcome.outcome] : null)],
      [field['was_admitted'], ({ outcome }) => yesNo(outcome?.was_admitted)],
      [field['admitted_days'], ({ outcome }) => outcome?.days ?? null],
      [field['followed_by'], ({ outcome }) => outcome?.followed_by ?? null],
      [field['followed_at'], ({ outcome }) => formatMinuteCell(outcome?.followed_at)],
      [column.due, ({ outcome }) => outcome?.due_on ?? null],
      [
        column.suggested,
        ({ outcome }) => (outcome?.suggestion?.outcome ? outcomes[outcome.suggestion.outcome] : null),
      ],
    ],
  }
  const columns = [...shared, ...own[about]]
  return formatCsv(
    columns.map(([heading = '']) => heading),
    batch(),
    (row) => columns.map(([, cell]) => cell(row)),
  )

  async function* batch() {
    yield [...rows]
  }
}
