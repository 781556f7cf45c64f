import { Button, VisuallyHidden } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconRefresh, IconUserPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type PatientRow, patientSearchFields, patientSortFields, patients } from 'contract'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ask, useSend } from '../../../api/client.ts'
import { newPatientPath } from '../../../paths.ts'
import { useMay } from '../../../session/signed-in.tsx'
import type { ChangeView } from '../../../session/use-list-view.ts'
import { describeFailure } from '../../../ui/feedback/call-toasts.ts'
import { ColumnChooser } from '../../../ui/list/column-chooser.tsx'
import { ExportButton, saveCsv } from '../../../ui/list/export-button.tsx'
import { FilterButton } from '../../../ui/list/filters.tsx'
import screen from '../../../ui/list/list-screen.module.css'
import { RecordList } from '../../../ui/list/record-list.tsx'
import { SearchBox } from '../../../ui/list/search-box.tsx'
import { SortChoice } from '../../../ui/list/sort-choice.tsx'
import { StaleNotice } from '../../../ui/list/stale-notice.tsx'
import { useReturnToRow } from '../../../ui/list/use-return-to-row.ts'
import { useSteadyRows } from '../../../ui/list/use-steady-rows.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { useIsPhone } from '../../../ui/use-is-phone.ts'
import { type OptionalPatientColumn, optionalPatientColumns, usePatientColumnLabel } from './columns.ts'
import { DuplicateNationalIds } from './duplicate-national-ids.tsx'
import { PatientFilterFields } from './filter-fields.tsx'
import { PatientFilterSentence } from './filter-sentence.tsx'
import { type PatientListView, type PatientSearchField, toPatientListRequest } from './list-query.ts'
import { PatientCards } from './patient-cards.tsx'
import classes from './patient-list.module.css'
import { getPatientKey, PatientTable } from './patient-table.tsx'

const sortable = patientSortFields.filter((field) => field !== 'registered')

export function PatientList({
  view,
  onChange,
}: {
  view: PatientListView
  onChange: ChangeView<PatientListView>
}) {
  const { t, i18n } = useTranslation('patient-list')
  const columnLabel = usePatientColumnLabel()
  const isPhone = useIsPhone()
  const mayExport = useMay('patient:export')
  const mayRegister = useMay('patient:register')
  const looksAfterHospital = useMay('hospital:manage')
  const [hidden, setHidden] = useLocalStorage<OptionalPatientColumn[]>({
    key: 'patient-list:hidden-columns',
    defaultValue: [],
    getInitialValueInEffect: false,
  })

  const body = { ...toPatientListRequest(view), page: view.page, number_of_rec: view.size }
  const list = useQuery({ ...ask(patients.list, body, true), placeholderData: keepPreviousData })
  const steady = useSteadyRows({
    rows: list.isPlaceholderData ? undefined : list.data?.rows,
    question: JSON.stringify(body),
    rowKey: getPatientKey,
  })
  const rows = list.data && steady.rows
  const send = useSend(patients.exportList, { onSuccess: saveCsv })
  const around = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const leaveAt = useReturnToRow({
    list: 'patient-list',
    isReady: rows !== undefined && !list.isPlaceholderData,
    around,
    scroller,
  })

  const { total = 0, total_is_at_least: isAtLeast = false } = list.data ?? {}
  const totalText = `${total.toLocaleString(i18n.language)}${isAtLeast ? '+' : ''}`
  const filterCount = Object.values(view.filters).filter((value) => value !== undefined).length
  const isNarrowed = view.text !== '' || filterCount > 0
  const onOpen = (patient: PatientRow) => leaveAt(getPatientKey(patient))
  const shared = { rows, onOpen, isStale: list.isPlaceholderData }

  return (
    <div className={screen.screen}>
      <PageHeader title={t('title')} count={list.data && totalText}>
        {mayExport && (
          <ExportButton
            isPending={send.isPending}
            onExport={(language) => send.mutate({ ...toPatientListRequest(view), language })}
          >
            {t('export')}
          </ExportButton>
        )}
        {mayRegister && (
          <Button
            component={Link}
            to={newPatientPath}
            size="md"
            leftSection={<IconUserPlus size={18} aria-hidden />}
          >
            {t('register')}
          </Button>
        )}
      </PageHeader>
      {looksAfterHospital && <DuplicateNationalIds />}

      <div className={screen.tools}>
        <SearchBox<PatientSearchField>
          label={t('search')}
          hint={t(`search-hint.${view.field}`)}
          text={view.text}
          field={view.field}
          fields={patientSearchFields.map((value) => ({ value, label: t(`search-field.${value}`) }))}
          onText={(text) => onChange({ text }, { isTyping: true })}
          onField={(field) => onChange({ field })}
          onLeaveDown={() => around.current?.querySelector<HTMLElement>('a[data-row]')?.focus()}
        />
        <FilterButton label={t('filters')} count={filterCount} show={t('show-patients')}>
          <PatientFilterFields filters={view.filters} onChange={(filters) => onChange({ filters })} />
        </FilterButton>
        {isPhone ? (
          <SortChoice
            sort={view.sort}
            fields={sortable.map((value) => ({ value, label: columnLabel(value) }))}
            own={t(view.text === '' ? 'newest-first' : 'best-match')}
            onSort={(sort) => onChange({ sort })}
          />
        ) : (
          <div className={screen.columns}>
            <ColumnChooser
              columns={optionalPatientColumns.map((key) => ({ key, label: columnLabel(key) }))}
              hidden={hidden}
              onChange={setHidden}
            />
          </div>
        )}
      </div>
      <PatientFilterSentence filters={view.filters} onChange={(filters) => onChange({ filters })} />

      <VisuallyHidden role="status">
        {isNarrowed && list.data && !list.isPlaceholderData && t('found', { total: totalText })}
      </VisuallyHidden>
      {steady.isWaiting && (
        <Button
          variant="light"
          size="compact-md"
          className={classes.news}
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={steady.showNewest}
        >
          {t('show-newest')}
        </Button>
      )}
      <StaleNotice list={list} text={(time) => t('out-of-date', { time })} />

      <RecordList
        list={list}
        failureText={describeFailure}
        shown={rows?.length}
        page={view.page}
        size={view.size}
        empty={isNarrowed && t('none-found')}
        whole={
          isNarrowed ? { label: t('show-all'), show: () => onChange({ text: '', filters: {} }) } : undefined
        }
        around={around}
        scroller={scroller}
        className={classes.list}
        onChange={onChange}
      >
        <div className={screen.list} {...steady.listProps}>
          {isPhone ? (
            <PatientCards {...shared} />
          ) : (
            <PatientTable
              {...shared}
              hidden={hidden}
              sort={view.sort}
              onSort={(sort) => onChange({ sort })}
              scrollerRef={scroller}
            />
          )}
        </div>
      </RecordList>
    </div>
  )
}
