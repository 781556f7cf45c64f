import { Checkbox, Group, Text, Textarea, TextInput } from '@mantine/core'
import { admissions, type Stay } from 'contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toHospitalDate } from '../../../ui/date/dates.ts'
import { useToday } from '../../../ui/date/use-today.ts'
import { DateField } from '../../../ui/form/date/date-field.tsx'
import { SinceFields, useSince } from '../../../ui/form/date/since-fields.tsx'
import { completeTypedTime, formatTypedTime, parseTypedInstant } from '../../../ui/form/date/typed-time.ts'
import { ProblemText, useSchemaForm } from '../../../ui/form/schema-form.tsx'
import { StayForm } from './stay-form.tsx'
import { useStayAct } from './use-stay-act.ts'

/** Lets an admitted patient leave for a time, with the bed held or given up. */
export function LeaveForm({ stay, onClose }: { stay: Stay; onClose: () => void }) {
  const { t } = useTranslation('admissions')
  const due = useDue(null)
  const since = useSince()
  const form = useSchemaForm({
    schema: admissions.leave.body,
    initialValues: {
      patient_id: stay.patient._id,
      stay_id: stay._id,
      version: stay.version,
      // What is sent is read from the two fields below.
      due_back_at: due.opened,
      holds_bed: stay.place?.kind === 'bed',
      note: '',
      relative: '',
    },
  })
  const send = useStayAct(admissions.leave, onClose)
  return (
    <StayForm
      form={form}
      send={send}
      action={t('leave')}
      isTouched={due.isTouched || since.isTouched}
      toBody={(values) => {
        const [due_back_at, at] = [due.read(), since.read()]
        return due_back_at === undefined ? undefined : at && { ...values, due_back_at, ...at }
      }}
      onClose={onClose}
    >
      <DueFields {...due.fields} error={form.errors['due_back_at']} />
      <Textarea
        {...form.getInputProps('note')}
        label={t('leave-note')}
        size="md"
        required
        autosize
        minRows={2}
        maxLength={500}
      />
      <TextInput {...form.getInputProps('relative')} label={t('relative')} size="md" maxLength={200} />
      {stay.place?.kind === 'bed' && (
        <Checkbox
          label={t('holds-bed')}
          checked={form.values.holds_bed}
          onChange={({ currentTarget }) => form.setFieldValue('holds_bed', currentTarget.checked)}
        />
      )}
      <SinceFields {...since.fields} label={t('left-at')} error={form.errors['at']} />
    </StayForm>
  )
}

/** Takes a patient back from leave, into the held bed or to wait for one. */
export function ComeBackForm({ stay, onClose }: { stay: Stay; onClose: () => void }) {
  const { t } = useTranslation('admissions')
  const since = useSince()
  const form = useSchemaForm({
    schema: admissions.comeBack.body,
    initialValues: { patient_id: stay.patient._id, stay_id: stay._id, version: stay.version, note: '' },
  })
  const send = useStayAct(admissions.comeBack, onClose)
  const bed = stay.place?.bed?.label
  return (
    <StayForm
      form={form}
      send={send}
      action={t('back')}
      isTouched={since.isTouched}
      toBody={(values) => {
        const at = since.read()
        return at && { ...values, ...at }
      }}
      onClose={onClose}
    >
      <Text>
        HN {stay.patient.hn} · {bed === undefined ? t('waiting') : t('bed', { bed })}
      </Text>
      <SinceFields {...since.fields} label={t('back-at')} error={form.errors['at']} />
      <Textarea
        {...form.getInputProps('note')}
        label={t('note')}
        size="md"
        autosize
        minRows={1}
        maxLength={500}
      />
    </StayForm>
  )
}

/** Says anew when a patient on leave is due back. */
export function ChangeLeaveForm({ stay, onClose }: { stay: Stay; onClose: () => void }) {
  const { t } = useTranslation('admissions')
  const due = useDue(stay.place?.due_back_at ?? null)
  const form = useSchemaForm({
    schema: admissions.changeLeave.body,
    initialValues: {
      patient_id: stay.patient._id,
      stay_id: stay._id,
      version: stay.version,
      // What is sent is read from the two fields below.
      due_back_at: due.opened,
      note: '',
    },
  })
  const send = useStayAct(admissions.changeLeave, onClose)
  return (
    <StayForm
      form={form}
      send={send}
      action={t('change-leave')}
      isTouched={due.isTouched}
      toBody={(values) => {
        const due_back_at = due.read()
        return due_back_at === undefined ? undefined : { ...values, due_back_at }
      }}
      onClose={onClose}
    >
      <DueFields {...due.fields} error={form.errors['due_back_at']} />
      <Textarea
        {...form.getInputProps('note')}
        label={t('reason')}
        size="md"
        required
        autosize
        minRows={2}
        maxLength={500}
      />
    </StayForm>
  )
}

/** When a patient is due back, as it is typed; `known` is what was said before. */
function useDue(known: string | null) {
  const today = useToday()
  const [before] = useState({
    date: known === null ? today : toHospitalDate(new Date(known)),
    time: known === null ? '' : formatTypedTime(Date.parse(known)),
  })
  const [date, setDate] = useState(before.date)
  const [time, setTime] = useState(before.time)
  const [isWrong, setWrong] = useState(false)
  const [opened] = useState(() => new Date().toISOString())
  return {
    opened,
    isTouched: date !== before.date || time !== before.time,
    fields: { date, setDate, time, setTime, isWrong },
    /** The instant; undefined if it is none, which is then shown. */
    read(): string | undefined {
      const at = parseTypedInstant(date, time)
      setWrong(at === undefined)
      return at === undefined ? undefined : new Date(at).toISOString()
    },
  }
}

type DueFieldsProps = ReturnType<typeof useDue>['fields'] & { error: ReactNode }

function DueFields({ date, setDate, time, setTime, isWrong, error }: DueFieldsProps) {
  const { t } = useTranslation(['admissions', 'ui'])
  const due = error ?? (isWrong && <ProblemText message="date-invalid" />)
  return (
    <Group align="flex-start" grow>
      <DateField label={t('due-date')} size="md" required value={date} onChange={setDate} error={due} />
      <TextInput
        label={t('ui:time')}
        size="md"
        required
        inputMode="numeric"
        placeholder={t('ui:time-hint')}
        autoComplete="off"
        value={time}
        onChange={({ currentTarget }) => setTime(currentTarget.value)}
        onBlur={() => setTime(completeTypedTime(time))}
      />
    </Group>
  )
}
