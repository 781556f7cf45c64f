import { type LatestValue, type News2, news2Parameters, quantities } from 'contract'
import { useTranslation } from 'react-i18next'
import { TimeAgo } from '../../ui/date/time-ago.tsx'
import { EmptyValue } from '../../ui/empty-value.tsx'
import { useVitalName } from '../use-vital-name.ts'
import { findScorePart, type ScoreParameter } from './score.ts'
import classes from './score-parts.module.css'

type ScorePartsProps = { latest: readonly LatestValue[]; score: News2 | undefined }

/** The seven parameters of NEWS2, each with its age and, if there is a score, its points. */
export function ScoreParts({ latest, score }: ScorePartsProps) {
  const { t } = useTranslation('readings')
  const vitalName = useVitalName('tile')
  return (
    <dl className={classes.parts}>
      {news2Parameters.map((name) => {
        const found = findScorePart(latest, name)
        return (
          <div key={name}>
            <dt>{vitalName(name)}</dt>
            <dd>
              {found ? (
                <>
                  <strong>{describePart(name, found)}</strong>
                  <span className={classes.made}>
                    {score && (
                      <span className={classes.points} data-points={score.parts[name]}>
                        +{score.parts[name]}
                      </span>
                    )}
                    <TimeAgo at={found.measured_at} />
                  </span>
                </>
              ) : (
                <EmptyValue />
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )

  function describePart(name: ScoreParameter, { value, note }: LatestValue): string {
    if (name === 'consciousness') return note ? t(`consciousness.${note}` as 'consciousness.A') : ''
    if (name === 'oxygen') return t(value === 1 ? 'oxygen.yes' : 'oxygen.no')
    return `${value} ${quantities[name].unit}`
  }
}
