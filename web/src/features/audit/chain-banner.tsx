import { Anchor } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { audit } from 'contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ask, queryClient } from '../../api/client.ts'
import { useLiveEvent } from '../../live/live.ts'
import { readAgainAfterGap } from '../../live/live-data.ts'
import { auditPath } from '../../paths.ts'
import { formatTime } from '../../ui/date/dates.ts'
import classes from './audit.module.css'

readAgainAfterGap(audit.chain, audit.list)

/** Shown below the top bar to everybody who may read the audit, as long as a check finds that it was tampered with. */
export function ChainBanner() {
  const { t, i18n } = useTranslation('audit')
  const { data } = useQuery({ ...ask(audit.chain, {}, true), staleTime: Number.POSITIVE_INFINITY })
  useLiveEvent('audit-checked', () => {
    for (const { path } of [audit.chain, audit.list]) void queryClient.invalidateQueries({ queryKey: [path] })
  })
  const check = data?.chain.check
  if (!check || check.is_whole) return null
  return (
    <section className={classes.broken} aria-label={t('chain.name')}>
      <IconAlertTriangle size={20} aria-hidden />
      <p role="alert">
        <strong>
          {t('chain.alert', { time: formatTime(check.at, i18n.language, 'dd MMM yyyy HH:mm:ss') })}
        </strong>{' '}
        <Anchor component={Link} to={auditPath} c="inherit" underline="always">
          {t('chain.look')}
        </Anchor>
      </p>
    </section>
  )
}
