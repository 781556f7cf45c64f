import { Badge, Indicator, VisuallyHidden } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { nextScreen } from '../../api/connection.ts'
import { type Destination, getAriaCurrent } from '../navigation.ts'
import classes from './destination-link.module.css'
import { useWaitingCount } from './use-waiting-count.ts'

type DestinationLinkProps = {
  destination: Destination
  /** `beside` the icon in a list, `under` it in a narrow rail or a bar. */
  word?: 'beside' | 'under'
  className?: string | undefined
  onLeave?: () => void
}

/**
 * Link to a destination of the navigation, with the number of items that wait there. The current one is kept in sight.
 */
export function DestinationLink(props: DestinationLinkProps) {
  // Most never have a number: they ask for none.
  const isCounted = props.destination.screens.some(({ waitingKind }) => waitingKind)
  return isCounted ? <CountedLink {...props} /> : <PlainLink {...props} count={0} />
}

function CountedLink(props: DestinationLinkProps) {
  return <PlainLink {...props} count={useWaitingCount(props.destination.screens)} />
}

type PlainLinkProps = DestinationLinkProps & { count: number }

function PlainLink({ destination, word = 'beside', className, onLeave, count }: PlainLinkProps) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const next = nextScreen.use()
  const link = useRef<HTMLAnchorElement>(null)
  const current = getAriaCurrent(destination, pathname)
  const isUnder = word === 'under'
  const icon = <destination.icon size={isUnder ? 22 : 20} aria-hidden />
  useEffect(() => {
    const around = link.current?.closest('nav')
    if (!current || !around) return
    // With the layout of the next frame, and again when an alarm takes room above it or a tablet is turned.
    const observer = new ResizeObserver(() => link.current?.scrollIntoView({ block: 'nearest' }))
    observer.observe(around)
    return () => observer.disconnect()
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
      {isUnder && count > 0 ? (
        <Indicator label={count} size={18} lh={0} aria-hidden>
          {icon}
        </Indicator>
      ) : (
        icon
      )}
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
