import { Button } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import {
  type BirthDatePrecision,
  type Fields,
  listChangedFields,
  type PatientChange,
  type PatientSection,
  writeBirthDate,
} from 'contract'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../../../ui/date/dates.ts'
import type { Clash } from '../../../../ui/form/merge-edits.ts'
import { formatStaffName } from '../../../../ui/person-name.ts'
import { usePatientFieldLabel } from '../facts/field-value.tsx'
import { ChangedFields } from '../history/changed-fields.tsx'
import { ChangedValue } from '../history/changed-value.tsx'
import { useNewerPatientChanges } from '../queries.ts'
import { RecordNotice } from '../record-notice.tsx'
import type { ClashSide } from './edit-section.tsx'
import classes from './merge-notice.module.css'

type NewerVersionNoticeProps = {
  patientId: string
  /** When the version that the user is editing was saved. */
  since: string
  onTakeOver: (changes: readonly PatientChange[]) => void
}

/** Says that a newer version was saved while the user is typing, without changing the form. */
export function NewerVersionNotice({ patientId, since, onTakeOver }: NewerVersionNoticeProps) {
  const { t } = useTranslation('patient-record')
  const { data: changes } = useNewerPatientChanges(patientId, since)
  return (
    <RecordNotice kind="caution" Icon={IconUsers} title={t('meanwhile-quiet')}>
      {changes && <ChangersText changes={changes} />}
      <Button
        variant="default"
        size="md"
        mt="xs"
        loading={!changes}
        onClick={() => changes && onTakeOver(changes)}
      >
        {t('take-over')}
      </Button>
    </RecordNotice>
  )
}

type MergeNoticeProps = {
  section: PatientSection
  changes: readonly PatientChange[]
  taken: readonly string[]
  clashes: readonly Clash[]
  choices: readonly (ClashSide | undefined)[]
  onChoose: (at: number, choice: ClashSide) => void
}

/** Who saved what before the user, and which fields both changed differently. */
export function MergeNotice({ section, changes, taken, clashes, choices, onChoose }: MergeNoticeProps) {
  const { t } = useTranslation(['patient-record', 'patients'])
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => top.current?.focus(), [])
  const isClashing = (field: string) => clashes.some(({ fields }) => fields.includes(field))
  const others = changes.filter(({ field }) => !isClashing(field))
  const isDecided = clashes.every((_, at) => choices[at])
  return (
    <div ref={top} tabIndex={-1} className={classes.top}>
      <RecordNotice kind="caution" Icon={IconUsers} title={t('meanwhile-saved')}>
        <ChangersText changes={changes} />
        {others.length > 0 && (
          <ChangedFields
            changes={others}
            note={({ field, section: where }) => (
              <>
                {where !== section && t(`patients:section.${where}`)}
                {taken.includes(field) && t('taken-over')}
              </>
            )}
          />
        )}
        {clashes.map((clash, at) => (
          <ClashChoice
            key={clash.fields.join()}
            clash={clash}
            choice={choices[at]}
            theirName={getChangerName(changes.find(({ field }) => clash.fields.includes(field)))}
            onChoose={(choice) => onChoose(at, choice)}
          />
        ))}
        {isDecided && <p className={classes.ready}>{t('save-on-new')}</p>}
      </RecordNotice>
    </div>
  )
}

function getChangerName(change: PatientChange | undefined): string {
  return change ? formatStaffName(change.by) : ''
}

/** Each person once, with the time of their last change. */
function ChangersText({ changes }: { changes: readonly PatientChange[] }) {
  const { i18n } = useTranslation('patient-record')
  const people = new Map(changes.toReversed().map((change) => [change.by._id, change]))
  return (
    <p className={classes.who}>
      {[...people.values()].map((change) => (
        <span key={change.by._id}>
          <strong>{getChangerName(change)}</strong> ·{' '}
          {formatTime(change.at, i18n.language, 'dd MMM yyyy HH:mm')}
        </span>
      ))}
    </p>
  )
}

type ClashChoiceProps = {
  clash: Clash
  choice: ClashSide | undefined
  theirName: string
  onChoose: (choice: ClashSide) => void
}

function ClashChoice({ clash, choice, theirName, onChoose }: ClashChoiceProps) {
  const { t } = useTranslation('patient-record')
  const label = usePatientFieldLabel()
  const name = useId()
  const option = (value: ClashSide, text: string, values: Fields) => (
    <label className={classes.option} data-chosen={choice === value || undefined}>
      <span className={classes.optionHead}>
        <input type="radio" name={name} checked={choice === value} onChange={() => onChoose(value)} />
        {text}
      </span>
      <ClashValues before={clash.before} after={values} />
    </label>
  )
  return (
    <fieldset className={classes.clash}>
      <legend>{t('choose', { fields: clash.fields.map(label).join(', ') })}</legend>
      <div className={classes.options}>
        {option('theirs', t('theirs-of', { who: theirName }), clash.theirs)}
        {option('mine', t('mine'), clash.mine)}
        {clash.both && option('both', t('both'), clash.both)}
      </div>
    </fieldset>
  )
}

/** The fields as one of the two users changed them. */
function ClashValues({ before, after }: { before: Fields; after: Fields }) {
  const label = usePatientFieldLabel()
  return (
    <span className={classes.made}>
      {listChangedFields(before, after).map((field) => (
        <span key={field}>
          {Object.keys(after).length > 1 && <span className={classes.remark}>{label(field)} </span>}
          <ChangedValue field={field} from={toShown(before, field)} to={toShown(after, field)} />
        </span>
      ))}
    </span>
  )
}

/** A value of the form as the history would show it: of a birth date no more than is known. */
function toShown(values: Fields, field: string): unknown {
  const { date_of_birth: date, birth_date_precision: precision } = values
  if (field !== 'date_of_birth' || typeof date !== 'string' || date === '') return values[field]
  return writeBirthDate({
    date_of_birth: date,
    birth_date_precision: (precision as BirthDatePrecision | '') || 'day',
  })
}
