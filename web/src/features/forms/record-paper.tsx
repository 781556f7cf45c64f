import {
  type Answer,
  type AnswerField,
  type Answers,
  type Field,
  type Form,
  type FormName,
  type FormRecord,
  type FormSignature,
  holds,
  isReason,
  listRows,
  optionLists,
  type Row,
  type RowsField,
} from 'contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PaperHead } from '../../clinical/paper/paper-head.tsx'
import { formatTime } from '../../ui/date/dates.ts'
import { formatPatientName, formatStaffName } from '../../ui/person-name.ts'
import { Barcode, useBarcode } from '../../ui/print/barcode.tsx'
import { Paper } from '../../ui/print/paper.tsx'
import { BodyOnPaper } from './body-chart/body-on-paper.tsx'
import { CalculationTexts } from './calculated.tsx'
import classes from './record-paper.module.css'
import { SignaturePicture } from './signatures/signature-pad.tsx'
import { useAnswerText } from './use-answer-text.ts'
import { useFormTexts } from './use-form-texts.ts'
import { useRowText } from './use-row-text.ts'

type RecordPaperProps = {
  formName: FormName
  form: Form
  /** Without a record it is a blank form, for a day on which nobody can type. */
  record?: FormRecord
  /** The sheet of a draft, which has also what the server does not have yet. */
  children?: ReactNode
}

/** A form on A4, with all options as on the paper forms, ticked or blank. */
export function RecordPaper({ formName, form, record, children }: RecordPaperProps) {
  const { t } = useTranslation('forms')
  const { title } = useFormTexts(formName)
  const patient = record?.patient
  const code = patient?.hn ?? record?.number ?? ''
  const bars = useBarcode(code)
  const about = [record?.number ?? t('paper.no-number'), record && t(`state.${record.state}`)]
  const mark = record && record.state !== 'complete' ? t(`state.${record.state}`) : undefined
  return (
    <Paper
      head={
        <div className={classes.head}>
          <div className={classes.sheet}>
            <PaperHead title={title} about={about.filter(Boolean).join(' · ')} />
          </div>
          <div className={classes.who}>
            {code && bars && <Barcode bars={bars} />}
            <strong>{patient ? `HN ${patient.hn}` : code || 'HN'}</strong>
            {patient ? <span lang="th">{formatPatientName(patient)}</span> : <Blank />}
          </div>
        </div>
      }
    >
      {mark && (
        <div className={classes.mark} aria-hidden>
          {mark}
        </div>
      )}
      {children ?? (
        <Sheet
          formName={formName}
          form={form}
          record={record}
          answers={record?.answers as Answers | undefined}
        />
      )}
    </Paper>
  )
}

type SheetProps = {
  formName: FormName
  form: Form
  record: FormRecord | undefined
  answers: Answers | undefined
}

export function Sheet({ formName, form, record, answers }: SheetProps) {
  const { t } = useTranslation('forms')
  const { formatSection } = useFormTexts(formName)
  const isShown = (part: { readonly shown?: Field['shown'] }) => !answers || holds(part.shown, answers)
  return (
    <>
      {form.sections.filter(isShown).map(({ name, fields, calculations }) => (
        <section key={name} className={classes.section}>
          <h2 className={classes.title}>{formatSection(name)}</h2>
          <div className={classes.fields}>
            {Object.entries(fields)
              .filter(([, field]) => isShown(field))
              .map(([key, field]) => (
                <FieldOnPaper key={key} name={key} field={field} {...{ formName, record, answers }} />
              ))}
          </div>
          {answers && <CalculationTexts calculations={calculations} answers={answers} />}
        </section>
      ))}
      {record && record.signatures.length > 0 && (
        <div className={classes.signatures}>
          {record.signatures.map((signature) => (
            <Signed key={signature._id} signature={signature} />
          ))}
        </div>
      )}
      <Signature record={record} />
      {record && record.addenda.length > 0 && (
        <section className={classes.section}>
          <h2 className={classes.title}>{t('addenda')}</h2>
          {record.addenda.map(({ _id, what, why, at, by }) => (
            <p key={_id} className={classes.addendum}>
              {what} ({why}) – {formatStaffName(by)} · <Time at={at} />
            </p>
          ))}
        </section>
      )}
    </>
  )
}

type FieldProps = Omit<SheetProps, 'form'> & { name: string }

function FieldOnPaper({ name, field, ...about }: FieldProps & { field: Field }) {
  const { formatField } = useFormTexts(about.formName)
  const isWide =
    field.kind === 'rows' ||
    field.kind === 'choices' ||
    (field.kind === 'text' && field.isLong) ||
    (field.kind === 'choice' && optionLists[field.options].length > 4)
  return (
    <div className={classes.field} data-wide={isWide || undefined}>
      <span className={classes.label}>{formatField(name)}</span>
      {field.kind === 'rows' ? (
        <>
          {field.figure === 'body' && (
            <BodyOnPaper name={name} formName={about.formName} answers={about.answers} />
          )}
          <RowsOnPaper name={name} field={field} {...about} />
        </>
      ) : (
        <AnswerOnPaper
          field={field}
          answer={about.answers?.[name] as Answer | undefined}
          formName={about.formName}
          record={about.record}
        />
      )}
    </div>
  )
}

type AnswerProps = Pick<FieldProps, 'formName' | 'record'> & {
  field: AnswerField
  answer: Answer | undefined
}

