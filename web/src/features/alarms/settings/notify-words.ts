import { type LimitedVital, type Limits, limitBounds, quantities, toDeviceBounds } from 'contract'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../../ui/date/dates.ts'
import type { NotifyRow } from './notify-rows.ts'

/** How a vital sign is monitored, in words. */
export function useNotifyTexts() {
  const { t, i18n } = useTranslation(['alarms', 'validation'])
  const number = (vital: LimitedVital, value: number) =>
    value.toLocaleString(i18n.language, { minimumFractionDigits: quantities[vital].decimals })
  const mode = ({ mode: held, until }: Pick<NotifyRow, 'mode' | 'until'>) => {
    const end = until && t('notify.until-is', { time: formatTime(until, i18n.language, 'dd MMM yyyy HH:mm') })
    return [t(`notify.mode.${held}`), end].filter(Boolean).join(' ')
  }
  const limits = (vital: LimitedVital, held: Limits) =>
    limitBounds
      .flatMap((bound) => {
        const value = held[bound]
        return value === null ? [] : [`${t(`bound.${bound}`)} ${number(vital, value)}`]
      })
      .join(', ')
  return {
    number,
    mode,
    limits,
    /** Writes one line: the limits with their mode and its end. */
    row: (vital: LimitedVital, row: NotifyRow) =>
      row.limits ? `${mode(row)}: ${limits(vital, row.limits)} ${quantities[vital].unit}` : mode(row),
    /** Which values a limit may have. */
    bounds: (vital: LimitedVital) => {
      const { min, max, unit } = toDeviceBounds(quantities[vital])
      return t('validation:number-between', { min: number(vital, min), max: number(vital, max), unit })
    },
  }
}
