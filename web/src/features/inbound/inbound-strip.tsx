import { Alert } from '@mantine/core'
import { IconAmbulance } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { isHandedOver, waitsForAcknowledgement } from 'contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatScreenPath } from '../../screens.ts'
import classes from './inbound.module.css'
import { askInbound } from './queries.ts'

/**
 * How many ambulances come, how many of their pre-alerts nobody has acknowledged, and how many have handed over
 * somebody whose arrival is not registered; nothing while there is none.
 */
export function InboundStrip() {
  const { t } = useTranslation('inbound')
  const { data } = useQuery(askInbound())
  const open = data?.rows.filter((row) => !row.arrived || waitsForAcknowledgement(row)) ?? []
  const here = open.filter(isHandedOver).length
  const coming = open.length - here
  const waiting = open.filter(waitsForAcknowledgement).length
  if (open.length === 0) return null
  const facts = [
    coming > 0 && t('strip', { count: coming }),
    waiting > 0 && t('strip-waiting', { count: waiting }),
    here > 0 && `${t('not-registered')}: ${here}`,
  ]
  return (
    <Alert color={waiting > 0 ? 'red' : 'gray'} icon={<IconAmbulance aria-hidden />} p="xs" mb="xs">
      <Link className={classes.link} to={formatScreenPath('ambulance/inbound')}>
        {facts.filter(Boolean).join(' · ')}
      </Link>
    </Alert>
  )
}
