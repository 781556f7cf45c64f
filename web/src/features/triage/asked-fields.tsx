import { Alert, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { infectionSigns, type Visit } from 'contract'
import { useTranslation } from 'react-i18next'
import { useToday } from '../../ui/date/use-today.ts'
import { DateField } from '../../ui/form/date/date-field.tsx'
import { completeTypedTime } from '../../ui/form/date/typed-time.ts'
import { ProblemText } from '../../ui/form/schema-form.tsx'
import { UnitNumberField } from '../../ui/form/unit-number-field.tsx'
import { knownChoices } from './arrival/arrival-values.ts'
import { ChipRow } from './chip-row.tsx'
import { asksPregnancy, chooseOrNone, listOvertaken, type TriageForm } from './form-values.ts'
import { SymptomGroupsField } from './symptom-groups-field.tsx'
import classes from './triage-form.module.css'

type AskedFieldsProps = {
  form: TriageForm
  /** The arrival, which says some of it. */
  visit: Visit
  /** Whether the patient can be pregnant, as far as anybody knows. */
  canBePregnant: boolean
  problems: Readonly<Record<string, string>>
  onChange: (changed: Partial<TriageForm>) => void
}

const drawProblem = (problems: AskedFieldsProps['problems'], field: string) =>
  problems[field] && <ProblemText message={problems[field]} />

/** The complaint and, where the arrival does not say so, whether it was an accident, and a pregnancy. */
export function AskedFields({ form, visit, canBePregnant, problems, onChange }: AskedFieldsProps) {
  const { t } = useTranslation('triage')
  const readKnown = (value: string) => knownChoices.find((one) => one === value) ?? ''
  const overtaken = listOvertaken(form, visit)
  return (
    <>
      <div className={classes.told}>
        <TextInput
          size="md"
          data-stop="complaint"
          name="complaint"
          aria-label={t('form.complaint')}
          placeholder={t('form.complaint')}
          maxLength={500}
          value={form.complaint}
          error={drawProblem(problems, 'complaint')}
          onChange={({ currentTarget: { value } }) => onChange({ complaint: value })}
        />
        <SymptomGroupsField
          value={form.symptom_groups}
          onChange={(symptom_groups) => onChange({ symptom_groups })}
        />
        {visit.is_accident === null && (
          <NativeSelect
            size="md"
            name="is_accident"
            data-stop="accident"
            aria-label={t('form.accident')}
            data={[
              { value: '', label: t('form.accident') },
              ...knownChoices.map((value) => ({ value, label: t(`accident.${value}`) })),
            ]}
            value={form.accident}
            error={drawProblem(problems, 'is_accident')}
            onChange={({ currentTarget: { value } }) => onChange({ accident: readKnown(value) })}
          />
        )}
      </div>
      {canBePregnant && asksPregnancy(visit.pregnancy) && (
        <div className={classes.told}>
          <NativeSelect
            size="md"
            name="pregnancy"
            data-stop="pregnancy"
            aria-label={t('form.pregnancy')}
            data={[
              { value: '', label: t('form.pregnancy') },
              ...knownChoices.map((value) => ({ value, label: t(`pregnant.${value}`) })),
            ]}
            value={form.pregnancy || (visit.pregnancy === 'unknown' ? 'unknown' : '')}
            error={drawProblem(problems, 'pregnancy')}
            onChange={({ currentTarget: { value } }) => onChange({ pregnancy: readKnown(value) })}
          />
          {form.pregnancy === 'yes' && (
            <UnitNumberField
              size="md"
              name="pregnancy_weeks"
              data-stop="pregnancy_weeks"
              aria-label={t('arrival.weeks')}
              unit={t('arrival.weeks-unit')}
              allowDecimal={false}
              value={form.pregnancy_weeks}
              error={drawProblem(problems, 'pregnancy_weeks')}
              onChange={(value) => onChange({ pregnancy_weeks: value })}
            />
          )}
        </div>
      )}
      {overtaken.length > 0 && (
        <Alert color="yellow" p="xs" role="alert">
          {overtaken.map(({ field, said }) => (
            <p key={field}>
              {t('form.overtaken', {
                said: t(field === 'pregnancy' ? `pregnant.${said}` : `accident.${said}`),
              })}
            </p>
          ))}
        </Alert>
      )}
    </>
  )
}

type FieldProps = {
  form: TriageForm
  problem: string | undefined
  onChange: (changed: Partial<TriageForm>) => void
}

/** When a stroke or a chest pain began, or that nobody knows: in one line. */
export function OnsetField({ form: { onset, is_onset_unknown }, problem, onChange }: FieldProps) {
  const { t } = useTranslation(['triage', 'ui'])
  const today = useToday()
  const typed = onset ?? { date: today, time: '' }
  return (
    <div className={classes.row} role="group" aria-label={t('form.onset')}>
      <span className={classes.label}>{t('form.onset')}</span>
      <DateField
        size="md"
        data-stop="onset_date"
        aria-label={t('ui:date')}
        className={classes.onsetDate}
        disabled={is_onset_unknown}
        value={typed.date}
        onChange={(date) => onChange({ onset: { ...typed, date } })}
      />
      <TextInput
        size="md"
        name="onset_at"
        data-stop="onset_at"
        aria-label={t('ui:time')}
        placeholder={t('ui:time-hint')}
        inputMode="numeric"
        className={classes.onsetTime}
        disabled={is_onset_unknown}
        value={typed.time}
        error={problem !== undefined}
        onChange={({ currentTarget: { value } }) => onChange({ onset: { ...typed, time: value } })}
        onBlur={() => onset && onChange({ onset: { ...onset, time: completeTypedTime(onset.time) } })}
      />
      <Checkbox
        label={t('form.onset-unknown')}
        checked={is_onset_unknown}
        onChange={({ currentTarget: { checked } }) => onChange({ is_onset_unknown: checked })}
      />
      {problem && <ProblemText message={problem} />}
    </div>
  )
}

/** The infection screen. */
export function InfectionField({ form, problem, onChange }: FieldProps) {
  const { t } = useTranslation('triage')
  return (
    <ChipRow
      multiple
      label={t('form.infection')}
      data-stop="infection"
      error={problem !== undefined}
      choices={infectionSigns.map((value) => ({ value, label: t(`infection.${value}`) }))}
      value={form.infection_signs}
      onChange={(chosen) => onChange({ infection_signs: chooseOrNone(chosen, form.infection_signs) })}
    />
  )
}
