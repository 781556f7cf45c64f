import { Badge, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  appraisalStates,
  appraises,
  type FormName,
  type FormRecord,
  formStates,
  type OptionList,
  readTextAnswer,
} from 'contract'
import { useTranslation } from 'react-i18next'
import { ask } from '../../../api/client.ts'
import { StaffName } from '../../../clinical/staff/staff-name.tsx'
import { formatFormRecordPath, formsPath } from '../../../paths.ts'
import { useMay } from '../../../session/signed-in.tsx'
import { formatTime } from '../../../ui/date/dates.ts'
import { Time } from '../../../ui/date/time.tsx'
import { useDerivedNow } from '../../../ui/date/use-now.ts'
import { EmptyValue } from '../../../ui/empty-value.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FilterBar, FilterSelect } from '../../../ui/list/filter/filter-bar.tsx'
import { FilterButton, FilterSentence } from '../../../ui/list/filter/filters.tsx'
import { SearchBox } from '../../../ui/list/filter/search-box.tsx'
import { isListNarrowed, ListScreen } from '../../../ui/list/list-screen.tsx'
import { RecordRows } from '../../../ui/list/record-rows.tsx'
import type { ChangeView } from '../../../ui/list/use-list-view.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { formatPatientName } from '../../../ui/person-name.ts'
import { BeginButton } from '../begin/begin-button.tsx'
import { formCalls } from '../calls.ts'
import { ExportMenu } from '../export/export-menu.tsx'
import classes from '../forms.module.css'
import { KeptList } from '../offline/kept-list.tsx'
import { useKeptRecords } from '../offline/use-kept-record.ts'
import { vaultState } from '../offline/vault/vault.ts'
import { UnlockBox } from '../offline/vault/vault-box.tsx'
import { BlankPrint } from '../print/blank-print.tsx'
import { useFormTexts } from '../use-form-texts.ts'
import type { RecordsView } from './list-query.ts'

type RecordListProps = { form: FormName; view: RecordsView; onChange: ChangeView<RecordsView> }

