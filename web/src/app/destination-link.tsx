import { Badge, Indicator, VisuallyHidden } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { nextScreen } from '../api/connection.ts'
import classes from './destination-link.module.css'
import { type Destination, getAriaCurrent } from './navigation.ts'
import { useWaitingCount } from './use-waiting-count.ts'

type DestinationLinkProps = {
  destination: Destination
  /** `beside` the icon in a list, `under` it in a narrow rail or a bar. */
  word?: 'beside' | 'under'
  className?: string | undefined
  onLeave?: () => void
}

/** Link to a destination of the navigation, with the number of items that wait there. The current one is kept in sight. */
export function DestinationLink({ destination, word = 'beside', className, onLeave }: DestinationLinkProps) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const next = nextScreen.use()
  const link = useRef<HTMLAnchorElement>(null)
  const count = useWaitingCount(destination.screens)
  const current = getAriaCurrent(destination, pathname)
  const isUnder = word === 'under'
  useEffect(() => {
    if (current) link.current?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return (
    <Link
      ref={link}
      to={destination.to}
      className={[classes.destination, className].filter(Boolean).join(' ')}
      data-word={word}
      aria-current={current}
      data-pending={next && getAriaCurrent(destination, next) ? true : undefined}
      {...(onLeave && { onClick: onLeave })}
    >
      <Indicator disabled={!isUnder || count === 0} label={count} size={18} lh={0} aria-hidden>
        <destination.icon size={isUnder ? 22 : 20} />
      </Indicator>
      <span className={classes.word}>
        {t(isUnder ? (destination.shortLabel ?? destination.label) : destination.label)}
      </span>
      {count > 0 && <VisuallyHidden>, {t('waiting', { count })}</VisuallyHidden>}
      {!isUnder && count > 0 && (
        <Badge className={classes.waiting} aria-hidden>
          {count}
        </Badge>
      )}
    </Link>
  )
}
