import { Button, Group, SimpleGrid, Stack } from '@mantine/core'
import { admissions, type Input, type Patient } from 'contract'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api/client.ts'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { focusFirstProblem, useSchemaForm } from '../../ui/form/schema-form.tsx'
import { SinceFields, useSince } from '../../ui/form/since-fields.tsx'
import { formatPatientName } from '../../ui/person-name.ts'
import { MoreAdmissionFields, NeededAdmissionFields, toAdmissionValues } from './admission-fields.tsx'
import { PlaceFields } from './place-fields.tsx'
import { outdatedByStay } from './queries.ts'
import { StayFailure } from './stay-failure.tsx'
import { showStayFailure, stayFailures } from './use-stay-act.ts'

type AdmitDialogProps = { patient: Patient; opened: boolean; onClose: () => void }

/** Admits a patient to a ward, in a bed or waiting for one. */
export function AdmitDialog({ patient, opened, onClose }: AdmitDialogProps) {
  const { t } = useTranslation('admissions')
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      isWide
      title={t('admit-title', { person: formatPatientName(patient) })}
    >
      {opened && <AdmitForm patient={patient} onClose={onClose} />}
    </Dialog>
  )
}

function AdmitForm({ patient, onClose }: Omit<AdmitDialogProps, 'opened'>) {
  const { t } = useTranslation(['admissions', 'ui'])
  const since = useSince()
  const form = useSchemaForm({
    schema: admissions.admit.body,
    initialValues: {
      ...toAdmissionValues(undefined),
      patient_id: patient._id,
      ward_id: '',
      bed_id: null as string | null,
    },
  })
  const send = useSend(admissions.admit, {
    inline: stayFailures,
    outdates: outdatedByStay,
    onSuccess: onClose,
  })
  const { ward_id, bed_id } = form.values
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (values) => {
          const at = since.read()
          if (at)
            send.mutate(
              { ...(values as Input<typeof admissions.admit>), ...at },
              { onError: showStayFailure(form) },
            )
        },
        (errors) => focusFirstProblem(form, errors),
      )}
    >
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <PlaceFields
            wardId={ward_id}
            bedId={bed_id}
            onChange={(place) => form.setValues(place)}
            errors={{ ward: form.errors['ward_id'], bed: form.errors['bed_id'] }}
          />
        </SimpleGrid>
        <NeededAdmissionFields form={form} />
        <SinceFields {...since.fields} label={t('since')} />
        <details>
          <summary>{t('more-fields')}</summary>
          <Stack gap="md" mt="md">
            <MoreAdmissionFields form={form} />
          </Stack>
        </details>
        <StayFailure error={send.error} />
        <Group justify="flex-end">
          <Button variant="default" size="md" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button type="submit" size="md" loading={send.isPending}>
            {t('admit')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
