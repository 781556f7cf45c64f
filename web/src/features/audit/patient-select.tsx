import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type AuditPatient, patients } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../api/client.ts'
import { fullName } from '../../ui/person-name.ts'

const pauseMs = 250
const shortestSearch = 2
const mostFound = 8

type PatientSelectProps = {
  label: string
  placeholder: string
  value: string | undefined
  /** Patients whose names are already loaded; the chosen one may be among them. */
  known: readonly AuditPatient[]
  onChange: (id: string | undefined) => void
}

export const formatAuditedPatient = (patient: AuditPatient) => `${fullName(patient)} · HN ${patient.hn}`

/** Chooses one patient by search. */
export function PatientSelect({ label, placeholder, value, known, onChange }: PatientSelectProps) {
  const { t } = useTranslation('audit')
  const [typed, setTyped] = useState('')
  const [settled] = useDebouncedValue(typed.trim(), pauseMs)
  const [picked, setPicked] = useState<AuditPatient>()
  const chosen = [picked, ...known].find((patient) => patient?._id === value)
  const chosenLabel = value && (chosen ? formatAuditedPatient(chosen) : t('one-patient'))
  const isSearch = settled.length >= shortestSearch && settled !== chosenLabel
  const found = useQuery({
    ...ask(patients.list, { search_value: settled, number_of_rec: mostFound }, true),
    enabled: isSearch,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const rows = isSearch ? (found.data?.rows ?? []) : []
  const options = rows.map((patient) => ({ value: patient._id, label: formatAuditedPatient(patient) }))
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
      nothingFoundMessage={isSearch && !found.isFetching ? t('none-fits') : t('patient-hint')}
      value={value ?? null}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(id) => {
        setPicked(rows.find((patient) => patient._id === id))
        onChange(id ?? undefined)
      }}
    />
  )
}
