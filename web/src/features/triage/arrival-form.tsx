import { Anchor, Button, Group, NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  accidentSources,
  arrivalModes,
  type CallError,
  type Input,
  infectionSigns,
  opd,
  pregnancies,
  visitKinds,
  visitSources,
  visits,
} from 'contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { ask, useSend } from '../../api/client.ts'
import { PatientSelect } from '../../clinical/patient/patient-select.tsx'
import { newPatientPath, triagePath } from '../../paths.ts'
import { useMay, useMayOpen } from '../../session/signed-in.tsx'
import { toHospitalDate } from '../../ui/date/dates.ts'
import { useToday } from '../../ui/date/use-today.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { ChoiceChips } from '../../ui/form/choice-chips.tsx'
import { DateTimeField } from '../../ui/form/date-time-field.tsx'
import { ProblemText } from '../../ui/form/schema-form.tsx'
import { formatTypedTime, parseTypedInstant } from '../../ui/form/typed-time.ts'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import { outdatedByTriage } from './queries.ts'

type Arrival = Input<typeof visits.arrive>
type Known = Parameters<typeof PatientSelect>[0]['known']

const texts = <Code extends number>(codes: readonly Code[]) => codes.map(String) as `${Code}`[]
const toCode = <Code extends number>(codes: readonly Code[], text: string): Code | undefined =>
  codes.find((code) => String(code) === text)

type ArrivalFormProps = {
  /** The patient, if it is known who arrives. */
  patient?: Known[number]
  /** Where to, unless somebody chooses otherwise. */
  kind?: Arrival['kind'] | undefined
  onDone: () => void
}

