import { Anchor, Button, Checkbox, Code, Group, Stack, Switch, Text, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ingest, monitoring, type QuarantinedMessage, quarantineReasons, readings } from 'contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask, useSend } from '../../api/client.ts'
import { BreakGlassForm } from '../../clinical/break-glass-form.tsx'
import { DangerButton } from '../../ui/danger-button.tsx'
import { formatTime } from '../../ui/date/dates.ts'
import { Time } from '../../ui/date/time.tsx'
import { EmptyValue } from '../../ui/empty-value.tsx'
import { Fact } from '../../ui/fact.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { FormEnd } from '../../ui/feedback/form-end.tsx'
import { SideSheet } from '../../ui/feedback/side-sheet.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { formatPayload } from '../../ui/format-payload.ts'
import { FilterBar, FilterSelect } from '../../ui/list/filter/filter-bar.tsx'
import { FilterButton, FilterSentence } from '../../ui/list/filter/filters.tsx'
import { isListNarrowed, ListScreen } from '../../ui/list/list-screen.tsx'
import { RecordRows } from '../../ui/list/record-rows.tsx'
import type { ChangeView, ListView } from '../../ui/list/use-list-view.ts'
import { formatStaffName } from '../../ui/person-name.ts'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import classes from './ingest.module.css'
import type { QuarantineView } from './list-query.ts'

type QuarantineProps = { view: ListView<QuarantineView>; onChange: ChangeView<QuarantineView> }

const outdatedByQuarantine = [ingest.quarantine, monitoring.waiting, readings.inbox]

export function Quarantine({ view, onChange }: QuarantineProps) {
  const { t, i18n } = useTranslation(['ingest', 'ui'])
  const isPhone = useIsPhone()
  const { reason, with_resolved } = view.filters
  const set = (changed: QuarantineView['filters']) => onChange({ filters: { ...view.filters, ...changed } })
  const list = useQuery({
    ...ask(ingest.quarantine, { page: view.page, number_of_rec: view.size, reason, with_resolved }, true),
    placeholderData: keepPreviousData,
  })
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set())
  const [openedId, setOpenedId] = useState<string>()
  const [isDismissing, setDismissing] = useState(false)
  const rows = list.data?.rows
  const chosen = rows?.filter(({ _id, resolved_at }) => resolved_at === null && chosenIds.has(_id)) ?? []
  const opened = rows?.find(({ _id }) => _id === openedId)
  const ids = chosen.map(({ _id }) => _id)
  const replay = useSend(ingest.replay, {
    outdates: outdatedByQuarantine,
    showSuccess: false,
    onSuccess: ({ replayed, failed }) => {
      toast(failed > 0 ? 'warning' : 'success', t('quarantine.replayed', { replayed, failed }))
      setChosenIds(new Set())
    },
  })
  const formatInstant = (instant: string) => formatTime(instant, i18n.language, 'dd MMM yyyy HH:mm:ss')
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosenIds)
    if (isChosen) next.add(id)
    else next.delete(id)
    setChosenIds(next)
  }

  const tools = (
    <>
      <p className={classes.lead}>{t('quarantine.lead')}</p>
      <FilterBar>
        <FilterButton label={t('ui:filters')} filters={{ reason }} show={t('ui:show-list')}>
          <FilterSelect
            label={t('quarantine.reason')}
            any={t('quarantine.any-reason')}
            options={quarantineReasons.map((value) => ({ value, label: t(`reason.${value}`) }))}
            value={reason}
            onChange={(chosenReason) => set({ reason: chosenReason })}
          />
        </FilterButton>
        <Switch
          label={t('quarantine.with-resolved')}
          checked={with_resolved === true}
          onChange={({ currentTarget: { checked } }) => set({ with_resolved: checked || undefined })}
        />
        {chosen.length > 0 && (
          <>
            <span role="status">{t('quarantine.chosen', { count: chosen.length })}</span>
            <Button size="md" loading={replay.isPending} onClick={() => replay.mutate({ ids })}>
              {t('quarantine.replay')}
            </Button>
            <DangerButton onClick={() => setDismissing(true)}>{t('quarantine.dismiss')}</DangerButton>
          </>
        )}
      </FilterBar>
      <FilterSentence
        label={t('ui:filters')}
        lead={t('sentence.messages')}
        clearAll={t('ui:clear-filters')}
        filters={view.filters}
        words={{
          reason: reason && t('sentence.reason', { reason: t(`reason.${reason}`) }),
          with_resolved: with_resolved && t('sentence.with-resolved'),
        }}
        onChange={(filters) => onChange({ filters })}
      />
    </>
  )
  return (
    <>
      <ListScreen
        title={t('quarantine.title')}
        tools={tools}
        list={list}
        view={view}
        onChange={onChange}
        texts={{
          none: t(isListNarrowed(view) ? 'quarantine.none-fits' : 'quarantine.none'),
          showAll: t('quarantine.show-all'),
        }}
      >
        <RecordRows
          label={t('quarantine.title')}
          rows={rows}
          rowKey={({ _id }) => _id}
          isStale={list.isPlaceholderData}
          columns={[
            {
              key: 'received',
              label: t('column.received'),
              isBare: true,
              cell: (message) => (
                <Group gap="sm" wrap="nowrap">
                  {message.resolved_at === null && (
                    <Checkbox
                      aria-label={t('quarantine.select', { time: formatInstant(message.received_at) })}
                      checked={chosenIds.has(message._id)}
                      onChange={({ currentTarget: { checked } }) => choose(message._id, checked)}
                    />
                  )}
                  <Anchor
                    component="button"
                    type="button"
                    className={classes.opens}
                    aria-label={t('quarantine.open', { time: formatInstant(message.received_at) })}
                    onClick={() => setOpenedId(message._id)}
                  >
                    <Time at={message.received_at} format="dd MMM yyyy HH:mm:ss" />
                  </Anchor>
                </Group>
              ),
            },
            {
              key: 'reason',
              label: t('column.reason'),
              cell: (message) => (
                <div className={classes.two}>
                  <span>{t(`reason.${message.reason}`)}</span>
                  {message.field && <span className={classes.small}>{message.field}</span>}
                </div>
              ),
            },
            {
              key: 'topic',
              label: t('column.topic'),
              cell: ({ topic }) => <span className={classes.topic}>{topic}</span>,
            },
            { key: 'sender', label: t('column.sender'), cell: ({ sender }) => sender ?? <EmptyValue /> },
            {
              key: 'tries',
              label: t('column.tries'),
              cell: ({ tries }) => tries.toLocaleString(i18n.language),
            },
            { key: 'state', label: t('column.state'), cell: (message) => <MessageState message={message} /> },
          ]}
        />
      </ListScreen>
      <SideSheet
        title={t('quarantine.message')}
        opened={opened !== undefined}
        position={isPhone ? 'bottom' : 'right'}
        onClose={() => setOpenedId(undefined)}
      >
        {opened && (
          <QuarantineItem message={opened} isOpening={list.isFetching} onOpened={() => void list.refetch()} />
        )}
      </SideSheet>
      <DismissDialog
        opened={isDismissing}
        ids={ids}
        onClose={() => setDismissing(false)}
        onDone={() => {
          setDismissing(false)
          setChosenIds(new Set())
        }}
      />
    </>
  )
}

