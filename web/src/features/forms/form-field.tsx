import { Select } from '@mantine/core'
import {
  type Answer,
  type AnswerField,
  clinicalOptions,
  type EmptyReason,
  emptyReasons,
  findFieldByPath,
  holds,
  hospitalNameFields,
  isAdvanced,
  isCallOld,
  isClinician,
  isDoubtful,
  isReason,
  listOptions,
  listShownOptions,
  mayBeConfirmed,
  parseAnswerPath,
  type Rows,
  readTextAnswer,
  standsAlone,
  stepNames,
  toConfirmationPath,
} from 'contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../session/signed-in.tsx'
import { toHospitalDate } from '../../ui/date/dates.ts'
import { useToday } from '../../ui/date/use-today.ts'
import { Fact, Facts } from '../../ui/fact.tsx'
import { actAfterPress } from '../../ui/form/after-press.ts'
import { ChoiceChips } from '../../ui/form/choice-chips.tsx'
import { DateField } from '../../ui/form/date/date-field.tsx'
import { DateTimeField } from '../../ui/form/date/date-time-field.tsx'
import { formatTypedTime, parseTypedInstant } from '../../ui/form/date/typed-time.ts'
import { parseTypedNumber } from '../../ui/form/parse-typed-number.ts'
import { UnitNumberField } from '../../ui/form/unit-number-field.tsx'
import { ConfirmButton } from './completion/confirm-button.tsx'
import { PatientAnswer } from './fields/patient-answer.tsx'
import { StepNote } from './fields/step-note.tsx'
import { TextAnswer } from './fields/text-answer.tsx'
import { useInputProps } from './fields/use-input-props.tsx'
import classes from './forms.module.css'
import { readKnownTime, readServerTime } from './offline/outbox.ts'
import { OtherAnswers } from './other-answers.tsx'
import { HospitalPicker } from './place/hospital-picker.tsx'
import { SubDistrictPicker } from './place/sub-district-picker.tsx'
import { StoryWriter } from './story/story-writer.tsx'
import { useAnswerText } from './use-answer-text.ts'
import { useFieldTexts } from './use-form-texts.ts'
import { readAnswerByPath, useAnswer, useIsShown, useRecord, useRecordStore } from './use-record.ts'

/** One field of the open record, while its conditions show it. */
export function FormField({ path }: { path: string }) {
  const store = useRecordStore()
  const isShown = useIsShown(path)
  const place = parseAnswerPath(path)
  const field = place && findFieldByPath(store.form, place)
  if (!isShown || field === undefined || field === 'row') return null
  if (field.isKnown) return <KnownAnswer path={path} field={field} />
  return (
    <div className={classes.field} data-answer={path}>
      <AnswerInput path={path} field={field} />
      {path === 'sub_district' && <SubDistrictPicker path={path} />}
      {Object.hasOwn(hospitalNameFields, path) && <HospitalPicker path={path} />}
      {stepNames.includes(path) && <OpenStepNote field={path} />}
      <StoryWriter path={path} />
      <OtherAnswers path={path} field={field} />
    </div>
  )
}

function OpenStepNote({ field }: { field: string }) {
  const steps = useRecord((store) => store.getRecord().steps)
  return <StepNote steps={steps} field={field} />
}

type InputProps = { path: string; field: AnswerField }

/** What the panel knows and nobody writes here; nothing while it knows nothing. */
function KnownAnswer({ path, field }: InputProps) {
  const store = useRecordStore()
  const { label } = useFieldTexts(path)
  const write = useAnswerText(store.getRecord().form)
  const answer = useAnswer(path)
  if (answer === null) return null
  return (
    <Facts>
      <Fact label={label}>{write(field, answer)}</Fact>
    </Facts>
  )
}

function AnswerInput({ path, field }: InputProps) {
  const input =
    field.kind === 'text' ? <TextAnswer path={path} field={field} /> : <ValueInput {...{ path, field }} />
  if (!field.mayGiveReason) return input
  return (
    <div>
      {input}
      <ReasonInput path={path} />
    </div>
  )
}

/** Why there is no answer: offered beside the field, so that nobody has to invent one. */
function ReasonInput({ path }: { path: string }) {
  const { t } = useTranslation('forms')
  const store = useRecordStore()
  const { label, formatReason } = useFieldTexts(path)
  const reason = useRecord((one) => readReason(readAnswerByPath(one, path)))
  if (reason === undefined) return null
  return (
    <label className={classes.reason}>
      <span>{t('why-empty')}</span>
      <select
        aria-label={t('why-empty-of', { field: label })}
        value={reason}
        onChange={({ currentTarget: { value } }) => {
          const chosen = emptyReasons.find((one) => one === value)
          store.say(path, chosen ? { reason: chosen } : null)
        }}
      >
        <option value="">–</option>
        {emptyReasons.map((one) => (
          <option key={one} value={one}>
            {formatReason(one)}
          </option>
        ))}
      </select>
    </label>
  )
}

/** The reason that stands for an answer, an empty one if there is neither; undefined if there is an answer. */
function readReason(answer: Answer | null): EmptyReason | '' | undefined {
  if (answer === null) return ''
  return isReason(answer) ? answer.reason : undefined
}

