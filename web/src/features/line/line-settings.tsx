import { Button, Checkbox, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { IconBrandLine } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  type AlarmSeverity,
  alarmSeverities,
  type LineChoice,
  type LineState,
  line,
  lineChoices,
  lineConsentVersion,
} from 'contract'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask, useSend } from '../../api/client.ts'
import { useUser } from '../../session/signed-in.tsx'
import { DangerButton } from '../../ui/danger-button.tsx'
import { formatTime } from '../../ui/date/dates.ts'
import { describeFailure } from '../../ui/feedback/call-toasts.ts'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { formatStaffName } from '../../ui/person-name.ts'
import { LinkDialog } from './link-dialog.tsx'

type LineSettingsProps = { frame: (settings: ReactNode) => ReactNode }

/**
 * The user's own LINE account: linked or not, and its notifications. Nothing, not even the frame, if LINE is not set
 * up.
 */
export function LineSettings({ frame }: LineSettingsProps) {
  const found = useQuery(ask(line.state, {}, true))
  if (found.isLoadingError) return <QueryFailure query={found} />
  if (!found.data) return null
  return found.data.is_configured ? frame(<LinkedLine state={found.data} />) : null
}

function LinkedLine({ state }: { state: LineState }) {
  const { t, i18n } = useTranslation('line')
  const user = useUser()
  const [isLinking, setLinking] = useState(false)
  const unlink = useSend(line.unlink, { outdates: [line.state] })
  const { refetch } = useQuery(ask(line.state, {}, true))
  const remove = async () => {
    const isSure = await confirm({
      question: t('unlink.question'),
      about: formatStaffName(user),
      consequence: t('unlink.consequence'),
      action: t('unlink.action'),
    })
    if (isSure) unlink.mutate({})
  }
  return (
    <Stack>
      {state.linked_at === null ? (
        <>
          <Text>{t('not-linked')}</Text>
          <Group>
            <Button
              size="md"
              leftSection={<IconBrandLine size={20} aria-hidden />}
              onClick={() => setLinking(true)}
            >
              {t('link.action')}
            </Button>
          </Group>
        </>
      ) : (
        <>
          <Group>
            <Text>
              {t('linked-since', {
                date: formatTime(new Date(state.linked_at), i18n.language, 'dd MMM yyyy'),
              })}
            </Text>
            <DangerButton loading={unlink.isPending} onClick={() => void remove()}>
              {t('unlink.action')}
            </DangerButton>
          </Group>
          {state.has_messages && (
            <LineMessages key={`${state.choice} ${state.least_severity} ${state.consent_at}`} state={state} />
          )}
        </>
      )}
      <LinkDialog
        name={formatStaffName(user)}
        opened={isLinking}
        onClose={() => {
          setLinking(false)
          void refetch()
        }}
      />
    </Stack>
  )
}

function LineMessages({ state }: { state: LineState }) {
  const { t } = useTranslation(['line', 'alarms'])
  const [choice, setChoice] = useState<LineChoice>(state.choice)
  const [least, setLeast] = useState<AlarmSeverity>(state.least_severity)
  const [agrees, setAgrees] = useState(state.consent_at !== null)
  const send = useSend(line.choose, { outdates: [line.state], inline: ['invalid'] })
  const isTold = choice !== 'none'
  const isChanged = choice !== state.choice || least !== state.least_severity
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send.mutate({
      choice,
      least_severity: least,
      ...(isTold && agrees && { consent_version: lineConsentVersion }),
    })
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <NativeSelect
          size="md"
          label={t('choice.label')}
          value={choice}
          data={lineChoices.map((value) => ({ value, label: t(`choice.${value}`) }))}
          onChange={({ currentTarget }) => setChoice(currentTarget.value as LineChoice)}
        />
        {isTold && (
          <>
            <NativeSelect
              size="md"
              label={t('least')}
              value={least}
              data={alarmSeverities.map((value) => ({ value, label: t(`alarms:severity.${value}`) }))}
              onChange={({ currentTarget }) => setLeast(currentTarget.value as AlarmSeverity)}
            />
            {state.consent_at === null && (
              <Checkbox
                size="md"
                label={t('consent')}
                checked={agrees}
                onChange={({ currentTarget }) => setAgrees(currentTarget.checked)}
                {...(send.error && { error: describeFailure(send.error) })}
              />
            )}
          </>
        )}
        <Group>
          <Button type="submit" size="md" disabled={!isChanged} loading={send.isPending}>
            {t('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
