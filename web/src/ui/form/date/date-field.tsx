import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCalendar } from '@tabler/icons-react'
import { type FocusEvent, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../feedback/lazy-part.tsx'
import { formatTypedDate, parseTypedDate } from './typed-date.ts'

const CalendarPicker = lazyPart(async () => (await import('./calendar-picker.tsx')).CalendarPicker)

type DateFieldProps = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> & {
  /** ISO `yyyy-mm-dd`; the typed text if it is no date; or empty. */
  value?: string | null
  onChange?: (value: string) => void
  minDate?: string
  maxDate?: string
  /** It lies in a popover, which closes at a click outside of it: the calendar opens within. */
  isNested?: boolean
}

/** A calendar date, typed as dd/mm/yyyy in either era or picked. Its value never becomes a `Date`. */
export function DateField({
  value,
  onChange,
  onBlur,
  minDate,
  maxDate,
  isNested = false,
  ...props
}: DateFieldProps) {
  const { t, i18n } = useTranslation('ui')
  const [typed, setTyped] = useState<string>()
  const [isOpen, picker] = useDisclosure(false)
  const shown = formatTypedDate(value ?? '', i18n.language)

  return (
    <TextInput
      inputMode="numeric"
      placeholder={t('date-hint')}
      autoComplete="off"
      {...props}
      value={typed ?? shown}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text)
        onChange?.(parseTypedDate(text) ?? text)
      }}
      onBlur={(event: FocusEvent<HTMLInputElement>) => {
        setTyped(undefined)
        onBlur?.(event)
      }}
      rightSectionWidth={44}
      rightSection={
        <Popover
          opened={isOpen}
          onChange={picker.close}
          withinPortal={!isNested}
          trapFocus
          returnFocus
          position="bottom-end"
          shadow="md"
        >
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={40}
              disabled={!!props.disabled}
              aria-label={t('open-calendar')}
              onClick={picker.toggle}
            >
              <IconCalendar size={20} aria-hidden />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown>
            <Suspense>
              <CalendarPicker
                value={parseTypedDate(value ?? '')}
                minDate={minDate}
                maxDate={maxDate}
                onPick={(picked) => {
                  onChange?.(picked)
                  picker.close()
                }}
              />
            </Suspense>
          </Popover.Dropdown>
        </Popover>
      }
    />
  )
}
