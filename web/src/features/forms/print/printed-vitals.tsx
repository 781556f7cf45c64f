import {
  type Answer,
  type Answers,
  type Form,
  isReason,
  listFields,
  listRows,
  type OptionList,
  pickPrintedVitals,
  type Row,
  type RowsField,
  type Section,
  sortMeasured,
  toAnsweredName,
  writePupil,
} from 'contract'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../../ui/date/dates.ts'
import { useFormTexts } from '../use-form-texts.ts'
import { ConfirmedFootnote, confirmedAsterisk, isNumberConfirmed } from './confirmed-asterisk.tsx'
import classes from './form-printout.module.css'
import { useFormPrint } from './print-context.ts'
import { RowsBeside, RowsFootnote } from './printed-rows.tsx'

/** The columns of the official sheet, each with the fields that stand in it. */
const columns = [
  { name: 'time', of: ['measured_at'] },
  { name: 'temperature', of: ['temperature'] },
  { name: 'pressure', of: ['systolic', 'diastolic'] },
  { name: 'pulse', of: ['pulse'] },
  { name: 'respiration', of: ['respiration_rate'] },
  { name: 'eye', of: ['eye'] },
  { name: 'verbal', of: ['verbal'] },
  { name: 'motor', of: ['motor'] },
  { name: 'consciousness', of: ['basic_consciousness'] },
  { name: 'right-pupil', of: ['right_pupil', 'right_reaction'] },
  { name: 'left-pupil', of: ['left_pupil', 'left_reaction'] },
  { name: 'oxygen', of: ['spo2'] },
  { name: 'glucose', of: ['blood_glucose', 'beyond'] },
] as const
const printed: readonly string[] = columns.flatMap(({ of }) => [...of])
const places = ['first', 'worst', 'last'] as const

/** The three rows of the official sheet; what has no room there stands on the continuation. */
export function PrintedVitals({ name, field }: { name: string; field: RowsField }) {
  const { t, i18n } = useTranslation('forms')
  const { formName, answers, isShown } = useFormPrint()
  const { formatOption } = useFormTexts(formName)
  const picked = pickPrintedVitals(answers ? listRows(answers, name) : [])
  const shown = columns.filter(({ of: [first] }) => field.fields[first] && isShown(field.fields[first]))
  const write = (column: (typeof columns)[number]['name'], row: Row) => {
    const text = (one: string) => {
      const answer = row[one]
      if (isReason(answer)) return t(`reason.${answer.reason}`)
      if (typeof answer !== 'string' && typeof answer !== 'number') return ''
      return isNumberConfirmed(row, one) ? `${answer}${confirmedAsterisk}` : `${answer}`
    }
    const option = (list: OptionList, one: string) =>
      typeof row[one] === 'string' ? formatOption(list, row[one]) : text(one)
    switch (column) {
      case 'time':
        return formatTime(text('measured_at'), i18n.language, 'HH:mm')
      case 'pressure':
        return [text('systolic'), text('diastolic')].filter(Boolean).join('/')
      case 'consciousness':
        return option('basic-consciousness', 'basic_consciousness')
      case 'right-pupil':
        return writePupil(row['right_pupil'], row['right_reaction'])
      case 'left-pupil':
        return writePupil(row['left_pupil'], row['left_reaction'])
      case 'glucose':
        return text('blood_glucose') || option('glucose-beyond', 'beyond')
      case 'respiration':
        return text('respiration_rate')
      case 'oxygen':
        return text('spo2')
      default:
        return text(column)
    }
  }
  return (
    <>
      <table className={classes.rows} data-vitals>
        <thead>
          <tr>
            <th aria-hidden />
            {shown.map((column) => (
              <th key={column.name} scope="col">
                {t(`printout.vitals.${column.name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {places.map((place) => (
            <tr key={place}>
              <th scope="row">{t(`printout.vitals.${place}`)}</th>
              {shown.map((column) => (
                <td key={column.name}>{picked[place] && write(column.name, picked[place][1])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ConfirmedFootnote
        rows={places.map((place) => picked[place]?.[1])}
        names={shown.flatMap(({ of }): readonly string[] => of)}
      />
      {answers && <p className={classes.note}>{t('printout.vitals.note')}</p>}
    </>
  )
}

function findVitals(form: Form): [name: string, field: RowsField, section: Section] | undefined {
  for (const [name, field, section] of listFields(form))
    if (field.kind === 'rows' && field.measuredAt) return [name, field, section]
  return undefined
}

const listMeasured = (answers: Answers, name: string) => sortMeasured(listRows(answers, name))

/** Whether more was measured than has room on the three rows; on a blank form there is room for more. */
export function useHasOtherVitals(): boolean {
  const { form, answers, isShown } = useFormPrint()
  const [name, , section] = findVitals(form) ?? []
  if (!name || !section || !isShown(section)) return false
  if (!answers) return true
  const rows = listMeasured(answers, name)
  return rows.length > places.length || rows.some(([, row]) => Object.keys(row).some(isBeyond))
}

/** Whether a field has no column of its own on the official sheet. */
const isBeyond = (key: string): boolean => !printed.includes(toAnsweredName(key)) && key !== 'is_finished'

/** As many measurements as a hand writes on one sheet. */
const blankVitals = 5

/**
 * All measurements with all that was measured, the three that stand on the sheet among them: so a trend can be read.
 */
export function OtherVitals() {
  const { t } = useTranslation('forms')
  const { form, answers, isShown } = useFormPrint()
  const found = findVitals(form)
  if (!found) return null
  const [name, field] = found
  const rows: (readonly [string, Row | undefined])[] = answers
    ? listMeasured(answers, name)
    : Array.from({ length: blankVitals }, (_, i) => [String(i), undefined] as const)
  const shown = Object.entries(field.fields).filter(([inner, one]) =>
    answers ? rows.some(([, row]) => (row?.[inner] as Answer | undefined) !== undefined) : isShown(one),
  )
  return (
    <section className={classes.section}>
      <h2 className={classes.title}>{t('printout.vitals.all')}</h2>
      <RowsBeside field={field} columns={shown} rows={rows} />
      <RowsFootnote columns={shown} rows={rows} />
    </section>
  )
}
