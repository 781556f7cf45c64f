import { NativeSelect } from '@mantine/core'
import { listMissingReasons, missingReasons, type NeededVital, neededTriageVitals } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useVitalName } from '../../clinical/use-vital-name.ts'
import type { TriageForm } from './form-values.ts'
import classes from './triage-form.module.css'

type MissingFieldProps = {
  form: TriageForm
  missing: readonly NeededVital[]
  problems: Readonly<Record<string, string>>
  onChange: (changed: Partial<TriageForm>) => void
}

/**
 * Why each value was not measured, in one line: for all that have no reason yet, or for one that is chosen. Each value
 * has a reason of its own.
 */
export function MissingField({ form, missing, problems, onChange }: MissingFieldProps) {
  const { t } = useTranslation('triage')
  const vitalName = useVitalName('tile')
  const [chosen, setChosen] = useState<NeededVital>()
  const reasons = form.missing
  const one = missing.find((name) => name === chosen)
  const open = missing.filter((name) => reasons[name] === undefined)
  const listNames = (names: readonly NeededVital[]) => names.map((name) => vitalName(name)).join(', ')
  const targets = one ? [one] : open.length > 0 ? open : missing
  const [first] = targets
  const shared =
    first && targets.every((name) => reasons[name] === reasons[first]) ? reasons[first] : undefined
  const choices = form.level === '' ? [] : listMissingReasons(form.level)
  const wrong = missing.filter((name) => problems[`missing.${name}`] !== undefined)
  const label = t('form.missing', { names: listNames(targets) })
  return (
    <div className={classes.told}>
      <NativeSelect
        size="md"
        name="missing_reason"
        data-stop="missing_reason"
        aria-label={label}
        data={[{ value: '', label }, ...choices.map((value) => ({ value, label: t(`missing.${value}`) }))]}
        value={choices.find((reason) => reason === shared) ?? ''}
        error={wrong.length > 0 && t('form.measure', { names: listNames(wrong) })}
        onChange={({ currentTarget: { value } }) => {
          const reason = missingReasons.find((each) => each === value)
          onChange({
            missing: { ...reasons, ...Object.fromEntries(targets.map((name) => [name, reason])) },
          })
        }}
      />
      {missing.length > 1 && (
        <NativeSelect
          size="md"
          name="missing_of"
          data-stop="missing_of"
          aria-label={t('form.missing-of')}
          data={[
            { value: '', label: t(open.length > 0 ? 'form.missing-rest' : 'form.missing-all') },
            ...missing.map((value) => ({
              value,
              label: [vitalName(value), reasons[value] && t(`missing.${reasons[value]}`)]
                .filter(Boolean)
                .join(': '),
            })),
          ]}
          value={one ?? ''}
          onChange={({ currentTarget: { value } }) =>
            setChosen(neededTriageVitals.find((name) => name === value))
          }
        />
      )}
    </div>
  )
}