/** Registers the arrival of a patient who has a record. */
export function ArrivalForm({ patient, kind: givenKind = 'ER', onDone }: ArrivalFormProps) {
  const { t } = useTranslation(['triage', 'validation'])
  const navigate = useNavigate()
  const localName = useLocalizedName()
  const mayRegister = useMayOpen()('patients/new')
  const mayTriage = useMay('triage:record')
  const lastDate = useToday()
  const [patientId, setPatientId] = useState<string | undefined>(patient?._id)
  const [kind, setKind] = useState<Arrival['kind']>(givenKind)
  const [clinicId, setClinicId] = useState('')
  const { data: known } = useQuery({ ...ask(opd.clinics, {}, true), enabled: kind === 'OPD' })
  const clinics = known?.clinics.filter(({ is_closed }) => !is_closed) ?? []
  const [source, setSource] = useState<`${(typeof visitSources)[number]}`>('1')
  const [mode, setMode] = useState<Arrival['mode']>('WALK')
  const [complaint, setComplaint] = useState('')
  const [onset, setOnset] = useState<{ date: string; time: string }>()
  const [isAccident, setAccident] = useState(false)
  const [broughtBy, setBroughtBy] = useState<`${(typeof accidentSources)[number]}`>('9')
  const [pregnancy, setPregnancy] = useState<(typeof pregnancies)[number]>('not_asked')
  const [signs, setSigns] = useState<(typeof infectionSigns)[number][]>([])
  const [problems, setProblems] = useState<Record<string, string>>({})
  const enqueue = useSend(opd.enqueue, {
    outdates: [opd.queue, opd.display],
    showSuccess: false,
    onSuccess: ({ number }) => toast('success', t('arrival.number', { number })),
  })
  const send = useSend(visits.arrive, {
    inline: ['invalid'],
    outdates: outdatedByTriage,
    onSuccess: ({ visit }, { patient_id }) => {
      onDone()
      if (visit.kind === 'OPD') {
        if (clinicId) enqueue.mutate({ patient_id, visit_id: visit._id, clinic_id: clinicId })
        return
      }
      if (mayTriage) void navigate(triagePath(patient_id))
    },
    onError: ({ fields }: CallError) =>
      setProblems(Object.fromEntries(fields.map(({ field, message }) => [field, message]))),
  })
  const problem = (field: string) => problems[field] && <ProblemText message={problems[field]} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!patientId) return setProblems({ patient_id: 'field-required' })
    const began = onset && parseTypedInstant(onset.date, onset.time)
    if (onset && began === undefined) return setProblems({ onset_at: 'date-invalid' })
    setProblems({})
    send.mutate({
      patient_id: patientId,
      kind,
      source: toCode(visitSources, source) ?? 1,
      mode,
      complaint,
      onset_at: began === undefined ? null : new Date(began).toISOString(),
      accident: isAccident ? { source: toCode(accidentSources, broughtBy) ?? null } : null,
      pregnancy,
      infection_signs: signs,
    })
  }
  /** None excludes the others, whichever was chosen last. */
  const chooseSigns = (chosen: (typeof infectionSigns)[number][]) =>
    setSigns(
      chosen.includes('NONE') && !signs.includes('NONE') ? ['NONE'] : chosen.filter((one) => one !== 'NONE'),
    )
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <div>
          <PatientSelect
            label={t('arrival.patient')}
            placeholder={t('arrival.patient-hint')}
            value={patientId}
            known={patient ? [patient] : []}
            onChange={setPatientId}
          />
          {problems['patient_id'] && (
            <Text role="alert" size="sm" c="var(--mantine-color-error)">
              {t('arrival.patient-required')}
            </Text>
          )}
          {mayRegister && !patient && (
            <Text size="sm" c="dimmed">
              {t('arrival.new')}{' '}
              <Anchor component={Link} to={newPatientPath} size="sm" underline="always">
                {t('arrival.register')}
              </Anchor>
            </Text>
          )}
        </div>
        <ChoiceChips
          label={t('arrival.kind')}
          choices={visitKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
          value={kind}
          onChange={setKind}
        />
        {kind === 'OPD' && clinics.length > 0 && (
          <NativeSelect
            size="md"
            label={t('arrival.clinic')}
            value={clinicId}
            onChange={({ currentTarget: { value } }) => setClinicId(value)}
            data={[
              { value: '', label: t('arrival.no-clinic') },
              ...clinics.map((one) => ({ value: one._id, label: `${one.code} · ${localName(one)}` })),
            ]}
          />
        )}
        <ChoiceChips
          label={t('arrival.source')}
          choices={texts(visitSources).map((value) => ({ value, label: t(`source.${value}`) }))}
          value={source}
          onChange={setSource}
        />
        <ChoiceChips
          label={t('arrival.mode')}
          choices={arrivalModes.map((value) => ({ value, label: t(`mode.${value}`) }))}
          value={mode}
          onChange={setMode}
        />
        <TextInput
          label={t('arrival.complaint')}
          size="md"
          maxLength={500}
          value={complaint}
          error={problem('complaint')}
          onChange={({ currentTarget: { value } }) => setComplaint(value)}
        />
        {onset ? (
          <div role="group" aria-label={t('arrival.onset')}>
            <DateTimeField
              maxDate={lastDate}
              date={{
                value: onset.date,
                onChange: (date) => setOnset((now) => now && { ...now, date }),
                error: problem('onset_at'),
              }}
              time={{ value: onset.time, onChange: (time) => setOnset((now) => now && { ...now, time }) }}
            />
          </div>
        ) : (
          <Button
            variant="subtle"
            size="md"
            px="xs"
            style={{ alignSelf: 'start' }}
            onClick={() => setOnset({ date: toHospitalDate(new Date()), time: formatTypedTime(Date.now()) })}
          >
            {t('arrival.onset-add')}
          </Button>
        )}
        <Switch
          size="md"
          label={t('arrival.accident')}
          checked={isAccident}
          onChange={({ currentTarget: { checked } }) => setAccident(checked)}
        />
        {isAccident && (
          <ChoiceChips
            label={t('arrival.accident-source')}
            choices={texts(accidentSources).map((value) => ({
              value,
              label: t(`accident-source.${value}`),
            }))}
            value={broughtBy}
            onChange={setBroughtBy}
          />
        )}
        <ChoiceChips
          multiple
          label={t('arrival.infection')}
          choices={infectionSigns.map((value) => ({ value, label: t(`infection.${value}`) }))}
          value={signs}
          onChange={chooseSigns}
        />
        <ChoiceChips
          label={t('arrival.pregnancy')}
          choices={pregnancies.map((value) => ({ value, label: t(`pregnancy.${value}`) }))}
          value={pregnancy}
          onChange={setPregnancy}
        />
        <Group justify="flex-end">
          <Button type="submit" size="md" loading={send.isPending}>
            {t('arrival.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
