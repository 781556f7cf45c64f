import { Alert, Anchor, Button, Group, VisuallyHidden } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconAlertTriangle, IconRefresh, IconUserPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type PatientRow, patientSearchFields, patientSortFields, patients } from 'contract'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ask } from '../../api.ts'
import { newPatientAddress } from '../../shell/addresses.ts'
import { failureText } from '../../shell/announce.ts'
import { useMay } from '../../shell/signed-in.tsx'
import type { ChangeView } from '../../shell/use-list-view.ts'
import { ColumnChooser } from '../../ui/column-chooser.tsx'
import { formatTime } from '../../ui/dates.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FilterButton } from '../../ui/filters.tsx'
import screen from '../../ui/list-screen.module.css'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { SortChoice } from '../../ui/sort-choice.tsx'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { useReturnToRow } from '../../ui/use-return-to-row.ts'
import { useSteadyRows } from '../../ui/use-steady-rows.ts'
import { questionOf, type SearchField, type View } from './address.ts'
import { type OptionalColumn, optionalColumns, useColumnLabel } from './columns.ts'
import { ExportButton } from './export-button.tsx'
import { FilterFields } from './filter-fields.tsx'
import { FilterSentence } from './filter-sentence.tsx'
import { PatientCards } from './patient-cards.tsx'
import classes from './patient-list.module.css'
import { PatientTable, patientKey } from './patient-table.tsx'

const sortable = patientSortFields.filter((field) => field !== 'registered')

export function PatientList({ view, onChange }: { view: View; onChange: ChangeView<View> }) {
  const { t, i18n } = useTranslation(['patient-list', 'ui'])
  const columnLabel = useColumnLabel()
  const isPhone = useIsPhone()
  const mayExport = useMay('patient:export')
  const mayRegister = useMay('patient:register')
  const [hidden, setHidden] = useLocalStorage<OptionalColumn[]>({
    key: 'patient-list:hidden-columns',
    defaultValue: [],
    getInitialValueInEffect: false,
  })

  const body = { ...questionOf(view), page: view.page, number_of_rec: view.size }
  const list = useQuery({ ...ask(patients.list, body, true), placeholderData: keepPreviousData })
  const steady = useSteadyRows({
    rows: list.isPlaceholderData ? undefined : list.data?.rows,
    question: JSON.stringify(body),
    rowKey: patientKey,
  })
  const rows = list.data && steady.rows
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
  const onOpen = (patient: PatientRow) => leaveAt(patientKey(patient))
  const shared = { rows, onOpen, isStale: list.isPlaceholderData }

  return (
    <div className={screen.screen}>
      <PageHeader title={t('title')} count={list.data && totalText}>
        {mayExport && <ExportButton view={view} />}
        {mayRegister && (
          <Button
            component={Link}
            to={newPatientAddress}
            size="md"
            leftSection={<IconUserPlus size={18} aria-hidden />}
          >
            {t('register')}
          </Button>
        )}
      </PageHeader>

      <div className={classes.tools}>
        <SearchBox<SearchField>
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
          <FilterFields filters={view.filters} onChange={(filters) => onChange({ filters })} />
        </FilterButton>
        {isPhone ? (
          <SortChoice
            sort={view.sort}
            fields={sortable.map((value) => ({ value, label: columnLabel(value) }))}
            own={t(view.text === '' ? 'newest-first' : 'best-match')}
            onSort={(sort) => onChange({ sort })}
          />
        ) : (
          <div className={classes.columns}>
            <ColumnChooser
              columns={optionalColumns.map((key) => ({ key, label: columnLabel(key) }))}
              hidden={hidden}
              onChange={setHidden}
            />
          </div>
        )}
      </div>
      <FilterSentence filters={view.filters} onChange={(filters) => onChange({ filters })} />

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
      {list.isRefetchError && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} role="status" mb="sm">
          {t('out-of-date', {
            time: formatTime(new Date(list.dataUpdatedAt), i18n.language, 'dd MMM yyyy hh:mm a'),
          })}{' '}
          <Anchor component="button" type="button" onClick={() => void list.refetch()}>
            {t('ui:try-again')}
          </Anchor>
        </Alert>
      )}

      <div ref={around} className={`${classes.list} ${screen.list}`}>
        {list.isLoadingError ? (
          <ErrorState
            message={failureText(list.error)}
            isRetrying={list.isFetching}
            onRetry={() => void list.refetch()}
          />
        ) : rows?.length === 0 ? (
          <EmptyState reason={isNarrowed && t('none-found')}>
            <Group>
              {view.page > 1 && (
                <Button variant="default" size="md" onClick={() => onChange({ page: 1 })}>
                  {t('to-first-page')}
                </Button>
              )}
              {isNarrowed && (
                <Button variant="default" size="md" onClick={() => onChange({ text: '', filters: {} })}>
                  {t('show-all')}
                </Button>
              )}
            </Group>
          </EmptyState>
        ) : (
          <div className={screen.list} {...steady.watch}>
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
        )}
      </div>
      {rows !== undefined && rows.length > 0 && (
        <Pager
          page={view.page}
          size={view.size}
          shown={list.isPlaceholderData ? view.size : rows.length}
          total={total}
          isAtLeast={isAtLeast}
          onPage={(page) => {
            scroller.current?.scrollTo({ top: 0 })
            onChange({ page })
          }}
          onSize={(size) => onChange({ size })}
        />
      )}
    </div>
  )
}
