import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { admissions, departments, stayOutcomes } from 'contract'
import { useTranslation } from 'react-i18next'
import { ask, useSend } from '../../api/client.ts'
import { useWards } from '../../clinical/use-wards.ts'
import { WardSelect } from '../../clinical/ward-select.tsx'
import { formatPatientAdmissionsPath } from '../../paths.ts'
import { useMay } from '../../session/signed-in.tsx'
import { formatDate } from '../../ui/date/dates.ts'
import { DateFilterField } from '../../ui/form/date/date-filter-field.tsx'
import { SegmentChoice } from '../../ui/form/segment-choice.tsx'
import { ExportButton, saveCsv } from '../../ui/list/export-button.tsx'
import { FilterBar, FilterSelect } from '../../ui/list/filter/filter-bar.tsx'
import { FilterButton, FilterSentence } from '../../ui/list/filter/filters.tsx'
import { SearchBox } from '../../ui/list/filter/search-box.tsx'
import { isListNarrowed, ListScreen } from '../../ui/list/list-screen.tsx'
import { RecordRows } from '../../ui/list/record-rows.tsx'
import type { ChangeView, ListView } from '../../ui/list/use-list-view.ts'
import { formatPatientName } from '../../ui/person-name.ts'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import { AdmissionPrint } from './admission-print.tsx'
import classes from './admissions.module.css'
import { type AdmissionsView, stayStates } from './list-query.ts'
import { useStayColumns } from './stay-columns.tsx'

type AdmissionListProps = { view: ListView<AdmissionsView>; onChange: ChangeView<ListView<AdmissionsView>> }

/** Who is in the hospital, who left, and which admissions were cancelled. */
export function AdmissionList({ view, onChange }: AdmissionListProps) {
  const { t, i18n } = useTranslation(['admissions', 'ui'])
  const localName = useLocalizedName()
  const wards = useWards()
  const { state, filters } = view
  const { ward, department, outcome, from, to } = filters
  const columns = useStayColumns(state)
  const isPhone = useIsPhone()
  const mayExport = useMay('patient:export')
  const send = useSend(admissions.exportList, { onSuccess: saveCsv })
  const asked = { search_value: view.text, filterLists: { state, ...filters } }
  const set = (changed: Partial<AdmissionsView['filters']>) =>
    onChange({ filters: { ...filters, ...changed } })
  const list = useQuery({
    ...ask(admissions.list, { ...asked, page: view.page, number_of_rec: view.size }, true),
    placeholderData: keepPreviousData,
  })
  const formatDay = (date: string) => formatDate(date, i18n.language)
  const chosenWard = wards.find(({ _id }) => _id === ward)
  const words = {
    ward: chosenWard && t('list.ward', { ward: localName(chosenWard) }),
    department: department && t('list.department', { department: t(`departments.${department}`) }),
    outcome: outcome && t('list.outcome', { outcome: t(`outcomes.${outcome}`) }),
    from: from && t('list.from', { day: formatDay(from) }),
    to: to && t('list.to', { day: formatDay(to) }),
  }
  const none = {
    in: 'list.none',
    left: 'list.none-left',
    voided: 'list.none-voided',
    all: 'list.none',
  } as const
  return (
    <ListScreen
      title={t('title')}
      list={list}
      view={view}
      onChange={onChange}
      actions={
        <>
          {mayExport && (
            <ExportButton
              isPending={send.isPending}
              onExport={(language) => send.mutate({ ...asked, language })}
            >
              {t('list.export')}
            </ExportButton>
          )}
          {!isPhone && list.data && (
            <AdmissionPrint asked={asked} page={list.data} columns={columns} words={Object.values(words)} />
          )}
        </>
      }
      texts={{
        none: t(isListNarrowed(view) ? 'list.none-fits' : none[state]),
        showAll: t('list.show-all'),
      }}
      tools={
        <>
          <FilterBar>
            <SearchBox
              label={t('list.search')}
              hint={t('list.search-hint')}
              view={{ text: view.text }}
              onChange={onChange}
            />
            <SegmentChoice
              label={t('list.state')}
              value={state}
              choices={stayStates.map((value) => ({ value, label: t(`state.${value}`) }))}
              onChange={(chosen) => onChange({ state: chosen })}
            />
            <FilterButton label={t('ui:filters')} filters={filters} show={t('ui:show-list')}>
              <div className={classes.filters}>
                <WardSelect
                  label={t('ward')}
                  anyWard={t('list.any')}
                  value={ward}
                  onChange={(chosen) => set({ ward: chosen === 'mine' ? undefined : chosen })}
                />
                <FilterSelect
                  label={t('department')}
                  any={t('list.any')}
                  options={departments.map((value) => ({ value, label: t(`departments.${value}`) }))}
                  value={department}
                  onChange={(chosen) => set({ department: chosen })}
                />
                {state !== 'in' && (
                  <FilterSelect
                    label={t('outcome')}
                    any={t('list.any')}
                    options={stayOutcomes.map((value) => ({ value, label: t(`outcomes.${value}`) }))}
                    value={outcome}
                    onChange={(chosen) => set({ outcome: chosen })}
                  />
                )}
                <DateFilterField
                  label={t('list.from-day')}
                  day={from}
                  onDay={(chosen) => set({ from: chosen })}
                />
                <DateFilterField
                  label={t('list.to-day')}
                  day={to}
                  earliest={from}
                  onDay={(chosen) => set({ to: chosen })}
                />
              </div>
            </FilterButton>
          </FilterBar>
          <FilterSentence
            label={t('ui:filters')}
            lead={t('list.sentence')}
            clearAll={t('ui:clear-filters')}
            filters={filters}
            words={words}
            onChange={(changed) => onChange({ filters: changed })}
          />
        </>
      }
    >
      <RecordRows
        label={t('title')}
        rows={list.data?.rows}
        rowKey={({ _id }) => _id}
        isStale={list.isPlaceholderData}
        rowLink={{
          path: ({ patient }) => formatPatientAdmissionsPath(patient._id),
          label: ({ patient }) => `${formatPatientName(patient)} HN ${patient.hn}`,
        }}
        columns={columns}
      />
    </ListScreen>
  )
}
