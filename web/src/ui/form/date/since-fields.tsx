import { SegmentedControl, Text } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useToday } from '../../date/use-today.ts'
import { DateTimeField } from './date-time-field.tsx'
import { parseTypedInstant } from './typed-time.ts'

/** Since when something has been so: now, unless the user says otherwise. */
export function useSince() {
  const today = useToday()
  const [when, setWhen] = useState<'now' | 'earlier'>('now')
  const [date, setDate] = useState(today)
  const [time, setTime] = useState('')
  const [isWrong, setWrong] = useState(false)
  return {
    fields: { today, when, setWhen, date, setDate, time, setTime, isWrong },
    isTouched: when === 'earlier',
    /** The earlier instant as far as one is typed; undefined for now. */
    typedAt: when === 'earlier' ? parseTypedInstant(date, time) : undefined,
    /** What is kept with a draft, and put back with it. */
    values: { when, date, time },
    setValues(kept: { when: 'now' | 'earlier'; date: string; time: string }) {
      setWhen(kept.when)
      setDate(kept.date)
      setTime(kept.time)
    },
    /**
     * The instant to send, if it is not now; undefined if the typed one is no time of the past, which is then shown.
     */
    read(): { at?: string } | undefined {
      if (when === 'now') return {}
      const at = parseTypedInstant(date, time)
      const isPast = at !== undefined && at <= Date.now()
      setWrong(!isPast)
      return isPast ? { at: new Date(at).toISOString() } : undefined
    },
  }
}

type SinceFieldsProps = ReturnType<typeof useSince>['fields'] & {
  label: string
  /** What an earlier time has as a consequence. */
  consequence?: string
  /** Why the typed time was refused. */
  error?: ReactNode
}

export function SinceFields({
  label,
  consequence,
  error,
  today,
  when,
  setWhen,
  date,
  setDate,
  time,
  setTime,
  isWrong,
}: SinceFieldsProps) {
  const { t } = useTranslation('ui')
  const labelId = useId()
  return (
    <>
      <div>
        <Text size="sm" fw={500} id={labelId}>
          {label}
        </Text>
        <SegmentedControl
          aria-labelledby={labelId}
          value={when}
          onChange={(value) => setWhen(value === 'now' ? 'now' : 'earlier')}
          data={[
            { value: 'now', label: t('since.now') },
            { value: 'earlier', label: t('since.earlier') },
          ]}
        />
      </div>
      {when === 'earlier' && (
        <>
          <DateTimeField
            date={{ value: date, onChange: setDate }}
            time={{ value: time, onChange: setTime, error: isWrong ? t('since.invalid') : error }}
            maxDate={today}
          />
          {consequence && (
            <Text size="sm" c="dimmed">
              {consequence}
            </Text>
          )}
        </>
      )}
    </>
  )
}
