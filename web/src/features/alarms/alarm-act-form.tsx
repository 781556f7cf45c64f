import { Alert, Button, NativeSelect, Text, Textarea } from '@mantine/core'
import { type Alarm, alarmOutcomes, type CallError, errorCodes, maxHighSnoozeMinutes } from 'contract'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStaffTypeName } from '../../clinical/staff/use-staff-type-name.ts'
import { useUser } from '../../session/signed-in.tsx'
import { describeFailure } from '../../ui/feedback/call-toasts.ts'
import { ChoiceChips } from '../../ui/form/choice-chips.tsx'
import { ProblemText } from '../../ui/form/schema-form.tsx'
import { formatStaffName } from '../../ui/person-name.ts'
import classes from './alarms.module.css'
import { useAcknowledge, useAssign, useClear, useDuties, useSnooze } from './queries.ts'
import { getClosingRequirement, listSnoozeMinutes } from './rules.ts'

export type AlarmAct = 'note' | 'snooze' | 'assign' | 'close'
type AlarmFormProps = { alarm: Alarm; onDone: () => void }

const noteLength = 500

export function AlarmActForm({ act, ...props }: AlarmFormProps & { act: AlarmAct }) {
  const forms = { note: NoteForm, snooze: SnoozeForm, assign: AssignAlarmForm, close: CloseForm }
  const Form = forms[act]
  return (
    <div className={classes.form}>
      <Form {...props} />
    </div>
  )
}

const isWorsened = (error: CallError | null): error is CallError =>
  error?.code === errorCodes['alarm-worsened']

/** Shown beside the action when the alarm got worse after the user had decided. */
export function WorsenedNotice({ error }: { error: CallError | null }) {
  if (!isWorsened(error)) return null
  return <Alert color="red">{describeFailure(error)}</Alert>
}

/**
 * The severity that the user saw when they opened the form: while they write, they may not look at the alarm. Once they
 * were refused and told so, it is the present one.
 */
function useSeenSeverity({ severity }: Alarm, error: CallError | null): Alarm['severity'] {
  const [atOpening] = useState(severity)
  return isWorsened(error) ? severity : atOpening
}

function NoteForm({ alarm, onDone }: AlarmFormProps) {
  const { t } = useTranslation('alarms')
  const [note, setNote] = useState('')
  const send = useAcknowledge()
  const severity = useSeenSeverity(alarm, send.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (note.trim()) send.mutate({ _id: alarm._id, severity, note }, { onSuccess: onDone })
  }
  return (
    <form className={classes.rows} onSubmit={submit}>
      <WorsenedNotice error={send.error} />
      <NoteField value={note} onChange={setNote} />
      <Button type="submit" size="md" disabled={!note.trim()} loading={send.isPending}>
        {t('form.save-note')}
      </Button>
    </form>
  )
}

function SnoozeForm({ alarm, onDone }: AlarmFormProps) {
  const { t } = useTranslation('alarms')
  const id = useId()
  const send = useSnooze()
  const severity = useSeenSeverity(alarm, send.error)
  return (
    <div className={classes.rows}>
      <WorsenedNotice error={send.error} />
      <Text id={id}>{t('form.snooze-for')}</Text>
      <div className={classes.acts} role="group" aria-labelledby={id}>
        {listSnoozeMinutes(alarm).map((minutes) => (
          <Button
            key={minutes}
            size="md"
            variant="default"
            disabled={alarm.snoozes_left === 0}
            loading={send.isPending && send.variables.minutes === minutes}
            onClick={() => send.mutate({ _id: alarm._id, severity, minutes }, { onSuccess: onDone })}
          >
            {t('form.minutes', { minutes })}
          </Button>
        ))}
      </div>
      <Text size="xs" c="dimmed">
        {t('form.snoozes-left', { count: alarm.snoozes_left })}
        {alarm.severity === 'high' && ` · ${t('form.high-snooze', { minutes: maxHighSnoozeMinutes })}`}
      </Text>
    </div>
  )
}

