import { useQuery } from '@tanstack/react-query'
import { fleet } from 'contract'
import { useTranslation } from 'react-i18next'
import { ask } from '../../api/client.ts'
import classes from './fleet.module.css'
import { statusIcons } from './status-icons.ts'

/** How each vehicle in use stands, on one line. */
export function VehicleStrip() {
  const { t } = useTranslation('fleet')
  const { data } = useQuery(ask(fleet.choices, {}, true))
  if (!data || data.vehicles.length === 0) return null
  return (
    <ul className={classes.strip} aria-label={t('strip')}>
      {data.vehicles.map(({ _id, name, status }) => {
        const Icon = statusIcons[status]
        return (
          <li key={_id} className={classes.stripped} data-status={status}>
            <Icon size={16} aria-hidden />
            <span>
              <strong>{name}</strong> {t(`status.${status}`)}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
