import { Paper } from '@mantine/core'
import type { Reading } from 'contract'
import { useTranslation } from 'react-i18next'
import { useVitalName } from '../../../clinical/use-vital-name.ts'
import { SectionTitle } from '../../../ui/section.tsx'
import { useTimeText } from '../use-time-text.ts'
import classes from './sleep-card.module.css'

const sleepPhases = ['deep', 'light', 'awake'] as const

/** The newest night: total sleep, and its deep, light and awake parts. */
export function SleepCard({ reading }: { reading: Reading }) {
  const { t } = useTranslation('readings')
  const vitalName = useVitalName()
  const timeText = useTimeText()
  const minutes = sleepPhases.map((part) => reading[part] ?? 0)
  const total = minutes.reduce((sum, one) => sum + one, 0)
  const length = (all: number) => t('hours-minutes', { hours: Math.floor(all / 60), minutes: all % 60 })
  return (
    <Paper withBorder p="md" component="section" aria-label={t('sleep.newest')}>
      <SectionTitle mb="xs">
        {t('sleep.newest')} <span className={classes.minor}>{timeText(reading.measured_at)}</span>
      </SectionTitle>
      <div className={classes.bar} aria-hidden>
        {sleepPhases.map((part, at) => (
          <span key={part} data-part={part} style={{ flexGrow: minutes[at] }} />
        ))}
      </div>
      <dl className={classes.parts}>
        <div>
          <dt>{t('sleep.asleep')}</dt>
          <dd>{length(total - (reading.awake ?? 0))}</dd>
        </div>
        {sleepPhases.map((part, at) => (
          <div key={part} data-part={part}>
            <dt>{vitalName(part)}</dt>
            <dd>{length(minutes[at] ?? 0)}</dd>
          </div>
        ))}
      </dl>
    </Paper>
  )
}
