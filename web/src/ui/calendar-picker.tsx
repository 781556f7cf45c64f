import { DatePicker } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/th'
import { useTranslation } from 'react-i18next'
import { buddhistEraOffset } from './dates.ts'

type CalendarPickerProps = {
  value: string | undefined
  onPick: (isoDate: string) => void
  minDate: string | undefined
  maxDate: string | undefined
}

const yearOf = (isoDate: string) => Number(isoDate.slice(0, 4))

/** The calendar behind a `DateField`; in Thai its years are of the Buddhist Era. */
export function CalendarPicker({ value, onPick, minDate, maxDate }: CalendarPickerProps) {
  const { t, i18n } = useTranslation('ui')
  const isThai = i18n.language === 'th'
  const shownFirst = value ?? maxDate
  const shownYear = (isoDate: string) => yearOf(isoDate) + (isThai ? buddhistEraOffset : 0)
  const monthName = (isoDate: string) =>
    new Intl.DateTimeFormat(i18n.language, { month: 'long', timeZone: 'UTC' }).format(new Date(isoDate))
  return (
    <DatePicker
      value={value ?? null}
      {...(shownFirst && { defaultDate: shownFirst })}
      onChange={(picked) => {
        if (picked) onPick(picked)
      }}
      {...(minDate && { minDate })}
      {...(maxDate && { maxDate })}
      locale={i18n.language}
      firstDayOfWeek={isThai ? 0 : 1}
      monthLabelFormat={(isoDate) => `${monthName(isoDate)} ${shownYear(isoDate)}`}
      yearLabelFormat={(isoDate) => shownYear(isoDate)}
      yearsListFormat={(isoDate) => shownYear(isoDate)}
      decadeLabelFormat={(first, last) => `${shownYear(first)} – ${shownYear(last)}`}
      ariaLabels={{
        previousMonth: t('previous-month'),
        nextMonth: t('next-month'),
        previousYear: t('previous-year'),
        nextYear: t('next-year'),
        previousDecade: t('previous-decade'),
        nextDecade: t('next-decade'),
        monthLevelControl: t('choose-year'),
        yearLevelControl: t('choose-decade'),
      }}
    />
  )
}
