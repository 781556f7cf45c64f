import { Alert, Button, Checkbox, Stack, Text, Textarea } from '@mantine/core'
import { IconBulb } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  devices,
  listPossibleGlucoses,
  monitoring,
  type PatientRow,
  type Result,
  readings,
  type SuccessCode,
  successCodes,
} from 'contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask, useSend } from '../../api/client.ts'
import { BreakGlassForm, parseBlockedRecord } from '../../clinical/break-glass-form.tsx'
import { formatMac } from '../../clinical/device-mac.ts'
import { PatientSelect } from '../../clinical/patient/patient-select.tsx'
import { useIdentityText } from '../../clinical/patient/use-identity-text.ts'
import { useReadingTexts } from '../../clinical/use-reading-texts.ts'
import { useMay } from '../../session/signed-in.tsx'
import { DangerButton } from '../../ui/danger-button.tsx'
import { useFormatTime } from '../../ui/date/use-format-time.ts'
import { EmptyValue } from '../../ui/empty-value.tsx'
import { showSuccess } from '../../ui/feedback/call-toasts.ts'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { FormEnd } from '../../ui/feedback/form-end.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { InlineFacts } from '../../ui/inline-facts.tsx'
import { FilterSentence } from '../../ui/list/filter/filters.tsx'
import { isListNarrowed, ListScreen } from '../../ui/list/list-screen.tsx'
import { RecordRows } from '../../ui/list/record-rows.tsx'
import { ShowNewestButton } from '../../ui/list/steady/show-newest-button.tsx'
import { useSteadyRows } from '../../ui/list/steady/use-steady-rows.ts'
import type { ChangeView, ListView } from '../../ui/list/use-list-view.ts'
import { formatPatientName } from '../../ui/person-name.ts'
import cells from './cells.module.css'
import { DevicePatient, DeviceTime, MacText } from './cells.tsx'
import classes from './devices.module.css'
import type { InboxView } from './list-query.ts'
import { RegisterDialog } from './register-dialog.tsx'

type WaitingReading = Result<typeof readings.inbox>['rows'][number]
type Wearing = WaitingReading['wearings'][number]

type InboxProps = { view: ListView<InboxView>; onChange: ChangeView<InboxView> }

const outdatedByInboxAction = [
  readings.inbox,
  monitoring.waiting,
  monitoring.wall,
  readings.history,
  readings.flowsheet,
]

