import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { admissions, type StaffLabel } from 'contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../../api/client.ts'
import { formatStaffName } from '../../../ui/person-name.ts'
import { searchPauseMs } from '../../../ui/search-pause.ts'

type ReceiverSelectProps = { value: string | null; error: ReactNode; onChange: (id: string | null) => void }

/** Who takes a patient over, found by the beginning of a name. */
export function ReceiverSelect({ value, error, onChange }: ReceiverSelectProps) {
  const { t } = useTranslation('admissions')
  const [typed, setTyped] = useState('')
  const [picked, setPicked] = useState<StaffLabel>()
  const isNameOfPicked = picked !== undefined && typed === formatStaffName(picked)
  const [search_value] = useDebouncedValue(isNameOfPicked ? '' : typed, searchPauseMs)
  const { data } = useQuery({
    ...ask(admissions.receivers, { search_value }, true),
    placeholderData: keepPreviousData,
  })
  const found = data?.staff ?? []
  const offered = new Map([...(picked ? [picked] : []), ...found].map((person) => [person._id, person]))
  return (
    <Select
      label={t('receiver')}
      placeholder={t('receiver-hint')}
      size="md"
      searchable
      clearable
      required
      data-path="receiver_id"
      error={error}
      value={value}
      searchValue={typed}
      onSearchChange={setTyped}
      // The server searches, by any way to write a name, so do not filter its results again.
      filter={({ options }) => options}
      data={[...offered.values()].map((person) => ({ value: person._id, label: formatStaffName(person) }))}
      onChange={(id) => {
        setPicked(offered.get(id ?? ''))
        onChange(id)
      }}
    />
  )
}
