import { Button, Stack } from '@mantine/core'
import {
  type Form,
  type FormRecord,
  findLaterWriter,
  formRecords,
  holds,
  isCrewField,
  isFinishedApart,
  isSettled,
  mayAnswer,
  type Permission,
} from 'contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api/client.ts'
import { useUser } from '../../session/signed-in.tsx'
import { describeFailure } from '../../ui/feedback/call-toasts.ts'
import { FailureAlert } from '../../ui/feedback/failure-alert.tsx'
import { Section } from '../../ui/section.tsx'
import { formCalls } from './calls.ts'
import { RecordSections } from './record-sections.tsx'
import type { RecordStore } from './record-store.ts'
import { SavingState } from './saving-state.tsx'
import { useFormTexts } from './use-form-texts.ts'
import { RecordContext, useRecord, useRecordStore } from './use-record.ts'

/**
 * The form with the sections alone that the user writes into a record that is complete, or, as its crew, into a draft
 * of others; undefined if there are none.
 */
export function pickLater(
  form: Form,
  record: FormRecord,
  permissions: readonly Permission[],
): Form | undefined {
  if (record.state === 'void' || record.is_hidden) return undefined
  const answers = record.answers as Parameters<typeof holds>[1]
  const sections = form.sections.filter((section) => {
    if (record.state === 'draft')
      return (
        mayAnswer(record.form, new Set(permissions)) &&
        holds(section.shown, answers) &&
        Object.keys(section.fields).every((field) => isCrewField(form.name, field))
      )
    const writer = findLaterWriter(section, record.state)
    const isClosed = Object.keys(section.fields).some((field) => isSettled(field, record.state, answers))
    const isFinished = record.finished.some((one) => one.section === section.name)
    return writer && permissions.includes(writer) && holds(section.shown, answers) && !isClosed && !isFinished
  })
  return sections.length > 0 ? { ...form, sections } : undefined
}

/** What is written beside the others' record, such as the appraisal by the emergency room. */
export function LaterSections({ store }: { store: RecordStore }) {
  const { t } = useTranslation('forms')
  const [open, setOpen] = useState<string>()
  const isCrew = store.getRecord().state === 'draft'
  useEffect(
    () => () => {
      void store.flush()
    },
    [store],
  )
  return (
    <RecordContext value={store}>
      <Section title={t(isCrew ? 'crew-part' : 'later')}>
        <p>{t(isCrew ? 'crew-hint' : 'later-hint')}</p>
        <RecordSections open={open} onOpen={setOpen} />
        <SavingState />
        {!isCrew &&
          store.form.sections
            .filter(isFinishedApart)
            .map(({ name }) => <FinishSection key={name} section={name} onMissing={() => setOpen(name)} />)}
      </Section>
    </RecordContext>
  )
}

type FinishProps = { section: string; onMissing: () => void }

/** Says that a section is done: from then on it is corrected by addenda. */
function FinishSection({ section, onMissing }: FinishProps) {
  const { t } = useTranslation('forms')
  const store = useRecordStore()
  const { _id, form } = useRecord((one) => one.getRecord())
  const { formatSection, formatField } = useFormTexts(form)
  const [isFlushing, setFlushing] = useState(false)
  const send = useSend(formRecords.finishSection, {
    inline: ['form-incomplete', 'answers-differ', 'changed-meanwhile'],
    outdates: [formCalls[form].list],
    onError: ({ fields }) => {
      store.setProblems(fields)
      onMissing()
    },
  })
  const finish = async () => {
    setFlushing(true)
    if (await store.flush()) send.mutate({ _id, section, version: store.getRecord().version })
    setFlushing(false)
  }
  const missing = send.error?.fields.map(({ field }) => formatField(field.split('/').at(-1) ?? field)) ?? []
  return (
    <Stack gap="sm">
      {send.error && (
        <FailureAlert error={send.error}>
          {describeFailure(send.error)} {missing.join(' · ')}
        </FailureAlert>
      )}
      <Button
        size="md"
        loading={isFlushing || send.isPending}
        style={{ alignSelf: 'start' }}
        onClick={() => void finish()}
      >
        {t('finish-section', { section: formatSection(section) })}
      </Button>
    </Stack>
  )
}

export function useLaterForm(form: Form | undefined, record: FormRecord): Form | undefined {
  const { permissions } = useUser()
  return form && pickLater(form, record, permissions)
}
