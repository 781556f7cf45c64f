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
  const { unsent: unsentOfForms, lastSentAt, isInMemory, isFull } = outboxState.use()
  const said = [
    ...(unsent > 0 ? [t('forms:unsent', { count: unsent })] : []),
    ...(failed > 0 ? [t('failed', { count: failed })] : []),
    ...(refused > 0 ? [t('not-accepted.count', { count: refused })] : []),
    ...(lastSentAt === undefined
      ? []
      : [t('last', { time: formatTime(new Date(lastSentAt), i18n.language, 'HH:mm') })]),
    ...(unsentOfForms > 0 && isInMemory ? [t(isFull ? 'full' : 'in-memory')] : []),
  ]
  return (
    <span className={classes.unsent}>
      <IconCloudX size={18} aria-hidden /> {said.join(' · ')}
    </span>
  )
}

const nothing: Counts = { unsent: 0, failed: 0 }

/**
 * In sight on every screen while anything is unsent or not accepted, of forms or `steps` of missions. A record that is
 * written has its own line, and the list of forms has lists of both.
 */
export function UnsentLine({ steps }: { steps: Counts }) {
  const outbox = outboxState.use()
  const { pathname } = useLocation()
  const isList = pathname === formsPath
  const isSaid = savingLines.use() > 0
  const refused = isList || isSaid ? 0 : listNamedRefusals(outbox).length
  const said = [isList || isSaid ? nothing : outbox, isList ? nothing : steps]
  const unsent = said.reduce((sum, one) => sum + one.unsent, 0)
  const failed = said.reduce((sum, one) => sum + one.failed, 0)
  return (
    <div role="status">
      {unsent + failed + refused > 0 && (
        <Link to={formsPath} className={classes.line}>
          <UnsentCount unsent={unsent} failed={failed} refused={refused} />
        </Link>
      )}
    </div>
  )
}
