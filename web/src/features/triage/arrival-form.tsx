import {
  Anchor,
  Button,
  MultiSelect,
  NativeSelect,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  accidentSources,
  arrivalModes,
  type CallError,
  infectionSigns,
  mostSymptomGroups,
  opd,
  type PatientLabel,
  pregnancies,
  symptomGroups,
  visitKinds,
  visitSources,
  visits,
} from 'contract'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { ask, useSend } from '../../api/client.ts'
import { PatientSelect } from '../../clinical/patient/patient-select.tsx'
import { useTypedNumbers } from '../../clinical/patient/use-typed-numbers.ts'
import { newPatientPath, triagePath } from '../../paths.ts'
import { useMay, useMayOpen } from '../../session/signed-in.tsx'
import { toHospitalDate } from '../../ui/date/dates.ts'
import { useToday } from '../../ui/date/use-today.ts'
import { useHoldDialogOpen } from '../../ui/feedback/dialog.tsx'
import { FormEnd } from '../../ui/feedback/form-end.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { ChoiceChips } from '../../ui/form/choice-chips.tsx'
import { DateTimeField } from '../../ui/form/date-time-field.tsx'
import { SchemaForm, showFieldProblems, useSchemaForm } from '../../ui/form/schema-form.tsx'
import { formatTypedTime } from '../../ui/form/typed-time.ts'
import { UnitNumberField } from '../../ui/form/unit-number-field.tsx'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import {
  type ArrivalValues,
  arrivalSchema,
  createArrival,
  knownChoices,
  toArrival,
} from './arrival-values.ts'
import { outdatedByTriage } from './queries.ts'

const texts = <Code extends number>(codes: readonly Code[]) => codes.map(String) as `${Code}`[]

type ArrivalFormProps = {
  /** The patient, if it is known who arrives. */
  patient?: Pick<PatientLabel, '_id' | 'hn' | 'title' | 'name' | 'surname'>
  /** Where to, unless somebody chooses otherwise. */
  kind?: ArrivalValues['kind'] | undefined
  onDone: () => void
}

/** Registers the arrival of a patient who has a record. */
export function ArrivalForm({ patient, kind: givenKind = 'ER', onDone }: ArrivalFormProps) {
  const { t } = useTranslation('triage')
  const navigate = useNavigate()
  const localName = useLocalizedName()
  const mayRegister = useMayOpen()('patients/new')
  const mayTriage = useMay('triage:record')
  const lastDate = useToday()
  const typesNumber = useTypedNumbers().vn
  const form = useSchemaForm<ArrivalValues>({
    schema: arrivalSchema,
    initialValues: createArrival(patient?._id ?? '', givenKind),
  })
  const { patient_id, kind, clinic_id, onset, is_accident, pregnancy, infection_signs } = form.values
  const { data: known } = useQuery({ ...ask(opd.clinics, {}, true), enabled: kind === 'OPD' })
  const clinics = known?.clinics.filter(({ is_closed }) => !is_closed) ?? []
  const enqueue = useSend(opd.enqueue, {
    outdates: [opd.queue, opd.display],
    showSuccess: false,
    onSuccess: ({ number }) => toast('success', t('arrival.number', { number })),
  })
  const send = useSend(visits.arrive, {
    inline: ['invalid', 'vn-taken'],
    outdates: outdatedByTriage,
    onSuccess: ({ visit }, sent) => {
      onDone()
      if (visit.kind === 'OPD') {
        if (clinic_id) enqueue.mutate({ patient_id: sent.patient_id, visit_id: visit._id, clinic_id })
        return
      }
      if (mayTriage) void navigate(triagePath(sent.patient_id))
    },
    onError: ({ fields }: CallError) => showFieldProblems(form, fields),
  })
  /** None excludes the others, whichever was chosen last. */
  const chooseSigns = (chosen: ArrivalValues['infection_signs']) => {
    const isNone = chosen.includes('NONE') && !infection_signs.includes('NONE')
    form.setFieldValue('infection_signs', isNone ? ['NONE'] : chosen.filter((one) => one !== 'NONE'))
  }
  const setOnset = (changed: Partial<NonNullable<ArrivalValues['onset']>>) => {
    form.clearFieldError('onset_at')
    form.setFieldValue('onset', onset && { ...onset, ...changed })
  }
  return (
    <SchemaForm form={form} onSubmit={(values) => send.mutate(toArrival(values))}>
      {form.isDirty() && <HoldOpen />}
      <Stack gap="md">
        <div>
          <PatientSelect
            label={t('arrival.patient')}
            placeholder={t('arrival.patient-hint')}
            value={patient_id || undefined}
            known={patient ? [patient] : []}
            error={form.errors['patient_id'] && t('arrival.patient-required')}
            onChange={(id) => form.setFieldValue('patient_id', id ?? '')}
          />
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
        <ChoiceChips
          {...form.getInputProps('kind')}
          label={t('arrival.kind')}
          choices={visitKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
        {kind === 'OPD' && clinics.length > 0 && (
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
        <ChoiceChips
          {...form.getInputProps('source')}
          label={t('arrival.source')}
          choices={texts(visitSources).map((value) => ({ value, label: t(`source.${value}`) }))}
        />
        <ChoiceChips
          {...form.getInputProps('mode')}
          label={t('arrival.mode')}
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
            onClick={() =>
              form.setFieldValue('onset', {
                date: toHospitalDate(new Date()),
                time: formatTypedTime(Date.now()),
              })
            }
          >
            {t('arrival.onset-add')}
          </Button>
        )}
        <Switch
          {...form.getInputProps('is_accident', { type: 'checkbox' })}
          size="md"
          label={t('arrival.accident')}
        />
        {is_accident && <AccidentFields form={form} />}
        <ChoiceChips
          {...form.getInputProps('infection_signs')}
          multiple
          label={t('arrival.infection')}
          choices={infectionSigns.map((value) => ({ value, label: t(`infection.${value}`) }))}
          onChange={chooseSigns}
        />
        <ChoiceChips
          {...form.getInputProps('pregnancy')}
          label={t('arrival.pregnancy')}
          choices={pregnancies.map((value) => ({ value, label: t(`pregnancy.${value}`) }))}
        />
        {pregnancy === 'yes' && (
          <UnitNumberField
            {...form.getInputProps('pregnancy_weeks')}
            label={t('arrival.weeks')}
            unit={t('arrival.weeks-unit')}
            size="md"
            w="12rem"
            allowDecimal={false}
          />
        )}
        {form.errors['visited_at'] && (
          <Text role="alert" size="sm" c="var(--mantine-color-error)">
            {form.errors['visited_at']}
          </Text>
        )}
        <FormEnd action={t('arrival.submit')} isPending={send.isPending} onCancel={onDone} />
      </Stack>
    </SchemaForm>
  )
}

/** What is typed is lost by the dialog's own buttons alone. */
function HoldOpen() {
  useHoldDialogOpen()
  return null
}

/** What the file ACCIDENT of the 43 files asks about. */
function AccidentFields({ form }: { form: ReturnType<typeof useSchemaForm<ArrivalValues>> }) {
  const { t } = useTranslation('triage')
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
            <TextInput
              key={field}
              {...form.getInputProps(`accident.${field}`)}
              label={t(`arrival.accident-${field}`)}
              size="md"
              inputMode="numeric"
              maxLength={field === 'role' ? 1 : 2}
              autoComplete="off"
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
