import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconLock } from '@tabler/icons-react'
import type { AuditChain } from 'contract'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../ui/date/dates.ts'
import classes from './audit.module.css'

/** When the audit was last sealed and verified; a prominent alert if something is wrong. */
export function ChainState({ chain: { sealed_at, is_late, check } }: { chain: AuditChain }) {
  const { t, i18n } = useTranslation('audit')
  const formatInstant = (at: string) => formatTime(at, i18n.language, 'dd MMM yyyy HH:mm:ss')
  return (
    <>
      {check && !check.is_whole && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} mb="sm">
          {t('chain.broken', { time: formatInstant(check.at) })}
        </Alert>
      )}
      {is_late && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} mb="sm">
          {t('chain.late')}
        </Alert>
      )}
      <p className={classes.chain}>
        <IconLock size={16} aria-hidden />
        <span>{sealed_at ? t('chain.sealed', { time: formatInstant(sealed_at) }) : t('chain.unsealed')}</span>
        {check === null && <span>{t('chain.unchecked')}</span>}
        {check?.is_whole && <span>{t('chain.whole', { time: formatInstant(check.at) })}</span>}
      </p>
    </>
  )
}
