import { Button, Stack } from '@mantine/core'
import {
  type Form,
  type FormRecord,
  findLaterWriter,
  findOthersWriter,
  formRecords,
  holds,
  isCrewField,
  isFinishedApart,
  isSettled,
  mayAnswer,
  mayAnswerField,
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
 * The form with the sections alone that the user writes into a record that is complete, or into a draft of others:
 * as the crew of a referral, or as a dispatcher or the emergency room beside the crew. Undefined if there are none.
 */
export function pickLater(
  form: Form,
  record: FormRecord,
  permissions: readonly Permission[],
): Form | undefined {
  if (record.state === 'void' || record.is_hidden) return undefined
  const answers = record.answers as Parameters<typeof holds>[1]
  const may = (writer: Permission | undefined) => writer !== undefined && permissions.includes(writer)
  const shown = form.sections.filter((section) => holds(section.shown, answers))
  const held = new Set(permissions)
  if (record.state === 'draft' && !mayAnswer(record.form, held)) return undefined
  const mayAnswerInDraft = (section: Form['sections'][number], name: string) =>
    record.is_of_others
      ? may(findOthersWriter(section, name))
      : isCrewField(form.name, name) && mayAnswerField(record.form, name, held)
  const sections =
    record.state === 'draft'
      ? shown.flatMap((section) => {
          const own = Object.entries(section.fields).filter(([name]) => mayAnswerInDraft(section, name))
          return own.length > 0 ? [{ ...section, fields: Object.fromEntries(own) }] : []
        })
      : shown.filter((section) => {
          const names = Object.keys(section.fields)
          const isClosed = names.some((field) => isSettled(field, record.state, answers))
          const isFinished = record.finished.some((one) => one.section === section.name)
          return may(findLaterWriter(section, record.state)) && !isClosed && !isFinished
        })
  return sections.length > 0 ? { ...form, sections } : undefined
}

const titles = { crew: 'crew-part', others: 'others-part', later: 'later' } as const
const hints = { crew: 'crew-hint', others: 'others-hint', later: 'later-hint' } as const

/** What is written beside the others' record, such as the appraisal by the emergency room. */
export function LaterSections({ store }: { store: RecordStore }) {
  const { t } = useTranslation('forms')
  const [open, setOpen] = useState<string>()
  const { state, is_of_others } = store.getRecord()
  const isDraft = state === 'draft'
  const part = isDraft ? (is_of_others ? 'others' : 'crew') : 'later'
  useEffect(
    () => () => {
      void store.flush()
    },
    [store],
  )
  return (
    <RecordContext value={store}>
      <Section title={t(titles[part])}>
        <p>{t(hints[part])}</p>
        <RecordSections open={open} onOpen={setOpen} />
        <SavingState />
        {!isDraft &&
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
