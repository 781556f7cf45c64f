import { useTranslation } from 'react-i18next'
import { toHospitalDate } from '../../ui/date/dates.ts'
import { DateField } from '../../ui/form/date/date-field.tsx'
import { SegmentChoice } from '../../ui/form/segment-choice.tsx'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { nextDayMs, parseDayStart, type Range, rangeMs, rangeNames } from './range.ts'
import classes from './range-bar.module.css'

type RangeBarProps = { range: Range; now: number; onRange: (range: Range) => void }

/** Selects the last hours or days, or a custom span of days. */
export function RangeBar({ range, now, onRange }: RangeBarProps) {
  const { t } = useTranslation('readings')
  const [from, to] = 'last' in range ? [now - rangeMs[range.last], now] : [range.from, range.to]
  const choose = (value: string) => {
    const last = rangeNames.find((name) => name === value)
    onRange(last ? { last } : { from, to })
  }
  const isOwn = !('last' in range)
  const chosen = isOwn ? 'own' : range.last
  const isPhone = useIsPhone()
  const spans = [
    ...rangeNames.map((name) => ({
      value: name as string,
      label: t(isPhone ? `range.last-${name}` : `range.${name}`),
    })),
    { value: 'own', label: t('range.own') },
  ]
  return (
    <div className={classes.bar}>
      <SegmentChoice label={t('range.label')} value={chosen} choices={spans} onChange={choose} />
      {isOwn && (
        <div className={classes.own}>
          <DateField
            label={t('range.from')}
            value={toHospitalDate(new Date(from))}
            maxDate={toHospitalDate(new Date(now))}
            onChange={(date) => {
              const at = parseDayStart(date)
              if (at !== undefined) onRange({ from: at, to: Math.max(to, at + nextDayMs) })
            }}
          />
          <DateField
            label={t('range.to')}
            value={toHospitalDate(new Date(to - 1))}
            maxDate={toHospitalDate(new Date(now))}
            onChange={(date) => {
              const at = parseDayStart(date)
              if (at !== undefined) onRange({ from: Math.min(from, at), to: at + nextDayMs })
            }}
          />
        </div>
      )}
    </div>
  )
}
