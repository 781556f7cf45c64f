import {
  Alert,
  Anchor,
  Button,
  MultiSelect,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  accidentPlaces,
  accidentRoles,
  accidentSources,
  accidentVehicles,
  admittedDisposition,
  arrivalModes,
  type CallError,
  computeAge,
  dispositions,
  errorCodes,
  infectionSigns,
  mayBePregnant,
  mostSymptomGroups,
  opd,
  type PatientLabel,
  type PatientRow,
  pregnancies,
  type RequestOfDeath,
  symptomGroups,
  triage,
  type Visit,
  visitKinds,
  visitSources,
  visits,
} from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { ask, queryClient, useSend } from '../../../api/client.ts'
import { VisitOpenAlert } from '../../../clinical/emergency/visit-open-alert.tsx'
import { PatientSelect } from '../../../clinical/patient/patient-select.tsx'
import { useTypedNumbers } from '../../../clinical/patient/use-typed-numbers.ts'
import { formatTriagePath, newPatientPath } from '../../../paths.ts'
import { useMayOpen } from '../../../session/signed-in.tsx'
import { DangerButton } from '../../../ui/danger-button.tsx'
import { useToday } from '../../../ui/date/use-today.ts'
import { HoldDialogOpen } from '../../../ui/feedback/dialog.tsx'
import { FormEnd } from '../../../ui/feedback/form-end.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { ChoiceChips } from '../../../ui/form/choice-chips.tsx'
import { DateTimeField } from '../../../ui/form/date/date-time-field.tsx'
import { SchemaForm, showFieldProblems, useSchemaForm } from '../../../ui/form/schema-form.tsx'
import { UnitNumberField } from '../../../ui/form/unit-number-field.tsx'
import { useLocalizedName } from '../../../ui/use-localized-name.ts'
import { chooseOrNone } from '../form-values.ts'
import { outdatedByCorrection, outdatedByTriage } from '../queries.ts'
import { useMayVoid, VoidVisitForm } from '../visits/void-visit.tsx'
import { useAccidentWords } from '../words.ts'
import {
  type ArrivalValues,
  arrivalSchema,
  createArrival,
  createCorrectionSchema,
  knownChoices,
  toArrival,
  toArrivalValues,
  toCorrection,
  toTyped,
} from './arrival-values.ts'
import { ReferralFields } from './referral-fields.tsx'

const texts = <Code extends number>(codes: readonly Code[]) => codes.map(String) as `${Code}`[]

export type Arriving = Pick<PatientLabel, '_id' | 'hn' | 'title' | 'name' | 'surname'> & Picked
type Picked = Pick<PatientRow, 'gender' | 'date_of_birth' | 'an' | 'ward' | 'bed'>
type ArrivalFormState = ReturnType<typeof useSchemaForm<ArrivalValues>>

type ArrivalFormProps = {
  /** The patient, if it is known who arrives. */
  patient?: Arriving
  /** The kind of visit that is chosen until somebody chooses another. */
  kind?: ArrivalValues['kind'] | undefined
  onDone: () => void
}

