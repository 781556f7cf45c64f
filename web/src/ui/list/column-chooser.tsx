import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

type ColumnChooserProps<Key extends string> = {
  columns: readonly { key: Key; label: string }[]
  hidden: readonly Key[]
  onChange: (hidden: Key[]) => void
}

/** Chooses the columns that a table shows. */
export function ColumnChooser<Key extends string>({ columns, hidden, onChange }: ColumnChooserProps<Key>) {
  const { t } = useTranslation('ui')
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" size="md" leftSection={<IconColumns3 size={18} aria-hidden />}>
          {t('columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('columns')}>
        <Stack gap="xs">
          {columns.map(({ key, label }) => (
            <Checkbox
              key={key}
              size="md"
              label={label}
              checked={!hidden.includes(key)}
              onChange={({ currentTarget: { checked } }) =>
                onChange(checked ? hidden.filter((other) => other !== key) : [...hidden, key])
              }
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
