import { Text, VisuallyHidden } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import type { UserChange } from 'contract'
import { useTranslation } from 'react-i18next'
import { groupSaves } from '../../clinical/group-saves.ts'
import { StaffName } from '../../clinical/staff/staff-name.tsx'
import { Time } from '../../ui/date/time.tsx'
import { EmptyValue } from '../../ui/empty-value.tsx'
import classes from './user-change-list.module.css'
import { useUserFieldLabel, useUserValueText } from './words.ts'

/** Who changed what, when, from what to what. Changes saved together are shown together. */
export function UserChangeList({ changes }: { changes: readonly UserChange[] }) {
  return (
    <ol className={classes.saves}>
      {groupSaves(changes).map(([first, ...more]) => (
        <li key={first._id} className={classes.save}>
          <p className={classes.head}>
            <strong>
              <StaffName of={first.by} />
            </strong>
            <Time at={first.at} />
          </p>
          <dl className={classes.changes}>
            {[first, ...more].map((change) => (
              <UserChangeItem key={change._id} change={change} />
            ))}
          </dl>
          {first.reason && <ChangeReason text={first.reason} />}
        </li>
      ))}
    </ol>
  )
}

function ChangeReason({ text }: { text: string }) {
  const { t } = useTranslation('users')
  return (
    <Text className={classes.reason}>
      <span>{t('act.reason')}:</span> {text}
    </Text>
  )
}

function UserChangeItem({ change: { field, from, to } }: { change: UserChange }) {
  const { t } = useTranslation('users')
  const label = useUserFieldLabel()
  const valueText = useUserValueText()
  if (field === 'password')
    return (
      <div>
        <dt>{label(field)}</dt>
        <dd>{t('password-replaced')}</dd>
      </div>
    )
  return (
    <div>
      <dt>{label(field)}</dt>
      <dd>
        <span className={classes.old}>{valueText(field, from) ?? <EmptyValue />}</span>
        <IconArrowRight size={14} className={classes.arrow} aria-hidden />
        <VisuallyHidden>{t('became')}</VisuallyHidden>
        <span>{valueText(field, to) ?? <EmptyValue />}</span>
      </dd>
    </div>
  )
}
