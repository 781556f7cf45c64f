import { NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import {
  errorCodes,
  findTransportPlans,
  listOpenSheets,
  listStandingSteps,
  listStepReasons,
  listVehicleLacks,
  type Mission,
  type MissionRecord,
  type MissionStep,
  takeMissionStep,
} from 'contract'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nameStep } from '../../clinical/ambulance/mission-words.ts'
import { useCrewPlaceText } from '../../clinical/ambulance/transport-plan.tsx'
import { useFleetChoices } from '../../clinical/ambulance/use-fleet-choices.ts'
import { usePlanSettings } from '../../clinical/ambulance/use-form-settings.ts'
import { useSheetName } from '../../clinical/ambulance/use-sheet-name.ts'
import { StaffName } from '../../clinical/staff/staff-name.tsx'
import { toHospitalDate } from '../../ui/date/dates.ts'
import { Time } from '../../ui/date/time.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { omitFieldFailure } from '../../ui/feedback/failure-alert.tsx'
import { FormEnd } from '../../ui/feedback/form-end.tsx'
import { DateTimeField } from '../../ui/form/date/date-time-field.tsx'
import { formatTypedTime, parseTypedInstant } from '../../ui/form/date/typed-time.ts'
import { ProblemText } from '../../ui/form/schema-form.tsx'
import { CrewFields, toCrewChange, untouchedCrew } from './crew-fields.tsx'
import { MembersOutNotice } from './members-out.tsx'
import type { SendStep } from './use-mission-step.ts'

type StepDialogProps = {
  mission: Mission
  step: MissionStep
  send: SendStep
  onClose: () => void
}

/** Failures that a reason settles. */
const reasonedCodes = ['crew-below', 'vehicle-below', 'sheets-open'] as const

/**
 * Asks for what a step needs: a time, and a reason, a vehicle with its team, others in its crew, another operation or
 * destination. Of a step that the mission has passed it asks for the right time, and why the one that stands is wrong.
 */