/** The records of a form, the newest first. */
export function RecordList({ form, view, onChange }: RecordListProps) {
  const { t, i18n } = useTranslation(['forms', 'offline', 'referrals', 'ui'])
  const { title, formatOption } = useFormTexts(form)
  const { state, appraisal } = view.filters
  const filterLists = { state: state ? [state] : [], appraisal: appraisal ? [appraisal] : [] }
  const mayAppraise = useMay(appraises) && form === 'operation-form'
  const mayExport = useMay('patient:export')
  const list = useQuery({
    ...ask(
      formCalls[form].list,
      {
        page: view.page,
        number_of_rec: view.size,
        search_value: view.text,
        filterLists,
      },
      true,
    ),
    placeholderData: keepPreviousData,
  })
  const mayBegin = useMay(formCalls[form].add.access)
  const beginButton = mayBegin && <BeginButton form={form} size="md" />
  const describe = ({ created_at, number }: FormRecord) =>
    number ?? formatTime(created_at, i18n.language, 'dd MMM yyyy HH:mm')
  const isLost = list.isLoadingError && list.error.status === 0
  const kept = useKeptRecords(form, isLost)
  const vault = vaultState.use()
  if (isLost)
    return (
      <>
        <PageHeader title={title} crumbs={[{ label: t('title'), to: formsPath }]}>
          {beginButton}
        </PageHeader>
        <Text>{t('offline:kept-here')}</Text>
        {vault === 'locked' ? (
          <UnlockBox />
        ) : kept.length > 0 ? (
          <KeptList records={kept} />
        ) : (
          <EmptyState reason={t('none')} />
        )}
      </>
    )
  return (
    <ListScreen
      title={title}
      crumbs={[{ label: t('title'), to: formsPath }]}
      actions={
        <>
          <BlankPrint form={form} />
          {mayExport && <ExportMenu form={form} search_value={view.text} filterLists={filterLists} />}
          {beginButton}
        </>
      }
      tools={
        <>
          <FilterBar>
            <SearchBox
              label={t('search')}
              hint={t('search-hint')}
              view={{ text: view.text }}
              onChange={onChange}
            />
            <FilterButton label={t('ui:filters')} filters={{ state, appraisal }} show={t('ui:show-list')}>
              <FilterSelect
                label={t('state-label')}
                any={t('any-state')}
                options={formStates.map((value) => ({ value, label: t(`state.${value}`) }))}
                value={state}
                onChange={(chosen) => onChange({ filters: { ...view.filters, state: chosen } })}
              />
              {mayAppraise && (
                <FilterSelect
                  label={t('appraisal-label')}
                  any={t('any-appraisal')}
                  options={appraisalStates.map((value) => ({ value, label: t(`appraisal.${value}`) }))}
                  value={appraisal}
                  onChange={(chosen) => onChange({ filters: { ...view.filters, appraisal: chosen } })}
                />
              )}
            </FilterButton>
          </FilterBar>
          <FilterSentence
            label={t('ui:filters')}
            lead={t('sentence.records')}
            clearAll={t('ui:clear-filters')}
            filters={view.filters}
            words={{
              state: state && t('sentence.state', { state: t(`state.${state}`) }),
              appraisal: appraisal && t(`sentence.appraisal.${appraisal}`),
            }}
            onChange={(filters) => onChange({ filters })}
          />
        </>
      }
      list={list}
      view={view}
      onChange={onChange}
      texts={{
        none: t(isListNarrowed(view) ? 'none-fits' : 'none'),
        showAll: t('show-all'),
      }}
      next={beginButton}
    >
      <RecordRows
        label={title}
        rows={list.data?.rows}
        rowKey={({ _id }) => _id}
        isStale={list.isPlaceholderData}
        rowLink={{
          path: ({ _id }) => formatFormRecordPath(form, _id),
          label: (record) => t('open', { record: describe(record) }),
        }}
        columns={[
          {
            key: 'number',
            label: t('column.number'),
            isBare: true,
            cell: (record) => (
              <span className={classes.number}>
                {record.number ?? <EmptyValue />} <StateBadge state={record.state} />
                {record.sent?.status && (
                  <Badge variant="default">{t(`referrals:refer-status.${record.sent.status}`)}</Badge>
                )}
                {record.sent?.proposed_at && <ProposedTime at={record.sent.proposed_at} />}
              </span>
            ),
          },
          { key: 'begun', label: t('column.begun'), cell: ({ created_at }) => <Time at={created_at} /> },
          {
            key: 'what',
            label: t('column.what'),
            cell: ({ is_hidden, answers }) =>
              is_hidden ? (
                t('hidden-short')
              ) : (
                <div className={classes.what}>
                  {describeRecord(form, answers, formatOption) ?? <EmptyValue />}
                </div>
              ),
          },
          {
            key: 'patient',
            label: t('column.patient'),
            cell: ({ patient, answers }) =>
              patient ? (
                <>
                  {formatPatientName(patient)} · HN {patient.hn}
                </>
              ) : (
                (readTextAnswer(answers['patient_name']) ?? <EmptyValue />)
              ),
          },
          { key: 'by', label: t('column.by'), cell: ({ created_by }) => <StaffName of={created_by} /> },
        ]}
      />
    </ListScreen>
  )
}

function StateBadge({ state }: { state: FormRecord['state'] }) {
  const { t } = useTranslation('forms')
  return <Badge variant="default">{t(`state.${state}`)}</Badge>
}

/** The time for which a referral was put off, and whether it has come while nobody has answered. */
function ProposedTime({ at }: { at: string }) {
  const { t } = useTranslation('referrals')
  const isPassed = useDerivedNow((now) => Date.parse(at) <= now)
  return (
    <>
      <Time at={at} />
      {isPassed && (
        <Badge variant="default" leftSection={<IconAlertTriangle size={14} aria-hidden />}>
          {t('time-passed')}
        </Badge>
      )}
    </>
  )
}

/** What a record is about, in a line. */
function describeRecord(
  form: FormName,
  answers: FormRecord['answers'],
  formatOption: ReturnType<typeof useFormTexts>['formatOption'],
): string | undefined {
  const { kind, pick_up, cause, to_hospital, complaint, scene, outcome, from_place, to_place } = answers
  const option = (list: OptionList, value: unknown) =>
    typeof value === 'string' ? formatOption(list, value) : undefined
  const parts = {
    'ambulance-request': [option('request-kind', kind), pick_up],
    'ambulance-referral': [to_hospital, option('referral-cause', cause)],
    'operation-form': [complaint ?? scene, option('field-outcome', outcome)],
    'transportation-treatment': [from_place, to_place],
  }[form]
  return parts.filter(Boolean).join(' · ') || undefined
}