/** Registers the arrival of a patient who has a record. */
export function ArrivalForm({ patient, kind: givenKind = 'ER', onDone }: ArrivalFormProps) {
  const { t } = useTranslation('triage')
  const navigate = useNavigate()
  const localName = useLocalizedName()
  const mayRegister = useMayOpen()('patients/new')
  const mayTriage = useMayOpen()('triage/:id')
  const typesNumber = useTypedNumbers().vn
  const [picked, setPicked] = useState<Picked | undefined>(patient)
  const form = useSchemaForm<ArrivalValues>({
    schema: arrivalSchema,
    initialValues: createArrival(patient?._id ?? '', givenKind),
  })
  const { patient_id, kind, clinic_id } = form.values
  const enqueue = useEnqueue()
  const send = useSend(visits.arrive, {
    inline: ['invalid', 'vn-taken', 'visit-open'],
    outdates: outdatedByTriage,
    onSuccess: ({ visit }, sent) => {
      onDone()
      if (visit.kind === 'OPD') {
        if (clinic_id) enqueue.mutate({ patient_id: sent.patient_id, visit_id: visit._id, clinic_id })
        return
      }
      if (mayTriage) void navigate(formatTriagePath(sent.patient_id))
    },
    onError: ({ fields }: CallError) => showFieldProblems(form, fields),
  })
  return (
    <SchemaForm form={form} onSubmit={(values) => send.mutate(toArrival(values))}>
      {form.isDirty() && <HoldDialogOpen />}
      <Stack gap="md">
        <div>
          <PatientSelect
            label={t('arrival.patient')}
            value={patient_id || undefined}
            known={patient ? [patient] : []}
            error={form.errors['patient_id'] && t('arrival.patient-required')}
            onChange={(id, found) => {
              setPicked(found ?? (id === patient?._id ? patient : undefined))
              form.setFieldValue('patient_id', id ?? '')
            }}
          />
          {picked?.an && (
            <Alert role="status" color="yellow" icon={<IconAlertTriangle aria-hidden />} mt="xs">
              {t('arrival.inpatient', { an: picked.an, ward: picked.ward ? localName(picked.ward) : '' })}
            </Alert>
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
        {typesNumber && (
          <TextInput
            {...form.getInputProps('vn')}
            label={t('arrival.vn')}
            description={t('arrival.vn-hint')}
            size="md"
            required
            maxLength={20}
            autoComplete="off"
          />
        )}
        <KindFields form={form} />
        <ToldFields form={form} of={picked} needsAnswers asksAccident={kind === 'ER'} />
        <VisitOpenAlert
          error={send.variables?.patient_id === patient_id ? send.error : null}
          patientId={patient_id}
          place={picked}
        />
        <FormEnd action={t('arrival.submit')} isPending={send.isPending} onCancel={onDone} />
      </Stack>
    </SchemaForm>
  )
}

/** Gives a number of a clinic, and shows it. */
function useEnqueue() {
  const { t } = useTranslation('triage')
  return useSend(opd.enqueue, {
    outdates: [opd.queue, opd.display],
    showSuccess: false,
    onSuccess: ({ number }) => toast('success', t('arrival.number', { number })),
  })
}

/** At which desk the patient is; at the clinics, of which one they get a number. `asksClinic`: unless they have one. */
function KindFields({ form, asksClinic = true }: { form: ArrivalFormState; asksClinic?: boolean }) {
  const { t } = useTranslation('triage')
  const localName = useLocalizedName()
  const isAsked = asksClinic && form.values.kind === 'OPD'
  const { data: known } = useQuery({ ...ask(opd.clinics, {}, true), enabled: isAsked })
  const clinics = known?.clinics.filter(({ is_closed }) => !is_closed) ?? []
  return (
    <>
      <ChoiceChips
        {...form.getInputProps('kind')}
        label={t('arrival.kind')}
        choices={visitKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
      />
      {isAsked && clinics.length > 0 && (
        <NativeSelect
          {...form.getInputProps('clinic_id')}
          size="md"
          label={t('arrival.clinic')}
          data={[
            { value: '', label: t('arrival.no-clinic') },
            ...clinics.map((one) => ({ value: one._id, label: `${one.code} · ${localName(one)}` })),
          ]}
        />
      )}
    </>
  )
}

type CorrectionFormProps = {
  patient: Arriving
  visit: Visit
  onDone: () => void
  /** Planned admissions of whoever has not died after all. */
  onAlive?: (requests: readonly RequestOfDeath[]) => void
}

/** Corrects what was told at an arrival. What was told before stays in the history of the visit. */
export function ArrivalCorrectionForm({ patient, visit, onDone, onAlive }: CorrectionFormProps) {
  const { t } = useTranslation('triage')
  const [basis] = useState(visit)
  const mayVoid = useMayVoid(visit)
  const [isVoiding, setVoiding] = useState(false)
  // Whoever was seen at a desk belongs there, or is sent on.
  const { is_open, first_seen_at, opd_seen_at, er_since } = basis
  const hasNotBegun = is_open && [first_seen_at, opd_seen_at, er_since].every((at) => at === null)
  const [schema] = useState(() => createCorrectionSchema(visit))
  const form = useSchemaForm<ArrivalValues>({
    schema,
    initialValues: toArrivalValues(patient._id, visit),
  })
  const enqueue = useEnqueue()
  const send = useSend(visits.correct, {
    inline: ['invalid'],
    outdates: outdatedByCorrection,
    onSuccess: ({ requests }, { patient_id, visit_id, changed }) => {
      onDone()
      if (requests.length > 0) onAlive?.(requests)
      const { clinic_id } = form.values
      if (changed.kind === 'OPD' && clinic_id) enqueue.mutate({ patient_id, visit_id, clinic_id })
    },
    onError: ({ code, fields }: CallError) => {
      if (code === errorCodes['changed-meanwhile'])
        for (const { path } of [triage.prepare, triage.history])
          void queryClient.invalidateQueries({ queryKey: [path] })
      showFieldProblems(
        form,
        fields.map(({ field, message }) => ({ field: field.replace(/^changed\./, ''), message })),
      )
    },
  })
  if (isVoiding)
    return (
      <VoidVisitForm
        patient={patient}
        visit={visit}
        onAlive={onAlive}
        onDone={onDone}
        onCancel={() => setVoiding(false)}
      />
    )
  return (
    <SchemaForm
      form={form}
      onSubmit={(values) =>
        send.mutate({
          patient_id: patient._id,
          visit_id: visit._id,
          last_correction: visit.last_correction,
          ...toCorrection(values, basis),
        })
      }
    >
      {form.isDirty() && <HoldDialogOpen />}
      <Stack gap="md">
        {hasNotBegun && <KindFields form={form} asksClinic={basis.kind === 'ER'} />}
        <ToldFields form={form} of={patient} />
        {basis.er_since && <SeenField form={form} name="opd_seen" fact="opd_seen_at" />}
        <SeenField form={form} name="seen" fact="first_seen_at" />
        {basis.disposition !== admittedDisposition && <LeftField form={form} />}
        <TextInput
          {...form.getInputProps('reason')}
          label={t('arrival.reason')}
          size="md"
          maxLength={500}
          required
        />
        {mayVoid && (
          <DangerButton style={{ alignSelf: 'start' }} onClick={() => setVoiding(true)}>
            {t('void.action')}
          </DangerButton>
        )}
        <FormEnd action={t('arrival.correct')} isPending={send.isPending} onCancel={onDone} />
      </Stack>
    </SchemaForm>
  )
}

/** What somebody tells at an arrival. A pregnancy is asked about unless it is known that there can be none. */
function ToldFields({
  form,
  of,
  needsAnswers = false,
  asksAccident = false,
}: {
  form: ArrivalFormState
  of: Pick<Picked, 'gender' | 'date_of_birth'> | undefined
  /** How and by whom they came must be said, and `asksAccident`: whether it was an accident. */
  needsAnswers?: boolean
  asksAccident?: boolean
}) {
  const { t } = useTranslation('triage')
  const lastDate = useToday()
  const [opened] = useState(() => toTyped(new Date().toISOString()))
  const { source, arrived, onset, is_accident, pregnancy, infection_signs } = form.values
  const age = of?.date_of_birth ? computeAge(of.date_of_birth, lastDate) : null
  const asksPregnancy = !of || mayBePregnant(of.gender, age) || pregnancy !== 'not_asked'
  const setArrived = (changed: Partial<typeof opened>) => {
    form.clearFieldError('visited_at')
    form.setFieldValue('arrived', { ...(arrived ?? opened), ...changed })
  }
  const setOnset = (changed: Partial<NonNullable<ArrivalValues['onset']>>) => {
    form.clearFieldError('onset_at')
    form.setFieldValue('onset', onset && { ...onset, ...changed })
  }
  return (
    <>
      <div role="group" aria-label={t('arrival.arrived')}>
        <Text size="md" fw={500} aria-hidden>
          {t('arrival.arrived')}
        </Text>
        <DateTimeField
          maxDate={lastDate}
          date={{ value: (arrived ?? opened).date, onChange: (date) => setArrived({ date }) }}
          time={{
            value: (arrived ?? opened).time,
            onChange: (time) => setArrived({ time }),
            error: form.errors['visited_at'],
          }}
        />
      </div>
      <ChoiceChips
        {...form.getInputProps('source')}
        label={t('arrival.source')}
        required={needsAnswers}
        choices={texts(visitSources).map((value) => ({ value, label: t(`source.${value}`) }))}
      />
      {source === '3' && <ReferralFields form={form} />}
      <ChoiceChips
        {...form.getInputProps('mode')}
        label={t('arrival.mode')}
        required={needsAnswers}
        choices={arrivalModes.map((value) => ({ value, label: t(`mode.${value}`) }))}
      />
      <TextInput
        {...form.getInputProps('complaint')}
        label={t('arrival.complaint')}
        size="md"
        maxLength={500}
      />
      {/* As chips, 24 groups would be 18 rows of a phone. */}
      <MultiSelect
        {...form.getInputProps('symptom_groups')}
        label={t('arrival.symptom-groups', { most: mostSymptomGroups })}
        size="md"
        searchable
        hidePickedOptions
        maxValues={mostSymptomGroups}
        comboboxProps={{ withinPortal: false }}
        nothingFoundMessage={t('arrival.no-symptom-group')}
        data={texts(symptomGroups).map((value) => ({
          value,
          label: `${value} ${t(`symptom-group.${value}`)}`,
        }))}
      />
      {onset ? (
        <div role="group" aria-label={t('arrival.onset')}>
          <DateTimeField
            maxDate={lastDate}
            date={{ value: onset.date, onChange: (date) => setOnset({ date }) }}
            time={{
              value: onset.time,
              onChange: (time) => setOnset({ time }),
              error: form.errors['onset_at'],
            }}
          />
        </div>
      ) : (
        <Button
          variant="subtle"
          size="md"
          px="xs"
          style={{ alignSelf: 'start' }}
          onClick={() => form.setFieldValue('onset', toTyped(new Date().toISOString()))}
        >
          {t('arrival.onset-add')}
        </Button>
      )}
      <ChoiceChips
        {...form.getInputProps('is_accident')}
        label={t('arrival.accident')}
        required={asksAccident}
        choices={knownChoices.map((value) => ({ value, label: t(`known.${value}`) }))}
      />
      {is_accident === 'yes' && <AccidentFields form={form} />}
      <ChoiceChips
        {...form.getInputProps('infection_signs')}
        multiple
        label={t('arrival.infection')}
        choices={infectionSigns.map((value) => ({ value, label: t(`infection.${value}`) }))}
        onChange={(chosen) => form.setFieldValue('infection_signs', chooseOrNone(chosen, infection_signs))}
      />
      {asksPregnancy && (
        <ChoiceChips
          {...form.getInputProps('pregnancy')}
          label={t('arrival.pregnancy')}
          choices={pregnancies.map((value) => ({ value, label: t(`pregnancy.${value}`) }))}
        />
      )}
      {asksPregnancy && pregnancy === 'yes' && (
        <UnitNumberField
          {...form.getInputProps('pregnancy_weeks')}
          label={t('arrival.weeks')}
          unit={t('arrival.weeks-unit')}
          size="md"
          w="12rem"
          allowDecimal={false}
        />
      )}
    </>
  )
}

type SeenFieldProps =
  | { form: ArrivalFormState; name: 'seen'; fact: 'first_seen_at' }
  | { form: ArrivalFormState; name: 'opd_seen'; fact: 'opd_seen_at' }

/** When a doctor first saw the patient: it is noted by a press, which can come late or for the wrong patient. */
function SeenField({ form, name, fact }: SeenFieldProps) {
  const { t } = useTranslation('triage')
  const lastDate = useToday()
  const { [name]: seen } = form.values
  const setSeen = (changed: ArrivalValues['seen']) => {
    form.clearFieldError(fact)
    form.setFieldValue(name, changed)
  }
  if (!seen)
    return (
      <Button
        variant="subtle"
        size="md"
        px="xs"
        style={{ alignSelf: 'start' }}
        onClick={() => setSeen(toTyped(new Date().toISOString()))}
      >
        {t(`arrival.${name}-add`)}
      </Button>
    )
  return (
    <div role="group" aria-label={t(`fact.${fact}`)}>
      <Text size="md" fw={500} aria-hidden>
        {t(`fact.${fact}`)}
      </Text>
      <DateTimeField
        maxDate={lastDate}
        date={{ value: seen.date, onChange: (date) => setSeen({ ...seen, date }) }}
        time={{
          value: seen.time,
          onChange: (time) => setSeen({ ...seen, time }),
          error: form.errors[fact],
        }}
      />
      <Button variant="subtle" size="md" px="xs" onClick={() => setSeen(null)}>
        {t(`arrival.${name}-none`)}
      </Button>
    </div>
  )
}

/** When the patient of a visit that has ended left, and how. */
function LeftField({ form }: { form: ArrivalFormState }) {
  const { t } = useTranslation('triage')
  const lastDate = useToday()
  const { left } = form.values
  if (!left) return null
  const setLeft = (changed: Partial<typeof left>) => {
    form.clearFieldError('left_at')
    form.setFieldValue('left', { ...left, ...changed })
  }
  return (
    <>
      <ChoiceChips
        {...form.getInputProps('disposition')}
        label={t('disposition.label')}
        choices={texts(dispositions).map((value) => ({ value, label: t(`disposition.${value}`) }))}
      />
      <div role="group" aria-label={t('disposition.left-at')}>
        <Text size="md" fw={500} aria-hidden>
          {t('disposition.left-at')}
        </Text>
        <DateTimeField
          maxDate={lastDate}
          date={{ value: left.date, onChange: (date) => setLeft({ date }) }}
          time={{ value: left.time, onChange: (time) => setLeft({ time }), error: form.errors['left_at'] }}
        />
      </div>
    </>
  )
}

const accidentCodes = {
  place: accidentPlaces,
  role: accidentRoles.map(String),
  vehicle: accidentVehicles,
} as const

/** The codes to choose, and the one that was noted, also if it has no words. */
function listCodes(field: keyof typeof accidentCodes, noted: string): string[] {
  const codes: readonly string[] = accidentCodes[field]
  return noted === '' || codes.includes(noted) ? [...codes] : [...codes, noted]
}

/** What the file ACCIDENT of the 43 files asks about. */
function AccidentFields({ form }: { form: ArrivalFormState }) {
  const { t } = useTranslation('triage')
  const words = useAccidentWords()
  return (
    <>
      <ChoiceChips
        {...form.getInputProps('accident.source')}
        label={t('arrival.accident-source')}
        choices={texts(accidentSources).map((value) => ({ value, label: t(`accident-source.${value}`) }))}
      />
      <div role="group" aria-label={t('arrival.accident-codes')}>
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
          {(['place', 'role', 'vehicle'] as const).map((field) => (
            <NativeSelect
              key={field}
              {...form.getInputProps(`accident.${field}`)}
              label={t(`arrival.accident-${field}`)}
              size="md"
              data={[
                { value: '', label: t('arrival.accident-none') },
                ...listCodes(field, form.values.accident[field]).map((code) => ({
                  value: code,
                  label: words[field](code),
                })),
              ]}
            />
          ))}
        </SimpleGrid>
        <Text size="xs" c="dimmed" mt={4}>
          {t('arrival.accident-codes')}
        </Text>
      </div>
      {(['belt', 'helmet', 'alcohol'] as const).map((field) => (
        <ChoiceChips
          key={field}
          {...form.getInputProps(`accident.${field}`)}
          label={t(`arrival.${field}`)}
          choices={knownChoices.map((value) => ({ value, label: t(`known.${value}`) }))}
        />
      ))}
    </>
  )
}
