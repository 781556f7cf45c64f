import { Alert, Button, NumberInput, Skeleton, Stack, Switch, Table, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  type CallError,
  erBoard,
  errorCodes,
  findTriageDigest,
  type Result,
  type TriageSettings as Settings,
  triage,
  triageLevels,
} from 'contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask, useSend } from '../../../api/client.ts'
import { ApprovalFields } from '../../../clinical/approval/approval-fields.tsx'
import { TriageBadge } from '../../../clinical/triage-badge.tsx'
import { useMay } from '../../../session/signed-in.tsx'
import { formatTime } from '../../../ui/date/dates.ts'
import { QueryFailure } from '../../../ui/feedback/query-failure.tsx'
import { ProblemText } from '../../../ui/form/schema-form.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { formatStaffName } from '../../../ui/person-name.ts'
import { mergeTriageSettings } from './merge-triage-settings.ts'
import { ZoneFields } from './zone-fields.tsx'

type Held = Result<typeof triage.settings>
const HeldSettings = triage.updateSettings.reply

/** How the hospital triages: times by level, the pressure of children, and the zones of the emergency room. */
export function TriageSettings() {
  const { t } = useTranslation('triage')
  const found = useQuery(ask(triage.settings, {}, true))
  return (
    <>
      <PageHeader title={t('settings.title')} />
      <Text c="dimmed" mb="md">
        {t('settings.lead')}
      </Text>
      {found.isLoadingError ? (
        <QueryFailure query={found} />
      ) : !found.data ? (
        <Skeleton height="24rem" />
      ) : (
        <SettingsForm held={found.data} />
      )}
    </>
  )
}

function SettingsForm({ held }: { held: Held }) {
  const { t, i18n } = useTranslation(['triage', 'validation'])
  const mayChange = useMay('triage:configure')
  /** What the user changed is changed from this. */
  const [base, setBase] = useState({ settings: held.settings, version: held.version })
  const [settings, setSettings] = useState<Settings>(held.settings)
  const [reason, setReason] = useState('')
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [isMerged, setMerged] = useState(false)
  const send = useSend(triage.updateSettings, {
    inline: ['invalid', 'changed-meanwhile'],
    outdates: [triage.settings, triage.queue, triage.prepare, erBoard.board],
    onSuccess: (saved) => {
      setBase(saved)
      setReason('')
    },
    onError: ({ code, fields, detail }: CallError) => {
      if (code === errorCodes['changed-meanwhile']) takeOver(HeldSettings.parse(detail))
      setProblems(Object.fromEntries(fields.map(({ field, message }) => [field, message])))
    },
  })
  /** What the user left alone becomes as others saved it; what they changed stays. */
  function takeOver(newest: typeof base) {
    setSettings(mergeTriageSettings({ before: base.settings, mine: settings, theirs: newest.settings }))
    setBase(newest)
    setMerged(true)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setProblems({})
    setMerged(false)
    send.mutate({ version: base.version, settings, reason })
  }
  /** They are told by the places of the zones, which change. */
  const forgetZoneProblems = () =>
    setProblems((now) =>
      Object.fromEntries(Object.entries(now).filter(([field]) => !field.startsWith('settings.zones.'))),
    )
  const problem = (field: string) => problems[field] && <ProblemText message={problems[field]} />
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md" maw="40rem">
        {isMerged && (
          <Alert color="yellow" role="alert">
            {t('settings.changed-meanwhile')}
          </Alert>
        )}
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('queue.level')}</Table.Th>
              <Table.Th scope="col">{t('settings.doctor')}</Table.Th>
              <Table.Th scope="col">{t('settings.reassess')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {triageLevels.map((level) => (
              <Table.Tr key={level}>
                <Table.Th scope="row">
                  <TriageBadge level={level} />
                </Table.Th>
                {(['doctor', 'reassess'] as const).map((part) => (
                  <Table.Td key={part}>
                    <NumberInput
                      hideControls
                      size="md"
                      maw="8rem"
                      min={0}
                      max={1440}
                      allowDecimal={false}
                      allowNegative={false}
                      readOnly={!mayChange}
                      aria-label={`${t(`settings.${part}`)}: ${level}`}
                      value={settings.minutes[level][part]}
                      error={problem(`settings.minutes.${level}.${part}`)}
                      onChange={(value) =>
                        setSettings((now) => ({
                          ...now,
                          minutes: {
                            ...now.minutes,
                            [level]: { ...now.minutes[level], [part]: Number(value) },
                          },
                        }))
                      }
                    />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Text size="sm" c="dimmed">
          {t('settings.zero')}
        </Text>
        <Switch
          size="md"
          label={t('settings.paediatric')}
          description={t('settings.paediatric-hint')}
          disabled={!mayChange}
          checked={settings.paediatric_pressure}
          onChange={({ currentTarget: { checked } }) =>
            setSettings((now) => ({ ...now, paediatric_pressure: checked }))
          }
        />
        <ZoneFields
          settings={settings}
          saved={base.settings.zones}
          isReadOnly={!mayChange}
          onChange={(change) => {
            setSettings((now) => ({ ...now, ...change(now) }))
            forgetZoneProblems()
          }}
          problem={problem}
        />
        <ApprovalFields
          label={t('settings.approved')}
          approval={settings.approval}
          digest={findTriageDigest(settings)}
          path="settings.approval"
          isReadOnly={!mayChange}
          onChange={(approval) => setSettings((now) => ({ ...now, approval }))}
          problem={problem}
        />
        {mayChange && (
          <>
            <Textarea
              label={t('settings.reason')}
              size="md"
              autosize
              maxLength={500}
              required
              value={reason}
              error={problem('reason')}
              onChange={({ currentTarget: { value } }) => setReason(value)}
            />
            <Button type="submit" size="md" loading={send.isPending} style={{ alignSelf: 'end' }}>
              {t('settings.save')}
            </Button>
          </>
        )}
        <ul>
          {held.history.map(({ _id, at, by, reason: why }) => (
            <li key={_id}>
              {t('settings.changed', {
                time: formatTime(at, i18n.language, 'dd MMM yyyy HH:mm'),
                person: by ? formatStaffName(by) : '',
                reason: why,
              })}
            </li>
          ))}
        </ul>
      </Stack>
    </form>
  )
}
