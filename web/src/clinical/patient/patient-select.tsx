import { Select, Text } from '@mantine/core'
import { useDebouncedValue, useDisclosure } from '@mantine/hooks'
import { IconScan } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { PatientLabel, PatientRow } from 'contract'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient } from '../../api/client.ts'
import { describeFailure } from '../../ui/feedback/call-toasts.ts'
import { longOptions } from '../../ui/long-options.ts'
import { searchPauseMs } from '../../ui/search-pause.ts'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import { MergedBadge } from './merged-badge.tsx'
import { PatientName } from './patient-name.tsx'
import { askPatientSearch, formatPatient, isLongEnough } from './patient-search.ts'

type KnownPatient = Pick<PatientLabel, '_id' | 'hn' | 'title' | 'name' | 'surname'>

type PatientSelectProps = {
  label: string
  /** What an empty field says, if not how to find a patient. */
  placeholder?: string
  value: string | undefined
  /** Patients whose names are already loaded; the chosen one may be among them. */
  known?: readonly KnownPatient[]
  error?: ReactNode
  /** Gets the focus when its dialog opens. */
  isFirst?: boolean
  /** The patient, too, if they were found by the search. */
  onChange: (id: string | undefined, picked: PatientRow | undefined) => void
}

/** Chooses one patient by search; a scanner types an HN and Enter, which chooses the patient with that HN. */
export function PatientSelect({
  label,
  placeholder,
  value,
  known = [],
  error,
  isFirst = false,
  onChange,
}: PatientSelectProps) {
  const { t } = useTranslation('ui')
  const [typed, setTyped] = useState('')
  const [picked, setPicked] = useState<KnownPatient>()
  const [isOpen, { open, close }] = useDisclosure(false)
  const chosen = [picked, ...known].find((patient) => patient?._id === value)
  const chosenLabel = value && (chosen ? formatPatient(chosen) : t('patient-select.unnamed'))
  // Whoever corrects a scan scans again, behind the name of the patient who was chosen.
  const searched = typed.replace(chosenLabel ?? '', '').trim()
  const [settled] = useDebouncedValue(searched, searchPauseMs)
  const isSearch = isLongEnough(settled)
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
  const newest = useRef(0)
  const choose = (id: string | undefined, patient: PatientRow | undefined) => {
    newest.current += 1
    setPicked(patient)
    onChange(id, patient)
  }
  const chooseScanned = async (hn: string) => {
    newest.current += 1
    const own = newest.current
    const { rows: hits } = await queryClient.fetchQuery(askPatientSearch(hn))
    const scanned = hits.find((patient) => patient.hn.toLowerCase() === hn.toLowerCase())
    // Meanwhile another patient was scanned or chosen.
    if (!scanned || newest.current !== own) return
    choose(scanned._id, scanned)
    close()
  }
  const listenToScanner = (event: KeyboardEvent) => {
    // Enter chooses the option selected with the arrow keys, and then is prevented; after a scan none is selected.
    if (event.key !== 'Enter' || event.defaultPrevented || searched === '') return
    event.preventDefault()
    // The list searches for the same text, and says why it found nothing.
    chooseScanned(searched).catch(() => undefined)
  }
  const nothingFound = found.isError
    ? describeFailure(found.error)
    : found.isFetching || searched === ''
      ? undefined
      : t(isSearch ? 'patient-select.none' : 'patient-select.too-short')
  return (
    <Select
      label={label}
      size="md"
      placeholder={placeholder ?? t('patient-select.hint')}
      searchable
      clearable
      autoComplete="off"
      spellCheck={false}
      maxLength={100}
      data-autofocus={isFirst || undefined}
      leftSection={<IconScan size={18} aria-hidden />}
      wrapperProps={{ onKeyDown: listenToScanner }}
      {...longOptions}
      dropdownOpened={isOpen}
      onDropdownOpen={open}
      onDropdownClose={close}
      data={[...options, ...ownOption]}
      filter={({ options: all }) => all}
      renderOption={({ option }) => {
        const patient = rows.find(({ _id }) => _id === option.value)
        return patient ? <FoundPatient patient={patient} /> : option.label
      }}
      nothingFoundMessage={nothingFound}
      value={value ?? null}
      error={error}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(id) =>
        choose(
          id ?? undefined,
          rows.find((patient) => patient._id === id),
        )
      }
    />
  )
}

function FoundPatient({ patient }: { patient: PatientRow }) {
  const localName = useLocalizedName()
  return (
    <span>
      <PatientName of={patient} />{' '}
      <Text span size="sm" c="dimmed">
        · HN {patient.hn}
        {patient.ward && ` · ${localName(patient.ward)} ${patient.bed ?? ''}`}
      </Text>{' '}
      <MergedBadge hn={patient.merged_into_hn} />
    </span>
  )
}
