import { Anchor, Badge, Button, Skeleton } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type GlassBroken, permissionMatrix } from 'contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ask, useSend } from '../../api/client.ts'
import { patientAddress } from '../../paths.ts'
import { useMay } from '../../session/signed-in.tsx'
import { formatTime } from '../../ui/date/dates.ts'
import { failureText } from '../../ui/feedback/announce.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Pager, type PageSize } from '../../ui/list/pager.tsx'
import { fullName, staffName } from '../../ui/person-name.ts'
import { useNameOf } from '../../ui/use-name-of.ts'
import classes from './permissions.module.css'

type OpenedRecordsProps = {
  page: number
  size: PageSize
  onChange: (changed: { page?: number; size?: number }) => void
}

/** Records that were opened by exception, newest first, until somebody has taken note of each. */
export function OpenedRecords({ page, size, onChange }: OpenedRecordsProps) {
  const { t } = useTranslation('permissions')
  const found = useQuery({
    ...ask(permissionMatrix.glassBroken, { page, number_of_rec: size }, true),
    placeholderData: (previous) => previous,
  })
  const see = useSend(permissionMatrix.seeGlassBroken, {
    outdates: [permissionMatrix.glassBroken, permissionMatrix.unseenGlass],
  })
  if (found.isLoadingError)
    return (
      <ErrorState
        message={failureText(found.error)}
        isRetrying={found.isFetching}
        onRetry={() => void found.refetch()}
      />
    )
  if (!found.data) return <Skeleton height="16rem" />
  const { rows, total } = found.data
  if (total === 0) return <EmptyState reason={t('opened.none')} />
  return (
    <>
      <ul className={classes.opened} aria-label={t('tab.opened')}>
        {rows.map((row) => (
          <li key={row._id} data-is-unseen={row.seen_at === null || undefined}>
            <OpenedRecord
              opened={row}
              isSending={see.isPending && see.variables._id === row._id}
              onSee={() => see.mutate({ _id: row._id })}
            />
          </li>
        ))}
      </ul>
      <Pager
        page={page}
        size={size}
        shown={rows.length}
        total={total}
        isAtLeast={false}
        onPage={(next) => onChange({ page: next })}
        onSize={(next) => onChange({ size: next })}
      />
    </>
  )
}

type OpenedRecordProps = { opened: GlassBroken; isSending: boolean; onSee: () => void }

function OpenedRecord({ opened, isSending, onSee }: OpenedRecordProps) {
  const { t, i18n } = useTranslation('permissions')
  const nameOf = useNameOf()
  const maySeePatients = useMay('patient:read')
  const { at, until, by, patient, ward, reason, seen_at, seen_by } = opened
  const time = (moment: string) => formatTime(moment, i18n.language, 'dd MMM yyyy hh:mm a')
  const name = `${fullName(patient)} · HN ${patient.hn}`
  return (
    <>
      <div className={classes.openedText}>
        <span className={classes.small}>
          {time(at)} · {t('opened.until', { time: time(until) })}
        </span>
        <span>
          <strong>{staffName(by)}</strong> →{' '}
          {maySeePatients ? (
            <Anchor component={Link} to={patientAddress(patient._id)}>
              {name}
            </Anchor>
          ) : (
            name
          )}
          {ward && ` · ${nameOf(ward)}`}
        </span>
        <span className={classes.why}>{reason}</span>
      </div>
      {seen_at ? (
        <span className={classes.small}>
          {t('opened.seen', { name: seen_by ? staffName(seen_by) : '', time: time(seen_at) })}
        </span>
      ) : (
        <div className={classes.see}>
          <Badge>{t('opened.new')}</Badge>
          <Button
            variant="default"
            size="md"
            leftSection={<IconEye size={18} aria-hidden />}
            loading={isSending}
            aria-label={t('opened.see-whose', { name: staffName(by), time: time(at) })}
            onClick={onSee}
          >
            {t('opened.see')}
          </Button>
        </div>
      )}
    </>
  )
}
