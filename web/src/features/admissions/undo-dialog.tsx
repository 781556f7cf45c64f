import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { admissions, correctionReasons, type Input, type Stay } from 'contract'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api/client.ts'
import { DangerButton } from '../../ui/danger-button.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { ChoiceChips } from '../../ui/form/choice-chips.tsx'
import { focusFirstProblem, useSchemaForm } from '../../ui/form/schema-form.tsx'
import { formatPatientName } from '../../ui/person-name.ts'
import { outdatedByStay } from './queries.ts'
import { StayFailure } from './stay-failure.tsx'
import { showStayFailure, stayFailures } from './use-stay-act.ts'

/** Undoing a discharge, or cancelling an admission that was made in error. */
export type Undoing = 'undo-discharge' | 'void'

type UndoDialogProps = { stay: Stay; what: Undoing | undefined; onClose: () => void }

/** Undoes a discharge or a whole admission, with its reason. */
export function UndoDialog({ stay, what, onClose }: UndoDialogProps) {
  const { t } = useTranslation('admissions')
  const person = formatPatientName(stay.patient)
  return (
    <Dialog
      opened={what !== undefined}
      onClose={onClose}
      title={what && t(what === 'void' ? 'void-title' : 'undo-title', { person })}
    >
      {what && <UndoForm stay={stay} what={what} onClose={onClose} />}
    </Dialog>
  )
}

function UndoForm({ stay, what, onClose }: UndoDialogProps & { what: Undoing }) {
  const { t } = useTranslation(['admissions', 'ui'])
  const endpoint = what === 'void' ? admissions.void : admissions.undoDischarge
  const form = useSchemaForm({
    schema: endpoint.body,
    initialValues: {
      patient_id: stay.patient._id,
      stay_id: stay._id,
      version: stay.version,
      reason: '' as (typeof correctionReasons)[number] | '',
      note: '',
    },
  })
  const send = useSend<typeof admissions.void | typeof admissions.undoDischarge>(endpoint, {
    inline: stayFailures,
    outdates: outdatedByStay,
    onSuccess: onClose,
  })
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (values) => send.mutate(values as Input<typeof admissions.void>, { onError: showStayFailure(form) }),
        (errors) => focusFirstProblem(form, errors),
      )}
    >
      <Stack gap="md">
        <Text>{what === 'void' ? t('void-text', { an: stay.an }) : t('undo-text')}</Text>
        <ChoiceChips
          {...form.getInputProps('reason')}
          label={t('reason')}
          required
          choices={correctionReasons.map((value) => ({ value, label: t(`correction-reasons.${value}`) }))}
        />
        <Textarea
          {...form.getInputProps('note')}
          label={t('note')}
          size="md"
          autosize
          minRows={2}
          maxLength={500}
        />
        <StayFailure error={send.error} />
        <Group justify="flex-end">
          <Button variant="default" size="md" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <DangerButton isFinal type="submit" loading={send.isPending}>
            {t(what)}
          </DangerButton>
        </Group>
      </Stack>
    </form>
  )
}
