import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { patientSearchFields, patientSortFields, patients } from 'contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ask, useSend } from '../../../api/client.ts'
import { useKeepPatientOrder } from '../../../clinical/patient/patient-order.ts'
import { newPatientPath } from '../../../paths.ts'
import { useMay, useMayOpen } from '../../../session/signed-in.tsx'
import { ColumnChooser, useHiddenColumns } from '../../../ui/list/column-chooser.tsx'
import { ExportButton, saveCsv } from '../../../ui/list/export-button.tsx'
import { FilterBar } from '../../../ui/list/filter/filter-bar.tsx'
import { FilterButton } from '../../../ui/list/filter/filters.tsx'
import { SearchBox, SearchFieldSelect } from '../../../ui/list/filter/search-box.tsx'
import { SortChoice } from '../../../ui/list/filter/sort-choice.tsx'
import { isListNarrowed, ListScreen } from '../../../ui/list/list-screen.tsx'
import { ShowNewestButton } from '../../../ui/list/steady/show-newest-button.tsx'
import { useReturnToRow } from '../../../ui/list/steady/use-return-to-row.ts'
import { useSteadyRows } from '../../../ui/list/steady/use-steady-rows.ts'
import type { ChangeView } from '../../../ui/list/use-list-view.ts'
import { useIsPhone } from '../../../ui/use-is-phone.ts'
import {
  hiddenPatientColumnsAtFirst,
  type OptionalPatientColumn,
  optionalPatientColumns,
  usePatientColumnLabel,
} from './columns.ts'
import { DuplicateNationalIds } from './duplicate-national-ids.tsx'
import { PatientFilterFields } from './filter-fields.tsx'
import { PatientFilterSentence } from './filter-sentence.tsx'
import { type PatientListView, toPatientListRequest } from './list-query.ts'
import classes from './patient-list.module.css'
import { getPatientKey, PatientRows } from './patient-rows.tsx'

const sortable = patientSortFields.filter((field) => field !== 'registered')

type PatientListProps = {
  view: PatientListView
  onChange: ChangeView<PatientListView>
  /** Leads to the other list of patients. */
  viewSwitch: ReactNode
  /** The filters that the user has saved under names. */
  savedViews: ReactNode
}

export function PatientList({ view, onChange, viewSwitch, savedViews }: PatientListProps) {
  const { t } = useTranslation('patient-list')
  const columnLabel = usePatientColumnLabel()
  const isPhone = useIsPhone()
  const mayExport = useMay('patient:export')
  const mayRegister = useMayOpen()('patients/new')
  const looksAfterHospital = useMay('hospital:manage')
  const [hidden, setHidden] = useHiddenColumns<OptionalPatientColumn>(
    'patient-list',
    hiddenPatientColumnsAtFirst,
  )
  const keepOrder = useKeepPatientOrder()
  const send = useSend(patients.exportList, { onSuccess: saveCsv })

  const body = { ...toPatientListRequest(view), page: view.page, number_of_rec: view.size }
  const list = useQuery({ ...ask(patients.list, body, true), placeholderData: keepPreviousData })
  const steady = useSteadyRows({
    rows: list.isPlaceholderData ? undefined : list.data?.rows,
    question: JSON.stringify(body),
    rowKey: getPatientKey,
  })
  const rows = list.data && steady.rows
  const place = useReturnToRow('patient-list', rows !== undefined && !list.isPlaceholderData)

  const register = mayRegister && (
    <Button
      component={Link}
      to={newPatientPath}
      size="md"
      leftSection={<IconUserPlus size={18} aria-hidden />}
    >
      {t('register')}
    </Button>
  )
  const actions = (
    <>
      {mayExport && (
        <ExportButton
          isPending={send.isPending}
          onExport={(language) => send.mutate({ ...toPatientListRequest(view), language })}
        >
          {t('export')}
        </ExportButton>
      )}
      {register}
      {viewSwitch}
    </>
  )
  const searchFields = patientSearchFields.map((value) => ({ value, label: t(`search-field.${value}`) }))
  const tools = (
    <>
      {looksAfterHospital && <DuplicateNationalIds />}
      <FilterBar>
        <SearchBox
          label={t('search')}
          hint={t(`search-hint.${view.field}`)}
          view={view}
          fields={searchFields}
          onChange={onChange}
          onLeaveDown={place.focusFirstRow}
        />
        <FilterButton
          label={t('filters')}
          filters={view.filters}
          show={t('show-patients')}
          onPhone={
            <>
              <SearchFieldSelect field={view.field} fields={searchFields} onChange={onChange} />
              <SortChoice
                sort={view.sort}
                fields={sortable.map((value) => ({ value, label: columnLabel(value) }))}
                own={t(view.text === '' ? 'newest-first' : 'best-match')}
                onSort={(sort) => onChange({ sort })}
              />
            </>
          }
        >
          <PatientFilterFields filters={view.filters} onChange={(filters) => onChange({ filters })} />
        </FilterButton>
        {savedViews}
        {!isPhone && (
          <ColumnChooser
            columns={optionalPatientColumns.map((key) => ({ key, label: columnLabel(key) }))}
            hidden={hidden}
            onChange={setHidden}
          />
        )}
      </FilterBar>
      <PatientFilterSentence filters={view.filters} onChange={(filters) => onChange({ filters })} />
      <ShowNewestButton steady={steady}>{t('show-newest')}</ShowNewestButton>
    </>
  )
  return (
    <ListScreen
      fillsWindow
      title={t('title')}
      actions={actions}
      tools={tools}
      list={list}
      rows={rows}
      view={view}
      onChange={onChange}
      texts={{
        none: t(isListNarrowed(view) ? 'none-found' : 'none-yet'),
        found: (total) => t('found', { total }),
        outdated: (time) => t('out-of-date', { time }),
        showAll: t('show-all'),
      }}
      next={register}
      around={place.around}
      scroller={place.scroller}
      className={classes.list}
    >
      <div className={classes.steady} {...steady.listProps}>
        <PatientRows
          rows={rows}
          hidden={hidden}
          sort={view.sort}
          onSort={(sort) => onChange({ sort })}
          onOpen={(patient) => {
            keepOrder(rows?.map(getPatientKey) ?? [], {
              list: 'patient-list',
              question: body,
              found: list.data,
            })
            place.leaveRow(getPatientKey(patient))
          }}
          isStale={list.isPlaceholderData}
          scrollerRef={place.scroller}
        />
      </div>
    </ListScreen>
  )
}
