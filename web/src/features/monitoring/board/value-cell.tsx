import { VisuallyHidden } from '@mantine/core'
import type { BandLevel, LatestValue } from 'contract'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatFigure, isStaleValue, type TileVital } from '../../../clinical/newest-values.ts'
import { TimeAgo } from '../../../ui/date/time-ago.tsx'
import { useDerivedNow } from '../../../ui/date/use-now.ts'
import classes from './ward-board.module.css'

type ValueCellProps = {
  vital: TileVital
  value: LatestValue | undefined
  level: BandLevel | undefined
}

/** The newest value of a vital sign with its age; highlighted for a few seconds when it is new. */
export const ValueCell = memo(function ValueCell({ vital, value, level }: ValueCellProps) {
  const { t } = useTranslation(['monitoring', 'bands'])
  const isOld = useDerivedNow((now) => value !== undefined && isStaleValue(value, now))
  // The value that was there first is not highlighted as new.
  const [firstMeasuredAt] = useState(value?.measured_at)
  if (!value)
    return (
      <span className={classes.never}>
        <span aria-hidden>–</span>
        <VisuallyHidden>{t('never-measured')}</VisuallyHidden>
      </span>
    )
  return (
    <div
      key={value.measured_at}
      className={classes.value}
      data-new={value.measured_at !== firstMeasuredAt || undefined}
      data-old={isOld || undefined}
    >
      <span className={classes.figure} data-level={level} title={level && t(`bands:level.${level}`)}>
        {formatFigure(vital, value)}
        {level && (
          <>
            <span className={classes.sign} aria-hidden>
              {level.endsWith('low') ? '▼' : '▲'}
            </span>
            <VisuallyHidden> {t(`bands:level.${level}`)}</VisuallyHidden>
          </>
        )}
      </span>
      <span className={classes.small}>
        <TimeAgo at={value.measured_at} isShort />
      </span>
    </div>
  )
})