export function StepDialog({ mission, step, send, onClose }: StepDialogProps) {
  const { t } = useTranslation(['missions', 'form-options', 'forms', 'referrals'])
  const sheetName = useSheetName()
  const isPassed = takeMissionStep(mission.state, step) === null
  const written = isPassed ? findWritten(mission, step) : undefined
  const openSheets = step === 'CLOSED' ? listOpenSheets(mission) : []
  const [opened] = useState(() => {
    const at = written ? Date.parse(written.at) : Date.now()
    return { date: toHospitalDate(new Date(at)), time: formatTypedTime(at) }
  })
  // A time that nobody chose is the server's, to the second: the step before may be of the same minute.
  const [chosen, setChosen] = useState<typeof opened>()
  const time = chosen ?? opened
  const change = (part: Partial<typeof opened>) => setChosen((before) => ({ ...(before ?? opened), ...part }))
  const [reason, setReason] = useState<string>(written?.reason ?? '')
  const [note, setNote] = useState('')
  const [leadsTo, setLeadsTo] = useState<'' | 'here' | 'elsewhere'>('')
  const [destination, setDestination] = useState('')
  const [vehicleId, setVehicleId] = useState('')
  const [teamId, setTeamId] = useState('')
  const [operationId, setOperationId] = useState(mission.operation?._id ?? '')
  const [doctor, setDoctor] = useState('')
  const [crew, setCrew] = useState(untouchedCrew)
  const [isTimeWrong, setTimeWrong] = useState(false)
  const reasons = listStepReasons(step)
  const risk = mission.referral?.risk
  const plans = findTransportPlans(usePlanSettings())
  const plan = risk && plans[risk]
  const formatPlace = useCrewPlaceText()
  const { findVehicle } = useFleetChoices()
  const vehicle = findVehicle(vehicleId)
  const lacks = step === 'ASSIGNED' && vehicle ? listVehicleLacks(plan ?? undefined, mission, vehicle) : []
  // What is missing is asked for until it is given, also while it is sent again.
  const [isCrewBelow, setCrewBelow] = useState(false)
  if (send.error?.code === errorCodes['crew-below'] && !isCrewBelow) setCrewBelow(true)
  const problem = (name: string) => {
    const found = send.error?.fields.find(({ field }) => field === name)
    return found && <ProblemText message={found.message} />
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const typed = isPassed ? time : chosen
    const at = typed && parseTypedInstant(typed.date, typed.time)
    const isWrong = typed !== undefined && at === undefined
    setTimeWrong(isWrong)
    if (isWrong) return
    send.take(mission, step, {
      ...(at !== undefined && { at: new Date(at).toISOString() }),
      reason: reasons?.find((one) => one === reason) ?? null,
      note: note.trim() === '' ? null : note,
      ...(step === 'ASSIGNED' && {
        vehicle_id: vehicleId || null,
        team_id: teamId || null,
        operation_id: operationId || null,
        doctor: doctor || null,
      }),
      ...(step === 'CREW_CHANGED' && {
        ...toCrewChange(crew, mission.team?.members ?? []),
        doctor: doctor || null,
      }),
      ...(step === 'OPERATION_CHANGED' && { operation_id: operationId || null }),
      ...(step === 'DIVERTED' &&
        (leadsTo === 'here'
          ? { comes_here: true }
          : { destination: leadsTo === 'elsewhere' ? destination : null })),
    })
  }
  // The field of the reason says only that a reason is missing.
  const saysWhy = reasonedCodes.some((code) => send.error?.code === errorCodes[code])
  const asksWhy =
    step === 'CREW_CHANGED' || written !== undefined || openSheets.length > 0 || lacks.length > 0
  const name = nameStep(step, mission.kind)
  const title = written
    ? t('correct-step', { step: name })
    : isPassed
      ? t('fill-in-step', { step: name })
      : name
  return (
    <Dialog title={title} opened onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          {step === 'ASSIGNED' && (
            <VehicleFields
              vehicleId={vehicleId}
              teamId={teamId}
              operationId={operationId}
              onVehicle={setVehicleId}
              onTeam={setTeamId}
              onOperation={setOperationId}
              problem={problem}
            />
          )}
          {step === 'CREW_CHANGED' && (
            <CrewFields
              members={mission.team?.members ?? []}
              draft={crew}
              onChange={setCrew}
              problem={problem}
            />
          )}
          {(step === 'ASSIGNED' || step === 'CREW_CHANGED') && risk && plan && (
            <>
              <p>
                {t('needs-risk', {
                  risk: t(`form-options:referral-risk.${risk}`),
                  crew: plan.crew.map(formatPlace).join(' + '),
                  vehicle: [
                    t(`form-options:unit-level.${plan.unit}`),
                    ...plan.kit.flatMap(({ item }) =>
                      item === 'VENTILATOR' ? t(`referrals:kit-item.${item}`) : [],
                    ),
                  ].join(' + '),
                })}
              </p>
              {isCrewBelow && (
                <TextInput
                  label={t('doctor')}
                  required
                  size="md"
                  value={doctor}
                  error={problem('doctor')}
                  onChange={({ currentTarget: { value } }) => setDoctor(value)}
                />
              )}
            </>
          )}
          {lacks.map((what) => (
            <Text key={what} role="status" fw={600}>
              {t(`lacks.${what}`)}
            </Text>
          ))}
          {openSheets.length > 0 && (
            <div>
              <p>{t('sheets-open')}</p>
              <ul aria-label={t('sheets-open')}>
                {openSheets.map(({ form, state, record, patients }) => (
                  <li key={record?._id ?? form}>
                    {sheetName(form)}: {t(`forms:needed.${state}`)}
                    {patients && ` · ${t('forms:needed.of-patients', patients)}`}
                  </li>
                ))}
              </ul>
            </div>
          )}
          {written && (
            <p>
              {t('time-stands')} <Time at={written.at} /> <StaffName of={written.by} />
            </p>
          )}
          {step === 'OPERATION_CHANGED' && (
            <OperationField value={operationId} error={problem('operation_id')} onChange={setOperationId} />
          )}
          {step === 'DIVERTED' && (
            <NativeSelect
              label={t('destination')}
              required
              size="md"
              value={leadsTo}
              error={leadsTo === '' && problem('destination')}
              data={[
                { value: '', label: t('choose') },
                { value: 'here', label: t('this-hospital') },
                { value: 'elsewhere', label: t('other-destination') },
              ]}
              onChange={({ currentTarget: { value } }) => setLeadsTo(value as typeof leadsTo)}
            />
          )}
          {step === 'DIVERTED' && leadsTo === 'elsewhere' && (
            <TextInput
              label={t('destination-name')}
              required
              size="md"
              value={destination}
              error={problem('destination')}
              onChange={({ currentTarget: { value } }) => setDestination(value)}
            />
          )}
          {reasons && (
            <NativeSelect
              label={t('reason-label')}
              required
              size="md"
              value={reason}
              error={problem('reason')}
              data={[
                { value: '', label: t('choose') },
                ...reasons.map((value) => ({ value, label: t(`reason.${value}`) })),
              ]}
              onChange={({ currentTarget: { value } }) => setReason(value)}
            />
          )}
          <DateTimeField
            date={{
              value: time.date,
              onChange: (date) => change({ date }),
              error: isTimeWrong ? <ProblemText message="date-invalid" /> : problem('at'),
            }}
            time={{
              value: time.time,
              onChange: (typed) => change({ time: typed }),
            }}
          />
          <Textarea
            label={t(asksWhy ? 'why' : 'note')}
            required={asksWhy}
            size="md"
            autosize
            value={note}
            error={problem('note')}
            onChange={({ currentTarget: { value } }) => setNote(value)}
          />
          <MembersOutNotice failure={send.error} />
          <FormEnd
            action={t('save')}
            isPending={send.isPending}
            error={saysWhy ? send.error : omitFieldFailure(send.error)}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  )
}