function ValueInput({ path, field }: { path: string; field: Exclude<AnswerField, { kind: 'text' }> }) {
  const given = useAnswer(path)
  const answer = isReason(given) ? null : given
  switch (field.kind) {
    case 'number':
      return <NumberAnswer path={path} field={field} answer={answer} />
    case 'instant':
      return <InstantAnswer path={path} field={field} answer={answer} />
    case 'date':
      return <DateAnswer path={path} answer={answer} />
    case 'yes-no':
      return <YesNoAnswer path={path} answer={answer} />
    case 'choice':
      return <ChoiceAnswer path={path} field={field} answer={answer} />
    case 'choices':
      return field.advanced || clinicalOptions[field.options] ? (
        <LimitedChoices path={path} field={field} answer={answer} />
      ) : (
        <ChoiceAnswer path={path} field={field} answer={answer} />
      )
    case 'link':
      return <PatientAnswer path={path} answer={answer} />
  }
}

type ValueProps<Kind extends AnswerField['kind']> = {
  path: string
  field: Extract<AnswerField, { kind: Kind }>
  answer: Answer | null
}

/** What is typed is kept as it is until the field is left: an answer is written only when it can be stored. */
function useTyped(
  path: string,
  stored: string,
): [typed: string, type: (text: string) => void, leave: () => void] {
  const store = useRecordStore()
  const [typed, setTyped] = useState<string>()
  const leave = () => {
    if (store.getProblem(path) === undefined) setTyped(undefined)
  }
  return [typed ?? stored, setTyped, leave]
}

function NumberAnswer({ path, field, answer }: ValueProps<'number'>) {
  const { t } = useTranslation('forms')
  const store = useRecordStore()
  const { formatUnit } = useFieldTexts(path)
  const { error, ...props } = useInputProps(path)
  const [typed, type, leave] = useTyped(path, typeof answer === 'number' ? String(answer) : '')
  const [least, most] = field.possible
  const isImpossible = typed !== '' && (Number(typed) < least || Number(typed) > most)
  const isUnusual =
    typeof answer === 'number' &&
    mayBeConfirmed(path, field) &&
    (!field.plausible || answer < field.plausible[0] || answer > field.plausible[1])
  return (
    <>
      <UnitNumberField
        {...props}
        size="md"
        unit={field.unit ? formatUnit(field.unit) : ''}
        decimalScale={field.decimals}
        allowDecimal={field.decimals > 0}
        allowNegative={least < 0}
        value={typed}
        error={error && isImpossible ? t('between', { least, most }) : error}
        {...(isUnusual && { description: <DoubtHint path={path} field={field} answer={answer} /> })}
        onChange={(given) => {
          type(String(given))
          const number = parseTypedNumber(given)
          if (number !== undefined) store.say(path, number)
        }}
        onBlur={() => actAfterPress(leave)}
      />
      {isUnusual && <Unconfirmed path={path} field={field} label={props.label} answer={answer} />}
    </>
  )
}

type UnusualProps = { path: string; field: AnswerField; answer: number | string }

/** What is to be said of a number or a time outside of the usual: nothing if what stands beside it explains it. */
function useDoubt({ path, field, answer }: UnusualProps): 'doubtful' | 'confirmed' | undefined {
  return useRecord((store) => {
    const { field: name, row, inner = name } = parseAnswerPath(path) ?? { field: path }
    const answers = store.getAnswers()
    if (field.kind === 'instant' && store.listFilledTimes().includes(path)) return undefined
    const beside = row === undefined ? answers : ((answers[name] as Rows | undefined)?.[row] ?? {})
    if (!isDoubtful(inner, field, beside, { answers, now: readKnownTime() })) return undefined
    return readAnswerByPath(store, toConfirmationPath(path)) === answer ? 'confirmed' : 'doubtful'
  })
}

function DoubtHint(props: UnusualProps) {
  const { t } = useTranslation('forms')
  const doubt = useDoubt(props)
  return doubt && t(doubt)
}

/** Where something unusual is typed, it can be said to be right. */
function Unconfirmed({ label, ...props }: UnusualProps & { label: string }) {
  const { path, field, answer } = props
  const { t } = useTranslation('forms')
  const write = useAnswerText(useRecordStore().getRecord().form)
  if (useDoubt(props) !== 'doubtful') return null
  const name = t('completion.right-of', { field: label, value: write(field, answer) })
  return (
    <div className={classes.unconfirmed}>
      <ConfirmButton path={path} answer={answer} name={name} />
    </div>
  )
}

