import { Button, Stack, Text, Textarea } from '@mantine/core'
import { type MergedRecord, patients } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BreakGlassForm, parseBlockedRecord } from '../../../../clinical/break-glass-form.tsx'
import { useMay } from '../../../../session/signed-in.tsx'
import { Dialog } from '../../../../ui/feedback/dialog.tsx'
import { omitFieldFailure } from '../../../../ui/feedback/failure-alert.tsx'
import { FormEnd } from '../../../../ui/feedback/form-end.tsx'
import { SchemaForm, showFieldProblems, useSchemaForm } from '../../../../ui/form/schema-form.tsx'
import { useSeparatePatient } from '../queries.ts'

type SeparateProps = {
  merged: Pick<MergedRecord, '_id' | 'hn'>
  /** The record that is used instead. */
  into: Pick<MergedRecord, 'hn'>
  takenNationalId: MergedRecord['taken_national_id']
}

/** Takes back that a record was merged; nothing for users who may not. */
export function SeparateButton(props: SeparateProps) {
  const { t } = useTranslation('patient-record')
  const maySeparate = useMay('patient:merge')
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  if (!maySeparate) return null
  return (
    <>
      <Button size="md" variant="default" onClick={() => setOpen(true)}>
        {t('merged.separate')}
      </Button>
      <Dialog title={t('merged.separate-title', { hn: props.merged.hn })} opened={isOpen} onClose={close}>
        {isOpen && <SeparateForm {...props} onClose={close} />}
      </Dialog>
    </>
  )
}

function SeparateForm({ merged, into, takenNationalId, onClose }: SeparateProps & { onClose: () => void }) {
  const { t } = useTranslation('patient-record')
  const form = useSchemaForm({
    schema: patients.separate.body,
    initialValues: { patient_id: merged._id, reason: '' },
  })
  const send = useSeparatePatient(onClose)
  const submit = () => send.mutate(form.values, { onError: ({ fields }) => showFieldProblems(form, fields) })
  const shut = parseBlockedRecord(send.error)
  if (shut) return <BreakGlassForm record={shut} onOpened={submit} />
  return (
    <SchemaForm form={form} onSubmit={submit}>
      <Stack gap="md">
        <Text>{t('merged.separate-text', { hn: merged.hn, into: into.hn })}</Text>
        {takenNationalId && (
          <Text>
            {t(
              takenNationalId === 'goes-back' ? 'merged.separate-gives-id-back' : 'merged.separate-keeps-id',
              { hn: merged.hn, into: into.hn },
            )}
          </Text>
        )}
        <Text>{t('merged.separate-allergies', { into: into.hn })}</Text>
        <Textarea
          {...form.getInputProps('reason')}
          label={t('merged.reason')}
          size="md"
          required
          autosize
          minRows={2}
          maxLength={500}
          data-autofocus
        />
        <FormEnd
          action={t('merged.separate')}
          isPending={send.isPending}
          error={omitFieldFailure(send.error)}
          onCancel={onClose}
        />
      </Stack>
    </SchemaForm>
  )
}
