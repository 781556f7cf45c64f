import { Button, Group, Stack } from '@mantine/core'
import { admissions, type Input, type StayHistory } from 'contract'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api/client.ts'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { focusFirstProblem, useSchemaForm } from '../../ui/form/schema-form.tsx'
import { formatPatientName } from '../../ui/person-name.ts'
import { MoreAdmissionFields, NeededAdmissionFields, toAdmissionValues } from './admission-fields.tsx'
import { outdatedByStay } from './queries.ts'
import { StayFailure } from './stay-failure.tsx'
import { showStayFailure, stayFailures } from './use-stay-act.ts'

type StayDialogProps = { stay: StayHistory; opened: boolean; onClose: () => void }

/** Changes what was asked at the admission. */
export function EditAdmissionDialog({ stay, opened, onClose }: StayDialogProps) {
  const { t } = useTranslation('admissions')
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      isWide
      title={t('edit-title', { person: formatPatientName(stay.patient) })}
    >
      {opened && <EditAdmissionForm stay={stay} onClose={onClose} />}
    </Dialog>
  )
}

function EditAdmissionForm({ stay, onClose }: Omit<StayDialogProps, 'opened'>) {
  const { t } = useTranslation(['admissions', 'ui'])
  const form = useSchemaForm({
    schema: admissions.update.body,
    initialValues: {
      ...toAdmissionValues(stay),
      patient_id: stay.patient._id,
      stay_id: stay._id,
      version: stay.version,
    },
  })
  const send = useSend(admissions.update, {
    inline: stayFailures,
    outdates: outdatedByStay,
    onSuccess: onClose,
  })
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (values) =>
          send.mutate(values as Input<typeof admissions.update>, { onError: showStayFailure(form) }),
        (errors) => focusFirstProblem(form, errors),
      )}
    >
      <Stack gap="md">
        <NeededAdmissionFields form={form} />
        <MoreAdmissionFields form={form} />
        <StayFailure error={send.error} />
        <Group justify="flex-end">
          <Button variant="default" size="md" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button type="submit" size="md" loading={send.isPending}>
            {t('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
