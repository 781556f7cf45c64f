import { Alert, Button, Group, Menu } from '@mantine/core'
import { IconPencil, IconUsers } from '@tabler/icons-react'
import type { StaffLabel } from 'contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DangerMenuItem } from '../../ui/danger-button.tsx'
import { formatTime } from '../../ui/date/dates.ts'
import { confirm } from '../../ui/feedback/confirm.tsx'
import type { Clash } from '../../ui/form/merge-edits.ts'
import { RowMenu } from '../../ui/list/row-menu.tsx'
import { formatStaffName } from '../../ui/person-name.ts'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import classes from './fleet.module.css'

type ProfileActionsProps = {
  /** What the profile is called. */
  name: string
  isActive: boolean
  /** What it is used for now, and what becomes of that when nobody can choose it any more. */
  lasts?: readonly [use: string, becomes: string] | undefined
  isBusy: boolean
  onEdit: () => void
  onSwitch: (isActive: boolean) => void
  children?: ReactNode
}

/** What somebody who manages the profiles can do with one. `children` are more entries of the menu. */
export function ProfileActions(props: ProfileActionsProps) {
  const { name, isActive, lasts, isBusy, onEdit, onSwitch, children } = props
  const { t } = useTranslation('fleet')
  const isPhone = useIsPhone()
  const deactivate = async () => {
    const isSure = await confirm({
      question: t('deactivate.question'),
      about: lasts ? `${name}: ${lasts[0]}` : name,
      consequence: [lasts?.[1], t('deactivate.consequence')].filter(Boolean).join(' '),
      action: t('deactivate.action'),
    })
    if (isSure) onSwitch(false)
  }
  return (
    <Group gap="xs" wrap="nowrap" justify={isPhone ? 'flex-start' : 'flex-end'}>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconPencil size={16} aria-hidden />}
        aria-label={`${t('edit')}: ${name}`}
        onClick={onEdit}
      >
        {t('edit')}
      </Button>
      <RowMenu label={t('more', { name })} isBusy={isBusy}>
        {children}
        {isActive ? (
          <DangerMenuItem onClick={() => void deactivate()}>{t('deactivate.action')}</DangerMenuItem>
        ) : (
          <Menu.Item onClick={() => onSwitch(true)}>{t('use-again')}</Menu.Item>
        )}
      </RowMenu>
    </Group>
  )
}

/** Says that a profile is no longer used. */
export function InactiveMark({ isActive }: { isActive: boolean }) {
  const { t } = useTranslation('fleet')
  return isActive ? null : <span className={classes.quiet}>{t('not-in-use')}</span>
}

type Meanwhile = {
  stamp: { updated_at: string; updated_by: StaffLabel | null }
  taken: readonly string[]
  clashes: readonly Clash[]
  label: (field: string) => string
}

/** What somebody else saved while the user typed: what the form took over, and where the user's value stays. */
export function ProfileChangedAlert({ stamp, taken, clashes, label }: Meanwhile) {
  const { t, i18n } = useTranslation('fleet')
  const time = formatTime(stamp.updated_at, i18n.language, 'dd MMM yyyy HH:mm')
  const name = (fields: readonly string[]) => [...new Set(fields.map(label))].join(', ')
  const kept = clashes.flatMap(({ fields }) => fields)
  return (
    <Alert role="alert" color="yellow" icon={<IconUsers aria-hidden />} title={t('meanwhile.title')}>
      <div>
        {stamp.updated_by
          ? t('meanwhile.by', { time, person: formatStaffName(stamp.updated_by) })
          : t('meanwhile.at', { time })}
      </div>
      {taken.length > 0 && <div>{t('meanwhile.taken', { fields: name(taken) })}</div>}
      {kept.length > 0 && <div>{t('meanwhile.kept', { fields: name(kept) })}</div>}
      <div>{t('meanwhile.save')}</div>
    </Alert>
  )
}
