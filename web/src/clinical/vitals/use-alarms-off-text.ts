import type { AlarmOff } from 'contract'
import { useTranslation } from 'react-i18next'
import { formatStartTime } from '../../ui/date/dates.ts'
import { useDerivedNow } from '../../ui/date/use-now.ts'
import { useVitalName } from '../use-vital-name.ts'

/** Which vital signs, or which of their limits, raise no alarm, and until when: for hours or for days. */
export function useAlarmsOffText(alarmsOff: readonly AlarmOff[]): string {
  const { t, i18n } = useTranslation('alarms')
  const vitalName = useVitalName('alarm')
  return useDerivedNow((now) =>
    alarmsOff
      .map(({ vital, bounds, until }) => {
        const time = until && formatStartTime(new Date(until), new Date(now), i18n.language)
        const what = bounds
          ? t('notify.part-off', {
              vital: vitalName(vital),
              bounds: bounds.map((bound) => t(`bound.${bound}`)).join(', '),
            })
          : vitalName(vital)
        return [what, time && t('notify.until-is', { time })].filter(Boolean).join(' ')
      })
      .join(', '),
  )
}