function InstantAnswer({ path, field, answer }: ValueProps<'instant'>) {
  const { t } = useTranslation('forms')
  const store = useRecordStore()
  const { label, required, error } = useInputProps(path)
  const isOldCall = useRecord(
    (one) =>
      one.form.name === 'ambulance-request' &&
      path === 'received_at' &&
      isCallOld(one.getAnswers(), Date.now()),
  )
  const stored =
    typeof answer === 'string'
      ? { date: toHospitalDate(answer), time: formatTypedTime(Date.parse(answer)) }
      : { date: '', time: '' }
  const [typed, setTyped] = useState<{ date: string; time: string }>()
  const parts = typed ?? stored
  const change = (next: Partial<typeof stored>) => setTyped((before) => ({ ...(before ?? stored), ...next }))
  useEffect(() => {
    if (!typed) return
    const at = parseTypedInstant(typed.date, typed.time)
    if (at !== undefined) store.say(path, new Date(at).toISOString())
    else if (typed.date === '' && typed.time === '') store.say(path, null)
  }, [typed, store, path])
  return (
    <fieldset className={classes.instant}>
      <legend>
        {label}
        {required && (
          <span aria-hidden className={classes.star}>
            {' *'}
          </span>
        )}
      </legend>
      <DateTimeField
        date={{ value: parts.date, onChange: (date) => change({ date }), error }}
        time={{
          value: parts.time,
          onChange: (time) => change({ time }),
          onBlur: () => actAfterPress(() => setTyped(undefined)),
        }}
        readNow={readServerTime}
      />
      {isOldCall && <p className={classes.doubt}>{t('call-old')}</p>}
      {field.near !== undefined && typeof answer === 'string' && (
        <>
          {!isOldCall && <DoubtLine path={path} field={field} answer={answer} />}
          <Unconfirmed path={path} field={field} label={label} answer={answer} />
        </>
      )}
    </fieldset>
  )
}

function DoubtLine(props: UnusualProps) {
  const { t } = useTranslation('forms')
  const doubt = useDoubt(props)
  return doubt ? <p className={classes.doubt}>{t(doubt)}</p> : null
}

function DateAnswer({ path, answer }: { path: string; answer: Answer | null }) {
  const store = useRecordStore()
  const today = useToday()
  const [typed, type, leave] = useTyped(path, typeof answer === 'string' ? answer : '')
  return (
    <DateField
      {...useInputProps(path)}
      size="md"
      value={typed}
      maxDate={today}
      onChange={(date) => {
        type(date)
        store.say(path, date === '' ? null : date)
      }}
      onBlur={() => actAfterPress(leave)}
    />
  )
}

function YesNoAnswer({ path, answer }: { path: string; answer: Answer | null }) {
  const { t } = useTranslation('forms')
  const store = useRecordStore()
  const value = typeof answer === 'boolean' ? (answer ? 'yes' : 'no') : ''
  return (
    <ChoiceChips<'yes' | 'no'>
      {...useInputProps(path)}
      choices={[
        { value: 'yes', label: t('yes') },
        { value: 'no', label: t('no') },
      ]}
      value={value}
      onChange={(chosen) => store.say(path, chosen === 'yes')}
    />
  )
}

/** A list of which some options are for advanced units or for clinicians alone. */
function LimitedChoices({ field, ...props }: ValueProps<'choices'>) {
  const { permissions } = useUser()
  const seesAll = isClinician((one) => permissions.includes(one))
  const isAdvancedUnit = useRecord((one) => holds(isAdvanced, one.getAnswers()))
  const withheld: readonly string[] = [
    ...(isAdvancedUnit ? [] : (field.advanced ?? [])),
    ...(seesAll ? [] : (clinicalOptions[field.options] ?? [])),
  ]
  const offered = (field.offered ?? listOptions(field)).filter((one) => !withheld.includes(one))
  return <ChoiceAnswer {...props} field={{ ...field, offered }} />
}

/** A field with more options than these is a search by name, and not a row of chips. */
const mostChips = 12

function ChoiceAnswer({ path, field, answer }: ValueProps<'choice' | 'choices'>) {
  const { t } = useTranslation('forms')
  const store = useRecordStore()
  const { formatOption } = useFieldTexts(path)
  const props = useInputProps(path)
  const chosen: readonly unknown[] = Array.isArray(answer) ? answer : [answer]
  const choices = listShownOptions(field, chosen).map((value) => ({
    value,
    label: formatOption(field.options, value),
  }))
  if (field.kind === 'choice' && choices.length > mostChips)
    return (
      <Select
        {...props}
        size="md"
        searchable
        clearable
        placeholder={t('choose')}
        nothingFoundMessage={t('none-fits')}
        data={choices}
        value={readTextAnswer(answer)}
        onChange={(chosen) => store.say(path, chosen)}
      />
    )
  if (field.kind === 'choice')
    return (
      <ChoiceChips<string>
        {...props}
        choices={choices}
        value={typeof answer === 'string' ? answer : ''}
        onChange={(chosen) => store.say(path, chosen)}
      />
    )
  const several = Array.isArray(answer) ? (answer as string[]) : []
  return (
    <ChoiceChips<string>
      {...props}
      multiple
      choices={choices}
      value={several}
      onChange={(next) => {
        // What excludes the others gives way to them, or they to it, whichever was chosen last.
        const added = next.find((one) => !several.includes(one))
        const kept =
          added !== undefined && standsAlone(field, added)
            ? [added]
            : next.filter((one) => !standsAlone(field, one) || next.length === 1)
        store.say(path, kept.length === 0 ? null : kept)
      }}
    />
  )
}
