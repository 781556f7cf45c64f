import { Button } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type Group, groups } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask, useSend } from '../../api/client.ts'
import { useMay } from '../../session/signed-in.tsx'
import { DangerButton } from '../../ui/danger-button.tsx'
import { Fact } from '../../ui/fact.tsx'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { CardListScreen } from '../../ui/list/list-screen.tsx'
import { formatStaffName } from '../../ui/person-name.ts'
import { SectionTitle } from '../../ui/section.tsx'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import { GroupChange } from './group-change.tsx'
import { GroupForm } from './group-form.tsx'
import classes from './groups.module.css'
import { outdatedByGroupChange } from './queries.ts'

export function GroupList() {
  const { t } = useTranslation('groups')
  const list = useQuery(ask(groups.list, {}, true))
  const mayManage = useMay('group:manage')
  const [edited, setEdited] = useState<Group | 'new'>()
  return (
    <>
      <CardListScreen
        title={t('title')}
        lead={t('lead')}
        list={list}
        rows={list.data?.groups}
        none={t('none')}
        add={
          mayManage && (
            <Button
              size="md"
              leftSection={<IconPlus size={18} aria-hidden />}
              onClick={() => setEdited('new')}
            >
              {t('add')}
            </Button>
          )
        }
      >
        {(group) => <GroupCard group={group} onEdit={mayManage ? () => setEdited(group) : undefined} />}
      </CardListScreen>
      <Dialog
        isWide
        opened={edited !== undefined}
        onClose={() => setEdited(undefined)}
        title={t(edited === 'new' ? 'add' : 'edit-title')}
      >
        {edited && (
          <GroupForm group={edited === 'new' ? undefined : edited} onDone={() => setEdited(undefined)} />
        )}
      </Dialog>
    </>
  )
}

function GroupCard({ group, onEdit }: { group: Group; onEdit: (() => void) | undefined }) {
  const { t } = useTranslation(['groups', 'alarms'])
  const localName = useLocalizedName()
  const { wards, members, escalation } = group
  return (
    <>
      <div className={classes.head}>
        <SectionTitle className={classes.name}>{group.name}</SectionTitle>
        {onEdit && <GroupActions group={group} onEdit={onEdit} />}
      </div>
      {group.note && <p className={classes.note}>{group.note}</p>}
      <dl className={classes.facts}>
        <Fact label={t('wards')}>{wards.map(localName).join(', ')}</Fact>
        <Fact label={t('escalation')}>{t(escalation ? `alarms:level.${escalation}` : 'no-escalation')}</Fact>
        {members.length === 0 ? (
          <Fact label={t('member-names')}>{t('no-members')}</Fact>
        ) : (
          <Fact label={t('members', { count: members.length })}>
            {members.map(formatStaffName).join(', ')}
          </Fact>
        )}
      </dl>
      <span className={classes.note}>
        <GroupChange group={group} />
      </span>
    </>
  )
}

function GroupActions({ group, onEdit }: { group: Group; onEdit: () => void }) {
  const { t } = useTranslation('groups')
  const send = useSend(groups.delete, { outdates: outdatedByGroupChange })
  const askAndDelete = async () => {
    const isSure = await confirm({
      question: t('delete-question'),
      about: group.name,
      consequence: t('delete-consequence'),
      action: t('delete'),
    })
    if (isSure) send.mutate({ _id: group._id, version: group.version })
  }
  return (
    <div className={classes.acts}>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconPencil size={16} aria-hidden />}
        aria-label={`${t('edit')}: ${group.name}`}
        onClick={onEdit}
      >
        {t('edit')}
      </Button>
      <DangerButton
        size="sm"
        leftSection={<IconTrash size={16} aria-hidden />}
        aria-label={`${t('delete')}: ${group.name}`}
        loading={send.isPending}
        onClick={() => void askAndDelete()}
      >
        {t('delete')}
      </DangerButton>
    </div>
  )
}