export function Inbox({ view, onChange }: InboxProps) {
  const { t } = useTranslation(['devices', 'ui'])
  const readingTexts = useReadingTexts()
  const spanText = useSpanText()
  const body = { page: view.page, number_of_rec: view.size, device_id: view.filters.device }
  const list = useQuery({ ...ask(readings.inbox, body, true), placeholderData: keepPreviousData })
  const steady = useSteadyRows({
    rows: list.isPlaceholderData ? undefined : list.data?.rows,
    question: JSON.stringify(body),
    rowKey: getReadingKey,
  })
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<'assign' | 'dismiss'>()
  /** What an act is about stays while it is asked for, though somebody else may take it from the list. */
  const [actedOn, setActedOn] = useState<readonly WaitingReading[]>([])
  const [registered, setRegistered] = useState<string>()
  const mayRegister = useMay('device:manage')
  /** What this user has dealt with leaves the list at once, wherever the pointer is. */
  const [settledIds, setSettledIds] = useState<ReadonlySet<string>>(new Set())
  const waitingIds = new Set(list.data?.rows.map(getReadingKey))
  const rows = list.data && steady.rows?.filter(({ _id }) => waitingIds.has(_id) || !settledIds.has(_id))
  const chosen = rows?.filter(({ _id }) => chosenIds.has(_id)) ?? []
  // A glucose that waits for its unit has no value yet.
  const mayBeAssigned = chosen.filter(({ waits_for }) => waits_for !== 'unit')

  const choose = (ids: readonly string[], isChosen: boolean) => {
    const next = new Set(chosenIds)
    for (const id of ids) {
      if (isChosen) next.add(id)
      else next.delete(id)
    }
    setChosenIds(next)
  }
  const begin = (act: 'assign' | 'dismiss', of: readonly WaitingReading[]) => {
    setActedOn(of)
    setAsked(act)
  }
  const settle = (dealtWith: readonly WaitingReading[]) =>
    setSettledIds(new Set([...settledIds, ...dealtWith.map(getReadingKey)]))
  const done = () => {
    settle(actedOn)
    setChosenIds(new Set())
    setAsked(undefined)
  }
  const formatInstant = useFormatTime()

  const tools = (
    <>
      <p className={classes.lead}>{t('inbox.lead')}</p>
      <FilterSentence
        label={t('ui:filters')}
        lead={t('sentence.readings')}
        clearAll={t('ui:clear-filters')}
        filters={view.filters}
        words={{ device: view.filters.device && t('inbox.one-device') }}
        onChange={(filters) => onChange({ filters })}
      />
      <div className={classes.chosen}>
        {rows !== undefined && rows.length > 0 && (
          <Checkbox
            label={t('inbox.select-all')}
            checked={chosen.length === rows.length}
            indeterminate={chosen.length > 0 && chosen.length < rows.length}
            onChange={({ currentTarget: { checked } }) =>
              choose(
                rows.map(({ _id }) => _id),
                checked,
              )
            }
          />
        )}
        {chosen.length > 0 && (
          <>
            <span role="status">{t('inbox.chosen', { count: chosen.length })}</span>
            {mayBeAssigned.length > 0 && (
              <Button size="md" onClick={() => begin('assign', mayBeAssigned)}>
                {t('inbox.assign')}
              </Button>
            )}
            <DangerButton onClick={() => begin('dismiss', chosen)}>{t('inbox.dismiss')}</DangerButton>
          </>
        )}
      </div>
      <ShowNewestButton steady={steady}>{t('inbox.show-newest')}</ShowNewestButton>
    </>
  )
  return (
    <>
      <ListScreen
        title={t('inbox.title')}
        tools={tools}
        list={list}
        rows={rows}
        view={view}
        onChange={onChange}
        texts={{
          none: t(isListNarrowed(view) ? 'inbox.none-fits' : 'inbox.none'),
          showAll: t('show-all'),
        }}
      >
        <div {...steady.listProps}>
          <RecordRows
            label={t('inbox.title')}
            rows={rows}
            rowKey={getReadingKey}
            isStale={list.isPlaceholderData}
            columns={[
              {
                key: 'values',
                label: t('column.values'),
                isBare: true,
                cell: (row) => (
                  <Checkbox
                    aria-label={`${t('inbox.select', { time: formatInstant(row.measured_at) })}: ${readingTexts(row).join(' · ')}`}
                    label={
                      <span className={cells.name}>
                        <InlineFacts of={readingTexts(row)} />
                      </span>
                    }
                    classNames={{ label: cells.values ?? '' }}
                    checked={chosenIds.has(row._id)}
                    onChange={({ currentTarget: { checked } }) => choose([row._id], checked)}
                  />
                ),
              },
              {
                key: 'measured',
                label: t('column.measured'),
                cell: (row) => (
                  <div className={cells.two}>
                    <DeviceTime at={row.measured_at} />
                    <span className={cells.small}>
                      {t('column.received')} <DeviceTime at={row.received_at} />
                    </span>
                  </div>
                ),
              },
              {
                key: 'why',
                label: t('column.why'),
                cell: (row) => {
                  const { waits_for, told_hn, told_national_id, holders } = row
                  return (
                    <div className={cells.two}>
                      <span className={cells.values}>
                        {waits_for === 'person'
                          ? t(`inbox.waits.${pickHolderWording(holders)}`, { count: holders })
                          : t(`inbox.waits.${waits_for}`)}
                      </span>
                      <span className={cells.small}>
                        <InlineFacts
                          of={[
                            told_hn && `HN ${told_hn}`,
                            told_national_id && t('inbox.national-id', { number: told_national_id }),
                          ]}
                        />
                      </span>
                      {waits_for === 'unit' && (
                        <UnitQuestion
                          row={row}
                          onTold={() =>
                            settle(
                              rows?.filter((one) => one.waits_for === 'unit' && one.mac === row.mac) ?? [],
                            )
                          }
                        />
                      )}
                    </div>
                  )
                },
              },
              {
                key: 'device',
                label: t('column.device'),
                cell: ({ device, mac: sentBy }) => {
                  const mac = device?.mac ?? sentBy
                  if (mac === null) return <EmptyValue />
                  return (
                    <div className={cells.two}>
                      <span>{device?.name ?? t('inbox.unknown-device')}</span>
                      <MacText mac={mac} />
                      {!device && mayRegister && (
                        <Button
                          size="sm"
                          variant="default"
                          w="fit-content"
                          my={4}
                          onClick={() => setRegistered(mac)}
                        >
                          {t('register.action')}
                        </Button>
                      )}
                    </div>
                  )
                },
              },
              {
                key: 'wearers',
                label: t('column.wearers'),
                cell: ({ wearings, measured_at }) =>
                  wearings.length === 0 ? (
                    <EmptyValue />
                  ) : (
                    wearings.map((wearing) => (
                      <div key={wearing.from} className={cells.wearing}>
                        <DevicePatient patient={wearing.patient} />
                        <span className={cells.small}>{spanText(wearing, measured_at)}</span>
                      </div>
                    ))
                  ),
              },
            ]}
          />
        </div>
      </ListScreen>
      <RegisterDialog
        opened={registered !== undefined}
        mac={registered && formatMac(registered)}
        onClose={() => setRegistered(undefined)}
      />
      <AssignReadings
        opened={asked === 'assign'}
        chosen={actedOn}
        onClose={() => setAsked(undefined)}
        onDone={done}
      />
      <DismissReadings
        opened={asked === 'dismiss'}
        chosen={actedOn}
        onClose={() => setAsked(undefined)}
        onDone={done}
      />
    </>
  )
}

