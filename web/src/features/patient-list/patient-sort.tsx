import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { patientSortFields } from 'contract'
import { useTranslation } from 'react-i18next'
import type { Sort } from '../../ui/record-table.tsx'
import type { SortField } from './address.ts'
import { useColumnLabel } from './columns.ts'
import classes from './patient-list.module.css'

type PatientSortProps = {
  sort: Sort<SortField> | undefined
  isSearch: boolean
  onSort: (sort: Sort<SortField> | undefined) => void
}

const columns = patientSortFields.filter((field) => field !== 'registered')

/** The order of the list where there are no column heads to press. */
export function PatientSort({ sort, isSearch, onSort }: PatientSortProps) {
  const { t } = useTranslation('patient-list')
  const columnLabel = useColumnLabel()
  const Arrow = sort?.order === 'desc' ? IconArrowDown : IconArrowUp
  return (
    <div className={classes.sort}>
      <NativeSelect
        aria-label={t('sort-by')}
        size="md"
        value={sort?.field ?? ''}
        data={[
          { value: '', label: t(isSearch ? 'best-match' : 'newest-first') },
          ...columns.map((value) => ({ value, label: columnLabel(value) })),
        ]}
        onChange={({ currentTarget: { value } }) => {
          const field = columns.find((candidate) => candidate === value)
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
