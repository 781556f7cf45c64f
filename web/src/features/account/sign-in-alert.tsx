import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { account } from 'contract'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { ask } from '../../api/client.ts'
import { profilePath } from '../../paths.ts'
import { DangerButton } from '../../ui/danger-button.tsx'
import { formatTime } from '../../ui/date/dates.ts'
import classes from './account.module.css'
import { useConfirmLogin, useEndSessions } from './queries.ts'
import { useBrowserText } from './words.ts'

/** How long an answer counts as fresh: not every change of screen asks again. */
const alertsStaleMs = 60_000

/**
 * Shown below the top bar until the user has said whether a sign-in from a new place was theirs; checked on navigation.
 */
export function SignInAlertBanner() {
  const { t, i18n } = useTranslation('account')
  const deviceText = useBrowserText()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { data, refetch, dataUpdatedAt } = useQuery({
    ...ask(account.alerts, {}, true),
    staleTime: alertsStaleMs,
  })
  const confirm = useConfirmLogin()
  const end = useEndSessions()

  const askAgain = useEffectEvent(() => {
    if (dataUpdatedAt > 0 && Date.now() - dataUpdatedAt > alertsStaleMs) void refetch()
  })
  useEffect(() => {
    if (pathname) askAgain()
  }, [pathname])

  const [told] = data?.alerts ?? []
  if (!told) return null
  return (
    <section className={classes.alert} aria-label={t('alert.name')}>
      <IconAlertTriangle size={20} aria-hidden />
      <p className={classes.told} role="alert">
        <strong>{t('alert.what', { device: deviceText(told), ip: told.address ?? '–' })}</strong>{' '}
        {t('alert.when', { time: formatTime(told.created_at, i18n.language, 'dd MMM yyyy HH:mm') })}
      </p>
      <div className={classes.acts}>
        <Button
          size="sm"
          variant="default"
          loading={confirm.isPending}
          onClick={() => confirm.mutate({ _id: told._id })}
        >
          {t('alert.mine')}
        </Button>
        <DangerButton
          isFinal
          size="sm"
          loading={end.isPending}
          onClick={() =>
            end.mutate({ but_this: true }, { onSuccess: () => void navigate(`${profilePath}#password`) })
          }
        >
          {t('alert.not-mine')}
        </DangerButton>
      </div>
    </section>
  )
}
