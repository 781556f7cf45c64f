import { Badge, Indicator, Tooltip, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import classes from './destination-link.module.css'
import { type Destination, getAriaCurrent } from './navigation.ts'
import { useWaitingCount } from './use-waiting-count.ts'

type DestinationLinkProps = {
  destination: Destination
  isCollapsed?: boolean
  onLeave?: () => void
}

/** Link to a destination of the navigation, with the number of items that wait there. */
export function DestinationLink({ destination, isCollapsed = false, onLeave }: DestinationLinkProps) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const name = t(destination.label)
  const count = useWaitingCount(destination)
  const label = count > 0 ? `${name}, ${t('waiting', { count })}` : name
  return (
    <Tooltip label={label} position="right" disabled={!isCollapsed}>
      <Link
        to={destination.to}
        className={classes.destination}
        aria-current={getAriaCurrent(destination, pathname)}
        aria-label={isCollapsed ? label : undefined}
        {...(onLeave && { onClick: onLeave })}
      >
        <Indicator disabled={!isCollapsed || count === 0} size={10} lh={0}>
          <destination.icon size={20} aria-hidden />
        </Indicator>
        {!isCollapsed && name}
        {!isCollapsed && count > 0 && (
          <>
            <VisuallyHidden>, {t('waiting', { count })}</VisuallyHidden>
            <Badge className={classes.waiting} aria-hidden>
              {count}
            </Badge>
          </>
        )}
      </Link>
    </Tooltip>
  )
}
