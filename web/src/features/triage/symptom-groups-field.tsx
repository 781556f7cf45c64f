import { mostSymptomGroups, symptomGroups } from 'contract'
import { useTranslation } from 'react-i18next'
import { BarPopover } from '../../ui/list/filter/bar-popover.tsx'
import { ChipRow } from './chip-row.tsx'
import type { TriageForm } from './form-values.ts'

type SymptomGroupsFieldProps = {
  value: TriageForm['symptom_groups']
  onChange: (groups: TriageForm['symptom_groups']) => void
}

/** The groups of 1669 to which the complaint belongs: 24 chips behind one button, which needs no room of a screen. */
export function SymptomGroupsField({ value, onChange }: SymptomGroupsFieldProps) {
  const { t } = useTranslation('triage')
  const label = t('arrival.symptom-groups', { most: mostSymptomGroups })
  const name = t('form.symptom-groups')
  return (
    <BarPopover
      label={name}
      shownLabel={
        value.length === 0 ? t('form.symptoms') : t('form.symptoms-of', { groups: value.join(', ') })
      }
      isNarrow
    >
      {() => (
        <ChipRow
          multiple
          label={label}
          data-stop="symptom_group"
          choices={symptomGroups.map((group) => ({
            value: `${group}`,
            label: `${group} ${t(`symptom-group.${group}`)}`,
            isDisabled: value.length >= mostSymptomGroups && !value.includes(group),
          }))}
          value={value.map((group) => `${group}` as const)}
          onChange={(chosen) => onChange(symptomGroups.filter((group) => chosen.includes(`${group}`)))}
        />
      )}
    </BarPopover>
  )
}
