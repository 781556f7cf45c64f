import { type TriageSuggestion, triageLevels } from 'contract'
import { useTranslation } from 'react-i18next'
import { TriageBadge } from '../../../clinical/triage-badge.tsx'
import classes from '../triage-form.module.css'
import { useFindingsText } from '../words.ts'

/** The level that the rules suggest, by which point, and what fired there. */
export function SuggestionText({ suggestion }: { suggestion: TriageSuggestion | null }) {
  const { t } = useTranslation('triage')
  const findingsText = useFindingsText()
  if (!suggestion) return t('form.undecided')
  const { level, rule, findings } = suggestion
  return (
    <>
      <span className={classes.label}>{t('form.suggestion')}</span> <TriageBadge level={level} />{' '}
      {t('form.by-rule', { level: `L${triageLevels.indexOf(level) + 1}`, rule })} ·{' '}
      <strong>{findingsText(findings)}</strong>
    </>
  )
}
