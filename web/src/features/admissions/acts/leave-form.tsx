import { Checkbox, Group, Textarea, TextInput } from '@mantine/core'
import { admissions, type Stay } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useToday } from '../../../ui/date/use-today.ts'
import { DateField } from '../../../ui/form/date-field.tsx'
import { ProblemText, useSchemaForm } from '../../../ui/form/schema-form.tsx'
import { completeTypedTime, parseTypedInstant } from '../../../ui/form/typed-time.ts'
import { StayForm } from './stay-form.tsx'
import { useStayAct } from './use-stay-act.ts'

/** Lets an admitted patient leave for a time, with the bed held or given up. */
export function LeaveForm({ stay, onClose }: { stay: Stay; onClose: () => void }) {
  const { t } = useTranslation(['admissions', 'ui'])
  const [date, setDate] = useState(useToday())
  const [time, setTime] = useState('')
  const [isWrong, setWrong] = useState(false)
  const [opened] = useState(() => new Date().toISOString())
  const form = useSchemaForm({
    schema: admissions.leave.body,
    initialValues: {
      patient_id: stay.patient._id,
      stay_id: stay._id,
      version: stay.version,
      // What is sent is read from the two fields below.
      due_back_at: opened,
      holds_bed: stay.place?.kind === 'bed',
      note: '',
      relative: '',
    },
  })
  const send = useStayAct(admissions.leave, onClose)
  const due = form.errors['due_back_at'] ?? (isWrong && <ProblemText message="date-invalid" />)
  return (
    <StayForm
      form={form}
      send={send}
      action={t('leave')}
      toBody={(values) => {
        const at = parseTypedInstant(date, time)
        setWrong(at === undefined)
        return at === undefined ? undefined : { ...values, due_back_at: new Date(at).toISOString() }
      }}
      onClose={onClose}
    >
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
    </StayForm>
  )
}
