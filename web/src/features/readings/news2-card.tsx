import { Paper } from '@mantine/core'
import {
  classifyNews2Risk,
  computeAgeBand,
  computeNews2,
  type LatestValue,
  type News2Input,
  news2Parameters,
  type Patient,
} from 'contract'
import { useTranslation } from 'react-i18next'
import { useVitalName } from '../../clinical/use-vital-name.ts'
import { TimeAgo } from '../../ui/date/time-ago.tsx'
import { today } from '../../ui/date/use-today.ts'
import { EmptyValue } from '../../ui/empty-value.tsx'
import classes from './news2-card.module.css'
import { useLatestValues } from './queries.ts'
import { getUnit } from './views.ts'

const toVital = (name: (typeof news2Parameters)[number]) => (name === 'systolic' ? 'blood_pressure' : name)

/** The parts of the NEWS2 score: seven parameters, each with its age and its points. */
export function News2Card({ patient }: { patient: Patient }) {
  const { t } = useTranslation('readings')
  const vitalName = useVitalName()
  const latest = useLatestValues(patient._id)
  if (!latest) return latest === null ? <p className={classes.minor}>{t('news2.not-monitored')}</p> : null
  if (computeAgeBand(patient.date_of_birth, today()) !== 'adult' || patient.date_of_birth === null)
    return <p className={classes.minor}>{t('news2.from-16')}</p>
  const find = (vital: string) => latest.find((one) => one.vital === vital)
  const score = find('news2')
  const made = computeScore(latest)
  return (
    <Paper withBorder p="md" component="section" aria-label={t('news2.title')}>
      <div className={classes.head}>
        <h2 className={classes.title}>{t('news2.title')}</h2>
        {score?.value === undefined || score.value === null ? (
          <span className={classes.minor}>{t('news2.incomplete')}</span>
        ) : (
          <>
            <strong className={classes.score}>{score.value}</strong>
            <span>{t(`scale.short.${score.second === 2 ? 2 : 1}`)}</span>
            {made && (
              <span className={classes.risk} data-risk={classifyNews2Risk(made)}>
                {t(`news2.risk.${classifyNews2Risk(made)}`)}
              </span>
            )}
          </>
        )}
      </div>
      <dl className={classes.parts}>
        {news2Parameters.map((name) => {
          const found = find(toVital(name))
          return (
            <div key={name}>
              <dt>{vitalName(name)}</dt>
              <dd>
                {found ? (
                  <>
                    <strong>{wordOf(name, found)}</strong>
                    {made && (
                      <span className={classes.part} data-part={made.parts[name]}>
                        +{made.parts[name]}
                      </span>
                    )}
                    <TimeAgo moment={found.measured_at} />
                  </>
                ) : (
                  <EmptyValue />
                )}
              </dd>
            </div>
          )
        })}
      </dl>
    </Paper>
  )

  function wordOf(name: (typeof news2Parameters)[number], { value, note }: LatestValue): string {
    if (name === 'consciousness') return note ? t(`consciousness.${note}` as 'consciousness.A') : ''
    if (name === 'oxygen') return t(value === 1 ? 'oxygen.yes' : 'oxygen.no')
    return `${value} ${getUnit(name)}`
  }
}

/** The score with the points of each parameter; undefined if there is no score or a parameter is missing. */
function computeScore(latest: readonly LatestValue[]) {
  const score = latest.find(({ vital }) => vital === 'news2')
  if (!score) return undefined
  const value = (vital: string) => latest.find((one) => one.vital === vital)?.value ?? null
  const oxygen = value('oxygen')
  const input = {
    respiration_rate: value('respiration_rate'),
    spo2: value('spo2'),
    oxygen: oxygen === null ? null : oxygen === 1,
    systolic: value('blood_pressure'),
    pulse: value('pulse'),
    temperature: value('temperature'),
    consciousness: (latest.find(({ vital }) => vital === 'consciousness')?.note ??
      null) as News2Input['consciousness'],
  }
  return computeNews2(input, score.second === 2 ? 2 : 1)
}