function MessageState({
  message: { resolution, resolved_at, resolved_by },
}: {
  message: QuarantinedMessage
}) {
  const { t, i18n } = useTranslation('ingest')
  const state = t(`quarantine.state.${resolution ?? 'open'}`)
  if (!resolved_at || !resolved_by) return state
  const time = formatTime(resolved_at, i18n.language, 'dd MMM yyyy HH:mm')
  return t('quarantine.by', { state, person: formatStaffName(resolved_by), time })
}

type QuarantineItemProps = { message: QuarantinedMessage; isOpening: boolean; onOpened: () => void }

function QuarantineItem({ message, isOpening, onOpened }: QuarantineItemProps) {
  const { t, i18n } = useTranslation('ingest')
  const { received_at, reason, field, topic, sender, tries, payload, is_text, outside_wards } = message
  return (
    <Stack gap="md">
      <dl className={classes.facts}>
        <Fact label={t('column.reason')}>{t(`reason.${reason}`)}</Fact>
        <Fact label={t('column.field')}>{field}</Fact>
        <Fact label={t('column.topic')}>
          <span className={classes.topic}>{topic}</span>
        </Fact>
        <Fact label={t('column.received')}>
          {formatTime(received_at, i18n.language, 'dd MMM yyyy HH:mm:ss')}
        </Fact>
        <Fact label={t('column.sender')}>{sender}</Fact>
        <Fact label={t('column.tries')}>{tries}</Fact>
        <Fact label={t('column.state')}>
          <MessageState message={message} />
        </Fact>
      </dl>
      {outside_wards ? (
        <BreakGlassForm record={outside_wards} isOpening={isOpening} onOpened={onOpened} />
      ) : (
        <div>
          <Text size="xs" c="dimmed">
            {t(is_text ? 'quarantine.payload' : 'quarantine.hexadecimal')}
          </Text>
          <Code block className={classes.payload} tabIndex={0}>
            {is_text ? formatPayload(payload) : payload}
          </Code>
        </div>
      )}
    </Stack>
  )
}

type DismissProps = { opened: boolean; ids: string[]; onClose: () => void; onDone: () => void }

function DismissDialog({ opened, ids, onClose, onDone }: DismissProps) {
  const { t } = useTranslation('ingest')
  const [note, setNote] = useState('')
  const send = useSend(ingest.dismissMessages, { outdates: outdatedByQuarantine, onSuccess: onDone })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send.mutate({ ids, note })
  }
  return (
    <Dialog opened={opened} onClose={onClose} title={t('quarantine.dismiss-title')}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Text fw={600}>{t('quarantine.chosen', { count: ids.length })}</Text>
          <Text>{t('quarantine.dismiss-text')}</Text>
          <TextInput
            data-autofocus
            label={t('quarantine.note')}
            size="md"
            maxLength={500}
            value={note}
            onChange={({ currentTarget: { value } }) => setNote(value)}
          />
          <FormEnd
            action={t('quarantine.dismiss')}
            isPending={send.isPending}
            onCancel={onClose}
            isDangerous
          />
        </Stack>
      </form>
    </Dialog>
  )
}
