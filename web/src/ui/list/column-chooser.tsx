import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconColumns3, type Icon as TablerIcon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './column-chooser.module.css'

/** The columns of a list that this browser hides. */
export function useHiddenColumns<Key extends string>(list: string, hiddenAtFirst: readonly Key[] = []) {
  return useLocalStorage<readonly Key[]>({
    key: `${list}:hidden-columns`,
    defaultValue: hiddenAtFirst,
    getInitialValueInEffect: false,
  })
}

type ColumnChooserProps<Key extends string> = {
  columns: readonly { key: Key; label: string }[]
  hidden: readonly Key[]
  onChange: (hidden: readonly Key[]) => void
  /** What is chosen, if it is not columns. */
  label?: string
  Icon?: TablerIcon
}

/** Chooses the columns that a table shows; stands at the end of the filter bar. */
export function ColumnChooser<Key extends string>({
  columns,
  hidden,
  onChange,
  label: what,
  Icon = IconColumns3,
}: ColumnChooserProps<Key>) {
  const { t } = useTranslation('ui')
  const name = what ?? t('columns')
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          size="md"
          className={classes.button}
          leftSection={<Icon size={18} aria-hidden />}
        >
          {name}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={name}>
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
