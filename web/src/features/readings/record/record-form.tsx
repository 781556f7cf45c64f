import { Alert, Button, NativeSelect, Tabs, Textarea } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { IconRestore } from '@tabler/icons-react'
import {
  computeMeanArterialPressure,
  consciousnessLevels,
  indexLastMeasured,
  isPressureReversed,
  type MeasuredValue,
  type Patient,
  patients,
  type QuantityName,
  quantities,
  type Reading,
  readings,
  summary,
  toDeviceBounds,
} from 'contract'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../../api/client.ts'
import { useVitalName } from '../../../clinical/use-vital-name.ts'
import { BeyondField } from '../../../clinical/vitals/beyond-field.tsx'
import { findGlucoseRival } from '../../../clinical/vitals/glucose-rivals.ts'
import { useConfirmedValues } from '../../../clinical/vitals/use-confirmed-values.ts'
import { useDraft } from '../../../session/draft.ts'
import { formatTime } from '../../../ui/date/dates.ts'
import { TimeAgo } from '../../../ui/date/time-ago.tsx'
import { useToday } from '../../../ui/date/use-today.ts'
import { DoubtNotice } from '../../../ui/feedback/doubt-notice.tsx'
import { DateTimeField } from '../../../ui/form/date/date-time-field.tsx'
import { ProblemText } from '../../../ui/form/schema-form.tsx'
import { UnitNumberField } from '../../../ui/form/unit-number-field.tsx'
import { writeNumber } from '../../../ui/write-number.ts'
import { BandBadge } from '../band-badge.tsx'
import { type Classification, classifyPressure, classifyValue } from '../bands.ts'
import { useLatestValues, useScaledPatient } from '../queries.ts'
import { useBoundsText } from '../use-bounds-text.ts'
import { useUnitText } from '../use-unit-text.ts'
import classes from './record-form.module.css'
import {
  createRecordValues,
  findDoubts,
  findRecordProblems,
  laterFields,
  listFormFields,
  mealMarkers,
  type PatientContext,
  type RecordFieldName,
  type RecordValues,
  readTypedComa,
  roundFields,
  toFormProblem,
  toReadings,
  toRecordValues,
  toTypedMinute,
} from './record-values.ts'

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
  const [opened] = useState(() => Date.now())
  const lastDate = useToday()
  const unitText = useUnitText()
  const form = useForm<RecordValues>({
    initialValues: corrected ? toRecordValues(corrected) : createRecordValues(opened),
    validateInputOnBlur: true,
    validate: (values) => drawProblemTexts(findProblems(values, corrected)),
  })
  const draft = useDraft(corrected ? `correct:${corrected._id}` : `readings:${patient._id}`, form)
  // A draft is of the time at which it was typed.
  const [isNow, setIsNow] = useState(!corrected && !draft.isRestored)
  const [tab, setTab] = useState<string | null>('round')
  const [isEmpty, setEmpty] = useState(false)
  const { isConfirmed, confirm } = useConfirmedValues(form.values)
  const latest = useLatestValues(patient._id)
  const known: PatientContext = {
    dateOfBirth: patient.date_of_birth,
    last: corrected || !latest ? undefined : indexLastMeasured(latest),
  }
  const doubts = findDoubts(form.values, known)
  const body = useRef<HTMLFormElement>(null)
  const options = {
    inline: ['invalid'] as const,
    outdates: [readings.history, readings.flowsheet, patients.get, summary.get, summary.timeline],
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
    focusField(first.field)
  }

  function focusField(name: string) {
    setTimeout(() => body.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus())
  }

  function submit() {
    if (record.isPending || correct.isPending) return
    const written = isNow ? { ...form.values, ...getPresentMinute() } : form.values
    const doubtful = [...doubts.keys()].filter((name) => !isConfirmed(name))
    const problems = Object.entries({
      ...Object.fromEntries(doubtful.map((name) => [name, 'implausible'])),
      ...findProblems(written, corrected),
    })
    const sent = toReadings(written, corrected, [...doubts.keys()].filter(isConfirmed))
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

  const changeTime = () => {
    form.setValues(getPresentMinute())
    setIsNow(false)
    focusField('time')
  }
  const renderDoubt = (name: RecordFieldName) => {
    if (!isQuantity(name)) return undefined
    const doubt = doubts.get(name)
    return (
      doubt && (
        <DoubtNotice
          doubt={doubt}
          text={(value) => `${writeNumber(value, quantities[name].decimals)} ${unitText(name)}`}
          last={known.last?.get(name)}
          isConfirmed={isConfirmed(name)}
          onConfirm={(isRight) => {
            confirm(name, isRight)
            if (isRight) form.clearFieldError(name)
          }}
        />
      )
    )
  }
  const [firstField] = corrected ? listFormFields(corrected.kind) : roundFields
  const field = (name: RecordFieldName) => (
    <RecordField
      key={name}
      name={name}
      form={form}
      patient={patient}
      last={isQuantity(name) ? known.last?.get(name) : undefined}
      doubt={renderDoubt(name)}
      isFirst={name === firstField}
    />
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
          {t('draft-restored', { time: formatTime(draft.savedAt, i18n.language, 'dd MMM yyyy HH:mm') })}
        </Alert>
      )}
      {corrected && <p className={classes.kept}>{t('correct-keeps')}</p>}
      {isNow ? (
        <p className={classes.now}>
          {t('form.measured')} <strong>{t('form.just-now')}</strong>
          <Button variant="subtle" size="md" px="xs" onClick={changeTime}>
            {t('form.change-time')}
          </Button>
        </p>
      ) : (
        <DateTimeField
          maxDate={lastDate}
          date={{ ...form.getInputProps('date'), name: 'date' }}
          time={{ ...form.getInputProps('time'), name: 'time' }}
        />
      )}
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
        {isEmpty && toReadings(form.values, corrected).length === 0 && (
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

const getPresentMinute = () => toTypedMinute(Date.now())

const findProblems = (values: RecordValues, corrected: Reading | undefined) =>
  findRecordProblems(values, Date.now(), corrected)
const isQuantity = (name: RecordFieldName): name is RecordFieldName & QuantityName => name in quantities

type RecordFieldProps = {
  name: RecordFieldName
  form: RecordFormState
  patient: Patient
  last: MeasuredValue | undefined
  doubt: ReactNode
  /** Has the focus when the form opens. */
  isFirst: boolean
}

function RecordField({ name, form, patient, last, doubt, isFirst }: RecordFieldProps) {
  const { t } = useTranslation('readings')
  const unitText = useUnitText()
  const boundsText = useBoundsText()
  const { error, onChange, ...input } = form.getInputProps(name)
  const label = useVitalName('form')(name)
  const told = error ?? findPressureProblem(name, form)
  const props = {
    ...input,
    onChange: (change: unknown) => {
      const rival = findGlucoseRival(name)
      if (rival && change !== '') form.setFieldValue(rival, '')
      onChange(change)
    },
    error: told,
    label,
    size: 'md' as const,
    name,
    'data-autofocus': isFirst || undefined,
  }
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
  if (name === 'beyond') return <BeyondField {...props} />
  if (name === 'marker')
    return (
      <NativeSelect
        {...props}
        data={[
          { value: '', label: t('marker.no_marker') },
          ...mealMarkers.map((value) => ({ value, label: t(`marker.${value}`) })),
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
        error={told && isBeyond ? boundsText(name) : told}
        // A doubt shows the last value itself.
        description={last && !doubt && <LastValue last={last} decimals={decimals} />}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        unit={unit}
        decimalScale={decimals}
        allowDecimal={decimals > 0}
      />
      <TypedClassification name={name} form={form} patient={patient} />
      {doubt}
    </div>
  )
}

function LastValue({ last: { value, measured_at }, decimals }: { last: MeasuredValue; decimals: number }) {
  const { t } = useTranslation('readings')
  return (
    <>
      {t('form.last', { value: writeNumber(value, decimals) })} · <TimeAgo at={measured_at} />
    </>
  )
}

/** Shown while typing, not only on submit; a number that is lower than devices show may not be typed to its end. */
function findPressureProblem(name: RecordFieldName, { values }: RecordFormState): ReactNode {
  const { systolic, diastolic } = values
  if (name !== 'diastolic' || typeof systolic !== 'number' || typeof diastolic !== 'number') return undefined
  const isWhole =
    diastolic >= toDeviceBounds(quantities.diastolic).min &&
    systolic >= toDeviceBounds(quantities.systolic).min
  return isWhole && isPressureReversed(systolic, diastolic) ? (
    <ProblemText message="diastolic-above-systolic" />
  ) : undefined
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
  const scaled = useScaledPatient(patient)
  const { values } = form
  const value = values[name as RecordFieldName]
  const { min, max } = quantities[name]
  if (typeof value !== 'number' || value < min || value > max) return null
  let meaning: Classification | undefined
  let note = ''
  if (name === 'systolic') return null
  if (name === 'diastolic') {
    const { systolic } = values
    if (typeof systolic !== 'number' || isPressureReversed(systolic, value)) return null
    meaning = classifyPressure({ systolic, diastolic: value }, scaled, values.date)
    note = t('form.map', { map: computeMeanArterialPressure(systolic, value) })
  } else if (name === 'gcs_motor') {
    const { parts, total = null } = readTypedComa(values) ?? {}
    note = total === null ? t('form.coma-parts', { parts }) : t('form.coma', { parts, total })
  } else {
    const marker = mealMarkers.find((one) => one === values.marker)
    meaning = classifyValue(name, value, scaled, { date: values.date, marker })
  }
  return (
    <span className={classes.meanwhile} aria-live="polite">
      <BandBadge meaning={meaning} />
      {note}
    </span>
  )
}
