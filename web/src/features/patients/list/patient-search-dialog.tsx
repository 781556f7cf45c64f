import { Combobox, Modal, TextInput, useCombobox, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { askPatientSearch, isLongEnough, searchPauseMs } from '../../../clinical/patient-search.ts'
import { TriageBadge } from '../../../clinical/triage-badge.tsx'
import { patientPath } from '../../../paths.ts'
import { useAgeText } from '../../../ui/date/use-age-text.ts'
import { describeFailure } from '../../../ui/feedback/call-toasts.ts'
import { useLocalizedName } from '../../../ui/use-localized-name.ts'
import { PatientNameCell } from './cells.tsx'
import classes from './patient-search-dialog.module.css'

/** Finds a patient from any screen and opens the record. The search text is not stored. */
export function PatientSearchDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('patient-list')
  return (
    <Modal.Root opened={opened} onClose={onClose} size="lg" padding={0} yOffset="10dvh">
      <Modal.Overlay />
      <Modal.Content aria-label={t('find.title')}>
        <PatientSearchBox onClose={onClose} />
      </Modal.Content>
    </Modal.Root>
  )
}

function PatientSearchBox({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['patient-list', 'ui'])
  const navigate = useNavigate()
  const localName = useLocalizedName()
  const ageText = useAgeText()
  const [typed, setTyped] = useState('')
  const [settled] = useDebouncedValue(typed.trim(), searchPauseMs)
  const isSearch = isLongEnough(typed) && isLongEnough(settled)
  const found = useQuery({
    ...askPatientSearch(settled),
    enabled: isSearch,
    placeholderData: keepPreviousData,
  })
  const rows = isSearch ? found.data?.rows : undefined
  const combobox = useCombobox({ opened: true })
  const { selectFirstOption } = combobox
  useEffect(() => {
    if (rows?.length) selectFirstOption()
  }, [rows, selectFirstOption])

  const message = !isSearch
    ? t('find.begin')
    : found.isError
      ? describeFailure(found.error)
      : rows?.length === 0
        ? t('ui:no-record-found')
        : undefined
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        onClose()
        void navigate(patientPath(id))
      }}
    >
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          data-autofocus
          role="combobox"
          size="lg"
          variant="unstyled"
          aria-label={t('find.title')}
          placeholder={t('find.hint')}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          leftSection={<IconSearch size={20} aria-hidden />}
          leftSectionWidth={48}
          value={typed}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
          onKeyDown={({ key }) => key === 'Escape' && onClose()}
        />
      </Combobox.EventsTarget>
      <Combobox.Options className={classes.options} aria-label={t('title')} aria-busy={found.isFetching}>
        {rows?.map((patient) => (
          <Combobox.Option key={patient._id} value={patient._id} className={classes.option}>
            <PatientNameCell patient={patient} />
            <span className={classes.about}>
              <span className={classes.numbers}>
                <span>
                  HN {patient.hn}
                  {patient.date_of_birth && ` · ${ageText(patient.date_of_birth)}`}
                </span>
                {patient.ward && (
                  <span>
                    {localName(patient.ward)} {patient.bed}
                  </span>
                )}
              </span>
              {patient.triage_level && <TriageBadge level={patient.triage_level} />}
            </span>
          </Combobox.Option>
        ))}
      </Combobox.Options>
      <div role="status">
        {message && <div className={classes.message}>{message}</div>}
        {rows && rows.length > 0 && (
          <VisuallyHidden>{t('find.found', { count: rows.length })}</VisuallyHidden>
        )}
      </div>
      <div className={classes.hint} aria-hidden>
        <span>{t('find.keys')}</span>
      </div>
    </Combobox>
  )
}
