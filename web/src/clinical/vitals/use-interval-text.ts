import { useTranslation } from 'react-i18next'

/** How long a number of minutes is, in words: "4 hr", "1 hr 30 min". No number is parted from its unit by a line. */
export function useIntervalText(): (minutes: number) => string {
  const { i18n } = useTranslation()
  return (minutes) => {
    const format = (count: number, unit: 'hour' | 'minute') =>
      new Intl.NumberFormat(i18n.language, { style: 'unit', unit, unitDisplay: 'short' })
        .format(count)
        .replace(' ', '\u00a0')
    const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
    return [hours > 0 && format(hours, 'hour'), (rest > 0 || hours === 0) && format(rest, 'minute')]
      .filter(Boolean)
      .join(' ')
  }
}
