import {
  type Form,
  type FormRecord,
  findLaterWriter,
  holds,
  isCrewField,
  isSettled,
  mayAnswer,
  type Permission,
} from 'contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../session/signed-in.tsx'
import { Section } from '../../ui/section.tsx'
import { RecordSections } from './record-sections.tsx'
import type { RecordStore } from './record-store.ts'
import { SavingState } from './saving-state.tsx'
import { RecordContext } from './use-record.ts'

/**
 * The form with the sections alone that the user writes into a record that is complete, or, as its crew, into a draft of others;
 * undefined if there are none.
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
    return writer && permissions.includes(writer) && holds(section.shown, answers) && !isClosed
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
      </Section>
    </RecordContext>
  )
}

export function useLaterForm(form: Form | undefined, record: FormRecord): Form | undefined {
  const { permissions } = useUser()
  return form && pickLater(form, record, permissions)
}
