import { DatePicker } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/th'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { buddhistEraOffset, formatDate } from '../../date/dates.ts'
import { today } from '../../date/use-today.ts'

type CalendarPickerProps = {
  value: string | undefined
  onPick: (isoDate: string) => void
  minDate: string | undefined
  maxDate: string | undefined
}

const getYear = (isoDate: string) => Number(isoDate.slice(0, 4))

/** Red means severe, so Sundays are not red. */
const noWeekendDays: [] = []

/** The calendar behind a `DateField`; in Thai its years are of the Buddhist Era. */
export function CalendarPicker({ value, onPick, minDate, maxDate }: CalendarPickerProps) {
  const { t, i18n } = useTranslation('ui')
  const isThai = i18n.language === 'th'
  const [shown, setShown] = useState(value ?? maxDate ?? today())
  const shownYear = (isoDate: string) => getYear(isoDate) + (isThai ? buddhistEraOffset : 0)
  const monthName = (isoDate: string) =>
    new Intl.DateTimeFormat(i18n.language, { month: 'long', timeZone: 'UTC' }).format(new Date(isoDate))
  const monthLabel = (isoDate: string) => `${monthName(isoDate)} ${shownYear(isoDate)}`
  return (
    <DatePicker
      value={value ?? null}
      date={shown}
      onDateChange={setShown}
      hideOutsideDates
      weekendDays={noWeekendDays}
      onChange={(picked) => {
        if (picked) onPick(picked)
      }}
      {...(minDate && { minDate })}
      {...(maxDate && { maxDate })}
      locale={i18n.language}
      firstDayOfWeek={isThai ? 0 : 1}
      getDayProps={(isoDate) => ({ 'aria-label': formatDate(isoDate, i18n.language) })}
      monthLabelFormat={monthLabel}
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
        monthLevelControl: `${monthLabel(shown)}, ${t('choose-year')}`,
        yearLevelControl: `${shownYear(shown)}, ${t('choose-decade')}`,
      }}
    />
  )
}
