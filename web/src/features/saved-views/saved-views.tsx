import { ActionIcon, Button, Group, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import {
  IconBookmark,
  IconBookmarkFilled,
  IconCheck,
  IconDeviceFloppy,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type CallError, type SavedView, type SavedViewList, SavedViewName, savedViews } from 'contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask, useSend } from '../../api/client.ts'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { SchemaForm, showFieldProblems, useSchemaForm } from '../../ui/form/schema-form.tsx'
import { BarPopover } from '../../ui/list/filter/bar-popover.tsx'
import classes from './saved-views.module.css'

type SavedViewsProps = {
  list: SavedViewList
  /** What the list is limited and ordered by now, as a URL query; empty if by nothing. */
  query: string
  onOpen: (query: string) => void
}

/**
 * The filters that the user has saved for a list, each under a name, on the server: they are there on every computer.
 */
export function SavedViews({ list, query, onOpen }: SavedViewsProps) {
  const { t } = useTranslation('saved-views')
  const { data } = useQuery(ask(savedViews.list, { list }, true))
  const [renamed, setRenamed] = useState<string>()
  const views = data?.views ?? []
  const current = views.find((view) => view.query === query)
  const Icon = current ? IconBookmarkFilled : IconBookmark
  return (
    <BarPopover label={t('title')} shownLabel={current?.name} icon={<Icon size={18} aria-hidden />}>
      {({ close }) => (
        <Stack gap="md">
          {views.length === 0 ? (
            <Text c="dimmed">{t('none')}</Text>
          ) : (
            <ul className={classes.views} aria-label={t('title')}>
              {views.map((view) => (
                <li key={view._id}>
                  {view._id === renamed ? (
                    <RenameForm view={view} onDone={() => setRenamed(undefined)} />
                  ) : (
                    <ViewLine
                      view={view}
                      isCurrent={view === current}
                      onOpen={() => {
                        onOpen(view.query)
                        close()
                      }}
                      onRename={() => setRenamed(view._id)}
                      onAskRemove={close}
                    />
                  )}
                </li>
              ))}
            </ul>
          )}
          {current ? null : query === '' ? (
            <Text size="sm">{t('nothing')}</Text>
          ) : (
            <AddForm list={list} query={query} onDone={close} />
          )}
        </Stack>
      )}
    </BarPopover>
  )
}

type ViewLineProps = {
  view: SavedView
  isCurrent: boolean
  onOpen: () => void
  onRename: () => void
  /** The question takes the place of the menu. */
  onAskRemove: () => void
}

function ViewLine({ view, isCurrent, onOpen, onRename, onAskRemove }: ViewLineProps) {
  const { t } = useTranslation('saved-views')
  const remove = useSend(savedViews.remove, { outdates: [savedViews.list] })
  const askAndRemove = async () => {
    onAskRemove()
    const isSure = await confirm({
      question: t('remove-question'),
      about: view.name,
      consequence: t('remove-consequence'),
      action: t('remove'),
    })
    if (isSure) remove.mutate({ _id: view._id })
  }
  return (
    <div className={classes.line}>
      <UnstyledButton className={classes.open} aria-current={isCurrent || undefined} onClick={onOpen}>
        <span className={classes.name}>{view.name}</span>
        {isCurrent && <IconCheck size={18} aria-hidden />}
      </UnstyledButton>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        title={t('rename')}
        aria-label={t('rename-of', { name: view.name })}
        onClick={onRename}
      >
        <IconPencil size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="red"
        size={44}
        title={t('remove')}
        aria-label={t('remove-of', { name: view.name })}
        onClick={() => void askAndRemove()}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </div>
  )
}

function AddForm({ list, query, onDone }: Pick<SavedViewsProps, 'list' | 'query'> & { onDone: () => void }) {
  const { t } = useTranslation('saved-views')
  const add = useSend(savedViews.add, {
    inline: ['invalid', 'name-taken'],
    outdates: [savedViews.list],
    onSuccess: onDone,
  })
  return (
    <NameForm
      label={t('save-present')}
      description={t('hint')}
      isBusy={add.isPending}
      onSave={(name, onError) => add.mutate({ list, name, query }, { onError })}
    />
  )
}

function RenameForm({ view, onDone }: { view: SavedView; onDone: () => void }) {
  const { t } = useTranslation(['saved-views', 'ui'])
  const rename = useSend(savedViews.rename, {
    inline: ['invalid', 'name-taken'],
    outdates: [savedViews.list],
    onSuccess: onDone,
  })
  return (
    <NameForm
      label={t('rename-of', { name: view.name })}
      name={view.name}
      isBusy={rename.isPending}
      onSave={(name, onError) => rename.mutate({ _id: view._id, name }, { onError })}
    >
      <Button variant="default" size="md" onClick={onDone}>
        {t('ui:cancel')}
      </Button>
    </NameForm>
  )
}

type NameFormProps = {
  label: string
  description?: string
  name?: string
  isBusy: boolean
  onSave: (name: string, onError: (error: CallError) => void) => void
  /** They stand beside the button that saves. */
  children?: ReactNode
}

function NameForm({ label, description, name = '', isBusy, onSave, children }: NameFormProps) {
  const { t } = useTranslation('saved-views')
  const form = useSchemaForm({ schema: SavedViewName, initialValues: { name } })
  return (
    <SchemaForm
      form={form}
      onSubmit={(values) => onSave(values.name, ({ fields }) => showFieldProblems(form, fields))}
    >
      <Stack gap="xs">
        <TextInput
          {...form.getInputProps('name')}
          data-autofocus
          label={label}
          description={description}
          placeholder={t('name')}
          size="md"
          maxLength={40}
          autoComplete="off"
        />
        <Group justify="flex-end" gap="sm">
          {children}
          <Button
            type="submit"
            size="md"
            leftSection={<IconDeviceFloppy size={18} aria-hidden />}
            loading={isBusy}
          >
            {t('save')}
          </Button>
        </Group>
      </Stack>
    </SchemaForm>
  )
}
