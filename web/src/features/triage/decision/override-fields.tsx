import { NativeSelect, TextInput } from '@mantine/core'
import { listTriageNeeds, type TriageSuggestion, triageOverrides } from 'contract'
import { useTranslation } from 'react-i18next'
import { ProblemText } from '../../../ui/form/schema-form.tsx'
import type { TriageForm } from '../form-values.ts'
import classes from '../triage-form.module.css'

type Reasons = Pick<TriageForm, 'override' | 'override_words'>

type OverrideFieldsProps = {
  level: TriageForm['level']
  suggestion: TriageSuggestion | null
  reasons: Reasons
  problems: Record<string, string>
  onChange: (changed: Partial<Reasons>) => void
}

/** Why the level is another one than suggested, and where it is less urgent than A or B, in words. */
export function OverrideFields({
  level,
  suggestion,
  reasons: { override, override_words },
  problems,
  onChange,
}: OverrideFieldsProps) {
  const { t } = useTranslation(['triage', 'ui'])
  const needs = level === '' ? [] : listTriageNeeds(level, suggestion, override || null)
  if (!needs.includes('override')) return null
  const label = suggestion
    ? t('form.override', { level: t(`ui:triage.${suggestion.level}`) })
    : t('form.override-none')
  return (
    <div className={classes.reasons}>
      <NativeSelect
        size="md"
        name="override"
        data-stop="override"
        aria-label={label}
        data={[
          { value: '', label },
          ...triageOverrides.map((value) => ({ value, label: t(`override.${value}`) })),
        ]}
        value={override}
        error={problems['override'] && <ProblemText message={problems['override']} />}
        onChange={({ currentTarget: { value } }) =>
          onChange({ override: triageOverrides.find((one) => one === value) ?? '' })
        }
      />
      {needs.includes('override_words') && (
        <TextInput
          size="md"
          name="override_words"
          data-stop="override_words"
          aria-label={t('form.words')}
          placeholder={t('form.words')}
          maxLength={500}
          value={override_words}
          error={problems['override_words'] && <ProblemText message={problems['override_words']} />}
          onChange={({ currentTarget: { value } }) => onChange({ override_words: value })}
        />
      )}
    </div>
  )
}
