import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isDay } from '../../date/dates.ts'
import { DateField } from './date-field.tsx'
import { getDateProblem } from './typed-date.ts'

type DateFilterFieldProps = {
  label: string
  day: string | undefined
  /** The first day that is accepted. */
  earliest?: string | undefined
  onDay: (day: string | undefined) => void
}

/** A day that filters a list. It applies as soon as the typed date is complete. */
export function DateFilterField({ label, day, earliest, onDay }: DateFilterFieldProps) {
  const { t } = useTranslation('validation')
  // The text typed since the last complete day.
  const [unfinished, setUnfinished] = useState<{ text: string; since: string | undefined }>()
  const [isLeft, setLeft] = useState(false)
  const typed = unfinished?.since === day ? (unfinished?.text ?? day ?? '') : (day ?? '')
  const isWhole = typed === '' || isDay(typed)
  const isTooEarly = (text: string) => isDay(text) && earliest !== undefined && text < earliest
  return (
    <DateField
      label={label}
      size="md"
      isNested
      value={typed}
      {...(earliest !== undefined && { minDate: earliest })}
      error={isTooEarly(typed) ? t('before-first-day') : isLeft && !isWhole && t(getDateProblem(typed))}
      onChange={(value) => {
        setUnfinished({ text: value, since: day })
        setLeft(false)
        const isFitting = value === '' || (isDay(value) && !isTooEarly(value))
        if (isFitting && value !== (day ?? '')) onDay(value || undefined)
      }}
      onBlur={() => setLeft(true)}
    />
  )
}
