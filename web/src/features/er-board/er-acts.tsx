import { Button, Menu } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { decidedDispositions, erRoles, findErRole, type PendingItem, pendingItems } from 'contract'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { formatTriagePath } from '../../paths.ts'
import { useMay, useMayOpen, useUser } from '../../session/signed-in.tsx'
import { RowMenu } from '../../ui/list/row-menu.tsx'
import { formatPatientName } from '../../ui/person-name.ts'
import classes from './er-board.module.css'
import type { ErCardSettings } from './er-card.tsx'
import { useErAct } from './use-act.ts'

type ErActsProps = Pick<ErCardSettings, 'onLeave' | 'onPlace' | 'onAdmit' | 'onRequest'> & {
  row: Parameters<ErCardSettings['onLeave']>[0]
}

/** What can be done about a patient, each by one press and undone by another. */
export function ErActs(props: ErActsProps) {
  const { row, onRequest } = props
  const { t } = useTranslation(['er-board', 'admission-requests'])
  const user = useUser()
  const mayManage = useMay('queue:manage')
  const mayTriage = useMayOpen()('triage/:id')
  const mayRequest = useMay('admission:request')
  const name = formatPatientName(row.patient)
  const { isPending, change, see } = useErAct(row, name)
  const role = findErRole(user.staff_type)
  const { visit } = row
  if (!mayManage) return <AwaitedWords items={visit.pending} />
  const setPending = (item: PendingItem, is_pending: boolean) =>
    change(
      { act: 'pending', item, is_pending },
      t(is_pending ? 'act.pending-on' : 'act.pending-off', { item: t(`item.${item}`) }),
    )
  return (
    <>
      <div className={classes.awaited} role="group" aria-label={t('awaits', { name })}>
        {visit.pending.map((item) => (
          <Button
            key={item}
            variant="light"
            size="compact-sm"
            className={classes.chip}
            rightSection={<IconX size={14} aria-hidden />}
            aria-label={t('done-item', { item: t(`item.${item}`) })}
            disabled={isPending}
            onClick={() => setPending(item, false)}
          >
            {t(`item.${item}`)}
          </Button>
        ))}
        <Menu
          position="bottom-start"
          closeOnItemClick={false}
          withInitialFocusPlaceholder={false}
          portalProps={{ target: document.querySelector('main') ?? document.body }}
        >
          <Menu.Target>
            <Button
              variant="subtle"
              size="compact-sm"
              className={classes.chip}
              leftSection={<IconPlus size={14} aria-hidden />}
            >
              {t('add-awaited')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {pendingItems.map((item) => (
              <Menu.CheckboxItem
                key={item}
                checked={visit.pending.includes(item)}
                onChange={(isOn) => setPending(item, isOn)}
              >
                {t(`item.${item}`)}
              </Menu.CheckboxItem>
            ))}
          </Menu.Dropdown>
        </Menu>
        <span className={classes.menu}>
          <ErMenu {...props} />
        </span>
      </div>
      <div className={classes.acts}>
        {role && visit[role]?._id !== user._id && (
          <Button
            variant="light"
            size="compact-md"
            className={classes.act}
            loading={isPending}
            onClick={() => change({ act: 'take' }, t('act.take'))}
          >
            {t('take')}
          </Button>
        )}
        {row.last === null && mayTriage && (
          <Button
            component={Link}
            to={formatTriagePath(row.patient._id)}
            variant="light"
            size="compact-md"
            className={classes.act}
          >
            {t('triage')}
          </Button>
        )}
        {visit.first_seen_at === null && (
          <Button
            variant="light"
            size="compact-md"
            className={classes.act}
            loading={isPending}
            onClick={() => see(t('act.see'))}
          >
            {t('see')}
          </Button>
        )}
        {mayRequest && visit.decided === 2 && !row.is_admitted && visit.request?.state !== 'open' && (
          <Button
            variant="light"
            size="compact-md"
            className={classes.act}
            onClick={() => onRequest(row.patient._id)}
          >
            {t('admission-requests:make')}
          </Button>
        )}
      </div>
    </>
  )
}

function AwaitedWords({ items }: { items: readonly PendingItem[] }) {
  const { t } = useTranslation('er-board')
  if (items.length === 0) return null
  return (
    <p className={classes.small}>
      {t('awaited')} {items.map((item) => t(`item.${item}`)).join(' · ')}
    </p>
  )
}

function ErMenu({ row, onLeave, onPlace, onAdmit }: ErActsProps) {
  const { t } = useTranslation('er-board')
  const navigate = useNavigate()
  const mayTriage = useMayOpen()('triage/:id')
  const mayAdmit = useMay('admission:manage')
  const { patient, visit } = row
  const name = formatPatientName(patient)
  const { isPending, change } = useErAct(row, name)
  return (
    <RowMenu label={t('menu', { name })} isBusy={isPending}>
      {mayTriage && (
        <Menu.Item onClick={() => void navigate(formatTriagePath(patient._id))}>{t('triage')}</Menu.Item>
      )}
      <Menu.Item onClick={() => onPlace(row)}>{t('place')}</Menu.Item>
      {erRoles.map(
        (role) =>
          visit[role] && (
            <Menu.Item key={role} onClick={() => change({ act: 'release', role }, t('act.release'))}>
              {t(`release.${role}`)}
            </Menu.Item>
          ),
      )}
      <Menu.Divider />
      <Menu.Label>{t('decide')}</Menu.Label>
      {!row.is_admitted &&
        decidedDispositions.map(
          (decided) =>
            decided !== visit.decided && (
              <Menu.Item key={decided} onClick={() => change({ act: 'decide', decided }, t('act.decide'))}>
                {t(`decided.${decided}`)}
              </Menu.Item>
            ),
        )}
      {visit.decided !== null && (
        <Menu.Item onClick={() => change({ act: 'decide', decided: null }, t('act.decide'))}>
          {t('undecide')}
        </Menu.Item>
      )}
      {mayAdmit && !row.is_admitted && (
        <Menu.Item onClick={() => onAdmit(patient._id)}>{t('admit')}</Menu.Item>
      )}
      {!row.is_admitted && <Menu.Item onClick={() => onLeave(row)}>{t('leave')}</Menu.Item>}
    </RowMenu>
  )
}
