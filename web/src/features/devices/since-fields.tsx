import { SegmentedControl, Text } from '@mantine/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useToday } from '../../ui/date/use-today.ts'
import { DateTimeField } from '../../ui/form/date-time-field.tsx'
import { parseTypedInstant } from '../../ui/form/typed-time.ts'

/** Since when a patient has had a device: now, unless the user says otherwise. */
export function useSince() {
  const today = useToday()
  const [when, setWhen] = useState<'now' | 'earlier'>('now')
  const [date, setDate] = useState(today)
  const [time, setTime] = useState('')
  const [isWrong, setWrong] = useState(false)
  return {
    fields: { today, when, setWhen, date, setDate, time, setTime, isWrong },
    /** The instant to send, if it is not now; undefined if the typed one is no time of the past, which is then shown. */
    read(): { at?: string } | undefined {
      if (when === 'now') return {}
      const at = parseTypedInstant(date, time)
      const isPast = at !== undefined && at <= Date.now()
      setWrong(!isPast)
      return isPast ? { at: new Date(at).toISOString() } : undefined
    },
  }
}

type SinceFieldsProps = ReturnType<typeof useSince>['fields']

export function SinceFields({
  today,
  when,
  setWhen,
  date,
  setDate,
  time,
  setTime,
  isWrong,
}: SinceFieldsProps) {
  const { t } = useTranslation('devices')
  const label = useId()
  return (
    <>
      <div>
        <Text size="sm" fw={500} id={label}>
          {t('assign.since')}
        </Text>
        <SegmentedControl
          aria-labelledby={label}
          value={when}
          onChange={(value) => setWhen(value === 'now' ? 'now' : 'earlier')}
          data={[
            { value: 'now', label: t('assign.now') },
            { value: 'earlier', label: t('assign.earlier') },
          ]}
        />
      </div>
      {when === 'earlier' && (
        <>
          <DateTimeField
            date={{ value: date, onChange: setDate }}
            time={{ value: time, onChange: setTime, error: isWrong && t('assign.time-invalid') }}
            maxDate={today}
          />
          <Text size="sm" c="dimmed">
            {t('assign.follows')}
          </Text>
        </>
      )}
    </>
  )
}
