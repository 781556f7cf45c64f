import { classifyNews2Risk, computeAgeBand, news2Parameters, type Patient } from 'contract'
import { useTranslation } from 'react-i18next'
import { useVitalName } from '../../../clinical/use-vital-name.ts'
import { computeLatestMews, computeLatestScore, listMissingParts } from '../../../clinical/vitals/score.ts'
import { ScoreParts } from '../../../clinical/vitals/score-parts.tsx'
import { useNow } from '../../../ui/date/use-now.ts'
import { useToday } from '../../../ui/date/use-today.ts'
import { Section } from '../../../ui/section.tsx'
import { DayTrendLine } from './day-trend-line.tsx'
import type { Summary } from './live-summary.ts'
import classes from './score-card.module.css'

/** NEWS2 with its risk, its parts and its last day; what it lacks, if there is none now. */
export function ScoreCard({ patient, summary }: { patient: Patient; summary: Summary }) {
  const { t } = useTranslation(['summary', 'readings'])
  const vitalName = useVitalName()
  const today = useToday()
  const now = useNow()
  const { latest, trends } = summary
  const { date_of_birth, is_pregnant } = patient
  const isChild = date_of_birth === null || computeAgeBand(date_of_birth, today) !== 'adult'
  if (isChild || is_pregnant)
    return (
      <Section title={t('readings:news2.title')}>
        <p className={classes.none}>{t(isChild ? 'readings:news2.from-16' : 'readings:news2.pregnant')}</p>
      </Section>
    )
  const missing = listMissingParts(latest, now)
  const isNothing = missing.length === news2Parameters.length
  const score = missing.length === 0 ? computeLatestScore(latest) : undefined
  const mews = computeLatestMews(latest, now)
  const scale = latest.find(({ vital }) => vital === 'news2')?.second
  return (
    <Section title={t('readings:news2.title')}>
      <div className={classes.head}>
        {score ? (
          <p className={classes.score}>
            <strong className={classes.figure} data-risk={classifyNews2Risk(score)}>
              {score.total}
            </strong>
            <span>
              {t(`readings:news2.risk.${classifyNews2Risk(score)}`)}
              {scale === 2 && <span className={classes.scale}>{t('readings:scale.short.2')}</span>}
            </span>
          </p>
        ) : (
          <p className={classes.none}>
            {isNothing
              ? t('no-score-nothing')
              : t('no-score', { parts: missing.map((name) => vitalName(name)).join(', ') })}
          </p>
        )}
        <DayTrendLine vital="news2" trends={trends} />
      </div>
      {mews && (
        <p className={mews.isCritical ? classes.critical : classes.none}>
          {t(mews.isCritical ? 'mews-critical' : 'mews', { total: mews.total })}
        </p>
      )}
      {!isNothing && <ScoreParts latest={latest} score={score} />}
    </Section>
  )
}
