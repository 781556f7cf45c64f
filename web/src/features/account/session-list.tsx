import { Badge, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconLogout } from '@tabler/icons-react'
import type { OwnSession } from 'contract'
import { useTranslation } from 'react-i18next'
import { DangerButton } from '../../ui/danger-button.tsx'
import { formatTime } from '../../ui/date/dates.ts'
import { TimeAgo } from '../../ui/date/time-ago.tsx'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import classes from './account.module.css'
import { useEndSession, useEndSessions, useSessions } from './queries.ts'
import { useBrowserText } from './words.ts'

/** The user's sessions, each with a button to end it. */
export function SessionList() {
  const { t } = useTranslation('account')
  const { data, error, isLoadingError, isFetching, refetch } = useSessions()
  const endAll = useEndSessions()
  if (isLoadingError) return <QueryFailure query={{ error, isFetching, refetch }} />
  if (!data) return <Skeleton height="8rem" />
  const others = data.sessions.filter(({ is_this }) => !is_this)

  async function endOthers() {
    const isMeant = await confirm({
      question: t('sessions.end-others-question'),
      about: t('sessions.others', { count: others.length }),
      consequence: t('sessions.end-others-consequence'),
      action: t('sessions.end-others'),
    })
    if (isMeant) endAll.mutate({ but_this: true })
  }

  return (
    <Stack gap="md">
      <ul className={classes.sessions}>
        {data.sessions.map((session) => (
          <SessionItem key={session._id} session={session} />
        ))}
      </ul>
      {others.length > 0 && (
        <Group>
          <DangerButton
            leftSection={<IconLogout size={18} aria-hidden />}
            loading={endAll.isPending}
            onClick={() => void endOthers()}
          >
            {t('sessions.end-others')}
          </DangerButton>
        </Group>
      )}
    </Stack>
  )
}

function SessionItem({ session }: { session: OwnSession }) {
  const { t, i18n } = useTranslation('account')
  const deviceText = useBrowserText()
  const end = useEndSession()
  const device = deviceText(session)
  const since = formatTime(session.created_at, i18n.language, 'dd MMM yyyy HH:mm')
  return (
    <li className={classes.session}>
      <div className={classes.device}>
        <Group gap="xs">
          <Text fw={600}>{device}</Text>
          {session.is_this && <Badge variant="light">{t('sessions.this')}</Badge>}
          {session.is_unknown && (
            <Badge variant="default" leftSection={<IconAlertTriangle size={14} aria-hidden />}>
              {t('sessions.new')}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {session.address && `${t('sessions.ip', { ip: session.address })} · `}
          {t('sessions.since', { time: since })}
        </Text>
        <Text size="sm" c="dimmed">
          {t('sessions.last-seen')} <TimeAgo at={session.last_seen_at} />
        </Text>
      </div>
      {!session.is_this && (
        <DangerButton
          loading={end.isPending}
          aria-label={t('sessions.end-of', { device, time: since })}
          onClick={() => end.mutate({ _id: session._id })}
        >
          {t('sessions.end')}
        </DangerButton>
      )}
    </li>
  )
}
