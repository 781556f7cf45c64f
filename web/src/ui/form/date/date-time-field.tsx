import { Button, TextInput, type TextInputProps } from '@mantine/core'
import { IconClockCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { toHospitalDate } from '../../date/dates.ts'
import { DateField } from './date-field.tsx'
import classes from './date-time-field.module.css'
import { completeTypedTime, formatTypedTime } from './typed-time.ts'

type PartProps = Pick<TextInputProps, 'name' | 'error' | 'onBlur' | 'onFocus'> & {
  value?: string
  onChange?: (value: string) => void
}

type DateTimeFieldProps = {
  /** Its value is that of a `DateField`. */
  date: PartProps
  /** As typed; when it is left, `09:05` if it is a time of a 24-hour clock. */
  time: PartProps
  maxDate?: string
  /** Where the clock of the device is not to be believed. */
  readNow?: () => Promise<Date>
}

/** A date and a time of day in the hospital's time zone, and a button that sets both to now. */
export function DateTimeField({ date, time, maxDate, readNow }: DateTimeFieldProps) {
  const { t } = useTranslation('ui')
  const set = (now: Date) => {
    date.onChange?.(toHospitalDate(now))
    time.onChange?.(formatTypedTime(now.getTime()))
  }
  const setNow = () => (readNow ? void readNow().then(set) : set(new Date()))
  return (
    <div className={classes.field}>
      <DateField label={t('date')} size="md" {...date} {...(maxDate && { maxDate })} />
      <TextInput
        label={t('time')}
        size="md"
        inputMode="numeric"
        placeholder={t('time-hint')}
        autoComplete="off"
        {...time}
        onChange={({ currentTarget: { value } }) => time.onChange?.(value)}
        onBlur={(event) => {
          time.onChange?.(completeTypedTime(time.value ?? ''))
          time.onBlur?.(event)
        }}
      />
      <Button
        variant="default"
        size="md"
        className={classes.now}
        leftSection={<IconClockCheck size={18} aria-hidden />}
        onClick={setNow}
      >
        {t('now')}
      </Button>
    </div>
  )
}
