import { Stack, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type HandoverRow, rounds } from 'contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api/client.ts'
import { useDraft } from '../../session/draft.ts'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { FormEnd } from '../../ui/feedback/form-end.tsx'
import { ProblemText } from '../../ui/form/schema-form.tsx'
import { formatPatientName } from '../../ui/person-name.ts'

type NoteDialogProps = { row: HandoverRow | undefined; onClose: () => void }

/** Writes a note for the next shift. What is typed is kept until it is saved. */
export function NoteDialog({ row, onClose }: NoteDialogProps) {
  const { t } = useTranslation('handover')
  return (
    <Dialog
      title={row && `${t('note.title')} · ${formatPatientName(row.patient)}`}
      opened={row !== undefined}
      onClose={onClose}
    >
      {row && <NoteForm patientId={row.patient._id} onDone={onClose} />}
    </Dialog>
  )
}

function NoteForm({ patientId, onDone }: { patientId: string; onDone: () => void }) {
  const { t } = useTranslation('handover')
  const form = useForm({ initialValues: { text: '' } })
  const draft = useDraft(`shift-note:${patientId}`, form)
  const [isTried, setTried] = useState(false)
  const send = useSend(rounds.note, {
    inline: true,
    outdates: [rounds.handover],
    onSuccess: () => {
      draft.clear()
      onDone()
    },
  })
  const { text } = form.values
  const refused = send.error?.fields.find(({ field }) => field === 'text')?.message
  const problem = refused ?? (isTried && !text.trim() ? 'field-required' : undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (text.trim() && !send.isPending) send.mutate({ patient_id: patientId, text })
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <Textarea
          data-autofocus
          size="md"
          label={t('note.label')}
          description={t('note.hint')}
          required
          autosize
          minRows={4}
          maxLength={1000}
          value={text}
          error={problem && <ProblemText message={problem} />}
          onChange={({ currentTarget: { value } }) => form.setFieldValue('text', value)}
        />
        <FormEnd
          action={t('note.save')}
          isPending={send.isPending}
          error={refused ? null : send.error}
          onCancel={onDone}
        />
      </Stack>
    </form>
  )
}
