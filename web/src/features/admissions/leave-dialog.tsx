import { Button, Checkbox, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { admissions, type Stay } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api/client.ts'
import { useToday } from '../../ui/date/use-today.ts'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { DateField } from '../../ui/form/date-field.tsx'
import { focusFirstProblem, ProblemText, useSchemaForm } from '../../ui/form/schema-form.tsx'
import { completeTypedTime, parseTypedInstant } from '../../ui/form/typed-time.ts'
import { formatPatientName } from '../../ui/person-name.ts'
import { outdatedByStay } from './queries.ts'
import { StayFailure } from './stay-failure.tsx'
import { showStayFailure, stayFailures } from './use-stay-act.ts'

type LeaveDialogProps = { stay: Stay; opened: boolean; onClose: () => void }

/** Lets an admitted patient leave for a time, with the bed held or given up. */
export function LeaveDialog({ stay, opened, onClose }: LeaveDialogProps) {
  const { t } = useTranslation('admissions')
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('leave-title', { person: formatPatientName(stay.patient) })}
    >
      {opened && <LeaveForm stay={stay} onClose={onClose} />}
    </Dialog>
  )
}

function LeaveForm({ stay, onClose }: Omit<LeaveDialogProps, 'opened'>) {
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
  const send = useSend(admissions.leave, {
    inline: stayFailures,
    outdates: outdatedByStay,
    onSuccess: onClose,
  })
  const due = form.errors['due_back_at'] ?? (isWrong && <ProblemText message="date-invalid" />)
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (values) => {
          const at = parseTypedInstant(date, time)
          setWrong(at === undefined)
          if (at === undefined) return
          send.mutate(
            { ...values, due_back_at: new Date(at).toISOString() },
            { onError: showStayFailure(form) },
          )
        },
        (errors) => focusFirstProblem(form, errors),
      )}
    >
      <Stack gap="md">
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
        <StayFailure error={send.error} />
        <Group justify="flex-end">
          <Button variant="default" size="md" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button type="submit" size="md" loading={send.isPending}>
            {t('leave')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
