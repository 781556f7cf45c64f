import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { askFleetChoices, useVehicleStanding } from '../../clinical/ambulance/use-fleet-choices.ts'
import classes from './fleet.module.css'
import { statusIcons } from './status-icons.ts'

/** How each vehicle in use stands, on one line. */
export function VehicleStrip() {
  const { t } = useTranslation('fleet')
  const describe = useVehicleStanding()
  const { data } = useQuery(askFleetChoices())
  if (!data || data.vehicles.length === 0) return null
  return (
    <ul className={classes.strip} aria-label={t('strip')}>
      {data.vehicles.map(({ _id, name, status, faults }) => {
        const Icon = statusIcons[status]
        return (
          <li key={_id} className={classes.stripped} data-status={status}>
            <Icon size={16} aria-hidden />
            <span>
              <strong>{name}</strong> {describe({ status, faults })}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
