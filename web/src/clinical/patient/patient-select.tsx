import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { PatientLabel, PatientRow } from 'contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { askPatientSearch, formatPatient, isLongEnough, searchPauseMs } from './patient-search.ts'

type KnownPatient = Pick<PatientLabel, '_id' | 'hn' | 'title' | 'name' | 'surname'>

type PatientSelectProps = {
  label: string
  placeholder: string
  value: string | undefined
  /** Patients whose names are already loaded; the chosen one may be among them. */
  known: readonly KnownPatient[]
  error?: ReactNode
  /** The patient, too, if they were found by the search. */
  onChange: (id: string | undefined, picked: PatientRow | undefined) => void
}

/** Chooses one patient by search. */
export function PatientSelect({ label, placeholder, value, known, error, onChange }: PatientSelectProps) {
  const { t } = useTranslation('ui')
  const [typed, setTyped] = useState('')
  const [settled] = useDebouncedValue(typed.trim(), searchPauseMs)
  const [picked, setPicked] = useState<KnownPatient>()
  const chosen = [picked, ...known].find((patient) => patient?._id === value)
  const chosenLabel = value && (chosen ? formatPatient(chosen) : t('patient-select.unnamed'))
  const isSearch = isLongEnough(settled) && settled !== chosenLabel
  const found = useQuery({
    ...askPatientSearch(settled),
    enabled: isSearch,
    placeholderData: keepPreviousData,
  })
  const rows = isSearch ? (found.data?.rows ?? []) : []
  const options = rows.map((patient) => ({ value: patient._id, label: formatPatient(patient) }))
  const ownOption =
    value && chosenLabel && !options.some((option) => option.value === value)
      ? [{ value, label: chosenLabel }]
      : []
  return (
    <Select
      label={label}
      size="md"
      placeholder={placeholder}
      searchable
      clearable
      autoComplete="off"
      comboboxProps={{ withinPortal: false, width: 'max-content', position: 'bottom-start' }}
      data={[...options, ...ownOption]}
      filter={({ options: all }) => all}
      nothingFoundMessage={
        isSearch && !found.isFetching ? t('patient-select.none') : t('patient-select.hint')
      }
      value={value ?? null}
      error={error}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(id) => {
        const found = rows.find((patient) => patient._id === id)
        setPicked(found)
        onChange(id ?? undefined, found)
      }}
    />
  )
}