/** The time of a step that stands; that of the call is the request's until somebody corrects it. */
function findWritten(
  { called_at, events }: Mission,
  step: MissionStep,
): Pick<MissionRecord, 'at' | 'by' | 'reason'> | undefined {
  const event = listStandingSteps(events).find((one) => one.step === step)
  return event ?? (step === 'CALLED' ? { at: called_at, by: null, reason: null } : undefined)
}

type VehicleFieldsProps = {
  vehicleId: string
  teamId: string
  operationId: string
  onVehicle: (id: string) => void
  onTeam: (id: string) => void
  onOperation: (id: string) => void
  problem: (name: string) => ReactNode
}

function VehicleFields(props: VehicleFieldsProps) {
  const { vehicleId, teamId, operationId, onVehicle, onTeam, onOperation, problem } = props
  const { t } = useTranslation('missions')
  const { vehicles, teams, operations, findOperation } = useFleetChoices()
  const none = { value: '', label: t('choose') }
  return (
    <>
      <NativeSelect
        label={t('vehicle')}
        required
        size="md"
        value={vehicleId}
        error={problem('vehicle_id')}
        data={[none, ...vehicles]}
        onChange={({ currentTarget: { value } }) => {
          onVehicle(value)
          onOperation(findOperation(value))
        }}
      />
      <NativeSelect
        label={t('team')}
        required
        size="md"
        value={teamId}
        error={problem('team_id')}
        data={[none, ...teams]}
        onChange={({ currentTarget: { value } }) => onTeam(value)}
      />
      {operations.length > 0 && (
        <OperationField value={operationId} error={problem('operation_id')} onChange={onOperation} />
      )}
    </>
  )
}

type OperationFieldProps = { value: string; error: ReactNode; onChange: (id: string) => void }

function OperationField({ value, error, onChange }: OperationFieldProps) {
  const { t } = useTranslation('missions')
  const { operations } = useFleetChoices()
  return (
    <NativeSelect
      label={t('operation')}
      description={t('operation-hint')}
      size="md"
      value={value}
      error={error}
      data={[{ value: '', label: t('no-operation') }, ...operations]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
