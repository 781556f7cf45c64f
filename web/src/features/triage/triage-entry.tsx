import { type TimelineEntryOf, triageLevels } from 'contract'
import { useTranslation } from 'react-i18next'
import { TriageBadge } from '../../clinical/triage-badge.tsx'

type TriageEntryProps = { entry: TimelineEntryOf<'triaged'> }

/** A triage in the timeline of a patient: changed to, from. */
export function TriageEntryTitle({ entry: { triage } }: TriageEntryProps) {
  const { t } = useTranslation(['triage', 'ui'])
  const level = `L${triageLevels.indexOf(triage.level) + 1}`
  return (
    <>
      {t('title')} <TriageBadge level={triage.level} /> {level}
    </>
  )
}

/** Why, and NEWS2 then. */
export function TriageEntryDetail({ entry: { triage } }: TriageEntryProps) {
  const { t } = useTranslation(['triage', 'ui'])
  const { from, level, suggested, rule, override, override_words, news2, corrects, completes, late_reason } =
    triage
  return (
    <>
      {[
        from && `${t('history.from')}: ${t(`ui:triage.${from}`)}`,
        suggested !== level &&
          (suggested && rule
            ? t('history.suggested', { level: t(`ui:triage.${suggested}`), rule })
            : t('history.no-suggestion')),
        override && t(`override.${override}`),
        override_words,
        news2 !== null && `${t('history.news2')}: ${news2}`,
        corrects && t(completes ? 'history.completes' : 'history.corrects'),
        late_reason !== null && t('history.late', { reason: late_reason }),
      ]
        .filter(Boolean)
        .join(' · ')}
    </>
  )
}
