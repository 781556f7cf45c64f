import { Alert } from '@mantine/core'
import { IconAmbulance } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { screenPath } from '../../screens.ts'
import classes from './inbound.module.css'
import { askInbound } from './queries.ts'

/** How many ambulances come, and how many of their pre-alerts nobody has acknowledged; nothing while none comes. */
export function InboundStrip() {
  const { t } = useTranslation('inbound')
  const { data } = useQuery(askInbound())
  const coming = data?.rows.filter(({ arrived }) => !arrived) ?? []
  const waiting = coming.filter(({ pre_alert, acknowledged }) => pre_alert && !acknowledged)
  if (coming.length === 0) return null
  return (
    <Alert color={waiting.length > 0 ? 'red' : 'gray'} icon={<IconAmbulance aria-hidden />} p="xs" mb="xs">
      <Link className={classes.link} to={screenPath('ambulance/inbound')}>
        {t('strip', { count: coming.length })}
        {waiting.length > 0 && ` · ${t('strip-waiting', { count: waiting.length })}`}
      </Link>
    </Alert>
  )
}
