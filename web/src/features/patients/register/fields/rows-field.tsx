import { ActionIcon, Button, Group, Input, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { randomId } from '@mantine/hooks'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { ClinicalList, ClinicalRows, ClinicalValues } from '../values.ts'
import classes from './rows-field.module.css'

type RowsFieldProps<List extends ClinicalList> = {
  form: UseFormReturnType<ClinicalValues>
  list: List
  /** An empty row. */
  blank: Omit<ClinicalRows[List], 'key' | '_id'>
  /** Renders the fields of a row; `path` returns a field's path in the form. */
  children: (path: (field: keyof ClinicalRows[List] & string) => string) => ReactNode
  onAdd?: () => void
  /** Shown beside the button that adds a row. */
  beside?: ReactNode
}

/** Rows of a clinical list as cards. A removed row can be restored. */
export function RowsField<List extends ClinicalList>({
  form,
  list: listOfRows,
  blank,
  children,
  onAdd,
  beside,
}: RowsFieldProps<List>) {
  const { t } = useTranslation(['patient-form', 'patients'])
  const list: ClinicalList = listOfRows
  const rows: ClinicalRows[ClinicalList][] = form.values[list]
  const [removed, setRemoved] = useState<{ row: ClinicalRows[ClinicalList]; index: number }>()

  function add() {
    const key = randomId('row-')
    flushSync(() => {
      form.insertListItem(list, { ...blank, key } as ClinicalRows[List])
      form.clearFieldError(list)
      setRemoved(undefined)
      onAdd?.()
    })
    document.querySelector<HTMLElement>(`[data-row="${key}"] [data-path]`)?.focus()
  }

  return (
    <section className={classes.list} aria-label={t(`patients:field.${list}`)}>
      <Text component="h3" fw={600}>
        {t(`patients:field.${list}`)}
      </Text>
      {rows.map((row, index) => (
        <div
          key={row.key}
          data-row={row.key}
          role="group"
          aria-label={t('row', { list: t(`patients:field.${list}`), number: index + 1 })}
          className={classes.row}
        >
          <Text size="xs" c="dimmed" className={classes.number} aria-hidden>
            {t('row', { list: t(`patients:field.${list}`), number: index + 1 })}
          </Text>
          <div className={classes.fields}>{children((field) => `${list}.${index}.${field}`)}</div>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            className={classes.remove}
            aria-label={t('remove-row', { list: t(`patients:field.${list}`), number: index + 1 })}
            onClick={() => {
              form.removeListItem(list, index)
              setRemoved({ row, index })
            }}
          >
            <IconTrash size={20} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {form.errors[list] && (
        <Input.Error size="md" tabIndex={-1} data-path={list}>
          {form.errors[list]}
        </Input.Error>
      )}
      <Group gap="md">
        <Button variant="default" size="md" leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
          {t(`add.${list}`)}
        </Button>
        {beside}
        <Group gap="xs" role="status">
          {removed && (
            <>
              <Text c="dimmed">{t('row-removed')}</Text>
              <Button
                variant="subtle"
                size="md"
                onClick={() => {
                  form.insertListItem(list, removed.row, removed.index)
                  setRemoved(undefined)
                }}
              >
                {t('undo')}
              </Button>
            </>
          )}
        </Group>
      </Group>
    </section>
  )
}