/** A glucose sent without its unit, read in both units: a person says which it is. */
function UnitQuestion({ row, onTold }: { row: WaitingReading; onTold: () => void }) {
  const { t, i18n } = useTranslation('devices')
  const tellDone = useTellDone('unit-told')
  const send = useSend(readings.tellUnit, {
    outdates: [...outdatedByInboxAction, devices.list],
    showSuccess: false,
    // With the unit of a device all its readings are read, and not only this one.
    onSuccess({ read }) {
      tellDone(Math.min(read, 1), 1)
      onTold()
    },
  })
  const written = (value: number) => value.toLocaleString(i18n.language)
  const told = written(row.told_glucose ?? 0)
  const sayUnit = async ({ unit, mgPerDl }: ReturnType<typeof listPossibleGlucoses>[number]) => {
    const words = { told, unit, value: written(mgPerDl) }
    const isSure = await confirm({
      question: t('unit.question', words),
      about: row.device?.name ?? formatMac(row.mac ?? ''),
      consequence: t(row.device ? 'unit.consequence' : 'unit.consequence-once', words),
      action: t('unit.action', words),
      isDangerous: false,
    })
    if (isSure) send.mutate({ unit, readings: toReadingKeys([row]) })
  }
  return (
    <Stack gap="xs" my={4}>
      {listPossibleGlucoses(row.told_glucose ?? 0).map((reading) => (
        <div key={reading.unit} className={cells.two}>
          <span className={cells.small}>
            {t('unit.either', { unit: reading.unit, value: written(reading.mgPerDl) })}
          </span>
          <Button
            size="sm"
            variant="default"
            w="fit-content"
            loading={send.isPending}
            aria-label={t('unit.is-of', { told, unit: reading.unit })}
            onClick={() => void sayUnit(reading)}
          >
            {t('unit.is', { unit: reading.unit })}
          </Button>
        </div>
      ))}
    </Stack>
  )
}

/** Says that an act is done, or that somebody else had dealt with some of the readings before. */
function useTellDone(success: SuccessCode) {
  const { t } = useTranslation('devices')
  return (done: number, count: number) => {
    if (done === count) showSuccess(successCodes[success])
    else toast('warning', t('inbox.done-before', { done, count }))
  }
}

/** The wording for an HN or a national ID that so many patients have. */
function pickHolderWording(holders: number): 'person' | 'person-since' | 'people' {
  if (holders > 1) return 'people'
  return holders === 1 ? 'person-since' : 'person'
}

type Suggestion = Wearing & { measuredAt: string }

/**
 * Who may have worn the device for all of the readings; nobody if they differ. Each as of a reading that was measured
 * while they did not wear it, if there is one.
 */
function listSuggestions(chosen: readonly WaitingReading[]): Suggestion[] {
  const [first, ...others] = chosen
  if (!first) return []
  const isOfAll = ({ patient }: Wearing) =>
    others.every(({ wearings }) => wearings.some((one) => one.patient._id === patient._id))
  const isOutside = ({ from, to }: Wearing, at: string) =>
    Date.parse(at) < Date.parse(from) || (to !== null && Date.parse(at) >= Date.parse(to))
  return first.wearings.filter(isOfAll).map((one) => {
    const outside = chosen.find(({ measured_at }) => isOutside(one, measured_at))
    return { ...one, measuredAt: (outside ?? first).measured_at }
  })
}

/** The span in which somebody wore the device, and whether that was before, at or after the measurement. */
function useSpanText(): (wearing: Wearing, measuredAt: string) => string {
  const { t } = useTranslation('devices')
  const formatInstant = useFormatTime()
  return ({ from, to }, measuredAt) => {
    const at = Date.parse(measuredAt)
    const begins = formatInstant(from)
    if (to !== null && Date.parse(to) <= at)
      return t('inbox.worn.before', { from: begins, to: formatInstant(to) })
    const when = Date.parse(from) > at ? 'after' : 'then'
    return to === null
      ? t(`inbox.worn.${when}-open`, { from: begins })
      : t(`inbox.worn.${when}`, { from: begins, to: formatInstant(to) })
  }
}