function AssignAlarmForm({ alarm, onDone }: AlarmFormProps) {
  const { t } = useTranslation('alarms')
  const { _id: me } = useUser()
  const nameStaffType = useStaffTypeName()
  const [chosen, setChosen] = useState('')
  const duties = useDuties().data
  const send = useAssign()
  const assign = (staff_id: string) => send.mutate({ _id: alarm._id, staff_id }, { onSuccess: onDone })
  const acting = duties?.acting ?? []
  const mayTake =
    acting.some(({ staff }) => staff.some(({ _id }) => _id === me)) && alarm.assigned_to?._id !== me
  return (
    <form
      className={classes.rows}
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen) assign(chosen)
      }}
    >
      <NativeSelect
        size="md"
        label={t('form.to')}
        disabled={!duties}
        value={chosen}
        onChange={({ currentTarget: { value } }) => setChosen(value)}
        data={[
          { value: '', label: t('form.choose') },
          ...acting
            .filter(({ staff }) => staff.length > 0)
            .map(({ type, staff }) => ({
              group: nameStaffType(type),
              items: staff.map((person) => ({ value: person._id, label: formatStaffName(person) })),
            })),
        ]}
      />
      <div className={classes.acts}>
        <Button type="submit" size="md" disabled={!chosen} loading={send.isPending}>
          {t('act.assign')}
        </Button>
        {mayTake && (
          <Button size="md" variant="default" disabled={send.isPending} onClick={() => assign(me)}>
            {t('form.me')}
          </Button>
        )}
      </div>
    </form>
  )
}

function CloseForm({ alarm, onDone }: AlarmFormProps) {
  const { t } = useTranslation(['alarms', 'validation'])
  const [note, setNote] = useState('')
  const [outcome, setOutcome] = useState<(typeof alarmOutcomes)[number]>()
  const [missing, setMissing] = useState<'outcome' | 'note'>()
  const send = useClear()
  const severity = useSeenSeverity(alarm, send.error)
  const needed = getClosingRequirement(alarm)
  const refused = (field: string) => {
    const message = send.error?.fields.find((problem) => problem.field === field)?.message
    if (message) return <ProblemText message={message} />
    return missing === field && <ProblemText message="field-required" />
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isMissing = needed === 'outcome' ? !outcome : needed === 'note' && !note.trim()
    setMissing(isMissing ? needed : undefined)
    if (isMissing) return
    send.mutate({ _id: alarm._id, severity, note, outcome: outcome ?? null }, { onSuccess: onDone })
  }
  return (
    <form className={classes.rows} onSubmit={submit} noValidate>
      <WorsenedNotice error={send.error} />
      <Text>
        {needed === 'outcome'
          ? t('form.outcome-needed')
          : needed === 'note'
            ? t('form.still')
            : t('form.over')}
      </Text>
      {needed === 'outcome' && (
        <ChoiceChips
          label={t('form.outcome')}
          required
          choices={alarmOutcomes.map((value) => ({ value, label: t(`outcome.${value}`) }))}
          {...(outcome && { value: outcome })}
          error={refused('outcome')}
          onChange={(value) => {
            setOutcome(value)
            setMissing(undefined)
          }}
        />
      )}
      <NoteField
        value={note}
        isRequired={needed === 'note'}
        error={refused('note')}
        onChange={(value) => {
          setNote(value)
          setMissing(undefined)
        }}
      />
      <Button type="submit" size="md" loading={send.isPending}>
        {t('act.close')}
      </Button>
    </form>
  )
}

type NoteFieldProps = {
  value: string
  isRequired?: boolean
  error?: ReactNode
  onChange: (note: string) => void
}

function NoteField({ value, isRequired = false, error, onChange }: NoteFieldProps) {
  const { t } = useTranslation('alarms')
  return (
    <Textarea
      label={t('form.note')}
      autosize
      minRows={2}
      maxLength={noteLength}
      required={isRequired}
      value={value}
      error={error}
      onChange={({ currentTarget: { value: note } }) => onChange(note)}
    />
  )
}
