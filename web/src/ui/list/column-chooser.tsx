import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconColumns3 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './column-chooser.module.css'

/** The columns of a list that this browser hides. */
export function useHiddenColumns<Key extends string>(list: string) {
  return useLocalStorage<readonly Key[]>({
    key: `${list}:hidden-columns`,
    defaultValue: [],
    getInitialValueInEffect: false,
  })
}

type ColumnChooserProps<Key extends string> = {
  columns: readonly { key: Key; label: string }[]
  hidden: readonly Key[]
  onChange: (hidden: readonly Key[]) => void
}

/** Chooses the columns that a table shows; stands at the end of the filter bar. */
export function ColumnChooser<Key extends string>({ columns, hidden, onChange }: ColumnChooserProps<Key>) {
  const { t } = useTranslation('ui')
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          size="md"
          className={classes.button}
          leftSection={<IconColumns3 size={18} aria-hidden />}
        >
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
