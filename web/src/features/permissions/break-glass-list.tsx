import { Anchor, Badge, Button, Skeleton } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type BreakGlassAccess, permissionMatrix } from 'contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ask, useSend } from '../../api/client.ts'
import { PatientName } from '../../clinical/patient/patient-name.tsx'
import { StaffName } from '../../clinical/staff/staff-name.tsx'
import { formatPatientPath } from '../../paths.ts'
import { useMay } from '../../session/signed-in.tsx'
import { useFormatTime } from '../../ui/date/use-format-time.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { Pager, type PageSize } from '../../ui/list/pager.tsx'
import { formatStaffName } from '../../ui/person-name.ts'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import classes from './permissions.module.css'

type BreakGlassListProps = {
  view: { page: number; size: PageSize }
  onChange: (changed: { page?: number; size?: PageSize }) => void
}

/** Records opened by break-glass, newest first; each stays until somebody has acknowledged it. */
export function BreakGlassList({ view, onChange }: BreakGlassListProps) {
  const { t } = useTranslation('permissions')
  const found = useQuery({
    ...ask(permissionMatrix.glassBroken, { page: view.page, number_of_rec: view.size }, true),
    placeholderData: (previous) => previous,
  })
  const see = useSend(permissionMatrix.seeGlassBroken, {
    outdates: [permissionMatrix.glassBroken, permissionMatrix.unseenGlass],
  })
  if (found.isLoadingError) return <QueryFailure query={found} />
  if (!found.data) return <Skeleton height="16rem" />
  const { rows, total } = found.data
  if (total === 0) return <EmptyState reason={t('opened.none')} />
  return (
    <>
      <ul className={classes.opened} aria-label={t('tab.opened')}>
        {rows.map((row) => (
          <li key={row._id} data-is-unseen={row.seen_at === null || undefined}>
            <BreakGlassItem
              opened={row}
              isSending={see.isPending && see.variables._id === row._id}
              onSee={() => see.mutate({ _id: row._id })}
            />
          </li>
        ))}
      </ul>
      <Pager view={view} found={found.data} onChange={onChange} />
    </>
  )
}

type BreakGlassItemProps = { opened: BreakGlassAccess; isSending: boolean; onSee: () => void }

function BreakGlassItem({ opened, isSending, onSee }: BreakGlassItemProps) {
  const { t } = useTranslation('permissions')
  const localName = useLocalizedName()
  const maySeePatients = useMay('patient:read')
  const { at, until, by, patient, ward, reason, seen_at, seen_by } = opened
  const formatInstant = useFormatTime()
  const name = (
    <>
      <PatientName of={patient} /> · HN {patient.hn}
    </>
  )
  return (
    <>
      <div className={classes.openedText}>
        <span className={classes.small}>
          {formatInstant(at)} · {t('opened.until', { time: formatInstant(until) })}
        </span>
        <span>
          <strong>
            <StaffName of={by} />
          </strong>{' '}
          →{' '}
          {maySeePatients ? (
            <Anchor component={Link} to={formatPatientPath(patient._id)}>
              {name}
            </Anchor>
          ) : (
            name
          )}
          {ward && ` · ${localName(ward)}`}
        </span>
        <span className={classes.why}>{reason}</span>
      </div>
      {seen_at ? (
        <span className={classes.small}>
          {t('opened.seen', { name: seen_by ? formatStaffName(seen_by) : '', time: formatInstant(seen_at) })}
        </span>
      ) : (
        <div className={classes.see}>
          <Badge>{t('opened.new')}</Badge>
          <Button
            variant="default"
            size="md"
            leftSection={<IconEye size={18} aria-hidden />}
            loading={isSending}
            aria-label={t('opened.see-whose', { name: formatStaffName(by), time: formatInstant(at) })}
            onClick={onSee}
          >
            {t('opened.see')}
          </Button>
        </div>
      )}
    </>
  )
}
