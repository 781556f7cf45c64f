import { Anchor, Checkbox, Stack, Text, TextInput } from '@mantine/core'
import {
  arrivalModes,
  errorCodes,
  InboundArrived,
  type InboundRow,
  inbound,
  isPlaceKept,
  type PatientRow,
  type ZoneSettings,
} from 'contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSend } from '../../api/client.ts'
import { useZoneName } from '../../clinical/emergency/use-zone-name.ts'
import { VisitOpenAlert } from '../../clinical/emergency/visit-open-alert.tsx'
import { PatientSelect } from '../../clinical/patient/patient-select.tsx'
import { useTypedNumbers } from '../../clinical/patient/use-typed-numbers.ts'
import { formatScreenPath } from '../../screens.ts'
import { useMayOpen } from '../../session/signed-in.tsx'
import { FailureAlert } from '../../ui/feedback/failure-alert.tsx'
import { FormEnd } from '../../ui/feedback/form-end.tsx'
import { ChoiceChips } from '../../ui/form/choice-chips.tsx'
import { ProblemText } from '../../ui/form/schema-form.tsx'
import { formatStaffName } from '../../ui/person-name.ts'
import { outdatedByArrival } from './queries.ts'

type ArriveFormProps = { row: InboundRow; zones: ZoneSettings; onDone: () => void }

/**
 * The ambulance is here: whose visit it is, and how they come in. Once all who were expected have arrived, it takes one
 * more.
 */
export function ArriveForm({ row, zones, onDone }: ArriveFormProps) {
  const { t } = useTranslation(['inbound', 'triage'])
  const mayRegister = useMayOpen()('patients/new')
  const { arrivals } = row
  const zoneName = useZoneName(zones)
  const isUnexpected = row.arrived !== null
  const isOfSeveral = row.expected > 1 || row.at_scene !== null
  // If several patients come, a person says for whom the place was kept.
  const kept = isOfSeveral && isPlaceKept(row) ? row.prepared : null
  const [takesPlace, setTakesPlace] = useState(kept === null)
  const hasArrived = (id: string | undefined) => arrivals.some(({ patient }) => patient._id === id)
  const named = row.patients.map(({ patient }) => patient).filter(({ _id }) => !hasArrived(_id))
  // If several come, a person says who is in front of them.
  const [patientId, setPatientId] = useState(named.length === 1 ? named[0]?._id : undefined)
  const [picked, setPicked] = useState<PatientRow>()
  const [mode, setMode] = useState<(typeof arrivalModes)[number] | ''>('')
  const [vn, setVn] = useState('')
  const typesNumber = useTypedNumbers().vn
  const [isTried, setTried] = useState(false)
  const send = useSend(inbound.arrive, { inline: true, outdates: outdatedByArrival, onSuccess: onDone })
  const before =
    send.error?.code === errorCodes['inbound-arrived']
      ? InboundArrived.safeParse(send.error.detail).data
      : undefined
  const isHere = send.error?.code === errorCodes['visit-open']
  const sentId = send.variables?.patient_id
  const numberProblem = send.error?.fields.find(({ field }) => field === 'vn')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (patientId && !hasArrived(patientId) && mode !== '')
      send.mutate({
        _id: row._id,
        patient_id: patientId,
        mode,
        vn,
        is_unexpected: isUnexpected,
        takes_place: takesPlace,
      })
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        {isUnexpected && <Text size="sm">{t('one-more-hint')}</Text>}
        <PatientSelect
          label={t('patient')}
          {...(arrivals.length === 0 && { placeholder: row.patient_name ?? '' })}
          value={patientId}
          known={named}
          error={
            (hasArrived(patientId) && t('arrived-already')) ||
            (isTried && !patientId && <ProblemText message="field-required" />)
          }
          onChange={(id, found) => {
            setPatientId(id)
            setPicked(found)
          }}
        />
        {named.length === 0 && mayRegister && (
          <p>
            {t('patient-hint')}{' '}
            <Anchor component={Link} to={formatScreenPath('patients/new')}>
              {t('register')}
            </Anchor>
          </p>
        )}
        {(isUnexpected || isOfSeveral) && <Text size="sm">{t('of-several')}</Text>}
        <ChoiceChips
          label={t('mode')}
          required
          choices={arrivalModes.map((value) => ({ value, label: t(`triage:mode.${value}`) }))}
          value={mode}
          onChange={setMode}
          error={isTried && mode === '' && <ProblemText message="field-required" />}
        />
        {kept && (
          <Checkbox
            label={t('takes-place', { place: [zoneName(kept.zone), kept.bay].filter(Boolean).join(' ') })}
            description={t('takes-place-hint')}
            size="md"
            checked={takesPlace}
            onChange={({ currentTarget }) => setTakesPlace(currentTarget.checked)}
          />
        )}
        {typesNumber && (
          <TextInput
            label={t('triage:arrival.vn')}
            description={t('triage:arrival.vn-hint')}
            size="md"
            required
            maxLength={20}
            autoComplete="off"
            value={vn}
            onChange={({ currentTarget }) => setVn(currentTarget.value)}
            error={numberProblem && <ProblemText message={numberProblem.message} />}
          />
        )}
        <VisitOpenAlert
          error={sentId === patientId ? send.error : null}
          patientId={sentId ?? ''}
          place={picked ?? named.find(({ _id }) => _id === sentId)}
        />
        <FailureAlert error={numberProblem || isHere ? null : send.error}>
          {before && t('arrived-before', { name: formatStaffName(before.by) })}
        </FailureAlert>
        <FormEnd action={t('receive')} isPending={send.isPending} onCancel={onDone} />
      </Stack>
    </form>
  )
}
