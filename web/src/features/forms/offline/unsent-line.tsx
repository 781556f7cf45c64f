import { IconCloudX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { formsPath } from '../../../paths.ts'
import { formatTime } from '../../../ui/date/dates.ts'
import classes from './offline.module.css'
import { listNamedRefusals, outboxState, savingLines } from './outbox-state.ts'
import type { OutboxState } from './saving-rules.ts'

type Counts = Pick<OutboxState, 'unsent' | 'failed'> & { refused?: number }

/** How much this tablet has not sent or cannot, or was not accepted, and when it last sent something. */
export function UnsentCount({ unsent, failed, refused = 0 }: Counts) {
  const { t, i18n } = useTranslation(['offline', 'forms'])
  const { lastSentAt, isInMemory, isFull } = outboxState.use()
  const said = [
    ...(unsent > 0 ? [t('forms:unsent', { count: unsent })] : []),
    ...(failed > 0 ? [t('failed', { count: failed })] : []),
    ...(refused > 0 ? [t('not-accepted.count', { count: refused })] : []),
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
 * In sight on every screen while anything is unsent or not accepted. A record that is written has its own line, and the
 * list of forms has lists of both.
 */
export function UnsentLine() {
  const outbox = outboxState.use()
  const { pathname } = useLocation()
  const isList = pathname === formsPath
  const isSaid = savingLines.use() > 0
  const refused = listNamedRefusals(outbox).length
  const { unsent, failed } = outbox
  return (
    <div role="status">
      {!isList && !isSaid && unsent + failed + refused > 0 && (
        <Link to={formsPath} className={classes.line}>
          <UnsentCount unsent={unsent} failed={failed} refused={refused} />
        </Link>
      )}
    </div>
  )
}
