import { Alert, Button } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import type { Patient, PatientChange, PatientSection } from 'contract'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../ui/dates.ts'
import { ChangedValue } from './changed-value.tsx'
import type { Choice } from './edit-section.tsx'
import { FieldValue, useFieldLabel } from './field-value.tsx'
import classes from './meanwhile.module.css'
import { useChangesSince } from './queries.ts'
import type { Clash, Fields } from './rules.ts'

type QuietNoticeProps = {
  patient: Patient
  /** When the version was made on which somebody is typing. */
  since: string
  onTakeOver: (theirs: Patient, changes: readonly PatientChange[]) => void
}

/** A newer version came in while somebody is typing: it is said, and nothing under the hand is moved. */
export function QuietNotice({ patient, since, onTakeOver }: QuietNoticeProps) {
  const { t } = useTranslation('patient-record')
  const { data: changes } = useChangesSince(patient._id, since)
  return (
    <Alert color="yellow" icon={<IconUsers aria-hidden />} title={t('meanwhile')} role="status">
      <p className={classes.sentence}>{t('meanwhile-quiet')}</p>
      {changes && <Who changes={changes} />}
      <Button
        variant="default"
        size="md"
        mt="xs"
        loading={!changes}
        onClick={() => changes && onTakeOver(patient, changes)}
      >
        {t('take-over')}
      </Button>
    </Alert>
  )
}

type MeanwhileProps = {
  section: PatientSection
  changes: readonly PatientChange[]
  taken: readonly string[]
  clashes: readonly Clash[]
  choices: readonly (Choice | undefined)[]
  onChoose: (at: number, choice: Choice) => void
}

/** Who saved what before her, and where both wrote different things. */
export function Meanwhile({ section, changes, taken, clashes, choices, onChoose }: MeanwhileProps) {
  const { t } = useTranslation('patient-record')
  const label = useFieldLabel()
  const heading = useRef<HTMLDivElement>(null)
  useEffect(() => {
    heading.current?.focus()
    heading.current?.scrollIntoView?.({ block: 'center' })
  }, [])
  const isDecided = clashes.every((_, at) => choices[at])
  return (
    <Alert color="yellow" icon={<IconUsers aria-hidden />} title={t('meanwhile')}>
      <div ref={heading} tabIndex={-1} className={classes.sentence}>
        {t('meanwhile-saved')}
      </div>
      <Who changes={changes} />
      <ul className={classes.changes}>
        {changes.map((change) => (
          <li key={change._id}>
            <span className={classes.label}>
              {label(change.field)}
              {change.section !== section && (
                <span className={classes.remark}> {t(`screen.${change.section}`)}</span>
              )}
            </span>
            <span>
              <ChangedValue change={change} />
              {taken.includes(change.field) && <span className={classes.remark}> {t('taken-over')}</span>}
            </span>
          </li>
        ))}
      </ul>
      {clashes.length > 0 && <p className={classes.sentence}>{t('choose-each')}</p>}
      {clashes.map((clash, at) => (
        <ClashChoice
          key={clash.fields.join()}
          clash={clash}
          choice={choices[at]}
          theirName={nameOf(changes.find(({ field }) => clash.fields.includes(field)))}
          onChoose={(choice) => onChoose(at, choice)}
        />
      ))}
      {isDecided && <p className={classes.sentence}>{t('save-on-new')}</p>}
    </Alert>
  )
}

function nameOf(change: PatientChange | undefined): string {
  return change ? `${change.by.first_name} ${change.by.last_name}` : ''
}

/** Each person once, with the moment of her last change. */
function Who({ changes }: { changes: readonly PatientChange[] }) {
  const { i18n } = useTranslation('patient-record')
  const people = new Map(changes.toReversed().map((change) => [change.by._id, change]))
  return (
    <p className={classes.who}>
      {[...people.values()].map((change) => (
        <span key={change.by._id}>
          <strong>{nameOf(change)}</strong>, {formatTime(change.at, i18n.language, 'dd MMM yyyy hh:mm a')}
        </span>
      ))}
    </p>
  )
}

type ClashChoiceProps = {
  clash: Clash
  choice: Choice | undefined
  theirName: string
  onChoose: (choice: Choice) => void
}

function ClashChoice({ clash, choice, theirName, onChoose }: ClashChoiceProps) {
  const { t } = useTranslation('patient-record')
  const label = useFieldLabel()
  const name = useId()
  const option = (value: Choice, text: string, values: Fields) => (
    <label className={classes.option} data-chosen={choice === value || undefined}>
      <span className={classes.optionHead}>
        <input type="radio" name={name} checked={choice === value} onChange={() => onChoose(value)} />
        {text}
      </span>
      <Values values={values} />
    </label>
  )
  return (
    <fieldset className={classes.clash}>
      <legend>{clash.fields.map(label).join(', ')}</legend>
      <div className={classes.options}>
        {option('theirs', t('theirs-of', { who: theirName }), clash.theirs)}
        {option('mine', t('mine'), clash.mine)}
        {clash.both && option('both', t('both'), clash.both)}
      </div>
    </fieldset>
  )
}

function Values({ values }: { values: Fields }) {
  const label = useFieldLabel()
  const entries = Object.entries(values)
  return (
    <span className={classes.values}>
      {entries.map(([field, value]) => (
        <span key={field}>
          {entries.length > 1 && <span className={classes.remark}>{label(field)} </span>}
          <FieldValue field={field} value={value} />
        </span>
      ))}
    </span>
  )
}
