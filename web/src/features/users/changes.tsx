import { Text, VisuallyHidden } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import type { UserChange } from 'contract'
import { useTranslation } from 'react-i18next'
import { Nothing } from '../../ui/empty-value.tsx'
import { staffName } from '../../ui/person-name.ts'
import classes from './changes.module.css'
import { Moment } from './list/cells.tsx'
import { useFieldLabel, useValueText } from './words.ts'

/** Who changed what, when, from what to what; what was saved together stands together. */
export function Saves({ changes }: { changes: readonly UserChange[] }) {
  return (
    <ol className={classes.saves}>
      {savesOf(changes).map(([first, ...more]) => (
        <li key={first._id} className={classes.save}>
          <p className={classes.head}>
            <strong>{staffName(first.by)}</strong>
            <Moment at={first.at} />
          </p>
          <dl className={classes.changes}>
            {[first, ...more].map((change) => (
              <Change key={change._id} change={change} />
            ))}
          </dl>
          {first.reason && <Reason text={first.reason} />}
        </li>
      ))}
    </ol>
  )
}

function Reason({ text }: { text: string }) {
  const { t } = useTranslation('users')
  return (
    <Text className={classes.reason}>
      <span>{t('act.reason')}:</span> {text}
    </Text>
  )
}

function Change({ change: { field, from, to } }: { change: UserChange }) {
  const { t } = useTranslation('users')
  const label = useFieldLabel()
  const valueText = useValueText()
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
        <span className={classes.old}>{valueText(field, from) ?? <Nothing />}</span>
        <IconArrowRight size={14} className={classes.arrow} aria-hidden />
        <VisuallyHidden>{t('became')}</VisuallyHidden>
        <span>{valueText(field, to) ?? <Nothing />}</span>
      </dd>
    </div>
  )
}

type Save = [UserChange, ...UserChange[]]

/** One save writes all its changes at one moment; they are told in the order in which they were written. */
function savesOf(changes: readonly UserChange[]): Save[] {
  const saves: Save[] = []
  for (const change of changes) {
    const last = saves.at(-1)
    if (last && last[0].at === change.at && last[0].by._id === change.by._id) last.unshift(change)
    else saves.push([change])
  }
  return saves
}
