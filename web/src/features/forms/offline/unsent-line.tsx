import { IconCloudX } from '@tabler/icons-react'
import { formNames } from 'contract'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { formListPath, formsPath } from '../../../paths.ts'
import { formatTime } from '../../../ui/date/dates.ts'
import classes from './offline.module.css'
import { outboxState } from './outbox-state.ts'

/** How much this tablet has not sent or cannot, and when it last did. */
export function UnsentCount() {
  const { t, i18n } = useTranslation(['offline', 'forms'])
  const { unsent, failed, lastSentAt, isInMemory, isFull } = outboxState.use()
  const said = [
    ...(unsent > 0 ? [t('forms:unsent', { count: unsent })] : []),
    ...(failed > 0 ? [t('failed', { count: failed })] : []),
    ...(lastSentAt === undefined
      ? []
      : [t('last', { time: formatTime(new Date(lastSentAt), i18n.language, 'HH:mm') })]),
    ...(unsent > 0 && isInMemory ? [t(isFull ? 'full' : 'in-memory')] : []),
  ]
  return (
    <span className={classes.unsent}>
      <IconCloudX size={18} aria-hidden /> {said.join(' · ')}
    </span>
  )
}

/**
 * In sight on every screen while anything is unsent. A draft that is open has its own line, and the forms have a list.
 */
export function UnsentLine() {
  const { unsent, failed } = outboxState.use()
  const { pathname } = useLocation()
  const isSaid =
    pathname === formsPath || formNames.some((name) => pathname.startsWith(`${formListPath(name)}/`))
  return (
    <div role="status">
      {unsent + failed > 0 && !isSaid && (
        <Link to={formsPath} className={classes.line}>
          <UnsentCount />
        </Link>
      )}
    </div>
  )
}