const getReadingKey = ({ _id }: WaitingReading) => _id

const toReadingKeys = (chosen: readonly WaitingReading[]) =>
  chosen.map(({ _id, measured_at }) => ({ _id, measured_at }))

type ReadingsDialogProps = {
  opened: boolean
  chosen: readonly WaitingReading[]
  onClose: () => void
  onDone: () => void
}

function AssignReadings(props: ReadingsDialogProps) {
  const { t } = useTranslation('devices')
  return (
    <Dialog opened={props.opened} onClose={props.onClose} isWide title={t('inbox.assign-title')}>
      <AssignReadingsForm {...props} />
    </Dialog>
  )
}

function AssignReadingsForm({ chosen, onClose, onDone }: ReadingsDialogProps) {
  const { t } = useTranslation('devices')
  const spanText = useSpanText()
  const identityText = useIdentityText()
  const suggestions = listSuggestions(chosen)
  const known = suggestions.map(({ patient }) => patient)
  const [patientId, setPatientId] = useState<string>()
  const [found, setFound] = useState<PatientRow>()
  const [isTried, setTried] = useState(false)
  const tellDone = useTellDone('readings-assigned')
  const send = useSend(readings.assign, {
    inline: ['break-glass-needed'],
    outdates: outdatedByInboxAction,
    showSuccess: false,
    onSuccess({ assigned }, sent) {
      tellDone(assigned, sent.readings.length)
      onDone()
    },
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const patient = [found, ...known].find((one) => one?._id === patientId)
    if (!patient) return
    const isSure =
      chosen.length === 1 ||
      (await confirm({
        question: t('inbox.assign-question', { count: chosen.length }),
        about: identityText(patient),
        consequence: t('inbox.assign-consequence'),
        action: t('inbox.assign-action'),
        isDangerous: false,
      }))
    if (isSure) send.mutate({ patient_id: patient._id, readings: toReadingKeys(chosen) })
  }
  const shut = parseBlockedRecord(send.error)
  const again = send.variables
  if (shut && again) return <BreakGlassForm record={shut} onOpened={() => send.mutate(again)} />
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <Text>{t('inbox.chosen', { count: chosen.length })}</Text>
        {suggestions.length > 0 && (
          <Alert icon={<IconBulb aria-hidden />} title={t('inbox.suggestion')}>
            <Stack gap="xs" align="flex-start">
              {t('inbox.suggestion-text')}
              {suggestions.map((wearing) => (
                <div key={wearing.from} className={cells.two}>
                  <span>{identityText(wearing.patient)}</span>
                  <span className={cells.small}>{spanText(wearing, wearing.measuredAt)}</span>
                  <Button
                    size="sm"
                    variant="default"
                    w="fit-content"
                    onClick={() => setPatientId(wearing.patient._id)}
                  >
                    {t('inbox.use-suggestion', { person: formatPatientName(wearing.patient) })}
                  </Button>
                </div>
              ))}
            </Stack>
          </Alert>
        )}
        <PatientSelect
          label={t('assign.patient')}
          isFirst
          value={patientId}
          known={known}
          error={isTried && !patientId && t('assign.required')}
          onChange={(id, picked) => {
            setPatientId(id)
            setFound(picked)
          }}
        />
        <FormEnd action={t('inbox.assign-action')} isPending={send.isPending} onCancel={onClose} />
      </Stack>
    </form>
  )
}

function DismissReadings({ opened, chosen, onClose, onDone }: ReadingsDialogProps) {
  const { t } = useTranslation(['devices', 'validation'])
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const tellDone = useTellDone('readings-dismissed')
  const send = useSend(readings.dismiss, {
    outdates: outdatedByInboxAction,
    showSuccess: false,
    onSuccess({ dismissed }, sent) {
      tellDone(dismissed, sent.readings.length)
      onDone()
    },
  })
  const isMissing = reason.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!isMissing) send.mutate({ readings: toReadingKeys(chosen), reason })
  }
  return (
    <Dialog opened={opened} onClose={onClose} title={t('inbox.dismiss-title')}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Text fw={600}>{t('inbox.chosen', { count: chosen.length })}</Text>
          <Text>{t('inbox.dismiss-text')}</Text>
          <Textarea
            data-autofocus
            label={t('inbox.reason')}
            size="md"
            autosize
            minRows={2}
            maxLength={500}
            value={reason}
            error={isTried && isMissing && t('validation:field-required')}
            onChange={({ currentTarget: { value } }) => setReason(value)}
          />
          <FormEnd action={t('inbox.dismiss')} isPending={send.isPending} onCancel={onClose} isDangerous />
        </Stack>
      </form>
    </Dialog>
  )
}