function AnswerOnPaper({ formName, record, field, answer }: AnswerProps) {
  const { t } = useTranslation('forms')
  const { formatOption } = useFormTexts(formName)
  const formatAnswer = useAnswerText(formName)
  if (isReason(answer)) return <span>({t(`reason.${answer.reason}`)})</span>
  if (field.kind === 'choice' || field.kind === 'choices') {
    const chosen = Array.isArray(answer) ? answer : [answer]
    return (
      <Ticks
        options={optionLists[field.options].map((option) => ({
          label: formatOption(field.options, option),
          isTicked: chosen.includes(option),
        }))}
      />
    )
  }
  if (field.kind === 'yes-no')
    return (
      <Ticks
        options={[
          { label: t('yes'), isTicked: answer === true },
          { label: t('no'), isTicked: answer === false },
        ]}
      />
    )
  if (answer === undefined) {
    if (field.kind === 'text' && field.isLong) return <Blank lines={handLines} />
    return <Blank unit={field.kind === 'number' ? field.unit : undefined} />
  }
  if (field.kind === 'link')
    return record?.patient && field.to === 'patient' ? (
      <span lang="th">
        {formatPatientName(record.patient)} · HN {record.patient.hn}
      </span>
    ) : (
      <Blank />
    )
  return <span className={classes.answer}>{formatAnswer(field, answer)}</span>
}

function Ticks({ options }: { options: readonly { label: string; isTicked: boolean }[] }) {
  return (
    <span className={classes.ticks}>
      {options.map(({ label, isTicked }) => (
        <span key={label}>
          {isTicked ? '☑' : '☐'} {label}
        </span>
      ))}
    </span>
  )
}

/** As many lines as a hand needs for a longer text. */
const handLines = 2

function Blank({ lines = 1, unit }: { lines?: number; unit?: string | undefined }) {
  return (
    <span className={classes.blank}>
      <span className={classes.lines}>
        {Array.from({ length: lines }, (_, i) => (
          <span key={i} className={classes.line}>
            &nbsp;
          </span>
        ))}
      </span>
      {unit}
    </span>
  )
}

/** As many columns as A4 has room for; a row of more is written in lines. */
const mostColumns = 10

/** As many rows as a hand fills on one sheet. */
const blankRows = 4

function RowsOnPaper({ name, field, formName, record, answers }: FieldProps & { field: RowsField }) {
  const { formatField } = useFormTexts(formName)
  const writeRow = useRowText(formName)
  const columns = Object.entries(field.fields)
  if (answers && columns.length > mostColumns)
    return (
      <ol className={classes.longRows}>
        {listRows(answers, name).map(([id, row]) => (
          <li key={id}>
            {writeRow(field, row)}
            <CalculationTexts
              calculations={field.calculations}
              answers={answers}
              place={{ row: { id, values: row } }}
            />
          </li>
        ))}
      </ol>
    )
  const rows: [string, Row | undefined][] = answers
    ? listRows(answers, name)
    : Array.from({ length: blankRows }, (_, i) => [String(i), undefined])
  return splitColumns(columns).map((part) => (
    <table key={part[0]?.[0]} className={classes.rows}>
      <thead>
        <tr>
          {part.map(([inner]) => (
            <th key={inner} scope="col">
              {formatField(inner)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([id, row]) => (
          <tr key={id}>
            {part.map(([inner, one]) => (
              <td key={inner}>
                {row && <CellOnPaper field={one} answer={row[inner]} {...{ formName, record }} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  ))
}

/** A blank form has a table below another for the columns that have no room beside it. */
function splitColumns<Column>(columns: readonly Column[]): Column[][] {
  return columns.length <= mostColumns
    ? [[...columns]]
    : [columns.slice(0, mostColumns), ...splitColumns(columns.slice(mostColumns))]
}

/** In a column there is no room for every option: what was chosen stands in words. */
function CellOnPaper({ formName, field, answer }: AnswerProps) {
  const { t } = useTranslation('forms')
  const formatAnswer = useAnswerText(formName)
  if (answer === undefined) return null
  return isReason(answer) ? t(`reason.${answer.reason}`) : formatAnswer(field, answer)
}

/** Who signed on a screen. */
function Signed({ signature }: { signature: FormSignature }) {
  const { t } = useTranslation('forms')
  const { role, signer_name, relation, strokes, holds, at } = signature
  return (
    <div className={classes.signed}>
      {strokes ? (
        <SignaturePicture strokes={strokes} label={signer_name} />
      ) : (
        <span>{t('signed-typed')}</span>
      )}
      <span>
        {t(`signer-role.${role}`)}: {signer_name}
        {relation && ` (${relation})`}
      </span>
      <Time at={at} />
      {!holds && <strong>{t('signed-changed')}</strong>}
    </div>
  )
}

/** Who completed the record, or a line on which to sign by hand. */
function Signature({ record }: { record: FormRecord | undefined }) {
  const { t } = useTranslation('forms')
  if (record?.completed_by && record.completed_at)
    return (
      <p className={classes.signature}>
        {t('paper.completed', { person: formatStaffName(record.completed_by) })} ·{' '}
        <Time at={record.completed_at} />
      </p>
    )
  return (
    <p className={classes.signature}>
      {t('paper.signed')} <Blank /> {t('paper.time')} <Blank />
    </p>
  )
}

function Time({ at }: { at: string }) {
  const { i18n } = useTranslation()
  return formatTime(at, i18n.language, 'dd MMM yyyy HH:mm')
}
