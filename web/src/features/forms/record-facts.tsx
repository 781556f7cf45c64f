import { Alert, Badge, Group } from '@mantine/core'
import {
  type Answer,
  type AnswerField,
  type Answers,
  applyDrugs,
  type Field,
  type Form,
  type FormRecord,
  findForm,
  holds,
  isReason,
  isSettled,
  listConfirmed,
  listRows,
  parseAnswerPath,
  toConfirmationPath,
} from 'contract'
import { useTranslation } from 'react-i18next'
import { StaffName } from '../../clinical/staff/staff-name.tsx'
import { Time } from '../../ui/date/time.tsx'
import { EmptyValue } from '../../ui/empty-value.tsx'
import { Fact, Facts } from '../../ui/fact.tsx'
import { Section } from '../../ui/section.tsx'
import { Addenda } from './addenda.tsx'
import { CalculationTexts } from './calculated.tsx'
import { StepNote } from './fields/step-note.tsx'
import classes from './forms.module.css'
import { Photos } from './photos/photos.tsx'
import { Signatures } from './signatures/signatures.tsx'
import { useAnswerText } from './use-answer-text.ts'
import { useFormTexts } from './use-form-texts.ts'
import { useMayWrite } from './use-may-write.ts'
import { useRowText } from './use-row-text.ts'

/** The form of a record, whose doses are judged by the drugs that the hospital had when the record was completed. */
export function findWrittenForm({ form, form_version, drugs }: FormRecord): Form | undefined {
  const released = findForm(form, form_version)
  return released && applyDrugs(released, drugs)
}

/**
 * A record that is complete or void: what was written, but for sections that are shown elsewhere, and what was added
 * later.
 */
export function RecordFacts({ record, except }: { record: FormRecord; except?: Form | undefined }) {
  const { t } = useTranslation('forms')
  const { formatSection, formatField } = useFormTexts(record.form)
  const mayWrite = useMayWrite(record.form, record)
  const form = findWrittenForm(record)
  const answers = record.answers as Answers
  if (record.is_hidden) return <Alert color="yellow">{t('hidden')}</Alert>
  return (
    <div className={classes.facts}>
      <Group gap="xs">
        <Badge size="lg" variant="default">
          {t(`state.${record.state}`)}
        </Badge>
        {record.completed_at && (
          <span>
            <Time at={record.completed_at} /> · <StaffName of={record.completed_by} />
          </span>
        )}
      </Group>
      {record.voided_at && (
        <Alert color="red" title={t('state.void')}>
          {record.void_reason} · <Time at={record.voided_at} /> · <StaffName of={record.voided_by} />
        </Alert>
      )}
      {form?.sections
        .filter(
          ({ name, shown }) => holds(shown, answers) && !except?.sections.some((one) => one.name === name),
        )
        .map(({ name, fields, calculations }) => (
          <Section key={name} title={formatSection(name)}>
            <Facts>
              {Object.entries(fields)
                .filter(([, { shown }]) => holds(shown, answers))
                .map(([key, field]) => (
                  <Fact key={key} label={formatField(key)} isWide={field.kind === 'rows'}>
                    <AnswerText record={record} name={key} field={field} />
                    <StepNote steps={record.steps} field={key} />
                    {listConfirmed(form, answers)
                      .filter((path) => path.split('/')[0] === key)
                      .map((path) => (
                        <ConfirmedNote key={path} record={record} path={path} />
                      ))}
                  </Fact>
                ))}
            </Facts>
            <CalculationTexts calculations={calculations} answers={answers} />
            {record.finished
              .filter(({ section }) => section === name)
              .map(({ section, at, by }) => (
                <p key={section}>
                  {t('finished')} · <Time at={at} /> · <StaffName of={by} />
                </p>
              ))}
            {Object.keys(fields).some((field) => isSettled(field, record.state, answers)) && (
              <p>{t('settled')}</p>
            )}
          </Section>
        ))}
      <Photos record={record} />
      <Signatures record={record} mayAdd={mayWrite} />
      <Addenda record={record} mayAdd={mayWrite} />
    </div>
  )
}

/** Who said of an unusual number that it is right, and when. */
function ConfirmedNote({ record, path }: { record: FormRecord; path: string }) {
  const { t } = useTranslation('forms')
  const { formatField } = useFormTexts(record.form)
  const inner = parseAnswerPath(path)?.inner
  return (
    <div>
      {inner !== undefined && `${formatField(inner)}: `}
      {t('confirmed')}
      <StepNote steps={record.steps} field={toConfirmationPath(path)} />
    </div>
  )
}

type AnswerTextProps = { record: FormRecord; name: string; field: Field }

function AnswerText({ record, name, field }: AnswerTextProps) {
  const { t } = useTranslation('forms')
  const formatAnswer = useAnswerText(record.form)
  const writeRow = useRowText(record.form)
  const answers = record.answers as Answers
  const write = (one: AnswerField, answer: Answer | undefined) => {
    if (answer === undefined) return undefined
    if (isReason(answer)) return t(`reason.${answer.reason}`)
    if (one.kind === 'link')
      return record.patient && `${record.patient.name} ${record.patient.surname} · HN ${record.patient.hn}`
    return formatAnswer(one, answer)
  }
  if (field.kind !== 'rows') return write(field, answers[name] as Answer | undefined) || <EmptyValue />
  const rows = listRows(answers, name)
  if (rows.length === 0) return <EmptyValue />
  return (
    <ol className={classes.rowFacts}>
      {rows.map(([id, row]) => (
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
}
