import { Alert, Button, Code, CopyButton, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAlertTriangle, IconCheck, IconCopy, IconKey, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ingest, type Sender } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask, useSend } from '../../api/client.ts'
import { DangerButton } from '../../ui/danger-button.tsx'
import { TimeAgo } from '../../ui/date/time-ago.tsx'
import { useFormatTime } from '../../ui/date/use-format-time.ts'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { FormEnd } from '../../ui/feedback/form-end.tsx'
import { SchemaForm, showFieldProblems, useSchemaForm } from '../../ui/form/schema-form.tsx'
import { CardListScreen } from '../../ui/list/list-screen.tsx'
import { formatStaffName } from '../../ui/person-name.ts'
import { SectionTitle } from '../../ui/section.tsx'
import classes from './ingest.module.css'

/** A new key and its sender; it is shown only once. */
type NewKey = { sender: Sender; key: string }

export function Senders() {
  const { t } = useTranslation('ingest')
  const list = useQuery(ask(ingest.senders, {}, true))
  const [isAdding, adding] = useDisclosure(false)
  const [made, setMade] = useState<NewKey>()
  return (
    <>
      <CardListScreen
        title={t('senders.title')}
        lead={t('senders.lead')}
        list={list}
        rows={list.data?.senders}
        none={t('senders.none')}
        add={
          <Button size="md" leftSection={<IconPlus size={18} aria-hidden />} onClick={adding.open}>
            {t('senders.add')}
          </Button>
        }
      >
        {(sender) => <SenderCard sender={sender} onMade={setMade} />}
      </CardListScreen>
      <AddSenderDialog
        opened={isAdding}
        onClose={adding.close}
        onMade={(one) => {
          adding.close()
          setMade(one)
        }}
      />
      <KeyDialog made={made} onClose={() => setMade(undefined)} />
    </>
  )
}

function SenderCard({ sender, onMade }: { sender: Sender; onMade: (made: NewKey) => void }) {
  const { t } = useTranslation('ingest')
  const addKey = useSend(ingest.addKey, { outdates: [ingest.senders], onSuccess: onMade })
  return (
    <>
      <div className={classes.head}>
        <div>
          <SectionTitle>{sender.name}</SectionTitle>
          <span className={classes.small}>
            <LastUsed at={sender.last_used_at} />
          </span>
        </div>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconKey size={16} aria-hidden />}
          loading={addKey.isPending}
          onClick={() => addKey.mutate({ _id: sender._id })}
        >
          {t('senders.further')}
        </Button>
      </div>
      <ul className={classes.keys}>
        {sender.keys.map((key) => (
          <KeyItem key={key._id} sender={sender} ofKey={key} />
        ))}
      </ul>
    </>
  )
}

function LastUsed({ at }: { at: string | null }) {
  const { t } = useTranslation('ingest')
  if (at === null) return t('senders.never-used')
  return (
    <>
      {t('senders.last-used')} <TimeAgo at={at} />
    </>
  )
}

function KeyItem({ sender, ofKey }: { sender: Sender; ofKey: Sender['keys'][number] }) {
  const { t } = useTranslation('ingest')
  const revoke = useSend(ingest.revokeKey, { outdates: [ingest.senders] })
  const { begins, created_at, created_by, revoked_at, last_used_at } = ofKey
  const formatInstant = useFormatTime()
  const askAndRevoke = async () => {
    const isSure = await confirm({
      question: t('senders.revoke-question'),
      about: `${sender.name} · ${begins}…`,
      consequence: t('senders.revoke-text'),
      action: t('senders.revoke'),
    })
    if (isSure) revoke.mutate({ _id: ofKey._id })
  }
  return (
    <li className={classes.key}>
      <div className={classes.two}>
        <span>
          <span className={classes.begins} data-revoked={revoked_at !== null || undefined}>
            {begins}…
          </span>{' '}
          {revoked_at === null
            ? t('senders.active')
            : t('senders.revoked', { time: formatInstant(revoked_at) })}
        </span>
        <span className={classes.small}>
          {created_by
            ? t('senders.made-by', { time: formatInstant(created_at), person: formatStaffName(created_by) })
            : t('senders.made', { time: formatInstant(created_at) })}
          {' · '}
          <LastUsed at={last_used_at} />
        </span>
      </div>
      {revoked_at === null && (
        <DangerButton
          size="sm"
          aria-label={`${t('senders.revoke')}: ${sender.name}, ${begins}`}
          loading={revoke.isPending}
          onClick={() => void askAndRevoke()}
        >
          {t('senders.revoke')}
        </DangerButton>
      )}
    </li>
  )
}

type AddSenderProps = { opened: boolean; onClose: () => void; onMade: (made: NewKey) => void }

function AddSenderDialog({ opened, onClose, onMade }: AddSenderProps) {
  const { t } = useTranslation('ingest')
  return (
    <Dialog opened={opened} onClose={onClose} title={t('senders.add')}>
      <AddSenderForm onMade={onMade} onClose={onClose} />
    </Dialog>
  )
}

function AddSenderForm({ onMade, onClose }: Omit<AddSenderProps, 'opened'>) {
  const { t } = useTranslation('ingest')
  const form = useSchemaForm({ schema: ingest.addSender.body, initialValues: { name: '' } })
  const send = useSend(ingest.addSender, {
    inline: ['invalid'],
    outdates: [ingest.senders],
    onSuccess: onMade,
  })
  return (
    <SchemaForm
      form={form}
      onSubmit={(values) => send.mutate(values, { onError: ({ fields }) => showFieldProblems(form, fields) })}
    >
      <Stack gap="md">
        <TextInput
          {...form.getInputProps('name')}
          data-autofocus
          label={t('senders.name')}
          description={t('senders.name-hint')}
          size="md"
          autoComplete="off"
        />
        <FormEnd action={t('senders.add-action')} isPending={send.isPending} onCancel={onClose} />
      </Stack>
    </SchemaForm>
  )
}

/** Closed by its button alone: a click outside would lose the key for good. */
function KeyDialog({ made, onClose }: { made: NewKey | undefined; onClose: () => void }) {
  const { t } = useTranslation('ingest')
  return (
    <Modal
      opened={made !== undefined}
      onClose={onClose}
      size="lg"
      title={made && t('senders.key-title', { sender: made.sender.name })}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      {made && (
        <Stack gap="md">
          <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
            {t('senders.key-once')}
          </Alert>
          <Code block className={classes.secret} tabIndex={0} aria-label={t('senders.key')}>
            {made.key}
          </Code>
          <Group justify="space-between">
            <CopyButton value={made.key}>
              {({ copied, copy }) => (
                <Button
                  size="md"
                  data-autofocus
                  leftSection={
                    copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />
                  }
                  onClick={copy}
                >
                  {t(copied ? 'senders.copied' : 'senders.copy')}
                </Button>
              )}
            </CopyButton>
            <Button size="md" variant="default" onClick={onClose}>
              {t('senders.done')}
            </Button>
          </Group>
          <Text size="sm" c="dimmed">
            {t('senders.begins', { begins: made.sender.keys[0]?.begins ?? '' })}
          </Text>
        </Stack>
      )}
    </Modal>
  )
}
