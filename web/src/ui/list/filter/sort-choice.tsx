import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Sort } from '../record-table.tsx'
import classes from './sort-choice.module.css'

type SortChoiceProps<Field extends string> = {
  sort: Sort<Field> | undefined
  fields: readonly { value: Field; label: string }[]
  /** The list's default order. */
  own: string
  onSort: (sort: Sort<Field> | undefined) => void
}

/** The order of a list that has no column headers to click. */
export function SortChoice<Field extends string>({ sort, fields, own, onSort }: SortChoiceProps<Field>) {
  const { t } = useTranslation('ui')
  const Arrow = sort?.order === 'desc' ? IconArrowDown : IconArrowUp
  return (
    <div className={classes.sort}>
      <NativeSelect
        aria-label={t('sort-by')}
        size="md"
        value={sort?.field ?? ''}
        data={[{ value: '', label: own }, ...fields]}
        onChange={({ currentTarget: { value } }) => {
          const field = fields.find((candidate) => candidate.value === value)?.value
          onSort(field && { field, order: 'asc' })
        }}
      />
      {sort && (
        <ActionIcon
          variant="default"
          size={44}
          aria-label={t(sort.order === 'asc' ? 'sort-descending' : 'sort-ascending')}
          onClick={() => onSort({ ...sort, order: sort.order === 'asc' ? 'desc' : 'asc' })}
        >
          <Arrow size={18} aria-hidden />
        </ActionIcon>
      )}
    </div>
  )
}
