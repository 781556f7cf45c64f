import { Paper } from '@mantine/core'
import { classifyNews2Risk, computeAgeBand, type Patient } from 'contract'
import { useTranslation } from 'react-i18next'
import { computeLatestScore } from '../../../clinical/vitals/score.ts'
import { ScoreParts } from '../../../clinical/vitals/score-parts.tsx'
import { today } from '../../../ui/date/use-today.ts'
import { SectionTitle } from '../../../ui/section.tsx'
import { useLatestValues } from '../queries.ts'
import classes from './news2-card.module.css'

/** The NEWS2 score with its risk and its parts. */
export function News2Card({ patient }: { patient: Patient }) {
  const { t } = useTranslation('readings')
  const latest = useLatestValues(patient._id)
  if (!latest) return latest === null ? <p className={classes.minor}>{t('news2.not-monitored')}</p> : null
  if (computeAgeBand(patient.date_of_birth, today()) !== 'adult' || patient.date_of_birth === null)
    return <p className={classes.minor}>{t('news2.from-16')}</p>
  if (patient.is_pregnant) return <p className={classes.minor}>{t('news2.pregnant')}</p>
  const stored = latest.find(({ vital }) => vital === 'news2')
  const score = computeLatestScore(latest)
  return (
    <Paper withBorder p="md" component="section" aria-label={t('news2.title')}>
      <div className={classes.head}>
        <SectionTitle>{t('news2.title')}</SectionTitle>
        {stored?.value === undefined || stored.value === null ? (
          <span className={classes.minor}>{t('news2.incomplete')}</span>
        ) : (
          <>
            <strong className={classes.score}>{stored.value}</strong>
            <span>{t(`scale.short.${stored.second === 2 ? 2 : 1}`)}</span>
            {score && (
              <span className={classes.risk} data-risk={classifyNews2Risk(score)}>
                {t(`news2.risk.${classifyNews2Risk(score)}`)}
              </span>
            )}
          </>
        )}
      </div>
      <ScoreParts latest={latest} score={score} />
    </Paper>
  )
}
