import { Alert, Button, NativeSelect, Tabs, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { IconClockCheck, IconRestore } from '@tabler/icons-react'
import {
  computeMeanArterialPressure,
  consciousnessLevels,
  glucoseMarkers,
  indexLastMeasured,
  type Patient,
  patients,
  type QuantityName,
  quantities,
  type Reading,
  readings,
} from 'contract'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../../api/client.ts'
import { useVitalName } from '../../../clinical/use-vital-name.ts'
import { useDraft } from '../../../session/draft.ts'
import { formatTime, toHospitalDate } from '../../../ui/date/dates.ts'
import { useToday } from '../../../ui/date/use-today.ts'
import { DoubtNotice } from '../../../ui/feedback/doubt-notice.tsx'
import { DateField } from '../../../ui/form/date-field.tsx'
import { ProblemText } from '../../../ui/form/schema-form.tsx'
import { UnitNumberField } from '../../../ui/form/unit-number-field.tsx'
import { BandBadge } from '../band-badge.tsx'
import { type Classification, classifyPressure, classifyValue } from '../bands.ts'
import { useLatestValues } from '../queries.ts'
import { formatHospitalTime, normalizeTime } from '../range.ts'
import {
  type ConfirmedValues,
  createRecordValues,
  findDoubts,
  findRecordProblems,
  laterFields,
  listFormFields,
  type PatientContext,
  type RecordFieldName,
  type RecordValues,
  roundFields,
  toFormProblem,
  toReadings,
  toRecordValues,
} from '../record-values.ts'
import { useUnitText } from '../use-unit-text.ts'
import classes from './record-form.module.css'

type RecordFormProps = {
  patient: Patient
  /** The reading to correct; without it, the form records new readings. */
  corrected?: Reading | undefined
  onDone: () => void
}

type RecordFormState = UseFormReturnType<RecordValues>

/** Records manual measurements. Enter moves to the next field; all filled fields are sent in one request. */
export function RecordForm({ patient, corrected, onDone }: RecordFormProps) {
  const { t, i18n } = useTranslation(['readings', 'validation', 'ui'])
  const kind = corrected?.kind
  const [opened] = useState(() => Date.now())
  const lastDate = useToday()
  const unitText = useUnitText()
  const form = useForm<RecordValues>({
    initialValues: corrected ? toRecordValues(corrected) : createRecordValues(opened),
    validateInputOnBlur: true,
    validate: (values) => drawProblemTexts(findProblems(values, kind)),
  })
  const draft = useDraft(corrected ? `correct:${corrected._id}` : `readings:${patient._id}`, form)
  const [tab, setTab] = useState<string | null>('round')
  const [isEmpty, setEmpty] = useState(false)
  const [confirmed, setConfirmed] = useState<ConfirmedValues>(new Map())
  const latest = useLatestValues(patient._id)
  const known: PatientContext = {
    dateOfBirth: patient.date_of_birth,
    last: corrected || !latest ? undefined : indexLastMeasured(latest),
  }
  const doubts = findDoubts(form.values, known)
  const isConfirmed = (name: QuantityName) => confirmed.get(name) === form.values[name as RecordFieldName]
  const body = useRef<HTMLFormElement>(null)
  const options = {
    inline: ['invalid'] as const,
    outdates: [readings.history, patients.get],
    onSuccess: () => {
      draft.clear()
      onDone()
    },
  }
  const record = useSend(readings.record, options)
  const correct = useSend(readings.correct, options)
  const fail = {
    onError: (error: { fields: readonly { field: string; message: string }[] }) =>
      show(error.fields.map(toFormProblem)),
  }

  function show(problems: readonly { field: string; message: string }[]) {
    form.setErrors(
      drawProblemTexts(Object.fromEntries(problems.map(({ field, message }) => [field, message]))),
    )
    const [first] = problems
    if (!first) return
    if (!corrected && first.field in form.values) {
      const isLater = laterFields.some((field) => field === first.field)
      const isRound = roundFields.some((field) => field === first.field)
      if (isLater || isRound) setTab(isLater ? 'later' : 'round')
    }
    setTimeout(() => body.current?.querySelector<HTMLElement>(`[name="${first.field}"]`)?.focus())
  }

  function submit() {
    if (record.isPending || correct.isPending) return
    const doubtful = [...doubts.keys()].filter((name) => !isConfirmed(name))
    const problems = Object.entries({
      ...Object.fromEntries(doubtful.map((name) => [name, 'implausible'])),
      ...findProblems(form.values, kind),
    })
    const sent = toReadings(form.values, kind, [...doubts.keys()].filter(isConfirmed))
    setEmpty(sent.length === 0)
    if (problems.length > 0)
      return show(problems.map(([field, message]) => ({ field, message: message ?? '' })))
    const [first] = sent
    if (!first) return
    if (corrected)
      correct.mutate(
        {
          patient_id: patient._id,
          corrects: corrected._id,
          corrects_measured_at: corrected.measured_at,
          reading: first,
        },
        fail,
      )
    else record.mutate({ patient_id: patient._id, readings: sent }, fail)
  }

  const setNow = () => {
    form.setFieldValue('date', toHospitalDate(new Date()))
    form.setFieldValue('time', formatHospitalTime(Date.now()))
  }
  const confirm = (name: QuantityName, isRight: boolean) => {
    const value = form.values[name as RecordFieldName]
    const others = [...confirmed].filter(([one]) => one !== name)
    setConfirmed(new Map(isRight && typeof value === 'number' ? [...others, [name, value]] : others))
    if (isRight) form.clearFieldError(name)
  }
  const doubtAbout = (name: RecordFieldName) => {
    if (!isQuantity(name)) return undefined
    const doubt = doubts.get(name)
    return (
      doubt && (
        <DoubtNotice
          doubt={doubt}
          text={(value) => `${value.toFixed(quantities[name].decimals)} ${unitText(name)}`}
          last={known.last?.get(name)}
          isConfirmed={isConfirmed(name)}
          onConfirm={(isRight) => confirm(name, isRight)}
        />
      )
    )
  }
  const field = (name: RecordFieldName) => (
    <RecordField key={name} name={name} form={form} patient={patient} doubt={doubtAbout(name)} />
  )
  return (
    <form
      ref={body}
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      onKeyDown={(event) => focusNextField(event, submit)}
    >
      {draft.isRestored && draft.savedAt && (
        <Alert icon={<IconRestore size={18} aria-hidden />} p="xs">
          {t('draft-restored', { time: formatTime(draft.savedAt, i18n.language, 'dd MMM yyyy hh:mm a') })}
        </Alert>
      )}
      {corrected && <p className={classes.kept}>{t('correct-keeps')}</p>}
      <div className={classes.when}>
        <DateField
          label={t('form.date')}
          size="md"
          maxDate={lastDate}
          {...form.getInputProps('date')}
          name="date"
        />
        <TextInput
          label={t('form.time')}
          size="md"
          inputMode="numeric"
          placeholder="00:00"
          autoComplete="off"
          {...form.getInputProps('time')}
          name="time"
          onBlur={() => form.setFieldValue('time', normalizeTime(form.values.time))}
        />
        <Button
          variant="default"
          size="md"
          leftSection={<IconClockCheck size={18} aria-hidden />}
          onClick={setNow}
        >
          {t('form.now')}
        </Button>
      </div>
      {corrected ? (
        <div className={classes.grid}>{listFormFields(corrected.kind).map(field)}</div>
      ) : (
        <Tabs value={tab} onChange={setTab} keepMounted>
          <Tabs.List mb="sm">
            <Tabs.Tab value="round">{t('form.round')}</Tabs.Tab>
            <Tabs.Tab value="later">{t('form.later')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="round">
            <div className={classes.grid}>{roundFields.map(field)}</div>
          </Tabs.Panel>
          <Tabs.Panel value="later">
            <div className={classes.grid}>{laterFields.map(field)}</div>
          </Tabs.Panel>
        </Tabs>
      )}
      <Textarea
        label={t('form.note')}
        size="md"
        autosize
        minRows={1}
        maxLength={500}
        {...form.getInputProps('note')}
        name="note"
      />
      <div className={classes.foot} aria-live="polite">
        {isEmpty && toReadings(form.values, kind).length === 0 && (
          <span className={classes.problem}>{t('form.nothing-filled')}</span>
        )}
        <Button type="submit" size="md" loading={record.isPending || correct.isPending}>
          {t(corrected ? 'form.save-correction' : 'form.save')}
        </Button>
      </div>
    </form>
  )
}

function drawProblemTexts(problems: Partial<Record<string, string>>): Record<string, ReactNode> {
  return Object.fromEntries(
    Object.entries(problems).map(([field, message]) => [
      field,
      <ProblemText key={field} message={message ?? ''} />,
    ]),
  )
}

/** Enter moves on as Tab does; Ctrl or ⌘ with Enter submits. */
function focusNextField(event: KeyboardEvent<HTMLFormElement>, submit: () => void) {
  const here = event.target
  if (event.key !== 'Enter' || !(here instanceof HTMLElement)) return
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault()
    submit()
    return
  }
  if (!(here instanceof HTMLInputElement || here instanceof HTMLSelectElement)) return
  event.preventDefault()
  const stops = [
    ...event.currentTarget.querySelectorAll<HTMLElement>('input, select, textarea, button[type="submit"]'),
  ].filter((one) => one.tabIndex >= 0 && !one.closest('[style*="display: none"]'))
  stops[stops.indexOf(here) + 1]?.focus()
}

const findProblems = (values: RecordValues, kind: Reading['kind'] | undefined) =>
  findRecordProblems(values, Date.now(), kind)
const isQuantity = (name: RecordFieldName): name is RecordFieldName & QuantityName => name in quantities

type RecordFieldProps = { name: RecordFieldName; form: RecordFormState; patient: Patient; doubt: ReactNode }

function RecordField({ name, form, patient, doubt }: RecordFieldProps) {
  const { t } = useTranslation('readings')
  const unitText = useUnitText()
  const { error, ...input } = form.getInputProps(name)
  const label = useVitalName()(name)
  const told = error ?? findPressureProblem(name, form)
  const props = { ...input, error: told, label, size: 'md' as const, name }
  if (name === 'consciousness')
    return (
      <NativeSelect
        {...props}
        data={[
          { value: '', label: t('form.not-assessed') },
          ...consciousnessLevels.map((value) => ({ value, label: t(`consciousness.${value}`) })),
        ]}
      />
    )
  if (name === 'oxygen')
    return (
      <NativeSelect
        {...props}
        data={[
          { value: '', label: t('form.not-assessed') },
          { value: 'no', label: t('oxygen.no') },
          { value: 'yes', label: t('oxygen.yes') },
        ]}
      />
    )
  if (name === 'marker')
    return (
      <NativeSelect
        {...props}
        data={[
          { value: '', label: t('form.not-stated') },
          ...glucoseMarkers.map((value) => ({ value, label: t(`marker.${value}`) })),
        ]}
      />
    )
  const { decimals, min, max } = quantities[name]
  const unit = unitText(name)
  const typed = form.values[name]
  const isBeyond = typeof typed === 'number' && (typed < min || typed > max)
  return (
    <div>
      <UnitNumberField
        {...props}
        error={told && isBeyond ? t('form.between', { min, max, unit }) : told}
        unit={unit}
        decimalScale={decimals}
        allowDecimal={decimals > 0}
      />
      <TypedClassification name={name} form={form} patient={patient} />
      {doubt}
    </div>
  )
}

/** Shown while typing, not only on submit. */
function findPressureProblem(name: RecordFieldName, { values }: RecordFormState): ReactNode {
  const { systolic, diastolic } = values
  if (name !== 'diastolic' || typeof systolic !== 'number' || typeof diastolic !== 'number') return undefined
  const isWhole = diastolic >= quantities.diastolic.min && systolic >= quantities.systolic.min
  return isWhole && systolic <= diastolic ? <ProblemText message="diastolic-above-systolic" /> : undefined
}

/** The band of a value, as soon as the typed text is a value. */
function TypedClassification({
  name,
  form,
  patient,
}: {
  name: QuantityName
  form: RecordFormState
  patient: Patient
}) {
  const { t } = useTranslation('readings')
  const { values } = form
  const value = values[name as RecordFieldName]
  const { min, max } = quantities[name]
  if (typeof value !== 'number' || value < min || value > max) return null
  let meaning: Classification | undefined
  let note = ''
  if (name === 'systolic') return null
  if (name === 'diastolic') {
    const { systolic } = values
    if (typeof systolic !== 'number' || systolic <= value) return null
    meaning = classifyPressure({ systolic, diastolic: value }, patient, values.date)
    note = t('form.map', { map: computeMeanArterialPressure(systolic, value) })
  } else {
    const marker = glucoseMarkers.find((one) => one === values.marker)
    meaning = classifyValue(name, value, patient, { date: values.date, marker })
  }
  return (
    <span className={classes.meanwhile} aria-live="polite">
      <BandBadge meaning={meaning} />
      {note}
    </span>
  )
}
