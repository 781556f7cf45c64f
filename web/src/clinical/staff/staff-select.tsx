import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { admissions, fleet, groups, StaffLabel } from 'contract'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { formatStaffName } from '../../ui/person-name.ts'
import { searchPauseMs } from '../../ui/search-pause.ts'

/** A search for staff, open to whoever may choose them. */
type StaffSearch = typeof admissions.receivers | typeof fleet.candidates | typeof groups.candidates

/** The first staff whose name or e-mail begins with what is typed. */
export function useStaffSearch(search: StaffSearch, typed: string): readonly StaffLabel[] {
  const [search_value] = useDebouncedValue(typed, searchPauseMs)
  const { data } = useQuery({ ...ask(search, { search_value }, true), placeholderData: keepPreviousData })
  return data?.staff ?? []
}

type StaffSelectProps = Omit<SelectProps, 'value' | 'onChange' | 'data'> & {
  search: StaffSearch
  /** Staff whose names are loaded already. */
  known?: readonly StaffLabel[]
  value: string | null
  onChange: (id: string | null) => void
}

/** Chooses one of the staff by the beginning of a name or an e-mail, which the server searches for. */
export function StaffSelect({ search, known = [], value, onChange, ...props }: StaffSelectProps) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<StaffLabel>()
  const person = chosen ?? known.find(({ _id }) => _id === value)
  const isName = person !== undefined && typed === formatStaffName(person)
  const found = useStaffSearch(search, isName ? '' : typed)
  const offered = new Map([...(person ? [person] : []), ...found].map((one) => [one._id, one]))
  return (
    <Select
      size="md"
      required
      {...props}
      value={value}
      onChange={(id) => {
        setChosen(offered.get(id ?? ''))
        onChange(id)
      }}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // The server searches, by any way to write a name, so do not filter its results again.
      filter={({ options }) => options}
      data={[...offered.values()].map((one) => ({ value: one._id, label: formatStaffName(one) }))}
    />
  )
}
