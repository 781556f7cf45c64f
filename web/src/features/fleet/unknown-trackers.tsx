import { Alert } from '@mantine/core'
import { IconMapPinOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { fleet } from 'contract'
import { useTranslation } from 'react-i18next'
import { ask } from '../../api/client.ts'
import { useMay } from '../../session/signed-in.tsx'
import { TimeAgo } from '../../ui/date/time-ago.tsx'
import classes from './fleet.module.css'

/** Trackers whose positions no map shows, since nobody has said in which vehicle they travel. */
export function UnknownTrackers() {
  const { t } = useTranslation('fleet')
  const mayManage = useMay('fleet:manage')
  const { data } = useQuery({ ...ask(fleet.trackers, {}, true), enabled: mayManage })
  if (!data || data.unknown.length === 0) return null
  return (
    <Alert
      color="yellow"
      icon={<IconMapPinOff aria-hidden />}
      title={t('unknown-trackers.title', { count: data.unknown.length })}
      mb="md"
    >
      <ul className={classes.trackers}>
        {data.unknown.map(({ mac, positions, last_at }) => (
          <li key={mac}>
            {t('unknown-trackers.one', { mac, count: positions })} <TimeAgo at={last_at} />
          </li>
        ))}
      </ul>
      {t('unknown-trackers.hint')}
    </Alert>
  )
}
