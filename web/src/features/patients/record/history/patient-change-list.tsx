import { NativeSelect, Paper, Skeleton, Stack, Text } from '@mantine/core'
import type { PatientChange } from 'contract'
import { useTranslation } from 'react-i18next'
import { groupSaves } from '../../../../clinical/group-saves.ts'
import { StaffName } from '../../../../clinical/staff/staff-name.tsx'
import { Time } from '../../../../ui/date/time.tsx'
import { ErrorState } from '../../../../ui/feedback/error-state.tsx'
import { Pager } from '../../../../ui/list/pager.tsx'
import { knownValue, optional, paging, type QueryValue, queryCodec } from '../../../../ui/list/query-codec.ts'
import { usePatientChanges } from '../queries.ts'
import { ChangedFields } from './changed-fields.tsx'
import classes from './patient-change-list.module.css'

const changedSections = ['information', 'profile', 'address', 'clinical', 'photo'] as const
type ChangedSection = (typeof changedSections)[number]

export const patientHistoryQuery = queryCodec({
  section: optional('section', knownValue(changedSections)),
  ...paging,
})
type PatientHistoryView = QueryValue<typeof patientHistoryQuery>

type SectionFilterProps = {
  section: ChangedSection | undefined
  onSection: (section: ChangedSection | undefined) => void
}

export function SectionFilter({ section, onSection }: SectionFilterProps) {
  const { t } = useTranslation(['patient-record', 'patients'])
  return (
    <NativeSelect
      aria-label={t('filter-section')}
      size="md"
      className={section ? undefined : classes.everything}
      value={section ?? ''}
      onChange={({ currentTarget: { value } }) => onSection(changedSections.find((one) => one === value))}
      data={[
        { value: '', label: t('all-sections') },
        ...changedSections.map((value) => ({ value, label: t(`patients:section.${value}`) })),
      ]}
    />
  )
}

type PatientChangeListProps = {
  patientId: string
  view: PatientHistoryView
  onChange: (changed: Partial<PatientHistoryView>) => void
}

/** Who changed what, when, from what to what; changes of one save are grouped. */
export function PatientChangeList({ patientId, view, onChange }: PatientChangeListProps) {
  const { t } = useTranslation(['patient-record', 'patients'])
  const { section } = view
  const { data, isError, isFetching, isPlaceholderData, refetch } = usePatientChanges(patientId, view)
  if (isError && !data) return <ErrorState onRetry={() => void refetch()} isRetrying={isFetching} />
  if (!data) return <ChangesSkeleton />
  if (data.total === 0)
    return (
      <Paper withBorder p="xl">
        <Text c="dimmed" ta="center">
          {t(section ? 'no-changes-here' : 'no-changes')}
        </Text>
      </Paper>
    )
  return (
    <>
      <Paper withBorder component="ol" className={classes.saves} data-old={isPlaceholderData || undefined}>
        {groupSaves(data.rows).map(([first, ...more]) => (
          <li key={first._id} className={classes.save}>
            <p className={classes.head}>
              <strong>
                <StaffName of={first.by} />
              </strong>
              <Time at={first.at} />
              {!section && (
                <span>
                  {listChangedSections([first, ...more])
                    .map((one) => t(`patients:section.${one}`))
                    .join(', ')}
                </span>
              )}
            </p>
            <ChangedFields changes={[first, ...more]} />
          </li>
        ))}
      </Paper>
      <Pager view={view} found={data} onChange={onChange} />
    </>
  )
}

function listChangedSections(changes: readonly PatientChange[]) {
  return [...new Set(changes.map((change) => change.section))]
}

function ChangesSkeleton() {
  return (
    <Stack gap="xs">
      <Skeleton height={88} />
      <Skeleton height={64} />
      <Skeleton height={88} />
    </Stack>
  )
}
