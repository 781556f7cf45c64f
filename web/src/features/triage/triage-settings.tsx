import {
  Alert,
  Button,
  NumberInput,
  SimpleGrid,
  Skeleton,
  Stack,
  Switch,
  Table,
  Text,
  Textarea,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  type CallError,
  erBoard,
  errorCodes,
  findTriageMark,
  isSameValue,
  type Result,
  type TriageSettings as Settings,
  triage,
  triageLevels,
  triageZones,
} from 'contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask, useSend } from '../../api/client.ts'
import { ApprovalFields } from '../../clinical/approval/approval-fields.tsx'
import { TriageBadge } from '../../clinical/triage-badge.tsx'
import { useMay } from '../../session/signed-in.tsx'
import { formatTime } from '../../ui/date/dates.ts'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { ProblemText } from '../../ui/form/schema-form.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { formatStaffName } from '../../ui/person-name.ts'

type Held = Result<typeof triage.settings>
const HeldSettings = triage.updateSettings.reply

function mergeSettings(before: Settings, mine: Settings, theirs: Settings): Settings {
  const pick = <Value,>(was: Value, own: Value, other: Value) => (own === was ? other : own)
  const minutes = (level: (typeof triageLevels)[number]) => {
    const [was, own, other] = [before.minutes[level], mine.minutes[level], theirs.minutes[level]]
    return {
      doctor: pick(was.doctor, own.doctor, other.doctor),
      reassess: pick(was.reassess, own.reassess, other.reassess),
    }
  }
  const places = (zone: (typeof triageZones)[number]) =>
    pick(before.places[zone], mine.places[zone], theirs.places[zone])
  return {
    paediatric_pressure: pick(
      before.paediatric_pressure,
      mine.paediatric_pressure,
      theirs.paediatric_pressure,
    ),
    minutes: {
      RED: minutes('RED'),
      PINK: minutes('PINK'),
      YELLOW: minutes('YELLOW'),
      GREEN: minutes('GREEN'),
      WHITE: minutes('WHITE'),
    },
    places: {
      RESUS: places('RESUS'),
      ACUTE: places('ACUTE'),
      FAST_TRACK: places('FAST_TRACK'),
      OPD: places('OPD'),
      ISOLATION: places('ISOLATION'),
    },
    approval: isSameValue(before.approval, mine.approval) ? theirs.approval : mine.approval,
  }
}

/** How the hospital triages: times by level, the pressure of children, and the places of the emergency room. */
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
    setSettings(mergeSettings(base.settings, settings, newest.settings))
    setBase(newest)
    setMerged(true)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setProblems({})
    setMerged(false)
    send.mutate({ version: base.version, settings, reason })
  }
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
        <div role="group" aria-label={t('settings.places')}>
          <Text fw={500}>{t('settings.places')}</Text>
          <Text size="sm" c="dimmed">
            {t('settings.places-hint')}
          </Text>
          <SimpleGrid cols={{ base: 2, sm: 5 }} spacing="sm">
            {triageZones.map((zone) => (
              <NumberInput
                key={zone}
                hideControls
                size="md"
                max={500}
                allowDecimal={false}
                allowNegative={false}
                readOnly={!mayChange}
                label={t(`zone.${zone}`)}
                value={settings.places[zone] ?? ''}
                error={problem(`settings.places.${zone}`)}
                onChange={(value) =>
                  setSettings((now) => ({
                    ...now,
                    places: { ...now.places, [zone]: value === '' ? null : Number(value) },
                  }))
                }
              />
            ))}
          </SimpleGrid>
        </div>
        <ApprovalFields
          label={t('settings.approved')}
          approval={settings.approval}
          mark={findTriageMark(settings)}
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
