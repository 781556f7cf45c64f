import { Combobox, Text, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconScan } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { PatientLabel, PatientRow } from 'contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient } from '../../api/client.ts'
import { PatientName } from '../../clinical/patient/patient-name.tsx'
import {
  askPatientSearch,
  formatPatient,
  isLongEnough,
  searchPauseMs,
} from '../../clinical/patient/patient-search.ts'
import { describeFailure } from '../../ui/feedback/call-toasts.ts'
import { useLocalizedName } from '../../ui/use-localized-name.ts'

export type PickedPatient = Pick<PatientLabel, '_id' | 'hn' | 'title' | 'name' | 'surname'>

type PatientPickerProps = {
  value: PickedPatient | undefined
  onChange: (patient: PickedPatient | undefined) => void
  error?: ReactNode
}

/** Chooses a patient by search; a scanner types an HN and Enter, which chooses the patient with that HN. */
export function PatientPicker({ value, onChange, error }: PatientPickerProps) {
  const { t } = useTranslation('devices')
  const localName = useLocalizedName()
  const combobox = useCombobox()
  const [typed, setTyped] = useState('')
  const [settled] = useDebouncedValue(typed.trim(), searchPauseMs)
  const isSearch = value === undefined && isLongEnough(settled)
  const found = useQuery({ ...askPatientSearch(settled), enabled: isSearch })
  const rows = isSearch ? found.data?.rows : undefined

  const choose = (patient: PatientRow) => {
    onChange(patient)
    setTyped('')
    combobox.closeDropdown()
  }
  const chooseScanned = async (hn: string) => {
    const { rows: hits } = await queryClient.fetchQuery(askPatientSearch(hn))
    const own = hits.find((patient) => patient.hn.toLowerCase() === hn.toLowerCase())
    if (own) choose(own)
  }
  return (
    <Combobox
      store={combobox}
      withinPortal={false}
      onOptionSubmit={(id) => {
        const patient = rows?.find(({ _id }) => _id === id)
        if (patient) choose(patient)
      }}
    >
      <Combobox.Target>
        <TextInput
          data-autofocus
          label={t('assign.patient')}
          placeholder={t('assign.patient-hint')}
          size="md"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          leftSection={<IconScan size={18} aria-hidden />}
          value={value ? formatPatient(value) : typed}
          error={error}
          onChange={({ currentTarget: { value: text } }) => {
            if (value) onChange(undefined)
            setTyped(text)
            combobox.openDropdown()
          }}
          onKeyDown={(event) => {
            // Enter chooses the option selected with the arrow keys; after a scan none is selected.
            if (event.key !== 'Enter' || value || combobox.getSelectedOptionIndex() >= 0) return
            event.preventDefault()
            void chooseScanned(typed.trim())
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={value !== undefined || typed.trim() === ''}>
        <Combobox.Options aria-label={t('assign.patient')}>
          {rows?.map((patient) => (
            <Combobox.Option key={patient._id} value={patient._id}>
              <PatientName of={patient} />{' '}
              <Text span size="xs" c="dimmed">
                HN {patient.hn}
                {patient.ward && ` · ${localName(patient.ward)} ${patient.bed ?? ''}`}
              </Text>
            </Combobox.Option>
          ))}
          {!rows?.length && (
            <Combobox.Empty>
              {found.isError
                ? describeFailure(found.error)
                : t(rows && !found.isFetching ? 'assign.none' : 'assign.find')}
            </Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
